//! The solver: finds the first, the shortest or all winning lists, or proves that there is none.
//!
//! - [`outcome`]: requests, events and outcomes; `reporter`: delivery of events
//! - [`drive`](self): iterative deepening, and the choice of searches; `enumerate`: all solutions, and their number
//! - [`search`]: the depth-first search on one thread; `expand`: its first pass over a node, which finds the candidate
//!   moves; [`parallel`]: the search on several threads
//! - [`node`]: a board with its bound, and a candidate move
//! - `final_move`: the last two moves; `recent`: boards that failed with one move left
//! - [`bound`]: lower bounds on the remaining moves
//! - [`sleep`]: sleep sets; [`table`]: the table of proven failures, which grows while several threads use it
//! - [`count`]: numbers of solutions; [`reach`]: the reachable boards
//! - [`noop_effect`]: how an answer depends on swaps of equal blocks
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
mod reporter;
pub mod search;
pub mod sleep;
pub mod stats;
pub mod table;
pub mod tuning;

pub use noop::{NoopEffect, noop_effect};
pub use outcome::{Event, InfeasibleReason, ListCount, Outcome, Request, Solutions};
pub use reporter::EventCallback;
pub use stats::Stats;
pub use tuning::{MAX_DEPTH, Tuning};

use crate::mayan::packed::{BoardError, Packed};
use crate::rules::control::SearchLimits;
use crate::rules::grid::Grid;
use bound::column_flow::COLUMNS;
use bound::{FlowBound, SimpleBound};
use std::ops::ControlFlow;
use table::Table;

/// Solves a board of up to 8×8 cells and 62 colours on which no block floats. Runs vanish before the first move.
///
/// The answer does not depend on threads, machine or CPU path unless a stop flag is raised.
pub fn solve(grid: &Grid, request: &Request, limits: &SearchLimits) -> Result<Outcome, BoardError> {
    solve_with(grid, request, limits, &mut |_| ControlFlow::Continue(()))
}

/// Like [`solve`]; also calls `events` with the progress, and with each solution if all are requested. Unless all
/// solutions are requested, the list is only in the outcome.
pub fn solve_with(
    grid: &Grid,
    request: &Request,
    limits: &SearchLimits,
    events: &mut EventCallback<'_>,
) -> Result<Outcome, BoardError> {
    // The search is compiled for several numbers of planes of a board and words of a table entry, and for two bounds.
    // The flow bound supports at most five columns. An entry of two words has only one byte for the moves left.
    let (few, narrow) =
        (grid.colours() <= Packed::<4>::COLOURS, grid.cols() <= COLUMNS && request.tuning.flow);
    let short = request.moves <= Table::<2>::MAX_LEFT;
    match (few, narrow) {
        (true, true) if short && grid.colours() <= Packed::<2>::COLOURS => {
            drive::solve::<2, 2, FlowBound<4>>(grid, request, limits, events)
        }
        (true, true) if grid.colours() <= Packed::<2>::COLOURS => {
            drive::solve::<2, 3, FlowBound<4>>(grid, request, limits, events)
        }
        (true, true) if short && grid.colours() <= Packed::<3>::COLOURS => {
            drive::solve::<3, 2, FlowBound<8>>(grid, request, limits, events)
        }
        (true, true) => drive::solve::<4, 3, FlowBound<16>>(grid, request, limits, events),
        (true, false) => drive::solve::<4, 5, SimpleBound>(grid, request, limits, events),
        (false, true) => drive::solve::<6, 7, FlowBound<64>>(grid, request, limits, events),
        (false, false) => drive::solve::<6, 7, SimpleBound>(grid, request, limits, events),
    }
}
