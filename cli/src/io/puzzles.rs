//! Reads the puzzles of all inputs, one after the other, and reports bad items.
//!
//! A verb that reads puzzles flattens [`PuzzleArgs`] into its arguments, returns [`list_formats`] if
//! [`PuzzleArgs::list_formats`] is set, and otherwise iterates over [`Inputs::reported`]. Directories and globs are
//! walked in a stable order, see [`files`].

use super::input::{Bounds, Meter};
use super::output;
use super::stream::{Puzzles, RawItem};
use crate::args::format_arg::{FormatArgs, FormatChoice};
use crate::batch::sidecar::{self, Sidecar};
use crate::exit::{self, Exit, UsageError, is_no_file};
use crate::io::disk;
use glob::{MatchOptions, Pattern};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use tilefall::rules::puzzle::Puzzle;
use tilefall::rules::{Columns, GameKind};
use tilefall::text::formats::{self, Format};
use walkdir::{DirEntry, WalkDir};

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
    /// The format of the files, or how it is detected.
    pub format: FormatChoice,
    /// The bounds on the memory for each input.
    pub bounds: Bounds,
}

/// Prints the formats, or the formats for a game, for `--list-formats`.
pub fn list_formats(game: Option<GameKind>) -> anyhow::Result<Exit> {
    output::print(&formats::list_for(game))?;
    Ok(Exit::Done)
}

impl PuzzleArgs {
    /// Returns the inputs of a verb; `game` is `None` for a verb of both games.
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
        Ok(Inputs { files, format, bounds: self.bounds })
    }
}

impl Inputs {
    /// Creates the inputs that a single argument names.
    pub fn one(word: &Path, format: FormatChoice, bounds: Bounds) -> Inputs {
        Inputs { files: vec![word.to_owned()], format, bounds }
    }

    /// Sets whether empty columns close or stay, whatever the rules of a puzzle; `None` leaves it to the rules.
    pub fn by(mut self, columns: Option<Columns>) -> Inputs {
        self.format.columns = columns;
        self
    }

