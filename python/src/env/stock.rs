//! [`Stock`]: generated boards from which the episodes of a vector are drawn, if making a board takes long.

use super::game::Game;
use super::lane::Number;
use std::collections::HashMap;
use std::process::id;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use tilefall::Cancel;
use tilefall::internals::lock;
use tilefall::rules::Random;

/// The number of boards that are made before any is used again.
const BOARDS: u64 = 1024;

/// After the first `BOARDS`, an environment makes a board every `EPISODES` episodes, until there are `MOST` boards.
const EPISODES: u64 = 512;
const MOST: u64 = 1 << 16;

type Start<G> = (<G as Game>::Board, <G as Game>::Task);

/// Boards by seed and episode.
type Boards<G> = Mutex<HashMap<(u64, u64), Start<G>>>;

/// Generated boards: equal for equal seeds, whatever the speed of the thread that makes boards ahead.
#[derive(Debug)]
pub struct Stock<G: Game> {
    options: G::Options,
    /// The seeds of all environments.
    seeds: Mutex<Vec<u64>>,
    shelf: Mutex<Option<Arc<Shelf<G>>>>,
}

/// The boards made so far. The environments add boards, and so does a thread of this process that works ahead.
#[derive(Debug)]
struct Shelf<G: Game> {
    process: u32,
    boards: Arc<Boards<G>>,
    /// The channel for boards to make; `None` only while the shelf is dropped, which ends the thread.
    wanted: Option<Sender<Number>>,
    cancel: Cancel,
}

impl<G: Game> Stock<G> {
    /// Creates the stock of environments with seeds from `seed` on.
    pub fn new(options: &G::Options, seed: u64, n: usize) -> Stock<G> {
        let seeds = (0..n as u64).map(|at| seed.wrapping_add(at)).collect();
        Stock { options: options.clone(), seeds: Mutex::new(seeds), shelf: Mutex::default() }
    }

    /// Returns the approximate memory in bytes for the stock of `n` environments; `heap` is the heap size of a board.
    pub fn bytes(n: usize, heap: usize) -> usize {
        let boards = n.saturating_mul(MOST.div_ceil(n as u64) as usize);
        // The table of a map is between half full and full.
        boards.saturating_mul(heap + size_of::<((u64, u64), Start<G>)>() * 3 / 2)
    }

    /// Returns the board of an episode: a new board, or a board of any environment, drawn by seed.
    pub fn start(&self, number: Number, cancel: &Cancel) -> Result<Start<G>, String> {
        let Number { seed, episode } = number;
        let (at, new) = {
            let seeds = lock(&self.seeds);
            let [first, most] = [BOARDS, MOST].map(|boards| boards.div_ceil(seeds.len() as u64));
            // `seed % EPISODES` keeps the environments from making their boards all at the same time.
            let boards =
                |episode: u64| ((episode + 1).min(first) + (episode + seed % EPISODES) / EPISODES).min(most);
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
        if let Some(wanted) = shelf.wanted.as_ref().filter(|_| new) {
            // If the thread could not be started, sending fails, and every board is made when it is needed.
            _ = wanted.send(at.next());
        }
        if let Some(start) = lock(&shelf.boards).get(&(at.seed, at.episode)) {
            return Ok(start.clone());
        }
        let start = G::make(&self.options, at, cancel)?;
        lock(&shelf.boards).insert((at.seed, at.episode), start.clone());
        Ok(start)
    }

    /// Sets the seeds of all environments. If the seeds change, all boards are discarded.
    pub fn set_seeds(&self, seeds: Vec<u64>) {
        let mut old = lock(&self.seeds);
        if *old != seeds {
            *old = seeds;
            *lock(&self.shelf) = None;
        }
    }

    /// Returns the shelf of this process. If there is none, as after a fork, creates one and starts its thread.
    fn shelf(&self) -> Arc<Shelf<G>> {
        let mut shelf = lock(&self.shelf);
        if let Some(shelf) = shelf.as_ref().filter(|shelf| shelf.process == id()) {
            return Arc::clone(shelf);
        }
        let (wanted, numbers) = channel();
        let (boards, cancel) = (Arc::<Boards<G>>::default(), Cancel::new());
        let (made, ended, options) = (Arc::clone(&boards), cancel.clone(), self.options.clone());
        let fill = move || {
            for at in numbers.iter().take_while(|_| !ended.is_cancelled()) {
                let Number { seed, episode } = at;
                // An error is reported by the environment that needs the board.
                if !lock(&made).contains_key(&(seed, episode))
                    && let Ok(start) = G::make(&options, at, &ended)
                {
                    lock(&made).insert((seed, episode), start);
                }
            }
        };
        _ = thread::Builder::new().spawn(fill);
        let new = Arc::new(Shelf { process: id(), boards, wanted: Some(wanted), cancel });
        *shelf = Some(Arc::clone(&new));
        new
    }
}

impl<G: Game> Drop for Shelf<G> {
    fn drop(&mut self) {
        self.cancel.cancel();
        if self.process != id() {
            // The thread of the parent may have held the lock of the channel when this process was forked.
            std::mem::forget(self.wanted.take());
        }
    }
}
