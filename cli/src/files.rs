//! The files that the arguments of a command name: directories and globs walked in a stable order.

use crate::error::is_no_file;
use anyhow::Context as _;
use glob::{MatchOptions, Pattern};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Component, Path, PathBuf};
use tilefall::batch::disk;
use tilefall::batch::sidecar::{self, Sidecar};

/// What is found in place of a file: the error of a directory that cannot be listed.
pub type Found = anyhow::Result<PathBuf>;

/// The files that the arguments of a command name, in a stable order: arguments in the order given, `-` for
/// standard input (also if there are none), the files below a directory by name, level by level down, and
/// those that fit a glob by name. A word that fits nothing stays, to fail when it is read.
///
/// In directories hidden files are left out, links to directories (found there, or by a glob) not followed, and what is no file (a pipe, a link
/// that leads to itself) is passed over, and so are the files of this program that hold no puzzles: results, what
/// stands beside them, and sidecars; the last also as words beside others.
///
/// # Errors
/// In place of a directory that cannot be listed, or that holds no file.
pub fn files(words: &[PathBuf]) -> Vec<Found> {
    files_but(words, &|_| false)
}

/// As [`files`], and what is found in directories and by globs is also passed over if `own` says so.
///
/// # Errors
/// Those of [`files`].
pub fn files_but(words: &[PathBuf], own: &dyn Fn(&Path) -> bool) -> Vec<Found> {
    if words.is_empty() {
        return vec![Ok("-".into())];
    }
    let only_sidecars = words.iter().all(|word| is_sidecar(word.as_os_str()));
    let mut found = Vec::new();
    for word in words.iter().filter(|word| only_sidecars || !is_sidecar(word.as_os_str())) {
        let before = found.len();
        if word.is_dir() {
            walk(word, own, &mut found);
            if found.len() == before {
                found.push(Err(anyhow::anyhow!("{}: the directory holds no file", word.display())));
            }
        } else if word.as_os_str() == "-" || word.exists() {
            found.push(Ok(word.clone()));
        } else {
            globbed(word, own, &mut found);
            if found.len() == before {
                found.push(Ok(word.clone()));
            }
        }
    }
    found
}

/// The files that fit a glob; of a directory that fits, all below it.
fn globbed(word: &Path, own: &dyn Fn(&Path) -> bool, found: &mut Vec<Found>) {
    let Some(text) = word.to_str() else { return };
    if word.components().any(|part| part.as_os_str() == "**") {
        // The library would follow links, also those that lead back.
        let is_plain = |part: &Component<'_>| {
            !part.as_os_str().as_encoded_bytes().iter().any(|byte| b"*?[".contains(byte))
        };
        let Ok(pattern) = Pattern::new(text) else { return };
        let start: PathBuf = word.components().take_while(is_plain).collect();
        return below(&start, &pattern, own, found);
    }
    for path in glob::glob(text).into_iter().flatten() {
        let path = match path {
            Ok(path) => path,
            Err(error) => {
                let what = format!("{}: cannot be listed", error.path().display());
                found.push(Err(anyhow::Error::from(io::Error::from(error)).context(what)));
                continue;
            }
        };
        if path.is_dir() {
            if !path.is_symlink() {
                walk(&path, own, found);
            }
        } else if holds_puzzles(&path) && !own(&path) {
            found.push(Ok(path));
        }
    }
}

/// The files below a directory that fit a pattern, by name, and all below a directory that fits.
fn below(dir: &Path, pattern: &Pattern, own: &dyn Fn(&Path) -> bool, found: &mut Vec<Found>) {
    let options = MatchOptions { require_literal_separator: true, ..MatchOptions::default() };
    let here = if dir.as_os_str().is_empty() { Path::new(".") } else { dir };
    let entries = match list(here) {
        Ok(entries) => entries,
        Err(error) => return found.extend(here.is_dir().then_some(Err(error))),
    };
    let mut names: Vec<_> = entries.iter().map(std::fs::DirEntry::file_name).collect();
    names.sort();
    for path in names.iter().map(|name| dir.join(name)) {
        let fits = pattern.matches_path_with(&path, options);
        let dir = path.symlink_metadata().is_ok_and(|data| data.is_dir());
        match (dir, fits) {
            (true, true) => walk(&path, own, found),
            (true, false) => below(&path, pattern, own, found),
            (false, true) if !path.is_dir() && holds_puzzles(&path) && !own(&path) => found.push(Ok(path)),
            _ => {}
        }
    }
}

/// The entries of a directory.
fn list(dir: &Path) -> anyhow::Result<Vec<std::fs::DirEntry>> {
    let entries = std::fs::read_dir(dir).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    entries.with_context(|| format!("{}: cannot be listed", dir.display()))
}

fn walk(dir: &Path, own: &dyn Fn(&Path) -> bool, found: &mut Vec<Found>) {
    let mut entries = match list(dir) {
        Ok(entries) => entries,
        Err(error) => return found.push(Err(error)),
    };
    entries.retain(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."));
    entries.sort_by_key(|entry| entry.file_name());
    let names: BTreeSet<OsString> = entries.iter().map(|entry| entry.file_name()).collect();
    let (dirs, others): (Vec<_>, Vec<_>) =
        entries.iter().partition(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    for entry in others {
        let path = entry.path();
        if may_be_read(&path) && !is_ours(&path, |name| names.contains(name)) && !own(&path) {
            found.push(Ok(path));
        }
    }
    for entry in dirs {
        walk(&entry.path(), own, found);
    }
}

/// Whether a file that was found may hold puzzles.
fn holds_puzzles(path: &Path) -> bool {
    may_be_read(path) && !is_ours(path, |name| path.with_file_name(name).exists())
}

/// Whether this is a file, or at least meant to be one: a file that is missing or cannot be examined is an error when it
/// is read. A pipe that nobody writes would have no end, and a link that leads to itself is no file.
fn may_be_read(path: &Path) -> bool {
    std::fs::metadata(path).map_or_else(|error| !is_no_file(&error), |data| data.is_file())
}

/// Suffixes that the program adds to the name of a results file.
const BESIDE: [&[u8]; 3] = [b".best", b".salvage", b""];

fn is_sidecar(name: &OsStr) -> bool {
    name.as_encoded_bytes().ends_with(b".tilefall")
}

/// Whether this is a file of the program that holds no puzzles, or one that a killed run has not finished; `there`
/// returns whether a file of a name is beside it.
fn is_ours(path: &Path, there: impl Fn(&OsStr) -> bool) -> bool {
    let Some(name) = path.file_name() else { return false };
    if disk::final_name(name).is_some() {
        return true;
    }
    let bytes = name.as_encoded_bytes();
    let results = |stem: &[u8]| {
        // Cut at a full stop, it is as good a name as it was.
        let Some(stem) = std::str::from_utf8(stem).ok().filter(|stem| !stem.is_empty()) else { return false };
        let path = path.with_file_name(stem);
        let side = sidecar::beside(&path);
        side.file_name().is_some_and(&there) && matches!(sidecar::read::<Sidecar>(&path), Ok(Some(_)))
    };
    is_sidecar(name) || BESIDE.iter().filter_map(|end| bytes.strip_suffix(*end)).any(results)
}
