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

/// The kind of run.
enum Config<'a> {
    Fixed(fixed::Work),
    Timed(timed::Runs<'a>),
}

impl Args {
    fn resolve(&self) -> Config<'_> {
        let (seed, path) = (self.seed.0, self.cpu.path());
        let Some(boards) = &self.boards else {
            let part = if self.quick { QUICK } else { 1 };
            let (threads, signature) = (self.threads.map_or(1, Number::to_usize), self.signature);
            return Config::Fixed(fixed::Work { part, seed, threads, path, signature });
        };
        let threads = threads_or_all(self.threads).number();
        let (boards_in_parallel, threads_per_board) =
            if self.side_by_side { (threads, 1) } else { (1, threads) };
        let (time, records) = (self.time.0, self.records.as_deref());
        Config::Timed(timed::Runs {
            boards,
            time,
            seed,
            records,
            boards_in_parallel,
            threads_per_board,
            path,
        })
    }
}

/// Runs the benchmark.
///
/// # Errors
/// If a file cannot be read or written, or a board is bad.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match args.resolve() {
        Config::Fixed(work) => fixed::run(&work),
        Config::Timed(runs) => timed::run(&runs),
    }
}
