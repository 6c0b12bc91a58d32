//! The verbs of `tilefall mayan`.

mod answer;
pub mod simulate;
pub mod solve;
pub mod verify;

use super::exit::Exit;
use anyhow::Context as _;
use tilefall::bits::cpu::Path;

/// The verbs of `tilefall mayan`.
#[derive(Debug, clap::Subcommand)]
pub enum Verb {
    /// Play the moves of P1312 input and print Yes or No
    Simulate(simulate::Args),
    /// Find winning move lists, or prove that there is none
    Solve(Box<solve::Args>),
    /// Check move lists and the claims of result records
    Verify(verify::Args),
}

/// The CPU path of this name.
///
/// # Errors
/// If there is none of this name, or this machine lacks it.
pub fn cpu_named(name: Option<&str>) -> anyhow::Result<Option<Path>> {
    let Some(name) = name else { return Ok(None) };
    let path = Path::ALL.into_iter().find(|path| path.name() == name);
    let path = path.with_context(|| format!("no CPU path '{name}', expected portable or avx2"))?;
    anyhow::ensure!(path.available(), "this CPU lacks the {name} path");
    Ok(Some(path))
}

/// The CPU path of this name, for the parser of words.
pub fn cpu_path(name: &str) -> Result<Path, String> {
    cpu_named(Some(name)).map_err(|error| error.to_string())?.ok_or_else(|| "expected a name".to_owned())
}

/// Runs the verb.
///
/// # Errors
/// Those of the verb.
pub fn run(verb: Verb) -> anyhow::Result<Exit> {
    match verb {
        Verb::Simulate(args) => simulate::run(&args),
        Verb::Solve(args) => solve::run(&args),
        Verb::Verify(args) => verify::run(&args),
    }
}
