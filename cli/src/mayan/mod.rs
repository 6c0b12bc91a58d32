//! The verbs of `tilefall mayan`.

mod answer;
pub mod generate;
mod goal;
pub mod hint;
pub mod play;
pub mod replay;
pub mod show;
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
    /// Make puzzles whose shortest list has M moves, with a proof
    Generate(generate::Args),
    /// Show boards in colour, or as a picture
    Show(show::Args),
    /// Play lists step by step: by keys, as text, as pictures or as a page
    Replay(replay::Args),
    /// Help a player: where to look, the next move or the whole line
    Hint(hint::Args),
    /// Play in the terminal, with the solver beside you
    Play(play::Args),
    /// Check move lists and the claims of result records
    Verify(verify::Args),
}

/// Runs the verb.
///
/// # Errors
/// Returns the errors of the verb.
pub fn run(verb: Verb) -> anyhow::Result<Exit> {
    match verb {
        Verb::Simulate(args) => simulate::run(&args),
        Verb::Solve(args) => solve::run(&args),
        Verb::Generate(args) => generate::run(&args),
        Verb::Show(args) => show::run(&args),
        Verb::Replay(args) => replay::run(&args),
        Verb::Hint(args) => hint::run(&args),
        Verb::Play(args) => play::run(&args),
        Verb::Verify(args) => verify::run(&args),
    }
}
