//! The search for the highest score: from a query to an outcome.

use super::Search;
use super::layers::{self, End, Layers, LayersResult};
use super::monitor::{SearchMonitor, Stop};
use super::tree::Tree;
use crate::bits::cpu::{Cpu, Kernel};
use crate::rules::StopReason;
use crate::samegame::repr::BoardRepr;
use crate::samegame::search::Outcome;
use crate::samegame::search::exact::points::PointTable;

/// A search for the highest score.
pub struct ScoreSearch<'a, B> {
    pub board: B,
    pub search: Search<'a>,
}

impl<C: Cpu, B: BoardRepr> Kernel<C> for ScoreSearch<'_, B> {
    type Out = Outcome;

    #[inline(always)]
    fn run(mut self, cpu: C) -> Outcome {
        let Search { query, budget, report, .. } = self.search;
        let scores = PointTable::for_query(query);
        let (mut before, mut found_before) = (0, 0);
        if let Some(LayersResult { end, better, nodes }) = self.by_layers(&scores) {
            before = nodes;
            if let Some(better) = better {
                (found_before, self.search.start) = (better.0, Some(better.1));
            }
            match end {
                End::Full | End::Narrow => {}
                End::Proven => {
                    let best = self.search.start.expect("a search by layers has a start list");
                    return Outcome::proven(query, best).after(nodes, found_before);
                }
                End::Stopped(reason, bound) => {
                    let bound = scores.uncapped(bound).min(query.ceiling());
                    return Outcome::stopped(query, self.search.start, bound, reason)
                        .after(nodes, found_before);
                }
            }
        }
        let known = self.known(&scores);
        let mut monitor = SearchMonitor::new(query, budget, report, self.search.start.take());
        let mut tree = Tree::new(&self.board, scores, query, budget);
        let proved = tree.run(cpu, &self.board, known.unwrap_or(i32::MIN / 2), &mut monitor);
        monitor.report_nodes(proved.nodes);
        let SearchMonitor { found, found_at, .. } = monitor;
        let outcome = match proved.stopped {
            None => Outcome::proven(query, found.expect("a complete search has finished a game")),
            Some(stop) => {
                // The capped part of the bonus may not be included.
                let bound = tree.scores().uncapped(proved.bound.max(proved.best)).min(query.ceiling());
                let reason = match stop {
                    Stop::Limit(reason) => reason,
                    Stop::Enough => StopReason::Target,
                };
                Outcome::stopped(query, found, bound, reason)
            }
        };
        let found_at = if found_at > 0 { before + found_at } else { found_before };
        outcome.after(before + proved.nodes, found_at)
    }
}

impl<B: BoardRepr> ScoreSearch<'_, B> {
    /// Returns the value of the list to surpass.
    fn known(&self, scores: &PointTable) -> Option<i32> {
        self.search
            .start
            .as_ref()
            .and_then(|found| scores.score_list(self.search.query.grid(), &found.clicks))
    }

    /// Runs a search by layers, if the board is suitable, there is a list to surpass, and nodes are not
    /// limited: such a limit could end only after a whole layer.
    fn by_layers(&self, scores: &PointTable) -> Option<LayersResult> {
        let Search { path, threads, query, budget, report, .. } = self.search;
        let free = budget.limits.nodes.is_none() && query.target.is_none();
        if !free || !B::IS_PACKED || !layers::fits(query.grid(), scores) {
            return None;
        }
        let (scores, floor, widths) = (scores.clone(), self.known(scores)?, layers::widths(query.grid()));
        Some(Layers { query, scores, floor, widths, threads, budget, report }.run(path))
    }
}
