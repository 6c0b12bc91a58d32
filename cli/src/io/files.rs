//! The files that arguments name: directories and globs, walked in a stable order.

use crate::batch::sidecar::{self, Sidecar};
use crate::error::is_no_file;
use crate::io::disk;
use anyhow::Context as _;
use glob::{MatchOptions, Pattern};
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Component, Path, PathBuf};

/// A file, or the error of a directory that cannot be listed.
pub type FileResult = anyhow::Result<PathBuf>;

/// Returns the files that arguments name, in a stable order: the arguments in the order given, `-` for standard input
/// (also without arguments), the files below a directory sorted by name, files before subdirectories, and the matches
/// of a glob sorted by name. An argument that matches nothing is returned as it is, and fails when it is read.
///
/// Directories and globs skip hidden files, links to directories, everything that is no regular file (a pipe, a link
/// that leads to itself), and files of this program that hold no puzzles: results, the files beside them, and
/// sidecars. Sidecars are also skipped as arguments next to other arguments.
///
/// # Errors
/// An element is an error if a directory cannot be listed or contains no file.
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
    let Some(text) = word.to_str() else { return };
    if word.components().any(|part| part.as_os_str() == "**") {
        // The `glob` library would follow links for `**`, also links that form a cycle.
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

/// Appends the files below a directory that match a pattern, and all files below a directory that matches.
fn below(dir: &Path, pattern: &Pattern, own: &dyn Fn(&Path) -> bool, found: &mut Vec<FileResult>) {
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

/// Returns the entries of a directory.
fn list(dir: &Path) -> anyhow::Result<Vec<std::fs::DirEntry>> {
    let entries = std::fs::read_dir(dir).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    entries.with_context(|| format!("{}: cannot be listed", dir.display()))
}

fn walk(dir: &Path, own: &dyn Fn(&Path) -> bool, found: &mut Vec<FileResult>) {
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
        if may_be_read(&path) && !is_own_file(&path, |name| names.contains(name)) && !own(&path) {
            found.push(Ok(path));
        }
    }
    for entry in dirs {
        walk(&entry.path(), own, found);
    }
}

/// Returns `true` if a file that was found may hold puzzles.
fn holds_puzzles(path: &Path) -> bool {
    may_be_read(path) && !is_own_file(path, |name| path.with_file_name(name).exists())
}

/// Returns `true` for a regular file, and for a path that is missing or cannot be examined, which is an error when it
/// is read. A pipe without a writer would never end, and a link that leads to itself is no file.
fn may_be_read(path: &Path) -> bool {
    std::fs::metadata(path).map_or_else(|error| !is_no_file(&error), |data| data.is_file())
}

/// Returns `true` for a file of this program that holds no puzzles, and for a temporary file of a killed run. `there`
/// returns whether the directory contains a name.
fn is_own_file(path: &Path, there: impl Fn(&OsStr) -> bool) -> bool {
    let Some(name) = path.file_name() else { return false };
    if disk::final_name(name).is_some() {
        return true;
    }
    let is_results = || {
        let side = sidecar::path_for(path);
        side.file_name().is_some_and(&there) && matches!(Sidecar::read(path), Ok(Some(_)))
    };
    sidecar::is_name(name) || is_results()
}
