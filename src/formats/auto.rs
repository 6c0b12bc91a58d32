//! Which format a text is in.
//!
//! A reader accepts a text that it parses with nothing left over to valid boards. The first format in the
//! list that accepts is taken, unless another accepts too and reads *different* puzzles: then the text is
//! ambiguous. A stream of numbers fits several formats by chance, so where the lines of a text are laid
//! out as one format has them, a format that only finds the same number of numbers does not count. A text
//! is not read if it is uncertain for each reader that accepts it (see [`Evidence`]).
//!
//! If no reader accepts, the error is that of the reader that recognised its format; else of one whose format the text
//! begins with; else of the one up to whose error most of the text has the shape of its format.

use super::rows::{self, Options};
use super::scan::{Scan, UTF16, is_utf16, quote, without_mark};
use super::{Evidence, FORMATS, Fit, Format, Layout, run};
use crate::base::{Game, ReadError};
use crate::puzzle::{Place, Puzzle};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// What was read, and in which format.
#[derive(Debug)]
pub struct Reading {
    /// The format; for a text that no reader accepts, the one that came nearest.
    pub format: &'static Format,
    /// The puzzles, in the order of the text, and what is wrong where it is wrong.
    pub puzzles: Vec<Result<Puzzle, ReadError>>,
}

/// How to read a text, without its puzzles.
#[derive(Debug)]
pub struct Chosen {
    /// The format; for a text that no reader accepts, the one that came nearest.
    pub format: &'static Format,
    /// What is wrong with the text.
    error: Option<ReadError>,
    /// Whether there are puzzles, before the error if there is one.
    puzzles: bool,
    /// How [`rows`] reads the text, if options were given.
    rows: Option<Options>,
}

impl Chosen {
    /// This format, whatever the text.
    pub fn of(format: &'static Format) -> Chosen {
        Chosen { format, error: None, puzzles: true, rows: None }
    }

    /// Boards of text with these options.
    pub fn rows(options: Options) -> Chosen {
        Chosen { rows: Some(options), ..Chosen::of(&rows::FORMAT) }
    }

    /// Hands over the puzzles of the text that this was chosen for, in its order, and what is wrong where it is
    /// wrong. Behind errors it goes on where the format lets one: behind a bad line of a format that is read [line by line](super::ByLine). Elsewhere an error
    /// is the last item.
    pub fn read(&self, text: &[u8], sink: &mut dyn FnMut(Result<Puzzle, ReadError>)) {
        if let (true, None, Some(by_line)) = (self.puzzles, &self.error, &self.format.by_line) {
            by_line.each(without_mark(text)).for_each(sink);
            return;
        }
        let mut done = Ok(Fit::from(Layout::Neat));
        if self.puzzles {
            let sink = &mut |puzzle| sink(Ok(puzzle));
            done = match self.rows {
                Some(options) => run(|text, found| rows::read_with(text, options, found), text, sink),
                None => self.format.read_to(text, sink),
            };
        }
        self.error.clone().or(done.err()).into_iter().for_each(|error| sink(Err(error)));
    }

    fn reading(&self, text: &[u8]) -> Reading {
        let mut puzzles = Vec::new();
        self.read(text, &mut |item| puzzles.push(item));
        Reading { format: self.format, puzzles }
    }
}

impl Format {
    /// Reads all puzzles of a text; see [`Chosen::read`].
    pub fn read_each(&'static self, text: &[u8]) -> Reading {
        Chosen::of(self).reading(text)
    }
}

/// Reads a text in whatever format it is. A text that starts with `{` is JSON Lines.
///
/// An ambiguous text and one with nothing in it give a single error. If no reader accepts, the error is that
/// of a reader that recognised its format, with the puzzles before it, else of the one that got furthest.
///
/// ```
/// let reading = tilefall::formats::auto::read(b"1..\n122\n");
/// assert_eq!(reading.format.name, "click");
/// assert!(reading.puzzles[0].is_ok());
/// ```
pub fn read(text: &[u8]) -> Reading {
    read_for(text, None)
}

