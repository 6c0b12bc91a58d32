//! `tilefall bench gpu`: a graphics card is compared with the processor, click by click, then searches boards.

use crate::error::UsageError;
use crate::exit::Exit;
use crate::io::output;
use std::time::Duration;
use tilefall::Limits;
use tilefall::internals::workload::samegame::{BOARDS, PARTS};
use tilefall::rules::Rules;
use tilefall::rules::puzzle::Puzzle;
use tilefall_gpu::check::check;
use tilefall_gpu::search::{Event, Question, solve};

/// Boards of the check: games of random clicks, and boards that are annealed.
const GAMES: usize = 100_000;
const ANNEALED: usize = 40;

const EXAMPLES: &str = "\
The check plays a game on each of 100,000 boards of all sizes and anneals 40 boards, and compares every list with the \
processor's. Its signature is the same on every card.

Examples:
  tilefall bench gpu
  tilefall bench gpu --signature";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Print only the signature of the check
    #[arg(long, help_heading = "Output")]
    signature: bool,
}

/// Runs the check, then searches 20 boards of 15×15 for a second each, and prints the rate.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut device = tilefall_gpu::open().map_err(|error| UsageError(format!("bench gpu: {error}")))?;
    let signature = check(&mut *device, GAMES, ANNEALED)?;
    if !args.signature {
        let question = |(at, Puzzle { grid, .. })| {
            let key = (at, String::new());
            Question { key, grid, rules: Rules::default(), start: Vec::new(), target: None }
        };
        let questions: Vec<Question> = (0..).zip(PARTS[0].0.read(BOARDS)?).map(question).collect();
        let (mut limits, mut text, name) = (Limits::default(), String::new(), device.name().to_owned());
        limits.time = Some(Duration::from_secs(1));
        let mut report = |event: Event<'_>| {
            if let Event::Progress(points, trials, seconds) = event {
                let rate = trials as f64 / seconds.max(1e-9);
                text =
                    format!("{name}: {points} points, {seconds:.1} s, {trials} trials, {rate:.0} a second\n");
            }
        };
        solve(&mut *device, &questions, &limits, 1, true, &mut report).1?;
        output::print(&text)?;
    }
    output::print(&format!("{signature:016x}\n"))?;
    Ok(Exit::Done)
}
