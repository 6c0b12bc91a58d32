//! Detection of the format of a text.
//!
//! A reader accepts a text if it parses the whole text to valid boards and the lines match the format. If all readers
//! that accept a text read the same puzzles, the first of these readers is chosen; if they read *different* puzzles,
//! the text is ambiguous. For Mayan puzzles, `rows` is tried last, on texts that no other reader accepts, because its
//! boards have no number of moves.
//!
//! If no reader accepts the text, the closest reader is used: the reader that recognised its format, or else the reader
//! that got furthest. Its errors are shown, and also its puzzles if no other reader finds puzzles.

use super::rows::{self, Options};
use super::scan::{Scan, UTF16, is_utf16, quote, without_mark};
use super::{FORMATS, Format, ReadOptions};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use tilefall_rules::puzzle::{Place, Puzzle};
use tilefall_rules::{Columns, GameKind, ReadError};

/// The puzzles of a text, and its format.
#[derive(Debug)]
pub struct Reading {
    /// The format; for a text that no reader accepts, the closest one.
    pub format: &'static Format,
    /// The puzzles and the errors of puzzles, in the order of the text.
    pub puzzles: Vec<Result<Puzzle, ReadError>>,
}

/// The result of format detection: how to read a text.
#[derive(Debug)]
pub struct ReadPlan {
    /// The format; for a text that no reader accepts, the closest one.
    pub format: &'static Format,
    options: ReadOptions,
    outcome: Outcome,
}

/// The result of the attempts to read a text.
#[derive(Debug)]
enum Outcome {
    /// The format is known, or detected.
    Known,
    /// No reader accepts the text: the closest reader reads it, and errors name the format.
    Closest,
    /// Reading reports this error, and no puzzles.
    Error(ReadError),
}

impl ReadPlan {
    /// Creates a plan that reads any text as `format`, without detection.
    pub fn of(format: &'static Format) -> ReadPlan {
        ReadPlan { format, options: ReadOptions::default(), outcome: Outcome::Known }
    }

    /// Creates a plan that reads the format `rows` with these options. `strict` is set if only the options name the format:
    /// then titles are no boards, and each text must have a single meaning.
    pub fn rows(rows: Options, strict: bool) -> ReadPlan {
        let options = ReadOptions { rows, strict, ..ReadOptions::default() };
        ReadPlan { options, ..ReadPlan::of(&rows::FORMAT) }
    }

    /// Creates a plan that reports `error` in place of the puzzles.
    fn error(format: &'static Format, error: ReadError) -> ReadPlan {
        ReadPlan { outcome: Outcome::Error(error), ..ReadPlan::of(format) }
    }

    /// Sets whether empty columns close or stay, overriding the puzzles' rules; `None` keeps the rules. If columns
    /// stay, a board may have an empty column left of tiles.
    #[must_use]
    pub fn by(self, columns: Option<Columns>) -> ReadPlan {
        ReadPlan { options: ReadOptions { columns, ..self.options }, ..self }
    }

    /// Sets the game of boards in the format `rows`; `None` means SameGame.
    #[must_use]
    pub fn of_game(self, game: Option<GameKind>) -> ReadPlan {
        ReadPlan { options: ReadOptions { game, ..self.options }, ..self }
    }

    /// Calls `sink` with the puzzles and errors of the text that the plan was made for, in order. After an error,
    /// reading continues with the next puzzle if the start of that puzzle is known, as in a format of one puzzle a
    /// line; otherwise the error is the last item.
    pub fn read(&self, text: &[u8], sink: &mut dyn FnMut(Result<Puzzle, ReadError>)) {
        match &self.outcome {
            Outcome::Known => self.format.read_all(text, self.options, sink),
            Outcome::Closest => {
                let options = ReadOptions { strict: true, ..self.options };
                let sink =
                    &mut |item: Result<_, ReadError>| sink(item.map_err(|error| read_as(error, self.format)));
                self.format.read_all(text, options, sink);
            }
            Outcome::Error(error) => sink(Err(error.clone())),
        }
    }

