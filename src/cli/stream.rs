//! Files and standard input, open: for verbs that need not see the whole.

use super::input::STDIN;
use anyhow::Context as _;
use std::io::Read;
use std::path::Path;

/// An open input and the name that messages give it.
pub struct Source {
    /// The path as given, or [`STDIN`].
    pub name: String,
    /// What is read from it, without a buffer.
    pub bytes: Box<dyn Read>,
}

/// Opens a file, or standard input for none and for `-`.
///
/// # Errors
/// If it cannot be opened; the message names it.
pub fn open(path: Option<&Path>) -> anyhow::Result<Source> {
    match path.filter(|path| path.as_os_str() != "-") {
        Some(path) => {
            let name = path.display().to_string();
            let file = std::fs::File::open(path).with_context(|| format!("{name}: cannot be read"))?;
            Ok(Source { name, bytes: Box::new(file) })
        }
        None => Ok(Source { name: STDIN.into(), bytes: Box::new(std::io::stdin().lock()) }),
    }
}
