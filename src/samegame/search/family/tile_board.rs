//! A board that knows where each tile is now, so that a list can name tiles instead of cells.

use crate::rules::grid::Grid;
use crate::rules::{Cell, Colour, Columns, Random, Rules};

/// A cell without a tile, and the place of a tile that is gone.
const NONE: u32 = u32::MAX;

/// Random cells that are tried before all are.
const TRIES: usize = 64;

/// The tiles of a board, which do not change: tiles are numbered in columns from the left, each from the bottom.
#[derive(Clone, Debug)]
pub struct Tiles {
    rows: usize,
    cols: usize,
    colours: Vec<Colour>,
    rules: Rules,
}

/// A position of a game. All buffers of the positions of one game have the same size.
#[derive(Clone, Debug)]
pub struct TileBoard {
    /// The tile of each cell, columns from the left, each from the bottom.
    tiles: Vec<u32>,
    /// The cell of each tile.
    places: Vec<u32>,
    /// The number of tiles in each column.
    heights: Vec<u32>,
    /// The number of tiles of each colour.
    counts: Vec<u32>,
    left: usize,
}

/// Reusable memory for a flood fill.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// The cells of the group that was filled last.
    group: Vec<u32>,
    /// For each cell the number of the fill that reached it last.
    marks: Vec<u32>,
    fill: u32,
}

impl Tiles {
    /// Reads a grid, and returns its tiles with the first position.
    pub fn new(grid: &Grid, rules: Rules) -> (Tiles, TileBoard) {
        let (rows, cols) = (grid.rows(), grid.cols());
        let mut board = TileBoard {
            tiles: vec![NONE; rows * cols],
            places: Vec::new(),
            heights: vec![0; cols],
            counts: vec![0; grid.colours()],
            left: 0,
        };
        let mut colours = Vec::new();
        for cell in grid.cells() {
            if let Some(colour) = grid.get(cell) {
                let at = cell.col * rows + cell.row;
                board.tiles[at] = colours.len() as u32;
                board.places.push(at as u32);
                board.heights[cell.col] += 1;
                board.counts[usize::from(colour)] += 1;
                colours.push(colour);
            }
        }
        board.left = colours.len();
        (Tiles { rows, cols, colours, rules }, board)
    }

    /// Returns the cell of a tile, or `None` if the tile is gone.
    pub fn cell(&self, board: &TileBoard, tile: u32) -> Option<Cell> {
        let at = board.places[tile as usize];
        (at != NONE).then(|| Cell::new(at as usize % self.rows, at as usize / self.rows))
    }

    pub fn tile(&self, board: &TileBoard, cell: Cell) -> Option<u32> {
        let inside = cell.row < self.rows && cell.col < self.cols;
        inside.then(|| board.tiles[cell.col * self.rows + cell.row]).filter(|&tile| tile != NONE)
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
        let (colour, rows) = (self.colours[tile as usize], self.rows);
        scratch.group.push(start);
        scratch.marks[start as usize] = scratch.fill;
        let mut next = 0;
        while next < scratch.group.len() {
            let at = scratch.group[next] as usize;
            next += 1;
            let row = at % rows;
            let near = [
                if row + 1 < rows { at + 1 } else { usize::MAX },
                if row > 0 { at - 1 } else { usize::MAX },
                at + rows,
                at.wrapping_sub(rows),
            ];
            for near in near {
                let Some(&tile) = board.tiles.get(near) else { continue };
                if tile != NONE
                    && self.colours[tile as usize] == colour
                    && scratch.marks[near] != scratch.fill
                {
                    scratch.marks[near] = scratch.fill;
                    scratch.group.push(near as u32);
                }
            }
        }
        if scratch.group.len() < self.rules.min_group as usize { 0 } else { scratch.group.len() }
    }

    /// Returns a random tile with an equal neighbour, but none below, on the left, or below an equal tile on the right: most
    /// groups have one such tile. It has another colour than `except`; `None` if there is none. Random cells are tried first,
    /// then all from a random column on.
    pub fn draw(&self, board: &TileBoard, except: Option<Colour>, random: &mut Random) -> Option<u32> {
        let fits = |at: usize| {
            let tile = board.tiles[at];
            let colour = (tile != NONE).then(|| self.colours[tile as usize])?;
            let same = |near: usize| {
                let near = board.tiles.get(near).copied().filter(|&near| near != NONE);
                near.is_some_and(|near| self.colours[near as usize] == colour)
            };
            let row = at % self.rows;
            let (left, right) = (same(at.wrapping_sub(self.rows)), same(at + self.rows));
            let (below, above) = (row > 0 && same(at - 1), row + 1 < self.rows && same(at + 1));
            let corner = (above || right) && !(left || below || right && row > 0 && same(at + self.rows - 1));
            (Some(colour) != except && corner).then_some(tile)
        };
        let cols = board.heights.iter().rposition(|&height| height > 0)? + 1;
        let tried = (0..TRIES).find_map(|_| fits(random.below(cols * self.rows)));
        tried.or_else(|| {
            let first = random.below(cols);
            (first..cols).chain(0..first).find_map(|col| {
                let bottom = col * self.rows;
                (bottom..bottom + board.heights[col] as usize).find_map(fits)
            })
        })
    }

    /// Removes the group that was found last.
    pub fn remove(&self, board: &mut TileBoard, scratch: &mut Scratch) {
        let rows = self.rows;
        scratch.group.sort_unstable();
        let colour = scratch.group.first().map(|&at| self.colours[board.tiles[at as usize] as usize]);
        let Some(colour) = colour else { return };
        board.counts[usize::from(colour)] -= scratch.group.len() as u32;
        board.left -= scratch.group.len();
        for &at in &scratch.group {
            board.places[board.tiles[at as usize] as usize] = NONE;
            board.tiles[at as usize] = NONE;
        }
        let mut emptied = false;
        for column in scratch.group.chunk_by(|one, two| *one as usize / rows == *two as usize / rows) {
            let col = column[0] as usize / rows;
            let (top, mut free) = (col * rows + board.heights[col] as usize, column[0] as usize);
            for from in free + 1..top {
                let tile = board.tiles[from];
                if tile != NONE {
                    board.tiles[free] = tile;
                    board.tiles[from] = NONE;
                    board.places[tile as usize] = free as u32;
                    free += 1;
                }
            }
            board.heights[col] -= column.len() as u32;
            emptied |= board.heights[col] == 0;
        }
        if emptied && self.rules.columns == Columns::Close {
            self.close(board);
        }
    }

    /// Moves columns to the left over empty ones.
    fn close(&self, board: &mut TileBoard) {
        let mut free = 0;
        for col in 0..self.cols {
            let height = board.heights[col] as usize;
            if height == 0 {
                continue;
            }
            if col > free {
                for row in 0..height {
                    let (from, to) = (col * self.rows + row, free * self.rows + row);
                    let tile = std::mem::replace(&mut board.tiles[from], NONE);
                    board.tiles[to] = tile;
                    board.places[tile as usize] = to as u32;
                }
                board.heights[free] = height as u32;
                board.heights[col] = 0;
            }
            free += 1;
        }
    }
}

impl TileBoard {
    /// Copies another position of the same game.
    pub fn copy_from(&mut self, other: &TileBoard) {
        self.tiles.copy_from_slice(&other.tiles);
        self.places.copy_from_slice(&other.places);
        self.heights.copy_from_slice(&other.heights);
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
        4 * (self.tiles.len() + self.places.len() + self.heights.len() + self.counts.len())
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
        }
    }
}
