//! Searches for the whole SameGame family: any rules, and any goal.
//!
//! The searches for the usual rules rely on what these guarantee: superadditive points, groups of two or more tiles,
//! columns that close. The searches here rely on nothing but the rules.
//!
//! - this file: the order of the searches
//! - `anneal`: annealing over lists of clicks; `objective`: the function that it maximises
//! - `exact`: depth-first search of every list of a small board
//! - `tile_board`: a board for lists that name tiles

mod anneal;
mod exact;
mod objective;
mod tile_board;

use super::anneal::fits as anneal_as_usual_fits;
use super::budget::Budget;
use super::exact::Workers;
use super::fewest::{self, fewest_within};
use super::fit::SearchError;
use super::outcome::{Found, Outcome, Query, Report};
use super::portfolio::annealed;
use super::request::{Method, Request};
use crate::rules::control::SearchLimits;
use crate::rules::{Goal, Random, Rules, Score, StopReason, Threads, lock};
use anneal::{Chain, ChainResult};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Chains of a search whose result must not depend on the number of threads.
const CHAINS: usize = 4;

/// Trials of a chain before the exact search, on boards of up to 64 tiles; fewer on larger boards.
const WARMUP_TRIALS: u64 = 20_000;

/// Trials of a chain without any limit, on boards of up to 64 tiles; fewer on larger boards.
const TRIALS: u64 = 500_000;

/// The most tiles of a board that is searched by the exact search unless it is requested.
const PROOF_TILES: usize = 100;

/// Boards of the exact search without any limit.
const PROOF_NODES: u64 = 3_000_000;

/// Boards that are mostly proven with this many nodes, without a first list.
const SMALL_TILES: usize = 30;
const SMALL_NODES: u64 = 10_000;

/// Trials of the annealer for the usual rules before the other searches, on boards of up to 64 tiles.
const RELATED_TRIALS: u64 = 200_000;

/// The part of the time after which the exact search gives way to annealing.
const PROOF_SHARE: f64 = 0.6;

/// Searches a board that has a legal click.
///
/// # Errors
/// If the method is not one for every rule, or the board is too large for it.
pub(super) fn solve(
    query: &Query,
    request: &Request,
    budget: &Budget,
    known: Option<&Found>,
    report: &dyn Report,
) -> Result<Outcome, SearchError> {
    let tiles = query.grid().tiles();
    if matches!(request.method, Method::Nrpa | Method::Nested) {
        return Err(SearchError::UsualRulesOnly);
    }
    if request.method == Method::Exact {
        let (fits, most) = match query.goal {
            Goal::Fewest => {
                (fewest::fits(query.grid(), &query.rules), "64 cells and 7 colours for the fewest clicks")
            }
            _ => (tiles <= exact::MAX_TILES, "256 tiles for these rules or this goal"),
        };
        if !fits {
            return Err(SearchError::TooLargeFor(most));
        }
    }
    let mut search = Search {
        query,
        request,
        budget,
        report,
        best: known.cloned(),
        ceiling: query.ceiling(),
        proven: false,
        nodes: 0,
        found_at: 0,
    };
    let nodes = budget.limits.nodes;
    let part = |of: u64| nodes.map(|nodes| nodes / of);
    let scaled = |trials: u64| (trials * 64 / tiles.max(64) as u64).max(100);
    let endless = nodes.is_none() && !budget.is_timed();
    if nodes == Some(0) {
        return Ok(search.finish());
    }
    let small = tiles <= SMALL_TILES && request.method != Method::Anneal;
    if small && search.exact(Some(SMALL_NODES.min(part(2).unwrap_or(u64::MAX))), PROOF_SHARE) {
        return Ok(search.finish());
    }
    // A list for another goal is better to start from than a random one where few random ones are tried.
    let related = related(query);
    if let Some((goal, rules)) = related.filter(|_| tiles > PROOF_TILES) {
        let trials = scaled(RELATED_TRIALS).min(part(8).unwrap_or(u64::MAX));
        if search.anneal_as_usual(goal, rules, trials)? {
            return Ok(search.finish());
        }
    }
    let warm_up = scaled(WARMUP_TRIALS).min(part(8).unwrap_or(u64::MAX) / CHAINS as u64 + 1);
    if search.anneal(Some(warm_up), CHAINS) {
        return Ok(search.finish());
    }
    if request.method == Method::Exact {
        search.exact(search.remaining(), 1.0);
        return Ok(search.finish());
    }
    if request.method == Method::Auto && tiles <= PROOF_TILES {
        let most = part(2).or(endless.then_some(PROOF_NODES));
        // A search for the fewest clicks ends with a shorter list, or with a higher bound.
        let share = if query.goal == Goal::Fewest { 0.9 } else { PROOF_SHARE };
        if search.exact(most, share) {
            return Ok(search.finish());
        }
    }
    match search.remaining() {
        Some(left) => search.anneal(Some(left.div_ceil(CHAINS as u64)), CHAINS),
        None if endless => search.anneal(Some(scaled(TRIALS)), CHAINS),
        None => search.anneal(None, request.threads),
    };
    Ok(search.finish())
}

