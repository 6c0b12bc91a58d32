//! The state machine of the judge: the meaning of the next number, and its effect on the board.

use crate::bits::cpu::{Cpu, CpuPath};
use crate::judge::uva339::parse::{Numbers, UnexpectedByte};
use crate::judge::uva339::print;
use crate::rules::grid::{ColourNames, ColumnBoard, Grid, GridError, MAX_CELLS};
use crate::rules::{Cell, Rules};
use crate::samegame::repr::{BoardKernel, BoardRepr, Kind, dispatch_board};
use std::io::Write as _;

/// The meaning of the next number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// M.
    Rows,
    /// N, after this M.
    Cols(u64),
    /// The cell at this row from the bottom and this column, both from 0.
    Cell(usize, usize),
    /// A selection's row.
    Row,
    /// A selection's column, after this row.
    Col(u64),
    /// The input has ended.
    End,
}

/// An error of the machine, at the current place of the input or a few bytes before.
pub(super) enum MachineError {
    /// A byte that is neither a digit nor white space.
    UnexpectedByte,
    /// An error in the last number, with its message.
    Number(String),
}

/// The board that the selections are played on.
#[derive(Clone, Debug)]
enum Board {
    /// Before the first selection, and between two blocks, the plain board; it is packed to be played on.
    Packed(Kind, Grid),
    /// A board beyond the packed ones.
    Columns(ColumnBoard),
}

/// The state of the machine between two numbers.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    pub stage: Stage,
    pub numbers: Numbers,
    pub rows: usize,
    pub cols: usize,
    /// The values of the cells read so far, rows from the bottom. Memory grows with the cells, not with the stated size.
    cells: Vec<u8>,
    board: Option<Board>,
    /// The selections that are still to be played.
    selections: Vec<Cell>,
    printed: u64,
}

impl Machine {
    /// Creates a machine at the beginning of a stream.
    pub fn new() -> Self {
        Machine {
            stage: Stage::Rows,
            numbers: Numbers::default(),
            rows: 0,
            cols: 0,
            cells: Vec::new(),
            board: None,
            selections: Vec::new(),
            printed: 0,
        }
    }

