//! Boards whose outcome is known before any search.

use super::fit::{SearchError, max_score, stretches};
use super::outcome::{Found, Outcome, Query};

/// Returns the outcome of a board that needs no search: one without a possible click, or one to be cleared on
/// which a colour has too few tiles for a group, which can never be removed.
///
/// # Errors
/// If the score of a list could overflow.
pub(super) fn trivial_outcome(query: &Query) -> Result<Option<Outcome>, SearchError> {
    let grid = query.grid();
    if i64::try_from(max_score(grid, query.rules)).is_err() {
        return Err(SearchError::ScoreOverflow);
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::rules::grid::Grid;

    #[test]
    fn boards_whose_scores_might_overflow_are_refused() {
        let dear = Rules { clear_bonus: i64::MAX as u64, ..Rules::default() };
        for (drawing, overflows) in [("11", false), ("111", true)] {
            let grid = Grid::parse(drawing).unwrap();
            let outcome = trivial_outcome(&Query::score(&grid, dear).unwrap());
            assert_eq!(outcome == Err(SearchError::ScoreOverflow), overflows);
        }
    }
}
