//! A lower bound on the moves that empty a Mayan board, computed directly from its definition.
//!
//! A move carries one block over the border of two columns, and a swap carries one block each way. Choose a direction
//! at each border, and count only crossings in the chosen directions: a move makes at most one of them. The blocks of a
//! colour may vanish in several sets of columns; take the set that needs the fewest crossings. The sum of these numbers
//! over all colours is a lower bound on the moves. The bound is the largest such sum over all choices of directions.

use super::blocks::{Blocks, SIDE};
use rustc_hash::FxHashMap;
use std::array::from_fn;
use tilefall_rules::{Move, Side};

/// The maximum numbers of columns, and of blocks of a colour. With more, the colour adds nothing to the bound.
const COLS: usize = 5;
const BLOCKS: usize = 12;

/// Numbers of blocks of a colour that vanish, by column.
type Columns = [u8; COLS];

/// Moves a colour needs, by direction mask (bit x: count crossings of border x to the right, else to the left).
type Moves = [u16; 1 << (COLS - 1)];

/// An entry of the cache: the numbers of a colour's blocks by column, and the moves that they need.
#[derive(Clone, Copy, Debug)]
struct ColourEntry {
    columns: [u8; SIDE],
    moves: Moves,
    /// By column and side, the index of the entry after a block moves from the column to the side; 0 if not yet known.
    next: [[u32; 2]; SIDE],
}

/// The bound, with a cache of its parts.
#[derive(Debug)]
pub struct Distance {
    cols: usize,
    /// The entries so far. Index 0 stands for no entry.
    entries: Vec<ColourEntry>,
    numbers: FxHashMap<[u8; SIDE], u32>,
    /// For each number of blocks, all sets of columns in which the blocks can vanish; `None` until needed.
    goals: [Option<Vec<Columns>>; BLOCKS + 1],
}

/// For one board: the index of each colour's cache entry, by the colour's code, and the sums of all colours' moves.
#[derive(Debug)]
pub struct Tally {
    entries: [u32; 64],
    sums: Moves,
}

impl Distance {
    /// Creates the bound for boards with this many columns.
    pub fn new(cols: usize) -> Distance {
        let none = ColourEntry { columns: [0; SIDE], moves: Moves::default(), next: [[0; 2]; SIDE] };
        Distance { cols, entries: vec![none], numbers: FxHashMap::default(), goals: Default::default() }
    }

    /// Counts the blocks of a board that is not empty. `None` if a colour has only one or two blocks, or the bound is
    /// above `left`: no list of at most `left` moves then empties the board.
    pub fn tally(&mut self, board: &Blocks, left: u64) -> Option<Tally> {
        let mut tally = Tally { entries: [0; 64], sums: Moves::default() };
        for (columns, number) in board.columns().into_iter().zip(&mut tally.entries).skip(1) {
            if columns == [0; SIDE] {
                continue;
            }
            if columns.iter().sum::<u8>() < 3 {
                return None;
            }
            *number = self.number(columns);
            let moves = self.entries[*number as usize].moves;
            tally.sums.iter_mut().zip(moves).for_each(|(sum, moves)| *sum += moves);
        }
        is_within(&tally.sums, left).then_some(tally)
    }

    /// Returns `false` if, by the bound, no list of at most `left` moves empties the board after a move. The bound is
    /// taken before blocks vanish after the move: such blocks vanish in their columns, which the bound allows.
    pub fn allows(&mut self, tally: &Tally, board: &Blocks, step: Move, left: u64) -> bool {
        let x = usize::from(step.x);
        let (to, back) = if step.side == Side::Right { (x + 1, Side::Left) } else { (x - 1, Side::Right) };
        let (block, other) = (board.block(x, step.y), board.block(to, step.y));
        let mut sums = tally.sums;
        if block != other {
            for (colour, x, side) in [(block, x, step.side), (other, to, back)] {
                if colour > 0 {
                    let before = tally.entries[usize::from(colour)];
                    let after = self.next(before, x, side);
                    let [before, after] = [before, after].map(|number| &self.entries[number as usize].moves);
                    for (sum, (after, before)) in sums.iter_mut().zip(after.iter().zip(before)) {
                        *sum = *sum + after - before;
                    }
                }
            }
        }
        is_within(&sums, left)
    }

    /// Returns the index of the entry after a block of the entry `index` moves from column `x` to a side.
    fn next(&mut self, index: u32, x: usize, side: Side) -> u32 {
        let known = self.entries[index as usize].next[x][side as usize];
        if known > 0 {
            return known;
        }
        let mut columns = self.entries[index as usize].columns;
        columns[x] -= 1;
        columns[if side == Side::Right { x + 1 } else { x - 1 }] += 1;
        let next = self.number(columns);
        self.entries[index as usize].next[x][side as usize] = next;
        next
    }

