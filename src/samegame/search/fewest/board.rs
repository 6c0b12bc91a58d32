//! Boards of up to 64 cells, in three words: word n holds bit n of the colour number of each cell.

use crate::bits::cpu::Cpu;
use crate::rules::grid::Grid;
use crate::rules::{Cell, Columns, Rules};

/// The maximum number of colours of a board.
pub const MAX_COLOURS: usize = 7;

/// The colours of all cells, numbered from 1; 0 is an empty cell. Word n contains bit n of the numbers.
///
/// The cell in row r (from the bottom) of column c is bit c × rows + r, so a column is a lane of as many bits as there
/// are rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LaneBoard(pub [u64; 3]);

impl LaneBoard {
    /// Returns the cells with a tile.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.0[0] | self.0[1] | self.0[2]
    }

    /// Returns the tiles of the colour with a number from 1 to 7.
    #[inline(always)]
    pub fn colour(&self, number: usize) -> u64 {
        let mut tiles = u64::MAX;
        for bit in 0..3 {
            tiles &= if number >> bit & 1 == 1 { self.0[bit] } else { !self.0[bit] };
        }
        tiles
    }
}

/// The size of the boards of a search, and the rules by which they are played.
#[derive(Clone, Debug)]
pub struct Shape {
    rows: u32,
    cols: u32,
    /// The bottom cell of each column.
    bottom: u64,
    /// The top cell of each column.
    top: u64,
    /// All cells.
    full: u64,
    /// The column of each cell.
    column_of: [u8; 64],
    pub colours: usize,
    /// The minimum size of a group.
    pub min_group: u32,
    /// Whether columns move left over empty columns.
    pub close: bool,
}

impl Shape {
    /// Returns the shape of a settled board, and the board. `None` if the board has no cells, more than 64 cells, more
    /// than 63 rows or more than [`MAX_COLOURS`] colours.
    pub fn of(grid: &Grid, rules: &Rules) -> Option<(Shape, LaneBoard)> {
        let (rows, cols) = (grid.rows(), grid.cols());
        let cells = rows.checked_mul(cols).filter(|&cells| (1..=64).contains(&cells) && rows <= 63)?;
        let (mut board, mut column_of, mut bottom) = (LaneBoard::default(), [0; 64], 0);
        let mut colours = Vec::new();
        for at in 0..cells {
            let cell = Cell::new(at % rows, at / rows);
            column_of[at] = cell.col as u8;
            if cell.row == 0 {
                bottom |= 1 << at;
            }
            let Some(colour) = grid.get(cell) else { continue };
            let number = colours.iter().position(|&known| known == colour).unwrap_or(colours.len()) + 1;
            if number > colours.len() {
                colours.push(colour);
            }
            if number > MAX_COLOURS {
                return None;
            }
            for bit in 0..3 {
                board.0[bit] |= (number as u64 >> bit & 1) << at;
            }
        }
        let shape = Shape {
            rows: rows as u32,
            cols: cols as u32,
            bottom,
            top: bottom << (rows - 1),
            full: u64::MAX >> (64 - cells),
            column_of,
            colours: colours.len(),
            min_group: rules.min_group.max(1),
            close: rules.columns == Columns::Close,
        };
        Some((shape, board))
    }

    /// Returns the cell of a bit.
    pub fn cell(&self, at: u32) -> Cell {
        Cell::new((at % self.rows) as usize, (at / self.rows) as usize)
    }

    #[inline(always)]
    pub fn column_of(&self, at: u32) -> u32 {
        u32::from(self.column_of[at as usize & 63])
    }

    #[inline(always)]
    fn column(&self, col: u32) -> u64 {
        ((1 << self.rows) - 1) << (col * self.rows)
    }

    /// Returns the cells of the board that are adjacent to a cell of `cells`.
    #[inline(always)]
    pub fn next_to(&self, cells: u64) -> u64 {
        let vertical = (cells << 1 & !self.bottom) | (cells >> 1 & !self.top);
        (vertical | cells << self.rows | cells >> self.rows) & self.full
    }

    /// Returns the group of the tile `seed`; `colour` are all tiles of its colour.
    #[inline(always)]
    pub fn group(&self, colour: u64, seed: u64) -> u64 {
        let mut group = seed;
        loop {
            let grown = (group | self.next_to(group)) & colour;
            if grown == group {
                return group;
            }
            group = grown;
        }
    }

    /// Returns the columns that contain any of the tiles, each given by its top cell.
    #[inline(always)]
    pub fn columns(&self, tiles: u64) -> u64 {
        // If any lower cell of a lane is set, the sum carries into the top cell.
        ((tiles & !self.top).wrapping_add(self.full & !self.top) | tiles) & self.top
    }

    /// Returns the columns of `columns`, given by their top cells, whose left neighbour is not in `columns`.
    #[inline(always)]
    pub fn starts(&self, columns: u64) -> u64 {
        columns & !(columns << self.rows)
    }

    /// Returns all cells of some columns, which are given by their top cells.
    #[inline(always)]
    pub fn cells_of(&self, columns: u64) -> u64 {
        let below = columns >> (self.rows - 1);
        columns | (columns - below)
    }

    /// Returns the maximal block of neighbouring columns in `columns` that begins with the column `start`. Columns are
    /// given by their top cells.
    #[inline(always)]
    pub fn block(&self, columns: u64, start: u64) -> u64 {
        let mut block = start;
        loop {
            let grown = (block | block << self.rows) & columns;
            if grown == block {
                return block;
            }
            block = grown;
        }
    }

    /// Returns the board after the removal of a group: tiles fall, and columns close if `close` is set.
    #[inline(always)]
    pub fn remove<C: Cpu>(&self, cpu: C, board: &LaneBoard, group: u64) -> LaneBoard {
        let occupied = board.occupied();
        let mut filled = occupied;
        let (mut rest, mut emptied) = (group, false);
        while rest != 0 {
            let lane = self.column(self.column_of(rest.trailing_zeros()));
            let fallen = (occupied & lane) >> (group & lane).count_ones() & lane;
            filled = filled & !lane | fallen;
            emptied |= fallen == 0;
            rest &= !lane;
        }
        let mut after = *board;
        for word in &mut after.0 {
            *word = if C::FAST_PEXT {
                cpu.pdep(cpu.pext(*word, occupied & !group), filled)
            } else {
                self.lower(*word, group)
            };
        }
        if self.close && emptied {
            self.close_columns(cpu, &mut after, filled);
        }
        after
    }

    /// Removes the cells of `group` from a word and lowers the cells above.
    #[inline(always)]
    fn lower(&self, mut word: u64, group: u64) -> u64 {
        let mut rest = group;
        while rest != 0 {
            let at = 63 - rest.leading_zeros();
            let from = self.column(self.column_of(at)) & u64::MAX << at;
            word = word & !from | (word & from & !(1 << at)) >> 1;
            rest ^= 1 << at;
        }
        word
    }

    /// Moves columns to the left over empty ones; `filled` are the cells with tiles.
    #[inline(always)]
    fn close_columns<C: Cpu>(&self, cpu: C, board: &mut LaneBoard, filled: u64) {
        let kept = self.cells_of(self.columns(filled));
        for word in &mut board.0 {
            if C::FAST_PEXT {
                *word = cpu.pext(*word, kept);
                continue;
            }
            for col in (0..self.cols).rev() {
                let lane = self.column(col);
                if kept & lane == 0 {
                    let left = (1 << (col * self.rows)) - 1;
                    *word = *word & left | *word >> self.rows & !left;
                }
            }
        }
    }
}