    /// Returns the description of the next number.
    pub fn expected(&self) -> &'static str {
        match self.stage {
            Stage::Rows | Stage::End => "the number of rows",
            Stage::Cols(_) => "the number of columns",
            Stage::Cell(..) => "a cell from 0 to 9",
            Stage::Row => "a selection's row",
            Stage::Col(_) => "a selection's column",
        }
    }

    /// Reads a block from `at` on, and appends the output of every grid that ends in it.
    pub fn read(
        &mut self,
        path: CpuPath,
        block: &[u8],
        at: &mut usize,
        out: &mut Vec<u8>,
    ) -> Result<(), MachineError> {
        loop {
            match self.stage {
                Stage::End => return Ok(()),
                Stage::Cell(row, 0) => {
                    if let Some(cells) = self.numbers.plain_row(block, at, self.cols) {
                        let start = self.cells.len();
                        self.cells.resize(start + cells.len(), 0);
                        for (cell, [digit, _]) in self.cells[start..].iter_mut().zip(cells) {
                            *cell = digit - b'0';
                        }
                        self.stage = self.end_row(row)?;
                        continue;
                    }
                }
                Stage::Row => {
                    while let Some((row, col)) = self.numbers.short_pair(block, at) {
                        self.stage = self.select(path, row, col, out);
                        if self.stage != Stage::Row {
                            break;
                        }
                    }
                }
                _ => {}
            }
            match self.numbers.next(block, at) {
                Ok(Some(number)) => self.stage = self.process(path, number, out)?,
                Ok(None) => {
                    self.play(path);
                    return Ok(());
                }
                Err(UnexpectedByte(_)) => return Err(MachineError::UnexpectedByte),
            }
        }
    }

    /// Processes one number, and returns the next stage.
    fn process(&mut self, path: CpuPath, number: u64, out: &mut Vec<u8>) -> Result<Stage, MachineError> {
        let index = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        Ok(match self.stage {
            Stage::Rows => Stage::Cols(number),
            Stage::Cols(rows) => self.start(index(rows), index(number))?,
            Stage::Cell(row, col) => {
                let value = u8::try_from(number).ok().filter(|&value| value <= 9);
                self.cells.push(value.ok_or_else(|| too_big(number))?);
                if col + 1 < self.cols { Stage::Cell(row, col + 1) } else { self.end_row(row)? }
            }
            Stage::Row => Stage::Col(number),
            Stage::Col(row) => self.select(path, index(row), index(number), out),
            Stage::End => Stage::End,
        })
    }

    /// Begins a grid of this size.
    fn start(&mut self, rows: usize, cols: usize) -> Result<Stage, MachineError> {
        if rows == 0 || cols == 0 {
            return Ok(Stage::End);
        }
        (self.rows, self.cols) = (rows, cols);
        if rows.checked_mul(cols).is_none_or(|cells| cells > MAX_CELLS) {
            return Err(too_large(GridError::TooLarge { rows, cols }));
        }
        self.cells.clear();
        Ok(Stage::Cell(0, 0))
    }

    /// Ends a row of cells.
    fn end_row(&mut self, row: usize) -> Result<Stage, MachineError> {
        if row + 1 < self.rows {
            return Ok(Stage::Cell(row + 1, 0));
        }
        let highest = self.cells.iter().fold(0, |highest, &cell| cell.max(highest));
        let names: ColourNames = (0..=u64::from(highest)).collect::<Vec<u64>>().into();
        let grid = Grid::from_rows(self.rows, self.cols, names, &self.cells).map_err(too_large)?;
        self.board = Some(match Kind::first_that_holds(Selections::KINDS, &grid) {
            Some(kind) => Board::Packed(kind, grid),
            None => Board::Columns(ColumnBoard::new(&grid)),
        });
        Ok(Stage::Row)
    }

    /// Adds a selection, 1-based, or ends the grid.
    #[inline(always)]
    fn select(&mut self, path: CpuPath, row: usize, col: usize, out: &mut Vec<u8>) -> Stage {
        if row == 0 && col == 0 {
            self.print(path, out);
            return Stage::Rows;
        }
        // A zero becomes an index beyond every board.
        self.selections.push(Cell::new(row.wrapping_sub(1), col.wrapping_sub(1)));
        Stage::Row
    }

    /// Plays the selections.
    fn play(&mut self, path: CpuPath) {
        match &mut self.board {
            Some(Board::Packed(kind, grid)) if !self.selections.is_empty() => {
                let kernel = Selections { grid, selections: &self.selections };
                *grid = dispatch_board(path, *kind, grid, kernel).expect("a kind that holds the board");
            }
            Some(Board::Columns(board)) => {
                for &cell in &self.selections {
                    board.click_by(&Rules::USUAL, cell);
                }
            }
            _ => {}
        }
        self.selections.clear();
    }

    /// Ends the grid, and appends its output.
    pub fn print(&mut self, path: CpuPath, out: &mut Vec<u8>) {
        self.play(path);
        let blank = if self.printed > 0 { "\n" } else { "" };
        self.printed += 1;
        // Writing into memory does not fail.
        let _ = writeln!(out, "{blank}Grid {}.", self.printed);
        let grid = match self.board.take() {
            Some(Board::Packed(_, grid)) => Some(grid),
            Some(Board::Columns(board)) => Some(board.to_grid()),
            None => None,
        };
        match grid {
            Some(grid) if !grid.is_empty() => print::grid(&grid, out),
            _ => out.extend_from_slice(b"    Game Won\n"),
        }
    }
}

/// The selections of a grid, played on a packed board; the result is the board as a grid.
struct Selections<'a> {
    grid: &'a Grid,
    selections: &'a [Cell],
}

impl BoardKernel for Selections<'_> {
    type Out = Grid;
    const KINDS: &'static [Kind] =
        &[Kind::Lanes16x16, Kind::Lanes16x64, Kind::Lanes16x64Many, Kind::Lanes64x64Many];
    const EVERY_PATH: bool = true;

    #[inline(always)]
    fn run<C: Cpu, B: BoardRepr>(self, cpu: C, mut board: B) -> Grid {
        for &cell in self.selections {
            board.click(cpu, cell);
        }
        board.to_grid(self.grid)
    }
}

fn too_large(error: GridError) -> MachineError {
    MachineError::Number(error.to_string())
}

#[cold]
fn too_big(number: u64) -> MachineError {
    let found = if number == u64::MAX { "a huge number".to_string() } else { number.to_string() };
    MachineError::Number(format!("found {found}, expected a cell from 0 to 9"))
}
