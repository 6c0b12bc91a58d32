//! `tilefall bench gpu`: a graphics card is compared with the processor, click by click, then searches the standard boards.

use crate::error::UsageError;
use crate::exit::{self, Exit};
use crate::io::output;
use std::time::{Duration, Instant};
use tilefall::Limits;
use tilefall::internals::workload::samegame::PARTS;
use tilefall::rules::Rules;
use tilefall::rules::puzzle::Puzzle;
use tilefall_gpu::check::check;
use tilefall_gpu::search::{Improved, Progress, Question, Report, solve};

/// Boards of the check: games of random clicks, and boards that are annealed.
const GAMES: usize = 100_000;
const ANNEALED: usize = 40;

/// The part of the check with `--quick`, and the time for each board.
const QUICK: usize = 10;
const TIME: Duration = Duration::from_millis(1000);

const EXAMPLES: &str = "\
The check plays a game on each of 100,000 boards of all sizes and anneals 40 boards, and compares every list with the \
processor's. Its signature is the same on every card.

Examples:
  tilefall bench gpu
  tilefall bench gpu --quick --signature";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Run a tenth of the check
    #[arg(long)]
    quick: bool,
    /// Print only the signature of the check
    #[arg(long, help_heading = "Output")]
    signature: bool,
}

/// Runs the check, then searches 20 boards of 15×15 for a second each, and prints the rate.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut device = tilefall_gpu::open().map_err(|error| UsageError(format!("bench gpu: {error}")))?;
    let part = if args.quick { QUICK } else { 1 };
    let begun = Instant::now();
    let signature = check(&mut *device, GAMES / part, ANNEALED / part)?;
    if args.signature {
        output::print(&format!("{signature:016x}\n"))?;
        return Ok(Exit::Done);
    }
    let checked = begun.elapsed().as_secs_f64();
    exit::note(&format!("{}: every list is the processor's, {checked:.1} s", device.name()));
    let question =
        |Puzzle { grid, .. }| Question { grid, rules: Rules::default(), start: Vec::new(), target: None };
    let questions: Vec<Question> = PARTS[0].0.boards()?.into_iter().map(question).collect();
    let mut limits = Limits::default();
    limits.time = Some(TIME / part as u32);
    let mut last = Last(None);
    let (_, done) = solve(&mut *device, &questions, &limits, 1, &mut last);
    done?;
    if let Some(Progress { points, trials, elapsed }) = last.0 {
        let (seconds, boards) = (elapsed.as_secs_f64(), questions.len());
        let rate = trials as f64 / seconds.max(1e-9);
        output::print(&format!(
            "{boards} boards, {points} points, {seconds:.1} s, {trials} trials, {rate:.0} a second\nsignature {signature:016x}\n"
        ))?;
    }
    Ok(Exit::Done)
}

/// Keeps the last progress of a search.
struct Last(Option<Progress>);

impl Report for Last {
    fn improved(&mut self, _improved: &Improved<'_>) {}

    fn advanced(&mut self, progress: &Progress) {
        self.0 = Some(*progress);
    }
}
