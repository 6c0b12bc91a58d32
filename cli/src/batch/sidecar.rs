//! The sidecar of a results file: a file of the same name with the suffix `.tilefall` that identifies the run. Without it
//! results are neither resumed nor merged.

use super::Shard;
use crate::error::{UsageError, file_error};
use crate::io::disk;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use tilefall::rules::GameKind;

/// The version of the sidecars that this program writes and reads.
const VERSION: u64 = 2;

/// The sidecar of a results file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sidecar {
    /// [`VERSION`].
    v: u64,
    /// The version of the program.
    tilefall: String,
    /// The game that is solved.
    game: GameKind,
    /// The digest of the whole input; known once all of it is read.
    input: Option<String>,
    /// The number of puzzles of the whole input, including bad ones; known once all of it is read.
    pub count: Option<u64>,
    /// The part of the input that is solved here.
    shard: Option<String>,
    /// Whether every puzzle has a record.
    pub complete: bool,
    /// The options of the command that records depend on.
    options: BTreeMap<String, String>,
}

/// Returns the path of the sidecar of a file.
pub fn path_for(path: &Path) -> PathBuf {
    disk::with_suffix(path, ".tilefall")
}

impl Sidecar {
    /// Creates the sidecar of a run that begins.
    pub fn new(game: GameKind, shard: Option<Shard>, options: BTreeMap<String, String>) -> Sidecar {
        let (tilefall, shard) = (env!("CARGO_PKG_VERSION").into(), shard.map(|shard| shard.to_string()));
        Sidecar { v: VERSION, tilefall, game, input: None, count: None, shard, complete: false, options }
    }

    /// Returns the sidecar of a run that has ended, with the digest of the input and its number of puzzles.
    pub fn completed(self, input: String, count: u64) -> Sidecar {
        Sidecar { input: Some(input), count: Some(count), complete: true, ..self }
    }

    /// Reads the sidecar of a file; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read, or is not of this version.
    pub fn read(path: &Path) -> anyhow::Result<Option<Sidecar>> {
        let path = path_for(path);
        let text = disk::if_exists(std::fs::read(&path)).map_err(file_error(&path, "read"))?;
        let Some(text) = text else { return Ok(None) };
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

    /// Returns the differences between two runs that matter for records, as messages. Unknown inputs do not differ.
    pub fn differences(&self, other: &Sidecar) -> Vec<String> {
        let fields = |side: &Sidecar| {
            let known = [
                ("version".to_owned(), side.tilefall.clone()),
                ("game".to_owned(), side.game.name().to_owned()),
            ];
            let input = side.input.clone().filter(|_| self.input.is_some() && other.input.is_some());
            let input = input.map(|input| ("input".to_owned(), input));
            let option = |(name, value): (&String, &String)| {
                (format!("--{name}"), if value.is_empty() { "set".to_owned() } else { value.clone() })
            };
            let options = side.options.iter().map(option);
            known.into_iter().chain(input).chain(options).collect::<BTreeMap<_, _>>()
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

    /// Like [`differences`](Self::differences), with the part of the input.
    pub fn differences_of_a_part(&self, other: &Sidecar) -> Vec<String> {
        let mut differences = self.differences(other);
        let shard = |side: &Sidecar| side.shard.clone().unwrap_or("none".into());
        if self.shard != other.shard {
            differences.push(format!("--shard {} there, {} here", shard(self), shard(other)));
        }
        differences
    }
}
