//! Checks that no output file of a command is also an input or another output.

use crate::batch::sidecar;
use crate::exit::UsageError;
use crate::io::disk;
use std::fs::Metadata;
use std::path::{Path, PathBuf};

/// An output file that an argument names.
#[derive(Clone, Debug)]
pub struct OutputFile {
    /// The flag that names the file, for messages.
    pub flag: &'static str,
    pub path: PathBuf,
    /// Whether an input that is a directory or a glob skips the file.
    pub skip_as_input: bool,
}

impl OutputFile {
    /// Creates the output file that `flag` names; sets `skip_as_input` if the file exists and is empty.
    pub fn new(flag: &'static str, path: &Path) -> OutputFile {
        let skip_as_input = std::fs::metadata(path).is_ok_and(|data| data.len() == 0);
        OutputFile { flag, path: path.to_owned(), skip_as_input }
    }
}

/// Checks that no output file is also an input, another output or standard output, and that no input is standard
/// output. A program that reads its own output would never end.
pub fn check(outputs: &[OutputFile], inputs: &[impl AsRef<Path>]) -> Result<(), UsageError> {
    check_files(outputs, inputs)?;
    let printed = stream(&std::io::stdout()).filter(Metadata::is_file);
    let Some(printed) = printed.as_ref().and_then(disk::file_id) else { return Ok(()) };
    let is_printed = |data: Option<Metadata>| data.as_ref().and_then(disk::file_id) == Some(printed);
    if let Some(input) = inputs.iter().map(AsRef::as_ref).find(|input| is_printed(metadata(input))) {
        return refuse(input, "this is an input and standard output, expected another file".into());
    }
    match outputs.iter().find(|place| is_printed(place.path.metadata().ok())) {
        Some(place) => {
            refuse(&place.path, format!("this is standard output and {}, expected another name", place.flag))
        }
        None => Ok(()),
    }
}

/// Like [`check`], but ignores standard output, for a verb that prints nothing.
pub fn check_files(outputs: &[OutputFile], inputs: &[impl AsRef<Path>]) -> Result<(), UsageError> {
    if let Some(place) = outputs.iter().find(|place| place.path.as_os_str() == "-") {
        return Err(UsageError(format!("{} -: expected the name of a file", place.flag)));
    }
    // Two outputs may be the same device or pipe, so only files are compared with other outputs.
    let is_file = |path: &Path| path.metadata().map_or(true, |data| data.is_file());
    for (at, place) in outputs.iter().enumerate().filter(|(_, place)| is_file(&place.path)) {
        if let Some(other) = outputs[..at].iter().find(|other| disk::same_file(&place.path, &other.path)) {
            return refuse(
                &place.path,
                format!("this is {} and {}, expected two names", other.flag, place.flag),
            );
        }
    }
    let mut others = outputs.iter().filter(|place| !place.flag.ends_with("--out"));
    let is_sidecar = |path: &Path| path.file_name().is_some_and(sidecar::is_name);
    let is_results = |path: &Path| path.exists() && (is_sidecar(path) || sidecar::path_for(path).exists());
    if let Some(place) = others.find(|place| is_results(&place.path)) {
        let why = format!("{} would replace results of 'solve --out', expected another name", place.flag);
        return refuse(&place.path, why);
    }
    for input in inputs.iter().map(AsRef::as_ref) {
        let Some(data) = metadata(input).filter(Metadata::is_file) else { continue };
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

/// Returns the metadata of an input; `-` is standard input.
fn metadata(input: &Path) -> Option<Metadata> {
    if input.as_os_str() == "-" { stream(&std::io::stdin()) } else { input.metadata().ok() }
}

/// Returns the metadata of the file behind a standard stream.
#[cfg(unix)]
fn stream(stream: &impl std::os::fd::AsFd) -> Option<Metadata> {
    let file = std::fs::File::from(stream.as_fd().try_clone_to_owned().ok()?);
    file.metadata().ok()
}

/// Returns `None`: the metadata is not available on this system.
#[cfg(not(unix))]
fn stream<T>(_: &T) -> Option<Metadata> {
    None
}

fn refuse(path: &Path, why: String) -> Result<(), UsageError> {
    Err(UsageError(format!("{}: {why}", path.display())))
}
