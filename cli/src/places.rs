//! Which files a verb writes; none of them may be a file that it reads or another one that it writes.

use crate::output;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use tilefall::batch::{Error, disk};

/// A file that a verb writes.
#[derive(Clone, Debug)]
pub struct Place {
    /// The word that names it.
    pub word: &'static str,
    /// Where it is.
    pub path: PathBuf,
    /// Whether it may be passed over where it is found among the inputs, in a directory or by a glob.
    pub own: bool,
}

impl Place {
    /// The file that a word names.
    pub fn new(word: &'static str, path: &Path) -> Place {
        let own = std::fs::metadata(path).is_ok_and(|data| data.len() == 0);
        Place { word, path: path.to_owned(), own }
    }
}

/// Compares all files that are read and written.
///
/// # Errors
/// If one would be written over, or read and written at once.
pub fn check(places: &[Place], inputs: &[&Path]) -> Result<(), Error> {
    check_files(places, inputs)?;
    output::refuse(inputs.iter().copied())?;
    let output = output::stream(&std::io::stdout()).filter(Metadata::is_file);
    let output = output.as_ref().and_then(disk::identity);
    let onto = |place: &&Place| {
        output.is_some() && place.path.metadata().ok().as_ref().and_then(disk::identity) == output
    };
    match places.iter().find(onto) {
        Some(place) => refuse(&place.path, format!("this is standard output and {}", place.word)),
        None => Ok(()),
    }
}

/// As [`check`], for a verb that prints nothing.
///
/// # Errors
/// If one would be written over, or read and written at once.
pub fn check_files(places: &[Place], inputs: &[&Path]) -> Result<(), Error> {
    // Devices and pipes take what they are given.
    let is_file = |path: &Path| path.metadata().map_or(true, |data| data.is_file());
    for (at, place) in places.iter().enumerate().filter(|(_, place)| is_file(&place.path)) {
        if let Some(other) = places[..at].iter().find(|other| disk::same(&place.path, &other.path)) {
            return refuse(&place.path, format!("this is {} and {}", other.word, place.word));
        }
    }
    for &input in inputs {
        let data =
            if input.as_os_str() == "-" { output::stream(&std::io::stdin()) } else { input.metadata().ok() };
        let Some(data) = data.filter(Metadata::is_file) else { continue };
        let id = disk::identity(&data);
        let same = |place: &&Place| match (id, place.path.metadata()) {
            (Some(id), Ok(data)) => disk::identity(&data) == Some(id),
            _ => disk::same(&place.path, input),
        };
        if let Some(place) = places.iter().find(same) {
            return refuse(input, format!("this is an input and {}, expected another name", place.word));
        }
    }
    Ok(())
}

fn refuse(path: &Path, why: String) -> Result<(), Error> {
    Err(Error::Refused(format!("{}: {why}", path.display())))
}
