//! A board that knows where each tile is now, so that a list can name tiles instead of cells.

use crate::rules::grid::Grid;
use crate::rules::{Cell, Colour, Columns, Random, Rules};

/// A cell without a tile, and the place of a tile that is gone.
const NONE: u32 = u32::MAX;

/// The colour of a cell without a tile.
const EMPTY: Colour = Colour::MAX;

/// Random columns whose groups are compared for the highest one: tiles of the kept colour below stay together. Medians on
/// boards of 300×300 and 12 colours: 840,000 points with 1, 1,150,000 with 2, 2,410,000 with 4, 3,280,000 with 8.
const HIGHEST_OF: usize = 8;

/// The most tiles times compared columns: on large boards a comparison takes long.
const MOST_COMPARED: usize = 1_000_000;

/// The tiles of a board, which do not change: tiles are numbered in columns from the left, each from the bottom.
#[derive(Clone, Debug)]
pub struct Tiles {
    rows: usize,
    colours: Vec<Colour>,
    rules: Rules,
}

/// A position of a game. Columns keep their index: one that closes only leaves the order of the columns.
#[derive(Clone, Debug)]
pub struct TileBoard {
    /// The tile of each cell, columns by index, each from the bottom.
    tiles: Vec<u32>,
    /// The colour of each cell, or [`EMPTY`].
    colours: Vec<Colour>,
    /// The cell of each tile.
    places: Vec<u32>,
    /// The number of tiles in each column.
    heights: Vec<u32>,
    /// The columns from the left, and the position of each column among them.
    order: Vec<u32>,
    ranks: Vec<u32>,
    /// The number of tiles of each colour.
    counts: Vec<u32>,
    left: usize,
}

/// Reusable memory for a flood fill, and the columns in which [`Tiles::draw`] searches.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// The cells of the group that was filled last.
    group: Vec<u32>,
    /// For each cell the number of the fill that reached it last.
    marks: Vec<u32>,
    fill: u32,
    /// Where groups of other colours than the kept one may be, groups of the kept one, and single tiles.
    open: [OpenColumns; 3],
}

/// The columns that may have a group, so that no part of a board is searched twice without a change.
#[derive(Clone, Debug, Default)]
struct OpenColumns {
    columns: Vec<u32>,
    /// For each column the lowest row that may have a tile of a group, or [`NONE`]; empty before the first draw of a game.
    from: Vec<u32>,
}

impl OpenColumns {
    /// Opens a column from a row on.
    fn add(&mut self, col: u32, row: u32) {
        let Some(from) = self.from.get_mut(col as usize) else { return };
        if *from == NONE {
            self.columns.push(col);
        }
        *from = row.min(*from);
    }
}

impl Scratch {
    /// Forgets where groups may be, before a game that begins with another position.
    pub fn reset(&mut self) {
        self.open.iter_mut().for_each(|open| open.from.clear());
    }
}

impl Tiles {
    /// Reads a grid, and returns its tiles with the first position.
    pub fn new(grid: &Grid, rules: Rules) -> (Tiles, TileBoard) {
        let (rows, cols) = (grid.rows(), grid.cols());
        let mut board = TileBoard {
            tiles: vec![NONE; rows * cols],
            colours: vec![EMPTY; rows * cols],
            places: Vec::new(),
            heights: vec![0; cols],
            order: (0..cols as u32).collect(),
            ranks: (0..cols as u32).collect(),
            counts: vec![0; grid.colours()],
            left: 0,
        };
        let mut colours = Vec::new();
        for cell in grid.cells() {
            if let Some(colour) = grid.get(cell) {
                let at = cell.col * rows + cell.row;
                board.tiles[at] = colours.len() as u32;
                board.colours[at] = colour;
                board.places.push(at as u32);
                board.heights[cell.col] += 1;
                board.counts[usize::from(colour)] += 1;
                colours.push(colour);
            }
        }
        board.left = colours.len();
        (Tiles { rows, colours, rules }, board)
    }

    /// Returns the cell of a tile, or `None` if the tile is gone.
    pub fn cell(&self, board: &TileBoard, tile: u32) -> Option<Cell> {
        let at = board.places[tile as usize] as usize;
        let col = board.ranks.get(at / self.rows)?;
        Some(Cell::new(at % self.rows, *col as usize))
    }

    pub fn colour(&self, tile: u32) -> Colour {
        self.colours[tile as usize]
    }

    pub fn tile(&self, board: &TileBoard, cell: Cell) -> Option<u32> {
        let col = board.order.get(cell.col).filter(|_| cell.row < self.rows)?;
        Some(board.tiles[*col as usize * self.rows + cell.row]).filter(|&tile| tile != NONE)
    }