/// Returns a goal and classic rules whose lists are good ones to start from, where boards change as usual: any list that clears
/// the board for the fewest clicks, the squares of all removals for the largest one.
fn related(query: &Query) -> Option<(Goal, Rules)> {
    match query.goal {
        _ if !query.rules.plays_as_usual() || !anneal_as_usual_fits(query.grid()) => None,
        Goal::Fewest => Some((Goal::Clear, Rules::USUAL)),
        Goal::Biggest => Some((Goal::Score, Rules { score: Score::Sq, clear_bonus: 0, ..Rules::USUAL })),
        Goal::Score | Goal::Clear | Goal::Left => None,
    }
}

/// Reports lists of another query by the rules of this one.
struct Related<'a> {
    query: &'a Query<'a>,
    /// The nodes before the search.
    after: u64,
    report: &'a dyn Report,
}

impl Report for Related<'_> {
    fn improved(&self, nodes: u64, found: &Found) {
        if let Ok(found) = Found::replay(self.query.grid(), self.query.rules, found.clicks.clone()) {
            self.report.improved(self.after + nodes, &found);
        }
    }

    fn advanced(&self, nodes: u64) {
        self.report.advanced(nodes);
    }
}

/// Several searches of one board, one after the other.
struct Search<'a> {
    query: &'a Query<'a>,
    request: &'a Request<'a>,
    budget: &'a Budget<'a>,
    report: &'a dyn Report,
    best: Option<Found>,
    /// A value that no list surpasses.
    ceiling: i64,
    /// Whether every list was searched.
    proven: bool,
    nodes: u64,
    found_at: u64,
}