/// As [`read`], by the readers of one game only. A text that none of them recognises and that is laid out as a
/// format of the other game has it gives a single error that says so. Puzzles of JSON Lines may still be of
/// either game.
///
/// ```
/// use tilefall::{formats::auto, base::Game};
/// let noip = b"2\n0\n0\n0\n0\n0\n";
/// assert!(auto::read(noip).puzzles[0].is_err(), "these digits are also a board of one column");
/// assert_eq!(auto::read_for(noip, Some(Game::Mayan)).format.name, "noip");
/// ```
pub fn read_for(text: &[u8], game: Option<Game>) -> Reading {
    choose(text, game).reading(text)
}

/// How [`read_for`] reads a text. The readers are tried, and no puzzles are kept.
pub fn choose(text: &[u8], game: Option<Game>) -> Chosen {
    if is_utf16(text) {
        return nothing(&[], UTF16);
    }
    let text = without_mark(text);
    if text.trim_ascii().is_empty() {
        return nothing(text, "the input is empty, expected a puzzle");
    }
    if let Some(format) = Format::by_line(text) {
        return Chosen::of(format);
    }
    let own = |format: &&Format| game.is_none_or(|game| format.holds(game));
    let tried = Tried::by(text, FORMATS.iter().copied().filter(own));
    let recognised = tried.nearest.as_ref().is_some_and(|refused| refused.error.recognised);
    if let Some(game) = game.filter(|_| tried.weak() && !(recognised && tried.accepted.is_empty())) {
        let others = Tried::by(text, FORMATS.iter().copied().filter(|format| !own(format)));
        let neat = others.accepted.into_iter().find(Accepted::is_neat);
        if let Some(Accepted { format, puzzles, .. }) = neat {
            return of_other_game(text, format, &puzzles, game);
        }
    }
    tried.choice(text, game)
}

/// A text that a reader accepts.
struct Accepted {
    format: &'static Format,
    fit: Fit,
    puzzles: Sum,
}

impl Accepted {
    /// Whether the text is certain to be of the format and laid out as usual.
    fn is_neat(&self) -> bool {
        self.fit == Layout::Neat.into()
    }

    /// Whether the lines do not fit the format, or the format is uncertain.
    fn is_weak(&self) -> bool {
        self.fit.layout == Layout::Loose || self.fit.evidence != Evidence::Sure
    }
}

/// A text that a reader refuses.
struct Refused {
    format: &'static Format,
    error: ReadError,
}

/// What tells some puzzles from others.
#[derive(Default)]
struct Sum {
    hasher: DefaultHasher,
    number: u64,
    /// Where the first one starts.
    first: Option<Place>,
}

impl Sum {
    fn add(&mut self, puzzle: &Puzzle) {
        puzzle.hash(&mut self.hasher);
        self.number += 1;
        self.first = self.first.or(puzzle.place);
    }

    fn is_of(&self, other: &Sum) -> bool {
        (self.number, self.hasher.finish()) == (other.number, other.hasher.finish())
    }
}

/// What some readers make of a text.
struct Tried {
    /// Those that accept it, in their order; if one finds its layout, without those that only find numbers.
    accepted: Vec<Accepted>,
    /// The one of the others that came nearest.
    nearest: Option<Refused>,
}

impl Tried {
    fn by(text: &[u8], formats: impl Iterator<Item = &'static Format>) -> Tried {
        let mut tried = Tried { accepted: Vec::new(), nearest: None };
        for format in formats {
            let mut puzzles = Sum::default();
            match format.read_to(text, &mut |puzzle| puzzles.add(&puzzle)) {
                Ok(fit) => tried.accepted.push(Accepted { format, fit, puzzles }),
                Err(error) => {
                    let rank = |error: &ReadError| (error.recognised, error.begun, error.reached);
                    if tried.nearest.as_ref().is_none_or(|old| rank(&error) > rank(&old.error)) {
                        tried.nearest = Some(Refused { format, error });
                    }
                }
            }
        }
        let unlikely = |accepted: &Accepted| matches!(accepted.fit.evidence, Evidence::Unlikely(_));
        let recognised = tried.nearest.as_ref().is_some_and(|refused| refused.error.recognised);
        if recognised || !tried.accepted.iter().all(unlikely) {
            tried.accepted.retain(|accepted| !unlikely(accepted));
        }
        if tried.accepted.iter().any(|accepted| accepted.fit.layout == Layout::Neat) {
            tried.accepted.retain(|accepted| accepted.fit.layout != Layout::Loose);
        }
        tried
    }

