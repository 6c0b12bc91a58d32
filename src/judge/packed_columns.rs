//! The packed board of the judges: one word per column, four bits per cell.
//!
//! Selections come one by one and most groups are small, so the cost of a click matters, not that of a pass over the
//! board: a click reads only the columns that its group spans. A column of up to 16 rows is
//! one `u64`, the bottom cell in the lowest four bits: 0 for empty, else the value plus one. Removal and
//! gravity are then one PEXT per column, and reading a row is one shift per column.
//!
//! ```text
//!   2 .        the columns, in hexadecimal:
//!   1 2        0x...0321 and 0x...0032,
//!   0 1        since values are stored plus one
//! ```

use crate::bits::cpu::Cpu;
use crate::rules::Cell;
use crate::rules::grid::Grid;

/// The maximum number of rows.
pub(super) const MAX_ROWS: usize = 16;

/// The lowest bit of each cell.
const LOW: u64 = u64::MAX / 15;

/// A board of up to 16 rows and any number of columns, with values 0 to 9.
#[derive(Clone, Debug, Default)]
pub(super) struct PackedColumns {
    /// All columns; the columns from `width` on are empty.
    columns: Vec<u64>,
    /// The number of columns that are not empty.
    width: usize,
    /// Scratch: the cells of the marked group in each column, by their lowest bits.
    group: Vec<u64>,
    /// Scratch of [`biggest_group`](Self::biggest_group): cells whose group is known, by their lowest bits.
    seen: Vec<u64>,
}

impl PackedColumns {
    /// Creates the board of a grid of up to 16 rows and 15 colours; values are its colours. No tile may float, and no
    /// empty column may lie left of a full one.
    pub fn from_grid(grid: &Grid) -> Self {
        let code = |cell| grid.get(cell).map_or(0, |colour| u64::from(colour) + 1);
        let column = |col| (0..grid.rows()).map(|row| code(Cell::new(row, col)) << (4 * row)).sum();
        let mut board =
            PackedColumns { columns: (0..grid.cols()).map(column).collect(), ..PackedColumns::default() };
        board.begin();
        board.close(0);
        board
    }

    /// Removes all columns, and keeps the allocations.
    pub fn clear(&mut self) {
        self.columns.clear();
        self.width = 0;
    }

    /// Adds a cell at `row`, on top of its column. Cells of the bottom row add the columns.
    #[inline(always)]
    pub fn push(&mut self, row: usize, col: usize, value: u8) {
        let code = u64::from(value + 1) << (4 * row);
        match self.columns.get_mut(col) {
            Some(column) => *column |= code,
            None => self.columns.push(code),
        }
    }

    /// Adds a whole row on top: ASCII digits, each followed by one other byte.
    #[inline(always)]
    pub fn push_row(&mut self, row: usize, cells: &[[u8; 2]]) {
        if row == 0 {
            self.columns.resize(cells.len(), 0);
        }
        for (column, &[digit, _]) in self.columns.iter_mut().zip(cells) {
            *column |= u64::from(digit - (b'0' - 1)) << (4 * row);
        }
    }

    /// Prepares the board for clicks after all cells were added.
    #[inline(always)]
    pub fn begin(&mut self) {
        self.width = self.columns.len();
        if self.group.len() < self.width {
            self.group.resize(self.width, 0);
        }
    }

    /// Returns the columns from left to right, including empty ones.
    pub fn columns(&self) -> &[u64] {
        &self.columns
    }

    /// Returns the value of a cell; `None` if it is empty or outside the board.
    pub fn value(&self, row: usize, col: usize) -> Option<usize> {
        let code = (self.columns.get(col)?.checked_shr(4 * row as u32)? & 15) as usize;
        code.checked_sub(1)
    }

    /// Returns `true` if no cell is left.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.width == 0
    }

    /// Clicks a cell, 0-based from the bottom left. A click that is not allowed changes nothing.
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
        // Alternating passes over the columns, until a pass adds nothing: a group may turn back on itself.
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

    /// Removes the marked cells of these columns, lets cells fall, and closes empty columns.
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
        debug_assert!(self.is_valid(), "{self:?}");
    }

    /// Returns `true` if the invariants between clicks hold: no cell floats, no column before `width` is empty, and all
    /// columns from `width` on are.
    fn is_valid(&self) -> bool {
        let (open, closed) = self.columns.split_at(self.width);
        let settled = |&column: &u64| {
            let cells = (0..MAX_ROWS).map(|row| column >> (4 * row) & 15);
            column != 0 && cells.skip_while(|&cell| cell != 0).all(|cell| cell == 0)
        };
        open.iter().all(settled) && closed.iter().all(|&column| column == 0)
    }

    /// Returns the first cell (leftmost column, then lowest row) and the size of the biggest group of two or more cells; of
    /// groups of equal size the one whose first cell comes first.
    #[inline(always)]
    pub fn biggest_group(&mut self) -> Option<(usize, usize, u32)> {
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

    /// Moves columns from `first` on to the left over empty ones.
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

/// Returns the lowest bit of each cell with the value.
#[inline(always)]
fn equal(column: u64, value: u64) -> u64 {
    let differs = column ^ (LOW * value);
    let differs = differs | differs >> 1;
    !(differs | differs >> 2) & LOW
}

/// Returns all four bits of each cell whose lowest bit is set.
#[inline(always)]
fn wide(cells: u64) -> u64 {
    (cells << 4).wrapping_sub(cells)
}

/// Returns the runs of `cells` that contain a seed. Both arguments have the lowest bits of cells; seeds are cells.
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
        fn fill_equals_a_loop(seeds: u64, cells: u64, more: u64) {
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
    fn invalid_columns_are_detected() {
        let valid = |columns: &[u64], width| {
            PackedColumns { columns: columns.into(), width, ..PackedColumns::default() }.is_valid()
        };
        assert!(valid(&[0x321, 0x32, 0], 2));
        assert!(!valid(&[0x301, 0x32, 0], 2), "a cell floats");
        assert!(!valid(&[0x321, 0, 0x32], 3), "an empty column lies left of a full one");
        assert!(!valid(&[0x321, 0x32, 0], 1), "a column lies beyond the width");
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
