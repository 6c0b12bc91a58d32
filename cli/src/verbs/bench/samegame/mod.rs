//! `tilefall bench samegame`.
//!
//! - `fixed`: a fixed workload on built-in boards
//! - `timed`: runs of a given time on the user's boards, compared with published scores
//! - `best`: the best lists of such runs, kept in a file

mod best;
pub mod fixed;
mod timed;

use crate::args::cpu::CpuArgs;
use crate::args::limits::threads_or_all;
use crate::args::numbers::{Number, ThreadNumber, Time};
use crate::exit::Exit;
use std::path::PathBuf;
use tilefall::internals::workload::samegame::QUICK;

const EXAMPLES: &str = "\
Without --boards it runs a fixed workload on built-in boards; the signature is the same on every \
machine, number of threads and CPU path.

Examples:
  tilefall bench samegame
  tilefall bench samegame --quick --signature
  tilefall bench samegame --boards standard20 --time 10s
  tilefall bench samegame --boards standard20 --time 60s --records best.jsonl";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Run a tenth of the workload
    #[arg(long, conflicts_with = "boards")]
    quick: bool,
    /// Threads: boards in parallel for the fixed workload, all threads on one board for --boards [default: 1; all cores]
    #[arg(long, short = 'j', value_name = "N")]
    threads: Option<ThreadNumber>,
    /// Print only the signature
    // clap does not derive conflicts with arguments that require --boards.
    #[arg(long, conflicts_with_all = ["boards", "time", "records", "side_by_side"])]
    signature: bool,
    /// Search the boards of this file or directory, and compare with what was published on the standard set
    #[arg(long, value_name = "PATH")]
    boards: Option<PathBuf>,
    /// Time for each board
    #[arg(long, short, value_name = "DUR", default_value = "10s", requires = "boards")]
    #[arg(allow_hyphen_values = true)]
    time: Time,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value = "1")]
    seed: Number,
    /// Keep the best list of each board in FILE; a list there is only replaced by a better one
    #[arg(long, value_name = "FILE", requires = "boards")]
    records: Option<PathBuf>,
    /// Search boards in parallel, each on one thread, instead of one board on all threads
    #[arg(long, requires = "boards")]
    side_by_side: bool,
    #[command(flatten)]
    cpu: CpuArgs,
}

/// Runs the benchmark.
///
/// # Errors
/// If a file cannot be read or written, or a board is bad.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let (seed, path) = (args.seed.0, args.cpu.path());
    let Some(boards) = &args.boards else {
        let part = if args.quick { QUICK } else { 1 };
        let threads = args.threads.map_or(1, Number::to_usize);
        return fixed::run(&fixed::Work { part, seed, threads, path, signature: args.signature });
    };
    let threads = threads_or_all(args.threads).number();
    let (boards_in_parallel, threads_per_board) = if args.side_by_side { (threads, 1) } else { (1, threads) };
    let (time, records) = (args.time.0, args.records.as_deref());
    timed::run(&timed::Runs { boards, time, seed, records, boards_in_parallel, threads_per_board, path })
}
