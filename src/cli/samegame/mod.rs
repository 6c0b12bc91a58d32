//! The verbs of `tilefall samegame`.

pub mod click;
pub mod simulate;

use super::exit::Exit;

/// The verbs of `tilefall samegame`.
#[derive(Debug, clap::Subcommand)]
pub enum Verb {
    /// Play UVa 339 input and print the judge's output
    Simulate(simulate::Args),
    /// Play one click on a board of '.' and digits
    Click(click::Args),
}

/// Runs the verb.
///
/// # Errors
/// Those of the verb.
pub fn run(verb: Verb) -> anyhow::Result<Exit> {
    match verb {
        Verb::Simulate(args) => simulate::run(&args),
        Verb::Click(args) => click::run(&args),
    }
}
