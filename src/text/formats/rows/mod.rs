//! Boards as people write them: rows of symbols, the top row first.
//!
//! ```text
//! RBB     1 2 2     1,2,2     | R | B | B |     [[1,2,2],     RBB / RRB
//! RRB     1 1 2     1,1,2     |---|---|---|      [1,1,2]]
//!                             | R | R | B |
//! ```
//!
//! # The rule
//! - A line is a row; a `/` also ends a row, and so does a `;` if commas or blanks separate cells. Cells are separated by `|`
//!   if a row has one, else by commas, semicolons or blanks; otherwise each character is a cell. Full-width separators and
//!   the vertical lines of frames count as these.
//! - A separator at the start or end of every row, quotes around every row, and the lines of a frame or of a table are
//!   removed; and so are the numbers that `show` writes beside a board.
//! - A blank line ends a board. A single number before boards of several rows is the number of boards.
//! - A cell is a number, a letter or another sign; each is a colour. Between commas and pipes, and in lists, a cell may be a
//!   word. `.` and `-1` are empty, and so are a blank cell between commas or pipes and every symbol of [`Options::empty`].
//!   `-` and `_` are not colours.
//! - A first line of one to three numbers is the size of the board after it, which has several rows, if it cannot be a row:
//!   the number of rows, or rows and columns in either order, and optionally the number of colours.
//! - `#` or `//` at the start of a line or after white space begins a comment.
//! - If there are Markdown fences (three backticks or tildes), the text outside of them is skipped.
//! - A text in brackets is a list of rows, each a list of cells or one string; or a list of such boards; or a list of cells
//!   on each line. Names, calls and types around lists are as in source code, and keys as in JSON; `null`, `None` and `""` are
//!   empty. With [`Lists::Columns`] the lists are columns from the bottom.
//! - With [`Options::width`] cells follow each other without rows, in a text or a list.
//!
//! # Readings
//! Where two readings of these give boards, a text whose format is a guess is refused: a first line that can be a size or a
//! row, strings that can be rows or cells, a single row of numbers that can be rows of digits. So are two kinds of text that
//! are more likely mistakes: a single row of letters, and a board that mixes numbers with other symbols.
//!
//! # Games
//! A board is one of SameGame, or of the Mayan puzzle where a verb of that game reads it; the number of moves is then an option
//! of the verb.
//!
//! # Names
//! A number is its own name. A letter has the same name as in records, unless a number of the board is that name. All other
//! symbols get the lowest unused names, in the order of their characters. The label of each colour is its symbol.
//!
//! - `options`: symbols of empty cells, and the order of rows
//! - `table`: lines to a board
//! - `list`: boards in brackets
//! - `board`: cells to a board
//! - `cells`: a row to cells, a cell to a symbol

mod board;
mod cells;
mod list;
mod options;
mod table;

use super::scan::{lines, quote};
use super::tiles::Order;
use super::write::{self, WriteError};
use super::{DEFAULT, Format, Framing, PuzzleSink};
use crate::rules::puzzle::{MayanTask, Puzzle, SameGameTask, Task};
use crate::rules::{GameKind, ReadError};
use board::{Found, Source};
pub use options::{Lists, Options, RowsFrom, Symbols};

/// This format.
pub static FORMAT: Format = Format {
    name: "rows",
    doc: "boards as text: a row a line, from the top; letters, numbers or signs, '.' for empty",
    labels: &super::TO_61,
    framing: Framing::Blank,
    read,
    write,
    ..DEFAULT
};

/// Reads all boards. The error of a board does not affect the boards after it.
///
/// # Errors
/// For other symbols, uneven rows, no rows at all, floating tiles, and an empty column left of a full one.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<(), ReadError> {
    let source = Source { text, options: found.options };
    let mut reader = Reader {
        source,
        found,
        lines: Vec::new(),
        comments: Vec::new(),
        bad: None,
        brackets: Brackets::default(),
        by_paragraph: false,
        number: None,
        count: None,
        rows: 0,
        failed: 0,
    };
    let mut from = 0;
    while let Some(after) = reader.boards(from)? {
        from = after;
    }
    if let Some((number, _)) = reader.number.take() {
        reader.push(number);
    }
    let boards = reader.found.count();
    match reader.count {
        Some((start, count)) if count != boards => {
            let message = format!("the number before the boards is {count}, expected {boards}, their count");
            Err(ReadError::at(text, start, message).recognised_if(reader.rows >= 2))
        }
        _ if boards == 0 => {
            Err(ReadError::at(text, text.len(), "the input ends here, expected rows of symbols"))
        }
        _ => Ok(()),
    }
}

/// A reader of the boards of a text.
struct Reader<'t, 'f, 's> {
    source: Source<'t>,
    found: &'f mut PuzzleSink<'s>,
    /// The lines of the current block: those of a board as text, or of lists.
    lines: Vec<&'t str>,
    /// The lines of comments in the current block.
    comments: Vec<&'t str>,
    /// The error of a line of the block.
    bad: Option<ReadError>,
    brackets: Brackets,
    /// Whether a blank line ends a list, because some list has no end.
    by_paragraph: bool,
    /// A board that is a single number, which may be the number of the boards after it.
    number: Option<(Found, u64)>,
    /// The offset and value of the number of boards.
    count: Option<(usize, u64)>,
    /// The number of rows of the boards so far.
    rows: usize,
    /// The number of blocks that could not be read.
    failed: usize,
}

/// The brackets of a block.
#[derive(Default)]
struct Brackets {
    /// Whether there are brackets.
    any: bool,
    /// The number of open brackets.
    open: usize,
    /// Whether a list contains a list.
    nested: bool,
    /// The offset of the first blank line in a list.
    blank: Option<usize>,
}

