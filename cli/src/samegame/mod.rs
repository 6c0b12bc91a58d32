//! The verbs of `tilefall samegame`.

mod answer;
pub mod click;
mod keep;
mod reporter;
pub mod rules;
pub mod simulate;
pub mod solve;
mod start_lists;
mod trace;
pub mod verify;

use super::exit::Exit;

/// The verbs of `tilefall samegame`.
#[derive(Debug, clap::Subcommand)]
pub enum Verb {
    /// Play UVa 339 input and print the judge's output
    Simulate(simulate::Args),
    /// Find the highest score, or a list that clears the board
    Solve(solve::Args),
    /// Play one click on a board of '.' and digits
    Click(click::Args),
    /// Check lists of clicks and the claims of result records
    Verify(verify::Args),
}

/// Runs the verb.
///
/// # Errors
/// Those of the verb.
pub fn run(verb: Verb) -> anyhow::Result<Exit> {
    match verb {
        Verb::Simulate(args) => simulate::run(&args),
        Verb::Solve(args) => solve::run(&args),
        Verb::Click(args) => click::run(&args),
        Verb::Verify(args) => verify::run(&args),
    }
}
