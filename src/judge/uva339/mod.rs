//! The judge of UVa 339, "SameGame Simulation": [`Simulator`] turns the input into exactly the expected output.
//!
//! The input of UVa 339 is a stream of numbers with any white space between them: `M N`, M rows of N
//! values 0 to 9, **bottom row first**, then selections `row column`, ended by `0 0`; then the next grid.
//! Cells count from (1,1) at the bottom left, and the statement gives the values "in order for cells (1,1),
//! (1,2), ..., (1,N), (2,1), ..., (M,N)". The input ends with the stream, or earlier if M or N is 0: the rest is then
//! ignored. Selections that are not allowed change nothing. The output is `Grid K.`, then `    Game Won` or the M rows,
//! top row first, with a blank line between grids.
//!
//! - this file: [`Simulator`], which takes blocks of input and does no I/O; error messages
//! - `machine`: the state machine over the numbers of the input, and its board
//! - `parse`: the numbers of the input
//! - `print`: boards as text

mod machine;
mod parse;
mod print;

pub(crate) use print::grid as print;

use crate::bits::cpu::CpuPath;
use crate::rules::ReadError;
use crate::rules::puzzle::Place;
use machine::{Machine, MachineError, Stage};

/// A simulator of UVa 339 that takes the input in blocks.
///
/// The simulator needs memory for one board, whatever the length of the stream. A number may span two blocks.
///
/// ```
/// use tilefall::judge::uva339::Simulator;
/// let (mut judge, mut out) = (Simulator::new(), Vec::new());
/// // 1 and 1 of the bottom row vanish; 3 and 4 fall.
/// judge.feed(b"2 3  1 1 2  3 4 5  1 ", &mut out).unwrap();
/// judge.feed(b"1  0 0", &mut out).unwrap();
/// judge.finish(&mut out).unwrap();
/// assert_eq!(String::from_utf8(out).unwrap(), "Grid 1.\n        5\n    3 4 2\n");
/// ```
#[derive(Clone, Debug)]
pub struct Simulator {
    path: CpuPath,
    /// The place where the next block begins.
    place: Place,
    machine: Machine,
}

impl Default for Simulator {
    fn default() -> Self {
        Self::new()
    }
}

impl Simulator {
    /// Creates a judge at the beginning of a stream, on the best CPU path.
    pub fn new() -> Self {
        Self::on(CpuPath::best())
    }

    /// Creates a judge that uses the given CPU path.
    ///
    /// # Panics
    /// [`feed`](Self::feed) panics if the CPU lacks the path.
    pub fn on(path: CpuPath) -> Self {
        Simulator { path, place: Place::default(), machine: Machine::new() }
    }

    /// Returns `true` if the input has ended: the rest of the stream need not be read.
    pub fn is_over(&self) -> bool {
        self.machine.stage == Stage::End
    }

    /// Reads the next block and appends the output of every grid that ends in it.
    ///
    /// # Errors
    /// At the first error in the input. `out` then contains the output of the grids before the error, and later blocks
    /// are ignored.
    pub fn feed(&mut self, block: &[u8], out: &mut Vec<u8>) -> Result<(), ReadError> {
        self.read(block, out)?;
        self.place = self.place.after(block);
        Ok(())
    }

    /// Ends the stream. The `0 0` at the end of the last grid and of the input may be missing.
    ///
    /// # Errors
    /// If the input ends inside a grid or between two numbers that belong together.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), ReadError> {
        // White space terminates a number at the end of the stream.
        self.read(b" ", out)?;
        let missing = match std::mem::replace(&mut self.machine.stage, Stage::End) {
            Stage::Rows | Stage::Cols(0) | Stage::End => return Ok(()),
            Stage::Row | Stage::Col(0) => {
                self.machine.print(self.path, out);
                return Ok(());
            }
            Stage::Cols(_) => "the number of columns".to_string(),
            Stage::Col(_) => "the selection's column".to_string(),
            Stage::Cell(row, col) => {
                format!(
                    "row {}, column {} of the {} by {} cells",
                    row + 1,
                    col + 1,
                    self.machine.rows,
                    self.machine.cols
                )
            }
        };
        Err(error_before(self.place, 0, format!("the input ends too early, expected {missing}")))
    }

    fn read(&mut self, block: &[u8], out: &mut Vec<u8>) -> Result<(), ReadError> {
        let mut at = 0;
        self.machine.read(self.path, block, &mut at, out).map_err(|error| {
            let expected = self.machine.expected();
            self.machine.stage = Stage::End;
            let place = self.place.after(&block[..at]);
            match error {
                MachineError::UnexpectedByte => {
                    error_before(place, 0, format!("found {}, expected {expected}", quoted(block[at])))
                }
                MachineError::Number(message) => error_before(place, self.machine.numbers.length, message),
            }
        })
    }
}

/// Creates an error `back` bytes before a place, on the same line.
fn error_before(place: Place, back: u64, message: String) -> ReadError {
    let (line, column) = (place.line, place.column.saturating_sub(back).max(1));
    ReadError { line, column, reached: (line, column), ..ReadError::at(b"", 0, message) }
}

/// Formats a byte for messages: `'x'`, or `byte 0x80` for a byte without a graphic character.
fn quoted(byte: u8) -> String {
    if byte.is_ascii_graphic() { format!("'{}'", char::from(byte)) } else { format!("byte 0x{byte:02x}") }
}
