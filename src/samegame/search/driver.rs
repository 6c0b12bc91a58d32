//! The way of a request: boards that need no search, then the engines that suit rules, goal, size and limits, one after the
//! other within common limits, then the outcome: the best list and the lowest bound of all engines.
//!
//! [`Method::Auto`] proves the answer where it can: a board of up to 100 tiles by branch and bound from an annealed list,
//! within half of the limits. The rest of the limits goes to annealing. To clear a board of any size, the same engines run in
//! the same order: annealing finds lists, branch and bound with its random games proves that there is none. With a limit on
//! nodes, boards of up to 40 tiles are searched by branch and bound alone.
//!
//! [`Method::Exact`] is branch and bound that only a limit ends. It also begins with an annealed list where a proof may take
//! long and nodes are not limited.
//!
//! The engines for the usual rules rely on what these guarantee: superadditive points, groups of two or more tiles, columns
//! that close. Rules that differ at the end of a game only are searched as `similar` ones first. The engines of [`family`]
//! rely on nothing but the rules; they also anneal boards of more than 64 rows or columns.

use super::anneal::{self, anneal_within};
use super::budget::{Budget, Clock};
use super::exact::{self, Workers, exact_within};
use super::family::{self, CHAINS, Chains};
use super::fewest::fewest_within;
use super::fit::SearchError;
use super::observer::{Observer, Report};
use super::outcome::{Found, Goal, Outcome, Query};
use super::request::{Method, Request};
use super::similar;
use super::trivial::trivial_outcome;
use crate::rules::control::SearchLimits;
use crate::rules::{Refusal, Rules, Score, Status, StopReason};
use std::sync::atomic::Ordering;

/// Nodes of the first, short branch and bound on boards of up to 225 tiles; fewer on larger boards.
const PROBE_NODES: u64 = 20_000;

/// Trials of the annealing that finds a first list, for branch and bound to surpass or as the answer to
/// clearing.
const WARMUP_TRIALS: u64 = 200_000;

/// Smallest number of tiles with that annealing: smaller boards are proven as fast without it.
const WARMUP_MIN_TILES: usize = 50;

/// Largest number of tiles for which a limited number of nodes goes to branch and bound alone, which mostly
/// proves the best list.
const EXACT_ONLY_TILES: usize = 40;

/// Most tiles of a board for which a proof is attempted, unless it is requested.
const PROOF_TILES: usize = 100;

/// Nodes of a proof without any limit: about ten seconds on a board of 8×8.
const PROOF_NODES: u64 = 20_000_000;

/// Largest number of rows or columns with fast nodes. On larger boards a node takes about ten times as long.
const FAST_SIDE: usize = 16;

/// Tiles of the board that numbers of steps refer to.
const REFERENCE_TILES: u64 = 225;

/// The same of the engines for any rules: trials of a chain are those of boards of up to 64 tiles.
mod any {
    /// Trials of a chain before the exact search.
    pub const WARMUP_TRIALS: u64 = 20_000;
    /// Trials of a chain without any limit.
    pub const TRIALS: u64 = 500_000;
    /// Trials of the annealer for the usual rules before the other searches.
    pub const RELATED_TRIALS: u64 = 200_000;
    /// Boards of the exact search without any limit.
    pub const PROOF_NODES: u64 = 3_000_000;
    /// Boards of up to this many tiles are mostly proven with this many nodes, without a first list.
    pub const SMALL_TILES: usize = 30;
    pub const SMALL_NODES: u64 = 10_000;
    /// The part of the time after which the exact search gives way to annealing.
    pub const PROOF_SHARE: f64 = 0.6;
}

