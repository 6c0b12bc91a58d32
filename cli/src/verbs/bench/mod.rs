//! `tilefall bench`: fixed workloads. The signature of a workload changes only if a search behaves differently.
//!
//! - [`mayan`], [`samegame`]: the workload of each game
//! - [`table`]: runs a workload and prints the results as a table or as JSON

pub mod mayan;
pub mod samegame;
mod table;

use crate::args::deferred::Deferred;
use crate::args::limits::CpuArgs;
use crate::args::values::{Number, Output, ThreadNumber};
use crate::exit::Exit;

/// The verbs of `tilefall bench`.
#[derive(Debug, clap::Subcommand)]
pub enum Verb {
    /// Solve the boards that come with the program
    #[command(after_help = mayan::EXAMPLES)]
    Mayan(Deferred<BenchArgs>),
    /// Search the boards that come with the program
    #[command(after_help = samegame::EXAMPLES)]
    Samegame(Deferred<BenchArgs>),
}

/// The arguments that both games share.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct BenchArgs {
    /// Run a tenth of the workload
    #[arg(long)]
    quick: bool,
    /// Run the workload N times; the table has the mean of the rates, and how far they are apart
    #[arg(long, value_name = "N", default_value = "3")]
    runs: Number<1, 1000>,
    /// Boards searched at the same time, each by one thread
    #[arg(long, short = 'j', value_name = "N", default_value = "1")]
    threads: ThreadNumber,
    /// Print only the signature
    #[arg(long, conflicts_with_all = ["runs", "output"], help_heading = "Output")]
    signature: bool,
    /// The output: a table, or a line of JSON for each row with the seconds of every run
    #[arg(long, short, value_name = "KIND", value_enum, default_value = "text", help_heading = "Output")]
    output: Output,
    #[command(flatten)]
    cpu: CpuArgs,
}

pub fn run(verb: Verb) -> anyhow::Result<Exit> {
    match verb {
        Verb::Mayan(Deferred(args)) => mayan::run(&args),
        Verb::Samegame(Deferred(args)) => samegame::run(&args),
    }
}
