//! [`Solver`]: the search of the Mayan puzzle for a program that embeds it.

use super::Board;
use super::board::Unfit;
use super::solve::{Level, Outcome, Request, Switches, Want, solve_told};
use crate::base::{Limits as Bounds, Mode, Move, StopFlag, StopReason, Threads};
use crate::control::{Cancel, Limits, lock, watched};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::Duration;

/// Searches for lists of moves that clear the board.
///
/// ```
/// use tilefall::Status;
/// use tilefall::mayan::{Board, Move, Side, Solver};
/// let board: Board = "21... / 12... / 12...".parse().unwrap();
/// let outcome = Solver::new().solve(&board).unwrap();
/// assert_eq!(outcome.status, Status::Optimal);
/// assert_eq!(outcome.list, Some(vec![Move::new(0, 2, Side::Right)]));
/// ```
#[derive(Clone, Debug)]
#[must_use = "a solver does nothing until `solve` is called"]
pub struct Solver {
    moves: u64,
    mode: Mode,
    want: Want,
    noop: bool,
    limits: Limits,
}

/// What a search tells on its way.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// One of the lists, if all are wanted.
    Solution(&'a [Move]),
    /// The search goes on; comes ten times a second, and whenever a search one move deeper begins.
    Progress {
        /// Boards visited before the search of this depth began.
        nodes: u64,
        /// No list of fewer moves clears the board.
        bound: u64,
    },
}

impl Default for Solver {
    fn default() -> Solver {
        let (moves, mode, want) = (u64::MAX, Mode::Shortest, Want::One);
        Solver { moves, mode, want, noop: false, limits: Limits::default() }
    }
}

impl Solver {
    /// A solver for a shortest list, however long, without limits.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Lists of exactly this many moves; of these the first.
    pub fn exactly(mut self, moves: u64) -> Solver {
        (self.moves, self.mode) = (moves, Mode::Exactly);
        self
    }

    /// Any list of at most this many moves.
    pub fn within(mut self, moves: u64) -> Solver {
        (self.moves, self.mode) = (moves, Mode::Within);
        self
    }

    /// A shortest list, of at most this many moves; of these the first.
    pub fn shortest(mut self, moves: u64) -> Solver {
        (self.moves, self.mode) = (moves, Mode::Shortest);
        self
    }

    /// Which of the lists are wanted: one by default.
    pub fn want(mut self, want: Want) -> Solver {
        self.want = want;
        self
    }

    /// Whether swaps of two equal blocks are moves: not by default.
    pub fn allow_noop(mut self, noop: bool) -> Solver {
        self.noop = noop;
        self
    }

    /// All limits.
    pub fn limits(mut self, limits: Limits) -> Solver {
        self.limits = limits;
        self
    }

    /// The most wall-clock time.
    pub fn time(mut self, time: Duration) -> Solver {
        self.limits.time = Some(time);
        self
    }

    /// The most boards that are visited; the search then runs on one thread.
    pub fn nodes(mut self, nodes: u64) -> Solver {
        self.limits.nodes = Some(nodes);
        self
    }

    /// The most bytes for tables.
    pub fn memory(mut self, bytes: usize) -> Solver {
        self.limits.memory = bytes;
        self
    }

    /// Threads to use.
    pub fn threads(mut self, threads: usize) -> Solver {
        self.limits.threads = Threads::Some(threads.max(1));
        self
    }

    /// A switch that ends the search from outside.
    pub fn cancel(mut self, cancel: &Cancel) -> Solver {
        self.limits.cancel = cancel.clone();
        self
    }

    /// Searches a board.
    ///
    /// # Errors
    /// None at present: every [`Board`] fits.
    pub fn solve(&self, board: &Board) -> Result<Outcome, Unfit> {
        self.run(board, |_| ControlFlow::Continue(()), false)
    }

    /// As [`solve`](Self::solve), and hands over the lists, if all are wanted, and the progress. The function may be
    /// called from two threads, one at a time; [`ControlFlow::Break`] ends the search, and the function is not called
    /// again.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilefall::mayan::{Board, Event, Solver, Want};
    /// let board: Board = "21... / 12... / 12...".parse().unwrap();
    /// let mut lists = Vec::new();
    /// let solver = Solver::new().within(2).want(Want::All(100));
    /// solver.solve_with(&board, |event| {
    ///     if let Event::Solution(list) = event {
    ///         lists.push(list.to_vec());
    ///     }
    ///     ControlFlow::Continue(())
    /// }).unwrap();
    /// assert!(lists.len() > 1 && lists.is_sorted());
    /// ```
    pub fn solve_with(
        &self,
        board: &Board,
        events: impl FnMut(Event<'_>) -> ControlFlow<()> + Send,
    ) -> Result<Outcome, Unfit> {
        self.run(board, events, true)
    }

    fn run(
        &self,
        board: &Board,
        events: impl FnMut(Event<'_>) -> ControlFlow<()> + Send,
        told: bool,
    ) -> Result<Outcome, Unfit> {
        let (grid, stop) = (board.to_grid(), self.limits.cancel.flag());
        let bounds = Bounds { nodes: self.limits.nodes, memory: self.limits.memory, stop: &stop };
        let request = Request {
            moves: self.moves,
            mode: self.mode,
            want: self.want,
            noop: self.noop,
            threads: self.limits.threads(),
            switches: Switches::default(),
        };
        let state = Mutex::new(State { events, level: None, broken: false });
        let teller = Teller { stop: &stop, state: &state };
        let mut solution = |list: &[Move]| teller.tell(Event::Solution(list));
        let level = |level: Level| {
            lock(&state).level = Some(level);
            teller.progress();
        };
        let mut search = || solve_told(&grid, &request, &bounds, &mut solution, &level);
        // A thread beside the search takes longer to start than an easy puzzle takes to solve.
        if !told && self.limits.time.is_none() {
            return search();
        }
        watched(self.limits.time, &stop, || teller.progress(), search)
    }
}

/// The function, how far the search is, and whether the function has broken off.
struct State<F> {
    events: F,
    level: Option<Level>,
    broken: bool,
}

/// Hands events over, one at a time.
struct Teller<'a, F> {
    stop: &'a StopFlag,
    state: &'a Mutex<State<F>>,
}

impl<F: FnMut(Event<'_>) -> ControlFlow<()> + Send> Teller<'_, F> {
    /// Hands an event over; whether the search is to go on.
    fn tell(&self, event: Event<'_>) -> bool {
        let State { events, broken, .. } = &mut *lock(self.state);
        if !*broken && events(event).is_break() {
            *broken = true;
            self.stop.raise(StopReason::Interrupt);
        }
        !*broken
    }

    fn progress(&self) {
        let level = lock(self.state).level;
        if let Some(Level { nodes, bound }) = level {
            self.tell(Event::Progress { nodes, bound });
        }
    }
}
