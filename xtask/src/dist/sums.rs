//! Checksums of all files.

use super::context::{Context, output};
use super::tool::Tool;

const SHA256SUM: Tool = Tool { try_run: &["sha256sum", "--version"], install: "install GNU coreutils" };

/// Writes `SHA256SUMS` and prints it.
///
/// # Errors
/// If a file cannot be read or written.
pub fn write(context: &Context) -> anyhow::Result<()> {
    if !SHA256SUM.is_installed("SHA256SUMS") {
        return Ok(());
    }
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&context.out)? {
        names.push(entry?.file_name());
    }
    names.sort();
    let sums = output(context.command("sha256sum").current_dir(&context.out).arg("--").args(names))?;
    print!("{}", String::from_utf8_lossy(&sums));
    Ok(std::fs::write(context.out.join("SHA256SUMS"), sums)?)
}
