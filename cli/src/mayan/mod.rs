//! The verbs of `tilefall mayan`.

mod answer;
mod goal;
pub mod simulate;
pub mod solve;
pub mod verify;

use super::exit::Exit;

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
