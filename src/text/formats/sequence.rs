//! Several puzzles in a text of a format whose judge takes a single puzzle.

use super::PuzzleSink;
use super::layout::LineLayout;
use super::scan::{Scan, quote};
use tilefall_rules::ReadError;
use tilefall_rules::grid::Grid;
use tilefall_rules::puzzle::Task;

/// A puzzle that was read.
pub struct Item {
    /// The offset of the first token of the puzzle.
    pub start: usize,
    pub grid: Grid,
    pub task: Task,
    /// The input expected after the puzzle, for a message.
    pub expected_next: String,
}

/// Reads puzzles with `item`, one after the other, to the end of the text. `another` returns `true` if the text after a
/// puzzle may be a puzzle. `found` receives a puzzle once the next puzzle has begun, or at the end of the text.
///
/// # Errors
/// Returns the errors of `item`, and an error if the text after a puzzle is not a puzzle. `found` has received the
/// puzzles before the error.
pub fn read(
    text: &[u8],
    format: &str,
    found: &mut PuzzleSink<'_>,
    item: impl Fn(&mut Scan<'_>, &mut LineLayout) -> Result<Item, ReadError>,
    another: impl Fn(&Scan<'_>, &LineLayout) -> bool,
) -> Result<(), ReadError> {
    let mut scan = Scan::new(text);
    let mut before: Option<Item> = None;
    loop {
        let (mut lines, start) = (LineLayout::default(), scan.clone());
        let read = item(&mut scan, &mut lines).map_err(|error| lines.explain(text, error));
        if let Some(before) = before.take() {
            if !lines.begun() {
                return Err(unexpected(text, start, &before).recognised());
            }
            found.push(before.start, before.grid, before.task);
        }
        let this = read.map_err(|error| error.recognised_if(found.count() > 0))?;
        if found.options.strict {
            lines.check(text, format)?;
        }
        match scan.clone().next() {
            None => {
                found.push(this.start, this.grid, this.task);
                return Ok(());
            }
            Some(_) if another(&scan, &lines) => before = Some(this),
            Some(_) => return Err(lines.explain(text, unexpected(text, scan, &this))),
        }
    }
}

/// Creates the error for unexpected text, or the end of the text, at `scan` after the puzzle `before`.
fn unexpected(text: &[u8], mut scan: Scan<'_>, before: &Item) -> ReadError {
    match scan.next() {
        Some(next) => {
            scan.error(next.offset, format!("found {}, expected {}", quote(next.bytes), before.expected_next))
        }
        None => scan.error(text.len(), format!("the input ends here, expected {}", before.expected_next)),
    }
}
