//! The highest score, from question to outcome.

use super::team::{self, Member};
use super::tree::Stop;
use super::watcher::Watcher;
use crate::base::StopReason;
use crate::bits::cpu::{Cpu, Job};
use crate::samegame::board::AtRest;
use crate::samegame::search::exact::points::Worth;
use crate::samegame::search::gate::Gate;
use crate::samegame::search::{Found, Outcome, Query, Report};

/// The most work for a bound of the whole board: most boards of 15×15 and 5 colours take less, in about a second.
const WORK: usize = 80_000_000;

/// The work for each node, where nodes are limited: the bound should take little longer than they do.
const PER_NODE: usize = 500;

/// The part of the time after which no better bound is looked for.
const SHARE: f64 = 0.02;

/// A search for the highest score.
pub struct ScoreSearch<'a, B> {
    /// The board.
    pub board: B,
    /// Bytes that it has outside itself.
    pub heap: usize,
    /// How many threads search.
    pub threads: usize,
    /// What is asked.
    pub query: &'a Query<'a>,
    /// What may be spent.
    pub gate: &'a Gate<'a>,
    /// A list to surpass.
    pub start: Option<Found>,
    /// Who gets the reports.
    pub report: &'a dyn Report,
}

impl<B: AtRest> Job for ScoreSearch<'_, B> {
    type Out = Outcome;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Outcome {
        let ScoreSearch { board, heap, threads, query, gate, start, report } = self;
        let worth = Worth::new(query.rules, query.grid().tiles());
        let known = start.as_ref().and_then(|found| worth.of_list(query.grid(), &found.clicks));
        let (tree, helpers) = team::trees_of((&board, heap), worth, query, gate, threads);
        tree.race().start(known.unwrap_or(i32::MIN / 2));
        let lead = Member { board: &board, tree, watcher: Watcher::new(query, gate, report, start) };
        let helpers = team::helpers_of(helpers, &board, query, gate, report);
        let ((proved, Member { mut tree, watcher, .. }), helpers) = team::search(cpu, lead, helpers);
        let Watcher { mut found, mut found_at, .. } = watcher;
        let mut nodes = proved.nodes;
        for (by_helper, Member { watcher, .. }) in helpers {
            nodes += by_helper.nodes;
            // A lead that comes to its end has as good a list.
            if watcher.found.as_ref().map(|found| found.score) > found.as_ref().map(|found| found.score) {
                (found, found_at) = (watcher.found, watcher.found_at);
            }
        }
        let outcome = match proved.stopped {
            None => {
                Outcome::proven(query, found.expect("a search that comes to its end has finished a game"))
            }
            Some(stop) => {
                // A clock ends it soon enough. Without one few nodes should not wait for a bound.
                let nodes = gate.limits.nodes.filter(|_| !gate.timed()).map(usize::try_from);
                let work =
                    nodes.and_then(Result::ok).map_or(WORK, |nodes| nodes.saturating_mul(PER_NODE).min(WORK));
                let ceiling =
                    tree.ceiling(cpu, &board, work, &mut || gate.ask().is_some() || gate.past(SHARE));
                let bound = proved.bound.max(proved.best).min(ceiling);
                // What was cut off the bonus may not be in it.
                let bound = tree.worth().full(bound).min(query.ceiling());
                let reason = match stop {
                    Stop::Limit(reason) => reason,
                    Stop::Enough => StopReason::Target,
                };
                Outcome::stopped(query, found, bound, reason)
            }
        };
        outcome.after(nodes, found_at)
    }
}
