//! Several searches of one board one after the other, with one outcome.

use super::anneal::{self, anneal_within};
use super::budget::{Budget, Clock};
use super::exact::{self, Workers, exact_within};
use super::fit::SearchError;
use super::outcome::{Found, Outcome, Query, Report};
use super::request::{Method, Request};
use super::sampling::nrpa::{self, NrpaSettings};
use super::sampling::{NestedSettings, sample_within};
use crate::rules::StopReason;
use crate::rules::control::SearchLimits;

/// Playouts of a sampling search without any limit on a board of 225 tiles; fewer on larger boards, which take
/// longer.
pub const DEFAULT_PLAYOUTS: u64 = 100_000;

/// Tiles of the board that numbers of steps refer to.
const REFERENCE_TILES: u64 = 225;

/// Most tiles of a board for which a proof of the highest score is attempted.
pub(super) const PROOF_TILES: usize = 100;

/// Scales a number of steps on a board of 225 tiles to a number that takes about as long on a larger board:
/// both the steps of a game and the time of each grow with the tiles.
pub(super) fn scaled(steps: u64, query: &Query) -> u64 {
    let tiles = (query.grid().tiles() as u64).max(REFERENCE_TILES);
    (u128::from(steps) * u128::from(REFERENCE_TILES).pow(2) / u128::from(tiles).pow(2)).max(4) as u64
}

pub(super) fn annealed(
    query: &Query,
    request: &Request,
    limits: &SearchLimits,
    clock: Option<Clock>,
    report: &dyn Report,
) -> Result<Outcome, SearchError> {
    let settings = anneal::AnnealSettings {
        seed: request.seed,
        threads: request.threads,
        from: request.from.map_or(&[], |found| &found.clicks),
        time: request.time,
        path: request.path,
        ..anneal::AnnealSettings::default()
    };
    anneal_within(query, &settings, &Budget::new(limits, clock), report)
}

pub(super) fn sampled(
    query: &Query,
    request: &Request,
    limits: &SearchLimits,
    clock: Option<Clock>,
    report: &dyn Report,
) -> Result<Outcome, SearchError> {
    let endless = limits.nodes.is_none() && clock.is_none();
    let nodes = if endless { Some(scaled(DEFAULT_PLAYOUTS, query)) } else { limits.nodes };
    let limits = &SearchLimits { nodes, ..*limits };
    let budget = &Budget::new(limits, clock);
    let nested = match request.method {
        Method::Nested => true,
        Method::Auto => !nrpa::fits(query.grid()),
        _ => false,
    };
    let outcome = if nested {
        let settings = NestedSettings { seed: request.seed, ..NestedSettings::default() };
        sample_within(request.path, query, &settings, budget, request.threads, report)?
    } else {
        let settings = NrpaSettings { seed: request.seed, ..NrpaSettings::default() };
        sample_within(request.path, query, &settings, budget, request.threads, report)?
    };
    let default_limit =
        |reason| if endless && reason == StopReason::Nodes { StopReason::Trials } else { reason };
    Ok(Outcome { stopped_by: outcome.stopped_by.map(default_limit), ..outcome })
}

/// Several searches of one board one after the other, within common limits.
pub(super) struct Portfolio<'a> {
    query: &'a Query<'a>,
    request: &'a Request<'a>,
    limits: &'a SearchLimits<'a>,
    report: &'a dyn Report,
    outcome: Option<Outcome>,
    known: Option<&'a Found>,
}

impl<'a> Portfolio<'a> {
    /// Creates a portfolio without any search yet; `known` is a list to surpass.
    pub(super) fn new(
        query: &'a Query<'a>,
        request: &'a Request<'a>,
        limits: &'a SearchLimits<'a>,
        known: Option<&'a Found>,
        report: &'a dyn Report,
    ) -> Self {
        Portfolio { query, request, limits, report, outcome: None, known }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.outcome.as_ref().map_or(0, |outcome| outcome.nodes)
    }

    /// Returns the best list so far.
    fn best(&self) -> Option<&Found> {
        let found = self.outcome.as_ref().and_then(|outcome| outcome.found.as_ref());
        let value = |found| self.query.value(found);
        found.into_iter().chain(self.known).reduce(|a, b| if value(b) > value(a) { b } else { a })
    }

