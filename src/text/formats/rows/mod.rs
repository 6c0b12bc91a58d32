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
//!   if a row has one, else by commas, semicolons or blanks; otherwise each character is a cell. Full-width separators
//!   count as the usual ones, and the vertical lines of frames count as `|`.
//! - A separator at the start or end of every row, quotes around every row, and the lines of a frame or of a table are
//!   removed; and so are the numbers that `show` writes beside a board.
//! - A blank line ends a board. A single number before boards of several rows is the number of boards.
//! - A cell is a number, a letter or another sign; each is a colour. Between commas and pipes, and in lists, a cell may be a
//!   word. `.` and `-1` are empty, and so are a blank cell between commas or pipes and every symbol of [`Options::empty`].
//!   `-` and `_` are not colours.
//! - A first line of one to three numbers is the size of the board below, if the line cannot be a row and the board has
//!   several rows: the number of rows, or rows and columns in either order, and optionally the number of colours.
//! - `#` or `//` at the start of a line or after white space begins a comment.
//! - If there are Markdown fences (three backticks or tildes), the text outside of them is skipped.
//! - A text in brackets is a list of rows, each a list of cells or one string; or a list of such boards; or a list of cells
//!   on each line. Names, calls and types around lists are as in source code, and keys as in JSON; `null`, `None` and `""` are
//!   empty. With [`Lists::Columns`] the lists are columns from the bottom.
//! - With [`Options::width`] cells follow each other without rows, in a text or a list.
//!
//! # Readings
//! A text of a guessed format is refused if two readings give boards: the first line is a size or a row, strings are
//! rows or cells, a single row holds numbers or is several rows of digits. Likely mistakes are refused too: a single
//! row of letters, and a board that mixes numbers with other symbols.
//!
//! # Games
//! A board belongs to SameGame, or to the Mayan puzzle if a verb of the Mayan puzzle reads the text; the option
//! `--moves` of the verb sets the number of moves.
//!
//! # Names
//! A number is the name of its colour. A letter has the same name as in records, unless the board has a number of that
//! name. All other symbols get the lowest unused names, in the order of their characters. The label of each colour is
//! its symbol.
//!
//! From a text to its boards and lists of moves:
//! - `options`: symbols of empty cells, and the order of rows
//! - `source`: the text, its lines and blocks, and places in it; `drawn`: boards as this program draws them
//! - `document`: blocks to boards and lists; `forms`: kinds of lines, labels and titles
//! - `table`: lines to a board; `frame`: lines without cells around the rows; `labels`: labels of rows and columns
//! - `lexer`: text to tokens; `tree`: brackets to entries; `list`: boards in brackets; `dialect`: moves
//! - `board`: cells to a board
//! - `cells`: a row to cells, a cell to a symbol

mod board;
mod cells;
#[doc(hidden)]
pub mod dialect;
#[doc(hidden)]
pub mod document;
mod drawn;
mod forms;
mod frame;
mod labels;
mod lexer;
mod list;
mod options;
#[doc(hidden)]
pub mod source;
mod table;
mod tree;

use super::scan::quote;
use super::tiles::Order;
use super::write::{self, WriteError};
use super::{DEFAULT, Format, Framing, PuzzleSink, RECORD_COORDINATES};
use board::Found;
use dialect::Dialect;
use document::{Document, Item};
pub use options::{Lists, Options, RowsFrom, Symbols};
use source::Source;
use tilefall_rules::grid::Grid;
use tilefall_rules::puzzle::{MayanTask, Puzzle, SameGameTask, Task};
use tilefall_rules::{Cell, GameKind, ReadError, Step};

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub static FORMAT: Format = Format {
    name: "rows",
    doc: "boards as text: a row a line, from the top; letters, numbers or signs, '.' for empty",
    labels: &super::TO_61,
    framing: Framing::Blank,
    read,
    write,
    ..DEFAULT
};

/// Reads all boards, each with the list of moves after it. The error of a board does not affect the boards after it.
///
/// # Errors
/// For invalid symbols, uneven rows, no rows at all, floating tiles, and an empty column left of tiles.
pub fn read(text: &[u8], found: &mut PuzzleSink<'_>) -> Result<(), ReadError> {
    let clean = source::clean(text)?;
    let source = Source::new(&clean, found.options);
    let dialect = Dialect { game: source.game(), coordinates: &RECORD_COORDINATES, rows: 0 };
    let mut reader = Reader {
        source,
        found,
        number: None,
        count: None,
        rows: 0,
        aside: None,
        asides: 0,
        seen_aside: false,
        note: false,
        lost: None,
    };
    Document::new(source, dialect, None).read(&mut |item| reader.item(item))?;
    if let Some((number, _)) = reader.number.take() {
        reader.last_number(number)?;
    }
    reader.end_note(true);
    let boards = reader.found.count();
    match reader.count {
        Some((start, count)) if count != boards => {
            let message = format!("the number before the boards is {count}, expected {boards}, their count");
            Err(ReadError::at(text, start, message).recognised_if(reader.rows >= 2))
        }
        _ if boards == 0 => Err(match reader.aside {
            Some(aside) => source.found(aside, "rows of symbols"),
            None if text.trim_ascii_start().starts_with(b"##") => {
                let start = text.len() - text.trim_ascii_start().len();
                let message = "'#' begins a comment, expected rows of other signs, without a frame of '#'";
                ReadError::at(text, start, message).recognised()
            }
            None => ReadError::at(text, text.len(), "the input ends here, expected rows of symbols"),
        }),
        _ => Ok(()),
    }
}

