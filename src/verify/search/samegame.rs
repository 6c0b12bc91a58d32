//! SameGame: searches for a better list, or one that clears the board.

use super::{Budget, BudgetExhausted};
use crate::base::{Cell, Rules};
use crate::grid::ColumnBoard;
use crate::verify::samegame::end_score;
use std::collections::HashMap;

/// The maximum number of clicks of a list: each takes stack space.
const MAX_CLICKS: usize = 1000;

/// The aim of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A list that scores more than this.
    Above(i64, Rules),
    /// A list that clears the board.
    Clear,
}

/// Searches for a list that reaches the aim; `None` if there is none.
///
/// # Errors
/// If the budget is too small to decide, or lists of more than 1000 clicks would have to be tried.
pub(super) fn find(
    board: &ColumnBoard,
    aim: Aim,
    budget: &mut Budget,
) -> Result<Option<Vec<Cell>>, BudgetExhausted> {
    let mut search = Search { aim, budget, seen: HashMap::new(), list: Vec::new() };
    Ok(search.visit(board, 0)?.then_some(search.list))
}

struct Search<'a> {
    aim: Aim,
    budget: &'a mut Budget,
    /// The tiles of visited boards, with the highest score on reaching them.
    seen: HashMap<Box<[u8]>, i64>,
    list: Vec<Cell>,
}

impl Search<'_> {
    /// Returns whether the aim is reached from a board with this score so far; `list` is then the list.
    fn visit(&mut self, board: &ColumnBoard, score: i64) -> Result<bool, BudgetExhausted> {
        let counts = board.counts();
        let (reached, hopeless) = match self.aim {
            Aim::Clear => (board.is_empty(), counts.contains(&1)),
            Aim::Above(most, rules) => (
                score.saturating_add(end_score(rules, counts)) > most,
                score.saturating_add(ceiling(rules, counts)) <= most,
            ),
        };
        if reached || hopeless {
            return Ok(reached);
        }
        let tiles = tiles(board);
        match self.seen.get_mut(&tiles) {
            Some(best) if *best >= score => return Ok(false),
            Some(best) => *best = score,
            None if self.budget.keep(SLOT + tiles.len()) => drop(self.seen.insert(tiles, score)),
            None => {}
        }
        if self.list.len() == MAX_CLICKS {
            return Err(BudgetExhausted);
        }
        let mut groups = board.groups();
        // Large groups first: they are often whole colours, which clear most boards that can be cleared.
        groups.sort_by_key(|&(_, size)| std::cmp::Reverse(size));
        for (cell, _) in groups {
            self.budget.spend(1 + board.tiles() as u64 / 64)?;
            let mut next = board.clone();
            let removed = next.click(cell) as u64;
            let points = match self.aim {
                Aim::Clear => 0,
                Aim::Above(_, rules) => rules.score.points(removed),
            };
            self.list.push(cell);
            if self.visit(&next, score.saturating_add(points))? {
                return Ok(true);
            }
            self.list.pop();
        }
        Ok(false)
    }
}

/// Approximate bytes of a visited board besides its tiles.
const SLOT: usize = 48;

/// Returns the columns of a board, each ended by a zero, which two boards of one grid share only if they are equal.
fn tiles(board: &ColumnBoard) -> Box<[u8]> {
    (0..board.columns()).flat_map(|col| board.column(col).iter().copied().chain([0])).collect()
}

/// Returns an upper bound on the score of any list: every colour as one group, and the bonus unless a colour has a
/// single tile.
fn ceiling(rules: Rules, counts: &[usize]) -> i64 {
    let points = |&count: &usize| if count > 1 { rules.score.points(count as u64) } else { 0 };
    let points = counts.iter().map(points).fold(0_i64, i64::saturating_add);
    if counts.contains(&1) { points } else { points.saturating_add_unsigned(rules.clear_bonus) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{LeftPenalty, Score};
    use crate::grid::Grid;
    use proptest::prelude::*;

    /// Returns the highest score, and whether the board can be cleared, on the plain grid and without pruning.
    fn best(grid: &Grid, rules: Rules) -> (i64, bool) {
        let counts: Vec<usize> = (0..grid.colours()).map(|colour| grid.count(colour as u8)).collect();
        let mut best = (end_score(rules, &counts), grid.is_empty());
        for cell in grid.groups() {
            let mut next = grid.clone();
            let points = rules.score.points(next.click(cell) as u64);
            let (score, cleared) = self::best(&next, rules);
            best = (best.0.max(points + score), best.1 | cleared);
        }
        best
    }

    fn any_rules() -> impl Strategy<Value = Rules> {
        let score = prop_oneof![
            Just(Score::N2),
            Just(Score::N1),
            Just(Score::Tri),
            Just(Score::Nn1),
            Just(Score::Count)
        ];
        let penalty = prop_oneof![Just(LeftPenalty::None), Just(LeftPenalty::N2)];
        (score, 0..30_u64, penalty).prop_map(|(score, clear_bonus, left_penalty)| Rules {
            score,
            clear_bonus,
            left_penalty,
            ..Rules::USUAL
        })
    }

    proptest! {
        #[test]
        fn the_search_says_what_trying_everything_says(
            cells in proptest::collection::vec(proptest::option::weighted(0.9, 0..3_u64), 12),
            rules in any_rules(),
            memory in prop_oneof![Just(0), Just(300), Just(1 << 20)],
        ) {
            let mut grid = Grid::from_names(3, 4, |cell| cells[cell.col * 3 + cell.row]).unwrap();
            grid.fall();
            grid.close();
            let board = ColumnBoard::new(&grid);
            let (score, clears) = best(&grid, rules);
            let mut budget = Budget { nodes: 1_000_000, memory, ..Budget::default() };
            prop_assert_eq!(find(&board, Aim::Above(score, rules), &mut budget).unwrap(), None);
            let list = find(&board, Aim::Above(score - 1, rules), &mut budget).unwrap();
            prop_assert!(list.is_some());
            prop_assert_eq!(find(&board, Aim::Clear, &mut budget).unwrap().is_some(), clears);
        }
    }

    #[test]
    fn a_search_ends_before_the_stack_does() {
        // Pairs side by side: the first list takes one after the other.
        let pairs = |clicks: usize| Grid::from_names(1, 2 * clicks, |cell| Some(cell.col as u64 / 2 % 60));
        let mut budget = Budget { nodes: u64::MAX, memory: 0, ..Budget::default() };
        let mut clear = |clicks| find(&ColumnBoard::new(&pairs(clicks).unwrap()), Aim::Clear, &mut budget);
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
        let board = ColumnBoard::new(&grid.unwrap());
        let mut budget = Budget { nodes: 200, memory: 1 << 20, ..Budget::default() };
        assert_eq!(find(&board, Aim::Above(1500, Rules::default()), &mut budget), Err(BudgetExhausted));
        assert_eq!(budget.nodes, 0);
    }
}
