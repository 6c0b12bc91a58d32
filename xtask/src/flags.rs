//! The flags of the compiler.

use anyhow::Context as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Sets the compiler's flags of a command: some flags, and no folder of this machine in what is built.
///
/// # Errors
/// If the home folder of cargo is unknown.
pub fn set(command: &mut Command, root: &Path, flags: &[&str]) -> anyhow::Result<()> {
    let home = std::env::home_dir().map(|home| home.join(".cargo"));
    let cargo = std::env::var_os("CARGO_HOME").map(PathBuf::from).or(home).context("no CARGO_HOME")?;
    let mut flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
    for (folder, name) in [(&*cargo, "/cargo"), (root, "/tilefall")] {
        flags.push(format!("--remap-path-prefix={}={name}", folder.display()));
    }
    // One flag between separators, so that folders may have spaces.
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f")).env_remove("RUSTFLAGS");
    Ok(())
}
