//! The boards that SameGame is played on, and the choice among them.
//!
//! A [`Board`] is settled by construction: nothing floats, no column is skipped. Cells are 0-based from
//! the bottom left. Colours are those of the [`Grid`] that the board was made from; a packed board keeps
//! neither names nor size, so the way back ([`Board::to_grid`]) takes that grid again.
//!
//! | kind | board | cells of 3 / 6 planes |
//! | --- | --- | --- |
//! | up to 16×16 | [`Packed`] of 16-bit lanes, 4 words | 96 / 192 bytes |
//! | up to 16×64 | [`Packed`] of 16-bit lanes, 16 words | 384 / 768 bytes |
//! | up to 32×64 | [`Packed`] of 32-bit lanes, 32 words | 768 / 1536 bytes |
//! | up to 64×64 | [`Packed`] of 64-bit lanes, 64 words | 1536 / 3072 bytes |
//! | any | [`Grid`] | |
//!
//! Three planes hold up to 7 colours, six up to 62. The choice is made once, at the border:
//!
//! ```
//! use tilefall::bits::cpu::Portable;
//! use tilefall::{base::Cell, grid::Grid};
//! use tilefall::samegame::board::{Board, Visitor, with_board};
//! struct FirstClick;
//! impl Visitor for FirstClick {
//!     type Out = usize;
//!     fn visit<B: Board>(self, mut board: B) -> usize {
//!         board.click(Portable, Cell::new(0, 0))
//!     }
//! }
//! let grid = Grid::parse("1.. / 122").unwrap();
//! assert_eq!(with_board(&grid, FirstClick).unwrap(), 2);
//! ```

mod gather;
mod mask;
pub mod packed;
mod paint;
pub(super) mod plain;

use super::playout::Live;
use crate::base::{Cell, Colour, MAX_COLOURS};
use crate::bits::cells::nth;
use crate::bits::cpu::{Cpu, Instructions as _, Job, Path, Portable, dispatch_on};
use crate::grid::Grid;
use crate::samegame::board::packed::Packed;
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
pub trait Board: Clone + Eq + Hash + Debug + Send + Sync + 'static + sealed::Sealed {
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

pub(super) mod sealed {
    /// Only the crate's boards are boards.
    pub trait Sealed {}
}

/// A number below `n`, each with the same chance (but for a part in 2⁶⁴ / `n`).
#[inline(always)]
pub fn below<R: Rng>(rng: &mut R, n: usize) -> usize {
    ((u128::from(rng.next_u64()) * n as u128) >> 64) as usize
}

/// One of the bits of a set, each with the same chance; `None`, and no number from `rng`, if there is none.
#[inline(always)]
pub(super) fn draw<C: Cpu, R: Rng>(cpu: C, words: &[u64], rng: &mut R) -> Option<usize> {
    let mut count = 0;
    for word in words {
        count += word.count_ones() as usize;
    }
    if count == 0 {
        return None;
    }
    Some(nth(cpu, words, below(rng, count)))
}

/// Work that is compiled once a board kind.
pub trait Visitor {
    /// What the work gives.
    type Out;
    /// Does the work.
    fn visit<B: Board>(self, board: B) -> Self::Out;
}

/// Runs the job on a path, or on the portable one if these boards have no registers of a path's own: large boards gain
/// up to a fifth by newer instructions, which does not pay for compiling every search twice.
pub(super) fn run_on<B: Board, J: Job>(path: Path, job: J) -> J::Out {
    if B::PATHS { dispatch_on(path, job) } else { Portable.enter(job) }
}

/// Runs the visitor on the smallest board that holds the grid.
///
/// # Errors
/// If the grid is not settled.
pub fn with_board<V: Visitor>(grid: &Grid, visitor: V) -> Result<V::Out, BoardError> {
    let smallest = Kind::ALL.iter().copied().find(|kind| kind.holds(grid)).unwrap_or(Kind::Plain);
    with_kind(smallest, grid, visitor)
}

/// Runs the visitor on the smallest of a few kinds that holds the grid: 16×16 and 16×64 with up to 7 colours,
/// 64×64, any. For work that is large when compiled, and that little is lost for on a board too large for it.
///
/// # Errors
/// If the grid is not settled.
pub fn with_few<V: Visitor>(grid: &Grid, visitor: V) -> Result<V::Out, BoardError> {
    match () {
        _ if Kind::Lanes16x16.holds(grid) => Ok(visitor.visit(Packed::<16, 4, 3>::from_grid(grid)?)),
        _ if Kind::Lanes16x64.holds(grid) => Ok(visitor.visit(Packed::<16, 16, 3>::from_grid(grid)?)),
        _ if Kind::Lanes64x64Many.holds(grid) => Ok(visitor.visit(Packed::<64, 64, 6>::from_grid(grid)?)),
        _ => Ok(visitor.visit(<Grid as Board>::from_grid(grid)?)),
    }
}

/// Checks that a grid is settled.
pub(crate) fn settled(grid: &Grid) -> Result<(), BoardError> {
    match (grid.first_floating(), grid.first_gap()) {
        (Some(cell), _) => Err(BoardError::Floating(cell)),
        (_, Some(col)) => Err(BoardError::Gap(col)),
        _ => Ok(()),
    }
}

/// Lists the packed kinds: name, bits of a lane, words, planes.
macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident: $bits:literal, $words:literal, $planes:literal;)*) => {
        /// A representation of SameGame boards.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind {
            $($(#[$doc])* $name,)*
            /// The plain grid, any size and up to 62 colours.
            Plain,
        }

        impl Kind {
            /// All kinds, the smaller first, of equal size the one with fewer planes.
            pub const ALL: &[Kind] = &[$(Kind::$name,)* Kind::Plain];

            /// Most rows, columns and colours that a board of this kind holds.
            pub fn limits(self) -> (usize, usize, usize) {
                match self {
                    $(Kind::$name => Packed::<$bits, $words, $planes>::LIMITS,)*
                    Kind::Plain => (usize::MAX, usize::MAX, MAX_COLOURS),
                }
            }
        }

        /// Runs the visitor on a board of the kind named.
        ///
        /// # Errors
        /// If the grid is not settled, or too large for the kind.
        pub fn with_kind<V: Visitor>(kind: Kind, grid: &Grid, visitor: V) -> Result<V::Out, BoardError> {
            match kind {
                $(Kind::$name => Ok(visitor.visit(Packed::<$bits, $words, $planes>::from_grid(grid)?)),)*
                Kind::Plain => Ok(visitor.visit(<Grid as Board>::from_grid(grid)?)),
            }
        }
    };
}

kinds! {
    /// Up to 16×16 and 7 colours.
    Lanes16x16: 16, 4, 3;
    /// Up to 16×16 and 62 colours.
    Lanes16x16Many: 16, 4, 6;
    /// Up to 16×64 and 7 colours.
    Lanes16x64: 16, 16, 3;
    /// Up to 16×64 and 62 colours.
    Lanes16x64Many: 16, 16, 6;
    /// Up to 32×64 and 7 colours.
    Lanes32x64: 32, 32, 3;
    /// Up to 32×64 and 62 colours.
    Lanes32x64Many: 32, 32, 6;
    /// Up to 64×64 and 7 colours.
    Lanes64x64: 64, 64, 3;
    /// Up to 64×64 and 62 colours.
    Lanes64x64Many: 64, 64, 6;
}

impl Kind {
    /// Whether a board of this kind has room for the grid.
    pub fn holds(self, grid: &Grid) -> bool {
        let (rows, cols, colours) = self.limits();
        grid.rows() <= rows && grid.cols() <= cols && grid.colours() <= colours
    }
}
