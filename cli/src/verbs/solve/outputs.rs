//! The output files and the input files of a batch.

use super::Config;
use crate::args::output_conflicts::OutputFile;
use crate::io::files::{self, FileResult};
use std::path::Path;
use tilefall::internals::batch::{disk, journal, salvage, sidecar};

/// Returns the output files of a run: the file of `--out`, the files beside it, and `more`.
pub fn all(config: &Config, more: Vec<OutputFile>) -> Vec<OutputFile> {
    let Some(out) = config.out.as_ref().map(|out| &out.path) else { return more };
    let beside = [sidecar::path_for(out), journal::best_list_path(out), salvage::path_for(out)];
    let beside = beside.into_iter().map(|path| OutputFile::new("a file beside --out", &path));
    [OutputFile::new("--out", out)].into_iter().chain(beside).chain(more).collect()
}

/// Returns the input files that the arguments name, without output files found in directories or by globs.
pub fn inputs(config: &Config, output_files: &[OutputFile]) -> Vec<FileResult> {
    let own = |path: &Path| {
        output_files.iter().any(|place| place.skip_as_input && disk::same_file(path, &place.path))
    };
    files::files_except(&config.inputs.files, &own)
}