    /// Returns the nodes that are left of the limit.
    fn remaining(&self) -> Option<u64> {
        self.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes()))
    }

    fn report_later(&self) -> OffsetReport<'_> {
        OffsetReport { after: self.nodes(), report: self.report }
    }

    /// Runs branch and bound with this many nodes, or all that are left. Returns `true` if nothing is left to
    /// do.
    pub(super) fn exact(&mut self, nodes: Option<u64>, threads: usize) -> Result<bool, SearchError> {
        let nodes = nodes.into_iter().chain(self.remaining()).min();
        let limits = SearchLimits { nodes, ..*self.limits };
        let budget = Budget::new(&limits, self.request.time);
        let on = Workers { path: self.request.path, threads };
        let outcome = exact_within(on, self.query, &budget, self.best(), &self.report_later())?;
        Ok(self.add(outcome))
    }

    /// Runs branch and bound on all threads until this part of the time is over. Returns `true` if nothing is left to do.
    pub(super) fn exact_until(&mut self, share: f64) -> Result<bool, SearchError> {
        let clock = self.request.time.map(|part| move || part() / share);
        let budget = Budget::new(self.limits, clock.as_ref().map(|clock| clock as _));
        let on = Workers { path: self.request.path, threads: self.request.threads };
        let outcome = exact_within(on, self.query, &budget, self.best(), &self.report_later())?;
        Ok(self.add(outcome))
    }

    /// Like [`exact`](Self::exact), but skips boards that are too large. Runs on several threads if the clock
    /// sets the limit, since the answer depends on it anyway.
    pub(super) fn exact_within_share(&mut self, nodes: u64) -> Result<bool, SearchError> {
        if !exact::fits(self.query.grid()) {
            return Ok(false);
        }
        let by_clock = self.limits.nodes.is_none() && self.request.time.is_some();
        self.exact(Some(nodes), if by_clock { self.request.threads } else { 1 })
    }

    /// Anneals with this many trials, or until a limit. Returns `true` if nothing is left to do.
    pub(super) fn anneal(&mut self, trials: Option<u64>) -> Result<bool, SearchError> {
        let nodes = match (trials, self.remaining()) {
            (Some(trials), left) => Some(left.map_or(trials, |left| left.min(trials))),
            (None, left) => left,
        };
        let limits = SearchLimits { nodes, ..*self.limits };
        // On a large board, a list of the short first search is worth no more than a random one.
        let known = self.best().filter(|_| self.query.grid().tiles() <= PROOF_TILES);
        let from = known.or(self.request.from).cloned();
        // A warm-up does not follow the clock's schedule, but ends with it.
        let time = self.request.time.filter(|_| trials.is_none());
        let request = Request { from: from.as_ref(), time, ..*self.request };
        let search = if anneal::fits(self.query.grid()) { annealed } else { sampled };
        let outcome = search(self.query, &request, &limits, self.request.time, &self.report_later())?;
        Ok(self.add(outcome))
    }

    /// Adds the outcome of a search. Returns `true` if nothing is left to do.
    fn add(&mut self, outcome: Outcome) -> bool {
        let outcome = match self.outcome.take() {
            Some(before) => best_of(self.query, before, outcome),
            None => outcome,
        };
        let enough = outcome.found.as_ref().is_some_and(|found| self.query.suffices(found));
        let stopped = self.limits.stop.raised().is_some();
        let used_up = self.limits.nodes.is_some_and(|nodes| outcome.nodes >= nodes);
        let done = outcome.is_proven() || enough || stopped || used_up;
        self.outcome = Some(outcome);
        done
    }

    /// Returns the outcome, with the limit that ended the search.
    pub(super) fn finish(self) -> Outcome {
        let outcome = self.outcome.expect("a search was made");
        let enough = outcome.found.as_ref().is_some_and(|found| self.query.suffices(found));
        let target = enough.then_some(StopReason::Target);
        let used_up = self.limits.nodes.filter(|&nodes| outcome.nodes >= nodes).map(|_| StopReason::Nodes);
        let by_clock = self.request.time.filter(|part| part() >= 1.0).map(|_| StopReason::Time);
        let limit = target.or(self.limits.stop.raised()).or(used_up).or(by_clock);
        let stopped_by = outcome.stopped_by.map(|by| limit.unwrap_or(by));
        Outcome { stopped_by, ..outcome }
    }
}

/// Combines the outcomes of two searches one after the other: the better list, the lower bound, the nodes of
/// both, and the limit of the second.
pub(super) fn best_of(query: &Query, first: Outcome, second: Outcome) -> Outcome {
    let nodes = first.nodes + second.nodes;
    let (at_first, at_second) = (first.found_at, first.nodes + second.found_at);
    if second.is_proven() {
        return second.after(nodes, at_second);
    }
    let bounds = [first.bound, second.bound].into_iter().flatten();
    let bound = bounds.map(|bound| query.bound_of_value(bound)).min();
    let by = second.stopped_by.or(first.stopped_by).unwrap_or(StopReason::Trials);
    let value = |found: &Option<Found>| found.as_ref().map(|found| query.value(found));
    let (found, at) = match value(&second.found) > value(&first.found) {
        true => (second.found, at_second),
        false => (first.found, at_first),
    };
    Outcome::stopped(query, found, bound.unwrap_or(query.ceiling()), by).after(nodes, at)
}

/// Reports the second of two searches, with the nodes of the first added.
struct OffsetReport<'a> {
    after: u64,
    report: &'a dyn Report,
}

impl Report for OffsetReport<'_> {
    fn improved(&self, nodes: u64, found: &Found) {
        self.report.improved(self.after + nodes, found);
    }

    fn advanced(&self, nodes: u64) {
        self.report.advanced(nodes);
    }
}
