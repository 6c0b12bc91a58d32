//! Boards as people write them: rows of symbols, the top row first.
//!
//! ```text
//! RBB     1 2 2     1,2,2     | R | B | B |     [[1,2,2],     RBB / RRB
//! RRB     1 1 2     1,1,2     |---|---|---|      [1,1,2]]
//!                             | R | R | B |
//! ```
//!
//! # The rule
//! - A line is a row; a `/` also ends a row. Cells are separated by `|` if the line contains one, else by commas or
//!   semicolons, else by spaces; in a line without any of these each character is a cell. All rows of a board have the same
//!   separator.
//! - A blank line ends a board. A single number before boards of several rows is the number of boards.
//! - A cell is a number, a letter or another sign; each is a colour. Between commas and pipes, and in lists, a cell may be a
//!   word. `.` and `-1` are empty, and so are a blank cell between commas or pipes and every symbol of [`Options::empty`].
//!   `-` and `_` are not colours.
//! - A first line of one to three numbers that cannot be a row is the size of the board after it, which has several rows:
//!   the number of rows, or rows and columns in either order, and optionally the number of colours.
//! - A line that begins with `#` is a comment, and so is the rest of a line after a space and a `#`.
//! - If there are Markdown fences (three backticks or tildes), the text outside of them is skipped, and so are the line of
//!   dashes of a table and a header of blank cells.
//! - A text in brackets is a list of rows, each a list of cells or one string; or a list of such boards. Quotes, commas and
//!   line breaks are as in JSON or Python; `null`, `None` and `""` are empty.
//!
//! # Names
//! A number is its own name. A letter has the same name as in records, unless a number of the board is that name. All other
//! symbols get the lowest unused names, in the order of their characters. The label of each colour is its symbol.
//!
//! Two kinds of text are read only if the format is named, as they are more likely mistakes: a single row of letters, and a
//! board that mixes numbers with other symbols.
//!
//! - `options`: symbols of empty cells, and the order of rows
//! - `board`: rows to a board
//! - `list`: boards in brackets
//! - `cells`: a line to cells, a cell to a symbol

mod board;
mod cells;
mod list;
mod options;

use super::scan::lines;
use super::tiles::Order;
use super::write::{self, WriteError};
use super::{DEFAULT, Fit, Format, Framing, Layout, PuzzleSink};
use crate::rules::puzzle::{Puzzle, SameGameTask, Task};
use crate::rules::{GameKind, ReadError};
use board::Board;
pub use options::{Options, RowsFrom, Symbols};

/// This format.
pub static FORMAT: Format = Format {
    name: "rows",
    doc: "boards as text: a row a line, from the top; letters, numbers or signs, '.' for empty",
    game: Some(GameKind::SameGame),
    labels: &super::TO_61,
    framing: Framing::Blank,
    read,
    write,
    ..DEFAULT
};

/// Reads all boards.
///
/// # Errors
/// For other symbols, uneven rows, no rows at all, floating tiles, and an empty column left of a full one. `found` has
/// received the boards before it.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<Fit, ReadError> {
    read_with(text, Options::default(), found)
}

/// Like [`read`], with options.
///
/// # Errors
/// Returns the errors of [`read`].
pub fn read_with(text: &[u8], options: Options, found: &mut PuzzleSink<'_>) -> Result<Fit, ReadError> {
    let mut reader = Reader {
        text,
        options,
        found,
        rows: 0,
        board: None,
        number: None,
        count: None,
        boards: 0,
        fit: Fit::from(Layout::Neat),
    };
    let read = reader.boards();
    let (rows, begun) = (reader.rows, reader.rows > 0 || reader.board.as_ref().is_some_and(Board::has_row));
    let rows = rows + reader.board.as_ref().map_or(0, Board::sure_rows);
    let fit = reader.fit;
    read.map(|()| fit).map_err(|error| ReadError { begun, ..error.recognised_if(rows >= 2) })
}

/// A reader of the boards of a text.
struct Reader<'t, 'f, 's> {
    text: &'t [u8],
    options: Options,
    found: &'f mut PuzzleSink<'s>,
    /// The total number of rows of the boards before the current one.
    rows: usize,
    /// The current board.
    board: Option<Board<'t>>,
    /// A board that consists of a single number, which may be the number of the boards after it.
    number: Option<Board<'t>>,
    /// The board that turned out to be the number of boards.
    count: Option<Board<'t>>,
    /// The number of boards so far.
    boards: u64,
    fit: Fit,
}

