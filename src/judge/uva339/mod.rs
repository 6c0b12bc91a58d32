//! Two judges. [`Simulator`] is that of UVa 339, "SameGame Simulation": its input in, its output out,
//! byte for byte. [`uva758`](super::uva758) is that of UVa 758.
//!
//! The input of UVa 339 is a stream of numbers with any white space between them: `M N`, M rows of N
//! values 0 to 9, **bottom row first**, then selections `row column`, ended by `0 0`; then the next grid.
//! Cells count from (1,1) at the bottom left, and the statement gives the values "in order for cells (1,1),
//! (1,2), ..., (1,N), (2,1), ..., (M,N)". M or N zero, or the end of the input, ends it; what follows is not
//! read. Selections that are not allowed change nothing. The output is `Grid K.`, then `    Game Won` or
//! the M rows, top row first, with a blank line between grids.
//!
//! - this file: [`Simulator`], fed blocks, without I/O; messages
//! - `machine`: what the next number is and does
//! - `parse`: numbers; `place`: lines and columns
//! - `columns`: boards of up to 16 rows, the fast path; `tall`: others, on the plain grid
//! - `print`: boards as text
//! - `biggest`: UVa 758

mod machine;
mod parse;
mod place;
mod print;
mod tall_board;

use crate::base::ReadError;
use crate::bits::cpu::{Path, dispatch_on};
use machine::{Fault, Machine, Reading, Stage};
use place::Place;

/// The judge, fed block by block.
///
/// Memory is that of one board, whatever the length of the stream. A number may be cut by a block's end.
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
    path: Path,
    place: Place,
    machine: Machine,
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
        Simulator { path, place: Place::start(), machine: Machine::new() }
    }

    /// Whether the input has ended: the rest of the stream need not be read.
    pub fn is_over(&self) -> bool {
        self.machine.stage == Stage::End
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
        let missing = match std::mem::replace(&mut self.machine.stage, Stage::End) {
            Stage::Rows | Stage::Cols(0) | Stage::End => return Ok(()),
            Stage::Row | Stage::Col(0) => {
                self.machine.print(out);
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
        Err(self.place.error(0, format!("the input ends too early, expected {missing}")))
    }

    fn read(&mut self, block: &[u8], out: &mut Vec<u8>) -> Result<(), ReadError> {
        let mut at = 0;
        let fault = dispatch_on(self.path, Reading { machine: &mut self.machine, block, at: &mut at, out });
        fault.map_err(|fault| {
            let expected = self.machine.expected();
            self.machine.stage = Stage::End;
            let place = self.place.after(&block[..at]);
            match fault {
                Fault::Stray => place.error(0, format!("found {}, expected {expected}", shown(block[at]))),
                Fault::Number(message) => place.error(self.machine.numbers.length, message),
            }
        })
    }
}

/// A byte as messages show it.
fn shown(byte: u8) -> String {
    if byte.is_ascii_graphic() { format!("'{}'", char::from(byte)) } else { format!("byte 0x{byte:02x}") }
}
