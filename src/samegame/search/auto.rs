//! The choice among the searchers.
//!
//! [`Method::Auto`] proves where it can: a row or a column by the dynamic programme, a board of up to 100 tiles
//! by branch and bound from a list that was annealed, within half of the limits. What is left of them goes to
//! annealing; the best list and the lowest bound of all are the answer. To clear a board of any size they take
//! the same turns: annealing finds lists, branch and bound with its random tries proves that there is none.
//! Boards of more than 64 rows or columns are sampled: by NRPA, those of more than 16,000 tiles by nested Monte
//! Carlo search.
//!
//! [`Method::Exact`] is branch and bound without an end but the limits. It begins with an annealed list as well, where a
//! proof may take long and nodes are not limited.

use super::anneal::{self, anneal_within, planes};
use super::exact::{self, exact_within};
use super::fit::{Unfit, at_a_glance};
use super::gate::{Clock, Gate};
use super::outcome::{Found, Goal, Outcome, Query, Report};
use crate::base::{Limits, StopReason};
use crate::bits::cpu::Path;
use crate::control::lock;
use crate::samegame::search::exact::row;
use crate::samegame::search::sampling::nrpa::{self, NrpaSettings};
use crate::samegame::search::sampling::{NestedSettings, sample_within};
use std::sync::Mutex;

/// A searcher.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// By size and limits.
    #[default]
    Auto,
    /// Annealing over the list of clicks.
    Anneal,
    /// Branch and bound, with a proof.
    Exact,
    /// Nested rollout policy adaptation.
    Nrpa,
    /// Nested Monte Carlo search.
    Nested,
}

/// Playouts of a sampling search without any limit, on a board of 225 tiles; fewer on larger ones, which
/// take so much longer.
pub const PLAYOUTS: u64 = 100_000;

/// Tiles of a usual board.
const USUAL: u64 = 225;

/// Nodes of a first look at a usual board by branch and bound; fewer on larger ones.
const GLANCE: u64 = 20_000;

/// Tiles up to which a proof of the highest score is tried for.
const MIDDLE: usize = 100;

/// Trials that make a list for branch and bound to surpass, or clear the board before it.
const WARM: u64 = 200_000;

/// Tiles from which branch and bound may take longer than to anneal such a list.
const WARMED: usize = 50;

/// Nodes that a proof may take without any limit: some ten seconds on a board of 8×8.
const PROOF: u64 = 20_000_000;

/// How to search.
pub struct Request<'a> {
    /// Which searcher.
    pub method: Method,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Threads for this board; the answer does not depend on them, unless the clock ends the search.
    pub threads: usize,
    /// A list to start from, as [`Found::replay`] or [`Found::playable`] gives it for this board and these rules.
    pub from: Option<&'a Found>,
    /// The part of the time that is over, from 0 to 1; `None` without a limit of time.
    pub time: Option<Clock<'a>>,
    /// The CPU path.
    pub path: Path,
}

