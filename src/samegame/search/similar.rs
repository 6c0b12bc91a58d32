//! Rules that differ from classic ones at the end of a game only: a factor for an empty board, or a penalty for all tiles
//! left together, or points for them.
//!
//! The searches for classic rules search such a board for similar rules: with a bonus in place of the factor, and without the
//! penalty. Their lists are scored by the true rules, and their bounds hold for these as well. Let V be a bound under the
//! similar rules, whose bonus is b. A list that clears the board has at most V − b points besides the bonus, so that its true
//! score is at most (V − b + bonus) × factor. Any other list has at most V points, and at most the sum of the best points for
//! each colour; a penalty only takes some.

use super::outcome::{Goal, Query};
use crate::rules::{LeftPenalty, Rules};

/// Returns the similar rules of a query for the score; `None` if no classic rules are similar.
///
/// The bonus is a third of what the factor could add: a usual list has a third of the points of the best possible one.
pub(super) fn rules(query: &Query) -> Option<Rules> {
    let rules = query.rules;
    let points = most_points(query).unsigned_abs();
    let factor = u64::from(rules.clear_factor);
    let added = (factor - 1).saturating_mul(points / 3);
    let bonus = rules.clear_bonus.saturating_add_signed(rules.left_points(0));
    let bonus = bonus.saturating_mul(factor).saturating_add(added).min(1 << 40);
    let similar = Rules { clear_bonus: bonus, ..plain(rules) };
    (query.goal == Goal::Score && similar.is_classic()).then_some(similar)
}

/// Returns the rules without anything that happens at the end.
fn plain(rules: Rules) -> Rules {
    Rules { clear_bonus: 0, clear_factor: 1, left_penalty: LeftPenalty::None, left_points: None, ..rules }
}

/// Returns an upper bound on the points of all removals, from the numbers of tiles.
fn most_points(query: &Query) -> i64 {
    Query { rules: plain(query.rules), ..*query }.ceiling().max(0)
}

/// Converts a bound under similar rules to one under the rules of the query.
pub(super) fn true_bound(query: &Query, similar: Rules, bound: i64) -> i64 {
    let Rules { clear_bonus, clear_factor, .. } = query.rules;
    let end = i128::from(clear_bonus) + i128::from(query.rules.left_points(0));
    let points = i128::from(bound) - i128::from(similar.clear_bonus) + end;
    let cleared = points * i128::from(clear_factor);
    let left = query.rules.most_left_points(query.grid().tiles() as u64);
    let other = i128::from(bound.min(most_points(query))) + i128::from(left);
    i64::try_from(cleared.max(other)).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::control::SearchLimits;
    use crate::rules::grid::Grid;
    use crate::rules::{Random, Score, StopFlag};
    use crate::samegame::search::{NoReport, Request, solve};

    #[test]
    fn bounds_under_similar_rules_hold_and_mostly_prove_the_best_list() {
        let (mut random, stop) = (Random::new(5, 0), StopFlag::new());
        let limits = SearchLimits { nodes: None, memory: 1 << 20, stop: &stop };
        let (mut boards, mut proven) = (0, 0);
        for number in 0..300 {
            let rules = Rules {
                score: Score::NAMED[number % Score::NAMED.len()].1,
                clear_bonus: [0, 5, 1000][random.below(3)],
                clear_factor: [1, 2, 4][random.below(3)],
                left_penalty: [LeftPenalty::None, LeftPenalty::Total][random.below(2)],
                ..Rules::USUAL
            };
            let colours = random.between(2, 4);
            let grid = Grid::from_names(3, 4, |_| Some(random.below(colours) as u64)).unwrap();
            let query = Query::score(&grid, rules).unwrap();
            let Some(similar) = super::rules(&query).filter(|_| !rules.is_classic()) else { continue };
            let best = |query: &Query| solve(query, &Request::default(), &limits, &NoReport).unwrap();
            let (truth, outcome) = (best(&query), best(&Query { rules: similar, ..query }));
            assert!(truth.is_proven() && outcome.is_proven());
            let bound = true_bound(&query, similar, outcome.bound.unwrap());
            assert!(Some(bound) >= truth.bound, "{rules:?}\n{}", grid.to_text("\n"));
            boards += 1;
            proven += usize::from(Some(bound) == truth.bound);
        }
        assert!(boards > 100 && proven > boards / 3, "{proven} of {boards}");
    }
}