    /// Finds the group of a tile and returns its size, or 0 if the group cannot be removed.
    pub fn group(&self, board: &TileBoard, tile: u32, scratch: &mut Scratch) -> usize {
        scratch.group.clear();
        let start = board.places[tile as usize];
        if start == NONE {
            return 0;
        }
        scratch.marks.resize(board.tiles.len(), 0);
        scratch.fill = scratch.fill.wrapping_add(1);
        if scratch.fill == 0 {
            scratch.marks.fill(0);
            scratch.fill = 1;
        }
        let (colour, rows) = (self.colour(tile), self.rows);
        scratch.group.push(start);
        scratch.marks[start as usize] = scratch.fill;
        let mut next = 0;
        while next < scratch.group.len() {
            let at = scratch.group[next] as usize;
            next += 1;
            let (col, row) = (at / rows, at % rows);
            let near = [
                if row + 1 < rows { at + 1 } else { usize::MAX },
                if row > 0 { at - 1 } else { usize::MAX },
                board.beside(col, 1).saturating_mul(rows).saturating_add(row),
                board.beside(col, usize::MAX).saturating_mul(rows).saturating_add(row),
            ];
            for near in near {
                if board.colours.get(near) == Some(&colour) && scratch.marks[near] != scratch.fill {
                    scratch.marks[near] = scratch.fill;
                    scratch.group.push(near as u32);
                }
            }
        }
        if scratch.group.len() < self.rules.min_group as usize { 0 } else { scratch.group.len() }
    }

    /// Finds the highest group of some random columns; returns one of its tiles and its size, or `None` if no group is left.
    /// Groups of the colour `kept` come after all others, and single tiles last.
    pub fn draw(
        &self,
        board: &TileBoard,
        kept: Colour,
        scratch: &mut Scratch,
        random: &mut Random,
    ) -> Option<(u32, usize)> {
        let most = (MOST_COMPARED / self.colours.len()).clamp(1, HIGHEST_OF);
        for class in 0..if self.rules.min_group > 1 { 2 } else { 3 } {
            let fits = |colour| class == 2 || (colour == kept) == (class == 1);
            let mut open = std::mem::take(&mut scratch.open[class]);
            if open.from.is_empty() {
                open.columns.clone_from(&board.order);
                open.from.resize(board.heights.len(), 0);
            }
            let (mut highest, mut compared) = (None, 0);
            while compared < most && !open.columns.is_empty() {
                let at = random.below(open.columns.len());
                let col = open.columns[at] as usize;
                let (from, above) = (open.from[col] as usize, highest.map_or(0, |(row, _)| row + 1));
                let near = [usize::MAX, 0, 1].map(|by| board.beside(col, by).saturating_mul(self.rows));
                let rows = from.max(above)..board.heights[col] as usize;
                let higher = rows
                    .rev()
                    .filter(|&row| self.is_first(board, near, row, class == 2))
                    .map(|row| (row, board.tiles[col * self.rows + row]))
                    .find(|&(_, tile)| fits(self.colour(tile)) && self.group(board, tile, scratch) > 0);
                if higher.is_none() && above <= from {
                    open.from[col] = NONE;
                    open.columns.swap_remove(at);
                } else {
                    compared += 1;
                    highest = higher.or(highest);
                }
            }
            scratch.open[class] = open;
            if let Some((_, tile)) = highest {
                return Some((tile, self.group(board, tile, scratch)));
            }
        }
        None
    }

    /// Returns `true` if a tile has an equal neighbour, but none below, on the left, or below an equal one on the right: each
    /// group has such a tile, and most have one. Any tile with an equal neighbour will do where pairs are no groups, since the
    /// first one of a group may have been seen when the group was too small. A tile without one counts if it may be `alone`.
    /// The columns on both sides and its own are given by their lowest cells.
    #[inline(always)]
    fn is_first(&self, board: &TileBoard, [left, own, right]: [usize; 3], row: usize, alone: bool) -> bool {
        let colour = board.colours[own + row];
        let same = |column: usize, row: usize| {
            row < self.rows && board.colours.get(column.saturating_add(row)) == Some(&colour)
        };
        let (above, beside) = (same(own, row + 1), same(right, row));
        let before = || same(own, row.wrapping_sub(1)) || same(left, row);
        match self.rules.min_group {
            0..=2 => (above || beside || alone) && !before() && !(beside && same(right, row.wrapping_sub(1))),
            _ => above || beside || before(),
        }
    }