    fn reading(&self, text: &[u8]) -> Reading {
        let mut puzzles = Vec::new();
        self.read(text, &mut |item| puzzles.push(item));
        Reading { format: self.format, puzzles }
    }
}

/// Adds the name of the format to an error: `(read as noip)`.
fn read_as(error: ReadError, format: &Format) -> ReadError {
    ReadError { message: format!("{} (read as {})", error.message, format.name), ..error }
}

impl Format {
    /// Reads all puzzles of a text; see [`ReadPlan::read`].
    pub fn read_each(&'static self, text: &[u8]) -> Reading {
        ReadPlan::of(self).reading(text)
    }
}

/// Detects the format of a text and reads the text. A text that starts with `{` is JSON Lines, unless the braces hold a
/// list.
///
/// An ambiguous or empty text results in a single error.
///
/// ```
/// let reading = tilefall::text::formats::auto::read(b"1..\n122\n");
/// assert_eq!(reading.format.name, "click");
/// assert!(reading.puzzles[0].is_ok());
/// ```
pub fn read(text: &[u8]) -> Reading {
    read_for(text, None)
}

/// Like [`read`], but uses only the formats of one game. If none of these formats matches and a reader of the other
/// game accepts the text, the result is a single error with the name of the reader's format. Puzzles in JSON Lines may
/// still be of either game.
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

/// Detects how [`read_for`] reads a text. Unless the text is JSON Lines, runs the readers and discards their puzzles.
pub fn plan(text: &[u8], game: Option<GameKind>) -> ReadPlan {
    plan_by(text, game, None)
}

/// Like [`plan`]; `columns` sets whether empty columns close or stay, as in [`ReadPlan::by`].
pub fn plan_by(text: &[u8], game: Option<GameKind>, columns: Option<Columns>) -> ReadPlan {
    detected(text, game, columns).by(columns).of_game(game)
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
    let own = |format: &&&Format| game.is_none_or(|game| format.holds(game));
    let is_tried = |format: &&Format| own(&format) && format.by_line.is_none();
    let options = ReadOptions { columns, game, strict: true, ..ReadOptions::default() };
    let try_all =
        |formats: Vec<&'static Format>| formats.into_iter().map(|format| Trial::of(text, format, options));
    let is_picture = |format: &&Format| game == Some(GameKind::Mayan) && format.name == rows::FORMAT.name;
    let (last, first) = FORMATS.iter().copied().filter(is_tried).partition(is_picture);
    let mut trials: Vec<Trial> = try_all(first).collect();
    if let Some(plan) = decided(text, &trials) {
        return plan;
    }
    trials.extend(try_all(last));
    if let Some(plan) = decided(text, &trials) {
        return plan;
    }
    // Takes the first of equally ranked readers: `max_by_key` returns the last, hence `rev`.
    let rank = |trial: &&Trial| {
        let error = trial.error.as_ref();
        error.map(|error| (error.recognised, error.reached, error.message.contains("--settle")))
    };
    // For Mayan, `rows` is left out here: `rows` is chosen below if no other reader got past the first token.
    let judges = trials.iter().filter(|trial| !is_picture(&trial.format));
    let Some(nearest) = judges.rev().max_by_key(rank) else {
        return no_puzzles(text, "no format is for this game");
    };
    let Some(error) = &nearest.error else { return ReadPlan::of(nearest.format) };
    if let Some(game) = game.filter(|_| !error.recognised) {
        let others = FORMATS.iter().copied().filter(|format| !own(&format)).collect();
        if let Some(other) = try_all(others).find(|trial| trial.error.is_none()) {
            return of_other_game(text, &other, game);
        }
    }
    let is_late = |error: &ReadError| error.recognised || (error.line, error.column) > start(text);
    let picture = trials.iter().find(|trial| is_picture(&trial.format));
    if picture.and_then(|trial| trial.error.as_ref()).is_some_and(is_late) && !is_late(error) {
        return ReadPlan { outcome: Outcome::Closest, ..ReadPlan::of(&rows::FORMAT) };
    }
    if !is_late(error) {
        let first = Scan::new(text).next().map_or(String::new(), |token| quote(token.bytes));
        let of = game.map_or(String::new(), |game| format!(" of {} puzzles", game.title()));
        let names: Vec<_> = FORMATS.iter().filter(own).map(|format| format.name).collect();
        let message = format!("no format{of} starts with {first}, expected one of {}", names.join(", "));
        return ReadPlan::error(FORMATS[0], ReadError { message, ..error.clone() });
    }
    let others = trials.iter().filter(|trial| trial.format.name != nearest.format.name);
    match others.map(|trial| trial.puzzles.number).max() {
        None | Some(0) => ReadPlan { outcome: Outcome::Closest, ..ReadPlan::of(nearest.format) },
        Some(_) => ReadPlan::error(nearest.format, read_as(error.clone(), nearest.format)),
    }
}

