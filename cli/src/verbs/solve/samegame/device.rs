//! `--device`: the search of many boards together on a graphics card.

use super::trace::Line;
use super::{Asked, Config};
use crate::args::named::Choice;
use crate::error::UsageError;
use crate::exit;
use crate::io::progress::format_seconds;
use std::collections::HashMap;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use tilefall::Limits;
use tilefall::rules::{lock, plural};
use tilefall_gpu::search::{Event, GROUP, Question, Solved, solve};
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
    /// The results for the puzzles of a group, by index and hash.
    solved: Mutex<HashMap<(u64, String), OnCard>>,
    /// The number of puzzles that the processor solves.
    others: AtomicU64,
}

/// The result of a card for a puzzle.
#[derive(Clone)]
pub struct OnCard {
    pub solved: Solved,
    pub name: String,
    /// Whether the list is the answer, as opposed to one from which the processor continues.
    pub is_final: bool,
}

impl Card {
    /// Opens the card, if one is chosen.
    ///
    /// # Errors
    /// If there is none, but one is required.
    pub fn open(&self, choice: Where) -> anyhow::Result<()> {
        if choice == Where::Cpu {
            return Ok(());
        }
        match tilefall_gpu::open() {
            Ok(device) => *lock(&self.device) = Some(device),
            Err(error) if choice == Where::Auto => {
                exit::note(&format!("searching on the processor: {error}"))
            }
            Err(error) => return Err(UsageError(format!("--device cuda: {error}")).into()),
        }
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
        self.others.fetch_add(others.len() as u64, Ordering::Relaxed);
        let question = |asked: &Asked| Question {
            grid: asked.puzzle.grid.clone(),
            rules: asked.rules,
            start: asked.from.as_ref().map_or(Vec::new(), |found| found.clicks.clone()),
            target: config.args.target.map(|target| target.0),
        };
        let questions: Vec<Question> = boards.iter().map(question).collect();
        let (name, begun) = (card.name().to_owned(), Instant::now());
        let what = format!("{} on {name}", plural(boards.len() as u64, "board"));
        let mut report = |event: Event<'_>| match event {
            Event::Better(at, found, trials) => {
                let (Asked { index, id, hash, .. }, seconds) = (&boards[at], begun.elapsed().as_secs_f64());
                if let Some(trace) = config.trace.get() {
                    trace.add(&Line::new((*index, id, hash), config.goal, seconds, trials, found));
                }
            }
            Event::Progress(points, trials, seconds) => {
                let (time, rate) = (format_seconds(seconds), trials as f64 / seconds.max(1e-9) / 1e6);
                show(format!("{what}: {time}, {points} points, {rate:.1} million trials a second"));
            }
        };
        let (solved, done) = solve(card, &questions, limits, config.args.seed(), &mut report);
        let is_final = done.is_ok() || config.args.device == Where::Cuda;
        // Too few trials for a list are left to the processor.
        let on_card = solved.into_iter().map(|solved| OnCard {
            is_final: is_final && !solved.clicks.is_empty(),
            name: name.clone(),
            solved,
        });
        let keys = boards.iter().map(|asked| (asked.index, asked.hash.clone()));
        *lock(&self.solved) = keys.zip(on_card).collect();
        let Err(error) = done else { return Ok(()) };
        *device = None;
        if is_final {
            return Err(io::Error::other(error).into());
        }
        exit::note(&format!("continuing on the processor: {error}"));
        Ok(())
    }

    /// Returns the result of the card for a puzzle.
    pub fn found(&self, index: u64, hash: &str) -> Option<OnCard> {
        lock(&self.solved).get(&(index, hash.to_owned())).cloned()
    }

    /// Prints how many puzzles the processor has solved beside a card.
    pub fn note_others(&self) {
        if let others @ 1.. = self.others.load(Ordering::Relaxed) {
            let puzzles = plural(others, "puzzle");
            let why = "the card takes up to 20 rows, 20 columns and 8 colours, by the usual rules";
            exit::note(&format!("{puzzles} solved on the processor: {why}"));
        }
    }
}
