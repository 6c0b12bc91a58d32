//! The judge's machine: what the next number is, and what it does to the board.

use crate::bits::cpu::{Cpu, Job};
use crate::grid::{GridError, MAX_CELLS};
use crate::judge::column_board::{Columns, MAX_ROWS};
use crate::judge::uva339::parse::{Numbers, Stray};
use crate::judge::uva339::print;
use crate::judge::uva339::tall_board::Tall;
use std::io::Write as _;

/// What the next number is.
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
    /// None: nothing more is read.
    End,
}

/// What stops the machine, at the place where reading stands or a few bytes before.
pub(super) enum Fault {
    Stray,
    /// In the number read last.
    Number(String),
}

/// The state between two numbers.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    pub stage: Stage,
    pub numbers: Numbers,
    pub rows: usize,
    pub cols: usize,
    packed: Columns,
    tall: Tall,
    printed: u64,
}

impl Machine {
    /// At the beginning of a stream.
    pub fn new() -> Self {
        Machine {
            stage: Stage::Rows,
            numbers: Numbers::default(),
            rows: 0,
            cols: 0,
            packed: Columns::default(),
            tall: Tall::default(),
            printed: 0,
        }
    }

    /// What the next number stands for.
    pub fn expected(&self) -> &'static str {
        match self.stage {
            Stage::Rows | Stage::End => "the number of rows",
            Stage::Cols(_) => "the number of columns",
            Stage::Cell(..) => "a cell from 0 to 9",
            Stage::Row => "a selection's row",
            Stage::Col(_) => "a selection's column",
        }
    }

    /// Takes one number; returns the next stage.
    #[inline(always)]
    fn take<C: Cpu>(&mut self, cpu: C, number: u64, out: &mut Vec<u8>) -> Result<Stage, Fault> {
        Ok(match self.stage {
            Stage::Rows => Stage::Cols(number),
            Stage::Cols(rows) => self.start(rows, number)?,
            Stage::Cell(row, col) => {
                let value = u8::try_from(number).ok().filter(|&value| value <= 9);
                let value = value.ok_or_else(|| too_big(number))?;
                if self.is_tall() {
                    self.tall.push(value)
                } else {
                    self.packed.push(row, col, value)
                }
                if col + 1 < self.cols { Stage::Cell(row, col + 1) } else { self.row_done(row)? }
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
    fn start(&mut self, rows: u64, cols: u64) -> Result<Stage, Fault> {
        if rows == 0 || cols == 0 {
            return Ok(Stage::End);
        }
        let size = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        (self.rows, self.cols) = (size(rows), size(cols));
        if self.rows.checked_mul(self.cols).is_none_or(|cells| cells > MAX_CELLS) {
            return Err(too_large(GridError::TooLarge { rows: self.rows, cols: self.cols }));
        }
        self.packed.clear();
        self.tall.clear();
        Ok(Stage::Cell(0, 0))
    }

    /// A row of cells is complete.
    #[inline(always)]
    fn row_done(&mut self, row: usize) -> Result<Stage, Fault> {
        if row + 1 < self.rows {
            return Ok(Stage::Cell(row + 1, 0));
        }
        if self.is_tall() {
            self.tall.begin(self.rows, self.cols).map_err(too_large)?;
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
        // A zero turns into an index beyond every board.
        let (row, col) = (row.wrapping_sub(1), col.wrapping_sub(1));
        if self.is_tall() {
            self.tall.click(row, col);
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
        match self.tall.grid() {
            Some(grid) if !grid.is_empty() => print::grid(grid, out),
            None if !self.packed.is_empty() => print::packed(self.packed.columns(), self.rows, out),
            _ => out.extend_from_slice(b"    Game Won\n"),
        }
    }
}

fn too_large(error: GridError) -> Fault {
    Fault::Number(error.to_string())
}

#[cold]
fn too_big(number: u64) -> Fault {
    let found = if number == u64::MAX { "a huge number".to_string() } else { number.to_string() };
    Fault::Number(format!("found {found}, expected a cell from 0 to 9"))
}

/// The reading of one block, compiled once per CPU path.
pub(super) struct Reading<'a> {
    pub machine: &'a mut Machine,
    pub block: &'a [u8],
    /// Where reading stands.
    pub at: &'a mut usize,
    pub out: &'a mut Vec<u8>,
}

impl Job for Reading<'_> {
    type Out = Result<(), Fault>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Result<(), Fault> {
        let Reading { machine, block, at, out } = self;
        loop {
            match machine.stage {
                Stage::End => return Ok(()),
                Stage::Cell(row, 0) if !machine.is_tall() => {
                    if let Some(cells) = machine.numbers.plain_row(block, at, machine.cols) {
                        machine.packed.push_row(row, cells);
                        machine.stage = machine.row_done(row)?;
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
                Ok(Some(number)) => machine.stage = machine.take(cpu, number, out)?,
                Ok(None) => return Ok(()),
                Err(Stray(_)) => return Err(Fault::Stray),
            }
        }
    }
}
