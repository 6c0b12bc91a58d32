//! The files that arguments name: directories and globs, walked in a stable order.

use crate::batch::sidecar::{self, Sidecar};
use crate::error::is_no_file;
use crate::io::disk;
use glob::{MatchOptions, Pattern};
use std::io;
use std::path::{Component, Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// A file, or the error of a directory that cannot be listed.
pub type FileResult = anyhow::Result<PathBuf>;

/// Returns the files that arguments name, in a stable order: the arguments in the order given, `-` for standard input
/// (also without arguments), the files below a directory sorted by name, files before subdirectories, and the matches
/// of a glob sorted by name. An argument that matches nothing is returned as it is, and fails when it is read.
///
/// Directories and globs skip hidden files, links to directories, everything that is no regular file (a pipe, a link
/// that leads to itself), and files of this program that hold no puzzles: results, the files beside them, and
/// sidecars. Sidecars are also skipped as arguments next to other arguments.
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
    // Not below more directories than a pattern without `**` has parts.
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

/// Returns `true` for a regular file, and for a path that is missing or cannot be examined, which is an error when it
/// is read. A pipe without a writer would never end, and a link that leads to itself is no file.
fn may_be_read(path: &Path) -> bool {
    std::fs::metadata(path).map_or_else(|error| !is_no_file(&error), |data| data.is_file())
}

/// Returns `true` if a file that was found may hold puzzles: it is none of this program's files, nor a temporary file of a killed
/// run.
fn holds_puzzles(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    let is_results = || sidecar::path_for(path).exists() && matches!(Sidecar::read(path), Ok(Some(_)));
    may_be_read(path) && disk::final_name(name).is_none() && !sidecar::is_name(name) && !is_results()
}
