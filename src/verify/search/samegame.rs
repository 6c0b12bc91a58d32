//! SameGame: searches for a list that is better by some measure.

use super::{Budget, BudgetExhausted};
use crate::rules::grid::Grid;
use crate::rules::{Cell, Rules};
use crate::verify::measure::Measure;
use crate::verify::samegame::{cleared, counts, is_stuck, largest_shares, most_points, total};
use std::collections::HashMap;

/// The maximum number of clicks of a list: each takes stack space.
const MAX_CLICKS: usize = 1000;

/// Searches for a list whose value by the measure is above `most`; `None` if there is none. Clearing the board is the aim
/// of [`Measure::Left`] above −1.
///
/// # Errors
/// If the budget is too small to decide, or lists of more than 1000 clicks would have to be tried.
pub(super) fn find(
    board: &Grid,
    rules: Rules,
    measure: Measure,
    most: i64,
    budget: &mut Budget,
) -> Result<Option<Vec<Cell>>, BudgetExhausted> {
    let largest = counts(board).into_iter().max().unwrap_or(0);
    let shares = if measure == Measure::Score { largest_shares(rules, largest) } else { Vec::new() };
    let mut search = Search { rules, measure, most, shares, budget, seen: HashMap::new(), list: Vec::new() };
    Ok(search.visit(board, 0)?.then_some(search.list))
}

struct Search<'a> {
    rules: Rules,
    measure: Measure,
    most: i64,
    /// For the score, the largest shares of a tile in the points of a removal.
    shares: Vec<(i64, u64)>,
    budget: &'a mut Budget,
    /// The tiles of visited boards, with the highest value so far on reaching them.
    seen: HashMap<Box<[u8]>, i64>,
    list: Vec<Cell>,
}

impl Search<'_> {
    /// Returns whether a list is found from a board with this value so far; `list` is then the list.
    ///
    /// The value so far is that of the clicks alone: their points, minus their number, 0, or the largest removal. At equal
    /// boards a higher one is never worse.
    fn visit(&mut self, board: &Grid, so_far: i64) -> Result<bool, BudgetExhausted> {
        let counts = counts(board);
        let reached = self.value(&counts, so_far).is_some_and(|value| value > self.most);
        if reached || self.ceiling(&counts, so_far) <= self.most {
            return Ok(reached);
        }
        let tiles: Box<[u8]> = board.cells().map(|cell| board.get(cell).map_or(0, |tile| tile + 1)).collect();
        match self.seen.get_mut(&tiles) {
            Some(best) if *best >= so_far => return Ok(false),
            Some(best) => *best = so_far,
            None if self.budget.keep(SLOT + tiles.len()) => drop(self.seen.insert(tiles, so_far)),
            None => {}
        }
        if self.list.len() == MAX_CLICKS {
            return Err(BudgetExhausted);
        }
        let mut groups = Vec::new();
        board.each_group(self.rules.min_group, |group| {
            let first = group.iter().min_by_key(|cell| (cell.col, cell.row));
            groups.extend(first.map(|&first| (first, group.len())));
        });
        // Large groups first: they are often whole colours, which clear most boards that can be cleared.
        groups.sort_by_key(|&(_, size)| std::cmp::Reverse(size));
        let nodes = 1 + counts.iter().sum::<usize>() as u64 / 64;
        for (cell, removed) in groups {
            self.budget.spend(nodes)?;
            let mut next = board.clone();
            next.click_by(&self.rules, cell);
            let so_far = match self.measure {
                Measure::Score => so_far.saturating_add(self.rules.score.points(removed as u64)),
                Measure::Moves => so_far - 1,
                Measure::Left => 0,
                Measure::Biggest => so_far.max(removed as i64),
            };
            self.list.push(cell);
            if self.visit(&next, so_far)? {
                return Ok(true);
            }
            self.list.pop();
        }
        Ok(false)
    }

    /// Returns the value of the list if it ends here; `None` if it had to clear the board.
    fn value(&self, left: &[usize], so_far: i64) -> Option<i64> {
        match self.measure {
            Measure::Score => Some(total(self.rules, so_far, left)),
            Measure::Moves => left.iter().all(|&count| count == 0).then_some(so_far),
            Measure::Left => Some(-(left.iter().sum::<usize>() as i64)),
            Measure::Biggest => Some(so_far),
        }
    }

    /// Returns an upper bound on the value of any list from here, from the numbers of tiles: every colour at its most points
    /// per tile, one click for each colour, tiles of colours with too few for a group stay, each colour at once.
    fn ceiling(&self, left: &[usize], so_far: i64) -> i64 {
        let counts = || left.iter().copied().filter(|&count| count > 0);
        let stuck = || counts().filter(|&count| is_stuck(self.rules, count));
        match self.measure {
            Measure::Score => {
                let points = counts().map(|count| most_points(&self.shares, count)).sum::<i128>();
                let points = i128::from(so_far) + points;
                let empty = stuck().next().is_none().then(|| cleared(self.rules, points));
                let score = empty.map_or(points, |score| score.max(points));
                i64::try_from(score).unwrap_or(if score < 0 { i64::MIN } else { i64::MAX })
            }
            Measure::Moves if stuck().next().is_some() => i64::MIN,
            Measure::Moves => so_far - counts().count() as i64,
            Measure::Left => -(stuck().sum::<usize>() as i64),
            Measure::Biggest => {
                let removable = counts().filter(|&count| !is_stuck(self.rules, count));
                so_far.max(removable.max().unwrap_or(0) as i64)
            }
        }
    }
}

