//! The solver: finds winning lists, the first or the shortest, all of them, or none with proof.
//!
//! - [`outcome`]: what is asked and what is answered
//! - [`drive`](self): which searches a request takes; deepening; `enumerate`: all solutions, and their number
//! - [`search`]: the depth-first search of one thread, `expand` its first pass; [`parallel`]: of several
//! - [`node`]: a board with its bound, and a move to one
//! - `final_move`: the last two moves; `recent`: boards that failed with one
//! - [`bound`]: lower bounds on the moves left
//! - [`sleep`]: sleep sets; [`table`]: proven failures, which grow while several threads use it
//! - [`count`]: numbers of solutions; [`reach`]: every reachable board
//! - [`noop_effect`]: whether an answer depends on swaps of equal blocks
//! - [`stats`], [`switches`]: counters, and parts to leave out

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
pub mod switches;
pub mod table;

pub use noop::{NoopEffect, noop_effect};
pub use outcome::{Counted, Level, Outcome, Request, Want, Why};
pub use switches::{MAX_DEPTH, Switches};

use crate::base::{Limits, Move};
use crate::grid::Grid;
use crate::mayan::board::{Packed, Unfit};
use bound::{Flow, Three};

/// Solves a board of up to 8×8 cells and 62 colours on which no block floats. Runs vanish before the first move.
///
/// If all solutions are wanted, `sink` is called with each one as it is found and returns whether it wants more. In all
/// other cases the list is only in the outcome. The answer does not depend on threads, machine or CPU path unless a stop
/// flag is raised.
///
/// # Errors
/// If the board does not fit.
///
/// ```
/// use tilefall::grid::Grid;
/// use tilefall::base::{Limits, Mode, Move, Side, StopFlag};
/// use tilefall::mayan::solve::{Request, solve};
/// use tilefall::base::Status;
/// use tilefall::mayan::solve::Want;
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
/// let request = Request { want: Want::All(10), ..Request::new(2, Mode::Within) };
/// solve(&grid, &request, &limits, &mut |list| {
///     lists.push(list.to_vec());
///     true
/// })
/// .unwrap();
/// assert!(lists.contains(&vec![Move::new(0, 2, Side::Right)]));
///
/// // No list at all: that is proven, too.
/// let lone = Grid::parse("1.... / 12...").unwrap();
/// let answer = solve(&lone, &Request::new(5, Mode::Shortest), &limits, &mut |_| true).unwrap();
/// assert_eq!((answer.status, answer.list), (Status::Infeasible, None));
/// ```
pub fn solve(
    grid: &Grid,
    request: &Request,
    limits: &Limits,
    sink: &mut dyn FnMut(&[Move]) -> bool,
) -> Result<Outcome, Unfit> {
    solve_told(grid, request, limits, sink, &|_| ())
}

/// As [`solve`], and tells how deep the search is.
pub fn solve_told(
    grid: &Grid,
    request: &Request,
    limits: &Limits,
    sink: &mut dyn FnMut(&[Move]) -> bool,
    told: &dyn Fn(Level),
) -> Result<Outcome, Unfit> {
    match Form::of(grid, &request.switches) {
        Form::ThreeNarrow => drive::solve::<2, 2, Flow<4>>(grid, request, limits, sink, told),
        Form::FewNarrow => drive::solve::<4, 3, Flow<16>>(grid, request, limits, sink, told),
        Form::FewWide => drive::solve::<4, 5, Three>(grid, request, limits, sink, told),
        Form::ManyNarrow => drive::solve::<6, 7, Flow<64>>(grid, request, limits, sink, told),
        Form::ManyWide => drive::solve::<6, 7, Three>(grid, request, limits, sink, told),
    }
}

/// A form that a search is compiled in: the planes `B` of its boards, the words `N` of a board in the table, and the
/// bound `M`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Up to three colours on up to five columns: half the planes, a board is two words in the table, and flow bounds it.
    ThreeNarrow,
    /// Up to 15 colours on up to five columns: a board is three words in the table, and flow bounds it.
    FewNarrow,
    /// Up to 15 colours on more columns, or without flow.
    FewWide,
    /// More colours on up to five columns.
    ManyNarrow,
    /// Any other board.
    ManyWide,
}

impl Form {
    fn of(grid: &Grid, switches: &Switches) -> Form {
        let few = grid.colours() <= Packed::<4>::COLOURS;
        let narrow = grid.cols() <= bound::column_flow::COLUMNS && switches.flow;
        match (few, narrow) {
            (true, true) if grid.colours() <= Packed::<2>::COLOURS => Form::ThreeNarrow,
            (true, true) => Form::FewNarrow,
            (true, false) => Form::FewWide,
            (false, true) => Form::ManyNarrow,
            (false, false) => Form::ManyWide,
        }
    }
}
