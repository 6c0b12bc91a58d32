//! SameGame: searches for a list with a better value for a goal.

use super::{Budget, BudgetExhausted};
use crate::samegame::{cleared, counts, is_stuck, most_points, total};
use rustc_hash::FxHashMap;
use tilefall_rules::grid::Grid;
use tilefall_rules::{Cell, Columns, Goal, Rules};

/// The maximum number of clicks of a list: the search needs stack space for each click.
const MAX_CLICKS: usize = 1000;

/// Searches for a list whose value for the goal is above `most`; `None` if there is none. With [`Goal::Left`] and
/// `most` −1, the list clears the board.
pub(super) fn find(
    board: &Grid,
    rules: Rules,
    goal: Goal,
    most: i64,
    budget: &mut Budget,
) -> Result<Option<Vec<Cell>>, BudgetExhausted> {
    let left = counts(board);
    let most_points = most_points(rules, left.iter().copied().max().unwrap_or(0));
    let (seen, tiles, list) = (FxHashMap::default(), Vec::new(), Vec::new());
    let mut search = GameSearch { rules, goal, most, most_points, budget, seen, tiles, list };
    if search.ceiling(&left, 0) <= most {
        return Ok(None);
    }
    Ok(search.visit(board, 0)?.then_some(search.list))
}

struct GameSearch<'a> {
    rules: Rules,
    goal: Goal,
    most: i64,
    /// An upper bound on the points of a colour, by its number of tiles.
    most_points: Vec<i128>,
    budget: &'a mut Budget,
    /// The codes of visited boards, each with the highest `so_far` with which the board was reached.
    seen: FxHashMap<Box<[u8]>, i64>,
    /// The codes of the visited board, as in `seen`; a buffer.
    tiles: Vec<u8>,
    list: Vec<Cell>,
}

impl GameSearch<'_> {
    /// Searches from a board. Returns `true` if a list with a value above `most` is found, which `list` then contains.
    ///
    /// `so_far` is the value of the clicks made, by goal: their points (`score`, `clear`), their negated number
    /// (`fewest`), 0 (`left`), or the largest removal (`biggest`). On equal boards, a higher `so_far` is never worse.
    fn visit(&mut self, board: &Grid, so_far: i64) -> Result<bool, BudgetExhausted> {
        let mut counts = counts(board);
        let reached = self.value(&counts, so_far).is_some_and(|value| value > self.most);
        if reached {
            return Ok(true);
        }
        if self.rules.columns == Columns::Stay
            && self.ceiling(&blocks(board, counts.len()), so_far) <= self.most
        {
            return Ok(false);
        }
        self.tiles.clear();
        self.tiles.extend(board.cells().map(|cell| board.get(cell).map_or(0, |tile| tile + 1)));
        match self.seen.get_mut(self.tiles.as_slice()) {
            Some(best) if *best >= so_far => return Ok(false),
            Some(best) => *best = so_far,
            None if self.budget.keep(SLOT + self.tiles.len()) => {
                self.seen.insert(self.tiles.as_slice().into(), so_far);
            }
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
            let so_far = match self.goal {
                Goal::Score | Goal::Clear => so_far.saturating_add(self.rules.score.points(removed as u64)),
                Goal::Fewest => so_far - 1,
                Goal::Left => 0,
                Goal::Biggest => so_far.max(removed as i64),
            };
            // The bound needs the numbers of tiles after the click, not the board.
            let colour = usize::from(board.get(cell).expect("a group has tiles"));
            counts[colour] -= removed;
            let ceiling = self.ceiling(&counts, so_far);
            counts[colour] += removed;
            if ceiling <= self.most {
                continue;
            }
            let mut next = board.clone();
            next.click_by(&self.rules, cell);
            self.list.push(cell);
            if self.visit(&next, so_far)? {
                return Ok(true);
            }
            self.list.pop();
        }
        Ok(false)
    }

    /// Returns the value of the list if it ends here; `None` for [`Goal::Fewest`] if tiles are left.
    fn value(&self, left: &[usize], so_far: i64) -> Option<i64> {
        match self.goal {
            Goal::Score | Goal::Clear => Some(total(self.rules, so_far, left)),
            Goal::Fewest => left.iter().all(|&count| count == 0).then_some(so_far),
            Goal::Left => Some(-(left.iter().sum::<usize>() as i64)),
            Goal::Biggest => Some(so_far),
        }
    }

    /// Returns an upper bound on the value of any continuation. `left` are the numbers of tiles by colour, or by block.
    /// The bound assumes that each colour scores its most points (`score`, `clear`), takes one click (`fewest`), leaves
    /// only stuck tiles (`left`), or is removed at once (`biggest`).
    fn ceiling(&self, left: &[usize], so_far: i64) -> i64 {
        let counts = || left.iter().copied().filter(|&count| count > 0);
        let stuck = || counts().filter(|&count| is_stuck(self.rules, count));
        match self.goal {
            Goal::Score | Goal::Clear => {
                let points = counts().map(|count| self.most_points[count]).sum::<i128>();
                let points = i128::from(so_far) + points;
                let empty = stuck().next().is_none().then(|| cleared(self.rules, points));
                let left = points + i128::from(self.rules.most_left_points(counts().sum::<usize>() as u64));
                let score = empty.map_or(left, |score| score.max(left));
                i64::try_from(score).unwrap_or(if score < 0 { i64::MIN } else { i64::MAX })
            }
            Goal::Fewest if stuck().next().is_some() => i64::MIN,
            Goal::Fewest => so_far - counts().count() as i64,
            Goal::Left => -(stuck().sum::<usize>() as i64),
            Goal::Biggest => {
                let removable = counts().filter(|&count| !is_stuck(self.rules, count));
                so_far.max(removable.max().unwrap_or(0) as i64)
            }
        }
    }
}

