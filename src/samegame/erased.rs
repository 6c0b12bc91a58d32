//! [`Board`]: a packed board of any size behind one type.

use super::board::packed::Packed;
use super::board::{AtRest, Cells};
use super::search::Unfit;
use super::search::fit::Settled;
use crate::base::{Cell, Colour};
use crate::bits::cpu::{Cpu, Job, dispatch};
use crate::grid::{ColourNames, Grid, stands_for_grid};
use std::hash::{Hash, Hasher};

/// A SameGame board: settled, packed, and of any size that is searched.
///
/// Cells are 0-based from the bottom left. A slice that describes every cell has the cell (row, col) at
/// `col * rows + row`: columns from the left, each from the bottom. [`cell`](Self::cell) and
/// [`index`](Self::index) convert between the two.
///
/// A board is drawn and read as rows, the top one first, `.` for an empty cell and one character a colour
/// (`0`-`9`, `a`-`z`, `A`-`Z`: the names 0 to 61). A board that has other names is drawn with names from 0.
///
/// # Equality
/// Size, and the name of the colour of every cell. Hashing takes less than a microsecond while all colours of the
/// first board are still there, and some microseconds afterwards.
///
/// # Cost
/// Up to 16×64 cells, and up to 32×32 with 7 colours, a click takes less than a microsecond, up to 64×64 some
/// microseconds; on a larger board every operation takes time in proportion to its cells.
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
    /// Names of the colours, ascending.
    names: ColourNames,
    tiles: Tiles,
}

/// The kinds, by size, and up to 16×64 and 32×32 by the number of colours.
#[derive(Clone, PartialEq)]
enum Tiles {
    Small(Packed<16, 4, 3>),
    SmallMany(Box<Packed<16, 4, 6>>),
    Long(Box<Packed<16, 16, 3>>),
    LongMany(Box<Packed<16, 16, 6>>),
    High(Box<Packed<32, 16, 3>>),
    Large(Box<Packed<64, 64, 6>>),
    Any(Box<Grid>),
}

/// Does the same with a board of each kind.
macro_rules! with {
    (&mut $tiles:expr, $board:ident => $work:expr) => {
        with!(@ &mut $tiles, $board, (&mut **$board), $work)
    };
    (&$tiles:expr, $board:ident => $work:expr) => {
        with!(@ &$tiles, $board, (&**$board), $work)
    };
    (@ $tiles:expr, $board:ident, $unboxed:tt, $work:expr) => {
        match $tiles {
            Tiles::Small($board) => $work,
            Tiles::SmallMany($board) => { let $board = $unboxed; $work }
            Tiles::Long($board) => { let $board = $unboxed; $work }
            Tiles::LongMany($board) => { let $board = $unboxed; $work }
            Tiles::High($board) => { let $board = $unboxed; $work }
            Tiles::Large($board) => { let $board = $unboxed; $work }
            Tiles::Any($board) => { let $board = $unboxed; $work }
        }
    };
}

/// A job of a few words: what it holds, and what it does on a board.
macro_rules! jobs {
    ($($name:ident($($part:ty),*) -> $out:ty: |$this:ident, $cpu:ident| $work:expr;)*) => {$(
        struct $name<'a, B>($($part),*);
        impl<B: AtRest> Job for $name<'_, B> {
            type Out = $out;
            #[inline(always)]
            fn run<C: Cpu>(self, $cpu: C) -> $out {
                let $this = self;
                $work
            }
        }
    )*};
}

