//! [`Board`]: a board of any supported size as one type.
//!
//! - this file: the representations, groups and clicks
//! - `observe`: boards and legal clicks as arrays
//! - `choose`: clicks chosen by a policy

use super::repr::packed::Packed;
use super::repr::{BoardRepr, Cells, Kind};
use super::search::BoardError;
use super::search::fit::Settled;
use crate::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
use crate::board_common::impl_board_common;
use crate::rules::grid::{ColourNames, Grid};
use crate::rules::puzzle::{Puzzle, Task};
use crate::rules::{Cell, Colour, Columns, Rules};
use std::hash::{Hash, Hasher};

/// A board of the SameGame family: settled, and of any size that can be searched.
///
/// A board stores the smallest group that can be removed and whether columns close. By default groups of two or more
/// can be removed, and columns close; [`with_rules`](Self::with_rules) sets other rules.
///
/// Cells are 0-based from the bottom left. In a slice with one element per cell, the cell (row, col) has the index
/// `col * rows + row`: columns from the left, each from the bottom. [`cell`](Self::cell) and [`index`](Self::index)
/// convert between cells and indices.
///
/// The text form has one line per row, the top row first, with `.` for an empty cell and one character per colour
/// (`0`-`9`, `a`-`z`, `A`-`Z`: the names 0 to 61). A board with other names is displayed with names from 0.
///
/// # Equality
/// Boards are equal if they have the same size and the same colour names in all cells, whatever their rules. Hashing
/// takes less than a microsecond while all colours of the initial board remain, and a few microseconds afterwards.
///
/// # Cost
/// A click takes less than a microsecond up to 16×64 cells, and up to 32×32 with 7 colours, and a few microseconds up
/// to 64×64. On larger boards every operation takes time in proportion to the number of cells.
///
/// ```
/// use tilefall::samegame::{Board, Cell};
/// let mut board: Board = "31. / 122 / 112".parse().unwrap();
/// assert_eq!(board.groups().len(), 2);
/// assert_eq!(board.click(Cell::new(0, 0)), 3);
/// assert_eq!(board.to_string(), "...\n.12\n322");
/// ```
#[derive(Clone)]
pub struct Board {
    rows: usize,
    cols: usize,
    /// The name of each colour, ascending: colour 0 has the lowest name.
    names: ColourNames,
    /// The number of tiles of the smallest group that can be removed.
    min_group: u32,
    columns: Columns,
    repr: Repr,
}

/// The tiles of a board, in a type for its size and number of colours. WebAssembly builds have fewer types, so that
/// browsers load less code.
#[derive(Clone, PartialEq)]
enum Repr {
    Lanes16x16(Packed<16, 4, 3>),
    Lanes16x16Many(Box<Packed<16, 4, 6>>),
    #[cfg(not(target_arch = "wasm32"))]
    Lanes16x32(Box<Packed<16, 8, 3>>),
    Lanes16x64(Box<Packed<16, 16, 3>>),
    Lanes16x64Many(Box<Packed<16, 16, 6>>),
    #[cfg(not(target_arch = "wasm32"))]
    Lanes32x24(Box<Packed<32, 12, 3>>),
    Lanes32x32(Box<Packed<32, 16, 3>>),
    #[cfg(not(target_arch = "wasm32"))]
    Lanes64x64(Box<Packed<64, 64, 3>>),
    Lanes64x64Many(Box<Packed<64, 64, 6>>),
    Plain(Box<Grid>),
}

/// The kinds of the packed variants of [`Repr`]. A grid gets the first kind that is large enough.
const KINDS: &[Kind] = &[
    Kind::Lanes16x16,
    Kind::Lanes16x16Many,
    #[cfg(not(target_arch = "wasm32"))]
    Kind::Lanes16x32,
    Kind::Lanes16x64,
    Kind::Lanes16x64Many,
    #[cfg(not(target_arch = "wasm32"))]
    Kind::Lanes32x24,
    Kind::Lanes32x32,
    #[cfg(not(target_arch = "wasm32"))]
    Kind::Lanes64x64,
    Kind::Lanes64x64Many,
];

