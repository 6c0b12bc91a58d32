//! `tilefall convert`.

use crate::cli::exit::Exit;

/// The words of `tilefall convert`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs it.
///
/// # Errors
/// If the input is bad or cannot be read.
pub fn run(_args: &Args) -> anyhow::Result<Exit> {
    anyhow::bail!("not built yet")
}
