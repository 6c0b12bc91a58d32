//! The verbs of `tilefall samegame`.

use super::{click, generate, hint, play, replay, show, simulate, solve, verify};
use crate::exit::Exit;

/// The verbs of `tilefall samegame`.
#[derive(Debug, clap::Subcommand)]
pub enum Verb {
    /// Play UVa 339 input and print the judge's output
    Simulate(simulate::samegame::Args),
    /// Find the highest score, or a list that clears the board
    Solve(solve::samegame::Args),
    /// Play one click on a board of '.' and digits
    Click(click::Args),
    /// Make boards: random, balanced or proven clearable
    Generate(generate::samegame::Args),
    /// Show boards in colour, or as a picture
    Show(show::samegame::Args),
    /// Play lists step by step: by keys, as text, as pictures or as a page
    Replay(replay::samegame::Args),
    /// Help a player: a colour to keep, the next click or the whole line
    Hint(hint::samegame::Args),
    /// Play in the terminal, with the solver beside you
    Play(play::samegame::Args),
    /// Check lists of clicks and the claims of result records
    Verify(verify::samegame::Args),
}

/// Runs the verb.
///
/// # Errors
/// Returns the errors of the verb.
pub fn run(verb: Verb) -> anyhow::Result<Exit> {
    match verb {
        Verb::Simulate(args) => simulate::samegame::run(&args),
        Verb::Solve(args) => solve::samegame::run(&args),
        Verb::Click(args) => click::run(&args),
        Verb::Generate(args) => generate::samegame::run(&args),
        Verb::Show(args) => show::samegame::run(&args),
        Verb::Replay(args) => replay::samegame::run(&args),
        Verb::Hint(args) => hint::samegame::run(&args),
        Verb::Play(args) => play::samegame::run(&args),
        Verb::Verify(args) => verify::samegame::run(&args),
    }
}
