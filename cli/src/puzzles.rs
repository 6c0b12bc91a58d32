//! The puzzles of a command's inputs, one after the other, and what is wrong with the bad ones.
//!
//! A verb that reads puzzles flattens [`PuzzleArgs`] into its words, ends with [`list_formats`] if
//! [`PuzzleArgs::list_formats`] is set, and otherwise goes through [`Inputs::reported`].

use super::exit::{self, Exit};
use super::files::files;
use super::format_word::{Choice, FormatArgs};
use super::input::Meter;
use super::item::{Bad, Named};
use super::lines::Bounds;
use super::output;
use super::stream::{Puzzles, Raw};
use crate::error::Unfit;
use std::path::{Path, PathBuf};
use tilefall::base::Game;
use tilefall::formats;

/// The words that say which puzzles to read.
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
    /// How much of an input is held.
    #[command(flatten)]
    pub bounds: Bounds,
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
    /// Those of [`FormatArgs::meant`].
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
