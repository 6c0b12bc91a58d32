//! The search that can prove the answer to a query, by its goal.

use super::exact::{Workers, exact_within};
use super::fewest::fewest_within;
use super::fit::BoardError;
use super::{Found, Goal, Outcome, Query, Report};
use crate::rules::Refusal;
use crate::rules::control::Budget;

/// Searches for a list that surpasses a known one, and for the proof that there is none.
pub(super) fn prove_within(
    workers: Workers,
    query: &Query,
    budget: &Budget,
    known: Option<&Found>,
    report: &dyn Report,
) -> Result<Outcome, BoardError> {
    Refusal::check_exact(query.grid(), &query.rules, query.goal)?;
    match query.goal {
        Goal::Fewest => fewest_within(workers, query, budget, report, known)
            .ok_or(Refusal::TooLargeFor("64 cells").into()),
        _ => exact_within(workers, query, budget, known, report),
    }
}
