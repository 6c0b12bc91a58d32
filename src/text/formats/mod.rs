//! Text to puzzles and back, one file per format.
//!
//! A reader takes a whole text and returns its puzzles, or an error with its place. A writer returns the text of one
//! puzzle, or the reason why the format cannot represent the puzzle. Fields that the format lacks are omitted (an id,
//! rules, a mode, a list of moves). The file of a format also contains the writer of answers for its judge.
//! [`FORMATS`] lists all formats; [`auto::read`] detects the format of a text.
//!
//! A new format is a file with a `FORMAT`, and two entries in this file: its module, and its element of [`FORMATS`].
//! No other code lists the formats, so that every verb supports the new format.
//!
//! - [`auto`]: detection of the format of a text
//! - `sink`: receiver of the puzzles that a reader finds
//! - `judge_answer`: the answers that judges take, and the coordinate systems of lists of clicks
//! - `layout`: comparison of the lines of a number stream with the lines of its format
//! - [`scan`]: bytes to tokens with their places
//! - `sequence`: several puzzles in one text, for formats whose judge takes a single puzzle
//! - `tiles`: the cells of a board during reading, and the validation of the board
//! - `write`: shared code of the writers
//! - [`jsonl`], [`uva339`], [`uva758`], [`click`], [`codingame`], [`rows`], [`tatham`], [`noip`], [`p1312`]:
//!   the formats

pub mod auto;
pub mod click;
pub mod codingame;
pub mod jsonl;
mod judge_answer;
mod layout;
pub mod noip;
pub mod p1312;
pub mod rows;
pub mod scan;
mod sequence;
mod sink;
pub mod tatham;
mod tiles;
pub mod uva339;
pub mod uva758;
mod write;

pub use judge_answer::{COORDINATES, Coordinates, JudgeAnswer, NO_SOLUTION, RECORD_COORDINATES};
pub use sink::PuzzleSink;
pub use write::WriteError;

use scan::without_mark;
use tilefall_rules::ReadError;
use tilefall_rules::puzzle::Puzzle;
use tilefall_rules::{Columns, GameKind};

/// Options of the readers; some affect only the format `rows`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// Whether empty columns close or stay, overriding the puzzles' rules; `None` keeps the rules. If columns stay, a
    /// board may have an empty column left of tiles.
    pub columns: Option<Columns>,
    /// The game of boards in the format `rows`; `None` means SameGame.
    pub game: Option<GameKind>,
    /// Options of the format `rows`.
    pub rows: rows::Options,
    /// Whether the format is only guessed. A reader then accepts a text only if its lines match the format and the text
    /// has a single meaning.
    pub strict: bool,
}

/// How the puzzles of a file are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// The puzzles follow each other without a separator.
    Plain,
    /// There is a blank line between two puzzles.
    Blank,
    /// A file contains one puzzle.
    Single,
    /// The puzzles follow each other without a separator, and this text follows the last one.
    Ended(&'static str),
    /// The file begins with the number of puzzles, and a blank line precedes each puzzle.
    Counted,
}

