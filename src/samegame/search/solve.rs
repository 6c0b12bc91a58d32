//! The choice among the searchers.
//!
//! [`Method::Auto`] proves where it can: a row or a column by the dynamic programme, a board of up to 100 tiles
//! by branch and bound from a list that was annealed, within half of the limits. What is left of them goes to
//! annealing; the best list and the lowest bound of all are the answer. To clear a board of any size they take
//! the same turns: annealing finds lists, branch and bound with its random tries proves that there is none.
//! Boards of more than 64 rows or columns are sampled.

use super::anneal::{self, anneal, planes};
use super::exact::exact_on;
use super::nested::{NestedSettings, nested_on};
use super::nrpa::{NrpaSettings, nrpa_on};
use super::outcome::{Found, Goal, Outcome, Query, Report};
use super::row;
use crate::bits::cpu::Path;
use crate::grid::Cell;
use crate::limits::{Limits, StopReason};
use crate::puzzle::Status;
use std::sync::{Mutex, PoisonError};

/// A searcher.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// By size and limits.
    #[default]
    Auto,
    /// Annealing over the list of clicks.
    Anneal,
    /// Branch and bound, until there is a proof.
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

/// Nodes that a proof may take without any limit: some ten seconds on a board of 8×8.
const PROOF: u64 = 20_000_000;

/// How to search.
pub struct Request<'a> {
    /// Which searcher.
    pub method: Method,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Threads for this board; the answer does not depend on them, unless the clock ends the search.
    pub threads: usize,
    /// Clicks to start from; those that cannot be played are left out.
    pub from: &'a [Cell],
    /// The part of the time that is over, from 0 to 1; `None` without a limit of time.
    pub time: Option<&'a (dyn Fn() -> f64 + Sync)>,
    /// The CPU path.
    pub path: Path,
}

/// Why a board cannot be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unfit(&'static str);

/// Searches a board.
///
/// # Errors
/// If the board is not settled, or too large for the method.
pub fn solve(
    query: &Query,
    request: &Request,
    limits: &Limits,
    report: &dyn Report,
) -> Result<Outcome, Unfit> {
    if !query.grid.is_samegame() {
        return Err(Unfit(
            "expected a board where nothing floats and no empty column lies left of a full one",
        ));
    }
    let report = &Rising { query, best: Mutex::new(None), report };
    // A list that does not reach the goal is still one to start from.
    let known = from(query, request.from).filter(|found| query.reached(found));
    if let Some(known) = &known {
        report.better(0, known);
        if query.suffices(known) {
            let status = if query.goal == Goal::Clear { Status::Optimal } else { Status::Feasible };
            return Ok(Outcome { status, found: Some(known.clone()), ..Outcome::nothing() });
        }
    }
    let outcome = match request.method {
        Method::Exact => exact_on(request.path, query, limits, known.as_ref(), report),
        Method::Anneal => annealed(query, request, limits, report)
            .ok_or(Unfit("expected a board of at most 64 rows and columns for this method"))?,
        Method::Nrpa | Method::Nested => sampled(query, request, limits, report),
        Method::Auto => auto(query, request, limits, known.as_ref(), report),
    };
    Ok(match known {
        Some(known) if outcome.found.as_ref().is_none_or(|found| found.score < known.score) => {
            Outcome { found: Some(known), found_at: 0, ..outcome }
        }
        _ => outcome,
    })
}

/// The list to start from, as far as it can be played.
fn from(query: &Query, clicks: &[Cell]) -> Option<Found> {
    if clicks.is_empty() {
        return None;
    }
    let mut board = query.grid.clone();
    let playable = clicks.iter().copied().filter(|&cell| board.click(cell) > 0).collect();
    Found::replay(query.grid, query.rules, playable).ok()
}

fn annealed(query: &Query, request: &Request, limits: &Limits, report: &dyn Report) -> Option<Outcome> {
    let settings = anneal::Settings {
        seed: request.seed,
        threads: request.threads,
        from: request.from,
        time: request.time,
        path: request.path,
        ..anneal::Settings::default()
    };
    anneal(query, &settings, limits, report)
}

/// So many steps on a usual board, as many as take about as long on a larger one: the steps of a game and what
/// each takes both grow with the tiles.
fn scaled(steps: u64, query: &Query) -> u64 {
    let tiles = (query.grid.tiles() as u64).max(USUAL);
    (u128::from(steps) * u128::from(USUAL).pow(2) / u128::from(tiles).pow(2)).max(4) as u64
}

/// Nodes of the first look: on the plain grid they take a hundred times as long, if it is not a row or a column
/// for the dynamic programme.
fn glance(query: &Query) -> u64 {
    let nodes = scaled(GLANCE, query);
    if planes::fits(query.grid) || query.grid.tiles() <= row::MOST { nodes } else { nodes / 100 }
}

fn sampled(query: &Query, request: &Request, limits: &Limits, report: &dyn Report) -> Outcome {
    let endless = limits.nodes.is_none() && request.time.is_none();
    let nodes = if endless { Some(scaled(PLAYOUTS, query)) } else { limits.nodes };
    let limits = &Limits { nodes, ..*limits };
    let outcome = if request.method == Method::Nested {
        let settings = NestedSettings { seed: request.seed, ..NestedSettings::default() };
        nested_on(request.path, query, &settings, limits, request.threads, report)
    } else {
        let settings = NrpaSettings { seed: request.seed, ..NrpaSettings::default() };
        nrpa_on(request.path, query, &settings, limits, request.threads, report)
    };
    let stopped_by = outcome.stopped_by.filter(|&reason| !endless || reason != StopReason::Nodes);
    let bound = outcome.bound.or_else(|| (query.goal == Goal::Score).then(|| query.ceiling()));
    match &outcome.found {
        Some(found) if bound == Some(found.score) => {
            Outcome { status: Status::Optimal, bound, stopped_by: None, ..outcome }
        }
        _ => Outcome { bound, stopped_by, ..outcome },
    }
}