/// Searches a board for the best list by a goal.
///
/// # Errors
/// If the board has floating tiles or gaps between columns, or is too large for the method.
pub fn solve(
    query: &Query,
    request: &Request,
    limits: &SearchLimits,
    report: &dyn Report,
) -> Result<Outcome, SearchError> {
    if let Some(known) = trivial_outcome(query)? {
        return Ok(known);
    }
    let observer = Observer::new(query, report);
    let mut driver = Driver::new(query, request, limits, &observer);
    // A list that does not reach the goal is still one to start from.
    if let Some(known) = request.from.filter(|found| !found.clicks.is_empty() && query.reached(found)) {
        observer.improved(0, known);
        driver.best = Some(known.clone());
    }
    if driver.is_done() {
        return Ok(driver.finish());
    }
    if request.method == Method::Exact {
        Refusal::check_exact(query.grid(), &query.rules, query.goal)?;
    }
    let usual = match query.goal {
        Goal::Score => query.rules.is_classic(),
        Goal::Clear | Goal::Left => query.rules.plays_as_usual(),
        Goal::Fewest | Goal::Biggest => false,
    };
    // Every list of a small board is searched, where a proof is wanted.
    let proves = request.method != Method::Anneal;
    let small = proves && driver.tiles <= EXACT_ONLY_TILES;
    let similar = similar::rules(query).filter(|_| !usual && !small);
    if usual || similar.is_some() {
        driver.play_by(query.goal, similar.unwrap_or(query.rules));
        driver.by_usual_engines()?;
        let open = !driver.is_done() && driver.stopped_by == Some(StopReason::Trials);
        // Proven for the similar rules only.
        if usual || !open || !proves || driver.tiles > PROOF_TILES {
            return Ok(driver.finish());
        }
        driver.play_by(query.goal, query.rules);
    }
    driver.by_any_engines()?;
    Ok(driver.finish())
}

/// Several engines on one board, one after the other.
struct Driver<'a> {
    query: &'a Query<'a>,
    request: &'a Request<'a>,
    limits: &'a SearchLimits<'a>,
    observer: &'a Observer<'a>,
    tiles: usize,
    /// The query of the engines for the usual rules, which may have other rules or another goal.
    plays: Query<'a>,
    best: Option<Found>,
    /// A value that no list surpasses.
    ceiling: i64,
    /// Whether every list was searched.
    proven: bool,
    nodes: u64,
    found_at: u64,
    /// The limit that ended the last engine.
    stopped_by: Option<StopReason>,
}

