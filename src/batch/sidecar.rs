//! The sidecar of a results file or of a piece of an input: a file of the same name with the suffix `.tilefall` that
//! identifies the input and the options. Without it results are neither resumed nor merged.

use super::{Error, Shard, disk};
use crate::rules::GameKind;
use crate::text::record::json;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The version of the sidecars that this program writes and reads.
pub const VERSION: u64 = 1;

/// The maximum number of names of inputs in a sidecar.
pub const MAX_NAMES: usize = 1000;

/// The sidecar of a results file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sidecar {
    /// [`VERSION`].
    pub v: u64,
    /// The version of the program.
    pub tilefall: String,
    /// The game that is solved.
    pub game: GameKind,
    /// The digest of the whole input; for standard input known once all of it is read.
    pub input: Option<String>,
    /// The digest of the names of the inputs, which are part of ids.
    pub names: String,
    /// The names of the inputs, for messages about differences; empty if there are more than [`MAX_NAMES`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<String>,
    /// The number of puzzles of the whole input, including bad ones; known once all of it is read.
    pub count: Option<u64>,
    /// The part of the input that is solved here.
    pub shard: Option<Shard>,
    /// Whether records are in the order of the input.
    pub ordered: bool,
    /// Inputs that could not be read: each has an error record in place of its puzzles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Unread>,
    /// Whether every puzzle has a record.
    pub complete: bool,
    /// The options of the command that records depend on.
    pub options: BTreeMap<String, String>,
}

/// An input that could not be read completely.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Unread {
    /// The index of its error record.
    pub index: u64,
    /// The name of the input.
    pub input: String,
}

/// The sidecar of a piece of an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// [`VERSION`].
    pub v: u64,
    /// The digest of this piece.
    pub piece: String,
    /// The digest of the whole input.
    pub input: String,
    /// Puzzles of the whole input.
    pub count: u64,
    /// The part of the input that this piece is.
    pub shard: Shard,
}

/// Returns the path of the sidecar of a file.
pub fn path_for(path: &Path) -> PathBuf {
    disk::with_suffix(path, ".tilefall")
}

/// Reads the sidecar of a file, [`Sidecar`] or [`Piece`]; `None` if there is none.
///
/// # Errors
/// If the sidecar cannot be read, or is not of this version.
pub fn read<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<Option<T>, Error> {
    #[derive(Deserialize)]
    struct Version {
        v: u64,
    }
    let path = path_for(path);
    let text = match std::fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::file(&path, "read")(error)),
    };
    let strange =
        |why: &str| Error::Refused(format!("{}: {why}, expected a sidecar of tilefall", path.display()));
    let misread = |error: &serde_json::Error| {
        let what = json::message(error);
        let place = format!("{}:{}:{}", path.display(), error.line(), error.column().max(1));
        Error::Refused(format!("{place}: {what}, expected a sidecar of tilefall"))
    };
    match serde_json::from_slice::<Version>(&text) {
        Ok(Version { v: VERSION }) => {}
        Ok(Version { v }) => return Err(strange(&format!("version {v} is unknown"))),
        Err(error) => return Err(misread(&error)),
    }
    serde_json::from_slice(&text).map(Some).map_err(|error| misread(&error))
}

/// Writes and syncs the sidecar of a file.
///
/// # Errors
/// If it cannot be written.
pub fn write<T: Serialize>(path: &Path, sidecar: &T) -> Result<(), Error> {
    disk::replace_own(&path_for(path), &text(sidecar))
}

/// Returns the text of a sidecar.
pub fn text<T: Serialize>(sidecar: &T) -> Vec<u8> {
    let mut text = serde_json::to_vec(sidecar).expect("strings and numbers can be written");
    text.push(b'\n');
    text
}

impl Sidecar {
    /// Returns the differences that matter for records, as messages; unknown values do not differ.
    pub fn differences(&self, other: &Sidecar) -> Vec<String> {
        let mut differences = Vec::new();
        let mut compare = |what: &str, here: &str, there: &str| {
            if here != there {
                let show = |text: &str| if text.is_empty() { "none".to_owned() } else { text.to_owned() };
                differences.push(format!("{what} {} there, {} here", show(here), show(there)));
            }
        };
        compare("version", &self.tilefall, &other.tilefall);
        compare("game", self.game.name(), other.game.name());
        if let (Some(here), Some(there)) = (&self.input, &other.input) {
            compare("input", here, there);
        }
        let names: std::collections::BTreeSet<_> = self.options.keys().chain(other.options.keys()).collect();
        for name in names {
            let value = |side: &Sidecar| match side.options.get(name) {
                Some(value) if value.is_empty() => "set".to_owned(),
                Some(value) => value.clone(),
                None => String::new(),
            };
            compare(&format!("--{name}"), &value(self), &value(other));
        }
        differences
    }
}
