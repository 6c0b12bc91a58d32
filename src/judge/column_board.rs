//! A board for judging: one word per column, four bits per cell.
//!
//! Selections come one by one and most groups are small, so what counts here is the cost of a click, not
//! of a whole board: a click looks only at the columns that its group spans. A column of up to 16 rows is
//! one `u64`, the bottom cell in the lowest four bits: 0 for empty, else the value plus one. Removal and
//! gravity are then one PEXT per column, and reading a row is one shift per column.
//!
//! ```text
//!   2 .        the columns, in hexadecimal:
//!   1 2        0x...0321 and 0x...0032,
//!   0 1        for values are stored plus one
//! ```

use crate::base::Cell;
use crate::bits::cpu::Cpu;
use crate::grid::Grid;

/// Rows that a column holds.
pub(super) const MAX_ROWS: usize = 16;

/// One in each cell.
const LOW: u64 = u64::MAX / 15;

/// A board of up to 16 rows and any number of columns, with values 0 to 9.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    /// All columns; those from `width` on are empty.
    columns: Vec<u64>,
    /// Columns that are not empty.
    width: usize,
    /// Scratch: which cells of each column belong to the group, by the lowest bit of each.
    group: Vec<u64>,
    /// Scratch of [`biggest`](Self::biggest): cells whose group is known, likewise.
    seen: Vec<u64>,
}

impl Columns {
    /// The board of a plain one of up to 16 rows and 15 colours; values are its colours. Tiles must have
    /// fallen, and columns closed.
    pub fn from_grid(grid: &Grid) -> Self {
        let code = |cell| grid.get(cell).map_or(0, |colour| u64::from(colour) + 1);
        let column = |col| (0..grid.rows()).map(|row| code(Cell::new(row, col)) << (4 * row)).sum();
        let mut board = Columns { columns: (0..grid.cols()).map(column).collect(), ..Columns::default() };
        board.begin();
        board.close(0);
        board
    }

    /// Forgets the board, keeps its memory.
    pub fn clear(&mut self) {
        self.columns.clear();
        self.width = 0;
    }

    /// Puts a cell on top of its column, `row` cells high so far. The bottom row adds the columns.
    #[inline(always)]
    pub fn push(&mut self, row: usize, col: usize, value: u8) {
        let code = u64::from(value + 1) << (4 * row);
        match self.columns.get_mut(col) {
            Some(column) => *column |= code,
            None => self.columns.push(code),
        }
    }

    /// Puts a whole row on top, digits in ASCII with one byte behind each.
    #[inline(always)]
    pub fn push_row(&mut self, row: usize, cells: &[[u8; 2]]) {
        if row == 0 {
            self.columns.resize(cells.len(), 0);
        }
        for (column, &[digit, _]) in self.columns.iter_mut().zip(cells) {
            *column |= u64::from(digit - (b'0' - 1)) << (4 * row);
        }
    }

    /// To be called when all cells are there.
    #[inline(always)]
    pub fn begin(&mut self) {
        self.width = self.columns.len();
        if self.group.len() < self.width {
            self.group.resize(self.width, 0);
        }
    }

    /// The columns, left to right, empty ones included.
    pub fn columns(&self) -> &[u64] {
        &self.columns
    }

    /// The value of a cell; `None` if it is empty or outside the board.
    pub fn value(&self, row: usize, col: usize) -> Option<usize> {
        let code = (self.columns.get(col)?.checked_shr(4 * row as u32)? & 15) as usize;
        code.checked_sub(1)
    }