/// Returns the number of tiles of every block, if empty columns stay. A block is the tiles of a colour in neighbouring
/// columns that all contain the colour. Tiles of two blocks never meet, since no tile leaves its column.
fn blocks(board: &Grid, colours: usize) -> Vec<usize> {
    let mut blocks = vec![0];
    for colour in 0..colours {
        for col in 0..board.cols() {
            let is_of = |row: &usize| board.get(Cell::new(*row, col)).map(usize::from) == Some(colour);
            match (0..board.rows()).filter(is_of).count() {
                0 => blocks.push(0),
                tiles => *blocks.last_mut().expect("there is a block") += tiles,
            }
        }
        blocks.push(0);
    }
    blocks
}

/// Approximate bytes of a visited board besides its tiles.
const SLOT: usize = 48;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_ends_before_the_stack_does() {
        // Pairs side by side: the first list that is tried removes one pair after the other.
        let pairs = |clicks: usize| Grid::from_names(1, 2 * clicks, |cell| Some(cell.col as u64 / 2 % 60));
        let mut budget = Budget { nodes: u64::MAX, memory: 0, ..Budget::default() };
        let mut clear = |clicks| {
            let board = pairs(clicks).unwrap();
            find(&board, Rules::USUAL, Goal::Left, -1, &mut budget)
        };
        assert_eq!(clear(MAX_CLICKS).unwrap().unwrap().len(), MAX_CLICKS);
        assert_eq!(clear(2 * MAX_CLICKS), Err(BudgetExhausted));
    }

    #[test]
    fn tiles_of_different_blocks_never_meet() {
        let board = Grid::parse("112\n121").unwrap();
        assert_eq!(blocks(&board, 2).into_iter().filter(|&tiles| tiles > 0).collect::<Vec<_>>(), [4, 2]);
        let board = Grid::parse("1.1\n121\n323").unwrap();
        let rules = Rules { columns: Columns::Stay, min_group: 1, ..Rules::USUAL };
        let mut budget = Budget { nodes: 0, memory: 0, ..Budget::default() };
        // Two blocks of 1, two of 3 and one of 2 need five clicks.
        assert_eq!(find(&board, rules, Goal::Fewest, -5, &mut budget), Ok(None));
        assert_eq!(find(&board, rules, Goal::Fewest, -6, &mut budget), Err(BudgetExhausted));
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
        let found = find(&board, Rules::default(), Goal::Score, 1500, &mut budget);
        assert_eq!(found, Err(BudgetExhausted));
        assert_eq!(budget.nodes, 0);
    }
}