    /// Whether every reader that accepts the text is [weak](Accepted::is_weak).
    fn weak(&self) -> bool {
        self.accepted.iter().all(Accepted::is_weak)
    }

    fn choice(self, text: &[u8], game: Option<Game>) -> Chosen {
        let recognised = self.nearest.as_ref().filter(|refused| refused.error.recognised);
        if let (true, Some(first), Some(refused)) = (self.weak(), self.accepted.first(), recognised) {
            return neither(first.format, refused.format, &refused.error);
        }
        if let Some(Accepted { format, puzzles, .. }) = self.accepted.first() {
            let other = self.accepted.iter().find(|other| !other.puzzles.is_of(puzzles));
            let evidence = self.accepted.iter().map(|accepted| &accepted.fit.evidence);
            let doubts = evidence.map(|evidence| match evidence {
                Evidence::Sure => None,
                Evidence::Open(error) | Evidence::Unlikely(error) => Some(error.clone()),
            });
            let doubts: Option<Vec<ReadError>> = doubts.collect();
            return match (other, doubts) {
                (Some(other), _) => {
                    wrong(format, ReadError::at(text, 0, ambiguous(format.name, other.format.name)))
                }
                (None, Some(mut doubts)) => wrong(format, doubts.swap_remove(0)),
                (None, None) => Chosen::of(format),
            };
        }
        let Some(Refused { format, error }) = self.nearest else {
            return nothing(text, "no reader accepts the input");
        };
        if !error.recognised && (error.line, error.column) <= start(text) {
            let first = Scan::new(text).next().map_or(String::new(), |token| quote(token.bytes));
            let of = game.map_or(String::new(), |game| format!(" of {} puzzles", game.title()));
            let holds = |format: &&&Format| game.is_none_or(|game| format.holds(game));
            let names: Vec<_> = FORMATS.iter().filter(holds).map(|format| format.name).collect();
            let message = format!("no format{of} starts with {first}, expected one of {}", names.join(", "));
            return wrong(FORMATS[0], ReadError { message, ..error });
        }
        let (puzzles, message) = (error.recognised, format!("{} (read as {})", error.message, format.name));
        Chosen { puzzles, ..wrong(format, ReadError { message, ..error }) }
    }
}

/// A text that is an error as a whole.
fn wrong(format: &'static Format, error: ReadError) -> Chosen {
    Chosen { error: Some(error), puzzles: false, ..Chosen::of(format) }
}

/// A text that is accepted by the weak reader of one format, and is of another format with a mistake in it.
fn neither(loose: &'static Format, lines: &'static Format, error: &ReadError) -> Chosen {
    let (one, other) = (loose.name, lines.name);
    let message = format!("{} (read as {other}; {one} accepts it: name the format)", error.message);
    wrong(lines, ReadError { message, ..error.clone() })
}

/// A text without puzzles.
fn nothing(text: &[u8], message: &str) -> Chosen {
    wrong(FORMATS[0], ReadError::at(text, text.len(), message))
}

/// A text of puzzles, but not of the game that is expected: one error for all of them.
fn of_other_game(text: &[u8], format: &'static Format, puzzles: &Sum, expected: Game) -> Chosen {
    let found = format.game.unwrap_or(expected);
    let message = format!("{} (read as {})", found.instead_of(expected), format.name);
    let place = puzzles.first.unwrap_or_default();
    let error = ReadError { line: place.line, column: place.column, ..ReadError::at(text, 0, message) };
    wrong(format, error.recognised())
}

/// Line and column of the first token.
fn start(text: &[u8]) -> (u64, u64) {
    let place = ReadError::at(text, text.len() - text.trim_ascii_start().len(), "");
    (place.line, place.column)
}

fn ambiguous(one: &str, other: &str) -> String {
    format!("the input can be read as {one} or, differently, as {other}: name the format")
}
