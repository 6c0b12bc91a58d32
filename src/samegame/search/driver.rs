//! The engines of a request: which ones run, in which order, and with which part of the limits.
//!
//! A board that needs no search is answered at once. Two kinds of engines search all other boards, by the same rules
//! and for the same goal: engines that find lists, and engines that prove that no list is better.
//!
//! | engine | boards |
//! | --- | --- |
//! | annealing, `anneal` | up to 64 rows and columns |
//! | random games, `playouts` | larger boards |
//! | proofs, `fewest` for the fewest clicks, else `exact` | up to a size that depends on rules and goal |
//!
//! [`Method::Anneal`] only finds lists. [`Method::Exact`] is a proof, which begins with an annealed list if the proof
//! may take long and nodes are not limited. [`Method::Auto`] has four steps, the last one until a limit:
//!
//! 1. a short proof, which suffices for most small boards, and measures the time of a node;
//! 2. for boards of up to 100 tiles, and to clear a board of any size: a short annealing, whose list helps the proof;
//! 3. for the same boards: a proof within half of the limits, or nine tenths of the time for `left` and `fewest`;
//! 4. annealing.
//!
//! With a limit on nodes, boards of up to 40 tiles are searched by a proof alone, unless the goal is `fewest`.

use super::anneal::{self, anneal_within, scaled};
use super::exact::{Workers, exact_within};
use super::fewest::fewest_within;
use super::fit::BoardError;
use super::join::Joined;
use super::observer::{Observer, Report};
use super::outcome::{Goal, Outcome, Query};
use super::playouts::play_within;
use super::request::{Method, Request};
use super::trivial::trivial_outcome;
use crate::rules::control::{Budget, ElapsedShare, SearchLimits};
use crate::rules::{Refusal, StopReason};

/// Nodes of the first, short proof on boards of up to 225 tiles; fewer on larger boards.
const PROBE_NODES: u64 = 20_000;

/// The part of the time limit after which the first proof ends at the latest.
const PROBE_SHARE: f64 = 0.1;

/// Trials of the short annealing. Its list helps the proof to prune, and with the goal `clear` is often the answer.
const WARMUP_TRIALS: u64 = 200_000;

/// Fewest tiles for which a proof begins with annealing: smaller boards are proven as fast without annealing.
const WARMUP_MIN_TILES: usize = 50;

/// Most tiles of a board for which [`Method::Auto`] with a limit on nodes only runs a proof, which mostly succeeds.
const EXACT_ONLY_TILES: usize = 40;

/// Most tiles of a board for which [`Method::Auto`] runs a long proof; with the goal `clear` there is no such limit.
const PROOF_TILES: usize = 100;

/// Nodes of the long proof of [`Method::Auto`] if no limit is set: about ten seconds on a board of 8×8.
const PROOF_NODES: u64 = 20_000_000;

/// Largest number of rows or columns with fast nodes. On larger boards a node takes about ten times as long.
const FAST_SIDE: usize = 16;

/// Searches the board of a query for the best list. Better lists and progress are reported to `report`.
pub fn solve(
    query: &Query,
    request: &Request,
    limits: &SearchLimits,
    report: &dyn Report,
) -> Result<Outcome, BoardError> {
    if let Some(known) = trivial_outcome(query)? {
        return Ok(known);
    }
    let observer = Observer::new(query, report);
    // A list that does not reach the goal is no answer, but annealing may still start from it.
    let known = request.from.filter(|found| !found.clicks.is_empty() && query.reached(found));
    known.inspect(|known| observer.improved(0, known));
    let joined = Joined::new(query, known.cloned());
    let mut driver =
        Driver { query, request, limits, observer: &observer, tiles: query.grid().tiles(), joined };
    if !driver.is_done() {
        match request.method {
            Method::Anneal => _ = driver.anneal(None)?,
            Method::Exact => driver.prove()?,
            Method::Auto => driver.auto()?,
        }
    }
    let limit = driver.limit();
    Ok(driver.joined.finish(limit))
}

