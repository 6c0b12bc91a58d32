//! `tilefall bench samegame`: a fixed number of playouts, trials and nodes on fixed boards, so results never change.

use super::BenchArgs;
use super::table::{self, Part, Searched};
use crate::exit::Exit;
use anyhow::Context as _;
use tilefall::CpuPath;
use tilefall::internals::workload::samegame::{BOARDS, PARTS, QUICK, fold};
use tilefall::rules::puzzle::Puzzle;

pub const EXAMPLES: &str = "\
The parts, each board searched by one thread:
  click, random tiles, random groups, tabu colour   whole games of random clicks, 20 boards of 15×15
  anneal                                            annealing, the same 20 boards
  exact                                             branch and bound, 50 boards of 8×8

The signature is a hash of all results: the same on every machine, number of threads and CPU path, unless a search \\
behaves differently.

Examples:
  tilefall bench samegame
  tilefall bench samegame --quick --signature
  tilefall bench samegame --output jsonl > bench.jsonl";

/// Runs the workload, one board per thread, and prints a table or the signature.
pub fn run(args: &BenchArgs) -> anyhow::Result<Exit> {
    let divisor = if args.quick { QUICK } else { 1 };
    let boards = boards()?;
    let parts = parts(&boards, divisor, args.cpu.path());
    table::run(args, &parts, fold, |signature| format!("{signature:016x}"))
}

/// Returns the signature of the workload, a hash of all results. It is the same in every build, on every CPU path, and
/// in every run, unless a search behaves differently. `divisor` divides the work per board; for `--quick` it is
/// [`QUICK`](tilefall::internals::workload::samegame::QUICK).
pub fn signature(divisor: u64) -> anyhow::Result<u64> {
    table::signature(&parts(&boards()?, divisor, CpuPath::best()), 1, fold)
}

fn boards() -> anyhow::Result<Vec<Vec<Puzzle>>> {
    PARTS.iter().map(|(part, _)| Ok(part.read(BOARDS)?)).collect()
}

/// The seed of every search, so that the results are the same in every run.
const SEED: u64 = 1;

fn parts(boards: &[Vec<Puzzle>], divisor: u64, path: CpuPath) -> Vec<Part<'_>> {
    let parts = PARTS.into_iter().zip(boards).map(|((what, work), boards)| {
        let (name, unit) = what.names();
        Part {
            name: name.to_owned(),
            unit,
            boards: boards.len(),
            search: Box::new(move |at| {
                let row = what.run(&boards[at], work / divisor, SEED, path).context("a board that ships")?;
                Ok(Searched { cleared: row.cleared, done: row.done, digest: row.digest() })
            }),
        }
    });
    parts.collect()
}
