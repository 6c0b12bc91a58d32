//! The puzzles of a command's inputs, one after the other, and what is wrong with the bad ones.
//!
//! A verb that reads puzzles flattens [`PuzzleArgs`] into its words, ends with [`list_formats`] if
//! [`PuzzleArgs::list_formats`] is set, and otherwise goes through [`Inputs::reported`].

use super::exit::{self, Exit, Unfit};
use super::files::files;
use super::input::Meter;
use super::lines::Bounds;
use super::output;
use super::stream::{Puzzles, Raw};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilefall::base::{Game, ReadError};
use tilefall::formats::{self, FORMATS, Format, auto};
use tilefall::puzzle::Puzzle;

/// The words that say which puzzles to read.
#[derive(Clone, Debug, clap::Args)]
pub struct PuzzleArgs {
    /// Files, directories or globs; none, or '-', is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The format of the input
    #[arg(long, short, value_name = "FORMAT", default_value = "auto", value_parser = format_word())]
    #[arg(hide_possible_values = true)]
    pub format: FormatWord,
    /// List the formats and exit
    #[arg(long)]
    pub list_formats: bool,
    /// How much of an input is held.
    #[command(flatten)]
    pub bounds: Bounds,
}

/// What `--format` says.
#[derive(Clone, Copy, Debug)]
pub enum FormatWord {
    /// Whichever fits.
    Auto,
    /// This one.
    Named(&'static Format),
}

/// How the format of an input is found.
#[derive(Clone, Copy, Debug)]
pub enum Choice {
    /// Find out.
    Auto,
    /// Find out which of those that hold puzzles of this game.
    For(Game),
    /// This one.
    Named(&'static Format),
}

/// The files whose puzzles are read, and how.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// Files, directories and globs; none is standard input.
    pub files: Vec<PathBuf>,
    /// How their formats are found.
    pub format: Choice,
    /// How much of one is held.
    pub bounds: Bounds,
}

impl FormatWord {
    /// How a verb finds the format of its input; one for a single game reads no other.
    ///
    /// # Errors
    /// If the format that is named holds no puzzles of the game.
    pub fn meant(self, game: Option<Game>) -> Result<Choice, Unfit> {
        match (self, game) {
            (FormatWord::Auto, None) => Ok(Choice::Auto),
            (FormatWord::Auto, Some(game)) => Ok(Choice::For(game)),
            (FormatWord::Named(format), Some(game)) if !format.holds(game) => {
                let holds = FORMATS.iter().filter(|format| format.holds(game));
                let holds: Vec<&str> = holds.map(|format| format.name).collect();
                let (found, title, holds) = (format.name, game.title(), holds.join(", "));
                Err(Unfit(format!("--format {found} holds no {title} puzzles, expected one of {holds}")))
            }
            (FormatWord::Named(format), _) => Ok(Choice::Named(format)),
        }
    }
}

impl Choice {
    /// How a text is read.
    pub fn of(self, text: &[u8]) -> auto::Chosen {
        match self {
            Choice::Auto => auto::choose(text, None),
            Choice::For(game) => auto::choose(text, Some(game)),
            Choice::Named(format) => auto::Chosen::of(format),
        }
    }
}

/// A parser for what `--format` says.
pub fn format_word() -> impl TypedValueParser<Value = FormatWord> {
    let auto = PossibleValue::new("auto").help("whichever fits");
    let named = FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.doc));
    PossibleValuesParser::new(std::iter::once(auto).chain(named))
        .map(|name| Format::named(&name).map_or(FormatWord::Auto, FormatWord::Named))
}

/// A parser for the name of a format, listing them all.
pub fn format_name() -> impl TypedValueParser<Value = &'static Format> {
    PossibleValuesParser::new(FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.doc)))
        .map(|name| Format::named(&name).expect("clap lets only known names through"))
}

/// A puzzle and where it came from.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name of its input.
    pub input: Arc<str>,
    /// Which item of its input it is, from 1; bad ones count.
    pub position: u64,
    /// The format it was read in.
    pub format: &'static Format,
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl Named {
    /// The id of the puzzle: its own, or `INPUT:POSITION`.
    pub fn id(&self) -> String {
        self.puzzle.id.clone().unwrap_or_else(|| format!("{}:{}", self.input, self.position))
    }

    /// Where it starts, as messages begin: `FILE:LINE:COLUMN`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.input, self.puzzle.place.unwrap_or_default())
    }
}