    /// Whether no cell is left.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.width == 0
    }

    /// Clicks a cell, 0-based from the bottom left; any that is not permitted changes nothing.
    #[inline(always)]
    pub fn click<C: Cpu>(&mut self, cpu: C, row: usize, col: usize) {
        if let Some((first, last)) = self.mark(row, col) {
            self.remove(cpu, first, last);
        }
    }

    /// Marks in `group` the group of two or more cells around a cell, and returns its first and last column;
    /// `None` for an empty or a single cell and for one outside the board.
    #[inline(always)]
    fn mark(&mut self, row: usize, col: usize) -> Option<(usize, usize)> {
        if row >= MAX_ROWS || col >= self.width {
            return None;
        }
        let seed = 1 << (4 * row);
        let value = self.columns[col] >> (4 * row) & 15;
        if value == 0 {
            return None;
        }
        let columns = &self.columns[..self.width];
        let group = &mut self.group[..columns.len()];
        let equal = |column: u64| equal(column, value);

        let mut last = col;
        group[col] = fill(seed, equal(columns[col]));
        let beside = |near: Option<&u64>| near.is_some_and(|&column| equal(column) & seed != 0);
        if group[col] == seed && !beside(columns.get(col.wrapping_sub(1))) && !beside(columns.get(col + 1)) {
            return None;
        }
        // To and fro over the columns, until a pass adds nothing: a group may turn back on itself.
        let mut first = col;
        let mut turned = false;
        loop {
            let mut added = false;
            for i in first + 1..columns.len() {
                let known = if i > last { 0 } else { group[i] };
                let cells = equal(columns[i]);
                let reached = group[i - 1] & cells & !known;
                if reached != 0 {
                    group[i] = fill(reached | known, cells);
                    last = last.max(i);
                    added = true;
                } else if i > last {
                    break;
                }
            }
            if turned && !added {
                break;
            }
            added = false;
            for i in (0..last).rev() {
                let known = if i < first { 0 } else { group[i] };
                let cells = equal(columns[i]);
                let reached = group[i + 1] & cells & !known;
                if reached != 0 {
                    group[i] = fill(reached | known, cells);
                    first = first.min(i);
                    added = true;
                } else if i < first {
                    break;
                }
            }
            if !added {
                break;
            }
            turned = true;
        }
        Some((first, last))
    }

    /// Removes the cells marked in these columns; cells fall, columns close.
    #[inline(always)]
    fn remove<C: Cpu>(&mut self, cpu: C, first: usize, last: usize) {
        let mut emptied = false;
        for (column, &gone) in self.columns[first..=last].iter_mut().zip(&self.group[first..=last]) {
            *column = cpu.pext(*column, !wide(gone));
            emptied |= *column == 0;
        }
        if emptied {
            self.close(first);
        }
        debug_assert!(self.sound(), "{self:?}");
    }

    /// Whether no cell floats, no column before `width` is empty and all behind it are: what holds between any two
    /// clicks.
    fn sound(&self) -> bool {
        let (open, closed) = self.columns.split_at(self.width);
        let settled = |&column: &u64| {
            let cells = (0..MAX_ROWS).map(|row| column >> (4 * row) & 15);
            column != 0 && cells.skip_while(|&cell| cell != 0).all(|cell| cell == 0)
        };
        open.iter().all(settled) && closed.iter().all(|&column| column == 0)
    }

    /// The biggest group of two or more cells, by its first cell (leftmost column, then lowest row) and
    /// its size; of equal ones that whose first cell comes first.
    #[inline(always)]
    pub fn biggest(&mut self) -> Option<(usize, usize, u32)> {
        let mut best: Option<(usize, usize, u32)> = None;
        self.seen.clear();
        self.seen.resize(self.width, 0);
        for col in 0..self.width {
            for row in 0..MAX_ROWS {
                if self.seen[col] >> (4 * row) & 1 != 0 {
                    continue;
                }
                let Some((first, last)) = self.mark(row, col) else { continue };
                let mut size = 0;
                for (seen, group) in self.seen[first..=last].iter_mut().zip(&self.group[first..=last]) {
                    *seen |= group;
                    size += group.count_ones();
                }
                if best.is_none_or(|(_, _, most)| size > most) {
                    best = Some((row, col, size));
                }
            }
        }
        best
    }

    /// Slides columns from `first` on to the left over empty ones.
    #[inline(always)]
    fn close(&mut self, first: usize) {
        let mut free = first;
        for i in first..self.width {
            let column = std::mem::take(&mut self.columns[i]);
            self.columns[free] = column;
            free += usize::from(column != 0);
        }
        self.width = free;
    }
}

/// The lowest bit of each cell that holds the value.
#[inline(always)]
fn equal(column: u64, value: u64) -> u64 {
    let differs = column ^ (LOW * value);
    let differs = differs | differs >> 1;
    !(differs | differs >> 2) & LOW
}

/// All four bits of each cell whose lowest bit is set.
#[inline(always)]
fn wide(cells: u64) -> u64 {
    (cells << 4).wrapping_sub(cells)
}

/// The runs of `cells` that hold a seed; both by lowest bits, the seeds among the cells.
#[inline(always)]
fn fill(seeds: u64, cells: u64) -> u64 {
    // Up: adding a seed to the run of ones carries to the run's end. Down: doubling steps.
    let run = wide(cells);
    let up = (run & !run.wrapping_add(seeds) & LOW) | seeds;
    let mut down = up | (cells & up >> 4);
    let mut path = cells & cells >> 4;
    down |= path & down >> 8;
    path &= path >> 8;
    down |= path & down >> 16;
    path &= path >> 16;
    down | (path & down >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn fill_is_what_a_loop_gives(seeds: u64, cells: u64, more: u64) {
            for cells in [cells & LOW, (cells | more) & LOW, LOW] {
                let seeds = seeds & cells & more;
                let mut slow = seeds;
                for _ in 0..16 {
                    slow |= (slow << 4 | slow >> 4) & cells;
                }
                prop_assert_eq!(fill(seeds, cells), slow);
            }
        }
    }

    #[test]
    fn broken_columns_are_not_sound() {
        let sound =
            |columns: &[u64], width| Columns { columns: columns.into(), width, ..Columns::default() }.sound();
        assert!(sound(&[0x321, 0x32, 0], 2));
        assert!(!sound(&[0x301, 0x32, 0], 2), "a cell floats");
        assert!(!sound(&[0x321, 0, 0x32], 3), "an empty column lies left of a full one");
        assert!(!sound(&[0x321, 0x32, 0], 1), "a column is forgotten");
    }

    #[test]
    fn equal_finds_each_value() {
        for value in 0..16 {
            let slow = |column: u64| {
                (0..16).filter(|i| column >> (4 * i) & 15 == value).map(|i| 1 << (4 * i)).sum::<u64>()
            };
            for column in [0, u64::MAX, 0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 0x1111_0222_3300_4444] {
                assert_eq!(equal(column, value), slow(column));
            }
        }
    }
}