/// Returns the plan for a text that a reader accepts or calls ambiguous; `None` if there is no such reader.
fn decided(text: &[u8], trials: &[Trial]) -> Option<ReadPlan> {
    let ambiguous =
        trials.iter().find_map(|trial| Some((trial, trial.error.as_ref().filter(|e| e.ambiguous)?)));
    if let Some((trial, error)) = ambiguous {
        return Some(ReadPlan::error(trial.format, error.clone()));
    }
    let mut accepted = trials.iter().filter(|trial| trial.error.is_none());
    let first = accepted.next()?;
    Some(match accepted.find(|other| !other.puzzles.equals(&first.puzzles)) {
        // Strict as in the trials above, so that reading gives the same puzzles.
        None => {
            let options = ReadOptions { strict: true, ..ReadOptions::default() };
            ReadPlan { options, ..ReadPlan::of(first.format) }
        }
        Some(other) => {
            let (one, other) = (first.format.name, other.format.name);
            let message = format!(
                "the input can be read as {one} or, differently, as {other}: add --format {one} or --format {other}"
            );
            ReadPlan::error(first.format, ReadError::at(text, 0, message))
        }
    })
}

/// The result of one reader on a text.
struct Trial {
    format: &'static Format,
    /// The puzzles before the error, or all puzzles if there is none.
    puzzles: Fingerprint,
    /// The first error; `None` if the reader accepts the text.
    error: Option<ReadError>,
}

impl Trial {
    fn of(text: &[u8], format: &'static Format, options: ReadOptions) -> Trial {
        let mut puzzles = Fingerprint::default();
        let read = format.read_to(text, options, &mut |puzzle| puzzles.add(&puzzle));
        Trial { format, puzzles, error: read.err() }
    }
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

/// Creates a plan that reports `message` at the end of a text without puzzles.
fn no_puzzles(text: &[u8], message: &str) -> ReadPlan {
    ReadPlan::error(FORMATS[0], ReadError::at(text, text.len(), message))
}

/// Creates the plan for a text with puzzles of the other game: a single error at the first puzzle.
fn of_other_game(text: &[u8], other: &Trial, expected: GameKind) -> ReadPlan {
    let found = other.format.game.unwrap_or(expected);
    let place = other.puzzles.first.unwrap_or_default();
    let error = read_as(ReadError::at(text, 0, found.wrong_game(expected)), other.format);
    ReadPlan::error(other.format, ReadError { line: place.line, column: place.column, ..error })
}

/// Returns line and column of the first token, both from 1.
fn start(text: &[u8]) -> (u64, u64) {
    let place = ReadError::at(text, text.len() - text.trim_ascii_start().len(), "");
    (place.line, place.column)
}