impl<'t> Reader<'t, '_, '_> {
    fn boards(&mut self) -> Result<(), ReadError> {
        let fenced = lines(self.text).any(|(_, line)| is_fence(line));
        let (mut outside, mut skip_to) = (fenced, 0);
        for (offset, line) in lines(self.text) {
            if offset < skip_to {
                continue;
            }
            let start = offset + line.len() - line.trim_ascii_start().len();
            let line = line.trim_ascii();
            if is_fence(line) {
                outside = !outside;
                self.end_board()?;
            } else if outside {
            } else if line.is_empty() {
                self.end_board()?;
            } else if line[0] == b'#' {
                self.board().comment(start, line);
            } else if matches!(line[0], b'[' | b'(') {
                self.end_board()?;
                let (text, options) = (self.text, self.options);
                skip_to = list::read(text, start, options, &mut |board| self.finish(board))?;
            } else {
                self.line(start, line)?;
            }
        }
        self.end_board()?;
        if let Some(number) = self.number.take() {
            self.push(number)?;
        }
        if let Some(count) = &self.count {
            count.matches_count(self.boards)?;
        }
        if self.found.is_empty() {
            let message = "the input ends here, expected rows of symbols";
            return Err(ReadError::at(self.text, self.text.len(), message));
        }
        Ok(())
    }

    /// Returns the current board, or a new one.
    fn board(&mut self) -> &mut Board<'t> {
        let (text, options) = (self.text, self.options);
        self.board.get_or_insert_with(|| Board::new(text, options))
    }

    /// Reads the rows of a line.
    fn line(&mut self, start: usize, line: &'t [u8]) -> Result<(), ReadError> {
        let line = cells::utf8(self.text, start, cells::without_comment(line))?;
        let mut at = start;
        for part in line.split('/') {
            let row = part.trim();
            if !row.is_empty() {
                self.board().row(at + part.len() - part.trim_start().len(), row)?;
            }
            at += part.len() + 1;
        }
        Ok(())
    }

    fn end_board(&mut self) -> Result<(), ReadError> {
        match &self.board {
            Some(board) if board.has_row() => {
                // If the board has an error, it stays in place: its rows count for the error.
                board.check()?;
                let board = self.board.take().expect("it is there");
                self.finish(board)
            }
            _ => {
                self.board = None;
                Ok(())
            }
        }
    }

    /// Adds a complete board. A single number is kept back: before a board of several rows it is the number of boards.
    fn finish(&mut self, board: Board<'t>) -> Result<(), ReadError> {
        let first = self.found.is_empty() && self.count.is_none();
        match self.number.take() {
            Some(number) if board.sure_rows() > 1 && first => self.count = Some(number),
            Some(number) if board.sure_rows() > 1 => {
                return Err(
                    number.error("a number before a board, expected their count before the first one")
                );
            }
            Some(number) => self.push(number)?,
            None => {}
        }
        if board.is_one_number() {
            self.number = Some(board);
            return Ok(());
        }
        self.push(board)
    }

    fn push(&mut self, board: Board<'t>) -> Result<(), ReadError> {
        self.rows += board.sure_rows();
        self.boards += 1;
        let (start, grid, fit) = board.finish(self.found.columns())?;
        self.fit.weaken(fit);
        self.found.push(start, grid, Task::SameGame(SameGameTask::default()));
        Ok(())
    }
}

/// Returns `true` if a line opens or closes a code block of Markdown.
fn is_fence(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.starts_with(b"```") || line.starts_with(b"~~~")
}

/// Writes one board with the labels of its colours, or with their names if only some of the labels are numbers. Cells are
/// separated by spaces, or by commas if there are words. A single column with longer labels is written between pipes, and so
/// is a single number, which would otherwise be the number of boards.
///
/// # Errors
/// For another game.
pub fn write(puzzle: &Puzzle, out: &mut String) -> Result<(), WriteError> {
    write::samegame(puzzle)?;
    let grid = &puzzle.grid;
    let number = |label: &str| label.bytes().all(|byte| byte.is_ascii_digit());
    let long = |label: &str| cells::signs(label).nth(1).is_some();
    let labels: Vec<_> = grid.colour_names().labels().collect();
    let mixed = labels.iter().any(|label| number(label)) && !labels.iter().all(|label| number(label));
    let label = |name: u64| if mixed { name.to_string() } else { grid.label_of(name).into_owned() };
    let words = !mixed && labels.iter().any(|label| long(label) && !number(label));
    let count = grid.rows() == 1 && grid.names().iter().any(|&name| number(&label(name)));
    let pipes = grid.cols() == 1 && (count || grid.names().iter().any(|&name| long(&label(name))));
    let between = if words { "," } else { " " };
    write::rows(out, grid, Order::TopFirst, between, |name| {
        let text = name.map_or(".".into(), label);
        Ok(if pipes { format!("|{text}|") } else { text })
    })
}