fn auto(
    query: &Query,
    request: &Request,
    limits: &Limits,
    known: Option<&Found>,
    report: &dyn Report,
) -> Outcome {
    let proving = query.goal == Goal::Clear || query.grid.tiles() <= MIDDLE;
    let part = |of: u64| limits.nodes.map_or(u64::MAX, |nodes| nodes / of);
    let clock = || request.time.map_or(0.0, |part| part());
    let mut turns = Turns { query, request, limits, report, so_far: None, known };
    let begun = clock();
    // A glance: most small boards are done with it, and it tells what a node takes.
    let glance = glance(query).min(part(8));
    if glance > 0 && turns.exact(glance) {
        return turns.over();
    }
    let (glanced, took) = (turns.nodes(), clock() - begun);
    if proving {
        // A good list first: branch and bound cuts by it, and many boards are cleared by it.
        if turns.anneal(Some(scaled(WARM, query).min(part(8)))) {
            return turns.over();
        }
        let by_clock = match request.time {
            Some(_) => (glanced as f64 * 0.5 * (1.0 - clock()) / took.max(1e-9)) as u64,
            None if limits.nodes.is_none() => PROOF,
            None => u64::MAX,
        };
        if turns.exact(part(2).min(by_clock)) {
            return turns.over();
        }
    }
    turns.anneal(None);
    turns.over()
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

    /// Branch and bound with so many nodes; whether all is done.
    fn exact(&mut self, nodes: u64) -> bool {
        let limits =
            Limits { nodes: Some(self.left().map_or(nodes, |left| nodes.min(left))), ..*self.limits };
        let outcome = exact_on(self.request.path, self.query, &limits, self.best(), &self.later());
        self.add(outcome)
    }

    /// Annealing with so many trials, or all that is left; whether all is done.
    fn anneal(&mut self, trials: Option<u64>) -> bool {
        let nodes = match (trials, self.left()) {
            (Some(trials), left) => Some(left.map_or(trials, |left| left.min(trials))),
            (None, left) => left,
        };
        let limits = Limits { nodes, ..*self.limits };
        // On a large board a list from a glance is worth no more than a random one.
        let known = self.best().filter(|_| self.query.grid.tiles() <= MIDDLE);
        let clicks = known.map_or_else(|| self.request.from.to_vec(), |found| found.clicks.clone());
        // A warm-up has no part in the clock's schedule.
        let time = self.request.time.filter(|_| trials.is_none());
        let request = Request { from: &clicks, time, ..*self.request };
        let outcome = match annealed(self.query, &request, &limits, &self.later()) {
            Some(outcome) => outcome,
            None => sampled(self.query, &request, &limits, &self.later()),
        };
        self.add(outcome)
    }

    /// Adds what a search gave; whether nothing more is to be done.
    fn add(&mut self, outcome: Outcome) -> bool {
        let outcome = match self.so_far.take() {
            Some(before) => joined(before, outcome),
            None => outcome,
        };
        let proven = matches!(outcome.status, Status::Optimal | Status::Infeasible | Status::Error);
        let enough = outcome.found.as_ref().is_some_and(|found| self.query.suffices(found));
        let stopped = self.limits.stop.raised().is_some();
        let used_up = self.limits.nodes.is_some_and(|nodes| outcome.nodes >= nodes);
        self.so_far = Some(outcome);
        proven || enough || stopped || used_up
    }

    /// The outcome, with the limit that ended it.
    fn over(self) -> Outcome {
        let mut outcome = self.so_far.unwrap_or_else(Outcome::nothing);
        let open = matches!(outcome.status, Status::Feasible | Status::Unknown);
        let enough = outcome.found.as_ref().is_some_and(|found| self.query.suffices(found));
        let used_up = self.limits.nodes.filter(|&nodes| outcome.nodes >= nodes).map(|_| StopReason::Nodes);
        let by_clock = self.request.time.filter(|part| part() >= 1.0).map(|_| StopReason::Time);
        outcome.stopped_by = self.limits.stop.raised().or(used_up).or(by_clock).filter(|_| open && !enough);
        outcome
    }
}

/// The better list of two searches, the lower bound, the nodes of both; limits are those of the second.
fn joined(first: Outcome, second: Outcome) -> Outcome {
    let score = |outcome: &Outcome| outcome.found.as_ref().map(|found| found.score);
    let bound = [first.bound, second.bound].into_iter().flatten().min();
    let nodes = first.nodes + second.nodes;
    let mut out = if score(&second) > score(&first) || second.status == Status::Optimal {
        Outcome { found_at: first.nodes + second.found_at, ..second }
    } else {
        Outcome { stopped_by: second.stopped_by, ..first }
    };
    (out.bound, out.nodes) = (bound, nodes);
    if out.status == Status::Feasible && bound.is_some() && score(&out) >= bound {
        (out.status, out.stopped_by) = (Status::Optimal, None);
    }
    out
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
        // Held while it is told: what two threads find is told in order.
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if self.query.reached(found) && best.is_none_or(|best| found.score > best) {
            *best = Some(found.score);
            self.report.better(nodes, found);
        }
    }

    fn spent(&self, nodes: u64) {
        self.report.spent(nodes);
    }
}
