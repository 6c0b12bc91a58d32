//! `tilefall bench`: fixed workloads, whose node counts are a signature of the behaviour of the searches.

pub mod mayan;
pub mod samegame;

use crate::args::deferred::Deferred;
use crate::exit::Exit;

/// The verbs of `tilefall bench`.
#[derive(Debug, clap::Subcommand)]
pub enum Verb {
    /// Solve the boards that come with the program
    Mayan(Deferred<mayan::Args>),
    /// Search the boards that come with the program
    Samegame(Deferred<samegame::Args>),
}

pub fn run(verb: Verb) -> anyhow::Result<Exit> {
    match verb {
        Verb::Mayan(Deferred(args)) => mayan::run(&args),
        Verb::Samegame(Deferred(args)) => samegame::run(&args),
    }
}
