//! The board at rest: what every kind of it can do.

use crate::base::{Cell, Colour, MAX_COLOURS};
use crate::bits::cpu::Cpu;
use crate::grid::Grid;
use crate::samegame::playout::Live;
use rand::Rng;
use std::fmt::Debug;
use std::hash::Hash;

/// Why a grid cannot be played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A tile with an empty cell below it.
    #[error("the tile at row {}, column {} has nothing below it, expected a fallen board", .0.row + 1, .0.col + 1)]
    Floating(Cell),
    /// An empty column left of a full one.
    #[error("column {} is empty, expected no empty column left of a full one", .0 + 1)]
    Gap(usize),
    /// A larger board, or more colours, than this kind can hold.
    #[error("a board of this kind holds at most {rows} rows, {cols} columns and {colours} colours")]
    TooLarge {
        /// Rows that it can hold.
        rows: usize,
        /// Columns that it can hold.
        cols: usize,
        /// Colours that it can hold.
        colours: usize,
    },
}

/// A set of cells of a board; the default is the empty one.
pub trait Cells: Clone + Debug + Default {
    /// The number of cells.
    fn count(&self) -> usize;
    /// Adds cells; none may be there already.
    fn add(&mut self, others: &Self);
    /// Whether the cell is one of them.
    fn contains(&self, cell: Cell) -> bool;
    /// The first cell, columns from the left, each from the bottom; `None` if there is none.
    fn first(&self) -> Option<Cell>;
    /// Hands over every cell in that order.
    fn each(&self, cell: impl FnMut(Cell));
}

/// How many tiles of a colour might come together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meeting {
    /// No two of them.
    None,
    /// Perhaps two.
    Some,
    /// Perhaps all, in one group.
    All,
}