/// Evaluates `$work` with `$board` bound to the board inside a [`Repr`]; `$work` is compiled for each representation.
macro_rules! with {
    (&mut $tiles:expr, $board:ident => $work:expr) => {
        with!(@ &mut $tiles, $board, (&mut **$board), $work)
    };
    (&$tiles:expr, $board:ident => $work:expr) => {
        with!(@ &$tiles, $board, (&**$board), $work)
    };
    (@ $tiles:expr, $board:ident, $unboxed:tt, $work:expr) => {
        match $tiles {
            Repr::Lanes16x16($board) => $work,
            Repr::Lanes16x16Many($board) => { let $board = $unboxed; $work }
            #[cfg(not(target_arch = "wasm32"))]
            Repr::Lanes16x32($board) => { let $board = $unboxed; $work }
            Repr::Lanes16x64($board) => { let $board = $unboxed; $work }
            Repr::Lanes16x64Many($board) => { let $board = $unboxed; $work }
            #[cfg(not(target_arch = "wasm32"))]
            Repr::Lanes32x24($board) => { let $board = $unboxed; $work }
            Repr::Lanes32x32($board) => { let $board = $unboxed; $work }
            #[cfg(not(target_arch = "wasm32"))]
            Repr::Lanes64x64($board) => { let $board = $unboxed; $work }
            Repr::Lanes64x64Many($board) => { let $board = $unboxed; $work }
            Repr::Plain($board) => { let $board = $unboxed; $work }
        }
    };
}

/// Defines a [`Kernel`] struct per entry: the types of its fields, its result type, and the body of its `run`.
macro_rules! kernels {
    ($($name:ident($($part:ty),*) -> $out:ty: |$this:ident, $cpu:ident| $work:expr;)*) => {$(
        struct $name<'a, B>($($part),*);
        impl<C: Cpu, B: BoardRepr> Kernel<C> for $name<'_, B> {
            type Out = $out;
            #[inline(always)]
            fn run(self, $cpu: C) -> $out {
                let $this = self;
                $work
            }
        }
    )*};
}

