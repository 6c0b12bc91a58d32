//! The output of `--version`: the version, the commit, the target, the CPU path.

use std::sync::LazyLock;
use tilefall::CpuPath;

/// Returns the version, and on further lines the commit (if built from a clone), the target, and the CPU path of
/// searches on this machine.
pub fn long() -> &'static str {
    static LONG: LazyLock<String> = LazyLock::new(|| {
        let commit =
            option_env!("TILEFALL_COMMIT").map_or(String::new(), |commit| format!("\ncommit: {commit}"));
        let (version, target) = (env!("CARGO_PKG_VERSION"), env!("TILEFALL_TARGET"));
        format!("{version}{commit}\ntarget: {target}\nCPU path: {}", CpuPath::best().name())
    });
    &LONG
}
