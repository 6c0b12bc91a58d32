//! Searches for the whole SameGame family: any rules, and any goal.
//!
//! The searches for the usual rules rely on what they guarantee: superadditive points, groups of two or more tiles,
//! columns that close. The searches here rely on nothing but the rules.

use super::budget::Budget;
use super::fit::SearchError;
use super::outcome::{Found, Outcome, Query, Report};
use super::request::Request;
use crate::base::StopReason;
use crate::grid::ColumnBoard;

/// Searches a board that has a legal click.
///
/// # Errors
/// If the board is too large for the method.
pub(super) fn solve(
    query: &Query,
    _request: &Request,
    _budget: &Budget,
    known: Option<&Found>,
    report: &dyn Report,
) -> Result<Outcome, SearchError> {
    let (mut board, mut clicks) = (ColumnBoard::new(query.grid()), Vec::new());
    while let Some(&(cell, _)) = board.groups_of(query.rules.min_group).iter().max_by_key(|(_, size)| *size) {
        board.click_by(&query.rules, cell);
        clicks.push(cell);
    }
    let found = Found::replay(query.grid(), query.rules, clicks).ok().filter(|found| query.reached(found));
    if let Some(found) = &found {
        report.improved(1, found);
    }
    let best = found.into_iter().chain(known.cloned()).max_by_key(|found| query.value(found));
    Ok(Outcome::stopped(query, best, query.ceiling(), StopReason::Trials))
}
