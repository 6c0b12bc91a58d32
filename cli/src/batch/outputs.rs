//! Which files a batch writes, and which of those that its words name it reads.

use super::Meant;
use crate::files::{self, Found};
use crate::places::Place;
use std::path::Path;
use tilefall::batch::{disk, journal, salvage, sidecar};

/// The files that a run writes: that of `--out` with those beside it, and `more`.
pub fn all(meant: &Meant, more: Vec<Place>) -> Vec<Place> {
    let Some(out) = meant.out.as_ref().map(|out| &out.path) else { return more };
    let beside = [sidecar::beside(out), journal::best(out), salvage::beside(out)];
    let beside = beside.into_iter().map(|path| Place::new("a file beside --out", &path));
    [Place::new("--out", out)].into_iter().chain(beside).chain(more).collect()
}

/// The files that are read: those of the words but for such as the run writes itself.
pub fn inputs(meant: &Meant, places: &[Place]) -> Vec<Found> {
    let own = |path: &Path| places.iter().any(|place| place.own && disk::same(path, &place.path));
    files::files_but(&meant.inputs.files, &own)
}
