//! Exact search, by any rules and for all goals but the fewest clicks: the best list with its proof, a winning list, or
//! the proof that no list wins.
//!
//! - [`bound`]: upper bounds on the points still to come
//! - `tree`: depth-first branch and bound over boards
//! - `memo`: the table of boards that were searched
//! - `layers`: breadth-first search by the number of tiles left
//! - `score`: a search for the highest value; `monitor`: the limits and the best list of a search
//! - `points`: the values of removals and of the ends of games
//! - `clear`: winning lists on large boards

pub mod bound;
mod clear;
mod layers;
mod memo;
mod monitor;
mod points;
mod score;
mod tree;

use super::fit::{BoardError, Settled};
use super::trivial::trivial_outcome;
use super::{Found, Goal, Outcome, Query, Report};
use crate::bits::cpu::{Cpu, CpuPath};
use crate::rules::control::{Budget, SearchLimits};
use crate::rules::grid::Grid;
use crate::rules::{Cell, Refusal, StopReason};
use crate::samegame::repr::{BoardKernel, BoardRepr, Kind, dispatch_board};
use clear::ClearSearch;
use memo::heap_of;
use score::ScoreSearch;

/// The kinds of boards that searches are compiled for; fewer for browsers, which have to load the code.
const KINDS: &[Kind] = &[
    Kind::Lanes8x8,
    Kind::Lanes16x16,
    #[cfg(not(target_arch = "wasm32"))]
    Kind::Lanes16x64,
    #[cfg(not(target_arch = "wasm32"))]
    Kind::Lanes32x32,
    Kind::Lanes64x64Many,
    Kind::Plain,
];

/// Searches until the answer is proven or a limit is reached.
///
/// `start` is a list to surpass, if one is known; a list that cannot be played on the board is ignored. With a list,
/// and without a limit on nodes, boards of up to 144 tiles are searched by layers first, as far as the memory allows.
/// The score and the status do not depend on the CPU path, nor on `limits.memory` unless a limit is reached. The number
/// of nodes does depend on the memory, and so does the list if several lists are equally good and better than the start
/// list.
///
/// # Panics
/// If the CPU lacks the instructions of `path`.
pub fn exact(
    path: CpuPath,
    query: &Query,
    limits: &SearchLimits,
    start: Option<&Found>,
    report: &dyn Report,
) -> Result<Outcome, BoardError> {
    if let Some(known) = trivial_outcome(query)? {
        return Ok(known);
    }
    Refusal::check_exact(query.grid(), &query.rules, query.goal)?;
    exact_within(Workers { path, threads: 1 }, query, &Budget::new(limits, None), start, report)
}

/// The CPU path and the number of threads of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Workers {
    pub path: CpuPath,
    pub threads: usize,
}

/// Like [`exact`], for a board of at most 16,000 tiles that needs a search. `budget` has a clock, and the search by
/// layers uses several threads. The answer does not depend on the number of threads, unless a limit is reached.
pub(super) fn exact_within(
    Workers { path, threads }: Workers,
    query: &Query,
    budget: &Budget,
    start: Option<&Found>,
    report: &dyn Report,
) -> Result<Outcome, BoardError> {
    let grid = cropped(query.grid());
    let query = &Query { board: Settled::of(&grid, query.rules.columns)?, ..*query };
    let start = start.and_then(|found| Found::replay(query.grid(), query.rules, found.clicks.clone()).ok());
    let start = start.filter(|found| query.reached(found) && !found.clicks.is_empty());
    let search = ExactSearch { path, threads, query, budget, start, report };
    let kind = Kind::first_that_holds(KINDS, query.grid()).unwrap_or(Kind::Plain);
    Ok(dispatch_board(path, kind, query.grid(), search)?)
}

/// Returns the grid without its empty rows and columns, so that the smallest kind of board is chosen.
fn cropped(grid: &Grid) -> Grid {
    let filled = |&col: &usize| grid.get(Cell::new(0, col)).is_some();
    let cols = (0..grid.cols()).rev().find(filled).map_or(0, |last| last + 1);
    let rows = (0..cols).map(|col| grid.height(col)).max().unwrap_or(0);
    if (rows, cols) == (grid.rows(), grid.cols()) {
        return grid.clone();
    }
    // Never fails: the new board has no more cells or colours than the old one.
    Grid::from_names(rows, cols, |cell| grid.name_at(cell)).unwrap_or_else(|_| grid.clone())
}

/// The arguments of a search on any kind of board.
struct ExactSearch<'a> {
    path: CpuPath,
    threads: usize,
    query: &'a Query<'a>,
    /// The limits and the clock.
    budget: &'a Budget<'a>,
    /// A list to surpass; `None` if none is known.
    start: Option<Found>,
    report: &'a dyn Report,
}

impl BoardKernel for ExactSearch<'_> {
    type Out = Outcome;
    const KINDS: &'static [Kind] = KINDS;

    #[inline(always)]
    fn run<C: Cpu, B: BoardRepr>(self, cpu: C, board: B) -> Outcome {
        let ExactSearch { query, budget, .. } = self;
        let grid = query.grid();
        let heap = heap_of::<B>(grid);
        // The bytes of the boards on the longest path of clicks, one board for each click.
        let stack = (grid.tiles() / 2 + 1).saturating_mul(size_of::<B>() + heap);
        if stack > budget.limits.memory.max(1 << 22) {
            return Outcome::stopped(query, self.start, query.ceiling(), StopReason::Memory);
        }
        let run = ScoreSearch { board, search: self };
        match query.goal {
            Goal::Clear => cpu.call(ClearSearch(run)),
            _ => cpu.call(run),
        }
    }
}
