//! [`Solver`]: the search of the Mayan puzzle for a program that embeds it.

use super::Board;
use super::board::Unfit;
use super::solve::{Level, Outcome, Request, Switches, Want, solve_told};
use crate::base::{Mode, Move};
use crate::control::{Limits, Listener, limit_setters, watched};
use std::ops::ControlFlow;

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
        let request = Request {
            moves: self.moves,
            mode: self.mode,
            want: self.want,
            noop: self.noop,
            threads: self.limits.threads(),
            switches: Switches::default(),
        };
        let listener = Listener::new(&stop, None, events);
        let mut solution = |list: &[Move]| listener.tell(|_| Some(Event::Solution(list)));
        let level = |level: Level| {
            listener.tell(|known| {
                *known = Some(level);
                progress(known)
            });
        };
        let bounds = self.limits.bounds(&stop);
        let mut search = || solve_told(&grid, &request, &bounds, &mut solution, &level);
        // A thread beside the search takes longer to start than an easy puzzle takes to solve.
        if !told && self.limits.time.is_none() {
            return search();
        }
        let beat = || {
            listener.tell(progress);
        };
        watched(self.limits.time, &stop, beat, search)
    }
}

limit_setters!(Solver, nodes: "The most boards that are visited; the search then runs on one thread.");

/// How far the search is, if it has begun to tell.
fn progress(level: &mut Option<Level>) -> Option<Event<'static>> {
    level.map(|Level { nodes, bound }| Event::Progress { nodes, bound })
}
