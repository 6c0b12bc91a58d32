//! Files and standard input, open or whole; directories and globs walked in a stable order.

use anyhow::Context as _;
use std::fs::File;
use std::io::{BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};

/// The name that messages give standard input.
pub const STDIN: &str = "<stdin>";

const BUFFER: usize = 1 << 16;

/// An input and the name that messages give it.
#[derive(Clone, Debug)]
pub struct Input {
    /// The path as given, or [`STDIN`].
    pub name: String,
    /// All of it.
    pub text: Vec<u8>,
}

/// The name that messages give a path: [`STDIN`] for `-`.
pub fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { STDIN.into() } else { path.display().to_string() }
}

/// Opens a file, or standard input for `-`.
///
/// # Errors
/// If it cannot be opened; the message names it.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead + Send>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(BufReader::with_capacity(BUFFER, std::io::stdin())));
    }
    let file = File::open(path).with_context(|| format!("{}: cannot be read", name(path)))?;
    Ok(Box::new(BufReader::with_capacity(BUFFER, file)))
}

/// Reads a file, or standard input for none and for `-`.
///
/// # Errors
/// If it cannot be read; the message names it.
pub fn read(path: Option<&Path>) -> anyhow::Result<Input> {
    let path = path.unwrap_or(Path::new("-"));
    let (mut text, name) = (Vec::new(), name(path));
    open(path)?.read_to_end(&mut text).with_context(|| format!("{name}: cannot be read"))?;
    Ok(Input { name, text })
}

/// The files that the words of a command name, in a stable order: words in the order given, `-` for
/// standard input (also if there are none), the files below a directory by name, level by level down, and
/// those that fit a glob by name. Hidden files of a directory are left out, links to directories not
/// followed. A word that fits nothing stays, to fail when it is read.
///
/// # Errors
/// In place of a directory that cannot be listed, or that holds no file.
pub fn files(words: &[PathBuf]) -> Vec<anyhow::Result<PathBuf>> {
    if words.is_empty() {
        return vec![Ok("-".into())];
    }
    let mut found = Vec::new();
    for word in words {
        let before = found.len();
        if word.as_os_str() == "-" || word.is_file() {
            found.push(Ok(word.clone()));
        } else if word.is_dir() {
            walk(word, &mut found);
            if found.len() == before {
                found.push(Err(anyhow::anyhow!("{}: the directory holds no file", word.display())));
            }
        } else {
            for path in word.to_str().and_then(|word| glob::glob(word).ok()).into_iter().flatten().flatten() {
                if path.is_dir() { walk(&path, &mut found) } else { found.push(Ok(path)) }
            }
            if found.len() == before {
                found.push(Ok(word.clone()));
            }
        }
    }
    found
}

fn walk(dir: &Path, found: &mut Vec<anyhow::Result<PathBuf>>) {
    let list = || -> std::io::Result<Vec<_>> { std::fs::read_dir(dir)?.collect() };
    let mut entries = match list().with_context(|| format!("{}: cannot be listed", dir.display())) {
        Ok(entries) => entries,
        Err(error) => return found.push(Err(error)),
    };
    entries.retain(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."));
    entries.sort_by_key(|entry| entry.file_name());
    let is_dir = |entry: &std::fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    for entry in entries.iter().filter(|entry| !is_dir(entry)) {
        if !entry.path().is_dir() {
            found.push(Ok(entry.path()));
        }
    }
    for entry in entries.iter().filter(|entry| is_dir(entry)) {
        walk(&entry.path(), found);
    }
}