/// A SameGame board. Sealed: the crate chooses the kinds.
///
/// It is the board at rest: words in memory, which are compared, hashed and kept. Every operation that does work takes
/// a CPU token and is inlined into the job that holds it. A playout, which does little else than play, takes the board
/// into play first: see [`Live`].
pub trait AtRest: Clone + Eq + Hash + Debug + Send + Sync + 'static + sealed::Sealed {
    /// A set of cells.
    type Mask: Cells;

    /// Groups that are still to be listed.
    type Groups;

    /// The board in play on a path.
    type Held<C: Cpu>: Live<C>;

    /// Whether a path has registers of its own for the board in play. If not, a search is compiled once, for the plain
    /// path.
    const PATHS: bool;

    /// Whether [`meeting`](Self::meeting) looks at the board at all.
    const LOOKS: bool;

    /// A board with the cells of a grid.
    ///
    /// # Errors
    /// If the grid is not settled, or too large for this kind.
    fn from_grid(grid: &Grid) -> Result<Self, BoardError>;

    /// Takes the board into play.
    fn hold<C: Cpu>(&self, cpu: C) -> Self::Held<C>;

    /// The board as a grid with the size and the colour names of `like`, the grid it was made from.
    fn to_grid(&self, like: &Grid) -> Grid;

    /// The colour of a cell; `None` if it is empty or outside the board.
    fn get(&self, cell: Cell) -> Option<Colour>;

    /// The 4-connected group of equal tiles around a cell; nothing for an empty cell or one outside.
    fn group<C: Cpu>(&self, cpu: C, cell: Cell) -> Self::Mask;

    /// Takes cells off; tiles fall, empty columns close to the left. The cells have to be tiles.
    fn remove<C: Cpu>(&mut self, cpu: C, cells: &Self::Mask);

    /// Clicks a cell: its group vanishes if it has two or more tiles. Gives the number of tiles removed: 0
    /// if the click is not permitted, else at least 2.
    #[inline(always)]
    fn click<C: Cpu>(&mut self, cpu: C, cell: Cell) -> usize {
        let group = self.group(cpu, cell);
        let count = group.count();
        if count < 2 {
            return 0;
        }
        self.remove(cpu, &group);
        count
    }

    /// All groups of two or more tiles, for [`next_group`](Self::next_group).
    fn groups<C: Cpu>(&self, cpu: C) -> Self::Groups;

    /// Takes the next group from a list of this board's groups, ordered by first cell: columns from the left, each from
    /// the bottom. To be called in a loop: a closure for each group would not always be compiled into the code of its
    /// CPU path, and could then not use its instructions.
    fn next_group<C: Cpu>(&self, cpu: C, groups: &mut Self::Groups) -> Option<Self::Mask>;

    /// Whether there is a group of two or more tiles; looks for equal neighbours, without a flood.
    fn has_move<C: Cpu>(&self, cpu: C) -> bool;

    /// Writes for every cell of a board of `rows` rows, columns from the left, each from the bottom, whether it is in
    /// a group of two or more tiles.
    fn legal<C: Cpu>(&self, cpu: C, rows: usize, mask: &mut [bool]);

    /// Writes a board of this size as it is drawn, rows from the top, each from the left: the code of every cell, 0 for
    /// empty and 1 for the colour 0, and whether it is in a group of two or more tiles. Gives whether any cell is.
    fn paint<C: Cpu>(&self, cpu: C, size: (usize, usize), codes: &mut [u8], legal: &mut [bool]) -> bool {
        let (rows, cols) = size;
        let mut columns = vec![false; rows * cols];
        self.legal(cpu, rows, &mut columns);
        for (at, (code, legal)) in codes.iter_mut().zip(legal).enumerate() {
            let cell = Cell::new(rows - 1 - at / cols, at % cols);
            *code = self.get(cell).map_or(0, |colour| colour + 1);
            *legal = columns[cell.col * rows + cell.row];
        }
        columns.contains(&true)
    }

    /// Hashes the cells: equally for boards of one size with the same colours, whatever the number of planes.
    fn write_to<H: std::hash::Hasher>(&self, state: &mut H);

    /// Whether no tile is left.
    fn is_empty(&self) -> bool;

    /// Tiles of one colour; 0 for a colour that the board cannot hold.
    fn count(&self, colour: Colour) -> usize;

    /// Tiles of each colour.
    fn counts(&self) -> [u32; MAX_COLOURS] {
        let mut counts = [0; MAX_COLOURS];
        for (colour, count) in counts.iter_mut().enumerate() {
            *count = self.count(colour as Colour) as u32;
        }
        counts
    }

    /// The tiles of one colour, which the board must be able to hold.
    fn tiles(&self, colour: Colour) -> Self::Mask;

    /// How many of `tiles`, which are those of one colour, might come together while no tile is taken but any of `gone`,
    /// which are of other colours. Never fewer than can; more may be mistaken. A [`Grid`] does not look.
    fn meeting<C: Cpu>(&self, cpu: C, tiles: &Self::Mask, gone: &Self::Mask) -> Meeting;

    /// Those tiles of some colours, one set each, that might be taken while none of another colour is. Never fewer than
    /// can; more may be mistaken. A [`Grid`] does not look.
    fn removable(&self, sets: &[Self::Mask]) -> Self::Mask;

    /// A tile with an equal neighbour, each with the same chance; `None` if the game is over. Takes one
    /// number from `rng` (a [`Grid`] may take more).
    fn random_tile<C: Cpu, R: Rng>(&self, cpu: C, rng: &mut R) -> Option<Cell>;

    /// Whether the board is one that the game can reach: fallen, closed, every cell of a known colour.
    /// Called after each operation in debug builds.
    ///
    /// # Errors
    /// What is wrong, in words.
    fn sound(&self) -> Result<(), &'static str>;
}

pub(in crate::samegame) mod sealed {
    /// Only the crate's boards are boards.
    pub trait Sealed {}
}

/// Checks that a grid is settled.
pub(crate) fn settled(grid: &Grid) -> Result<(), BoardError> {
    match (grid.first_floating(), grid.first_gap()) {
        (Some(cell), _) => Err(BoardError::Floating(cell)),
        (_, Some(col)) => Err(BoardError::Gap(col)),
        _ => Ok(()),
    }
}
