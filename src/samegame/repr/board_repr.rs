//! The trait of SameGame board representations.

use crate::bits::cpu::Cpu;
use crate::rules::grid::Grid;
use crate::rules::{Cell, Colour, Columns};
use crate::samegame::repr::below;
use rand::Rng;
use std::fmt::Debug;
use std::hash::Hash;

/// The reason why a grid cannot become a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    /// The tile at this cell has an empty cell below it.
    #[error("the tile at row {}, column {} has nothing below it, expected a fallen board", .0.row + 1, .0.col + 1)]
    Floating(Cell),
    /// The empty column with this index lies left of an occupied one.
    #[error("column {} is empty, expected no empty column left of a full one", .0 + 1)]
    Gap(usize),
    /// The board is larger, or has more colours, than the representation supports.
    #[error("a board of this kind holds at most {rows} rows, {cols} columns and {colours} colours")]
    TooLarge {
        /// The maximum number of rows.
        rows: usize,
        /// The maximum number of columns.
        cols: usize,
        /// The maximum number of colours.
        colours: usize,
    },
}

/// The cells that an observation marks as legal clicks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClickSet {
    /// Every cell whose click removes tiles.
    #[default]
    All,
    /// The first cell of each group that can be removed, as in [`Board::groups`](crate::samegame::Board::groups).
    First,
}

/// A set of cells of a board, empty by default.
pub trait Cells: Clone + Debug + Default {
    /// Returns the number of cells.
    fn count(&self) -> usize;
    /// Adds the cells of `others`, none of which may be in the set.
    fn add(&mut self, others: &Self);
    /// Returns the first cell, with columns from the left and each from the bottom, or `None` if the set is empty.
    fn first(&self) -> Option<Cell>;
    /// Calls `cell` with every cell, with columns from the left and each from the bottom.
    fn for_each(&self, cell: impl FnMut(Cell));
}

