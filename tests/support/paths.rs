//! The CPU paths that tests run.

use tilefall::internals::bits::cpu::CpuPath;

/// Returns the paths that this machine can run, the portable one first. Names the other paths on standard error, so
/// that the output of a test shows that it skipped them.
pub fn tested() -> Vec<CpuPath> {
    CpuPath::available_paths(|path| eprintln!("skipped: the {} path, which this CPU lacks", path.name()))
}
