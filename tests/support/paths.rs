//! The CPU paths that tests run.

use tilefall::bits::cpu::Path;

/// The paths that this machine can run, the portable one first. Those that it lacks are named on standard error, so
/// that a test which ran on fewer paths says so.
pub fn tested() -> Vec<Path> {
    Path::here(|path| eprintln!("skipped: the {} path, which this CPU lacks", path.name()))
}