/// Searches a board for the highest score, or for a list that clears it.
///
/// # Errors
/// If the board has floating tiles or gaps between columns, or is too large for the method.
///
/// ```
/// use tilefall::base::{Limits, Rules, Status, StopFlag};
/// use tilefall::{bits::cpu::Path, grid::Grid};
/// use tilefall::samegame::search::{Method, Query, Request, Silent, solve};
///
/// let grid = Grid::parse("1122 / 2211 / 1122").unwrap();
/// let stop = StopFlag::new(); // another thread may raise it
/// let limits = Limits { nodes: Some(10_000), memory: 1 << 20, stop: &stop };
/// let request =
///     Request { method: Method::Auto, seed: 1, threads: 1, from: None, time: None, path: Path::best() };
///
/// // The highest score under the default rules: 1000 points for an empty board. `Silent` ignores progress.
/// let answer = solve(&Query::score(&grid, Rules::default()).unwrap(), &request, &limits, &Silent).unwrap();
/// let found = answer.found.unwrap();
/// assert!(found.cleared && found.score >= 1000);
/// assert_eq!(answer.bound, Some(found.score));
/// assert_eq!(answer.status, Status::Optimal);
///
/// // A board that no list clears.
/// let grid = Grid::parse("112").unwrap();
/// let answer = solve(&Query::clear(&grid).unwrap(), &request, &limits, &Silent).unwrap();
/// assert_eq!((answer.status, answer.found), (Status::Infeasible, None));
/// ```
pub fn solve(
    query: &Query,
    request: &Request,
    limits: &Limits,
    report: &dyn Report,
) -> Result<Outcome, Unfit> {
    if let Some(known) = at_a_glance(query)? {
        return Ok(known);
    }
    let report = &Rising { query, best: Mutex::new(None), report };
    // A list that does not reach the goal is still one to start from.
    let known = request.from.filter(|found| !found.clicks.is_empty() && query.reached(found));
    if let Some(known) = known {
        report.better(0, known);
    }
    let enough = known.is_some_and(|known| query.suffices(known)).then_some(StopReason::Target);
    let gate = Gate::new(limits, request.time);
    if let Some(reason) = enough.or_else(|| gate.ask()) {
        return Ok(Outcome::stopped(query, known.cloned(), query.ceiling(), reason));
    }
    let outcome = match request.method {
        // What a number of nodes finds depends on the threads.
        Method::Exact if limits.nodes.is_some() => {
            exact_within((request.path, 1), query, &gate, known, report)?
        }
        Method::Exact => proven(query, request, limits, known, report)?,
        Method::Anneal => annealed(query, request, limits, request.time, report)?,
        Method::Nrpa | Method::Nested => sampled(query, request, limits, request.time, report)?,
        Method::Auto => auto(query, request, limits, known, report)?,
    };
    Ok(match known {
        Some(known) => joined(query, with(query, known.clone()), outcome),
        None => outcome,
    })
}

/// What is known with a list and no search.
fn with(query: &Query, known: Found) -> Outcome {
    Outcome::stopped(query, Some(known), query.ceiling(), StopReason::Trials)
}

fn annealed(
    query: &Query,
    request: &Request,
    limits: &Limits,
    clock: Option<Clock>,
    report: &dyn Report,
) -> Result<Outcome, Unfit> {
    let settings = anneal::AnnealSettings {
        seed: request.seed,
        threads: request.threads,
        from: request.from.map_or(&[], |found| &found.clicks),
        time: request.time,
        path: request.path,
        ..anneal::AnnealSettings::default()
    };
    anneal_within(query, &settings, &Gate::new(limits, clock), report)
}

/// So many steps on a usual board, as many as take about as long on a larger one: the steps of a game and what
/// each takes both grow with the tiles.
fn scaled(steps: u64, query: &Query) -> u64 {
    let tiles = (query.grid().tiles() as u64).max(USUAL);
    (u128::from(steps) * u128::from(USUAL).pow(2) / u128::from(tiles).pow(2)).max(4) as u64
}

/// Nodes of the first look: on the plain grid they take a hundred times as long, if it is not a row or a column
/// for the dynamic programme.
fn glance(query: &Query) -> u64 {
    let nodes = scaled(GLANCE, query);
    if planes::fits(query.grid()) || query.grid().tiles() <= row::MOST { nodes } else { nodes / 100 }
}

fn sampled(
    query: &Query,
    request: &Request,
    limits: &Limits,
    clock: Option<Clock>,
    report: &dyn Report,
) -> Result<Outcome, Unfit> {
    let endless = limits.nodes.is_none() && clock.is_none();
    let nodes = if endless { Some(scaled(PLAYOUTS, query)) } else { limits.nodes };
    let limits = &Limits { nodes, ..*limits };
    let gate = &Gate::new(limits, clock);
    let nested = match request.method {
        Method::Nested => true,
        Method::Auto => !nrpa::fits(query.grid()),
        _ => false,
    };
    let outcome = if nested {
        let settings = NestedSettings { seed: request.seed, ..NestedSettings::default() };
        sample_within(request.path, query, &settings, gate, request.threads, report)?
    } else {
        let settings = NrpaSettings { seed: request.seed, ..NrpaSettings::default() };
        sample_within(request.path, query, &settings, gate, request.threads, report)?
    };
    let of_default =
        |reason| if endless && reason == StopReason::Nodes { StopReason::Trials } else { reason };
    Ok(Outcome { stopped_by: outcome.stopped_by.map(of_default), ..outcome })
}

