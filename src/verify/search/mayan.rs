//! The Mayan puzzle: finds winning lists in order, or counts them.

use super::blocks::Blocks;
use super::distance::{Distance, Tally};
use super::{Budget, BudgetExhausted};
use rustc_hash::{FxHashMap, FxHashSet};
use tilefall_rules::Move;
use tilefall_rules::grid::Grid;

/// The maximum length of lists to enumerate or count. For longer lists, the search can only prove that none wins.
pub const MAX_LENGTH: u64 = 64;

/// Approximate bytes of a table entry.
const ENTRY_BYTES: usize = 2 * size_of::<(Blocks, u128)>();

/// A search for the winning lists of a board.
#[derive(Debug)]
pub struct Search<'a> {
    board: Blocks,
    noop: bool,
    budget: &'a mut Budget,
    distance: Distance,
    /// Boards with a number of moves left: no list of so many moves wins (with `Length::Within`, of at most so many).
    failed: FxHashSet<(Blocks, u64)>,
    counted: FxHashMap<(Blocks, u64), u128>,
    /// Whether the callback has ended the enumeration.
    enough: bool,
}

/// The allowed length of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Exactly this many moves.
    Exactly(u64),
    /// At most this many moves.
    Within(u64),
}

impl<'a> Search<'a> {
    /// Creates a search on the settled board. With `noop` swaps of two equal blocks are moves.
    ///
    /// # Panics
    /// If the board has more than 8 rows or columns.
    pub fn new(grid: &Grid, noop: bool, budget: &'a mut Budget) -> Search<'a> {
        let mut board = Blocks::new(grid).expect("a Mayan board has at most 8 rows and columns");
        board.settle();
        let (failed, counted) = <(FxHashSet<_>, FxHashMap<_, _>)>::default();
        Search { board, noop, budget, distance: Distance::new(board.cols()), failed, counted, enough: false }
    }

    /// Returns a shortest winning list of at most this many moves; `None` if there is none.
    ///
    /// ```
    /// use tilefall::rules::grid::Grid;
    /// use tilefall::verify::search::Budget;
    /// use tilefall::verify::search::mayan::Search;
    /// let mut budget = Budget { nodes: 1000, memory: 1 << 20, ..Budget::default() };
    /// let two = Grid::parse("1.1.1").unwrap();
    /// assert_eq!(Search::new(&two, false, &mut budget).shortest(1).unwrap(), None);
    /// assert_eq!(Search::new(&two, false, &mut budget).shortest(9).unwrap().unwrap().len(), 2);
    /// ```
    pub fn shortest(&mut self, most: u64) -> Result<Option<Vec<Move>>, BudgetExhausted> {
        if self.board.is_empty() {
            return Ok(Some(Vec::new()));
        }
        // The boards reached so far, each with the index of its predecessor and the move from the predecessor.
        let mut boards: Vec<(Blocks, usize, Option<Move>)> = vec![(self.board, 0, None)];
        let mut seen = FxHashSet::from_iter([self.board]);
        let (mut begin, mut left) = (0, most);
        while begin < boards.len() && left > 0 {
            let end = boards.len();
            left -= 1;
            for at in begin..end {
                let board = boards[at].0;
                let Some(tally) = self.distance.tally(&board, left + 1) else { continue };
                // A swap of two equal blocks does not lead to a new board.
                for step in board.moves(false) {
                    let Some(next) = self.play(&board, &tally, step, left)? else { continue };
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
                    if left > 0 && !seen.contains(&next) {
                        if !self.budget.keep(2 * ENTRY_BYTES) {
                            return Err(BudgetExhausted);
                        }
                        seen.insert(next);
                        boards.push((next, at, Some(step)));
                    }
                }
            }
            begin = end;
        }
        Ok(None)
    }

    /// Calls `each` with the winning lists in order (x, y, right before left) until it returns `false`. Returns whether
    /// there was a list.
    pub fn each(
        &mut self,
        length: Length,
        each: &mut dyn FnMut(&[Move]) -> bool,
    ) -> Result<bool, BudgetExhausted> {
        let (Length::Exactly(most) | Length::Within(most)) = length;
        if most > MAX_LENGTH {
            return Err(BudgetExhausted);
        }
        self.failed.clear();
        self.enough = false;
        let exactly = matches!(length, Length::Exactly(_));
        let board = self.board;
        self.visit(&board, most, exactly, &mut Vec::new(), each)
    }

    /// Calls `each` with the winning lists that begin with `list`, the moves to `board`; returns whether any exist.
    fn visit(
        &mut self,
        board: &Blocks,
        left: u64,
        exactly: bool,
        list: &mut Vec<Move>,
        each: &mut dyn FnMut(&[Move]) -> bool,
    ) -> Result<bool, BudgetExhausted> {
        if board.is_empty() && (left == 0 || !exactly) {
            self.enough = !each(list);
            return Ok(true);
        }
        if board.is_empty() || left == 0 || self.failed.contains(&(*board, left)) {
            return Ok(false);
        }
        let Some(tally) = self.distance.tally(board, left) else { return Ok(false) };
        let mut any = false;
        for step in board.moves(self.noop) {
            let Some(next) = self.play(board, &tally, step, left - 1)? else { continue };
            list.push(step);
            any |= self.visit(&next, left - 1, exactly, list, each)?;
            list.pop();
            if self.enough {
                return Ok(true);
            }
        }
        if !any && self.budget.keep(ENTRY_BYTES) {
            self.failed.insert((*board, left));
        }
        Ok(any)
    }

    /// Returns the number of winning lists of exactly this many moves.
    pub fn count(&mut self, length: u64) -> Result<u128, BudgetExhausted> {
        if length > MAX_LENGTH {
            return Err(BudgetExhausted);
        }
        let board = self.board;
        self.number(&board, length)
    }

    fn number(&mut self, board: &Blocks, left: u64) -> Result<u128, BudgetExhausted> {
        if left == 0 || board.is_empty() {
            return Ok(u128::from(left == 0 && board.is_empty()));
        }
        let key = (*board, left);
        if let Some(&number) = self.counted.get(&key) {
            return Ok(number);
        }
        let Some(tally) = self.distance.tally(board, left) else { return Ok(0) };
        let mut sum = 0_u128;
        for step in board.moves(self.noop) {
            let Some(next) = self.play(board, &tally, step, left - 1)? else { continue };
            sum = sum.checked_add(self.number(&next, left - 1)?).ok_or(BudgetExhausted)?;
        }
        if self.budget.keep(ENTRY_BYTES) {
            self.counted.insert(key, sum);
        }
        Ok(sum)
    }

    /// Returns the board after a move; `None` if the bound shows that `left` moves cannot empty it.
    fn play(
        &mut self,
        board: &Blocks,
        tally: &Tally,
        step: Move,
        left: u64,
    ) -> Result<Option<Blocks>, BudgetExhausted> {
        self.budget.spend(1)?;
        Ok(self.distance.allows(tally, board, step, left).then(|| board.after(step)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Finds every winning list of at most this many moves, without pruning.
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
        fn the_search_agrees_with_brute_force(
            cells in proptest::collection::vec(proptest::option::weighted(0.6, 0..2_u64), 12),
            noop: bool,
            memory in prop_oneof![Just(0), Just(2000), Just(1 << 20)],
        ) {
            let mut grid = Grid::from_names(3, 4, |cell| cells[cell.col * 3 + cell.row]).unwrap();
            grid.fall();
            grid.settle();
            let mut found = Vec::new();
            all(&grid, 3, noop, &mut Vec::new(), &mut found);
            let mut budget = Budget { nodes: 1_000_000, memory, ..Budget::default() };
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
                    let mut reported = Vec::new();
                    let any = search.each(kind, &mut |list| { reported.push(list.to_vec()); true }).unwrap();
                    prop_assert_eq!((any, &reported), (!lists.is_empty(), &lists));
                    let mut first = Vec::new();
                    search.each(kind, &mut |list| { first.push(list.to_vec()); false }).unwrap();
                    prop_assert_eq!(first.as_slice(), &lists[..lists.len().min(1)]);
                }
            }
        }
    }
}