impl Search<'_> {
    /// Returns the nodes that are left of the limit.
    fn remaining(&self) -> Option<u64> {
        self.budget.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes))
    }

    /// Adds a list of a search that began after the nodes so far.
    fn add(&mut self, found: Option<Found>, found_at: u64) {
        let value = |found: &Found| self.query.value(found);
        if let Some(found) = found
            && self.best.as_ref().is_none_or(|best| value(&found) > value(best))
        {
            self.best = Some(found);
            self.found_at = self.nodes + found_at;
        }
    }

    /// Returns whether nothing is left to do.
    fn is_done(&self) -> bool {
        let enough = self.best.as_ref().is_some_and(|best| {
            self.query.suffices(best)
                || self.query.goal != Goal::Clear && self.query.value(best) >= self.ceiling
        });
        self.proven || enough || self.remaining() == Some(0) || self.budget.poll().is_some()
    }

    /// Anneals with a number of chains, each with this many trials. Returns whether nothing is left to do.
    fn anneal(&mut self, trials: Option<u64>, chains: usize) -> bool {
        let Search { query, request, budget, report, .. } = *self;
        let target = query.target.map_or(i64::MAX, |target| query.bound_of_value(target));
        let enough = if query.goal == Goal::Clear { 0 } else { self.ceiling.min(target) };
        let start = self.best.as_ref().or(request.from).map_or(&[][..], |found| &found.clicks);
        let stage = self.nodes;
        let results: Vec<Mutex<Option<ChainResult>>> = (0..chains).map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(result) = results.get(at) else { break };
                // Half of the chains begin with the best list, the rest with a random one.
                let from = if at.is_multiple_of(2) { start } else { &[] };
                let random = Random::new(request.seed, stage.wrapping_mul(64) + at as u64);
                let chain = Chain::new(query, budget, report, random, budget.limits.memory / chains);
                *lock(result) = Some(chain.run(from, trials, enough));
            }
        };
        std::thread::scope(|scope| {
            let threads = if Threads::AVAILABLE { request.threads.min(chains) } else { 1 };
            for _ in 1..threads {
                // Without another thread, this one does the work.
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        let results: Vec<ChainResult> = results.iter().filter_map(|result| lock(result).take()).collect();
        let trials = results.iter().map(|result| result.trials).sum::<u64>();
        for ChainResult { found, found_at, .. } in results {
            self.add(found, found_at);
        }
        self.nodes += trials;
        self.is_done()
    }

    /// Anneals for another goal and classic rules. Returns whether nothing is left to do.
    ///
    /// # Errors
    /// Returns the errors of the annealer.
    fn anneal_as_usual(&mut self, goal: Goal, rules: Rules, trials: u64) -> Result<bool, SearchError> {
        let Search { query, request, budget, report, nodes, .. } = *self;
        let other = Query { goal, rules, target: None, ..*query };
        let limits = SearchLimits { nodes: Some(trials), ..*budget.limits };
        let report = Related { query, after: nodes, report };
        let outcome = annealed(&other, &Request { time: None, ..*request }, &limits, request.time, &report)?;
        let found =
            outcome.found.and_then(|found| Found::replay(query.grid(), query.rules, found.clicks).ok());
        self.add(found.filter(|found| query.reached(found)), outcome.found_at);
        self.nodes += outcome.nodes;
        Ok(self.is_done())
    }

    /// Runs the exact search of the goal, with at most this many nodes, until this part of the time is over. Returns
    /// whether nothing is left to do.
    fn exact(&mut self, nodes: Option<u64>, share: f64) -> bool {
        let Search { query, request, report, .. } = *self;
        let limits = SearchLimits { nodes, ..*self.budget.limits };
        let clock = request.time.map(|part| move || part() / share);
        let budget = Budget::new(&limits, clock.as_ref().map(|clock| clock as _));
        if query.goal == Goal::Fewest {
            self.fewest(&budget);
            return self.is_done();
        }
        let floor = match &self.best {
            Some(best) => query.value(best),
            None if query.goal == Goal::Clear => -1,
            None => i64::MIN / 2,
        };
        let result = exact::search(request.path, query, &budget, report, floor);
        self.proven = result.stopped_by.is_none();
        self.add(result.found, result.found_at);
        self.nodes += result.nodes;
        self.is_done()
    }

    /// Searches for the fewest clicks, if the board is small enough.
    fn fewest(&mut self, budget: &Budget) {
        let Search { query, request, report, .. } = *self;
        let on = Workers { path: request.path, threads: request.threads };
        let known = self.best.as_ref().map(|found| &found.clicks[..]);
        let advanced = |nodes| report.advanced(nodes);
        let Some(result) = fewest_within(on, query.grid(), &query.rules, known, budget, &advanced) else {
            return;
        };
        let found = result.best.and_then(|clicks| Found::replay(query.grid(), query.rules, clicks).ok());
        if let Some(found) = &found {
            report.improved(self.nodes + result.nodes, found);
        }
        self.add(found, result.nodes);
        self.nodes += result.nodes;
        self.proven = result.stop.is_none();
        if let Some(bound) = result.bound {
            self.ceiling = self.ceiling.min(-i64::from(bound));
        }
    }

    /// Returns the outcome.
    fn finish(self) -> Outcome {
        let Search { query, budget, best, ceiling, proven, nodes, found_at, .. } = self;
        let outcome = match best.filter(|best| query.reached(best)) {
            Some(best) if proven => Outcome::proven(query, best),
            None if proven && query.goal.needs_empty_board() => Outcome::infeasible(),
            best => {
                let enough = best.as_ref().is_some_and(|best| query.suffices(best));
                let used_up = budget.limits.nodes.filter(|&most| nodes >= most).map(|_| StopReason::Nodes);
                let by = enough.then_some(StopReason::Target).or(budget.poll()).or(used_up);
                Outcome::stopped(query, best, ceiling, by.unwrap_or(StopReason::Trials))
            }
        };
        outcome.after(nodes, found_at)
    }
}
