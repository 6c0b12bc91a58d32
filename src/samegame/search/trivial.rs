//! Boards whose outcome is known before any search.

use super::fit::{SearchError, max_score, separate_parts};
use super::outcome::{Found, Goal, Outcome, Query};

/// Returns the outcome of a board that needs no search: one without a possible click, or one to be cleared on
/// which a colour has too few tiles for a group, which can never be removed.
///
/// # Errors
/// If the score of a list could overflow.
pub(super) fn trivial_outcome(query: &Query) -> Result<Option<Outcome>, SearchError> {
    let grid = query.grid();
    if query.goal == Goal::Score && i64::try_from(max_score(grid, query.rules)).is_err() {
        return Err(SearchError::ScoreOverflow);
    }
    let min = query.rules.min_group;
    let stays = separate_parts(grid, query.rules.columns).iter().any(|&(_, tiles)| tiles < u64::from(min));
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
    use crate::rules::grid::Grid;
    use crate::rules::{Cell, Rules};
    use crate::samegame::repr::BoardError;

    #[test]
    fn boards_that_do_not_fit_are_refused_by_one_error() {
        let outcome = |grid: &Grid| trivial_outcome(&Query::score(grid, Rules::default())?);
        let parsed = |drawing| Grid::parse(drawing).unwrap();
        let floating = BoardError::Floating(Cell::new(1, 0));
        assert_eq!(outcome(&parsed("1. / .1")), Err(floating.into()));
        assert_eq!(outcome(&parsed(".1 / .1")), Err(BoardError::Gap(0).into()));
        for (rows, cols) in [(1001, 1000), (1, 10_001), (10_001, 1)] {
            let grid = Grid::empty(rows, cols, &[1]).unwrap();
            assert_eq!(outcome(&grid), Err(SearchError::TooLarge { rows, cols }));
        }
        assert!(outcome(&Grid::empty(1000, 1000, &[1]).unwrap()).is_ok());
        let dear = Rules { clear_bonus: i64::MAX as u64, ..Rules::default() };
        assert_eq!(
            trivial_outcome(&Query::score(&parsed("111"), dear).unwrap()),
            Err(SearchError::ScoreOverflow)
        );
        assert!(trivial_outcome(&Query::score(&parsed("11"), dear).unwrap()).is_ok());
    }
}
