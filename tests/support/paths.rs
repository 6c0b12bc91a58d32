//! The CPU paths that tests run.

use tilefall::internals::bits::cpu::CpuPath;

/// The paths that this machine can run, the portable one first. Those that it lacks are named on standard error, so
/// that a test which ran on fewer paths says so.
pub fn tested() -> Vec<CpuPath> {
    CpuPath::available_paths(|path| eprintln!("skipped: the {} path, which this CPU lacks", path.name()))
}
