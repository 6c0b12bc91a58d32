//! The Mayan puzzle: which lists win, in their order, and how many they are.

use super::blocks::Blocks;
use super::{Budget, Spent};
use crate::base::Move;
use crate::grid::Grid;
use std::collections::{HashMap, HashSet};

/// Moves that a list may must be searched one after the other; of longer lists only "none" can be proven.
pub const LONGEST: u64 = 64;

/// Bytes that a board takes in a table, about.
const WEIGHT: usize = 2 * size_of::<(Blocks, u128)>();

/// A board and what is to be known of the lists that win from it.
#[derive(Debug)]
pub struct Search<'a> {
    board: Blocks,
    noop: bool,
    budget: &'a mut Budget,
    /// Boards from which no list of this many moves (or at most this many) wins.
    failed: HashSet<(Blocks, u64)>,
    counted: HashMap<(Blocks, u64), u128>,
    /// Whether no more lists are wanted.
    enough: bool,
}

/// Whether a list must have all the moves that it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Exactly this many.
    Exactly(u64),
    /// At most this many.
    Within(u64),
}

impl<'a> Search<'a> {
    /// A board, which settles first; `noop`: swaps of two equal blocks are moves, too.
    ///
    /// # Panics
    /// If it is larger than a Mayan board may be.
    pub fn new(grid: &Grid, noop: bool, budget: &'a mut Budget) -> Search<'a> {
        let mut board = Blocks::new(grid).expect("a Mayan board has at most 8 rows and columns");
        board.settle();
        Search { board, noop, budget, failed: HashSet::new(), counted: HashMap::new(), enough: false }
    }

    /// A shortest list that wins, of at most this many moves; `None` if there is none.
    ///
    /// # Errors
    /// If the budget is too small to decide.
    ///
    /// ```
    /// use tilefall::grid::Grid;
    /// use tilefall::verify::search::{Budget, mayan::Search};
    /// let mut budget = Budget { nodes: 1000, memory: 1 << 20, ..Budget::default() };
    /// let two = Grid::parse("1.1.1").unwrap();
    /// assert_eq!(Search::new(&two, false, &mut budget).shortest(1).unwrap(), None);
    /// assert_eq!(Search::new(&two, false, &mut budget).shortest(9).unwrap().unwrap().len(), 2);
    /// ```
    pub fn shortest(&mut self, most: u64) -> Result<Option<Vec<Move>>, Spent> {
        if self.board.is_empty() {
            return Ok(Some(Vec::new()));
        }
        // Every board that can be reached, once, with the one it was reached from and the move.
        let mut boards: Vec<(Blocks, usize, Option<Move>)> = vec![(self.board, 0, None)];
        let mut seen = HashSet::from([self.board]);
        let (mut begin, mut depth) = (0, 0);
        while begin < boards.len() && depth < most {
            let end = boards.len();
            for at in begin..end {
                if boards[at].0.is_dead() {
                    continue;
                }
                // A swap of two equal blocks leads nowhere new.
                for step in boards[at].0.moves(false) {
                    let next = self.play(&boards[at].0, step)?;
                    if next.is_empty() {
                        let mut list = vec![step];
                        let mut at = at;
                        while let Some(step) = boards[at].2 {
                            list.push(step);
                            at = boards[at].1;
                        }
                        list.reverse();
                        return Ok(Some(list));
                    }
                    if !seen.contains(&next) {
                        if !self.budget.keep(2 * WEIGHT) {
                            return Err(Spent);
                        }
                        seen.insert(next);
                        boards.push((next, at, Some(step)));
                    }
                }
            }
            (begin, depth) = (end, depth + 1);
        }
        Ok(None)
    }

    /// Hands over the lists that win, in their order (x, y, right before left), until `each` wants no more.
    /// Gives whether there was any.
    ///
    /// # Errors
    /// If the budget is too small, or the lists are longer than [`LONGEST`].
    pub fn each(&mut self, length: Length, each: &mut dyn FnMut(&[Move]) -> bool) -> Result<bool, Spent> {
        let (Length::Exactly(most) | Length::Within(most)) = length;
        if most > LONGEST {
            return Err(Spent);
        }
        self.failed.clear();
        self.enough = false;
        let exactly = matches!(length, Length::Exactly(_));
        let board = self.board;
        self.visit(&board, most, exactly, &mut Vec::new(), each)
    }

    /// Whether a list wins from a board.
    fn visit(
        &mut self,
        board: &Blocks,
        left: u64,
        exactly: bool,
        list: &mut Vec<Move>,
        each: &mut dyn FnMut(&[Move]) -> bool,
    ) -> Result<bool, Spent> {
        if board.is_empty() && (left == 0 || !exactly) {
            self.enough = !each(list);
            return Ok(true);
        }
        if board.is_empty() || left == 0 || board.is_dead() || self.failed.contains(&(*board, left)) {
            return Ok(false);
        }
        let mut any = false;
        for step in board.moves(self.noop) {
            let next = self.play(board, step)?;
            list.push(step);
            any |= self.visit(&next, left - 1, exactly, list, each)?;
            list.pop();
            if self.enough {
                return Ok(true);
            }
        }
        if !any && self.budget.keep(WEIGHT) {
            self.failed.insert((*board, left));
        }
        Ok(any)
    }

    /// The number of lists of exactly this many moves that win.
    ///
    /// # Errors
    /// If the budget is too small, the lists are longer than [`LONGEST`], or the number is beyond 128 bits.
    pub fn count(&mut self, length: u64) -> Result<u128, Spent> {
        if length > LONGEST {
            return Err(Spent);
        }
        let board = self.board;
        self.number(&board, length)
    }

    fn number(&mut self, board: &Blocks, left: u64) -> Result<u128, Spent> {
        if left == 0 || board.is_empty() || board.is_dead() {
            return Ok(u128::from(left == 0 && board.is_empty()));
        }
        let key = (*board, left);
        if let Some(&number) = self.counted.get(&key) {
            return Ok(number);
        }
        let mut sum = 0_u128;
        for step in board.moves(self.noop) {
            let next = self.play(board, step)?;
            sum = sum.checked_add(self.number(&next, left - 1)?).ok_or(Spent)?;
        }
        if self.budget.keep(WEIGHT) {
            self.counted.insert(key, sum);
        }
        Ok(sum)
    }

    fn play(&mut self, board: &Blocks, step: Move) -> Result<Blocks, Spent> {
        self.budget.spend(1)?;
        Ok(board.after(step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn budget() -> Budget {
        Budget { nodes: 1_000_000, memory: 1 << 24, ..Budget::default() }
    }

    /// Every list of at most this many moves that wins, with nothing left out.
    fn all(board: &Grid, most: usize, noop: bool, list: &mut Vec<Move>, found: &mut Vec<Vec<Move>>) {
        if board.is_empty() {
            found.push(list.clone());
        } else if list.len() < most {
            for step in board.canonical_moves(noop) {
                let mut next = board.clone();
                next.play(step).unwrap();
                list.push(step);
                all(&next, most, noop, list, found);
                list.pop();
            }
        }
    }

    proptest! {
        #[test]
        fn the_search_says_what_trying_everything_says(
            cells in proptest::collection::vec(proptest::option::weighted(0.6, 0..2_u64), 12),
            noop: bool,
            memory in prop_oneof![Just(0), Just(2000), Just(1 << 20)],
        ) {
            let mut grid = Grid::from_names(3, 4, |cell| cells[cell.col * 3 + cell.row]).unwrap();
            grid.fall();
            grid.settle();
            let mut found = Vec::new();
            all(&grid, 3, noop, &mut Vec::new(), &mut found);
            let mut budget = Budget { memory, ..budget() };
            let mut search = Search::new(&grid, noop, &mut budget);
            let shortest = found.iter().map(Vec::len).min();
            if let Ok(list) = search.shortest(3) {
                prop_assert_eq!(list.map(|list| list.len()), shortest);
            } else {
                prop_assert!(memory < 1 << 20);
            }
            for length in 0..=3 {
                let exact: Vec<_> = found.iter().filter(|list| list.len() == length).cloned().collect();
                prop_assert_eq!(search.count(length as u64).unwrap(), exact.len() as u128);
                let within: Vec<_> = found.iter().filter(|list| list.len() <= length).cloned().collect();
                for (kind, lists) in [(Length::Exactly(length as u64), exact), (Length::Within(length as u64), within)] {
                    let mut told = Vec::new();
                    let any = search.each(kind, &mut |list| { told.push(list.to_vec()); true }).unwrap();
                    prop_assert_eq!((any, &told), (!lists.is_empty(), &lists));
                    let mut first = Vec::new();
                    search.each(kind, &mut |list| { first.push(list.to_vec()); false }).unwrap();
                    prop_assert_eq!(first.as_slice(), &lists[..lists.len().min(1)]);
                }
            }
        }
    }

    #[test]
    fn all_boards_within_reach_prove_none_for_any_number_of_moves() {
        let grid = Grid::parse("1.12.2 / 212121").unwrap();
        let mut budget = budget();
        let mut search = Search::new(&Grid::parse("12.12.").unwrap(), false, &mut budget);
        assert_eq!(search.shortest(u64::MAX), Ok(None));
        assert_eq!(search.each(Length::Exactly(LONGEST + 1), &mut |_| true), Err(Spent));
        assert_eq!(search.count(LONGEST + 1), Err(Spent));
        let mut little = Budget { nodes: 30, memory: 1 << 20, ..Budget::default() };
        let mut search = Search::new(&grid, false, &mut little);
        assert_eq!((search.shortest(9), search.count(3)), (Err(Spent), Err(Spent)));
    }
}
