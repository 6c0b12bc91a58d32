//! The puzzles of all inputs, one after the other, and the errors of bad items.
//!
//! A verb that reads puzzles flattens [`PuzzleArgs`] into its arguments, returns [`list_formats`] if
//! [`PuzzleArgs::list_formats`] is set, and otherwise iterates over [`Inputs::reported`].

use super::files::files;
use super::input::Meter;
use super::item::{InputError, InputPuzzle};
use super::lines::Bounds;
use super::output;
use super::stream::{Puzzles, RawItem};
use crate::args::format_arg::{FormatArgs, FormatChoice};
use crate::error::UsageError;
use crate::exit::{self, Exit};
use std::path::{Path, PathBuf};
use tilefall::rules::{Columns, GameKind};
use tilefall::text::formats;

/// The arguments that name the puzzles.
#[derive(Clone, Debug, clap::Args)]
pub struct PuzzleArgs {
    /// Files, directories or globs; none, or '-', is standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// How text is read.
    #[command(flatten)]
    pub format: FormatArgs,
    /// List the formats and exit
    #[arg(long)]
    pub list_formats: bool,
    /// The bounds on the memory for an input.
    #[command(flatten)]
    pub bounds: Bounds,
}

/// The input files and how to read them.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// Files, directories and globs; none is standard input.
    pub files: Vec<PathBuf>,
    /// How to choose their formats.
    pub format: FormatChoice,
    /// The bounds on the memory for each.
    pub bounds: Bounds,
    /// Whether columns close or stay, if that is given: where they stay, a board may have an empty column left of a full
    /// one.
    pub columns: Option<Columns>,
}

/// Prints the formats, or the formats for a game, for `--list-formats`.
pub fn list_formats(game: Option<GameKind>) -> anyhow::Result<Exit> {
    output::print(&formats::list_for(game))?;
    Ok(Exit::Done)
}

impl PuzzleArgs {
    /// Returns the inputs of a verb, which may be for one game.
    pub fn resolve(&self, game: Option<GameKind>) -> Result<Inputs, UsageError> {
        let (files, format) = (self.files.clone(), self.format.resolve(game)?);
        let by_line = format.format.map(|format| format.by_line.is_some());
        UsageError::unless_any(&[
            (
                by_line == Some(true) && self.bounds.text.max_unpacked.is_some(),
                "--max-unpacked has no effect with --format jsonl, which is read line by line; expected --max-line",
            ),
            (
                by_line == Some(false) && self.bounds.line.max_line.is_some(),
                "--max-line only affects --format jsonl; expected --max-unpacked",
            ),
        ])?;
        Ok(Inputs { files, format, bounds: self.bounds, columns: None })
    }
}

impl Inputs {
    /// Creates the inputs that a single argument names.
    pub fn one(word: &Path, format: FormatChoice, bounds: Bounds) -> Inputs {
        Inputs { files: vec![word.to_owned()], format, bounds, columns: None }
    }

    /// Sets whether columns close or stay, in place of the rules of the puzzles.
    pub fn by(self, columns: Option<Columns>) -> Inputs {
        Inputs { columns, ..self }
    }

    /// Returns the items of these files in order; `meter` counts the bytes read. Errors do not end the iteration. Each file
    /// is opened when the iteration reaches it. JSON Lines are read line by line, so they may be larger than memory, or a
    /// slow stream.
    pub fn raw_of(
        &self,
        files: Vec<anyhow::Result<PathBuf>>,
        meter: Meter,
    ) -> impl Iterator<Item = RawItem> + Send + use<> {
        let (choice, bounds, columns) = (self.format, self.bounds, self.columns);
        files.into_iter().flat_map(move |file| match file {
            Ok(path) => Puzzles::open(&path, choice, columns, bounds, &meter),
            Err(error) => Puzzles::failed(error),
        })
    }

    /// Returns the puzzles of all inputs in order; see [`raw_of`](Self::raw_of).
    pub fn each(&self) -> impl Iterator<Item = Result<InputPuzzle, InputError>> + Send + use<> {
        self.raw_of(files(&self.files), Meter::default()).map(RawItem::read)
    }

    /// Returns the valid puzzles of all inputs in order; prints the errors of bad items on standard error, and
    /// updates `exit`.
    pub fn reported<'a>(&self, exit: &'a mut Exit) -> impl Iterator<Item = InputPuzzle> + use<'a> {
        self.each().filter_map(move |item| {
            item.map_err(|bad| {
                exit::print_located_error(&bad.message);
                *exit = (*exit).max(bad.exit());
            })
            .ok()
        })
    }
}
