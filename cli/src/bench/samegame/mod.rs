//! `tilefall bench samegame`.
//!
//! - `fixed`: a fixed workload on boards that ship
//! - `timed`: runs of a length on boards of the user's, against what was published
//! - `best`: the best lists of such runs, kept in a file

mod best;
pub mod fixed;
mod timed;

use crate::cpu::CpuArgs;
use crate::exit::Exit;
use crate::limits::number_or_all;
use crate::numbers::{self, duration};
use std::path::PathBuf;
use std::time::Duration;
use tilefall::workload::samegame::QUICK;

const EXAMPLES: &str = "\
Without --boards it runs a fixed workload on built-in boards; the signature is the same on every \
machine, number of threads and CPU path.

Examples:
  tilefall bench samegame
  tilefall bench samegame --quick --signature
  tilefall bench samegame --boards standard20 --time 10s
  tilefall bench samegame --boards standard20 --time 60s --records best.jsonl";

/// The arguments of `tilefall bench samegame`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Run a tenth of the workload
    #[arg(long)]
    quick: bool,
    /// Threads: boards in parallel for the fixed workload, all threads on one board for --boards [default: 1; all cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = numbers::threads, allow_negative_numbers = true)]
    threads: Option<u16>,
    /// Print only the signature
    // What requires --boards has to be ruled out by name as well.
    #[arg(long, conflicts_with_all = ["boards", "time", "records", "side_by_side"])]
    signature: bool,
    /// Search the boards of this file or directory, and compare with what was published on the standard set
    #[arg(long, value_name = "PATH")]
    boards: Option<PathBuf>,
    /// Time for each board
    #[arg(long, short, value_name = "DUR", default_value = "10s", requires = "boards")]
    #[arg(value_parser = duration, allow_hyphen_values = true)]
    time: Duration,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = numbers::number, allow_negative_numbers = true)]
    seed: u64,
    /// Keep the best list of each board in FILE; a list there is only replaced by a better one
    #[arg(long, value_name = "FILE", requires = "boards")]
    records: Option<PathBuf>,
    /// Search boards in parallel, each on one thread, instead of one board on all threads
    #[arg(long, requires = "boards")]
    side_by_side: bool,
    #[command(flatten)]
    cpu: CpuArgs,
}

/// What is run.
enum Meant<'a> {
    Fixed(fixed::Work),
    Timed(timed::Runs<'a>),
}

impl Args {
    fn meant(&self) -> Meant<'_> {
        let (seed, path) = (self.seed, self.cpu.path());
        let Some(boards) = &self.boards else {
            let part = if self.quick { QUICK } else { 1 };
            let (threads, signature) = (self.threads.unwrap_or(1).into(), self.signature);
            return Meant::Fixed(fixed::Work { part, seed, threads, path, signature });
        };
        let threads = number_or_all(self.threads).number();
        let (side, each) = if self.side_by_side { (threads, 1) } else { (1, threads) };
        let (time, records) = (self.time, self.records.as_deref());
        Meant::Timed(timed::Runs { boards, time, seed, records, side, each, path })
    }
}

/// Runs it.
///
/// # Errors
/// If a file cannot be read or written, or a board is bad.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match args.meant() {
        Meant::Fixed(work) => fixed::run(&work),
        Meant::Timed(runs) => timed::run(&runs),
    }
}
