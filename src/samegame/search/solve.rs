//! The choice among the searchers.

use super::anneal::{self, anneal};
use super::outcome::{Outcome, Query, Report};
use crate::bits::cpu::Path;
use crate::grid::Cell;
use crate::limits::Limits;

/// A searcher.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// By size and limits.
    #[default]
    Auto,
    /// Annealing over the list of clicks.
    Anneal,
}

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
    let settings = anneal::Settings {
        seed: request.seed,
        threads: request.threads,
        from: request.from,
        time: request.time,
        path: request.path,
        ..anneal::Settings::default()
    };
    match request.method {
        Method::Auto | Method::Anneal => anneal(query, &settings, limits, report)
            .ok_or(Unfit("expected a settled board of at most 64 rows and columns")),
    }
}
