//! The state machine of the judge: the meaning of the next number, and its effect on the board.

use crate::bits::cpu::{Cpu, Kernel};
use crate::judge::packed_columns::{MAX_ROWS, PackedColumns};
use crate::judge::uva339::parse::{Numbers, UnexpectedByte};
use crate::judge::uva339::print;
use crate::rules::Cell;
use crate::rules::grid::{ColumnBoard, Grid, GridError, MAX_CELLS};
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

/// The state of the machine between two numbers.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    pub stage: Stage,
    pub numbers: Numbers,
    pub rows: usize,
    pub cols: usize,
    packed: PackedColumns,
    /// The cells of a board of more rows than a packed column has, during reading: rows from the bottom. Memory grows
    /// with the cells, not with the stated size.
    tall_cells: Vec<u8>,
    tall: Option<ColumnBoard>,
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
            packed: PackedColumns::default(),
            tall_cells: Vec::new(),
            tall: None,
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

    /// Processes one number, and returns the next stage.
    #[inline(always)]
    fn process<C: Cpu>(&mut self, cpu: C, number: u64, out: &mut Vec<u8>) -> Result<Stage, MachineError> {
        Ok(match self.stage {
            Stage::Rows => Stage::Cols(number),
            Stage::Cols(rows) => self.start(rows, number)?,
            Stage::Cell(row, col) => {
                let value = u8::try_from(number).ok().filter(|&value| value <= 9);
                let value = value.ok_or_else(|| too_big(number))?;
                if self.is_tall() {
                    self.tall_cells.push(value)
                } else {
                    self.packed.push(row, col, value)
                }
                if col + 1 < self.cols { Stage::Cell(row, col + 1) } else { self.end_row(row)? }
            }
            Stage::Row => Stage::Col(number),
            Stage::Col(row) => {
                let index = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
                self.select(cpu, index(row), index(number), out)
            }
            Stage::End => Stage::End,
        })
    }

    /// Begins a grid of this size.
    fn start(&mut self, rows: u64, cols: u64) -> Result<Stage, MachineError> {
        if rows == 0 || cols == 0 {
            return Ok(Stage::End);
        }
        let size = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        (self.rows, self.cols) = (size(rows), size(cols));
        if self.rows.checked_mul(self.cols).is_none_or(|cells| cells > MAX_CELLS) {
            return Err(too_large(GridError::TooLarge { rows: self.rows, cols: self.cols }));
        }
        self.packed.clear();
        self.tall = None;
        Ok(Stage::Cell(0, 0))
    }

    /// Ends a row of cells.
    #[inline(always)]
    fn end_row(&mut self, row: usize) -> Result<Stage, MachineError> {
        if row + 1 < self.rows {
            return Ok(Stage::Cell(row + 1, 0));
        }
        if self.is_tall() {
            let value = |cell: Cell| Some(u64::from(self.tall_cells[cell.row * self.cols + cell.col]));
            let grid = Grid::from_names(self.rows, self.cols, value).map_err(too_large)?;
            self.tall = Some(ColumnBoard::new(&grid));
            self.tall_cells.clear();
        } else {
            self.packed.begin();
        }
        Ok(Stage::Row)
    }

    /// Plays a selection, 1-based, or ends the grid.
    #[inline(always)]
    fn select<C: Cpu>(&mut self, cpu: C, row: usize, col: usize, out: &mut Vec<u8>) -> Stage {
        if row == 0 && col == 0 {
            self.print(out);
            return Stage::Rows;
        }
        // A zero becomes an index beyond every board.
        let (row, col) = (row.wrapping_sub(1), col.wrapping_sub(1));
        if let Some(tall) = &mut self.tall {
            tall.click(Cell::new(row, col));
        } else {
            self.packed.click(cpu, row, col);
        }
        Stage::Row
    }

    #[inline(always)]
    fn is_tall(&self) -> bool {
        self.rows > MAX_ROWS
    }

    /// Appends the output of the grid.
    #[inline(always)]
    pub fn print(&mut self, out: &mut Vec<u8>) {
        let blank = if self.printed > 0 { "\n" } else { "" };
        self.printed += 1;
        // Writing into memory does not fail.
        let _ = writeln!(out, "{blank}Grid {}.", self.printed);
        match &self.tall {
            Some(board) if !board.is_empty() => print::grid(&board.to_grid(), out),
            None if !self.packed.is_empty() => print::packed(self.packed.columns(), self.rows, out),
            _ => out.extend_from_slice(b"    Game Won\n"),
        }
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

/// The processing of one block, compiled for each CPU path.
pub(super) struct Reading<'a> {
    pub machine: &'a mut Machine,
    pub block: &'a [u8],
    /// The current offset in the block.
    pub at: &'a mut usize,
    pub out: &'a mut Vec<u8>,
}

impl<C: Cpu> Kernel<C> for Reading<'_> {
    type Out = Result<(), MachineError>;

    #[inline(always)]
    fn run(self, cpu: C) -> Result<(), MachineError> {
        let Reading { machine, block, at, out } = self;
        loop {
            match machine.stage {
                Stage::End => return Ok(()),
                Stage::Cell(row, 0) if !machine.is_tall() => {
                    if let Some(cells) = machine.numbers.plain_row(block, at, machine.cols) {
                        machine.packed.push_row(row, cells);
                        machine.stage = machine.end_row(row)?;
                        continue;
                    }
                }
                Stage::Row => {
                    while let Some((row, col)) = machine.numbers.short_pair(block, at) {
                        machine.stage = machine.select(cpu, row, col, out);
                        if machine.stage != Stage::Row {
                            break;
                        }
                    }
                }
                _ => {}
            }
            match machine.numbers.next(block, at) {
                Ok(Some(number)) => machine.stage = machine.process(cpu, number, out)?,
                Ok(None) => return Ok(()),
                Err(UnexpectedByte(_)) => return Err(MachineError::UnexpectedByte),
            }
        }
    }
}