    /// Removes the group that was found last.
    pub fn remove(&self, board: &mut TileBoard, scratch: &mut Scratch) {
        let rows = self.rows;
        scratch.group.sort_unstable();
        let Some(colour) = scratch.group.first().map(|&at| board.colours[at as usize]) else { return };
        board.counts[usize::from(colour)] -= scratch.group.len() as u32;
        board.left -= scratch.group.len();
        for &at in &scratch.group {
            board.places[board.tiles[at as usize] as usize] = NONE;
        }
        for column in scratch.group.chunk_by(|one, two| *one as usize / rows == *two as usize / rows) {
            let (lowest, col) = (column[0] as usize, column[0] as usize / rows);
            let (top, mut free) = (col * rows + board.heights[col] as usize, lowest);
            for (number, &gone) in column.iter().enumerate() {
                let above = gone as usize + 1..column.get(number + 1).map_or(top, |&next| next as usize);
                board.tiles.copy_within(above.clone(), free);
                board.colours.copy_within(above.clone(), free);
                free += above.len();
            }
            board.tiles[free..top].fill(NONE);
            board.colours[free..top].fill(EMPTY);
            for (at, &tile) in (lowest as u32..).zip(&board.tiles[lowest..free]) {
                board.places[tile as usize] = at;
            }
            board.heights[col] -= column.len() as u32;
            let closes = board.heights[col] == 0 && self.rules.columns == Columns::Close;
            // The tile below has another neighbour; on both sides of a column that closes, all tiles have.
            let row = if closes { 0 } else { (lowest % rows).saturating_sub(1) as u32 };
            for near in [col, board.beside(col, 1), board.beside(col, usize::MAX)] {
                scratch.open.iter_mut().for_each(|open| open.add(near as u32, row));
            }
            if closes {
                board.close(col);
            }
        }
    }
}

impl TileBoard {
    /// Returns the index of the column `by` steps to the right of another; [`usize::MAX`] outside the board.
    fn beside(&self, col: usize, by: usize) -> usize {
        let rank = (self.ranks[col] as usize).wrapping_add(by);
        self.order.get(rank).map_or(usize::MAX, |&col| col as usize)
    }

    /// Removes an empty column.
    fn close(&mut self, col: usize) {
        let rank = self.ranks[col] as usize;
        self.order.remove(rank);
        self.order[rank..].iter().for_each(|&col| self.ranks[col as usize] -= 1);
    }

    /// Copies another position of the same game.
    pub fn copy_from(&mut self, other: &TileBoard) {
        self.tiles.copy_from_slice(&other.tiles);
        self.colours.copy_from_slice(&other.colours);
        self.places.copy_from_slice(&other.places);
        self.heights.copy_from_slice(&other.heights);
        self.order.clone_from(&other.order);
        self.ranks.copy_from_slice(&other.ranks);
        self.counts.copy_from_slice(&other.counts);
        self.left = other.left;
    }

    /// Returns the number of tiles left.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Returns the number of tiles of each colour.
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// Returns the approximate size in bytes.
    pub fn bytes(&self) -> usize {
        5 * self.tiles.len()
            + 4 * (self.places.len() + 3 * self.heights.len() + self.counts.len())
            + size_of::<Self>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn clicks_equal_those_of_the_plain_grid(
            cells in proptest::collection::vec(proptest::option::weighted(0.85, 0..3_u64), 30),
            clicks in proptest::collection::vec(0..30_u32, 1..20),
            min_group in 1..4_u32, close: bool,
        ) {
            let columns = if close { Columns::Close } else { Columns::Stay };
            let rules = Rules { min_group, columns, ..Rules::USUAL };
            let mut grid = Grid::from_names(5, 6, |cell| cells[cell.col * 5 + cell.row]).unwrap();
            grid.fall();
            if close {
                grid.close();
            }
            let (tiles, mut board) = Tiles::new(&grid, rules);
            let mut scratch = Scratch::default();
            for tile in clicks.into_iter().filter(|&tile| (tile as usize) < tiles.colours.len()) {
                let size = tiles.group(&board, tile, &mut scratch);
                let cell = tiles.cell(&board, tile);
                prop_assert_eq!(cell.map_or(0, |cell| grid.click_by(&rules, cell)), size);
                if size > 0 {
                    tiles.remove(&mut board, &mut scratch);
                }
                prop_assert_eq!(board.left(), grid.tiles());
                for cell in grid.cells() {
                    let tile = tiles.tile(&board, cell);
                    prop_assert_eq!(tile.map(|tile| tiles.colours[tile as usize]), grid.get(cell));
                    prop_assert!(tile.is_none_or(|tile| tiles.cell(&board, tile) == Some(cell)));
                }
                for (colour, &count) in board.counts().iter().enumerate() {
                    prop_assert_eq!(count as usize, grid.count(colour as u8));
                }
            }
            // Drawn groups are legal, and none is left at the end.
            let mut random = Random::new(1, 0);
            while let Some((tile, size)) = tiles.draw(&board, 0, &mut scratch, &mut random) {
                let cell = tiles.cell(&board, tile);
                tiles.remove(&mut board, &mut scratch);
                prop_assert_eq!(cell.map_or(0, |cell| grid.click_by(&rules, cell)), size);
            }
            prop_assert_eq!((board.left(), grid.groups_of(min_group)), (grid.tiles(), Vec::new()));
        }
    }
}