    /// Returns the index of the entry for these blocks, which is added if it is new.
    fn number(&mut self, columns: [u8; SIDE]) -> u32 {
        if let Some(&number) = self.numbers.get(&columns) {
            return number;
        }
        let number = self.entries.len() as u32;
        let moves = self.moves(columns);
        self.entries.push(ColourEntry { columns, moves, next: [[0; 2]; SIDE] });
        self.numbers.insert(columns, number);
        number
    }

    /// Computes the moves that a colour needs, with its blocks in these columns.
    fn moves(&mut self, columns: [u8; SIDE]) -> Moves {
        let blocks = columns.iter().map(|&blocks| usize::from(blocks)).sum::<usize>();
        if self.cols > COLS || !(3..=BLOCKS).contains(&blocks) {
            return Moves::default();
        }
        let goals = self.goals[blocks].get_or_insert_with(|| {
            let mut goals = Vec::new();
            each_goal(&mut [0; COLS], 0, blocks as u8, &mut goals);
            goals
        });
        let mut least = [u16::MAX; 1 << (COLS - 1)];
        for goal in goals {
            let mut sum = 0_i16;
            let crossing: [i16; COLS - 1] = from_fn(|x| {
                sum += i16::from(columns[x]) - i16::from(goal[x]);
                sum
            });
            for (directions, least) in least.iter_mut().enumerate() {
                let moves = crossing.iter().enumerate().map(|(x, &blocks)| {
                    let is_right = directions >> x & 1 == 1;
                    if is_right { blocks.max(0) } else { (-blocks).max(0) }
                });
                *least = (*least).min(moves.sum::<i16>() as u16);
            }
        }
        least
    }
}

fn is_within(sums: &Moves, left: u64) -> bool {
    sums.iter().all(|&sum| u64::from(sum) <= left)
}

/// Adds all ways in which `blocks` blocks can vanish in the columns from `from` on; the columns before are set.
fn each_goal(columns: &mut Columns, from: usize, blocks: u8, goals: &mut Vec<Columns>) {
    if from == COLS - 1 {
        columns[from] = blocks;
        if can_vanish(*columns, &mut [0; COLS]) {
            goals.push(*columns);
        }
        return;
    }
    for first in 0..=blocks {
        columns[from] = first;
        each_goal(columns, from + 1, blocks - first, goals);
    }
}

/// Returns `true` if the blocks of a colour can vanish in upright and level runs of three or more, which may cross.
/// `level` counts, by column, the blocks in level runs so far. A column of one or two blocks has no upright run.
fn can_vanish(columns: Columns, level: &mut Columns) -> bool {
    let open = (0..COLS).find(|&x| columns[x] < 3 && level[x] < columns[x]);
    let Some(open) = open else { return true };
    for start in 0..COLS - 2 {
        for end in start + 3..=COLS {
            if (start..end).contains(&open) && (start..end).all(|x| level[x] < columns[x]) {
                level[start..end].iter_mut().for_each(|blocks| *blocks += 1);
                let can = can_vanish(columns, level);
                level[start..end].iter_mut().for_each(|blocks| *blocks -= 1);
                if can {
                    return true;
                }
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall_rules::grid::Grid;

    #[test]
    fn runs_are_upright_level_or_crossed() {
        for (columns, can) in [
            ([0, 0, 3, 0, 0], true),
            ([1, 1, 1, 0, 0], true),
            ([0, 1, 3, 1, 0], true),
            ([1, 3, 2, 1, 0], true),
            ([1, 2, 2, 1, 0], true),
            ([1, 2, 1, 1, 0], false),
            ([1, 3, 0, 0, 0], false),
            ([2, 2, 1, 0, 0], false),
            ([1, 0, 3, 1, 1], false),
            ([5, 1, 1, 1, 4], true),
        ] {
            assert_eq!(can_vanish(columns, &mut [0; COLS]), can, "{columns:?}");
        }
    }

    fn refutes(rows: &str, left: u64) -> bool {
        let board = Blocks::new(&Grid::parse(rows).unwrap()).unwrap();
        Distance::new(board.cols()).tally(&board, left).is_none()
    }

    #[test]
    fn the_bound_counts_blocks_that_cross() {
        // One block of colour 1 must cross one border, or two.
        assert!(!refutes("11.1.", 1) && refutes("11.1.", 0));
        assert!(!refutes("11..1", 2) && refutes("11..1", 1));
        // A swap carries a block each way, and is one move.
        assert!(!refutes("12...\n12...\n21...", 1));
        assert!(refutes("11.1.\n22.2.", 1));
        // Boards of more columns have no bound.
        assert!(!refutes("11...1", 1));
    }

    #[test]
    fn colours_of_one_or_two_blocks_never_vanish() {
        assert!(!refutes("1221.\n2211.", 9) && refutes("1221.\n2213.", 99));
    }
}