/// Runs engines on one board, one after the other, and joins their outcomes.
struct Driver<'a> {
    query: &'a Query<'a>,
    request: &'a Request<'a>,
    limits: &'a SearchLimits<'a>,
    observer: &'a Observer<'a>,
    tiles: usize,
    joined: Joined<'a>,
}

impl Driver<'_> {
    /// Returns the elapsed part of the time limit, 1 or more when the time is over; 0 without a time limit.
    fn clock(&self) -> f64 {
        self.request.time.map_or(0.0, |part| part())
    }

    /// Returns the number of nodes left within the limit; `None` if nodes are not limited.
    fn remaining(&self) -> Option<u64> {
        self.limits.nodes.map(|nodes| nodes.saturating_sub(self.joined.nodes))
    }

    /// Returns the limit on nodes divided by `of`; `u64::MAX` if nodes are not limited.
    fn part(&self, of: u64) -> u64 {
        self.limits.nodes.map_or(u64::MAX, |nodes| nodes / of)
    }

    /// Scales a number of steps for a board of 225 tiles to the size of the board: fewer on larger boards.
    fn scaled(&self, steps: u64) -> u64 {
        scaled(steps, self.tiles)
    }

    /// Returns the limit that is reached; `None` if the search may go on.
    fn limit(&self) -> Option<StopReason> {
        let used_up = (self.remaining() == Some(0)).then_some(StopReason::Nodes);
        let by_clock = (self.clock() >= 1.0).then_some(StopReason::Time);
        self.limits.stop.poll().or(used_up).or(by_clock)
    }

    /// Returns whether the answer suffices or a limit is reached.
    fn is_done(&self) -> bool {
        self.joined.suffices() || self.limit().is_some()
    }

    /// Runs an engine within the limits, with at most `nodes` nodes, until `share` of the time is over, and adds its
    /// outcome. Returns [`is_done`](Self::is_done).
    fn run(
        &mut self,
        nodes: Option<u64>,
        share: f64,
        engine: impl FnOnce(&Self, &Budget) -> Result<Outcome, BoardError>,
    ) -> Result<bool, BoardError> {
        let nodes = nodes.into_iter().chain(self.remaining()).min();
        let limits = SearchLimits { nodes, ..*self.limits };
        let clock = || self.clock() / share;
        let budget = Budget::new(&limits, self.request.time.is_some().then_some(&clock as ElapsedShare));
        let outcome = engine(self, &budget)?;
        self.joined.add(outcome);
        if let Some((at, found)) = self.observer.best() {
            self.joined.keep(found, at);
        }
        self.observer.count_from(self.joined.nodes);
        Ok(self.is_done())
    }

    /// Runs a proof with `nodes` nodes (`None`: all remaining nodes) until `share` of the time is over. Returns
    /// [`is_done`](Self::is_done).
    fn exact(&mut self, nodes: Option<u64>, threads: usize, share: f64) -> Result<bool, BoardError> {
        self.run(nodes, share, |driver, budget| {
            let Driver { query, request, observer, joined, .. } = driver;
            Refusal::check_exact(query.grid(), &query.rules, query.goal)?;
            let (workers, known) = (Workers { path: request.path, threads }, joined.best.as_ref());
            match query.goal {
                Goal::Fewest => fewest_within(workers, query, budget, known, *observer)
                    .ok_or(Refusal::TooLargeFor("64 cells").into()),
                _ => exact_within(workers, query, budget, known, *observer),
            }
        })
    }

    /// Anneals with `trials` trials, or until a limit if `None`; plays random games if the board is too large for
    /// annealing. Returns [`is_done`](Self::is_done).
    fn anneal(&mut self, trials: Option<u64>) -> Result<bool, BoardError> {
        self.run(trials, 1.0, |driver, budget| {
            let Driver { query, request, observer, joined, .. } = driver;
            let clock = || driver.clock();
            // A warm-up has a fixed number of trials, so its schedule ignores the clock; the time limit still ends it.
            let time = request.time.filter(|_| trials.is_none()).map(|_| &clock as ElapsedShare);
            if !anneal::fits(query.grid()) {
                let endless = || driver.scaled(anneal::TRIALS);
                let games = budget.limits.nodes.or_else(|| request.time.is_none().then(endless));
                let from = joined.best.as_ref().or(request.from);
                return Ok(play_within(query, &Request { from, ..**request }, budget, games, *observer));
            }
            // On a large board, the list of a short first search is no better a start than a random list.
            let from = joined.best.as_ref().filter(|_| driver.tiles <= PROOF_TILES).or(request.from);
            Ok(anneal_within(query, &Request { from, time, ..**request }, budget, *observer))
        })
    }

    /// Returns the node limit of the first proof. It is a hundredth on boards too large for annealing, because a node
    /// of the plain grid takes a hundred times as long.
    fn probe_nodes(&self) -> u64 {
        let nodes = self.scaled(PROBE_NODES);
        if anneal::fits(self.query.grid()) { nodes } else { nodes / 100 }
    }

    /// Runs [`Method::Exact`]. If a short first proof does not suffice, the long proof starts from an annealed list:
    /// from the best list, a proof takes about half as long as without a list.
    fn prove(&mut self) -> Result<(), BoardError> {
        // With a limit on nodes, the result would depend on the number of threads.
        let threads = if self.limits.nodes.is_some() { 1 } else { self.request.threads };
        let warm_up = self.limits.nodes.is_none()
            && self.query.goal != Goal::Clear
            && self.tiles >= WARMUP_MIN_TILES
            && anneal::fits(self.query.grid());
        let done = warm_up
            && (self.exact(Some(self.probe_nodes()), 1, 1.0)?
                || self.anneal(Some(self.scaled(WARMUP_TRIALS)))?);
        if !done {
            self.exact(None, threads, 1.0)?;
        }
        Ok(())
    }

    /// Runs [`Method::Auto`]: the four steps listed at the top of this file.
    fn auto(&mut self) -> Result<(), BoardError> {
        let Driver { query, limits, request, tiles, .. } = *self;
        let fits = Refusal::check_exact(query.grid(), &query.rules, query.goal).is_ok();
        // The search for the fewest clicks finds no list before the best one.
        let has_lists = query.goal != Goal::Fewest;
        if limits.nodes.is_some() && tiles <= EXACT_ONLY_TILES && fits && has_lists {
            self.exact(None, 1, 1.0)?;
            return Ok(());
        }
        let timed = request.time.is_some() && limits.nodes.is_none();
        // Uses several threads only if time is the only limit: the answer then depends on the machine anyway.
        let threads = if timed { request.threads } else { 1 };
        let begun = self.clock();
        let probe = self.probe_nodes().min(self.part(8));
        if probe > 0 && fits && self.exact(Some(probe), threads, PROBE_SHARE)? {
            return Ok(());
        }
        let (probed, took) = (self.joined.nodes, self.clock() - begun);
        if query.goal == Goal::Clear || tiles <= PROOF_TILES {
            // Annealing comes first: it clears many boards, and branch and bound prunes with its list.
            if self.anneal(Some(self.scaled(WARMUP_TRIALS).min(self.part(8))))? {
                return Ok(());
            }
            let fast = query.grid().rows().max(query.grid().cols()) <= FAST_SIDE;
            let (nodes, share) = match request.time {
                // Annealing soon finds lists with few tiles left or few clicks; the proof takes longest.
                Some(_) if timed && matches!(query.goal, Goal::Left | Goal::Fewest) => (None, 0.9),
                Some(_) => {
                    let nodes = (probed as f64 * 0.5 * (1.0 - self.clock()) / took.max(1e-9)) as u64;
                    (Some(self.part(2).min(nodes)), 1.0)
                }
                None if limits.nodes.is_some() => (Some(self.part(2)), 1.0),
                None => (Some(if fast { PROOF_NODES } else { PROOF_NODES / 10 }), 1.0),
            };
            if fits && self.exact(nodes, threads, share)? {
                return Ok(());
            }
        }
        self.anneal(None)?;
        Ok(())
    }
}
