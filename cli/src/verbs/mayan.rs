//! The verbs of `tilefall mayan`: their names, help texts and arguments.

use super::{analyse, generate, hint, play, replay, show, simulate, solve, stress, verify};
use crate::args::deferred;
use crate::args::goal::GoalArgs;
use crate::args::task::NoopArgs;
use crate::exit::Exit;
use std::ffi::OsString;

type Deferred<A> = deferred::Deferred<A, true>;

/// The verbs of `tilefall mayan`.
#[derive(Debug, clap::Subcommand)]
pub enum Verb {
    /// Play the moves of P1312 input and print Yes or No
    Simulate(Deferred<simulate::mayan::Args>),
    /// Find winning move lists, or prove that there is none
    Solve(Deferred<solve::mayan::Args>),
    /// Make puzzles whose shortest list has M moves, with a proof
    Generate(Deferred<generate::mayan::Args>),
    /// Show boards in colour, or as a picture
    Show(Deferred<show::Args<show::Mayan>>),
    /// Play lists step by step: by keys, as text, as pictures or as a page
    Replay(Deferred<replay::Args<NoopArgs>>),
    /// Help a player: where to look, why, the next move and the whole line
    Hint(Deferred<hint::Args<NoopArgs>>),
    /// Show what each move of a list lost, and what was still possible
    #[command(visible_alias = "analyze")]
    Analyse(Deferred<analyse::Args<NoopArgs>>),
    /// Play in the terminal, with the solver beside you
    Play(Deferred<play::mayan::Args>),
    /// Check move lists and the claims of result records
    Verify(Deferred<verify::Args<GoalArgs>>),
    /// Find the smallest input that a contest program gets wrong
    Stress(Deferred<stress::MayanArgs>),
}

pub fn run(verb: Verb, words: &[OsString]) -> anyhow::Result<Exit> {
    match verb {
        Verb::Simulate(deferred::Deferred(args)) => simulate::mayan::run(&args),
        Verb::Solve(deferred::Deferred(args)) => solve::mayan::run(&args),
        Verb::Generate(deferred::Deferred(args)) => generate::mayan::run(&args),
        Verb::Show(deferred::Deferred(args)) => show::run(&args),
        Verb::Replay(deferred::Deferred(args)) => replay::run(&args),
        Verb::Hint(deferred::Deferred(args)) => hint::run(&args),
        Verb::Analyse(deferred::Deferred(args)) => analyse::run(&args),
        Verb::Play(deferred::Deferred(args)) => play::mayan::run(&args),
        Verb::Verify(deferred::Deferred(args)) => verify::run(&args),
        Verb::Stress(deferred::Deferred(args)) => stress::mayan(&args, words),
    }
}
