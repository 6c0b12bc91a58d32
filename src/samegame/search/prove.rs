//! The search that can prove the answer to a query, by goal, rules and size.

use super::budget::Budget;
use super::exact::{Workers, exact_within};
use super::family;
use super::fewest::fewest_within;
use super::fit::SearchError;
use super::similar;
use super::{Found, Goal, Outcome, Query, Report};
use crate::rules::{Refusal, Rules};

/// A search that proves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Proof {
    /// The fewest clicks, by layers.
    Fewest,
    /// Branch and bound by these rules, which are those of the query or similar ones.
    Tree(Rules),
    /// Depth-first search by any rules.
    Family,
}

/// Most tiles of a board whose every list is searched by the true rules instead of similar ones.
const FAMILY_TILES: usize = 40;

impl Proof {
    /// Chooses the search for a query.
    fn of(query: &Query) -> Proof {
        let usual = match query.goal {
            Goal::Score => query.rules.is_classic(),
            Goal::Clear | Goal::Left => query.rules.plays_as_usual(),
            Goal::Fewest => return Proof::Fewest,
            Goal::Biggest => false,
        };
        let similar = || similar::rules(query).filter(|_| query.grid().tiles() > FAMILY_TILES);
        if usual { Proof::Tree(query.rules) } else { similar().map_or(Proof::Family, Proof::Tree) }
    }
}

/// Searches for a list that surpasses a known one, and for the proof that there is none.
///
/// # Errors
/// If the board is too large.
pub(super) fn prove_within(
    workers: Workers,
    query: &Query,
    budget: &Budget,
    known: Option<&Found>,
    report: &dyn Report,
) -> Result<Outcome, SearchError> {
    Refusal::check_exact(query.grid(), &query.rules, query.goal)?;
    match Proof::of(query) {
        Proof::Fewest => fewest_within(workers, query, budget, report, known)
            .ok_or(Refusal::TooLargeFor("64 cells").into()),
        Proof::Family => Ok(family::search(workers.path, query, budget, report, known)),
        Proof::Tree(rules) if rules == query.rules => exact_within(workers, query, budget, known, report),
        Proof::Tree(rules) => {
            let plays = Query { rules, target: None, ..*query };
            let replay = |found: &Found| Found::replay(query.grid(), query.rules, found.clicks.clone()).ok();
            let outcome = exact_within(workers, &plays, budget, known, &Replayed(&replay, report))?;
            let found = outcome.found.as_ref().and_then(replay);
            let bound = outcome.bound.map_or(i64::MAX, |bound| similar::true_bound(query, rules, bound));
            let by = outcome.stopped_by.unwrap_or(crate::rules::StopReason::Trials);
            let (nodes, at) = (outcome.nodes, outcome.found_at);
            Ok(Outcome::stopped(query, found, bound, by).after(nodes, at))
        }
    }
}

/// Reports lists that were found by other rules.
struct Replayed<'a, F>(&'a F, &'a dyn Report);

impl<F: Fn(&Found) -> Option<Found> + Sync> Report for Replayed<'_, F> {
    fn improved(&self, nodes: u64, found: &Found) {
        if let Some(found) = self.0(found) {
            self.1.improved(nodes, &found);
        }
    }

    fn advanced(&self, nodes: u64) {
        self.1.advanced(nodes);
    }
}