impl<'a> Driver<'a> {
    fn new(
        query: &'a Query<'a>,
        request: &'a Request<'a>,
        limits: &'a SearchLimits<'a>,
        observer: &'a Observer<'a>,
    ) -> Driver<'a> {
        Driver {
            query,
            request,
            limits,
            observer,
            tiles: query.grid().tiles(),
            plays: *query,
            best: None,
            ceiling: query.ceiling(),
            proven: false,
            nodes: 0,
            found_at: 0,
            stopped_by: None,
        }
    }

    /// Lets the engines for the usual rules play for a goal and by rules.
    fn play_by(&mut self, goal: Goal, rules: Rules) {
        let same = (goal, rules) == (self.query.goal, self.query.rules);
        let target = self.query.target.filter(|_| same);
        self.plays = Query { goal, rules, target, ..*self.query };
        self.observer.replays.store(!same, Ordering::Relaxed);
    }

    /// Returns the part of the time that is over.
    fn clock(&self) -> f64 {
        self.request.time.map_or(0.0, |part| part())
    }

    /// Returns the nodes that are left of the limit.
    fn remaining(&self) -> Option<u64> {
        self.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes))
    }

    /// Returns this part of the nodes of the limit.
    fn part(&self, of: u64) -> u64 {
        self.limits.nodes.map_or(u64::MAX, |nodes| nodes / of)
    }

    /// Returns whether neither nodes nor time are limited.
    fn is_endless(&self) -> bool {
        self.limits.nodes.is_none() && self.request.time.is_none()
    }

    /// Scales a number of steps on a board of 225 tiles to a number that takes about as long on a larger board:
    /// both the steps of a game and the time of each grow with the tiles.
    fn scaled(&self, steps: u64) -> u64 {
        let tiles = (self.tiles as u64).max(REFERENCE_TILES);
        (u128::from(steps) * u128::from(REFERENCE_TILES).pow(2) / u128::from(tiles).pow(2)).max(4) as u64
    }

    /// Runs an engine within the limits, with at most this many nodes, until this part of the time is over.
    fn within<T>(&self, nodes: Option<u64>, share: f64, engine: impl FnOnce(&Budget) -> T) -> T {
        let nodes = nodes.into_iter().chain(self.remaining()).min();
        let limits = SearchLimits { nodes, ..*self.limits };
        // An engine that does not know the target sees the time over when a list suffices.
        let enough =
            || self.plays.target != self.query.target && self.observer.enough.load(Ordering::Relaxed);
        let clock = || if enough() { 1.0 } else { self.clock() / share };
        let timed = self.request.time.is_some() || self.plays.target != self.query.target;
        engine(&Budget::new(&limits, timed.then_some(&clock as Clock)))
    }

    /// Returns whether nothing is left to do.
    fn is_done(&self) -> bool {
        let value = self.best.as_ref().map(|best| self.query.value(best));
        let enough = self.query.enough().unwrap_or(i64::MAX);
        let top = if self.query.goal == Goal::Clear { i64::MAX } else { self.ceiling };
        self.proven
            || value.is_some_and(|value| value >= enough.min(top))
            || self.remaining() == Some(0)
            || self.limits.stop.poll().is_some()
            || self.clock() >= 1.0
    }

    /// Adds the outcome of an engine that played by the rules and for the goal of `plays`. Returns whether nothing is left to
    /// do.
    fn add(&mut self, outcome: Outcome, plays: Query) -> bool {
        let query = self.query;
        let same = (plays.goal, plays.rules) == (query.goal, query.rules);
        let found = outcome.found.and_then(|found| if same { Some(found) } else { query.replay(&found) });
        let value = |found: &Found| query.value(found);
        if let Some(found) = found.filter(|found| query.reached(found))
            && self.best.as_ref().is_none_or(|best| value(&found) > value(best))
        {
            self.best = Some(found);
            self.found_at = self.nodes + outcome.found_at;
        }
        if let Some(reported) = self.observer.best()
            && self.best.as_ref().is_none_or(|best| reported.value > value(best))
        {
            (self.best, self.found_at) = (Some(reported.found), reported.at);
        }
        if let Some(bound) = outcome.bound.filter(|_| plays.goal == query.goal) {
            let bound = if same { bound } else { similar::true_bound(query, plays.rules, bound) };
            self.ceiling = self.ceiling.min(query.bound_of_value(bound));
        }
        self.proven |= same && matches!(outcome.status, Status::Optimal | Status::Infeasible);
        self.nodes += outcome.nodes;
        self.stopped_by = outcome.stopped_by;
        self.observer.before.store(self.nodes, Ordering::Relaxed);
        self.is_done()
    }

    /// Returns the outcome, with the limit that ended the search.
    fn finish(self) -> Outcome {
        let Driver { query, limits, ref best, nodes, .. } = self;
        let enough = best.as_ref().is_some_and(|found| query.suffices(found)).then_some(StopReason::Target);
        let used_up = limits.nodes.filter(|&most| nodes >= most).map(|_| StopReason::Nodes);
        let by_clock = (self.clock() >= 1.0).then_some(StopReason::Time);
        let limit = enough.or(limits.stop.poll()).or(used_up).or(by_clock).or(self.stopped_by);
        let outcome = match self.best {
            Some(best) if self.proven => Outcome::proven(query, best),
            None if self.proven && query.goal.needs_empty_board() => Outcome::infeasible(),
            best => Outcome::stopped(query, best, self.ceiling, limit.unwrap_or(StopReason::Trials)),
        };
        outcome.after(nodes, self.found_at)
    }

    /// Runs branch and bound for the usual rules with this many nodes, or all that are left, until this part of the time is
    /// over. Returns whether nothing is left to do.
    fn exact(&mut self, nodes: Option<u64>, threads: usize, share: f64) -> Result<bool, SearchError> {
        let on = Workers { path: self.request.path, threads };
        let search =
            |budget: &Budget| exact_within(on, &self.plays, budget, self.best.as_ref(), self.observer);
        let outcome = self.within(nodes, share, search)?;
        Ok(self.add(outcome, self.plays))
    }

    /// Anneals with this many trials, or until a limit. Returns whether nothing is left to do.
    fn anneal(&mut self, trials: Option<u64>) -> Result<bool, SearchError> {
        if !anneal::fits(self.query.grid()) {
            let all = trials.into_iter().chain(self.remaining()).min();
            return Ok(self.chains(all.or(self.is_endless().then(|| self.scaled(anneal::TRIALS)))));
        }
        // On a large board, a list of the short first search is worth no more than a random one.
        let from = self.best.as_ref().filter(|_| self.tiles <= PROOF_TILES).or(self.request.from);
        let clock = || self.clock();
        // A warm-up does not follow the clock's schedule, but ends with it.
        let time = self.request.time.filter(|_| trials.is_none()).map(|_| &clock as Clock);
        let request = Request { from, time, ..*self.request };
        let search = |budget: &Budget| anneal_within(&self.plays, &request, budget, self.observer);
        let outcome = self.within(trials, 1.0, search)?;
        Ok(self.add(outcome, self.plays))
    }

    /// Runs the engines for the usual rules.
    fn by_usual_engines(&mut self) -> Result<(), SearchError> {
        match self.request.method {
            // The result of a number of nodes depends on the number of threads.
            Method::Exact if self.limits.nodes.is_some() => self.exact(None, 1, 1.0)?,
            Method::Exact => return self.prove(),
            Method::Anneal => self.anneal(None)?,
            Method::Auto => return self.auto(),
        };
        Ok(())
    }

    /// Returns the nodes of the first search by branch and bound: on the plain grid a node takes a hundred times as
    /// long.
    fn probe_nodes(&self) -> u64 {
        let nodes = self.scaled(PROBE_NODES);
        if anneal::fits(self.query.grid()) { nodes } else { nodes / 100 }
    }

    /// Runs branch and bound; on boards that the short first search does not solve, it starts from an annealed list.
    /// Starting from the best list takes about half as long as starting without one.
    fn prove(&mut self) -> Result<(), SearchError> {
        let grid = self.query.grid();
        let warm_up = self.query.goal != Goal::Clear
            && self.tiles >= WARMUP_MIN_TILES
            && anneal::fits(grid)
            && exact::fits(grid);
        let done = warm_up
            && (self.exact(Some(self.probe_nodes()), 1, 1.0)?
                || self.anneal(Some(self.scaled(WARMUP_TRIALS)))?);
        if !done {
            self.exact(None, self.request.threads, 1.0)?;
        }
        Ok(())
    }

    fn auto(&mut self) -> Result<(), SearchError> {
        let (grid, timed) = (self.query.grid(), self.request.time.is_some());
        let nodes = self.limits.nodes;
        if nodes.is_some() && self.tiles <= EXACT_ONLY_TILES {
            self.exact(None, 1, 1.0)?;
            return Ok(());
        }
        // On several threads only if the clock sets the limit, since the answer depends on it anyway.
        let threads = if nodes.is_none() && timed { self.request.threads } else { 1 };
        let proving = self.query.goal == Goal::Clear || self.tiles <= PROOF_TILES;
        let fits = exact::fits(grid);
        let begun = self.clock();
        // A short first search: most small boards are done with it, and it measures the time of a node.
        let probe = self.probe_nodes().min(self.part(8));
        if probe > 0 && fits && self.exact(Some(probe), threads, 1.0)? {
            return Ok(());
        }
        let (probed, took) = (self.nodes, self.clock() - begun);
        if proving {
            // A good list first: branch and bound prunes with it, and it clears many boards.
            if self.anneal(Some(self.scaled(WARMUP_TRIALS).min(self.part(8))))? {
                return Ok(());
            }
            // Annealing soon leaves as few tiles as possible: what takes time is the proof.
            if self.query.goal == Goal::Left && nodes.is_none() && timed {
                if fits && self.exact(None, self.request.threads, 0.9)? {
                    return Ok(());
                }
                self.anneal(None)?;
                return Ok(());
            }
            let fast = grid.rows().max(grid.cols()) <= FAST_SIDE;
            let most = match self.request.time {
                Some(_) => (probed as f64 * 0.5 * (1.0 - self.clock()) / took.max(1e-9)) as u64,
                None if nodes.is_none() && fast => PROOF_NODES,
                None if nodes.is_none() => PROOF_NODES / 10,
                None => u64::MAX,
            };
            if fits && self.exact(Some(self.part(2).min(most)), threads, 1.0)? {
                return Ok(());
            }
        }
        self.anneal(None)?;
        Ok(())
    }

    /// Anneals by any rules with this many trials, or until a limit. Returns whether nothing is left to do.
    fn chains(&mut self, trials: Option<u64>) -> bool {
        self.observer.replays.store(false, Ordering::Relaxed);
        let Driver { query, request, .. } = *self;
        let top = if query.goal == Goal::Clear { i64::MAX } else { self.ceiling };
        let chains = Chains {
            query,
            seed: request.seed,
            threads: request.threads,
            from: self.best.as_ref().or(request.from).map_or(&[], |found| &found.clicks),
            number: self.nodes,
            trials,
            enough: query.enough().unwrap_or(i64::MAX).min(top),
            keeps: !anneal::fits(query.grid()),
            report: self.observer,
        };
        let outcome = self.within(None, 1.0, |budget| chains.run(budget));
        let done = self.add(outcome, *query);
        self.play_by(self.plays.goal, self.plays.rules);
        done
    }

    /// Runs the exact search for any rules with at most this many nodes, until this part of the time is over. Returns whether
    /// nothing is left to do.
    fn exact_by_any(&mut self, nodes: Option<u64>, share: f64) -> bool {
        let Driver { query, request: &Request { path, threads, .. }, observer, .. } = *self;
        let known = self.best.as_ref();
        let outcome = self.within(nodes, share, |budget| match query.goal {
            Goal::Fewest => fewest_within(Workers { path, threads }, query, budget, observer, known),
            _ => Some(family::search(path, query, budget, observer, known)),
        });
        match outcome {
            Some(outcome) => self.add(outcome, *query),
            None => self.is_done(),
        }
    }

    /// Runs the engines that rely on nothing but the rules.
    fn by_any_engines(&mut self) -> Result<(), SearchError> {
        let Driver { query, request: &Request { method, .. }, tiles, .. } = *self;
        let fits_usual = anneal::fits(query.grid());
        let scaled = |trials: u64| (trials * 64 / tiles.max(64) as u64).max(100);
        let of_chains = |trials: u64| scaled(trials) * CHAINS as u64;
        let small = tiles <= any::SMALL_TILES && method != Method::Anneal;
        if small && self.exact_by_any(Some(any::SMALL_NODES.min(self.part(2))), any::PROOF_SHARE) {
            return Ok(());
        }
        // A list for another goal is better to start from than a random one where few random ones are tried: any list that
        // clears the board for the fewest clicks, the squares of all removals for the largest one.
        let related = match query.goal {
            Goal::Fewest => Some((Goal::Clear, Rules::USUAL)),
            Goal::Biggest => Some((Goal::Score, Rules { score: Score::Sq, clear_bonus: 0, ..Rules::USUAL })),
            Goal::Score | Goal::Clear | Goal::Left => None,
        };
        let related = related.filter(|_| query.rules.plays_as_usual() && fits_usual && tiles > PROOF_TILES);
        if let Some((goal, rules)) = related {
            self.play_by(goal, rules);
            let done = self.anneal(Some(scaled(any::RELATED_TRIALS).min(self.part(8))))?;
            self.play_by(query.goal, query.rules);
            if done {
                return Ok(());
            }
        }
        let warm_up = of_chains(any::WARMUP_TRIALS).min(self.part(8).saturating_add(1));
        if fits_usual && self.chains(Some(warm_up)) {
            return Ok(());
        }
        if method == Method::Exact {
            self.exact_by_any(None, 1.0);
            return Ok(());
        }
        if method == Method::Auto && tiles <= PROOF_TILES {
            let half = self.limits.nodes.map(|nodes| nodes / 2);
            let most = half.or(self.is_endless().then_some(any::PROOF_NODES));
            // A search for the fewest clicks ends with a shorter list, or with a higher bound.
            let share = if query.goal == Goal::Fewest { 0.9 } else { any::PROOF_SHARE };
            if self.exact_by_any(most, share) {
                return Ok(());
            }
        }
        let endless = self.is_endless().then(|| of_chains(any::TRIALS));
        self.chains(self.remaining().or(endless));
        Ok(())
    }
}