    /// Returns the items of these files in order; `meter` counts the bytes read. Errors do not end the iteration. Each
    /// file is opened when the iteration reaches it. JSON Lines are read line by line, so a file may be larger than
    /// memory, or a slow stream.
    pub fn raw_of(
        &self,
        files: Vec<anyhow::Result<PathBuf>>,
        meter: Meter,
    ) -> impl Iterator<Item = RawItem> + Send + use<> {
        let (choice, bounds) = (self.format, self.bounds);
        files.into_iter().flat_map(move |file| match file {
            Ok(path) => Puzzles::open(&path, choice, bounds, &meter),
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

/// A puzzle, and the input and the position from which it was read.
#[derive(Clone, Debug)]
pub struct InputPuzzle {
    /// The name of the input.
    pub input: Arc<str>,
    /// The number of the item in its input, from 1; bad items count.
    pub position: u64,
    /// The format in which the puzzle was read.
    pub format: &'static Format,
    pub puzzle: Puzzle,
}

impl InputPuzzle {
    /// Returns the id of the puzzle, by default `INPUT#POSITION`.
    pub fn id(&self) -> String {
        self.puzzle.id.clone().unwrap_or_else(|| format!("{}#{}", self.input, self.position))
    }

    /// Returns the place where the puzzle starts, for messages: `FILE:LINE:COLUMN`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.input, self.puzzle.place.unwrap_or_default())
    }
}

/// An item that is no valid puzzle, or an input that cannot be read.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct InputError {
    /// The name of the input.
    pub input: Arc<str>,
    /// The number of the item in its input, from 1; 0 for an input that cannot be read at all.
    pub position: u64,
    /// The message, which starts with the place, `FILE:LINE:COLUMN`, or the name of the input.
    pub message: String,
    /// Whether the system failed to read the input; otherwise the input itself is bad.
    pub failed: bool,
}

impl InputError {
    /// Returns the id of the error record: `INPUT#POSITION`.
    pub fn id(&self) -> String {
        format!("{}#{}", self.input, self.position)
    }

    /// Returns the exit code of a run with this error.
    pub fn exit(&self) -> Exit {
        if self.failed { Exit::Failed } else { Exit::BadInput }
    }
}

/// A file, or the error of a directory that cannot be listed or holds no file.
pub type FileResult = anyhow::Result<PathBuf>;

/// Returns the files that arguments name, in a stable order: the arguments in the order given, `-` for standard input
/// (also without arguments), the files below a directory sorted by name, files before subdirectories, and the matches
/// of a glob sorted by name. An argument that matches nothing is returned as it is, and fails when it is read.
///
/// Directories and globs skip hidden files, links to directories, everything that is no regular file (a pipe, a link to
/// itself), and files of this program without puzzles: results, their sidecars, and unfinished files of killed runs.
/// Arguments that name sidecars are skipped, unless all arguments name sidecars.
pub fn files(words: &[PathBuf]) -> Vec<FileResult> {
    files_except(words, &|_| false)
}

/// Like [`files`]; directories and globs also skip the files for which `own` returns `true`.
pub fn files_except(words: &[PathBuf], own: &dyn Fn(&Path) -> bool) -> Vec<FileResult> {
    if words.is_empty() {
        return vec![Ok("-".into())];
    }
    let only_sidecars = words.iter().all(|word| sidecar::is_name(word.as_os_str()));
    let mut found = Vec::new();
    for word in words.iter().filter(|word| only_sidecars || !sidecar::is_name(word.as_os_str())) {
        let before = found.len();
        if word.is_dir() {
            walk(word, own, &mut found);
            if found.len() == before {
                found.push(Err(anyhow::anyhow!("{}: the directory holds no file", word.display())));
            }
        } else if word.as_os_str() == "-" || word.exists() {
            found.push(Ok(word.clone()));
        } else {
            expand_glob(word, own, &mut found);
            if found.len() == before {
                found.push(Ok(word.clone()));
            }
        }
    }
    found
}

/// Appends the files that match a glob, and all files below a directory that matches.
fn expand_glob(word: &Path, own: &dyn Fn(&Path) -> bool, found: &mut Vec<FileResult>) {
    let Some(Ok(pattern)) = word.to_str().map(Pattern::new) else { return };
    let is_plain =
        |part: &Component<'_>| !part.as_os_str().as_encoded_bytes().iter().any(|byte| b"*?[".contains(byte));
    let start: PathBuf = word.components().take_while(is_plain).collect();
    let here = if start.as_os_str().is_empty() { Path::new(".") } else { &start };
    let options = MatchOptions {
        require_literal_separator: true,
        require_literal_leading_dot: true,
        ..MatchOptions::default()
    };
    // Without `**`, a pattern matches only paths with as many parts as the pattern.
    let is_deep = word.components().any(|part| part.as_os_str() == "**");
    let depth = if is_deep { usize::MAX } else { word.components().count() - start.components().count() };
    let mut entries = WalkDir::new(here).min_depth(1).max_depth(depth).sort_by_file_name().into_iter();
    while let Some(entry) = entries.next() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                found.extend(here.is_dir().then(|| Err(unlisted(&error))));
                continue;
            }
        };
        let path = start.join(entry.path().strip_prefix(here).unwrap_or(entry.path()));
        match (pattern.matches_path_with(&path, options), entry.file_type().is_dir()) {
            (true, true) => {
                entries.skip_current_dir();
                walk(&path, own, found);
            }
            (true, false) if !path.is_dir() && holds_puzzles(&path) && !own(&path) => found.push(Ok(path)),
            _ => {}
        }
    }
}

/// Appends the files below a directory, files before subdirectories.
fn walk(dir: &Path, own: &dyn Fn(&Path) -> bool, found: &mut Vec<FileResult>) {
    let is_hidden =
        |entry: &DirEntry| entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".");
    let order = |entry: &DirEntry| (entry.file_type().is_dir(), entry.file_name().to_owned());
    let entries = WalkDir::new(dir).min_depth(1).sort_by_key(order).into_iter();
    for entry in entries.filter_entry(|entry| !is_hidden(entry)) {
        match entry {
            Ok(entry) if entry.file_type().is_dir() => {}
            Ok(entry) if holds_puzzles(entry.path()) && !own(entry.path()) => {
                found.push(Ok(entry.into_path()))
            }
            Ok(_) => {}
            Err(error) => found.push(Err(unlisted(&error))),
        }
    }
}

/// Returns the error of a directory that cannot be listed.
fn unlisted(error: &walkdir::Error) -> anyhow::Error {
    let what = format!("{}: cannot be listed", error.path().unwrap_or(Path::new("")).display());
    let error = error.io_error().map(|error| io::Error::new(error.kind(), error.to_string()));
    anyhow::Error::from(error.unwrap_or_else(|| io::ErrorKind::Other.into())).context(what)
}

/// Returns `true` for a regular file, and for a path that is missing or cannot be examined, so that reading it reports
/// the error. Returns `false` for a pipe, which may never end, and a link to itself.
fn may_be_read(path: &Path) -> bool {
    std::fs::metadata(path).map_or_else(|error| !is_no_file(&error), |data| data.is_file())
}

/// Returns `true` if a file from a directory or a glob may contain puzzles: `false` for pipes, results, sidecars, and
/// temporary files of killed runs.
fn holds_puzzles(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    let is_results = || sidecar::path_for(path).exists() && matches!(Sidecar::read(path), Ok(Some(_)));
    may_be_read(path) && disk::final_name(name).is_none() && !sidecar::is_name(name) && !is_results()
}