impl Brackets {
    fn add(&mut self, line: &str) {
        for byte in line.bytes() {
            match byte {
                b'[' | b'(' | b'{' => {
                    (self.any, self.nested) = (true, self.nested || self.open > 0);
                    self.open += 1;
                }
                b']' | b')' | b'}' => self.open = self.open.saturating_sub(1),
                _ => {}
            }
        }
    }
}

impl<'t> Reader<'t, '_, '_> {
    /// The maximum number of lines of comments that are compared with the rows of a board.
    const MAX_COMMENTS: usize = 1000;

    /// Reads the boards from an offset on. Returns the offset from which to read on, if a list had no end.
    fn boards(&mut self, from: usize) -> Result<Option<usize>, ReadError> {
        let text = self.source.text;
        let fenced = lines(text).any(|(_, line)| is_fence(line));
        let mut outside = fenced;
        for (offset, line) in lines(&text[from..]) {
            let line = line.trim_ascii();
            let is_fence = is_fence(line);
            outside ^= is_fence;
            match line {
                _ if is_fence => self.end_block()?,
                _ if outside => {}
                [] if self.brackets.open == 0 || self.by_paragraph => self.end_block()?,
                [] => {
                    self.brackets.blank.get_or_insert(from + offset);
                }
                _ => self.line(line)?,
            }
        }
        let blank = self.brackets.blank;
        let before = self.failed;
        self.end_block()?;
        // A list that was read after all is not read again.
        let blank = blank.filter(|_| self.failed > before);
        self.by_paragraph |= blank.is_some();
        Ok(blank)
    }

    /// Adds a line to the block.
    fn line(&mut self, line: &'t [u8]) -> Result<(), ReadError> {
        let (code, comment) = cells::split_comment(line);
        if self.comments.len() < Self::MAX_COMMENTS
            && let Ok(comment) = std::str::from_utf8(comment)
            && (code.is_empty() || comment.starts_with('/'))
        {
            self.comments.push(comment.trim_start_matches('/').trim_start());
        }
        let code = std::str::from_utf8(code).map_err(|error| {
            let at = error.valid_up_to();
            let offset = line.as_ptr() as usize - self.source.text.as_ptr() as usize + at;
            let message = format!("found {}, expected text in UTF-8", quote(&line[at..=at]));
            ReadError::at(self.source.text, offset, message)
        });
        match code {
            Ok("") => {}
            Ok(code) => {
                let mut brackets = Brackets::default();
                brackets.add(code);
                if brackets.nested && self.brackets.any && self.brackets.open == 0 {
                    self.end_block()?;
                }
                self.lines.push(code);
                self.brackets.add(code);
                if self.brackets.nested && self.brackets.open == 0 {
                    self.end_block()?;
                }
            }
            Err(error) => _ = self.bad.get_or_insert(error),
        }
        Ok(())
    }

    /// Reads the boards of the block.
    fn end_block(&mut self) -> Result<(), ReadError> {
        let (lines, comments) = (std::mem::take(&mut self.lines), std::mem::take(&mut self.comments));
        let brackets = std::mem::take(&mut self.brackets);
        let read = match self.bad.take() {
            Some(error) => Err(error),
            None if lines.is_empty() => return Ok(()),
            None if brackets.any => list::read(self.source, &lines),
            None => table::read(self.source, &lines, &comments).map(|board| vec![board]),
        };
        let number = if let [line] = lines[..] { line.parse().ok() } else { None };
        match read {
            Ok(boards) => boards.into_iter().try_for_each(|board| self.finish(board, number)),
            Err(error) => {
                self.failed += 1;
                // The boards of a text with this error follow their count.
                self.count = self.count.or(self.number.take().map(|(board, number)| (board.start, number)));
                self.found.fail(error.recognised_if(self.rows >= 2))
            }
        }
    }

    /// Adds a board. A single number is kept back: before a board of several rows it is the number of boards.
    fn finish(&mut self, board: Found, number: Option<u64>) -> Result<(), ReadError> {
        match self.number.take() {
            Some((before, count))
                if board.grid.rows() > 1 && self.found.count() == 0 && self.count.is_none() =>
            {
                self.count = Some((before.start, count));
            }
            Some((before, _)) if board.grid.rows() > 1 => {
                let message = "a number before a board, expected their count before the first one";
                let error = ReadError::at(self.source.text, before.start, message);
                self.found.fail(error.recognised_if(self.rows >= 2))?;
            }
            Some((before, _)) => self.push(before),
            None => {}
        }
        match number {
            Some(number) => self.number = Some((board, number)),
            None => self.push(board),
        }
        Ok(())
    }

    fn push(&mut self, board: Found) {
        self.rows += board.grid.rows();
        let task = match self.source.game() {
            GameKind::SameGame => Task::SameGame(SameGameTask::default()),
            GameKind::Mayan => Task::Mayan(MayanTask::default()),
        };
        self.found.push(board.start, board.grid, task);
    }
}

/// Returns `true` if a line opens or closes a code block of Markdown.
fn is_fence(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.starts_with(b"```") || line.starts_with(b"~~~")
}

/// Writes one board with the labels of its colours, or with their names if only some of the labels are numbers. Cells are
/// separated by spaces, or by commas if there are words. A single column with longer labels is written as lists, and so is a
/// single number, which would otherwise be the number of boards.
///
/// # Errors
/// For a Mayan puzzle, whose number of moves would be lost.
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
    let lists = grid.cols() == 1 && (count || grid.names().iter().any(|&name| long(&label(name))));
    let between = if words { "," } else { " " };
    write::rows(out, grid, Order::TopFirst, between, |name| {
        let text = name.map_or(".".into(), label);
        Ok(if lists { format!("[{text}]") } else { text })
    })
}