/// Branch and bound; on boards that a glance does not settle from a list that was annealed. With the best list it takes
/// about half as long as without one.
fn proven(
    query: &Query,
    request: &Request,
    limits: &Limits,
    known: Option<&Found>,
    report: &dyn Report,
) -> Result<Outcome, Unfit> {
    let mut turns = Turns { query, request, limits, report, so_far: None, known };
    let grid = query.grid();
    let warm = query.goal == Goal::Score && grid.tiles() >= WARMED && planes::fits(grid) && exact::fits(grid);
    // A glance on one thread: what a number of nodes finds depends on the threads.
    let done = warm && (turns.exact(Some(glance(query)), 1)? || turns.anneal(Some(scaled(WARM, query)))?);
    if !done {
        turns.exact(None, request.threads)?;
    }
    Ok(turns.over())
}

fn auto(
    query: &Query,
    request: &Request,
    limits: &Limits,
    known: Option<&Found>,
    report: &dyn Report,
) -> Result<Outcome, Unfit> {
    let proving = query.goal == Goal::Clear || query.grid().tiles() <= MIDDLE;
    let part = |of: u64| limits.nodes.map_or(u64::MAX, |nodes| nodes / of);
    let clock = || request.time.map_or(0.0, |part| part());
    let mut turns = Turns { query, request, limits, report, so_far: None, known };
    let begun = clock();
    // A glance: most small boards are done with it, and it tells what a node takes.
    let glance = glance(query).min(part(8));
    if glance > 0 && turns.exact_by_the_way(glance)? {
        return Ok(turns.over());
    }
    let (glanced, took) = (turns.nodes(), clock() - begun);
    if proving {
        // A good list first: branch and bound cuts by it, and many boards are cleared by it.
        if turns.anneal(Some(scaled(WARM, query).min(part(8))))? {
            return Ok(turns.over());
        }
        let by_clock = match request.time {
            Some(_) => (glanced as f64 * 0.5 * (1.0 - clock()) / took.max(1e-9)) as u64,
            None if limits.nodes.is_none() => PROOF,
            None => u64::MAX,
        };
        if turns.exact_by_the_way(part(2).min(by_clock))? {
            return Ok(turns.over());
        }
    }
    turns.anneal(None)?;
    Ok(turns.over())
}

/// Searches of one board one after the other, on what the limits leave.
struct Turns<'a> {
    query: &'a Query<'a>,
    request: &'a Request<'a>,
    limits: &'a Limits<'a>,
    report: &'a dyn Report,
    so_far: Option<Outcome>,
    known: Option<&'a Found>,
}

