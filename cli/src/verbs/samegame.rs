//! The verbs of `tilefall samegame`: their names, help texts and arguments.

use super::{analyse, click, generate, hint, play, replay, show, simulate, solve, stress, verify};
use crate::args::deferred::Deferred;
use crate::args::task::{SameGameArgs, SameGameSearchArgs};
use crate::exit::Exit;
use std::ffi::OsString;

/// The verbs of `tilefall samegame`.
#[derive(Debug, clap::Subcommand)]
pub enum Verb {
    /// Play UVa 339 input and print the judge's output
    Simulate(Deferred<simulate::samegame::Args>),
    /// Find the highest score, or a list that clears the board
    Solve(Deferred<solve::samegame::Args>),
    /// Play one click on a board of '.' and digits
    Click(Deferred<click::Args>),
    /// Make boards: random, balanced or proven clearable
    Generate(Deferred<generate::samegame::Args, true>),
    /// Show boards in colour, or as a picture
    Show(Deferred<show::Args<show::SameGame>, true>),
    /// Play lists step by step: by keys, as text, as pictures or as a page
    Replay(Deferred<replay::Args<SameGameArgs>, true>),
    /// Help a player: where to look, why, the next click and the whole line
    Hint(Deferred<hint::Args<SameGameSearchArgs>, true>),
    /// Show what each click of a list lost, and what was still possible
    #[command(visible_alias = "analyze")]
    Analyse(Deferred<analyse::Args<SameGameSearchArgs>, true>),
    /// Play in the terminal, with the solver beside you
    Play(Deferred<play::samegame::Args, true>),
    /// Check lists of clicks and the claims of result records
    Verify(Deferred<verify::Args<SameGameArgs>, true>),
    /// Find the smallest input that a contest program gets wrong
    Stress(Deferred<stress::SameGameArgs>),
}

pub fn run(verb: Verb, words: &[OsString]) -> anyhow::Result<Exit> {
    match verb {
        Verb::Simulate(Deferred(args)) => simulate::samegame::run(&args),
        Verb::Solve(Deferred(args)) => solve::samegame::run(&args),
        Verb::Click(Deferred(args)) => click::run(&args),
        Verb::Generate(Deferred(args)) => generate::samegame::run(&args),
        Verb::Show(Deferred(args)) => show::run(&args),
        Verb::Replay(Deferred(args)) => replay::run(&args),
        Verb::Hint(Deferred(args)) => hint::run(&args),
        Verb::Analyse(Deferred(args)) => analyse::run(&args),
        Verb::Play(Deferred(args)) => play::samegame::run(&args),
        Verb::Verify(Deferred(args)) => verify::run(&args),
        Verb::Stress(Deferred(args)) => stress::samegame(&args, words),
    }
}
