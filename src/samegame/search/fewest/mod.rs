//! Exact search for the fewest clicks that clear a board.
//!
//! The search tries one number of clicks after the other, upwards from a lower bound. For each number, boards are
//! expanded in layers by the clicks that lead to them. A board is skipped if these clicks plus its lower bound exceed
//! the number. If the sum equals the number, each further click has to lower the bound, and hardly any click does: such
//! boards are searched at once and not stored. So the last layers, which would be the largest, are never built.
//!
//! - `board`: boards of up to 64 cells, and their clicks
//! - `bound`: lower bounds on the clicks that clear a board
//! - `clicks`: the boards after all clicks on a board
//! - `layers`: the search for a number of clicks; `expand`: the expansion of some boards

mod board;
mod bound;
mod clicks;
mod expand;
mod layers;
#[cfg(test)]
mod tests;

use super::exact::Workers;
use super::{Found, Outcome, Query, Report};
use crate::bits::cpu::{Cpu, Kernel, dispatch};
use crate::rules::control::Budget;
use board::{LaneBoard, Shape};
use bound::{NEVER, lower_bound};
use expand::{Meter, Scope};
use layers::TargetEnd;

/// Searches for the fewest clicks that clear a board, fewer than in the list `known`. Returns `None` if the board has
/// more than 64 cells, 63 rows or 7 colours.
///
/// The answer does not depend on the CPU path, nor on the number of threads, unless the clock or the stop flag ends the
/// search. One thread searches if nodes are limited.
///
/// # Panics
/// If the machine lacks the path.
pub(super) fn fewest_within(
    Workers { path, threads }: Workers,
    query: &Query,
    budget: &Budget,
    known: Option<&Found>,
    report: &dyn Report,
) -> Option<Outcome> {
    let (shape, board) = Shape::of(query.grid(), &query.rules)?;
    let threads = if budget.limits.nodes.is_some() { 1 } else { threads.max(1) };
    let scope = Scope { shape, meter: Meter::new(budget, report), threads };
    Some(dispatch(path, FewestSearch { scope, board, query, known }))
}

struct FewestSearch<'a> {
    scope: Scope<'a>,
    board: LaneBoard,
    query: &'a Query<'a>,
    known: Option<&'a Found>,
}

impl<C: Cpu> Kernel<C> for FewestSearch<'_> {
    type Out = Outcome;

    #[inline(always)]
    fn run(self, cpu: C) -> Outcome {
        let FewestSearch { scope, board, query, known } = self;
        let Scope { shape, meter, .. } = &scope;
        let most = board.occupied().count_ones() / shape.min_group;
        let mut target = lower_bound(shape, &board);
        let outcome = loop {
            if let Some(known) = known.filter(|known| known.clicks.len() <= target as usize) {
                break Outcome::proven(query, known.clone());
            }
            // Each click removes at least a smallest group, so no list has more than `most` clicks.
            if target == NEVER || (known.is_none() && target > most) {
                break Outcome::infeasible();
            }
            match scope.search(cpu, board, target) {
                TargetEnd::Found(clicks) => {
                    let clicks = clicks.into_iter().map(|at| shape.cell(at.into())).collect();
                    let found = Found::replay(query.grid(), query.rules, clicks);
                    let found = found.expect("clicks that were played can be played");
                    meter.report.improved(meter.nodes(), &found);
                    break Outcome::proven(query, found);
                }
                TargetEnd::Stopped(reason) => {
                    break Outcome::stopped(query, known.cloned(), -i64::from(target), reason);
                }
                TargetEnd::Refuted(true) => target = NEVER,
                TargetEnd::Refuted(false) => target += 1,
            }
        };
        outcome.after(meter.nodes(), meter.nodes())
    }
}
