//! [`Solver`]: the Mayan puzzle solver for programs that embed it.

use super::Board;
use super::packed::BoardError;
use super::solve::{
    Event, EventCallback, NoopEffect, Outcome, Request, Solutions, Tuning, noop_effect, solve_with,
};
use crate::limit_setters::limit_setters;
use crate::rules::Mode;
use crate::rules::control::Limits;
use crate::rules::grid::Grid;
use std::ops::ControlFlow;

/// Searches for lists of moves that clear the board.
///
/// ```
/// use tilefall::Status;
/// use tilefall::mayan::{Board, Move, Side, Solver};
/// let board: Board = "21... / 12... / 12...".parse().unwrap();
/// let outcome = Solver::new().solve(&board);
/// assert_eq!(outcome.status, Status::Optimal);
/// assert_eq!(outcome.found, Some(vec![Move::new(0, 2, Side::Right)]));
/// ```
#[derive(Clone, Debug)]
#[must_use = "a solver does nothing until `solve` is called"]
pub struct Solver {
    request: Request,
    limits: Limits,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver { request: Request::new(u64::MAX, Mode::Shortest), limits: Limits::default() }
    }
}

impl Solver {
    /// Creates a solver for a shortest list of any length, without limits.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Searches for the first list of exactly this many moves.
    pub fn exactly(self, moves: u64) -> Solver {
        self.moves(moves, Mode::Exactly)
    }

    /// Searches for any list of at most this many moves.
    pub fn within(self, moves: u64) -> Solver {
        self.moves(moves, Mode::Within)
    }

    /// Searches for the first shortest list, of at most this many moves.
    pub fn shortest(self, moves: u64) -> Solver {
        self.moves(moves, Mode::Shortest)
    }

    /// Searches for lists of this many moves, in the sense of `mode`; [`u64::MAX`] is any number of moves.
    pub fn moves(mut self, moves: u64, mode: Mode) -> Solver {
        (self.request.moves, self.request.mode) = (moves, mode);
        self
    }

    /// Sets which solutions to return: one by default.
    pub fn want(mut self, want: Solutions) -> Solver {
        self.request.want = want;
        self
    }

    /// Sets whether swaps of two equal blocks are skipped. By default, they are moves in lists of exactly M moves. In
    /// the other modes, such a swap is of no use: the list without the swap is shorter.
    pub fn skip_noop(mut self, skip: bool) -> Solver {
        self.request.skip_noop = skip;
        self
    }

    /// Disables parts of the solver, and sets internal parameters.
    #[doc(hidden)]
    pub fn tuning(mut self, tuning: Tuning) -> Solver {
        self.request.tuning = tuning;
        self
    }

    /// Searches for the requested lists of moves on a board.
    pub fn solve(&self, board: &Board) -> Outcome {
        self.of_board(board, false, &mut |_| ControlFlow::Continue(()))
    }

    /// Like [`solve`](Self::solve), but calls `events` with the progress, and with each solution if all are requested.
    /// The function may be called from several threads, one at a time; [`ControlFlow::Break`] ends the search, and the
    /// function is not called again.
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
    /// });
    /// assert!(lists.len() > 1 && lists.is_sorted());
    /// ```
    pub fn solve_with(
        &self,
        board: &Board,
        mut events: impl FnMut(Event<'_>) -> ControlFlow<()> + Send,
    ) -> Outcome {
        self.of_board(board, true, &mut events)
    }

    /// Like [`solve`](Self::solve), for a grid. Runs vanish before the first move.
    ///
    /// # Errors
    /// If the grid has more than 8 rows or columns, or a block floats.
    pub fn solve_grid(&self, grid: &Grid) -> Result<Outcome, BoardError> {
        self.run(grid, false, &mut |_| ControlFlow::Continue(()))
    }

    /// Like [`solve_with`](Self::solve_with), for a grid. Runs vanish before the first move.
    ///
    /// # Errors
    /// Returns the errors of [`solve_grid`](Self::solve_grid).
    pub fn solve_grid_with(
        &self,
        grid: &Grid,
        mut events: impl FnMut(Event<'_>) -> ControlFlow<()> + Send,
    ) -> Result<Outcome, BoardError> {
        self.run(grid, true, &mut events)
    }

    /// Determines how the answer changes with the opposite setting of [`skip_noop`](Self::skip_noop).
    ///
    /// Such swaps matter only for lists of exactly M moves. Takes at most about as long as the search for the answer.
    ///
    /// # Errors
    /// Returns the errors of [`solve_grid`](Self::solve_grid).
    ///
    /// ```
    /// use tilefall::Status;
    /// use tilefall::mayan::{Board, NoopEffect, Solver};
    /// // One move clears the board, and two only if the two blocks on the left swap first.
    /// let board: Board = "..2.. / 11212".parse().unwrap();
    /// let solver = Solver::new().exactly(2);
    /// let outcome = solver.solve(&board);
    /// assert_eq!(outcome.status, Status::Optimal);
    /// assert_eq!(solver.noop_effect(&board.to_grid(), &outcome), Ok(NoopEffect::Infeasible));
    /// ```
    pub fn noop_effect(&self, grid: &Grid, outcome: &Outcome) -> Result<NoopEffect, BoardError> {
        let stop = self.limits.start(false);
        noop_effect(grid, &self.request(), &self.limits.of_search(&stop), outcome)
    }

    /// Returns the request for the search, with the number of threads from the limits.
    pub(crate) fn request(&self) -> Request {
        Request { threads: self.limits.threads(), ..self.request }
    }

    fn of_board(&self, board: &Board, ticks: bool, events: &mut EventCallback<'_>) -> Outcome {
        self.run(&board.to_grid(), ticks, events).expect("a board has a packed form")
    }

    fn run(&self, grid: &Grid, ticks: bool, events: &mut EventCallback<'_>) -> Result<Outcome, BoardError> {
        let stop = self.limits.start(ticks);
        solve_with(grid, &self.request(), &self.limits.of_search(&stop), events)
    }
}

limit_setters!(Solver, nodes: "The most boards that are visited; the search then runs on one thread.");