impl Turns<'_> {
    fn nodes(&self) -> u64 {
        self.so_far.as_ref().map_or(0, |outcome| outcome.nodes)
    }

    /// The best list so far.
    fn best(&self) -> Option<&Found> {
        let found = self.so_far.as_ref().and_then(|outcome| outcome.found.as_ref());
        found.into_iter().chain(self.known).reduce(|a, b| if b.score > a.score { b } else { a })
    }

    /// What is left of the limit on nodes.
    fn left(&self) -> Option<u64> {
        self.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes()))
    }

    fn later(&self) -> Later<'_> {
        Later { after: self.nodes(), report: self.report }
    }

    /// Branch and bound with this many nodes, or all that are left; whether all is done.
    fn exact(&mut self, nodes: Option<u64>, threads: usize) -> Result<bool, Unfit> {
        let nodes = nodes.into_iter().chain(self.left()).min();
        let limits = Limits { nodes, ..*self.limits };
        let gate = Gate::new(&limits, self.request.time);
        let on = (self.request.path, threads);
        let outcome = exact_within(on, self.query, &gate, self.best(), &self.later())?;
        Ok(self.add(outcome))
    }

    /// As [`exact`](Self::exact), of boards that it takes; on several threads where the clock sets the limit, for the
    /// answer depends on it anyway.
    fn exact_by_the_way(&mut self, nodes: u64) -> Result<bool, Unfit> {
        if !exact::fits(self.query.grid()) {
            return Ok(false);
        }
        let by_clock = self.limits.nodes.is_none() && self.request.time.is_some();
        self.exact(Some(nodes), if by_clock { self.request.threads } else { 1 })
    }

    /// Annealing with this many trials, or all that is left; whether all is done.
    fn anneal(&mut self, trials: Option<u64>) -> Result<bool, Unfit> {
        let nodes = match (trials, self.left()) {
            (Some(trials), left) => Some(left.map_or(trials, |left| left.min(trials))),
            (None, left) => left,
        };
        let limits = Limits { nodes, ..*self.limits };
        // On a large board a list from a glance is worth no more than a random one.
        let known = self.best().filter(|_| self.query.grid().tiles() <= MIDDLE);
        let from = known.or(self.request.from).cloned();
        // A warm-up has no part in the clock's schedule, but ends with it.
        let time = self.request.time.filter(|_| trials.is_none());
        let request = Request { from: from.as_ref(), time, ..*self.request };
        let search = if planes::fits(self.query.grid()) { annealed } else { sampled };
        let outcome = search(self.query, &request, &limits, self.request.time, &self.later())?;
        Ok(self.add(outcome))
    }

    /// Adds what a search gave; whether nothing more is to be done.
    fn add(&mut self, outcome: Outcome) -> bool {
        let outcome = match self.so_far.take() {
            Some(before) => joined(self.query, before, outcome),
            None => outcome,
        };
        let enough = outcome.found.as_ref().is_some_and(|found| self.query.suffices(found));
        let stopped = self.limits.stop.raised().is_some();
        let used_up = self.limits.nodes.is_some_and(|nodes| outcome.nodes >= nodes);
        let done = outcome.is_proven() || enough || stopped || used_up;
        self.so_far = Some(outcome);
        done
    }

    /// The outcome, with the limit that ended it.
    fn over(self) -> Outcome {
        let outcome = self.so_far.expect("a search was made");
        let enough = outcome.found.as_ref().is_some_and(|found| self.query.suffices(found));
        let target = enough.then_some(StopReason::Target);
        let used_up = self.limits.nodes.filter(|&nodes| outcome.nodes >= nodes).map(|_| StopReason::Nodes);
        let by_clock = self.request.time.filter(|part| part() >= 1.0).map(|_| StopReason::Time);
        let limit = target.or(self.limits.stop.raised()).or(used_up).or(by_clock);
        let stopped_by = outcome.stopped_by.map(|by| limit.unwrap_or(by));
        Outcome { stopped_by, ..outcome }
    }
}

/// What two searches one after the other have given: the better list, the lower bound, the nodes of both; the
/// limit is that of the second.
fn joined(query: &Query, first: Outcome, second: Outcome) -> Outcome {
    let nodes = first.nodes + second.nodes;
    let (at_first, at_second) = (first.found_at, first.nodes + second.found_at);
    if second.is_proven() {
        return second.after(nodes, at_second);
    }
    let bound = [first.bound, second.bound].into_iter().flatten().min();
    let by = second.stopped_by.or(first.stopped_by).unwrap_or(StopReason::Trials);
    let score = |found: &Option<Found>| found.as_ref().map(|found| found.score);
    let (found, at) = match score(&second.found) > score(&first.found) {
        true => (second.found, at_second),
        false => (first.found, at_first),
    };
    Outcome::stopped(query, found, bound.unwrap_or(query.ceiling()), by).after(nodes, at)
}

/// Tells of the second of two searches.
struct Later<'a> {
    after: u64,
    report: &'a dyn Report,
}

impl Report for Later<'_> {
    fn better(&self, nodes: u64, found: &Found) {
        self.report.better(self.after + nodes, found);
    }

    fn spent(&self, nodes: u64) {
        self.report.spent(nodes);
    }
}

/// Tells of lists that reach the goal and are better than all that were told before, whoever found them.
struct Rising<'a> {
    query: &'a Query<'a>,
    best: Mutex<Option<i64>>,
    report: &'a dyn Report,
}

impl Report for Rising<'_> {
    fn better(&self, nodes: u64, found: &Found) {
        // Held while it is reported: what two threads find is reported in order.
        let mut best = lock(&self.best);
        if self.query.reached(found) && best.is_none_or(|best| found.score > best) {
            *best = Some(found.score);
            self.report.better(nodes, found);
        }
    }

    fn spent(&self, nodes: u64) {
        self.report.spent(nodes);
    }
}