kernels! {
    Click(&'a mut B, Cell, u32, Columns) -> usize: |this, cpu| {
        let Click(board, cell, min_group, columns) = this;
        // `click` works in place, but only by the usual rules. WebAssembly builds omit it, so that browsers load less.
        if cfg!(not(target_arch = "wasm32")) && (min_group, columns) == (2, Columns::Close) {
            return board.click(cpu, cell);
        }
        let group = board.group(cpu, cell);
        let size = group.count();
        if size == 0 || size < min_group as usize {
            return 0;
        }
        board.remove_by(cpu, columns, &group);
        size
    };
    HasMove(&'a B) -> bool: |this, cpu| this.0.has_move(cpu);
    GroupAt(&'a B, Cell) -> B::Mask: |this, cpu| this.0.group(cpu, this.1);
    Groups(&'a B, u32) -> Vec<Group>: |this, cpu| {
        let Groups(board, min_group) = this;
        let mut groups = Vec::new();
        let mut rest = board.groups(cpu, min_group);
        while let Some(group) = board.next_group(cpu, &mut rest) {
            groups.extend(group.first().map(|cell| Group { cell, size: group.count() }));
        }
        groups
    };
}

mod choose;
mod observe;

pub use crate::samegame::repr::ClickSet;
pub use choose::PlayoutPolicy;

/// A group of equal tiles that can be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Group {
    /// The first cell: the lowest one of the leftmost column.
    pub cell: Cell,
    /// The number of tiles.
    pub size: usize,
}

impl Board {
    /// Creates a board from a function that returns the name of the colour of each cell, or `None` for an empty cell.
    ///
    /// # Errors
    /// Returns an error if a tile floats, an empty column lies left of an occupied one, or there are too many cells or
    /// colours.
    pub fn from_names(
        rows: usize,
        cols: usize,
        name: impl FnMut(Cell) -> Option<u64>,
    ) -> Result<Board, BoardError> {
        Board::try_from(&Grid::from_names(rows, cols, name)?)
    }

    /// Creates a board without empty cells, with colours named from 0. Takes about a microsecond for 15×15 cells. The
    /// scoring rules have no effect.
    ///
    /// # Panics
    /// Panics if there are no cells, too many cells or more than 62 colours, or if `colour` returns an unknown colour.
    pub(crate) fn full(
        (rows, cols, colours): (usize, usize, usize),
        rules: &Rules,
        colour: impl Fn(Cell) -> Colour,
    ) -> Board {
        let names: Vec<u64> = (0..colours as u64).collect();
        if rows <= 16 && cols <= 16 && colours <= 7 {
            let repr = Repr::Lanes16x16(Packed::full(rows, cols, colour));
            let (min_group, columns) = (rules.min_group, rules.columns);
            return Board { rows, cols, names: names.into(), min_group, columns, repr };
        }
        let mut grid = Grid::empty(rows, cols, &names).expect("the size of a grid");
        grid.cells().for_each(|cell| grid.set(cell, Some(colour(cell))));
        Board::of_settled(&grid, rules).expect("a full board is settled")
    }

    /// Creates a board whose smallest removable group and column closing are set by `rules`. Scoring has no effect.
    ///
    /// # Errors
    /// Returns an error if a tile floats, the board is too large, or columns close and an empty column lies left of an
    /// occupied one.
    ///
    /// ```
    /// use tilefall::rules::grid::Grid;
    /// use tilefall::samegame::{Board, Cell, Preset};
    /// let rules = Preset::named("former").unwrap().rules;
    /// let mut board = Board::with_rules(&Grid::parse("1.2 / 122").unwrap(), &rules).unwrap();
    /// assert_eq!(board.click(Cell::new(0, 1)), 3);
    /// assert_eq!(board.to_string(), "1..\n1..");
    /// ```
    pub fn with_rules(grid: &Grid, rules: &Rules) -> Result<Board, BoardError> {
        Board::of_settled(Settled::of(grid, rules.columns)?.grid(), rules)
    }

    /// Returns whether the board and `rules` agree on the smallest removable group and on whether columns close.
    pub(crate) fn plays_by(&self, rules: &Rules) -> bool {
        (self.min_group, self.columns) == (rules.min_group, rules.columns)
    }

    /// Returns the board as a grid, with the names of all colours of the initial board.
    pub fn to_grid(&self) -> Grid {
        let like = Grid::empty_with_names(self.rows, self.cols, &self.names).expect("the size of a grid");
        with!(&self.repr, board => board.to_grid(&like))
    }

    /// Returns the colour of a cell, or `None` if the cell is empty or outside the board.
    pub fn get(&self, cell: Cell) -> Option<Colour> {
        with!(&self.repr, board => board.get(cell))
    }

    /// Returns the approximate heap size of the board in bytes.
    pub fn heap_bytes(&self) -> usize {
        let tiles = match &self.repr {
            Repr::Lanes16x16(_) => 0,
            Repr::Plain(grid) => size_of_val(&**grid) + self.cells(),
            _ => with!(&self.repr, board => size_of_val(board)),
        };
        tiles + size_of_val(&*self.names)
    }

    /// Returns the number of tiles of a colour; 0 for an unknown colour.
    pub fn count(&self, colour: Colour) -> usize {
        with!(&self.repr, board => BoardRepr::count(board, colour))
    }

    /// Returns the number of tiles.
    pub fn tiles(&self) -> usize {
        (0..self.names.len()).map(|colour| self.count(colour as Colour)).sum()
    }

    /// Returns whether no tile is left.
    pub fn is_empty(&self) -> bool {
        with!(&self.repr, board => board.is_empty())
    }

    /// Returns whether no click removes anything.
    pub fn is_over(&self) -> bool {
        match self.min_group {
            0 | 1 => self.is_empty(),
            2 => !with!(&self.repr, board => dispatch(CpuPath::best(), HasMove(board))),
            _ => self.groups().is_empty(),
        }
    }

    /// Returns every group that can be removed, that is the legal moves. The order is by first cell, with columns from
    /// the left and each from the bottom.
    pub fn groups(&self) -> Vec<Group> {
        with!(&self.repr, board => dispatch(CpuPath::best(), Groups(board, self.min_group)))
    }

    /// Returns the cells of the group around a cell, with columns from the left and each from the bottom. A single
    /// tile is a group of one here; an empty cell has no group.
    pub fn group(&self, cell: Cell) -> Vec<Cell> {
        let mut cells = Vec::new();
        with!(&self.repr, board => {
            dispatch(CpuPath::best(), GroupAt(board, cell)).for_each(|cell| cells.push(cell));
        });
        cells
    }

    /// Clicks a cell: its group vanishes if large enough, tiles fall, and empty columns close or stay by the rules.
    /// Returns the number of removed tiles: 0 for an illegal click, which leaves the board unchanged.
    pub fn click(&mut self, cell: Cell) -> usize {
        with!(&mut self.repr, board => {
            dispatch(CpuPath::best(), Click(board, cell, self.min_group, self.columns))
        })
    }

    /// Writes the colour of every cell: 0 for empty, 1 for colour 0, and so on.
    ///
    /// # Panics
    /// Panics if the slice does not have [`cells`](Self::cells) elements.
    pub fn colours(&self, colours: &mut [u8]) {
        assert_eq!(colours.len(), self.cells(), "the slice describes every cell");
        let columns = colours.chunks_exact_mut(self.rows.max(1)).enumerate();
        with!(&self.repr, board => for (col, column) in columns {
            for (row, code) in column.iter_mut().enumerate() {
                *code = board.get(Cell::new(row, col)).map_or(0, |colour| colour + 1);
            }
        });
    }

    fn of_settled(grid: &Grid, rules: &Rules) -> Result<Board, BoardError> {
        let (rows, cols) = (grid.rows(), grid.cols());
        // The kind depends only on size and number of names, so equal boards with the same names have the same `Repr`.
        let repr = match Kind::first_that_holds(KINDS, grid) {
            Some(Kind::Lanes16x16) => Repr::Lanes16x16(Packed::from_grid(grid)?),
            Some(Kind::Lanes16x16Many) => Repr::Lanes16x16Many(Box::new(Packed::from_grid(grid)?)),
            #[cfg(not(target_arch = "wasm32"))]
            Some(Kind::Lanes16x32) => Repr::Lanes16x32(Box::new(Packed::from_grid(grid)?)),
            Some(Kind::Lanes16x64) => Repr::Lanes16x64(Box::new(Packed::from_grid(grid)?)),
            Some(Kind::Lanes16x64Many) => Repr::Lanes16x64Many(Box::new(Packed::from_grid(grid)?)),
            #[cfg(not(target_arch = "wasm32"))]
            Some(Kind::Lanes32x24) => Repr::Lanes32x24(Box::new(Packed::from_grid(grid)?)),
            Some(Kind::Lanes32x32) => Repr::Lanes32x32(Box::new(Packed::from_grid(grid)?)),
            #[cfg(not(target_arch = "wasm32"))]
            Some(Kind::Lanes64x64) => Repr::Lanes64x64(Box::new(Packed::from_grid(grid)?)),
            Some(Kind::Lanes64x64Many) => Repr::Lanes64x64Many(Box::new(Packed::from_grid(grid)?)),
            _ => Repr::Plain(Box::new(grid.clone())),
        };
        let (min_group, columns) = (rules.min_group, rules.columns);
        Ok(Board { rows, cols, names: grid.colour_names().clone(), min_group, columns, repr })
    }
}

impl TryFrom<&Grid> for Board {
    type Error = BoardError;

    /// Creates a board with the usual rules: groups of two or more tiles can be removed, and columns close.
    ///
    /// # Errors
    /// Returns an error if a tile floats, an empty column lies left of an occupied one, or the board is too large.
    fn try_from(grid: &Grid) -> Result<Board, BoardError> {
        Board::with_rules(grid, &Rules::USUAL)
    }
}

impl TryFrom<&Puzzle> for Board {
    type Error = BoardError;

    /// Creates the board of a puzzle, with the rules of the puzzle; with the usual rules if the puzzle has none.
    ///
    /// # Errors
    /// Returns the errors of [`with_rules`](Board::with_rules), and an error for a Mayan puzzle.
    fn try_from(puzzle: &Puzzle) -> Result<Board, BoardError> {
        let Task::SameGame(task) = &puzzle.task else { return Err(BoardError::WrongGame) };
        Board::with_rules(&puzzle.grid, &task.rules.unwrap_or_default())
    }
}

impl_board_common!(Board, crate::rules::GameKind::SameGame, repr, BoardError);

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if (0..self.names.len()).any(|colour| self.count(colour as Colour) == 0) {
            // The board equals a board that never had the vanished colours, so both must have the same hash.
            let grid = self.to_grid();
            let shown = Grid::from_names(self.rows, self.cols, |cell| grid.name_at(cell));
            let shown = shown.expect("a grid of the same size");
            let rules = Rules { columns: Columns::Stay, ..Rules::USUAL };
            let shown = Board::of_settled(&shown, &rules).expect("it is settled");
            return shown.hash(state);
        }
        (self.rows, self.cols, &self.names).hash(state);
        with!(&self.repr, board => board.hash_cells(state));
    }
}
