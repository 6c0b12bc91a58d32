//! The search that can prove the answer to a query, by its goal.

use super::budget::Budget;
use super::exact::{self, Workers, exact_within};
use super::fewest::{self, fewest_within};
use super::fit::SearchError;
use super::{Found, Goal, Outcome, Query, Report};

/// The largest boards of a search for the fewest clicks.
const MOST_FOR_FEWEST: &str = "64 cells and 7 colours for the fewest clicks";

/// Returns whether a board is small enough to be searched.
///
/// # Errors
/// Returns an error with the largest size.
pub(super) fn check_size(query: &Query) -> Result<(), SearchError> {
    let (fits, most) = match query.goal {
        Goal::Fewest => (fewest::fits(query.grid(), &query.rules), MOST_FOR_FEWEST),
        _ => (exact::fits(query.grid()), "16,000 tiles"),
    };
    if fits { Ok(()) } else { Err(SearchError::TooLargeFor(most)) }
}

/// Searches for a list that surpasses a known one, and for the proof that there is none.
///
/// # Errors
/// Returns the errors of [`check_size`].
pub(super) fn prove_within(
    workers: Workers,
    query: &Query,
    budget: &Budget,
    known: Option<&Found>,
    report: &dyn Report,
) -> Result<Outcome, SearchError> {
    match query.goal {
        Goal::Fewest => fewest_within(workers, query, budget, report, known)
            .ok_or(SearchError::TooLargeFor(MOST_FOR_FEWEST)),
        _ => exact_within(workers, query, budget, known, report),
    }
}
