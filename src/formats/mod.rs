//! Text to puzzles and back, one file per format.
//!
//! A reader takes a whole text and returns its puzzles, or the place where it is wrong; a writer gives the
//! text of one puzzle or says why the format cannot hold it. What a format has no room for (an id, rules,
//! a mode, a list of moves) its writer leaves out. What else is particular to a format stands in its file, too:
//! the answers of its judge, the coordinates of its lists. [`FORMATS`] lists them all; [`auto::read`] finds the
//! reader of a text.
//!
//! A new format is a file with a `FORMAT`, and its name here: once as a module, once in [`FORMATS`]. Nothing else
//! names formats, so that every verb has it.
//!
//! - [`auto`]: which format a text is in
//! - [`sink`]: where a reader puts the puzzles it finds
//! - `native`: the answers of judges, and how lists count
//! - `layout`: how far the lines of a number stream are those of its format
//! - [`scan`]: bytes to tokens with their places
//! - `several`: several puzzles where the judge takes one
//! - `tiles`: cells as they come in, and the checks that make them a board
//! - `write`: what the writers share
//! - [`jsonl`], [`uva339`], [`uva758`], [`click`], [`codingame`], [`rows`], [`tatham`], [`noip`], [`p1312`]:
//!   the formats

pub mod auto;
pub mod click;
pub mod codingame;
pub mod jsonl;
mod layout;
mod native;
pub mod noip;
pub mod p1312;
pub mod rows;
pub mod scan;
mod several;
pub mod sink;
pub mod tatham;
mod tiles;
pub mod uva339;
pub mod uva758;
mod write;

pub use native::{Coordinates, NONE, Native, RECORDS};
pub use sink::PuzzleSink;
pub use write::WriteError;

use crate::base::Game;
use crate::base::ReadError;
use crate::puzzle::Puzzle;
use scan::{lines, without_mark};

/// Whether a text is laid out in lines as its format usually is, or only reads as the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// As usual.
    Neat,
    /// The lines fit, but tell little: one row, or one column.
    Bare,
    /// The numbers fit, the lines do not.
    Loose,
}

/// How certain it is that a text is of a format whose reader accepts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Certain.
    Sure,
    /// Nothing in the text contradicts the format, and nothing confirms it; the error says so.
    Open(ReadError),
    /// The text is more likely something else; the error says why.
    Unlikely(ReadError),
}

/// How a text fits its format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// How the text is laid out.
    pub layout: Layout,
    /// How certain the format is.
    pub evidence: Evidence,
}

impl From<Layout> for Fit {
    /// A text that is certain to be of its format.
    fn from(layout: Layout) -> Fit {
        Fit { layout, evidence: Evidence::Sure }
    }
}

impl Fit {
    /// Merges the fit of another part of the text, keeping the worse of the two.
    pub fn weaken(&mut self, other: Fit) {
        if self.layout == Layout::Neat {
            self.layout = other.layout;
        }
        if self.evidence == Evidence::Sure {
            self.evidence = other.evidence;
        }
    }
}

/// How puzzles of one format stand together in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// One after the other.
    Plain,
    /// With a blank line between two.
    Blank,
    /// One a file.
    Single,
    /// One after the other, then this text.
    Ended(&'static str),
    /// Their number first, then each behind a blank line.
    Counted,
}

