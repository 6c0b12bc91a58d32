//! Runs of a given time on the user's boards.

use super::best::Best;
use crate::args::format_arg::FormatChoice;
use crate::exit::Exit;
use crate::io::item::InputPuzzle;
use crate::io::lines::Bounds;
use crate::io::output::println;
use crate::io::puzzles::Inputs;
use crate::io::sanitize;
use crate::io::watch::Watch;
use anyhow::Context as _;
use std::path::Path as FilePath;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tilefall::CpuPath;
use tilefall::rules::{GameKind, plural, results_in_order};
use tilefall::samegame::{Board, Solver};

/// Published totals on the 20 standard boards, by method.
const PUBLISHED: [(&str, i64); 6] = [
    ("SP-MCTS (Schadd et al. 2012)", 78_012),
    ("NMCS level 3 (Cazenave 2009)", 77_934),
    ("NRPA level 4 (Cazenave 2016)", 80_030),
    ("distributed NRPA (Negrevergne, Cazenave 2017)", 83_050),
    ("HGSTS (Edelkamp et al. 2010)", 84_718),
    ("best of the web (2016)", 87_858),
];

/// The number of standard boards.
const STANDARD: usize = 20;

/// The boards and the options of the searches.
pub struct Runs<'a> {
    /// The file or directory of the boards.
    pub boards: &'a FilePath,
    /// The time for each board.
    pub time: Duration,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The file of the best lists.
    pub records: Option<&'a FilePath>,
    /// The number of boards searched in parallel.
    pub boards_in_parallel: usize,
    pub threads_per_board: usize,
    pub path: CpuPath,
}

/// Searches the boards one after the other on all threads, or in parallel, and prints a table.
///
/// # Errors
/// If a board is bad, or a file cannot be written.
pub fn run(runs: &Runs<'_>) -> anyhow::Result<Exit> {
    let &Runs { boards, time, seed, boards_in_parallel, threads_per_board, .. } = runs;
    let inputs = Inputs::one(boards, FormatChoice::For(GameKind::SameGame), Bounds::default());
    let mut exit = Exit::Done;
    let puzzles: Vec<InputPuzzle> = inputs.reported(&mut exit).collect();
    anyhow::ensure!(exit == Exit::Done && !puzzles.is_empty(), "{}: expected boards", boards.display());
    let best = Mutex::new(runs.records.map(Best::read).transpose()?);
    let watch = Watch::start()?;
    let begun = Instant::now();
    println(&table_row("board", ["score", "cleared", "trials", "best kept"].map(str::to_owned)))?;
    let next = |(index, named): (usize, &InputPuzzle)| {
        let done = one(runs, named, index as u64, &watch, &best)?;
        println(&done.line)?;
        anyhow::Ok(done)
    };
    let totals = results_in_order(boards_in_parallel, || |index| Some(next((index, puzzles.get(index)?))));
    let totals = totals.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let total: i64 = totals.iter().map(|done| done.score).sum();
    let kept: i64 = totals.iter().map(|done| done.kept).sum();
    let seconds = begun.elapsed().as_secs_f64();
    println(&format!("\n{:<48}{total:>8}", "this run"))?;
    println(&format!(
        "  {} s a board on {}, seed {seed}; {seconds:.0} s in all",
        time.as_secs_f64(),
        plural(threads_per_board as u64, "thread"),
    ))?;
    if runs.records.is_some() {
        println(&format!("{:<48}{kept:>8}", "best lists kept"))?;
    }
    if puzzles.len() == STANDARD {
        for (method, total) in PUBLISHED {
            println(&format!("{method:<48}{total:>8}"))?;
        }
    }
    Ok(if watch.interrupted() { Exit::Interrupted } else { Exit::Done })
}

/// The result for a board.
struct Done {
    score: i64,
    kept: i64,
    line: String,
}

fn one(
    runs: &Runs<'_>,
    named: &InputPuzzle,
    index: u64,
    watch: &Watch,
    best: &Mutex<Option<Best>>,
) -> anyhow::Result<Done> {
    let solver = Solver::new()
        .time(runs.time)
        .seed(runs.seed)
        .threads(runs.threads_per_board)
        .cancel(watch.cancel())
        .cpu_path(runs.path);
    let outcome = solver.solve(&Board::try_from(&named.puzzle.grid)?)?;
    let (score, cleared) = outcome.found.as_ref().map_or((0, false), |found| (found.score, found.cleared));
    let mut kept = score;
    if let Some(best) = best.lock().ok().as_mut().and_then(|best| best.as_mut()) {
        kept = best.offer(index, &named.puzzle, &outcome).context("the best lists cannot be written")?;
    }
    let cleared = if cleared { "yes" } else { "no" };
    let values = [score.to_string(), cleared.to_owned(), outcome.nodes.to_string(), kept.to_string()];
    Ok(Done { score, kept, line: table_row(&named.id(), values) })
}

/// Formats a row of the table, at most 80 columns wide, with the end of a long id.
fn table_row(id: &str, values: [String; 4]) -> String {
    const ID: usize = 37;
    let id = sanitize::end(id, ID);
    let [score, cleared, trials, kept] = values;
    format!("{id:<ID$}{score:>8}{cleared:>9}{trials:>14}{kept:>11}")
}

#[cfg(test)]
mod tests {
    use super::table_row;

    #[test]
    fn a_row_fits_80_columns() {
        let row =
            table_row(&"folder/".repeat(9), ["999999", "yes", "9999999999", "999999"].map(str::to_owned));
        assert!(row.chars().count() <= 80 && row.split_whitespace().count() == 5, "{row}");
    }
}
