//! Files and standard input, whole.

use anyhow::Context as _;
use std::io::Read as _;
use std::path::Path;

/// The name that messages give standard input.
pub const STDIN: &str = "<stdin>";

/// An input and the name that messages give it.
#[derive(Clone, Debug)]
pub struct Input {
    /// The path as given, or [`STDIN`].
    pub name: String,
    /// All of it.
    pub text: Vec<u8>,
}

/// Reads a file, or standard input for none and for `-`.
///
/// # Errors
/// If it cannot be read; the message names it.
pub fn read(path: Option<&Path>) -> anyhow::Result<Input> {
    let mut text = Vec::new();
    match path.filter(|path| path.as_os_str() != "-") {
        Some(path) => {
            text = std::fs::read(path).with_context(|| format!("{}: cannot be read", path.display()))?;
            Ok(Input { name: path.display().to_string(), text })
        }
        None => {
            std::io::stdin()
                .lock()
                .read_to_end(&mut text)
                .with_context(|| format!("{STDIN}: cannot be read"))?;
            Ok(Input { name: STDIN.into(), text })
        }
    }
}
