//! [`Stock`]: generated boards of which the episodes of a vector are drawn, where making a board takes long.

use super::game::Game;
use super::lane::Number;
use super::pool::lock;
use std::collections::{HashMap, VecDeque};
use std::process::id;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use tilefall::rules::{Random, StopFlag, StopReason};

/// The boards that are made before one is used again.
const BOARDS: u64 = 1024;

/// The episodes of an environment for each board that is made then, and the maximum number of boards of an environment.
const EPISODES: u64 = 512;
const MOST: u64 = 64;

type Start<G> = (<G as Game>::Board, <G as Game>::Task);

/// The boards by seed and number, and those to make; `None` ends the thread.
type Boards<G> = (HashMap<(u64, u64), Start<G>>, VecDeque<Option<Number>>);

/// Generated boards, the same ones for the same seeds, whatever the speed of the thread that makes them ahead.
#[derive(Debug)]
pub struct Stock<G: Game> {
    options: G::Options,
    /// The seeds of all environments.
    seeds: Mutex<Vec<u64>>,
    /// The boards of this process; a forked one has no thread.
    shelf: Mutex<(u32, Arc<Shelf<G>>)>,
}

/// The boards that are made, behind a lock: environments take them, and the thread adds new ones.
#[derive(Debug)]
struct Shelf<G: Game> {
    state: Mutex<Boards<G>>,
    changed: Condvar,
    stop: StopFlag,
}

impl<G: Game> Stock<G> {
    /// Creates the stock of environments with seeds from `seed` on.
    pub fn new(options: &G::Options, seed: u64, n: usize) -> Stock<G> {
        let seeds = (0..n as u64).map(|at| seed.wrapping_add(at)).collect();
        let (options, shelf) = (options.clone(), Mutex::new((0, Arc::new(Shelf::new()))));
        Stock { options, seeds: Mutex::new(seeds), shelf }
    }

    /// Returns the board of an episode: a new one, or one of all environments, drawn by seed.
    pub fn start(&self, number: Number, stop: &StopFlag) -> Result<Start<G>, String> {
        let Number { seed, episode } = number;
        let (at, new) = {
            let seeds = lock(&self.seeds);
            let first = BOARDS.div_ceil(seeds.len() as u64);
            // The environments do not make their boards all at the same time.
            let boards = |episode: u64| {
                ((episode + 1).min(first) + (episode + seed % EPISODES) / EPISODES).min(first.max(MOST))
            };
            match boards(episode) {
                all if episode == 0 || all > boards(episode - 1) => (Number { seed, episode: all - 1 }, true),
                all => {
                    let mut random = Random::new(seed, episode);
                    let of = seeds[random.below(seeds.len())];
                    (Number { seed: of, episode: random.below((all - 1).max(1) as usize) as u64 }, false)
                }
            }
        };
        let shelf = self.shelf();
        {
            let mut state = lock(&shelf.state);
            if new {
                state.1.push_back(Some(at.next()));
                shelf.changed.notify_one();
            }
            if let Some(start) = state.0.get(&(at.seed, at.episode)) {
                return Ok(start.clone());
            }
        }
        let start = G::make(&self.options, at, stop)?;
        lock(&shelf.state).0.insert((at.seed, at.episode), start.clone());
        Ok(start)
    }

    /// Sets the seeds of all environments. Other ones have other boards.
    pub fn set_seeds(&self, seeds: Vec<u64>) {
        let mut old = lock(&self.seeds);
        if *old != seeds {
            *old = seeds;
            self.end();
        }
    }

    /// Ends the thread and forgets the boards.
    fn end(&self) {
        let (process, shelf) = std::mem::replace(&mut *lock(&self.shelf), (0, Arc::new(Shelf::new())));
        if process == id() {
            shelf.stop.raise(StopReason::Interrupt);
            lock(&shelf.state).1.push_front(None);
            shelf.changed.notify_one();
        }
    }

    /// Returns the boards of this process, and starts the thread at the first call.
    fn shelf(&self) -> Arc<Shelf<G>> {
        let mut shelf = lock(&self.shelf);
        if shelf.0 != id() {
            *shelf = (id(), Arc::new(Shelf::new()));
            let (made, options) = (Arc::clone(&shelf.1), self.options.clone());
            // Without a thread every board is made when it is needed.
            _ = thread::Builder::new().spawn(move || made.fill(&options));
        }
        Arc::clone(&shelf.1)
    }
}

impl<G: Game> Shelf<G> {
    fn new() -> Shelf<G> {
        Shelf { state: Mutex::default(), changed: Condvar::new(), stop: StopFlag::new() }
    }

    /// Makes boards until the stock ends the thread.
    fn fill(&self, options: &G::Options) {
        loop {
            let mut state = lock(&self.state);
            let wanted = loop {
                match state.1.pop_front() {
                    Some(wanted) => break wanted,
                    None => state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                }
            };
            let Some(at) = wanted else { return };
            if !state.0.contains_key(&(at.seed, at.episode)) {
                drop(state);
                // An error is reported by the environment that needs the board.
                if let Ok(start) = G::make(options, at, &self.stop) {
                    lock(&self.state).0.insert((at.seed, at.episode), start);
                }
            }
        }
    }
}

impl<G: Game> Drop for Stock<G> {
    fn drop(&mut self) {
        self.end();
    }
}
