//! `tilefall bench samegame`.
//!
//! - `fixed`: a fixed workload on built-in boards

pub mod fixed;

use crate::args::cpu::CpuArgs;
use crate::args::numbers::{Number, ThreadNumber};
use crate::exit::Exit;
use tilefall::internals::workload::samegame::QUICK;

const EXAMPLES: &str = "\
Runs a fixed workload on built-in boards; the signature is the same on every machine, number of threads and CPU path.

Examples:
  tilefall bench samegame
  tilefall bench samegame --quick --signature";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Run a tenth of the workload
    #[arg(long)]
    quick: bool,
    /// Boards searched in parallel, each by one thread
    #[arg(long, short = 'j', value_name = "N", default_value = "1")]
    threads: ThreadNumber,
    /// Print only the signature
    #[arg(long)]
    signature: bool,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value = "1")]
    seed: Number,
    #[command(flatten)]
    cpu: CpuArgs,
}

/// Runs the benchmark.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    fixed::run(&fixed::Work {
        part: if args.quick { QUICK } else { 1 },
        seed: args.seed.0,
        threads: args.threads.to_usize(),
        path: args.cpu.path(),
        signature: args.signature,
    })
}
