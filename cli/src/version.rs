//! What `--version` tells: the version, the commit if it was built from one, the target, the CPU path.

use std::sync::LazyLock;
use tilefall::bits::cpu::Path;

/// The version, and on lines of their own the commit, the target that it was built for, and the CPU path that searches
/// take on this machine.
pub fn long() -> &'static str {
    static LONG: LazyLock<String> = LazyLock::new(|| {
        let commit =
            option_env!("TILEFALL_COMMIT").map_or(String::new(), |commit| format!("\ncommit: {commit}"));
        let (version, target) = (env!("CARGO_PKG_VERSION"), env!("TILEFALL_TARGET"));
        format!("{version}{commit}\ntarget: {target}\nCPU path: {}", Path::best().name())
    });
    &LONG
}
