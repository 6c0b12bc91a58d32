//! Stars for the result of a game.

use crate::rules::Goal;

/// Returns the number of stars, 0 to 3, for a game that reached a result, by its distance to the best result known. Both are in
/// the units of the goal: points, clicks, tiles left, or tiles of the largest removal. A solved Mayan puzzle counts like
/// [`Goal::Fewest`], in moves.
///
/// - 3: the best result or a better one; for [`Goal::Clear`] any cleared board
/// - 2: a quarter of the best result away from it, or 1 click, move or tile
/// - 1: farther away
/// - 0: the goal was missed (`reached` is `None`): the board had to be emptied, and was not
///
/// ```
/// use tilefall::rules::Goal;
/// use tilefall::insight::stars;
/// assert_eq!([4000, 3000, 2999].map(|score| stars(Goal::Score, Some(score), 4000)), [3, 2, 1]);
/// assert_eq!([5, 6, 7].map(|clicks| stars(Goal::Fewest, Some(clicks), 5)), [3, 2, 1]);
/// assert_eq!(stars(Goal::Fewest, None, 5), 0);
/// ```
pub fn stars(goal: Goal, reached: Option<i64>, best: i64) -> u8 {
    let Some(reached) = reached else { return 0 };
    let (reached, best) = (i128::from(reached), i128::from(best));
    let distance = match goal {
        Goal::Clear => 0,
        Goal::Score | Goal::Biggest => best - reached,
        Goal::Fewest | Goal::Left => reached - best,
    };
    match distance {
        ..=0 => 3,
        _ if distance <= allowance(goal, best) => 2,
        _ => 1,
    }
}

/// Returns the worst result that has two stars, by the best result known; the best result itself for [`Goal::Clear`].
///
/// ```
/// use tilefall::rules::Goal;
/// use tilefall::insight::two_stars;
/// assert_eq!((two_stars(Goal::Score, 4000), two_stars(Goal::Fewest, 12)), (3000, 15));
/// ```
pub fn two_stars(goal: Goal, best: i64) -> i64 {
    let allowance = i64::try_from(allowance(goal, best.into())).unwrap_or(i64::MAX);
    match goal {
        Goal::Clear => best,
        Goal::Score | Goal::Biggest => best.saturating_sub(allowance),
        Goal::Fewest | Goal::Left => best.saturating_add(allowance),
    }
}

/// Returns the largest distance from the best result that has two stars.
fn allowance(goal: Goal, best: i128) -> i128 {
    let quarter = best.abs() / 4;
    if goal == Goal::Score { quarter } else { quarter.max(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_are_given_by_the_distance_to_the_best_result() {
        for (goal, best, results) in [
            (Goal::Score, 1000, &[(1001, 3), (1000, 3), (999, 2), (750, 2), (749, 1), (0, 1), (-9, 1)][..]),
            // A penalty for tiles left makes scores negative.
            (Goal::Score, -100, &[(-100, 3), (-125, 2), (-126, 1), (5, 3)]),
            (Goal::Score, 0, &[(0, 3), (-1, 1)]),
            (Goal::Clear, 500, &[(500, 3), (2, 3), (900, 3)]),
            (Goal::Fewest, 1, &[(1, 3), (2, 2), (3, 1)]),
            (Goal::Fewest, 40, &[(39, 3), (40, 3), (50, 2), (51, 1)]),
            (Goal::Left, 0, &[(0, 3), (1, 2), (2, 1)]),
            (Goal::Left, 12, &[(12, 3), (15, 2), (16, 1)]),
            (Goal::Biggest, 3, &[(3, 3), (2, 2), (1, 1)]),
            (Goal::Biggest, 40, &[(41, 3), (30, 2), (29, 1)]),
            (Goal::Score, i64::MIN, &[(i64::MAX, 3)]),
            (Goal::Score, i64::MAX, &[(i64::MIN, 1)]),
        ] {
            for &(reached, number) in results {
                assert_eq!(stars(goal, Some(reached), best), number, "{goal:?}, {reached} of {best}");
            }
            assert_eq!(stars(goal, None, best), 0);
            let least = two_stars(goal, best);
            assert!(stars(goal, Some(least), best) >= 2, "{goal:?}, {least} of {best}");
            let worse =
                if goal == Goal::Fewest || goal == Goal::Left { least + 1 } else { least.saturating_sub(1) };
            assert!(
                goal == Goal::Clear || best == i64::MIN || stars(goal, Some(worse), best) == 1,
                "{goal:?}, {worse} of {best}"
            );
        }
    }
}
