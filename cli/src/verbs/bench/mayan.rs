//! `tilefall bench mayan`.

use crate::args::cpu::CpuArgs;
use crate::args::numbers::ThreadNumber;
use crate::exit::Exit;
use crate::io::output;
use std::fmt::Write as _;
use std::time::Instant;
use tilefall::CpuPath;
use tilefall::internals::workload;
use tilefall::internals::workload::mayan::{SLOW, boards, set_of};
use tilefall::mayan::Outcome;
use tilefall::rules::puzzle::Puzzle;
use tilefall::rules::results_in_order;

const EXAMPLES: &str = "\
Examples:
  tilefall bench mayan
  tilefall bench mayan --quick --threads 1";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Leave out the slowest boards
    #[arg(long)]
    quick: bool,
    /// Boards solved in parallel, each by one thread
    #[arg(long, short = 'j', value_name = "N", default_value = "1")]
    threads: ThreadNumber,
    /// Print only the signature
    #[arg(long)]
    signature: bool,
    #[command(flatten)]
    cpu: CpuArgs,
}

/// The set of a board, the outcome, and the time in seconds.
struct Row {
    set: String,
    outcome: Outcome,
    seconds: f64,
}

/// Solves every board on one thread, so that the node counts are the same on every machine, and prints a table or the
/// signature.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let rows = rows(|set| !(args.quick && set == SLOW), args.threads.to_usize(), args.cpu.path())?;
    let signature = nodes(&rows);
    if args.signature {
        output::print(&format!("{signature}\n"))?;
        return Ok(Exit::Done);
    }
    let names = ["boards", "solved", "nodes", "total ms", "mean ms", "worst ms", "nodes/s"];
    let mut text = table_row("set", names.map(str::to_owned));
    for set in rows.chunk_by(|a, b| a.set == b.set) {
        text += &line(&set[0].set, set);
    }
    text += &line("all", &rows);
    writeln!(text, "signature {signature}")?;
    output::print(&text)?;
    Ok(Exit::Done)
}

/// Returns the signature of the selected sets: the total number of nodes. It is the same in every build, on every CPU
/// path, and in every run, unless a search behaves differently.
pub fn signature(wanted: impl Fn(&str) -> bool) -> anyhow::Result<u64> {
    Ok(nodes(&rows(wanted, 1, CpuPath::best())?))
}

/// Solves the boards of the selected sets, each on one thread.
fn rows(wanted: impl Fn(&str) -> bool, threads: usize, path: CpuPath) -> anyhow::Result<Vec<Row>> {
    let puzzles = boards(wanted)?;
    results_in_order(threads, || |number| Some(row(puzzles.get(number)?, path))).into_iter().collect()
}

fn nodes(rows: &[Row]) -> u64 {
    rows.iter().map(|row| row.outcome.stats.nodes).sum()
}

fn row(puzzle: &Puzzle, path: CpuPath) -> anyhow::Result<Row> {
    let begun = Instant::now();
    let outcome = workload::mayan::run(puzzle, path)?;
    let seconds = begun.elapsed().as_secs_f64();
    Ok(Row { set: set_of(puzzle).to_owned(), outcome, seconds })
}

/// Formats a row of the table, at most 80 columns wide.
fn table_row(name: &str, values: [String; 7]) -> String {
    let [boards, solved, nodes, total, mean, worst, rate] = values;
    format!("{name:<10}{boards:>7}{solved:>7}{nodes:>13}{total:>11}{mean:>10}{worst:>10}{rate:>11}\n")
}

fn line(name: &str, rows: &[Row]) -> String {
    let nodes: u64 = rows.iter().map(|row| row.outcome.stats.nodes).sum();
    let total: f64 = rows.iter().map(|row| row.seconds).sum();
    let worst = rows.iter().map(|row| row.seconds).fold(0.0, f64::max);
    let solved = rows.iter().filter(|row| row.outcome.list.is_some()).count();
    let milliseconds = |seconds: f64| format!("{:.3}", seconds * 1e3);
    let values = [
        rows.len().to_string(),
        solved.to_string(),
        nodes.to_string(),
        milliseconds(total),
        milliseconds(total / rows.len() as f64),
        milliseconds(worst),
        format!("{:.0}", nodes as f64 / total.max(1e-9)),
    ];
    table_row(name, values)
}