/// A SameGame board.
///
/// This is the form in which boards are compared, hashed and stored. An operation that does work takes a CPU token and
/// is inlined into the kernel that holds the token. Playouts do little else than click, so they convert a packed board
/// to a [`PlaneBoard`](crate::samegame::playout::PlaneBoard) first.
pub trait BoardRepr: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A set of cells of the board.
    type Mask: Cells;

    /// The groups that [`next_group`](Self::next_group) has yet to return.
    type Groups;

    /// Whether a CPU path may hold the board in SIMD registers. If `false`, a search is compiled once, for the
    /// portable path.
    const HAS_SIMD: bool;

    /// Whether the board consists of lanes, one per column. If `false`, the board is on the heap, and
    /// [`may_merge`](Self::may_merge) always returns `true`.
    const IS_PACKED: bool;

    /// Creates a board from a grid. If columns close, the grid must have no empty column left of an occupied one.
    ///
    /// # Errors
    /// Returns an error if a tile floats, or the grid is too large for the representation.
    fn from_grid(grid: &Grid) -> Result<Self, PackError>;

    /// Returns the board as a grid with the size and colour names of `like`, the grid that the board was created from.
    fn to_grid(&self, like: &Grid) -> Grid;

    /// Returns the colour of a cell, or `None` if the cell is empty or outside the board.
    fn get(&self, cell: Cell) -> Option<Colour>;

    /// Returns the 4-connected group of equal tiles around a cell. It is empty if the cell is empty or outside the
    /// board.
    fn group<C: Cpu>(&self, cpu: C, cell: Cell) -> Self::Mask;

    /// Removes the tiles at `cells`; no cell may be empty. Tiles above fall; empty columns close to the left or stay.
    fn remove_by<C: Cpu>(&mut self, cpu: C, columns: Columns, cells: &Self::Mask);

    /// Like [`remove_by`](Self::remove_by), with [`Columns::Close`].
    #[inline(always)]
    fn remove<C: Cpu>(&mut self, cpu: C, cells: &Self::Mask) {
        self.remove_by(cpu, Columns::Close, cells);
    }

    /// Clicks a cell: removes its group if it has two or more tiles. Returns the number of removed tiles: 0 if the
    /// click is illegal, else at least 2.
    #[inline(always)]
    fn click<C: Cpu>(&mut self, cpu: C, cell: Cell) -> usize {
        self.click_group(cpu, cell)
    }

    /// Implements [`click`](Self::click) by a flood fill and a removal.
    #[inline(always)]
    fn click_group<C: Cpu>(&mut self, cpu: C, cell: Cell) -> usize {
        let group = self.group(cpu, cell);
        let count = group.count();
        if count < 2 {
            return 0;
        }
        self.remove(cpu, &group);
        count
    }

    /// Returns all groups of at least `min_group` tiles, for [`next_group`](Self::next_group).
    fn groups<C: Cpu>(&self, cpu: C, min_group: u32) -> Self::Groups;

    /// Removes the next group from `groups` and returns it. The order is by first cell, with columns from the left and
    /// each from the bottom.
    ///
    /// Callers loop over this method: a closure per group would not always be compiled as part of the CPU path, and
    /// could then not use the instructions of the path.
    fn next_group<C: Cpu>(&self, cpu: C, groups: &mut Self::Groups) -> Option<Self::Mask>;

    /// Returns whether there is a group of two or more tiles, by comparing neighbours, without a flood fill.
    fn has_move<C: Cpu>(&self, cpu: C) -> bool;

    /// Writes the cells of a board of `size` (rows, columns), row by row from the top left. An element of `codes`
    /// becomes 0 for an empty cell, else the colour plus one. An element of `legal` becomes `true` if `clicks` selects
    /// the cell and the group of the cell has at least `min_group` tiles. Returns whether a group has so many tiles.
    fn write_observation<C: Cpu, T: From<bool> + Copy>(
        &self,
        cpu: C,
        size: (usize, usize),
        min_group: u32,
        clicks: ClickSet,
        codes: &mut [u8],
        legal: &mut [T],
    ) -> bool;

    /// Hashes the cells. Two packed boards that differ only in their number of planes have the same hash.
    fn hash_cells<H: std::hash::Hasher>(&self, state: &mut H);

    /// Returns whether no tile is left.
    fn is_empty(&self) -> bool;

    /// Returns the number of tiles of a colour; 0 for a colour that the representation does not support.
    fn count(&self, colour: Colour) -> usize;

    /// Returns the tiles of a colour, which the representation must support.
    fn tiles(&self, colour: Colour) -> Self::Mask;

    /// Returns whether `tiles`, all tiles of one colour, may become one group while only tiles of `gone`, of other
    /// colours, are removed. Always `true` for a board that is not [packed](Self::IS_PACKED).
    fn may_merge<C: Cpu>(&self, cpu: C, tiles: &Self::Mask, gone: &Self::Mask) -> bool;

    /// Returns a tile of a group of at least `min_group` tiles, chosen uniformly, or `None` if the game is over. Takes
    /// one number from `rng`; a [`Grid`] may take more.
    fn random_tile<C: Cpu, R: Rng>(&self, cpu: C, min_group: u32, rng: &mut R) -> Option<Cell>;

    /// Returns the first cell of a group that can be removed, each group with the same probability, or `None` if the
    /// game is over. Takes one number from `rng`.
    fn random_first<C: Cpu, R: Rng>(&self, cpu: C, rng: &mut R) -> Option<Cell> {
        let (mut rest, mut cells) = (self.groups(cpu, 2), Vec::new());
        while let Some(group) = self.next_group(cpu, &mut rest) {
            cells.extend(group.first());
        }
        if cells.is_empty() { None } else { Some(cells[below(rng, cells.len())]) }
    }

    /// Like [`random_first`](Self::random_first), but returns a group of the colour `tabu` only if there is no other.
    fn random_first_except<C: Cpu, R: Rng>(&self, cpu: C, tabu: Colour, rng: &mut R) -> Option<Cell> {
        let (mut rest, mut cells) = (self.groups(cpu, 2), Vec::new());
        while let Some(group) = self.next_group(cpu, &mut rest) {
            cells.extend(group.first().filter(|&cell| self.get(cell) != Some(tabu)));
        }
        if cells.is_empty() { self.random_first(cpu, rng) } else { Some(cells[below(rng, cells.len())]) }
    }

    /// Checks that a game can reach the board: every tile has a known colour, no tile floats and, if columns close, no
    /// empty column lies left of an occupied one. Called after each operation in debug builds.
    ///
    /// # Errors
    /// Returns a description of the violation.
    fn check_invariants(&self, columns: Columns) -> Result<(), &'static str>;
}

/// Returns an error if a tile floats or, if `columns` close, an empty column lies left of an occupied one.
pub(crate) fn check_settled(grid: &Grid, columns: Columns) -> Result<(), PackError> {
    match (grid.first_floating(), grid.first_gap()) {
        (Some(cell), _) => Err(PackError::Floating(cell)),
        (_, Some(col)) if columns == Columns::Close => Err(PackError::Gap(col)),
        _ => Ok(()),
    }
}
