//! The verbs of `tilefall samegame`.

mod answer;
mod best_list_file;
pub mod click;
mod coordinates;
pub mod generate;
pub mod hint;
pub mod play;
pub mod replay;
mod reporter;
pub mod rules;
pub mod show;
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
    /// Make boards: random, balanced or proven clearable
    Generate(generate::Args),
    /// Show boards in colour, or as a picture
    Show(show::Args),
    /// Play lists step by step: by keys, as text, as pictures or as a page
    Replay(replay::Args),
    /// Help a player: a colour to keep, the next click or the whole line
    Hint(hint::Args),
    /// Play in the terminal, with the solver beside you
    Play(play::Args),
    /// Check lists of clicks and the claims of result records
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
        Verb::Click(args) => click::run(&args),
        Verb::Generate(args) => generate::run(&args),
        Verb::Show(args) => show::run(&args),
        Verb::Replay(args) => replay::run(&args),
        Verb::Hint(args) => hint::run(&args),
        Verb::Play(args) => play::run(&args),
        Verb::Verify(args) => verify::run(&args),
    }
}
