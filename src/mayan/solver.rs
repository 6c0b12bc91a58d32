//! [`Solver`]: the Mayan puzzle solver for programs that embed it.

use super::Board;
use super::packed::BoardError;
use super::solve::{Outcome, Progress, Request, Solutions, Tuning, solve_with_progress};
use crate::base::{Mode, Move};
use crate::control::{Limits, Listener, limit_setters, with_timer};
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
    want: Solutions,
    noop: bool,
    limits: Limits,
}

/// An event of a running search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A solution, if all are requested.
    Solution(&'a [Move]),
    /// Progress, reported ten times a second and whenever a search one move deeper begins.
    Progress {
        /// Boards visited before the search of this depth began.
        nodes: u64,
        /// No list of fewer moves clears the board.
        bound: u64,
    },
}

impl Default for Solver {
    fn default() -> Solver {
        let (moves, mode, want) = (u64::MAX, Mode::Shortest, Solutions::One);
        Solver { moves, mode, want, noop: false, limits: Limits::default() }
    }
}

impl Solver {
    /// Creates a solver for a shortest list of any length, without limits.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Searches for the first list of exactly this many moves.
    pub fn exactly(mut self, moves: u64) -> Solver {
        (self.moves, self.mode) = (moves, Mode::Exactly);
        self
    }

    /// Searches for any list of at most this many moves.
    pub fn within(mut self, moves: u64) -> Solver {
        (self.moves, self.mode) = (moves, Mode::Within);
        self
    }

    /// Searches for the first shortest list, of at most this many moves.
    pub fn shortest(mut self, moves: u64) -> Solver {
        (self.moves, self.mode) = (moves, Mode::Shortest);
        self
    }

    /// Sets which solutions to return: one by default.
    pub fn want(mut self, want: Solutions) -> Solver {
        self.want = want;
        self
    }

    /// Sets whether swaps of two equal blocks are moves: not by default.
    pub fn allow_noop(mut self, noop: bool) -> Solver {
        self.noop = noop;
        self
    }

    /// Searches a board.
    ///
    /// # Errors
    /// None at present: the solver accepts every [`Board`].
    pub fn solve(&self, board: &Board) -> Result<Outcome, BoardError> {
        self.run(board, |_| ControlFlow::Continue(()), false)
    }

    /// Like [`solve`](Self::solve), but calls `events` with the progress, and with each solution if all are requested.
    /// The function may be called from two threads, one at a time; [`ControlFlow::Break`] ends the search, and the
    /// function is not called again.
    ///
    /// # Errors
    /// Returns the errors of [`solve`](Self::solve).
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilefall::mayan::{Board, Event, Solver, Solutions};
    /// let board: Board = "21... / 12... / 12...".parse().unwrap();
    /// let mut lists = Vec::new();
    /// let solver = Solver::new().within(2).want(Solutions::All(100));
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
    ) -> Result<Outcome, BoardError> {
        self.run(board, events, true)
    }

    fn run(
        &self,
        board: &Board,
        events: impl FnMut(Event<'_>) -> ControlFlow<()> + Send,
        with_events: bool,
    ) -> Result<Outcome, BoardError> {
        let (grid, stop) = (board.to_grid(), self.limits.cancel.flag());
        let request = Request {
            moves: self.moves,
            mode: self.mode,
            want: self.want,
            noop: self.noop,
            threads: self.limits.threads(),
            tuning: Tuning::default(),
        };
        let listener = Listener::new(&stop, None, events);
        let mut solution = |list: &[Move]| listener.notify(|_| Some(Event::Solution(list)));
        let level = |level: Progress| {
            listener.notify(|known| {
                *known = Some(level);
                progress(known)
            });
        };
        let bounds = self.limits.search_limits(&stop);
        let mut search = || solve_with_progress(&grid, &request, &bounds, &mut solution, &level);
        // A thread beside the search takes longer to start than an easy puzzle takes to solve.
        if !with_events && self.limits.time.is_none() {
            return search();
        }
        let beat = || {
            listener.notify(progress);
        };
        with_timer(self.limits.time, &stop, beat, search)
    }
}

limit_setters!(Solver, nodes: "The most boards that are visited; the search then runs on one thread.");

/// Returns the progress event; `None` before the search has reported any progress.
fn progress(level: &mut Option<Progress>) -> Option<Event<'static>> {
    level.map(|Progress { nodes, bound }| Event::Progress { nodes, bound })
}
