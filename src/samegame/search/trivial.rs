//! Boards whose outcome is known before any search.

use super::fit::BoardError;
use super::outcome::{Found, Outcome, Query};
use crate::rules::Refusal;
use crate::rules::stretches::stretches;

/// Returns the outcome of a board that needs no search: no click is possible, or the goal needs an empty board and some
/// tiles can never be removed. Returns `None` for any other board.
pub(super) fn trivial_outcome(query: &Query) -> Result<Option<Outcome>, BoardError> {
    let grid = query.grid();
    Refusal::check_scores(grid, &query.rules)?;
    let min = query.rules.min_group;
    let stays = stretches(grid, &query.rules).iter().any(|stretch| stretch.tiles < min as usize);
    if query.goal.needs_empty_board() && stays {
        return Ok(Some(Outcome::infeasible()));
    }
    if !grid.groups_of(min).is_empty() {
        return Ok(None);
    }
    let found = Found::replay(grid, query.rules, Vec::new()).ok();
    let found = found.filter(|found| query.reached(found));
    Ok(Some(found.map_or_else(Outcome::infeasible, |found| Outcome::proven(query, found))))
}
