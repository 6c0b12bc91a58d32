//! `--device`: the search of many boards together on a graphics card.

use super::trace::Line;
use super::{Asked, Config};
use crate::args::named::Choice;
use crate::error::UsageError;
use crate::exit;
use crate::io::progress::format_seconds;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use tilefall::Limits;
use tilefall::rules::{lock, plural};
use tilefall_gpu::result::{Results, Solved};
use tilefall_gpu::search::{Event, GROUP, Question, solve};
use tilefall_gpu::{Choice as Where, Device, fits};

/// The values of `--device`.
pub const DEVICES: &[Choice<Where>] = &[
    ("cpu", Where::Cpu, "The processor"),
    (
        "cuda",
        Where::Cuda,
        "An NVIDIA graphics card: all boards together, with the time and the trials of each",
    ),
    ("auto", Where::Auto, "A graphics card if there is one, else the processor"),
];

/// A graphics card, and its results.
#[derive(Default)]
pub struct Card {
    /// The device, after it is opened and until it fails.
    device: Mutex<Option<Box<dyn Device>>>,
    /// The results for the puzzles of a group.
    solved: Mutex<Results>,
    /// The number of puzzles that the processor solves.
    others: AtomicU64,
}

impl Card {
    /// Opens the card, if one is chosen.
    ///
    /// # Errors
    /// If there is none, but one is required.
    pub fn open(&self, choice: Where) -> anyhow::Result<()> {
        let device = choice.open(&mut |why| exit::note(&why));
        *lock(&self.device) = device.map_err(|error| UsageError(format!("--device cuda: {error}")))?;
        Ok(())
    }

    /// Returns the most puzzles to solve together; 0 without a card.
    pub fn group_size(&self) -> usize {
        if lock(&self.device).is_some() { GROUP } else { 0 }
    }

    /// Solves the puzzles that fit the card.
    ///
    /// # Errors
    /// If the card fails, and is required.
    pub fn solve(
        &self,
        asked: Vec<Asked>,
        config: &Config<'_>,
        limits: &Limits,
        show: &dyn Fn(String),
    ) -> anyhow::Result<()> {
        let mut device = lock(&self.device);
        let Some(card) = device.as_deref_mut() else { return Ok(()) };
        let is_fitting = |asked: &Asked| fits(&asked.puzzle.grid, &asked.rules, config.goal);
        let (boards, others): (Vec<Asked>, Vec<Asked>) = asked.into_iter().partition(is_fitting);
        let others = others.iter().filter(|asked| !asked.puzzle.grid.groups().is_empty()).count();
        self.others.fetch_add(others as u64, Ordering::Relaxed);
        let question = |asked: &Asked| Question {
            key: (asked.index, asked.hash.clone()),
            grid: asked.puzzle.grid.clone(),
            rules: asked.rules,
            start: asked.from.as_ref().map_or(Vec::new(), |found| found.clicks.clone()),
            target: config.args.target.map(|target| target.0),
        };
        let questions: Vec<Question> = boards.iter().map(question).collect();
        let what = format!("{} on {}", plural(boards.len() as u64, "board"), card.name());
        let mut report = |event: Event<'_>| match event {
            Event::Better(at, found, trials, seconds) => {
                let Asked { index, id, hash, .. } = &boards[at];
                if let Some(trace) = config.trace.get() {
                    trace.add(&Line::new((*index, id, hash), config.goal, seconds, trials, found));
                }
            }
            Event::Progress(points, trials, seconds) => {
                let (time, rate) = (format_seconds(seconds), trials as f64 / seconds.max(1e-9) / 1e6);
                show(format!("{what}: {time}, {points} points, {rate:.1} M trials/s"));
            }
        };
        let is_required = config.args.device == Where::Cuda;
        let (solved, done) = solve(card, &questions, limits, config.args.seed(), is_required, &mut report);
        *lock(&self.solved) = solved;
        let Err(error) = done else { return Ok(()) };
        *device = None;
        if is_required {
            return Err(io::Error::other(error).into());
        }
        exit::note(&format!("continuing on the processor: {error}"));
        Ok(())
    }

    /// Returns the result of the card for a puzzle.
    pub fn found(&self, index: u64, hash: &str) -> Option<Solved> {
        lock(&self.solved).get(&(index, hash.to_owned())).cloned()
    }

    /// Prints how many puzzles the processor has solved beside a card.
    pub fn note_others(&self) {
        if let others @ 1.. = self.others.load(Ordering::Relaxed) {
            let puzzles = plural(others, "puzzle");
            let why = "the card takes up to 20 rows, 20 columns and 8 colours, for points by the usual rules";
            exit::note(&format!("{puzzles} solved on the processor: {why}"));
        }
    }
}
