//! Which files a run writes; none of them may be a file that it reads or another one that it writes.

use super::Meant;
use crate::files::{self, Found};
use crate::output;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use tilefall::batch::{Error, disk, journal, salvage, sidecar};

/// A file that a run writes.
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

/// The files that a run writes: that of `--out` with those beside it, and `more`.
pub fn all(meant: &Meant, more: Vec<Place>) -> Vec<Place> {
    let Some(out) = meant.out.as_ref().map(|out| &out.path) else { return more };
    let beside = [sidecar::beside(out), journal::best(out), salvage::beside(out)];
    let new = beside.clone().map(|path| disk::with_suffix(&path, ".new"));
    let beside = beside.into_iter().chain(new).map(|path| Place::new("a file beside --out", &path));
    [Place::new("--out", out)].into_iter().chain(beside).chain(more).collect()
}

/// The files that are read: those of the words but for such as the run writes itself.
pub fn inputs(meant: &Meant, places: &[Place]) -> Vec<Found> {
    let own = |path: &Path| places.iter().any(|place| place.own && disk::same(path, &place.path));
    files::files_but(&meant.inputs.files, &own)
}

/// Compares all files that are read and written.
///
/// # Errors
/// If one would be written over, or read and written at once.
pub fn check(places: &[Place], inputs: &[Found]) -> Result<(), Error> {
    let refuse = |path: &Path, why: String| Err(Error::Refused(format!("{}: {why}", path.display())));
    for (at, place) in places.iter().enumerate() {
        if let Some(other) = places[..at].iter().find(|other| disk::same(&place.path, &other.path)) {
            return refuse(&place.path, format!("this is {} and {}", other.word, place.word));
        }
    }
    let output = output::stream(&std::io::stdout());
    for input in inputs.iter().flatten() {
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
    output::refuse(inputs.iter().flatten().map(PathBuf::as_path))?;
    let onto = |place: &&Place| {
        let data = output.as_ref().filter(|data| data.is_file());
        let ids =
            (data.and_then(disk::identity), place.path.metadata().ok().as_ref().and_then(disk::identity));
        ids.0.is_some() && ids.0 == ids.1
    };
    match places.iter().find(onto) {
        Some(place) => refuse(&place.path, format!("this is standard output and {}", place.word)),
        None => Ok(()),
    }
}