/// Reads all puzzles of a text, and returns how the text fits. At an error the puzzles before it are found.
pub type Reader = fn(&[u8], &mut PuzzleSink<'_>) -> Result<Fit, ReadError>;

/// Adds the text of one puzzle; at an error what was added is of no use.
pub type Writer = fn(&Puzzle, &mut String) -> Result<(), WriteError>;

/// Reads one line of a number, from 1; `None` if it is blank.
pub type LineReader = fn(&[u8], u64) -> Option<Result<Puzzle, ReadError>>;

/// How a format is read line by line: an error ends with its line, and a text need not be held as a whole.
#[derive(Debug)]
pub struct ByLine {
    /// The first byte of such a text; no other format's starts with it.
    pub opening: u8,
    /// Reads a line.
    pub read: LineReader,
}

impl ByLine {
    /// The puzzle of every line that is not blank, or what is wrong with that line.
    pub fn each(&self, text: &[u8]) -> impl Iterator<Item = Result<Puzzle, ReadError>> {
        (1..).zip(lines(text)).filter_map(|(number, (_, line))| (self.read)(line, number))
    }
}

/// A format: its name, its reader and its writer.
#[derive(Debug)]
pub struct Format {
    /// The name that `--format` and `--to` take.
    pub name: &'static str,
    /// One line for `--list-formats`.
    pub doc: &'static str,
    /// The game of its puzzles; `None` if they may be of either.
    pub game: Option<Game>,
    /// Colour names that its writer is sure to take, the first ones to use first.
    pub labels: &'static [u64],
    /// How its puzzles stand together.
    pub framing: Framing,
    /// How it is read line by line, if each of its lines is a puzzle.
    pub by_line: Option<ByLine>,
    /// How its judge is answered, if it has one.
    pub native: Option<Native>,
    /// How plain lists for its puzzles count.
    pub coordinates: &'static Coordinates,
    /// Whether a text of it may be an answer: a board with its list.
    pub holds_lists: bool,
    /// Its reader; use [`Format::read`].
    read: Reader,
    /// Its writer; use [`Format::write`].
    write: Writer,
}

/// All formats, in the order in which [`auto::read`] prefers them.
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

/// What a format has if its file does not say otherwise.
const BARE: Format = Format {
    name: "",
    doc: "",
    game: None,
    labels: &[],
    framing: Framing::Plain,
    by_line: None,
    native: None,
    coordinates: &RECORDS,
    holds_lists: false,
    read: |_, _| Ok(Fit { layout: Layout::Neat, evidence: Evidence::Sure }),
    write: |_, _| Ok(()),
};

const fn counted(first: u64) -> [u64; 62] {
    let mut names = [first; 62];
    let mut i = 0;
    while i < 62 {
        names[i] += i as u64;
        i += 1;
    }
    names
}

const TO_61: [u64; 62] = counted(0);
const ONE_TO_62: [u64; 62] = counted(1);

impl Format {
    /// The format of this name.
    pub fn named(name: &str) -> Option<&'static Format> {
        FORMATS.iter().copied().find(|format| format.name == name)
    }

    /// The format that is read line by line and that a text with this start, white space aside, is in.
    pub fn by_line(start: &[u8]) -> Option<&'static Format> {
        let first = without_mark(start).trim_ascii_start().first()?;
        let opens = |format: &&Format| format.by_line.as_ref().is_some_and(|lines| lines.opening == *first);
        FORMATS.iter().copied().find(opens)
    }

    /// Reads all puzzles of a text. At an error the list holds the puzzles before it. A byte order mark is
    /// passed over.
    ///
    /// # Errors
    /// Those of the format's reader.
    pub fn read(&self, text: &[u8], puzzles: &mut Vec<Puzzle>) -> Result<Fit, ReadError> {
        self.read_to(text, &mut |puzzle| puzzles.push(puzzle))
    }

    /// As [`read`](Self::read), each puzzle handed over as it is found.
    ///
    /// # Errors
    /// Those of the format's reader.
    pub fn read_to(&self, text: &[u8], sink: &mut dyn FnMut(Puzzle)) -> Result<Fit, ReadError> {
        run(self.read, text, sink)
    }

    /// Whether its puzzles may be of this game.
    pub fn holds(&self, game: Game) -> bool {
        self.game.is_none_or(|own| own == game)
    }

    /// Whether the judge of its puzzles of a game takes answers.
    pub fn answers(&self, game: Game) -> bool {
        self.native.is_some_and(|native| native.game() == game)
    }

    /// The text of one puzzle, without what frames a file.
    ///
    /// # Errors
    /// If the format cannot hold the puzzle.
    pub fn write(&self, puzzle: &Puzzle) -> Result<String, WriteError> {
        let mut out = String::new();
        (self.write)(puzzle, &mut out)?;
        Ok(out)
    }

    /// Joins the texts of puzzles to a file. No puzzles give an empty file, or one that says so.
    ///
    /// # Errors
    /// If there are several, and the format holds one.
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

    /// The puzzle as this format can hold it: as it is if the format has its colour names, otherwise as
    /// [`relabel`](Self::relabel) makes it.
    ///
    /// # Errors
    /// Those of [`relabel`](Self::relabel).
    pub fn fit(&self, puzzle: Puzzle) -> Result<Puzzle, WriteError> {
        let known = |name: &u64| self.labels.contains(name);
        let as_it_is = puzzle.grid.names().iter().all(known) || self.write(&puzzle).is_ok();
        if as_it_is { Ok(puzzle) } else { self.relabel(&puzzle) }
    }

    /// The same puzzle with its colours renamed, in the order of their names, to the first
    /// [`labels`](Self::labels) of this format.
    ///
    /// # Errors
    /// If the board has more colours than the format has labels.
    pub fn relabel(&self, puzzle: &Puzzle) -> Result<Puzzle, WriteError> {
        let ranked = puzzle.grid.relabelled(0);
        if ranked.colours() > self.labels.len() {
            let (has, most) = (ranked.colours(), self.labels.len());
            return Err(WriteError(format!("the board has {has} colours, expected at most {most}")));
        }
        let label = |cell| ranked.get(cell).map(|rank| self.labels[usize::from(rank)]);
        let grid = crate::grid::Grid::from_names(ranked.rows(), ranked.cols(), label)
            .map_err(|error| WriteError(error.to_string()))?;
        Ok(Puzzle { grid, ..puzzle.clone() })
    }
}

/// Runs a reader on a text without its byte order mark.
fn run(
    read: impl FnOnce(&[u8], &mut PuzzleSink<'_>) -> Result<Fit, ReadError>,
    text: &[u8],
    sink: &mut dyn FnMut(Puzzle),
) -> Result<Fit, ReadError> {
    let text = without_mark(text);
    let mut found = PuzzleSink::new(text, sink);
    let read = read(text, &mut found);
    found.end();
    read
}

/// The text of `--list-formats`: a line per format.
pub fn list() -> String {
    list_for(None)
}

/// As [`list`], of the formats that hold puzzles of a game.
pub fn list_for(game: Option<Game>) -> String {
    let name = |format: &Format| format.game.map_or("both", Game::name);
    let holds = |format: &&&Format| game.is_none_or(|game| format.holds(game));
    let line = |format: &&Format| format!("{:<10} {:<9} {}\n", format.name, name(format), format.doc);
    FORMATS.iter().filter(holds).map(line).collect()
}
