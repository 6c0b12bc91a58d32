//! Exact search for the fewest clicks that clear a board.
//!
//! The search tries one number of clicks after the other, from a lower bound on. For each number, boards are expanded
//! in layers by the number of clicks before. A board is skipped if the clicks before and its lower bound exceed the
//! number. If they are equal, each click has to lower the bound, so that hardly any comes into question: such boards are
//! searched at once and not stored. So the last layers, which would be the largest, are never built.
//!
//! - `board`: boards of up to 64 cells, and their clicks
//! - `bound`: lower bounds on the clicks
//! - `clicks`: the boards after all clicks on a board
//! - `layers`: the search for a number of clicks; `expand`: the expansion of some boards

mod board;
mod bound;
mod clicks;
mod expand;
mod layers;
#[cfg(test)]
mod tests;

use super::budget::Budget;
use super::exact::Workers;
use crate::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
use crate::rules::control::SearchLimits;
use crate::rules::grid::Grid;
use crate::rules::{Cell, Rules, StopReason};
use board::{Board, Shape};
use bound::{NEVER, lower_bound};
use expand::Meter;
use layers::{End, Layers};
use std::sync::atomic::{AtomicU64, Ordering};

/// Boards between two progress reports.
const REPORT_INTERVAL: u64 = 1 << 17;

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// The shortest list that clears the board, if it is shorter than the known one.
    pub best: Option<Vec<Cell>>,
    /// The proven lower bound on the clicks; `None` if the board cannot be cleared.
    pub bound: Option<u32>,
    /// The limit that ended the search. Otherwise the bound is the fewest clicks.
    pub stop: Option<StopReason>,
    /// The boards that were expanded.
    pub nodes: u64,
}

/// Returns whether a board is small enough to be searched.
pub(super) fn fits(grid: &Grid, rules: &Rules) -> bool {
    Shape::of(grid, rules).is_some()
}

/// Searches for the fewest clicks that clear a board. Returns `None` if the board has more than 64 cells,
/// 63 rows or 7 colours, or tiles that could fall without a click.
///
/// `known` is a list that clears the board; it is ignored if it does not. The answer does not depend on the CPU path.
///
/// # Panics
/// If the machine lacks the path.
pub fn fewest(
    path: CpuPath,
    grid: &Grid,
    rules: &Rules,
    known: Option<&[Cell]>,
    limits: &SearchLimits,
) -> Option<Fewest> {
    fewest_within(Workers { path, threads: 1 }, grid, rules, known, &Budget::new(limits, None), &|_| {})
}

/// Like [`fewest`], with a clock, and on several threads. The answer does not depend on the number of threads, unless the
/// clock or the flag ends the search. One thread searches if nodes are limited. `advanced` is called with the number of
/// boards that were expanded since the last call.
pub(super) fn fewest_within(
    Workers { path, threads }: Workers,
    grid: &Grid,
    rules: &Rules,
    known: Option<&[Cell]>,
    budget: &Budget,
    advanced: &dyn Fn(u64),
) -> Option<Fewest> {
    let (shape, board) = Shape::of(grid, rules)?;
    let threads = if budget.limits.nodes.is_some() { 1 } else { threads.max(1) };
    Some(dispatch(path, FewestSearch { shape, board, known, threads, budget, advanced }))
}

/// A search for the fewest clicks.
struct FewestSearch<'a> {
    shape: Shape,
    board: Board,
    known: Option<&'a [Cell]>,
    threads: usize,
    budget: &'a Budget<'a>,
    advanced: &'a dyn Fn(u64),
}

impl<C: Cpu> Kernel<C> for FewestSearch<'_> {
    type Out = Fewest;

    #[inline(always)]
    fn run(self, cpu: C) -> Fewest {
        let FewestSearch { shape, board, known, threads, budget, advanced } = self;
        let most = board.occupied().count_ones() / shape.min_group;
        let known = known.filter(|list| shape.clears(cpu, &board, list)).map(|list| list.len() as u32);
        let meter = Meter::new(budget);
        let nodes = || meter.nodes();
        let reported = AtomicU64::new(0);
        let advanced = || {
            let new = nodes() - reported.load(Ordering::Relaxed);
            if new >= REPORT_INTERVAL {
                reported.fetch_add(new, Ordering::Relaxed);
                advanced(new);
            }
        };
        let memory = budget.limits.memory;
        let layers = Layers { shape: &shape, meter: &meter, threads, memory, advanced: &advanced };
        let mut target = lower_bound(&shape, &board);
        loop {
            // A list removes at least a smallest group with each click.
            if target == NEVER || (known.is_none() && target > most) {
                return Fewest { best: None, bound: None, stop: None, nodes: nodes() };
            }
            if known.is_some_and(|known| known <= target) {
                return Fewest { best: None, bound: known, stop: None, nodes: nodes() };
            }
            match layers.search(cpu, board, target) {
                End::Found(clicks) => {
                    let best = Some(clicks.into_iter().map(|at| shape.cell(at.into())).collect());
                    return Fewest { best, bound: Some(target), stop: None, nodes: nodes() };
                }
                End::Stopped(reason) => {
                    return Fewest { best: None, bound: Some(target), stop: Some(reason), nodes: nodes() };
                }
                End::Refuted(true) => target = NEVER,
                End::Refuted(false) => target += 1,
            }
        }
    }
}
