//! Several puzzles in a text of a format whose judge takes one.

use super::layout::Lines;
use super::scan::{Scan, quote};
use super::{Fit, Layout, PuzzleSink};
use crate::base::ReadError;
use crate::grid::Grid;
use crate::puzzle::Task;

/// A puzzle as it is read.
pub struct Item {
    /// Where it starts.
    pub start: usize,
    /// Its board.
    pub grid: Grid,
    /// Its task.
    pub task: Task,
    /// What is expected behind it, for a message.
    pub behind: String,
}

/// Reads puzzles one after the other, to the end of the text. `another` returns whether what stands behind a puzzle may be
/// another one. A puzzle is handed over when it is certain that what stands behind it is one.
///
/// # Errors
/// Those of `item`; and for what stands behind a puzzle and is none. The puzzles before are given.
pub fn read(
    text: &[u8],
    found: &mut PuzzleSink<'_>,
    item: impl Fn(&mut Scan<'_>, &mut Lines) -> Result<Item, ReadError>,
    another: impl Fn(&Scan<'_>, &Lines) -> bool,
) -> Result<Fit, ReadError> {
    let mut scan = Scan::new(text);
    let mut fit = Fit::from(Layout::Neat);
    let mut before: Option<Item> = None;
    loop {
        let (mut lines, start) = (Lines::default(), scan.clone());
        let read = item(&mut scan, &mut lines).map_err(|error| lines.explain(text, error));
        if let Some(before) = before.take() {
            if !lines.begun() {
                return Err(unexpected(text, start, &before).recognised());
            }
            found.push(before.start, before.grid, before.task);
        }
        let this = read.map_err(|error| error.recognised_if(!found.is_empty()))?;
        fit.weaken(lines.layout().into());
        match scan.clone().next() {
            None => {
                found.push(this.start, this.grid, this.task);
                return Ok(fit);
            }
            Some(_) if another(&scan, &lines) => before = Some(this),
            Some(_) => return Err(lines.explain(text, unexpected(text, scan, &this))),
        }
    }
}

/// What stands behind a puzzle and is no other one.
fn unexpected(text: &[u8], mut scan: Scan<'_>, before: &Item) -> ReadError {
    match scan.next() {
        Some(next) => {
            scan.error(next.offset, format!("found {}, expected {}", quote(next.bytes), before.behind))
        }
        None => scan.error(text.len(), format!("the input ends here, expected {}", before.behind)),
    }
}
