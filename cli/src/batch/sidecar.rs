//! The sidecar of a results file: a file of the same name with the suffix `.tilefall` that identifies the run. Without it
//! results are neither resumed nor merged.

use super::Shard;
use crate::exit::{UsageError, file_error};
use crate::io::disk;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use tilefall::rules::GameKind;

/// The version of the sidecars that this program writes and reads.
const VERSION: u64 = 2;
/// The maximum size of a sidecar in bytes; a larger file is something else.
const MAX_SIZE: u64 = 1 << 20;

/// Identifies the run of a results file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sidecar {
    /// The version of the sidecar's format: [`VERSION`].
    v: u64,
    /// The version of the program.
    tilefall: String,
    game: GameKind,
    /// The digest of the whole input; known once all of it was read.
    input: Option<String>,
    /// The number of puzzles of the whole input, including bad ones; known once all of it was read.
    pub count: Option<u64>,
    /// The part of the input that the run solves, as `i/N`; `None` for the whole input.
    shard: Option<String>,
    /// Whether every puzzle has a record.
    pub complete: bool,
    /// The options that affect records, by name without `--`.
    options: BTreeMap<String, String>,
}

const SUFFIX: &str = ".tilefall";

/// Returns the path of the sidecar of a file.
pub fn path_for(path: &Path) -> PathBuf {
    disk::with_suffix(path, SUFFIX)
}

/// Returns `true` if a file name ends like a sidecar's.
pub fn is_name(name: &OsStr) -> bool {
    name.as_encoded_bytes().ends_with(SUFFIX.as_bytes())
}

/// Returns whether a file has a sidecar. A link, a folder or a too large file at the sidecar's path is an error.
pub fn is_there(path: &Path) -> anyhow::Result<bool> {
    let path = path_for(path);
    let data = disk::examined(&path, path.symlink_metadata())?;
    let what = match &data {
        None => return Ok(false),
        Some(data) if data.is_symlink() => "a link",
        Some(data) if data.is_dir() => "a folder",
        Some(data) if !data.is_file() => "no regular file",
        Some(data) if data.len() > MAX_SIZE => "too long",
        Some(_) => return Ok(true),
    };
    Err(UsageError(format!("{}: this is {what}, expected a sidecar of tilefall", path.display())).into())
}

impl Sidecar {
    /// Creates the sidecar of a run that begins.
    pub fn new(game: GameKind, shard: Option<Shard>, options: BTreeMap<String, String>) -> Sidecar {
        let (tilefall, shard) = (env!("CARGO_PKG_VERSION").into(), shard.map(|shard| shard.to_string()));
        Sidecar { v: VERSION, tilefall, game, input: None, count: None, shard, complete: false, options }
    }

    /// Sets the digest of the input and its number of puzzles, if `known`, and whether every puzzle has a record.
    pub fn of_input(self, known: Option<(Option<String>, u64)>, complete: bool) -> Sidecar {
        let (input, count) = known.unzip();
        Sidecar { input: input.flatten(), count, complete, ..self }
    }

    /// Returns the digest of the input and its number of puzzles, if they are known.
    pub fn input(&self) -> Option<(Option<String>, u64)> {
        Some((self.input.clone(), self.count?))
    }

    /// Reads the sidecar of a file; `None` if there is none.
    pub fn read(path: &Path) -> anyhow::Result<Option<Sidecar>> {
        if !is_there(path)? {
            return Ok(None);
        }
        let path = path_for(path);
        let text = std::fs::read(&path).map_err(file_error(&path, "read"))?;
        let misread = |error: serde_json::Error| {
            let (line, column) = (error.line(), error.column().max(1));
            UsageError(format!("{}:{line}:{column}: expected a sidecar of tilefall", path.display()))
        };
        let sidecar: Sidecar = serde_json::from_slice(&text).map_err(misread)?;
        if sidecar.v != VERSION {
            let (path, v) = (path.display(), sidecar.v);
            let why = format!("{path}: version {v} is unknown, expected a sidecar of tilefall");
            return Err(UsageError(why).into());
        }
        Ok(Some(sidecar))
    }

    /// Writes and syncs the sidecar of a file.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        let text = serde_json::to_string(self).expect("strings and numbers can be written") + "\n";
        disk::replace_own(&path_for(path), text.as_bytes())
    }

    /// Returns a message for each difference between two runs that affects records: `--moves 5 there, 6 here`. Inputs
    /// are compared only if both are known, and shards are not compared.
    pub fn differences(&self, other: &Sidecar) -> Vec<String> {
        let fields = |side: &Sidecar| {
            let known = [
                ("version".to_owned(), side.tilefall.clone()),
                ("game".to_owned(), side.game.name().to_owned()),
            ];
            let input = side.input.clone().filter(|_| self.input.is_some() && other.input.is_some());
            let input = input.map(|input| ("input".to_owned(), input));
            let count = side.count.filter(|_| self.count.is_some() && other.count.is_some());
            let count = count.map(|count| ("number of puzzles".to_owned(), count.to_string()));
            let option = |(name, value): (&String, &String)| {
                (format!("--{name}"), if value.is_empty() { "set".to_owned() } else { value.clone() })
            };
            let options = side.options.iter().map(option);
            known.into_iter().chain(input).chain(count).chain(options).collect::<BTreeMap<_, _>>()
        };
        let (here, there) = (fields(self), fields(other));
        let value = |of: &BTreeMap<String, String>, name| of.get(name).map_or("none".into(), String::clone);
        let names: BTreeSet<&String> = here.keys().chain(there.keys()).collect();
        names
            .into_iter()
            .filter(|&name| here.get(name) != there.get(name))
            .map(|name| format!("{name} {} there, {} here", value(&here, name), value(&there, name)))
            .collect()
    }

    /// Like [`differences`](Self::differences), but also compares the shards.
    pub fn differences_of_a_part(&self, other: &Sidecar) -> Vec<String> {
        let mut differences = self.differences(other);
        let shard = |side: &Sidecar| side.shard.clone().unwrap_or("none".into());
        if self.shard != other.shard {
            differences.push(format!("--shard {} there, {} here", shard(self), shard(other)));
        }
        differences
    }
}
