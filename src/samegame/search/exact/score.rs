//! The search for the game with the highest value: from a query to an outcome.

use super::ExactSearch;
use super::layers::{self, Layers, LayersEnd, LayersResult};
use super::monitor::SearchMonitor;
use super::tree::Tree;
use crate::bits::cpu::{Cpu, Kernel};
use crate::rules::{Colour, StopReason};
use crate::samegame::repr::BoardRepr;
use crate::samegame::search::Outcome;
use crate::samegame::search::exact::points::{NEVER, PointTable};

/// A search for the game with the highest value: one search for each table of points.
pub struct ScoreSearch<'a, B> {
    pub board: B,
    pub search: ExactSearch<'a>,
}

impl<C: Cpu, B: BoardRepr> Kernel<C> for ScoreSearch<'_, B> {
    type Out = Outcome;

    #[inline(always)]
    fn run(mut self, cpu: C) -> Outcome {
        let ExactSearch { query, budget, report, .. } = self.search;
        let grid = query.grid();
        let counts: Vec<usize> = (0..grid.colours()).map(|colour| grid.count(colour as Colour)).collect();
        let mut monitor = SearchMonitor::new(query, budget, report, self.search.start.take());
        let mut tables = PointTable::all(query).into_iter();
        let (mut bound, mut stopped) = (i64::MIN, None);
        for table in tables.by_ref() {
            let (most, reason) = self.search(cpu, &table, &mut monitor);
            (bound, stopped) = (bound.max(table.true_bound(most)), reason);
            if stopped.is_some() {
                break;
            }
        }
        for table in tables {
            bound = bound.max(table.true_bound(table.upper_bound(&counts)));
        }
        let SearchMonitor { found, found_at, nodes_before, .. } = monitor;
        let outcome = match stopped {
            None => Outcome::proven(query, found.expect("a complete search has finished a game")),
            Some(reason) => {
                // A list may be better than the bound on the boards that were not searched.
                let best = found.as_ref().map_or(i64::MIN, |found| query.value(found));
                Outcome::stopped(query, found, bound.max(best).min(query.ceiling()), reason)
            }
        };
        outcome.after(nodes_before, found_at)
    }
}

impl<B: BoardRepr> ScoreSearch<'_, B> {
    /// Searches for the best game by a table of points. Returns a bound, and the reason if the search ended early. No
    /// game surpasses both the bound and the best list so far.
    #[inline(always)]
    fn search<C: Cpu>(
        &mut self,
        cpu: C,
        table: &PointTable,
        monitor: &mut SearchMonitor<'_>,
    ) -> (i64, Option<StopReason>) {
        let ExactSearch { query, budget, .. } = self.search;
        if let Some(LayersResult { end, better, nodes }) = self.by_layers(table, monitor) {
            monitor.follow(nodes, better);
            match end {
                LayersEnd::Full | LayersEnd::Narrow => {}
                LayersEnd::Proven => return (NEVER, None),
                LayersEnd::Stopped(reason, bound) => return (bound, Some(reason)),
            }
        }
        let floor = monitor.found.as_ref().map_or(-table.range(), |found| table.value_of(found));
        let mut tree = Tree::new(&self.board, table.clone(), query, budget);
        let proved = tree.run(cpu, &self.board, floor, monitor);
        monitor.count(proved.nodes);
        (proved.bound.max(proved.best), proved.stopped)
    }

    /// Runs a search by layers, if the board is suitable, there is a list to surpass, and nodes are not limited: a
    /// limit on nodes could end the search only after a whole layer.
    fn by_layers(&self, table: &PointTable, monitor: &SearchMonitor<'_>) -> Option<LayersResult> {
        let ExactSearch { path, threads, query, budget, report, .. } = self.search;
        let free = budget.limits.nodes.is_none() && query.target.is_none();
        if !free || !B::IS_PACKED || !layers::fits(query.grid(), table) {
            return None;
        }
        let (floor, widths) = (table.value_of(monitor.found.as_ref()?), layers::widths(query.grid()));
        Some(Layers { query, scores: table.clone(), floor, widths, threads, budget, report }.run(path))
    }
}