/// A reader of the boards of a text.
struct Reader<'t, 'f, 's> {
    source: Source<'t>,
    found: &'f mut PuzzleSink<'s>,
    /// The last board and its number, if the board is a single number: perhaps the number of the boards below.
    number: Option<(Found, u64)>,
    /// The offset and value of the number of boards.
    count: Option<(usize, u64)>,
    /// The total number of rows of all boards so far.
    rows: usize,
    /// The first text since the last board that is no part of a board; `asides` counts such texts.
    aside: Option<&'t str>,
    asides: usize,
    /// Whether any text so far is no part of a board.
    seen_aside: bool,
    /// Whether any text counted in `asides` is more than a title.
    note: bool,
    /// The first skipped text with several lines or with lists in lists: perhaps a board that is not understood.
    lost: Option<&'t str>,
}

impl<'t> Reader<'t, '_, '_> {
    fn item(&mut self, item: Result<Item<'t>, ReadError>) -> Result<(), ReadError> {
        match item {
            Ok(Item::Board(board, number)) => self.board(board, number),
            Ok(Item::Either(board, moves)) => self.either(board, &moves),
            Ok(Item::Moves { at, lists, .. }) => match &lists[..] {
                [moves] => self.moves(at, moves),
                _ => self.skip(at, true),
            },
            Ok(Item::Number(at) | Item::Title(at, _)) => self.skip(at, true),
            Ok(Item::Aside(at, is_sentence)) => {
                let is_lost = ["\n", "[[", "{{", "(("].iter().any(|part| at.contains(part));
                self.lost = self.lost.or(Some(at).filter(|_| is_lost));
                self.skip(at, !is_sentence)
            }
            Ok(Item::Break) => Ok(()),
            Err(error) => {
                // A single number before a bad board is the number of boards.
                self.count = self.count.or(self.number.take().map(|(board, number)| (board.start, number)));
                self.fail(error)
            }
        }
    }

    fn fail(&mut self, error: ReadError) -> Result<(), ReadError> {
        self.found.fail(error.recognised_if(self.rows >= 2))
    }

    /// Adds a board. Holds back a single `number`: it is the number of boards if a board of several rows follows.
    fn board(&mut self, board: Found, number: Option<u64>) -> Result<(), ReadError> {
        let is_pairs = || {
            let mut labels = board.grid.colour_names().labels();
            board.grid.cols() == 2 && labels.all(|label| label.parse::<u64>().is_ok())
        };
        // Pairs of numbers may be the moves of a board in the text `lost`, which was not understood.
        if let Some(lost) = self.lost
            && self.source.options.strict
            && self.found.count() == 0
            && is_pairs()
        {
            return self.found.fail(self.source.found(lost, "rows of symbols").recognised());
        }
        match self.number.take() {
            Some((before, count))
                if board.grid.rows() > 1 && self.found.count() == 0 && self.count.is_none() =>
            {
                self.count = Some((before.start, count));
            }
            Some((before, _)) if board.grid.rows() > 1 => {
                let message = "a number before a board, expected their count before the first one";
                self.fail(self.source.error_at(before.start, message))?;
            }
            Some((before, _)) => self.last_number(before)?,
            None => {}
        }
        match number {
            Some(number) => self.number = Some((board, number)),
            None => self.push(board),
        }
        Ok(())
    }

    /// Adds a board of one number; with `strict`, this is an error after a board of several rows or other text.
    fn last_number(&mut self, board: Found) -> Result<(), ReadError> {
        if self.source.options.strict && (self.rows as u64 > self.found.count() || self.seen_aside) {
            let message = "a number after a board, expected rows of symbols";
            return self.fail(self.source.error_at(board.start, message));
        }
        self.push(board);
        Ok(())
    }

    fn push(&mut self, board: Found) {
        self.rows += board.grid.rows();
        let task = match self.source.game() {
            GameKind::SameGame => Task::SameGame(SameGameTask::default()),
            GameKind::Mayan => Task::Mayan(MayanTask::default()),
        };
        self.found.push(board.start, board.grid, task);
        self.end_note(false);
    }

