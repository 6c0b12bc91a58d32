//! Two judges. [`Simulator`] is that of UVa 339, "SameGame Simulation": its input in, its output out,
//! byte for byte. [`biggest`] is that of UVa 758.
//!
//! The input of UVa 339 is a stream of numbers with any white space between them: `M N`, M rows of N values 0 to 9,
//! top row first, then selections `row column`, 1-based from the bottom left, ended by `0 0`; then the
//! next grid. A grid with M or N zero, or the end of the input, ends it; what follows is not read.
//! Selections that are not permitted change nothing. The output is `Grid K.`, then `    Game Won` or the
//! M rows, with a blank line between grids.
//!
//! - this file: [`Simulator`], a machine without I/O that is fed blocks
//! - `parse`: numbers; `place`: lines and columns
//! - `columns`: boards of up to 16 rows, the fast path; `tall`: others, on the plain grid
//! - `print`: boards as text
//! - `biggest`: UVa 758

mod biggest;
mod columns;
mod parse;
mod place;
mod print;
mod tall;

pub use biggest::biggest;

use crate::bits::cpu::{Cpu, Job, Path, dispatch_on};
use crate::formats::ReadError;
use crate::grid::{GridError, MAX_CELLS};
use columns::{Columns, MAX_ROWS};
use parse::{Numbers, Stray};
use place::Place;
use std::io::Write as _;
use tall::Tall;

/// What the next number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// M.
    Rows,
    /// N, after this M.
    Cols(u64),
    /// The cell at this row from the top and this column.
    Cell(usize, usize),
    /// A selection's row.
    Row,
    /// A selection's column, after this row.
    Col(u64),
    /// None: nothing more is read.
    End,
}

/// What stops the machine, at the place where reading stands or a few bytes before.
enum Fault {
    Stray,
    /// In the number read last.
    Number(String),
}

/// The judge, fed block by block.
///
/// Memory is that of one board, whatever the length of the stream. A number may be cut by a block's end.
///
/// ```
/// use tilefall::samegame::simulate::Simulator;
/// let (mut judge, mut out) = (Simulator::new(), Vec::new());
/// judge.feed(b"2 3  1 2 2  1 1 2  1 ", &mut out).unwrap();
/// judge.feed(b"1  0 0", &mut out).unwrap();
/// judge.finish(&mut out).unwrap();
/// assert_eq!(out, b"Grid 1.\n         \n    2 2  \n".map(|b| b));
/// ```
#[derive(Clone, Debug)]
pub struct Simulator {
    path: Path,
    stage: Stage,
    numbers: Numbers,
    place: Place,
    rows: usize,
    cols: usize,
    packed: Columns,
    tall: Tall,
    printed: u64,
}

impl Default for Simulator {
    fn default() -> Self {
        Self::new()
    }
}

impl Simulator {
    /// A judge at the beginning of a stream, on the best CPU path.
    pub fn new() -> Self {
        Self::on(Path::best())
    }

    /// A judge that uses the given CPU path.
    ///
    /// # Panics
    /// When fed, if the machine lacks the path.
    pub fn on(path: Path) -> Self {
        Simulator {
            path,
            stage: Stage::Rows,
            numbers: Numbers::default(),
            place: Place::start(),
            rows: 0,
            cols: 0,
            packed: Columns::default(),
            tall: Tall::default(),
            printed: 0,
        }
    }

    /// Whether the input has ended: the rest of the stream need not be read.
    pub fn is_over(&self) -> bool {
        self.stage == Stage::End
    }

    /// Reads the next block and appends the output of every grid that ends in it.
    ///
    /// # Errors
    /// At the first thing that is wrong; `out` then has the output of the grids before it, and whatever
    /// is fed later is not read.
    pub fn feed(&mut self, block: &[u8], out: &mut Vec<u8>) -> Result<(), ReadError> {
        self.read(block, out)?;
        self.place = self.place.after(block);
        Ok(())
    }

    /// Ends the stream: the end of the input stands in for missing terminators.
    ///
    /// # Errors
    /// If it cuts a grid, or separates two numbers that belong together.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), ReadError> {
        // White space ends a number that the end of the stream has cut.
        self.read(b" ", out)?;
        let missing = match std::mem::replace(&mut self.stage, Stage::End) {
            Stage::Rows | Stage::Cols(0) | Stage::End => return Ok(()),
            Stage::Row | Stage::Col(0) => {
                self.print(out);
                return Ok(());
            }
            Stage::Cols(_) => "the number of columns".to_string(),
            Stage::Col(_) => "the selection's column".to_string(),
            Stage::Cell(row, col) => {
                format!("row {}, column {} of the {} by {} cells", row + 1, col + 1, self.rows, self.cols)
            }
        };
        Err(self.place.error(0, format!("the input ends too early, expected {missing}")))
    }

    fn read(&mut self, block: &[u8], out: &mut Vec<u8>) -> Result<(), ReadError> {
        let mut at = 0;
        let fault = dispatch_on(self.path, Reading { judge: self, block, at: &mut at, out });
        fault.map_err(|fault| {
            let expected = self.expected();
            self.stage = Stage::End;
            let place = self.place.after(&block[..at]);
            match fault {
                Fault::Stray => place.error(0, format!("found {}, expected {expected}", shown(block[at]))),
                Fault::Number(message) => place.error(self.numbers.length, message),
            }
        })
    }

    fn expected(&self) -> &'static str {
        match self.stage {
            Stage::Rows | Stage::End => "the number of rows",
            Stage::Cols(_) => "the number of columns",
            Stage::Cell(..) => "a cell from 0 to 9",
            Stage::Row => "a selection's row",
            Stage::Col(_) => "a selection's column",
        }
    }

    /// Takes one number; gives the next stage.
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
                    self.packed.push(col, value)
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
    fn print(&mut self, out: &mut Vec<u8>) {
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

/// A byte as messages show it.
fn shown(byte: u8) -> String {
    if byte.is_ascii_graphic() { format!("'{}'", char::from(byte)) } else { format!("byte 0x{byte:02x}") }
}

/// The reading of one block, compiled once a CPU path.
struct Reading<'a> {
    judge: &'a mut Simulator,
    block: &'a [u8],
    /// Where reading stands.
    at: &'a mut usize,
    out: &'a mut Vec<u8>,
}

impl Job for Reading<'_> {
    type Out = Result<(), Fault>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Result<(), Fault> {
        let Reading { judge, block, at, out } = self;
        loop {
            match judge.stage {
                Stage::End => return Ok(()),
                Stage::Cell(row, 0) if !judge.is_tall() => {
                    if let Some(cells) = judge.numbers.plain_row(block, at, judge.cols) {
                        judge.packed.push_row(cells);
                        judge.stage = judge.row_done(row)?;
                        continue;
                    }
                }
                Stage::Row => {
                    while let Some((row, col)) = judge.numbers.short_pair(block, at) {
                        judge.stage = judge.select(cpu, row, col, out);
                        if judge.stage != Stage::Row {
                            break;
                        }
                    }
                }
                _ => {}
            }
            match judge.numbers.next(block, at) {
                Ok(Some(number)) => judge.stage = judge.take(cpu, number, out)?,
                Ok(None) => return Ok(()),
                Err(Stray(_)) => return Err(Fault::Stray),
            }
        }
    }
}
