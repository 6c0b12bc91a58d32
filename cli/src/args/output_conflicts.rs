//! Checks that no output file of a command is also an input or another output.

use crate::error::UsageError;
use crate::io::disk;
use crate::io::output;
use std::fs::Metadata;
use std::path::{Path, PathBuf};

/// An output file that an argument names.
#[derive(Clone, Debug)]
pub struct OutputFile {
    /// The flag that names the file, for messages.
    pub flag: &'static str,
    pub path: PathBuf,
    /// Whether directories and globs of the inputs skip the file.
    pub skip_as_input: bool,
}

impl OutputFile {
    /// Creates the output file that a flag names. An empty file is skipped as an input.
    pub fn new(flag: &'static str, path: &Path) -> OutputFile {
        let skip_as_input = std::fs::metadata(path).is_ok_and(|data| data.len() == 0);
        OutputFile { flag, path: path.to_owned(), skip_as_input }
    }
}

/// Checks the output files, the inputs and standard output against each other.
///
/// # Errors
/// If two are the same file.
pub fn check(outputs: &[OutputFile], inputs: &[&Path]) -> Result<(), UsageError> {
    check_files(outputs, inputs)?;
    output::refuse_as_input(inputs.iter().copied())?;
    let output = output::stream(&std::io::stdout()).filter(Metadata::is_file);
    let output = output.as_ref().and_then(disk::file_id);
    let onto = |place: &&OutputFile| {
        output.is_some() && place.path.metadata().ok().as_ref().and_then(disk::file_id) == output
    };
    match outputs.iter().find(onto) {
        Some(place) => refuse(&place.path, format!("this is standard output and {}", place.flag)),
        None => Ok(()),
    }
}

/// Like [`check`], for a verb that prints nothing.
///
/// # Errors
/// If two are the same file.
pub fn check_files(outputs: &[OutputFile], inputs: &[&Path]) -> Result<(), UsageError> {
    // Two outputs may be the same device or pipe.
    let is_file = |path: &Path| path.metadata().map_or(true, |data| data.is_file());
    for (at, place) in outputs.iter().enumerate().filter(|(_, place)| is_file(&place.path)) {
        if let Some(other) = outputs[..at].iter().find(|other| disk::same_file(&place.path, &other.path)) {
            return refuse(&place.path, format!("this is {} and {}", other.flag, place.flag));
        }
    }
    for &input in inputs {
        let data =
            if input.as_os_str() == "-" { output::stream(&std::io::stdin()) } else { input.metadata().ok() };
        let Some(data) = data.filter(Metadata::is_file) else { continue };
        let id = disk::file_id(&data);
        let same = |place: &&OutputFile| match (id, place.path.metadata()) {
            (Some(id), Ok(data)) => disk::file_id(&data) == Some(id),
            _ => disk::same_file(&place.path, input),
        };
        if let Some(place) = outputs.iter().find(same) {
            return refuse(input, format!("this is an input and {}, expected another name", place.flag));
        }
    }
    Ok(())
}

fn refuse(path: &Path, why: String) -> Result<(), UsageError> {
    Err(UsageError(format!("{}: {why}", path.display())))
}