/// Something that is no puzzle.
#[derive(Clone, Debug)]
pub struct Bad {
    /// The name of its input.
    pub input: Arc<str>,
    /// Which item of its input it is, from 1; 0 for an input that cannot be read at all.
    pub position: u64,
    /// What is wrong.
    pub why: Why,
}

/// Why something is no puzzle.
#[derive(Clone, Debug)]
pub enum Why {
    /// The text is wrong at a place.
    Text(ReadError),
    /// The input cannot be read; the message names it. Whether that is a failure of the machine, not of the input.
    Unreadable(String, bool),
    /// It was found bad before, by `shard`, which keeps its place.
    Told(Told),
}

/// What `shard` writes in place of something that is no puzzle.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Told {
    /// The version of records.
    pub v: u64,
    /// The id that its error record has.
    pub id: String,
    /// The index that its error record has.
    pub index: u64,
    /// What is wrong, with its place in the input that was cut.
    pub error: String,
}

impl fmt::Display for Bad {
    /// `FILE:LINE:COLUMN: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            Why::Text(error) => write!(f, "{}:{error}", self.input),
            Why::Unreadable(message, _) => f.write_str(message),
            Why::Told(told) => f.write_str(&told.error),
        }
    }
}

impl Bad {
    /// The id of what is no puzzle: `INPUT:POSITION`.
    pub fn id(&self) -> String {
        match &self.why {
            Why::Told(told) => told.id.clone(),
            _ => format!("{}:{}", self.input, self.position),
        }
    }

    /// How a run ends that met it: reading may have failed for a reason that is not the input's.
    pub fn exit(&self) -> Exit {
        if matches!(self.why, Why::Unreadable(_, true)) { Exit::Failed } else { Exit::BadInput }
    }

    /// The index that it names itself, if any.
    pub fn index(&self) -> Option<u64> {
        if let Why::Told(told) = &self.why { Some(told.index) } else { None }
    }
}

/// Prints the formats, or those that hold puzzles of a game: what `--list-formats` asks for.
///
/// # Errors
/// If standard output cannot be written.
pub fn list_formats(game: Option<Game>) -> anyhow::Result<Exit> {
    output::print(&formats::list_for(game))?;
    Ok(Exit::Done)
}

impl PuzzleArgs {
    /// What is read, by a verb of a game or of both.
    ///
    /// # Errors
    /// Those of [`FormatWord::meant`].
    pub fn meant(&self, game: Option<Game>) -> Result<Inputs, Unfit> {
        Ok(Inputs { files: self.files.clone(), format: self.format.meant(game)?, bounds: self.bounds })
    }
}

impl Inputs {
    /// What a single word names: puzzles of a game.
    pub fn one(word: &Path, format: Choice, bounds: Bounds) -> Inputs {
        Inputs { files: vec![word.to_owned()], format, bounds }
    }

    /// The items of all inputs in order. An error does not end it. An input is opened when it is reached,
    /// JSON Lines taken line by line, so that they may be longer than memory and come in slowly.
    pub fn raw(&self) -> impl Iterator<Item = Raw> + Send + use<> {
        self.raw_of(files(&self.files), Meter::default())
    }

    /// As [`raw`](Self::raw), of these files, counted.
    pub fn raw_of(
        &self,
        files: Vec<anyhow::Result<PathBuf>>,
        meter: Meter,
    ) -> impl Iterator<Item = Raw> + Send + use<> {
        let (choice, bounds) = (self.format, self.bounds);
        files.into_iter().flat_map(move |file| match file {
            Ok(path) => Puzzles::open(&path, choice, bounds, &meter),
            Err(error) => Puzzles::failed(error),
        })
    }

    /// The puzzles of all inputs in order; see [`raw`](Self::raw).
    pub fn each(&self) -> impl Iterator<Item = Result<Named, Bad>> + use<> {
        self.raw().map(Raw::read)
    }

    /// The puzzles of all inputs in order; bad ones are printed on standard error and set `exit`.
    pub fn reported<'a>(&self, exit: &'a mut Exit) -> impl Iterator<Item = Named> + use<'a> {
        self.each().filter_map(move |item| {
            item.map_err(|bad| {
                exit::complain_of(&bad.to_string());
                *exit = exit.worse(bad.exit());
            })
            .ok()
        })
    }
}
