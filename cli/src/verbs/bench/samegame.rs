//! `tilefall bench samegame`: a fixed number of playouts, trials and nodes on fixed boards, so the lists are always the same.

use crate::args::cpu::CpuArgs;
use crate::args::numbers::{Number, ThreadNumber};
use crate::exit::Exit;
use crate::io::output;
use anyhow::Context as _;
use std::time::Instant;
use tilefall::CpuPath;
use tilefall::internals::workload::samegame::{PARTS, Part, PartResult, QUICK, fold_signature};
use tilefall::rules::results_in_order;

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

/// Runs the workload, one board per thread, and prints a table.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let part = if args.quick { QUICK } else { 1 };
    let names = ["method", "boards", "cleared", "score", "done", "", "seconds", "a second"];
    let mut text = table_row(names.map(str::to_owned));
    let mut signature = 0u64;
    for (what, whole) in PARTS {
        let rows = rows(what, whole / part, args.seed.0, args.cpu.path(), args.threads.to_usize())?;
        signature = fold_signature(signature, rows.iter().map(|(row, _)| *row));
        let cleared = rows.iter().filter(|(row, _)| row.cleared).count();
        let score: i64 = rows.iter().map(|(row, _)| row.score).sum();
        let done: u64 = rows.iter().map(|(row, _)| row.done).sum();
        let seconds: f64 = rows.iter().map(|(_, seconds)| seconds).sum();
        let (name, unit) = what.names();
        text += &table_row([
            name.to_string(),
            rows.len().to_string(),
            cleared.to_string(),
            score.to_string(),
            done.to_string(),
            unit.to_string(),
            format!("{seconds:.2}"),
            format!("{:.0}", done as f64 / seconds.max(1e-9)),
        ]);
    }
    match args.signature {
        true => output::print(&format!("{signature:016x}\n"))?,
        false => output::print(&format!("{text}signature {signature:016x}\n"))?,
    }
    Ok(Exit::Done)
}

/// Formats a row of the table, at most 80 columns wide.
fn table_row(values: [String; 8]) -> String {
    let [name, boards, cleared, score, done, unit, seconds, rate] = values;
    format!("{name:<14}{boards:>7}{cleared:>8}{score:>10}{done:>12} {unit:<9}{seconds:>8}{rate:>11}\n")
}

/// Returns the signature of the workload, a hash of all results. It is the same in every build, on every CPU path, and
/// in every run, unless a search behaves differently. `part` divides the work per board; for `--quick` it is
/// [`QUICK`](tilefall::internals::workload::samegame::QUICK).
///
/// # Errors
/// If the built-in boards are damaged.
pub fn signature(part: u64) -> anyhow::Result<u64> {
    PARTS.into_iter().try_fold(0, |signature, (what, work)| {
        let rows = rows(what, work / part, 1, CpuPath::best(), 1)?;
        Ok(fold_signature(signature, rows.into_iter().map(|(row, _)| row)))
    })
}

/// Runs a part on every board; returns the results and the times in seconds.
fn rows(
    what: Part,
    work: u64,
    seed: u64,
    path: CpuPath,
    threads: usize,
) -> anyhow::Result<Vec<(PartResult, f64)>> {
    let row = |puzzle| {
        let begun = Instant::now();
        let row = what.run(puzzle, work, seed, path).context("a board that ships")?;
        Ok((row, begun.elapsed().as_secs_f64()))
    };
    let boards = what.boards()?;
    results_in_order(threads, || |number| Some(row(boards.get(number)?))).into_iter().collect()
}
