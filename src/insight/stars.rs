//! Stars for the result of a game.

use crate::rules::Goal;

/// Returns the number of stars, 0 to 3, of a game with the result `reached`, by its distance from the best result
/// known. Both results are in units of the goal: points, clicks, tiles left, or tiles of the largest removal. A solved
/// Mayan puzzle counts like [`Goal::Fewest`], in moves.
///
/// - 3: at most a fifth of the best score away, or a tenth of another best result; for [`Goal::Clear`] any cleared
///   board
/// - 2: at most half of the best score away, or a third of another best result, at least 1
/// - 1: farther away
/// - 0: `reached` is `None`, because the board had to be emptied and was not
///
/// ```
/// use tilefall::rules::Goal;
/// use tilefall::insight::stars;
/// assert_eq!([3200, 3199, 2000, 1999].map(|score| stars(Goal::Score, Some(score), 4000)), [3, 2, 2, 1]);
/// assert_eq!([13, 14, 15, 17, 18].map(|clicks| stars(Goal::Fewest, Some(clicks), 13)), [3, 3, 2, 2, 1]);
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
    [3, 2].into_iter().find(|&stars| distance <= allowance(goal, best, stars)).unwrap_or(1)
}

/// Returns the worst result that still gets this number of stars (3 or 2), given the best result known; for
/// [`Goal::Clear`], returns `best`.
///
/// ```
/// use tilefall::rules::Goal;
/// use tilefall::insight::result_for;
/// assert_eq!((result_for(Goal::Score, 4000, 2), result_for(Goal::Fewest, 12, 3)), (2000, 13));
/// ```
pub fn result_for(goal: Goal, best: i64, stars: u8) -> i64 {
    let allowance = i64::try_from(allowance(goal, best.into(), stars)).unwrap_or(i64::MAX);
    match goal {
        Goal::Clear => best,
        Goal::Score | Goal::Biggest => best.saturating_sub(allowance),
        Goal::Fewest | Goal::Left => best.saturating_add(allowance),
    }
}

/// Returns the largest distance from the best result at which a result still gets this number of stars (3 or 2).
fn allowance(goal: Goal, best: i128, stars: u8) -> i128 {
    let near = stars >= 3;
    match goal {
        Goal::Score => best.abs() / if near { 5 } else { 2 },
        _ if near => best / 10,
        _ => (best / 3).max(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_are_given_by_the_distance_to_the_best_result() {
        for (goal, best, results) in [
            (Goal::Score, 1000, &[(1001, 3), (1000, 3), (800, 3), (799, 2), (500, 2), (499, 1), (-9, 1)][..]),
            // A penalty for tiles left makes scores negative.
            (Goal::Score, -100, &[(-120, 3), (-121, 2), (-150, 2), (-151, 1), (5, 3)]),
            (Goal::Score, 0, &[(0, 3), (-1, 1)]),
            (Goal::Clear, 500, &[(500, 3), (2, 3), (900, 3)]),
            (Goal::Fewest, 1, &[(1, 3), (2, 2), (3, 1)]),
            (Goal::Fewest, 40, &[(39, 3), (44, 3), (45, 2), (53, 2), (54, 1)]),
            (Goal::Left, 0, &[(0, 3), (1, 2), (2, 1)]),
            (Goal::Left, 12, &[(13, 3), (14, 2), (16, 2), (17, 1)]),
            (Goal::Biggest, 3, &[(3, 3), (2, 2), (1, 1)]),
            (Goal::Biggest, 40, &[(41, 3), (36, 3), (35, 2), (27, 2), (26, 1)]),
            (Goal::Score, i64::MIN, &[(i64::MAX, 3)]),
            (Goal::Score, i64::MAX, &[(i64::MIN, 1)]),
        ] {
            for &(reached, number) in results {
                assert_eq!(stars(goal, Some(reached), best), number, "{goal:?}, {reached} of {best}");
            }
            assert_eq!(stars(goal, None, best), 0);
            for number in [2, 3].into_iter().filter(|_| goal != Goal::Clear && best != i64::MIN) {
                let least = result_for(goal, best, number);
                let fewer = goal == Goal::Fewest || goal == Goal::Left;
                let worse = if fewer { least + 1 } else { least.saturating_sub(1) };
                let given = [least, worse].map(|reached| stars(goal, Some(reached), best));
                assert!(given[0] >= number && given[1] < number, "{goal:?}, {least} of {best}");
            }
        }
    }
}