/// Passes the puzzles and errors of a text to the sink; returns the error that ends reading, if any.
pub type Reader = fn(&[u8], &mut PuzzleSink<'_>) -> Result<(), ReadError>;

/// Appends the text of one puzzle; on an error the appended text is invalid.
pub type Writer = fn(&Puzzle, &mut String) -> Result<(), WriteError>;

/// Reads one line. The arguments are the line, its number from 1, and a value, if any, that overrides the field
/// `columns` of the puzzle's rules. Returns `None` for a blank line.
pub type LineReader = fn(&[u8], u64, Option<Columns>) -> Option<Result<Puzzle, ReadError>>;

/// Functions to read a format line by line: an error affects one line only, and the whole text is never in memory.
#[derive(Debug)]
pub struct ByLine {
    /// Returns `true` if a text with this start is in the format. Other formats accept no such text.
    pub opens: fn(&[u8]) -> bool,
    /// Reads the puzzle of one line.
    pub read: LineReader,
}

/// A text format with its reader and writer.
#[derive(Debug)]
pub struct Format {
    /// The name for `--format` and `--to`.
    pub name: &'static str,
    /// One line for `--list-formats`.
    pub doc: &'static str,
    /// The game of the puzzles; `None` for a format for both games.
    pub game: Option<GameKind>,
    /// Colour names that the writer accepts, in order of preference.
    pub labels: &'static [u64],
    /// How the puzzles of a file are separated.
    pub framing: Framing,
    /// The line reader, if each line is a puzzle.
    pub by_line: Option<ByLine>,
    /// The kind of answer that the judge takes; `None` for a format without a judge.
    pub judge_answer: Option<JudgeAnswer>,
    /// Whether a text may contain answers: lists of moves, each after its board.
    pub holds_lists: bool,
    /// The reader; use [`Format::read`].
    read: Reader,
    /// The writer; use [`Format::write`].
    write: Writer,
}

/// All formats, in the order of `--list-formats`.
pub static FORMATS: &[&Format] = &[
    &jsonl::FORMAT,
    &uva339::FORMAT,
    &uva758::FORMAT,
    &click::FORMAT,
    &codingame::FORMAT,
    &rows::FORMAT,
    &tatham::FORMAT,
    &noip::FORMAT,
    &p1312::FORMAT,
];

/// The default values of the fields of a format.
const DEFAULT: Format = Format {
    name: "",
    doc: "",
    game: None,
    labels: &[],
    framing: Framing::Plain,
    by_line: None,
    judge_answer: None,
    holds_lists: false,
    read: |_, _| Ok(()),
    write: |_, _| Ok(()),
};

const fn consecutive(first: u64) -> [u64; 62] {
    let mut names = [first; 62];
    let mut i = 0;
    while i < 62 {
        names[i] += i as u64;
        i += 1;
    }
    names
}

const TO_61: [u64; 62] = consecutive(0);
const ONE_TO_62: [u64; 62] = consecutive(1);

impl Format {
    /// Returns the format with this name.
    pub fn named(name: &str) -> Option<&'static Format> {
        FORMATS.iter().copied().find(|format| format.name == name)
    }

    /// Returns the line-based format of a text that begins with `start`; leading white space is skipped.
    pub fn by_line(start: &[u8]) -> Option<&'static Format> {
        let start = without_mark(start).trim_ascii_start();
        let opens = |format: &&Format| format.by_line.as_ref().is_some_and(|lines| (lines.opens)(start));
        FORMATS.iter().copied().find(opens)
    }

    /// Reads the puzzles of a text up to the first error. A byte order mark is skipped.
    ///
    /// # Errors
    /// Returns the first error; `puzzles` contains the puzzles before it.
    pub fn read(&self, text: &[u8], puzzles: &mut Vec<Puzzle>) -> Result<(), ReadError> {
        self.read_to(text, ReadOptions::default(), &mut |puzzle| puzzles.push(puzzle))
    }

    /// Like [`read`](Self::read), with options; calls `sink` with each puzzle as soon as it is read.
    ///
    /// # Errors
    /// Returns the first error.
    pub fn read_to(
        &self,
        text: &[u8],
        options: ReadOptions,
        sink: &mut dyn FnMut(Puzzle),
    ) -> Result<(), ReadError> {
        let mut done = Ok(());
        self.run(text, options, true, &mut |item| match item {
            Ok(puzzle) => sink(puzzle),
            Err(error) => done = Err(error),
        });
        done
    }

    /// Calls `sink` with each puzzle and each error of a text, in order. A byte order mark is skipped.
    pub fn read_all(
        &self,
        text: &[u8],
        options: ReadOptions,
        sink: &mut dyn FnMut(Result<Puzzle, ReadError>),
    ) {
        self.run(text, options, false, sink);
    }

    /// Runs the reader, up to the first error if `stop` is set.
    fn run(
        &self,
        text: &[u8],
        options: ReadOptions,
        stop: bool,
        sink: &mut dyn FnMut(Result<Puzzle, ReadError>),
    ) {
        let text = without_mark(text);
        let mut found = PuzzleSink::new(text, options, stop, sink);
        let read = (self.read)(text, &mut found);
        found.end(read);
    }

    /// Returns `true` if the format can represent puzzles of this game.
    pub fn holds(&self, game: GameKind) -> bool {
        self.game.is_none_or(|own| own == game)
    }

    /// Returns `true` if the format has a judge that takes answers to puzzles of this game.
    pub fn answers(&self, game: GameKind) -> bool {
        self.judge_answer.is_some_and(|native| native.game() == game)
    }

    /// Returns the text of one puzzle, without the framing of a file.
    ///
    /// # Errors
    /// If the format cannot represent the puzzle.
    pub fn write(&self, puzzle: &Puzzle) -> Result<String, WriteError> {
        let mut out = String::new();
        (self.write)(puzzle, &mut out)?;
        Ok(out)
    }

    /// Joins the texts of puzzles to a file. Without puzzles, the file is empty or contains only the end marker.
    ///
    /// # Errors
    /// If there are several texts and the format allows one puzzle per file.
    pub fn join(&self, texts: &[String]) -> Result<String, WriteError> {
        match self.framing {
            Framing::Single if texts.len() > 1 => {
                let message = format!("a {} file holds one puzzle, found {}", self.name, texts.len());
                Err(WriteError(message))
            }
            Framing::Plain | Framing::Single => Ok(texts.concat()),
            Framing::Blank => Ok(texts.join("\n")),
            Framing::Ended(end) => Ok(texts.concat() + end),
            Framing::Counted if texts.is_empty() => Ok(String::new()),
            Framing::Counted => Ok(format!("{}\n\n{}", texts.len(), texts.join("\n"))),
        }
    }

    /// Adapts a puzzle to the format: [relabels](Self::relabel) it unless the format can represent its colour names.
    ///
    /// # Errors
    /// Returns the errors of [`relabel`](Self::relabel).
    pub fn fit(&self, puzzle: Puzzle) -> Result<Puzzle, WriteError> {
        let known = |name: &u64| self.labels.contains(name);
        let unchanged = puzzle.grid.names().iter().all(known) || self.write(&puzzle).is_ok();
        if unchanged { Ok(puzzle) } else { self.relabel(&puzzle) }
    }

    /// Renames the colours of a puzzle, in the order of their names, to the first [`labels`](Self::labels) of the
    /// format.
    ///
    /// # Errors
    /// If the board has more colours than the format has labels.
    pub fn relabel(&self, puzzle: &Puzzle) -> Result<Puzzle, WriteError> {
        let ranked = puzzle.grid.relabelled(0);
        if ranked.colours() > self.labels.len() {
            let (has, most) = (ranked.colours(), self.labels.len());
            return Err(WriteError(format!("the board has {has} colours, expected at most {most}")));
        }
        let first = puzzle.task.game().first_colour();
        let skipped = self.labels.iter().take_while(|&&label| label < first).count();
        let skipped = skipped.min(self.labels.len() - ranked.colours());
        let label = |cell| ranked.get(cell).map(|rank| self.labels[skipped + usize::from(rank)]);
        let grid = tilefall_rules::grid::Grid::from_names(ranked.rows(), ranked.cols(), label)
            .map_err(|error| WriteError(error.to_string()))?;
        Ok(Puzzle { grid, ..puzzle.clone() })
    }
}

/// Returns the text of `--list-formats`: one line per format.
pub fn list() -> String {
    list_for(None)
}

/// Like [`list`], for the formats of one game.
pub fn list_for(game: Option<GameKind>) -> String {
    let name = |format: &Format| format.game.map_or("both", GameKind::name);
    let holds = |format: &&&Format| game.is_none_or(|game| format.holds(game));
    let line = |format: &&Format| format!("{:<10} {:<9} {}\n", format.name, name(format), format.doc);
    FORMATS.iter().filter(holds).map(line).collect()
}
