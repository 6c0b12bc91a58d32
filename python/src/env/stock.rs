//! [`Stock`]: generated boards that the episodes of a vector share, for boards that take long to generate.

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

/// The number of boards that are made before any board is used a second time.
const BOARDS: u64 = 1024;

/// After the first `BOARDS`, each environment makes a board every `EPISODES` episodes, until `MOST` are made in all.
const EPISODES: u64 = 512;
const MOST: u64 = 1 << 16;

type Start<G> = (<G as Game>::Board, <G as Game>::Task);

/// Boards by seed and episode.
type Boards<G> = Mutex<HashMap<(u64, u64), Start<G>>>;

/// Generated boards. Equal seeds give equal boards, whatever the speed of the thread that makes boards in advance.
#[derive(Debug)]
pub struct Stock<G: Game> {
    options: G::Options,
    /// The seeds of all environments.
    seeds: Mutex<Vec<u64>>,
    shelf: Mutex<Option<Arc<Shelf<G>>>>,
}

/// The boards made so far. Both the environments and a background thread of this process add boards.
#[derive(Debug)]
struct Shelf<G: Game> {
    process: u32,
    boards: Arc<Boards<G>>,
    /// The channel for boards to make; `None` only while the shelf is dropped, which ends the thread.
    wanted: Option<Sender<Number>>,
    cancel: Cancel,
}

impl<G: Game> Stock<G> {
    /// Creates the stock of `n` environments, which have the seeds `seed`, `seed` + 1, and so on.
    pub fn new(options: &G::Options, seed: u64, n: usize) -> Stock<G> {
        let seeds = (0..n as u64).map(|at| seed.wrapping_add(at)).collect();
        Stock { options: options.clone(), seeds: Mutex::new(seeds), shelf: Mutex::default() }
    }

    /// Returns the approximate bytes of the stock of `n` environments. A board has `heap` bytes on the heap.
    pub fn bytes(n: usize, heap: usize) -> usize {
        let boards = n.saturating_mul(MOST.div_ceil(n as u64) as usize);
        // The table of a map is between half full and full, so an entry takes up to twice its size: 3/2 on average.
        boards.saturating_mul(heap + size_of::<((u64, u64), Start<G>)>() * 3 / 2)
    }

    /// Returns the board of an episode: a new board, or a random board of any environment. The seed decides which.
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
            // The parent's thread may have held the channel's lock at the fork: dropping the sender could wait forever.
            std::mem::forget(self.wanted.take());
        }
    }
}