    /// Adds a note on the skipped texts to the last puzzle. Titles alone are noted only if `all` is set.
    fn end_note(&mut self, all: bool) {
        let (aside, asides) = (self.aside, std::mem::take(&mut self.asides));
        if (all || std::mem::take(&mut self.note))
            && asides > 0
            && let (Some(aside), Some(puzzle)) = (aside, self.found.last_mut())
        {
            let more = if asides > 1 { format!(" and {} more", asides - 1) } else { String::new() };
            let message = format!("{} is no board{more}, and was skipped", quote(aside.as_bytes()));
            puzzle.note = Some(self.source.error(aside, message).to_string());
            self.aside = None;
        }
        self.aside = self.aside.filter(|_| self.found.count() == 0);
    }

    /// Adds a board that looks like a list of moves. If it may be moves of the board above, `strict` refuses the text.
    fn either(&mut self, board: Found, moves: &[Step]) -> Result<(), ReadError> {
        // Whether the numbers can be cells of the board above, in some coordinates.
        let near = self.found.last_mut().is_some_and(|puzzle| {
            let most = puzzle.grid.rows().max(puzzle.grid.cols()) as u64;
            moves.iter().all(|step| match *step {
                Step::Click(row, col) => row.max(col) <= most,
                Step::Slide(x, y, _) => u64::from(x.max(y)) <= most,
            })
        });
        if !near || !self.source.options.strict {
            return self.board(board, None);
        }
        let message = "a board, or the moves of the board above: write 'moves:' before moves, or add --format rows for boards";
        Err(ReadError { ambiguous: true, ..self.source.error_at(board.start, message) })
    }

    /// Adds moves to the task of the last board, if all their cells are on the board; else skips the text `at`.
    fn moves(&mut self, at: &'t str, moves: &[Step]) -> Result<(), ReadError> {
        match self.found.last_mut() {
            Some(puzzle) if is_on(&puzzle.grid, moves) => {
                puzzle.task.add_list(moves);
                Ok(())
            }
            _ => self.skip(at, true),
        }
    }

    /// Skips a text that is no part of a board; `note` is set if the text is more than a title.
    fn skip(&mut self, at: &'t str, note: bool) -> Result<(), ReadError> {
        self.aside.get_or_insert(at);
        self.asides += 1;
        self.seen_aside = true;
        self.note |= note;
        Ok(())
    }
}

/// Returns `true` if the cells of all moves are on a board.
fn is_on(grid: &Grid, moves: &[Step]) -> bool {
    moves.iter().all(|&step| match step {
        Step::Click(..) => step.click().is_some_and(|cell| grid.contains(cell)),
        Step::Slide(x, y, _) => grid.contains(Cell::new(y.into(), x.into())),
    })
}

/// Writes one board with the labels of its colours. The names of the colours replace the labels if only some labels are
/// numbers, or if a label would be read as a title (`=`, or a word alone). Spaces separate cells, or commas if a label
/// is a word. A single column with longer labels is written as lists, and so is a single number, which would otherwise
/// be read as the number of boards.
///
/// # Errors
/// For a colour 0 of a Mayan puzzle, which would be read as an empty cell. The number of moves is left out.
pub fn write(puzzle: &Puzzle, out: &mut String) -> Result<(), WriteError> {
    let grid = &puzzle.grid;
    let is_zero = |&name: &u64| grid.label_of(name) == "0";
    if puzzle.task.game() == GameKind::Mayan
        && let Some(&zero) = grid.names().iter().find(|name| is_zero(name))
    {
        return Err(write::colour(grid, zero, "another label, as 0 is an empty cell"));
    }
    let number = |label: &str| label.bytes().all(|byte| byte.is_ascii_digit());
    let long = |label: &str| cells::signs(label).nth(1).is_some();
    let labels: Vec<_> = grid.colour_names().labels().collect();
    let numbers = labels.iter().filter(|label| number(label)).count();
    // A word alone in brackets would be read as a title.
    let is_title =
        |label: &str| label == "=" || grid.rows() * grid.cols() == 1 && long(label) && !number(label);
    let by_name = (1..labels.len()).contains(&numbers) || labels.iter().any(|label| is_title(label));
    let label = |name: u64| if by_name { name.to_string() } else { grid.label_of(name).into_owned() };
    let words = !by_name && labels.iter().any(|label| long(label) && !number(label));
    let count = grid.rows() == 1 && grid.names().iter().any(|&name| number(&label(name)));
    let lists = grid.cols() == 1 && (count || grid.names().iter().any(|&name| long(&label(name))));
    let between = if words { "," } else { " " };
    write::rows(out, grid, Order::TopFirst, between, |name| {
        let text = name.map_or(".".into(), label);
        Ok(if lists { format!("[{text}]") } else { text })
    })
}
