//! The verbs of `tilefall mayan`.

use super::{generate, hint, play, replay, show, simulate, solve, verify};
use crate::exit::Exit;

/// The verbs of `tilefall mayan`.
#[derive(Debug, clap::Subcommand)]
pub enum Verb {
    /// Play the moves of P1312 input and print Yes or No
    Simulate(simulate::mayan::Args),
    /// Find winning move lists, or prove that there is none
    Solve(Box<solve::mayan::Args>),
    /// Make puzzles whose shortest list has M moves, with a proof
    Generate(generate::mayan::Args),
    /// Show boards in colour, or as a picture
    Show(show::mayan::Args),
    /// Play lists step by step: by keys, as text, as pictures or as a page
    Replay(replay::mayan::Args),
    /// Help a player: where to look, the next move or the whole line
    Hint(hint::mayan::Args),
    /// Play in the terminal, with the solver beside you
    Play(play::mayan::Args),
    /// Check move lists and the claims of result records
    Verify(verify::mayan::Args),
}

/// Runs the verb.
///
/// # Errors
/// Returns the errors of the verb.
pub fn run(verb: Verb) -> anyhow::Result<Exit> {
    match verb {
        Verb::Simulate(args) => simulate::mayan::run(&args),
        Verb::Solve(args) => solve::mayan::run(&args),
        Verb::Generate(args) => generate::mayan::run(&args),
        Verb::Show(args) => show::mayan::run(&args),
        Verb::Replay(args) => replay::mayan::run(&args),
        Verb::Hint(args) => hint::mayan::run(&args),
        Verb::Play(args) => play::mayan::run(&args),
        Verb::Verify(args) => verify::mayan::run(&args),
    }
}
