//! The choice among the searchers.
//!
//! [`Method::Auto`] proves where it can: a row or a column by the dynamic programme, a small board by branch
//! and bound, with a share of the nodes on a larger one. What is left of the limits goes to annealing, whose
//! best list and the proven bound are put together. To clear a board, branch and bound with its random tries
//! comes first, for it alone proves that there is no list, and what is left goes to annealing, too. Boards of
//! more than 64 rows or columns are sampled.

use super::anneal::{self, anneal};
use super::exact::exact_on;
use super::nested::{NestedSettings, nested_on};
use super::nrpa::{NrpaSettings, nrpa_on};
use super::outcome::{Found, Goal, Outcome, Query, Report};
use crate::bits::cpu::Path;
use crate::grid::Cell;
use crate::limits::{Limits, StopReason};
use crate::puzzle::Status;

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

/// Playouts of a sampling search without any limit.
pub const PLAYOUTS: u64 = 100_000;

/// Tiles up to which a board is searched by branch and bound until there is a proof, if no limit is set.
const SMALL: usize = 42;

/// Nodes that branch and bound gets on a larger board before it is annealed, per tile above; the share of a
/// limit on nodes is the same.
const GLANCE: u64 = 20_000;

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
    let mut from = from(query, request.from);
    if let Some(found) = &from {
        report.better(0, found);
    }
    // What lists cannot surpass is known to all searchers; only a list to start from is not.
    let outcome = match request.method {
        Method::Exact => exact_on(request.path, query, limits, from.as_ref(), report),
        Method::Anneal => annealed(query, request, limits, report)
            .ok_or(Unfit("expected a board of at most 64 rows and columns for this method"))?,
        Method::Nrpa | Method::Nested => sampled(query, request, limits, report),
        Method::Auto => auto(query, request, limits, from.as_ref(), report),
    };
    Ok(match (&outcome.found, from.take()) {
        (found, Some(from)) if found.as_ref().is_none_or(|found| found.score < from.score) => {
            let reached = query.goal == Goal::Score || from.cleared;
            Outcome { found: Some(from).filter(|_| reached), found_at: 0, ..outcome }
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

fn sampled(query: &Query, request: &Request, limits: &Limits, report: &dyn Report) -> Outcome {
    let endless = limits.nodes.is_none() && request.time.is_none();
    let limits = &Limits { nodes: if endless { Some(PLAYOUTS) } else { limits.nodes }, ..*limits };
    let outcome = if request.method == Method::Nested {
        let settings = NestedSettings { seed: request.seed, ..NestedSettings::default() };
        nested_on(request.path, query, &settings, limits, request.threads, report)
    } else {
        let settings = NrpaSettings { seed: request.seed, ..NrpaSettings::default() };
        nrpa_on(request.path, query, &settings, limits, request.threads, report)
    };
    let stopped_by = outcome.stopped_by.filter(|&reason| !endless || reason != StopReason::Nodes);
    Outcome { stopped_by, ..outcome }
}

fn auto(
    query: &Query,
    request: &Request,
    limits: &Limits,
    from: Option<&Found>,
    report: &dyn Report,
) -> Outcome {
    let tiles = query.grid.tiles();
    let free = limits.nodes.is_none() && request.time.is_none();
    // All that it takes on a small board without limits, else a glance, or half of what there is.
    let share = match (free && tiles <= SMALL, limits.nodes) {
        (true, _) => u64::MAX,
        (_, Some(nodes)) => nodes / 2,
        _ if query.goal == Goal::Clear && request.time.is_some() => u64::MAX,
        _ => GLANCE * tiles as u64,
    };
    let share = if query.goal == Goal::Score && tiles > 2 * SMALL { share.min(GLANCE) } else { share };
    let first = exact_on(request.path, query, &Limits { nodes: Some(share), ..*limits }, from, report);
    let proven = matches!(first.status, Status::Optimal | Status::Infeasible);
    let enough = first.found.as_ref().is_some_and(|found| query.suffices(found));
    let over =
        first.stopped_by.is_some_and(|reason| reason != StopReason::Nodes && reason != StopReason::Memory);
    if proven || enough || over {
        return first;
    }
    let later = Later { after: first.nodes, best: first.found.as_ref().map(|found| found.score), report };
    let rest = Limits { nodes: limits.nodes.map(|nodes| nodes - first.nodes.min(nodes)), ..*limits };
    let rest = if anneal::fits(query.grid) {
        annealed(query, request, &rest, &later)
    } else {
        Some(sampled(query, request, &rest, &later))
    };
    match rest {
        Some(rest) => joined(first, rest),
        None => first,
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

/// Tells of the second of two searches: of lists that are better than the first one's.
struct Later<'a> {
    after: u64,
    best: Option<i64>,
    report: &'a dyn Report,
}

impl Report for Later<'_> {
    fn better(&self, nodes: u64, found: &Found) {
        if Some(found.score) > self.best {
            self.report.better(self.after + nodes, found);
        }
    }

    fn spent(&self, nodes: u64) {
        self.report.spent(nodes);
    }
}