/// Approximate bytes of a visited board besides its tiles.
const SLOT: usize = 48;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::grid::Grid;
    use crate::rules::{Columns, LeftPenalty, Score};
    use proptest::prelude::*;

    /// The best values by measure, on the plain grid and without pruning.
    fn best(grid: &Grid, rules: Rules, clicks: i64, points: i64, biggest: i64) -> [Option<i64>; 4] {
        let counts: Vec<usize> = (0..grid.colours()).map(|colour| grid.count(colour as u8)).collect();
        let left = grid.tiles() as i64;
        let mut best = [
            Some(rules.total(points, counts.iter().map(|&count| count as u64))),
            (left == 0).then_some(-clicks),
            Some(-left),
            Some(biggest),
        ];
        for cell in grid.groups_of(rules.min_group) {
            let mut next = grid.clone();
            let removed = next.click_by(&rules, cell);
            let points = points + rules.score.points(removed as u64);
            let other = self::best(&next, rules, clicks + 1, points, biggest.max(removed as i64));
            best = std::array::from_fn(|at| best[at].max(other[at]));
        }
        best
    }

    fn any_rules() -> impl Strategy<Value = Rules> {
        let named = (0..Score::NAMED.len()).prop_map(|at| Score::NAMED[at].1);
        let poly = (-3..4_i64, -9..9_i64, -9..9_i64)
            .prop_map(|(a, b, c)| format!("poly:{a},{b},{c}").parse().unwrap());
        let penalty = prop_oneof![Just(LeftPenalty::None), Just(LeftPenalty::N2), Just(LeftPenalty::Total)];
        let columns = prop_oneof![Just(Columns::Close), Just(Columns::Stay)];
        (prop_oneof![named, poly], 0..30_u64, 1..5_u32, penalty, 1..4_u32, columns).prop_map(
            |(score, clear_bonus, clear_factor, left_penalty, min_group, columns)| Rules {
                score,
                clear_bonus,
                clear_factor,
                left_penalty,
                min_group,
                columns,
            },
        )
    }

    proptest! {
        #[test]
        fn the_search_says_what_trying_everything_says(
            cells in proptest::collection::vec(proptest::option::weighted(0.9, 0..3_u64), 9),
            rules in any_rules(),
            memory in prop_oneof![Just(0), Just(300), Just(1 << 20)],
        ) {
            let mut grid = Grid::from_names(3, 3, |cell| cells[cell.col * 3 + cell.row]).unwrap();
            grid.fall();
            if rules.columns == Columns::Close {
                grid.close();
            }
            let mut budget = Budget { nodes: 10_000_000, memory, ..Budget::default() };
            for (measure, best) in Measure::ALL.into_iter().zip(best(&grid, rules, 0, 0, 0)) {
                let most = best.unwrap_or(-100);
                prop_assert_eq!(find(&grid, rules, measure, most, &mut budget).unwrap(), None, "{:?}", measure);
                if let Some(best) = best {
                    let list = find(&grid, rules, measure, best - 1, &mut budget).unwrap();
                    prop_assert!(list.is_some(), "{:?} {}", measure, best);
                }
            }
        }
    }

    #[test]
    fn a_search_ends_before_the_stack_does() {
        // Pairs side by side: the first list takes one after the other.
        let pairs = |clicks: usize| Grid::from_names(1, 2 * clicks, |cell| Some(cell.col as u64 / 2 % 60));
        let mut budget = Budget { nodes: u64::MAX, memory: 0, ..Budget::default() };
        let mut clear = |clicks| {
            let board = pairs(clicks).unwrap();
            find(&board, Rules::USUAL, Measure::Left, -1, &mut budget)
        };
        assert_eq!(clear(MAX_CLICKS).unwrap().unwrap().len(), MAX_CLICKS);
        assert_eq!(clear(2 * MAX_CLICKS), Err(BudgetExhausted));
    }

    #[test]
    fn a_search_ends_with_its_budget() {
        let mut state = 1_u64;
        let grid = Grid::from_names(10, 10, |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            Some(state >> 62)
        });
        let board = grid.unwrap();
        let mut budget = Budget { nodes: 200, memory: 1 << 20, ..Budget::default() };
        let found = find(&board, Rules::default(), Measure::Score, 1500, &mut budget);
        assert_eq!(found, Err(BudgetExhausted));
        assert_eq!(budget.nodes, 0);
    }
}
