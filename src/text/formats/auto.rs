//! Detection of the format of a text.
//!
//! A reader accepts a text if it parses all of it to valid boards. The first format in the list that accepts is chosen,
//! unless another one accepts the text as well and reads *different* puzzles: then the text is ambiguous. A stream of
//! numbers matches several formats by chance; so if the lines of a text match the layout of one format, formats whose
//! layout does not match are ignored. A text is refused if every reader that accepts it is uncertain (see [`Evidence`]).
//!
//! If no reader accepts, the error shown is that of the reader that recognised its format; else of a reader whose format
//! matches the start of the text; else of the reader that got furthest.

use super::rows::{self, Options};
use super::scan::{Scan, UTF16, is_utf16, quote, without_mark};
use super::{Evidence, FORMATS, Fit, Format, Layout, run};
use crate::rules::puzzle::{Place, Puzzle};
use crate::rules::{Columns, GameKind, ReadError};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// The puzzles of a text, and its format.
#[derive(Debug)]
pub struct Reading {
    /// The format; for a text that no reader accepts, the closest one.
    pub format: &'static Format,
    /// The puzzles and errors, in the order of the text.
    pub puzzles: Vec<Result<Puzzle, ReadError>>,
}

/// The result of format detection: how to read a text.
#[derive(Debug)]
pub struct ReadPlan {
    /// The format; for a text that no reader accepts, the closest one.
    pub format: &'static Format,
    /// The error of the text.
    error: Option<ReadError>,
    /// Whether there are puzzles (before the error, if there is one).
    puzzles: bool,
    /// The options of [`rows`], if given.
    rows: Option<Options>,
    /// The columns of the game that is played, if the caller has chosen them.
    columns: Option<Columns>,
}

impl ReadPlan {
    /// Creates a plan that reads any text in this format.
    pub fn of(format: &'static Format) -> ReadPlan {
        ReadPlan { format, error: None, puzzles: true, rows: None, columns: None }
    }

    /// Creates a plan that reads boards as text with these options.
    pub fn rows(options: Options) -> ReadPlan {
        ReadPlan { rows: Some(options), ..ReadPlan::of(&rows::FORMAT) }
    }

    /// Sets the columns of the game that is played, in place of those of the puzzles' rules. Where columns stay, boards may
    /// have empty columns left of full ones.
    #[must_use]
    pub fn by(self, columns: Option<Columns>) -> ReadPlan {
        ReadPlan { columns, ..self }
    }