jobs! {
    Click(&'a mut B, Cell) -> usize: |this, cpu| this.0.click(cpu, this.1);
    Legal(&'a B, usize, &'a mut [bool]) -> (): |this, cpu| this.0.legal(cpu, this.1, this.2);
    Paint(&'a B, (usize, usize), &'a mut [u8], &'a mut [bool]) -> bool: |this, cpu| {
        this.0.paint(cpu, this.1, this.2, this.3)
    };
    HasMove(&'a B) -> bool: |this, cpu| this.0.has_move(cpu);
    Around(&'a B, Cell) -> B::Mask: |this, cpu| this.0.group(cpu, this.1);
    Groups(&'a B) -> Vec<Group>: |this, cpu| {
        let mut groups = Vec::new();
        let mut rest = this.0.groups(cpu);
        while let Some(group) = this.0.next_group(cpu, &mut rest) {
            groups.extend(group.first().map(|cell| Group { cell, size: group.count() }));
        }
        groups
    };
}

/// A group of two or more equal tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Group {
    /// Its first cell: of the leftmost column, the lowest.
    pub cell: Cell,
    /// Its tiles.
    pub size: usize,
}

impl Board {
    /// A board from a function that gives the name of the colour of each cell, `None` for empty.
    ///
    /// # Errors
    /// If a tile floats, an empty column lies left of a full one, or there are too many cells or colours.
    pub fn from_names(
        rows: usize,
        cols: usize,
        name: impl FnMut(Cell) -> Option<u64>,
    ) -> Result<Board, Unfit> {
        Board::try_from(&Grid::from_names(rows, cols, name)?)
    }

    /// A board without an empty cell, of colours that are named from 0. It takes about a microsecond for 15×15 cells.
    ///
    /// # Panics
    /// If there are no cells or too many, more than 62 colours, or a colour that is none of them.
    pub(crate) fn full(rows: usize, cols: usize, colours: usize, colour: impl Fn(Cell) -> Colour) -> Board {
        let names: Vec<u64> = (0..colours as u64).collect();
        if rows <= 16 && cols <= 16 && colours <= 7 {
            let tiles = Tiles::Small(Packed::full(rows, cols, colour));
            return Board { rows, cols, names: names.into(), tiles };
        }
        let mut grid = Grid::empty(rows, cols, &names).expect("the size of a grid");
        grid.cells().for_each(|cell| grid.set(cell, Some(colour(cell))));
        Board::of_settled(&grid).expect("a full board is settled")
    }

    /// The board as a grid, with the names of all colours of the first board.
    pub fn to_grid(&self) -> Grid {
        let like = Grid::empty_of(self.rows, self.cols, &self.names).expect("the size of a grid");
        with!(&self.tiles, board => board.to_grid(&like))
    }

    /// The colour of a cell; `None` if it is empty or outside the board.
    pub fn get(&self, cell: Cell) -> Option<Colour> {
        with!(&self.tiles, board => board.get(cell))
    }

    /// Approximate bytes of the board on the heap.
    pub fn heap_bytes(&self) -> usize {
        let tiles = match &self.tiles {
            Tiles::Small(_) => 0,
            Tiles::Any(grid) => size_of_val(&**grid) + self.cells(),
            _ => with!(&self.tiles, board => size_of_val(board)),
        };
        tiles + size_of_val(&*self.names)
    }

    /// Tiles of a colour; 0 for a colour that the board does not have.
    pub fn count(&self, colour: Colour) -> usize {
        with!(&self.tiles, board => AtRest::count(board, colour))
    }

    /// Tiles on the board.
    pub fn tiles(&self) -> usize {
        (0..self.names.len()).map(|colour| self.count(colour as Colour)).sum()
    }

    /// Whether no tile is left.
    pub fn is_empty(&self) -> bool {
        with!(&self.tiles, board => board.is_empty())
    }

    /// Whether no click removes anything.
    pub fn is_over(&self) -> bool {
        !with!(&self.tiles, board => dispatch(HasMove(board)))
    }

    /// Every group of two or more tiles, by first cell: columns from the left, each from the bottom. These are the
    /// moves.
    pub fn groups(&self) -> Vec<Group> {
        with!(&self.tiles, board => dispatch(Groups(board)))
    }

    /// The cells of the group around a cell, columns from the left, each from the bottom; a single tile is a group
    /// of one here, an empty cell has none.
    pub fn group(&self, cell: Cell) -> Vec<Cell> {
        let mut cells = Vec::new();
        with!(&self.tiles, board => {
            dispatch(Around(board, cell)).each(|cell| cells.push(cell));
        });
        cells
    }

    /// Clicks a cell: its group vanishes if it has two or more tiles, tiles fall, empty columns close to the left.
    /// Gives the number of tiles removed; 0 if nothing is, and the board is then unchanged.
    pub fn click(&mut self, cell: Cell) -> usize {
        with!(&mut self.tiles, board => dispatch(Click(board, cell)))
    }

    /// Writes for every cell whether a click on it removes tiles.
    ///
    /// # Panics
    /// If the slice does not have [`cells`](Self::cells) elements.
    pub fn legal_mask(&self, mask: &mut [bool]) {
        assert_eq!(mask.len(), self.cells(), "the mask describes every cell");
        let rows = self.rows;
        with!(&self.tiles, board => dispatch(Legal(board, rows, mask)));
    }

    /// Writes the board as it is drawn, rows from the top, each from the left: the colour of every cell, 0 for empty, 1
    /// for the colour 0 and so on, and whether a click on it removes tiles. Gives whether any click does.
    ///
    /// # Panics
    /// If a slice does not have [`cells`](Self::cells) elements.
    ///
    /// ```
    /// let board: tilefall::samegame::Board = "1.. / 122".parse().unwrap();
    /// let (mut cells, mut legal) = ([0; 6], [false; 6]);
    /// assert!(board.paint(&mut cells, &mut legal));
    /// assert_eq!((cells, legal), ([1, 0, 0, 1, 2, 2], [true, false, false, true, true, true]));
    /// ```
    pub fn paint(&self, cells: &mut [u8], legal: &mut [bool]) -> bool {
        assert_eq!(cells.len(), self.cells(), "the slice describes every cell");
        assert_eq!(legal.len(), self.cells(), "the mask describes every cell");
        let size = (self.rows, self.cols);
        with!(&self.tiles, board => dispatch(Paint(board, size, cells, legal)))
    }

    /// Writes the colour of every cell: 0 for empty, 1 for the colour 0, and so on.
    ///
    /// # Panics
    /// If the slice does not have [`cells`](Self::cells) elements.
    pub fn colours(&self, colours: &mut [u8]) {
        assert_eq!(colours.len(), self.cells(), "the slice describes every cell");
        let columns = colours.chunks_exact_mut(self.rows.max(1)).enumerate();
        with!(&self.tiles, board => for (col, column) in columns {
            for (row, code) in column.iter_mut().enumerate() {
                *code = board.get(Cell::new(row, col)).map_or(0, |colour| colour + 1);
            }
        });
    }

    /// Whether every colour that has a name is on the board.
    fn shows_all(&self) -> bool {
        (0..self.names.len()).all(|colour| self.count(colour as Colour) > 0)
    }

    fn of_settled(grid: &Grid) -> Result<Board, Unfit> {
        let (rows, cols, few) = (grid.rows(), grid.cols(), grid.colours() <= 7);
        let tiles = match (rows, cols, few) {
            (..=16, ..=16, true) => Tiles::Small(Packed::from_grid(grid)?),
            (..=16, ..=16, false) => Tiles::SmallMany(Box::new(Packed::from_grid(grid)?)),
            (..=16, ..=64, true) => Tiles::Long(Box::new(Packed::from_grid(grid)?)),
            (..=16, ..=64, false) => Tiles::LongMany(Box::new(Packed::from_grid(grid)?)),
            (..=32, ..=32, true) => Tiles::High(Box::new(Packed::from_grid(grid)?)),
            (..=64, ..=64, _) => Tiles::Large(Box::new(Packed::from_grid(grid)?)),
            // By size and the number of names alone: equal boards with the same names are of one kind.
            _ => Tiles::Any(Box::new(grid.clone())),
        };
        Ok(Board { rows, cols, names: grid.colour_names().clone(), tiles })
    }
}

impl TryFrom<&Grid> for Board {
    type Error = Unfit;

    /// Packs a grid.
    ///
    /// # Errors
    /// If a tile floats, an empty column lies left of a full one, or the board is too large.
    fn try_from(grid: &Grid) -> Result<Board, Unfit> {
        Board::of_settled(Settled::of(grid)?.grid())
    }
}

stands_for_grid!(Board, tiles, Unfit);

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.shows_all() {
            // As a board that never had the colours that are gone.
            let grid = self.to_grid();
            let shown = Grid::from_names(self.rows, self.cols, |cell| grid.name_at(cell));
            let shown = Board::of_settled(&shown.expect("a grid of the same size")).expect("it is settled");
            return shown.hash(state);
        }
        (self.rows, self.cols, &self.names).hash(state);
        with!(&self.tiles, board => board.write_to(state));
    }
}
