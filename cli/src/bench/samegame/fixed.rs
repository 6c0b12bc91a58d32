//! The fixed workload: the same playouts, trials and nodes on the same boards, so the same lists.

use super::Args;
use crate::exit::Exit;
use crate::output;
use anyhow::Context as _;
use rayon::prelude::*;
use std::fmt::Write as _;
use std::time::Instant;
use tilefall::base::{Limits, Rules, StopFlag};
use tilefall::bits::cpu::Path;
use tilefall::formats::jsonl;
use tilefall::puzzle::Puzzle;
use tilefall::samegame::playout::scored::{Draw, Sums, random_game, scored};
use tilefall::samegame::search::anneal::replays::replays;
use tilefall::samegame::search::{Method, Query, Request, Silent, solve};

/// Random boards of 15×15 and 5 colours.
const LARGE: &[u8] = include_bytes!("../../../../data/bench/samegame15.jsonl");

/// Random boards of 8×8 and 4 colours.
const SMALL: &[u8] = include_bytes!("../../../../data/bench/samegame8x8.jsonl");

/// What is done, on which boards, and how much of it on each.
const ROWS: [(What, &[u8], u64); 7] = [
    (What::Click, LARGE, 20_000),
    (What::Play(Draw::Tiles), LARGE, 20_000),
    (What::Play(Draw::Groups), LARGE, 20_000),
    (What::Play(Draw::Tabu), LARGE, 20_000),
    (What::Search(Method::Nrpa), LARGE, 20_000),
    (What::Search(Method::Anneal), LARGE, 500_000),
    (What::Search(Method::Exact), SMALL, 200_000),
];

/// The part of the workload that `--quick` takes: one in this many.
pub const QUICK: u64 = 10;

#[derive(Clone, Copy)]
enum What {
    /// Every click of a list, with its books, as an annealer makes it.
    Click,
    Play(Draw),
    Search(Method),
}

impl What {
    fn names(self) -> (&'static str, &'static str) {
        match self {
            What::Click => ("click", "clicks"),
            What::Play(Draw::Tiles) => ("random tiles", "playouts"),
            What::Play(Draw::Groups) => ("random groups", "playouts"),
            What::Play(Draw::Tabu) => ("tabu colour", "playouts"),
            What::Search(Method::Nrpa) => ("nrpa", "playouts"),
            What::Search(Method::Exact) => ("exact", "nodes"),
            What::Search(_) => ("anneal", "trials"),
        }
    }
}

/// The result for a board.
struct Row {
    /// The best score; of playouts the mean.
    score: i64,
    cleared: bool,
    done: u64,
    seconds: f64,
    /// Changes with almost anything that the search does differently.
    mark: u64,
}

/// Runs it, one board per thread.
///
/// # Errors
/// If standard output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(1).into()).build()?;
    let mut text = format!(
        "{:<14}{:>7}{:>9}{:>10}{:>12} {:<9}{:>9}{:>12}\n",
        "method", "boards", "cleared", "score", "done", "", "seconds", "a second"
    );
    let mut signature = 0u64;
    let (part, seed, path) = (if args.quick { QUICK } else { 1 }, args.seed, args.cpu.path());
    for (what, boards, work) in ROWS {
        let rows = pool.install(|| rows(what, boards, work / part, seed, path))?;
        signature = joined(signature, &rows);
        let cleared = rows.iter().filter(|row| row.cleared).count();
        let score: i64 = rows.iter().map(|row| row.score).sum();
        let done: u64 = rows.iter().map(|row| row.done).sum();
        let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
        let (name, unit) = what.names();
        writeln!(
            text,
            "{name:<14}{:>7}{cleared:>9}{score:>10}{done:>12} {unit:<9}{seconds:>9.2}{:>12.0}",
            rows.len(),
            done as f64 / seconds.max(1e-9),
        )?;
    }
    match args.signature {
        true => output::print(&format!("{signature:016x}\n"))?,
        false => output::print(&format!("{text}signature {signature:016x}\n"))?,
    }
    Ok(Exit::Done)
}

/// The signature of one part in `part` of the workload ([`QUICK`] is that of `--quick`): the same in every build, on
/// every CPU path, in every run.
///
/// # Errors
/// None, unless the boards that ship are damaged.
pub fn signature(part: u64) -> anyhow::Result<u64> {
    ROWS.into_iter().try_fold(0, |signature, (what, boards, work)| {
        Ok(joined(signature, &rows(what, boards, work / part, 1, Path::best())?))
    })
}

/// Does the work on every board.
fn rows(what: What, boards: &[u8], work: u64, seed: u64, path: Path) -> anyhow::Result<Vec<Row>> {
    let puzzles = jsonl::each(boards).collect::<Result<Vec<_>, _>>()?;
    puzzles.par_iter().map(|puzzle| row(what, puzzle, work, seed, path)).collect()
}

/// The signature with that of more rows.
fn joined(signature: u64, rows: &[Row]) -> u64 {
    rows.iter().fold(signature, |all, row| {
        all.wrapping_mul(1_000_003).wrapping_add(row.mark).wrapping_add(row.score as u64)
    })
}

fn row(what: What, puzzle: &Puzzle, work: u64, seed: u64, path: Path) -> anyhow::Result<Row> {
    let begun = Instant::now();
    let rules = Rules::default();
    let mut row = match what {
        What::Click => {
            let list = random_game(&puzzle.grid, seed);
            let replayed = replays(&puzzle.grid, rules, &list, work, path);
            let (clicks, points) = replayed.context("a board that ships")?;
            Row { score: points / work as i64, cleared: false, done: clicks, seconds: 0.0, mark: clicks }
        }
        What::Play(draw) => {
            let Sums { points, clicks, cleared } = scored(&puzzle.grid, rules, draw, work, seed, path)?;
            let (score, mark) = ((points / work.max(1)) as i64, points.wrapping_mul(31).wrapping_add(clicks));
            Row { score, cleared, done: work, seconds: 0.0, mark }
        }
        What::Search(method) => {
            let stop = StopFlag::new();
            let limits = Limits { nodes: Some(work), memory: 1 << 26, stop: &stop };
            let request = Request { method, seed, threads: 1, from: None, time: None, path };
            let query = Query::score(&puzzle.grid, rules)?;
            let outcome = solve(&query, &request, &limits, &Silent).context("a board that ships")?;
            let (score, cleared) = outcome.found.map_or((0, false), |found| (found.score, found.cleared));
            let mark = outcome.found_at.wrapping_mul(31).wrapping_add(outcome.nodes);
            Row { score, cleared, done: outcome.nodes, seconds: 0.0, mark }
        }
    };
    row.seconds = begun.elapsed().as_secs_f64();
    Ok(row)
}
