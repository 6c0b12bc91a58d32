//! The solver: finds the first, the shortest or all winning lists, or proves that there is none.
//!
//! - [`outcome`]: requests and outcomes
//! - [`drive`](self): the searches for a request, iterative deepening; `enumerate`: all solutions, and their number
//! - [`search`]: the depth-first search on one thread; `expand`: its first pass over a node, which finds the candidate
//!   moves; [`parallel`]: the search on several threads
//! - [`node`]: a board with its bound, and a candidate move
//! - `final_move`: the last two moves; `recent`: boards that failed with one move left
//! - [`bound`]: lower bounds on the remaining moves
//! - [`sleep`]: sleep sets; [`table`]: the table of proven failures, which grows while several threads use it
//! - [`count`]: numbers of solutions; [`reach`]: the reachable boards
//! - [`noop_effect`]: whether an answer depends on swaps of equal blocks
//! - [`stats`]: counters; [`tuning`]: parts to disable, and internal parameters

pub mod bound;
pub mod count;
mod drive;
mod enumerate;
mod expand;
mod final_move;
pub mod node;
mod noop;
pub mod outcome;
pub mod parallel;
pub mod reach;
mod recent;
pub mod search;
pub mod sleep;
pub mod stats;
pub mod table;
pub mod tuning;

pub use noop::{NoopEffect, noop_effect};
pub use outcome::{InfeasibleReason, ListCount, Outcome, Progress, Request, Solutions};
pub use tuning::{MAX_DEPTH, Tuning};

use crate::base::{Limits, Move};
use crate::grid::Grid;
use crate::mayan::packed::{BoardError, Packed};
use bound::{FlowBound, SimpleBound};

/// Solves a board of up to 8×8 cells and 62 colours on which no block floats. Runs vanish before the first move.
///
/// If all solutions are requested, `sink` is called with each one as it is found and returns `false` to end the search.
/// In all other cases the list is only in the outcome. The answer does not depend on threads, machine or CPU path unless
/// a stop flag is raised.
///
/// # Errors
/// If the solver does not support the board.
///
/// ```
/// use tilefall::grid::Grid;
/// use tilefall::base::{Limits, Mode, Move, Side, StopFlag};
/// use tilefall::mayan::solve::{Request, solve};
/// use tilefall::base::Status;
/// use tilefall::mayan::solve::Solutions;
///
/// let stop = StopFlag::new(); // another thread may raise it
/// let limits = Limits { nodes: Some(100_000), memory: 1 << 20, stop: &stop };
/// let grid = Grid::parse("21... / 12... / 12...").unwrap();
///
/// // A shortest list of at most 5 moves, with proof.
/// let answer = solve(&grid, &Request::new(5, Mode::Shortest), &limits, &mut |_| true).unwrap();
/// assert_eq!((answer.status, answer.bound), (Status::Optimal, 1));
/// assert_eq!(answer.list, Some(vec![Move::new(0, 2, Side::Right)]));
///
/// // Every list of at most 2 moves, as they are found; `false` from the closure would end the search.
/// let mut lists = Vec::new();
/// let request = Request { want: Solutions::All(10), ..Request::new(2, Mode::Within) };
/// solve(&grid, &request, &limits, &mut |list| {
///     lists.push(list.to_vec());
///     true
/// })
/// .unwrap();
/// assert!(lists.contains(&vec![Move::new(0, 2, Side::Right)]));
///
/// // No list exists: that is proven, too.
/// let lone = Grid::parse("1.... / 12...").unwrap();
/// let answer = solve(&lone, &Request::new(5, Mode::Shortest), &limits, &mut |_| true).unwrap();
/// assert_eq!((answer.status, answer.list), (Status::Infeasible, None));
/// ```
pub fn solve(
    grid: &Grid,
    request: &Request,
    limits: &Limits,
    sink: &mut dyn FnMut(&[Move]) -> bool,
) -> Result<Outcome, BoardError> {
    solve_with_progress(grid, request, limits, sink, &|_| ())
}

/// Like [`solve`], but calls `on_progress` when a search begins and whenever it goes a move deeper.
///
/// # Errors
/// Returns the errors of [`solve`].
pub fn solve_with_progress(
    grid: &Grid,
    request: &Request,
    limits: &Limits,
    sink: &mut dyn FnMut(&[Move]) -> bool,
    on_progress: &dyn Fn(Progress),
) -> Result<Outcome, BoardError> {
    match Variant::of(grid, &request.tuning) {
        Variant::ThreeNarrow => drive::solve::<2, 2, FlowBound<4>>(grid, request, limits, sink, on_progress),
        Variant::FewNarrow => drive::solve::<4, 3, FlowBound<16>>(grid, request, limits, sink, on_progress),
        Variant::FewWide => drive::solve::<4, 5, SimpleBound>(grid, request, limits, sink, on_progress),
        Variant::ManyNarrow => drive::solve::<6, 7, FlowBound<64>>(grid, request, limits, sink, on_progress),
        Variant::ManyWide => drive::solve::<6, 7, SimpleBound>(grid, request, limits, sink, on_progress),
    }
}

/// A compiled variant of the search: `B` planes per board, `N` words per board in the table, and the bound `M`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variant {
    /// Up to three colours on up to five columns: half the planes, two words per board in the table, the flow bound.
    ThreeNarrow,
    /// Up to 15 colours on up to five columns: three words per board in the table, the flow bound.
    FewNarrow,
    /// Up to 15 colours on more columns, or without the flow bound.
    FewWide,
    /// More colours on up to five columns.
    ManyNarrow,
    /// Any other board.
    ManyWide,
}

impl Variant {
    fn of(grid: &Grid, tuning: &Tuning) -> Variant {
        let few = grid.colours() <= Packed::<4>::COLOURS;
        let narrow = grid.cols() <= bound::column_flow::COLUMNS && tuning.flow;
        match (few, narrow) {
            (true, true) if grid.colours() <= Packed::<2>::COLOURS => Variant::ThreeNarrow,
            (true, true) => Variant::FewNarrow,
            (true, false) => Variant::FewWide,
            (false, true) => Variant::ManyNarrow,
            (false, false) => Variant::ManyWide,
        }
    }
}
