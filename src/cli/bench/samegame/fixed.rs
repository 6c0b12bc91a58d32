//! The fixed workload: the same trials on the same boards, so the same lists.

use super::Args;
use crate::bits::cpu::Path;
use crate::cli::exit::Exit;
use crate::cli::output;
use crate::formats::jsonl;
use crate::limits::{Limits, StopFlag};
use crate::puzzle::Puzzle;
use crate::samegame::Rules;
use crate::samegame::search::{Method, Outcome, Query, Request, Silent, solve};
use anyhow::Context as _;
use rayon::prelude::*;
use std::time::Instant;

/// Random boards of 15×15 and 5 colours.
const BOARDS: &[u8] = include_bytes!("../../../../data/bench/samegame15.jsonl");

/// Trials on each.
const TRIALS: u64 = 500_000;

/// A board's answer and the seconds that it took.
struct Row {
    outcome: Outcome,
    seconds: f64,
}

/// Runs it, a board a thread.
///
/// # Errors
/// If standard output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let puzzles = jsonl::each(BOARDS).collect::<Result<Vec<_>, _>>()?;
    let trials = if args.quick { TRIALS / 10 } else { TRIALS };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(1).into()).build()?;
    let rows = pool.install(|| {
        puzzles.par_iter().map(|puzzle| row(args, puzzle, trials)).collect::<anyhow::Result<Vec<_>>>()
    })?;
    let score = |row: &Row| row.outcome.found.as_ref().map_or(0, |found| found.score);
    // The trial at which each best list was found, and its score: little can change without changing them.
    let signature = rows.iter().fold(0u64, |all, row| {
        all.wrapping_mul(1_000_003).wrapping_add(row.outcome.found_at).wrapping_add(score(row) as u64)
    });
    if args.signature {
        output::print(&format!("{signature:016x}\n"))?;
        return Ok(Exit::Done);
    }
    let cleared =
        rows.iter().filter(|row| row.outcome.found.as_ref().is_some_and(|found| found.cleared)).count();
    let made: u64 = rows.iter().map(|row| row.outcome.nodes).sum();
    let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
    let total: i64 = rows.iter().map(score).sum();
    output::print(&format!(
        "{:<10}{:>7}{:>9}{:>12}{:>10}{:>10}{:>12}\n{:<10}{:>7}{cleared:>9}{made:>12}{total:>10}{seconds:>10.2}{:>12.0}\n\
         signature {signature:016x}\n",
        "method",
        "boards",
        "cleared",
        "trials",
        "score",
        "seconds",
        "trials/s",
        "anneal",
        rows.len(),
        made as f64 / seconds.max(1e-9),
    ))?;
    Ok(Exit::Done)
}

fn row(args: &Args, puzzle: &Puzzle, trials: u64) -> anyhow::Result<Row> {
    let stop = StopFlag::new();
    let limits = Limits { nodes: Some(trials), memory: 1 << 28, stop: &stop };
    let request = Request {
        method: Method::Anneal,
        seed: args.seed,
        threads: 1,
        from: &[],
        time: None,
        path: args.cpu.unwrap_or_else(Path::best),
    };
    let begun = Instant::now();
    let query = Query::score(&puzzle.grid, Rules::default());
    let outcome = solve(&query, &request, &limits, &Silent).context("a board that ships")?;
    Ok(Row { outcome, seconds: begun.elapsed().as_secs_f64() })
}