    /// Calls `sink` with the puzzles and errors of the text that the plan was made for, in order. After an error, reading
    /// continues only in formats that are read [line by line](super::ByLine), with the next line. In other formats an error
    /// is the last item.
    pub fn read(&self, text: &[u8], sink: &mut dyn FnMut(Result<Puzzle, ReadError>)) {
        if let (true, None, Some(by_line)) = (self.puzzles, &self.error, &self.format.by_line) {
            by_line.read_lines(without_mark(text), self.columns).for_each(sink);
            return;
        }
        let mut done = Ok(Fit::from(Layout::Neat));
        if self.puzzles {
            let sink = &mut |puzzle| sink(Ok(puzzle));
            done = match self.rows {
                Some(options) => {
                    run(|text, found| rows::read_with(text, options, found), text, self.columns, sink)
                }
                None => self.format.read_by(text, self.columns, sink),
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
    /// Reads all puzzles of a text; see [`ReadPlan::read`].
    pub fn read_each(&'static self, text: &[u8]) -> Reading {
        ReadPlan::of(self).reading(text)
    }
}

/// Detects the format of a text and reads it. A text that starts with `{` is JSON Lines.
///
/// An ambiguous or empty text results in a single error. If no reader accepts, the error is that of a reader that
/// recognised its format, with the puzzles before it, else of the reader that got furthest.
///
/// ```
/// let reading = tilefall::text::formats::auto::read(b"1..\n122\n");
/// assert_eq!(reading.format.name, "click");
/// assert!(reading.puzzles[0].is_ok());
/// ```
pub fn read(text: &[u8]) -> Reading {
    read_for(text, None)
}

/// Like [`read`], but uses only the formats of one game. If none of them matches and the text has the layout of a format
/// of the other game, the result is a single error that names that format. Puzzles in JSON Lines may still be of either
/// game.
///
/// ```
/// use tilefall::{text::formats::auto, rules::GameKind};
/// let noip = b"2\n0\n0\n0\n0\n0\n";
/// assert!(auto::read(noip).puzzles[0].is_err(), "these digits are also a board of one column");
/// assert_eq!(auto::read_for(noip, Some(GameKind::Mayan)).format.name, "noip");
/// ```
pub fn read_for(text: &[u8], game: Option<GameKind>) -> Reading {
    plan(text, game).reading(text)
}

/// Detects how [`read_for`] reads a text. All readers run, and their puzzles are discarded.
pub fn plan(text: &[u8], game: Option<GameKind>) -> ReadPlan {
    plan_by(text, game, None)
}

/// Like [`plan`], for the columns of the game that is played, as in [`ReadPlan::by`].
pub fn plan_by(text: &[u8], game: Option<GameKind>, columns: Option<Columns>) -> ReadPlan {
    detected(text, game, columns).by(columns)
}

fn detected(text: &[u8], game: Option<GameKind>, columns: Option<Columns>) -> ReadPlan {
    if is_utf16(text) {
        return no_puzzles(&[], UTF16);
    }
    let text = without_mark(text);
    if text.trim_ascii().is_empty() {
        return no_puzzles(text, "the input is empty, expected a puzzle");
    }
    if let Some(format) = Format::by_line(text) {
        return ReadPlan::of(format);
    }
    let own = |format: &&Format| game.is_none_or(|game| format.holds(game));
    let trials = Trials::run(text, FORMATS.iter().copied().filter(own), columns);
    let recognised = trials.nearest.as_ref().is_some_and(|refused| refused.error.recognised);
    if let Some(game) = game.filter(|_| trials.all_weak() && !(recognised && trials.accepted.is_empty())) {
        let others = Trials::run(text, FORMATS.iter().copied().filter(|format| !own(format)), columns);
        let neat = others.accepted.into_iter().find(Accepted::is_neat);
        if let Some(Accepted { format, puzzles, .. }) = neat {
            return of_other_game(text, format, &puzzles, game);
        }
    }
    trials.plan(text, game)
}

/// The result of a reader that accepts the text.
struct Accepted {
    format: &'static Format,
    fit: Fit,
    puzzles: Fingerprint,
}

impl Accepted {
    /// Returns `true` if the format is certain and the layout usual.
    fn is_neat(&self) -> bool {
        self.fit == Layout::Neat.into()
    }

    /// Returns `true` if the layout does not match, or the format is uncertain.
    fn is_weak(&self) -> bool {
        self.fit.layout == Layout::Loose || self.fit.evidence != Evidence::Sure
    }
}

/// The result of a reader that refuses the text.
struct Refused {
    format: &'static Format,
    error: ReadError,
}

/// A hash of a sequence of puzzles.
#[derive(Default)]
struct Fingerprint {
    hasher: DefaultHasher,
    number: u64,
    /// The place of the first puzzle.
    first: Option<Place>,
}

impl Fingerprint {
    fn add(&mut self, puzzle: &Puzzle) {
        puzzle.hash(&mut self.hasher);
        self.number += 1;
        self.first = self.first.or(puzzle.place);
    }

    fn equals(&self, other: &Fingerprint) -> bool {
        (self.number, self.hasher.finish()) == (other.number, other.hasher.finish())
    }
}

/// The results of several readers on a text.
struct Trials {
    /// The readers that accept, in order; if the layout of one matches, without the readers whose layout does not.
    accepted: Vec<Accepted>,
    /// The closest of the readers that refuse.
    nearest: Option<Refused>,
}

impl Trials {
    fn run(text: &[u8], formats: impl Iterator<Item = &'static Format>, columns: Option<Columns>) -> Trials {
        let mut trials = Trials { accepted: Vec::new(), nearest: None };
        for format in formats {
            let mut puzzles = Fingerprint::default();
            match format.read_by(text, columns, &mut |puzzle| puzzles.add(&puzzle)) {
                Ok(fit) => trials.accepted.push(Accepted { format, fit, puzzles }),
                Err(error) => {
                    let rank = |error: &ReadError| (error.recognised, error.begun, error.reached);
                    if trials.nearest.as_ref().is_none_or(|old| rank(&error) > rank(&old.error)) {
                        trials.nearest = Some(Refused { format, error });
                    }
                }
            }
        }
        let unlikely = |accepted: &Accepted| matches!(accepted.fit.evidence, Evidence::Unlikely(_));
        let recognised = trials.nearest.as_ref().is_some_and(|refused| refused.error.recognised);
        if recognised || !trials.accepted.iter().all(unlikely) {
            trials.accepted.retain(|accepted| !unlikely(accepted));
        }
        if trials.accepted.iter().any(|accepted| accepted.fit.layout == Layout::Neat) {
            trials.accepted.retain(|accepted| accepted.fit.layout != Layout::Loose);
        }
        trials
    }

    /// Returns `true` if every reader that accepts the text is [weak](Accepted::is_weak).
    fn all_weak(&self) -> bool {
        self.accepted.iter().all(Accepted::is_weak)
    }

    fn plan(self, text: &[u8], game: Option<GameKind>) -> ReadPlan {
        let recognised = self.nearest.as_ref().filter(|refused| refused.error.recognised);
        if let (true, Some(first), Some(refused)) = (self.all_weak(), self.accepted.first(), recognised) {
            return uncertain(first.format, refused.format, &refused.error);
        }
        if let Some(Accepted { format, puzzles, .. }) = self.accepted.first() {
            let other = self.accepted.iter().find(|other| !other.puzzles.equals(puzzles));
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
                (None, None) => ReadPlan::of(format),
            };
        }
        let Some(Refused { format, error }) = self.nearest else {
            return no_puzzles(text, "no reader accepts the input");
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
        ReadPlan { puzzles, ..wrong(format, ReadError { message, ..error }) }
    }
}

/// Creates a plan for a text that is an error as a whole.
fn wrong(format: &'static Format, error: ReadError) -> ReadPlan {
    ReadPlan { error: Some(error), puzzles: false, ..ReadPlan::of(format) }
}

/// Creates a plan for a text that one format weakly accepts, and that another one recognises with a mistake in it.
fn uncertain(loose: &'static Format, lines: &'static Format, error: &ReadError) -> ReadPlan {
    let (one, other) = (loose.name, lines.name);
    let message = format!("{} (read as {other}; {one} accepts it: name the format)", error.message);
    wrong(lines, ReadError { message, ..error.clone() })
}

/// Creates a plan for a text without puzzles.
fn no_puzzles(text: &[u8], message: &str) -> ReadPlan {
    wrong(FORMATS[0], ReadError::at(text, text.len(), message))
}

/// Creates a plan for puzzles of the other game: a single error for all of them.
fn of_other_game(
    text: &[u8],
    format: &'static Format,
    puzzles: &Fingerprint,
    expected: GameKind,
) -> ReadPlan {
    let found = format.game.unwrap_or(expected);
    let message = format!("{} (read as {})", found.wrong_game(expected), format.name);
    let place = puzzles.first.unwrap_or_default();
    let error = ReadError { line: place.line, column: place.column, ..ReadError::at(text, 0, message) };
    wrong(format, error.recognised())
}

/// Returns line and column of the first token.
fn start(text: &[u8]) -> (u64, u64) {
    let place = ReadError::at(text, text.len() - text.trim_ascii_start().len(), "");
    (place.line, place.column)
}

fn ambiguous(one: &str, other: &str) -> String {
    format!("the input can be read as {one} or, differently, as {other}: name the format")
}
