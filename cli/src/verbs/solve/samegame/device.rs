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
use tilefall::samegame::Outcome;
use tilefall_gpu::search::{Improved, Progress, Question, Report, group_size, solve};
use tilefall_gpu::{Choice as Where, Device, DeviceError, fits};

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

/// A graphics card, and what it has solved.
pub struct Card {
    choice: Where,
    /// The device, after it is opened, and until it fails.
    device: Mutex<Option<Box<dyn Device>>>,
    /// The puzzles that are not answered yet, by index and hash.
    solved: Mutex<HashMap<(u64, String), Solved>>,
    /// The number of puzzles that the processor solves.
    others: AtomicU64,
}

/// What a card has found out about a board.
pub struct Solved {
    pub outcome: Outcome,
    /// The time of the card for this board in seconds, and until the best list.
    pub seconds: f64,
    pub found_after: f64,
    /// The name of the card.
    pub device: String,
    /// Whether this is the answer, as opposed to a list from which the processor continues.
    pub is_final: bool,
}

impl Card {
    pub fn new(choice: Where) -> Card {
        Card { choice, device: Mutex::default(), solved: Mutex::default(), others: AtomicU64::new(0) }
    }

    /// Opens the card, if one is requested.
    ///
    /// # Errors
    /// If there is no card, but one is required.
    pub fn open(&self) -> anyhow::Result<()> {
        let note = |error: &DeviceError| exit::note(&format!("searching on the processor: {error}"));
        let opened = self.choice.open(note).map_err(|error| UsageError(format!("--device cuda: {error}")))?;
        *lock(&self.device) = opened;
        Ok(())
    }

    /// Returns the most puzzles to solve together; 0 without a card.
    pub fn group_size(&self) -> usize {
        lock(&self.device).as_deref().map_or(0, group_size)
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
        let all = asked.len();
        let fitting = asked.into_iter().filter(|asked| fits(&asked.puzzle.grid, &asked.rules, config.goal));
        let boards: Vec<Asked> = fitting.collect();
        self.others.fetch_add((all - boards.len()) as u64, Ordering::Relaxed);
        let target = config.args.target.map(|target| target.0);
        let question = |asked: &Asked| {
            let start = asked.from.as_ref().map_or(Vec::new(), |found| found.clicks.clone());
            Question { grid: asked.puzzle.grid.clone(), rules: asked.rules, start, target }
        };
        let questions: Vec<Question> = boards.iter().map(question).collect();
        let name = card.name().to_owned();
        let found_after = vec![0.0; boards.len()];
        let mut events =
            Events { boards: &boards, config, name: &name, begun: Instant::now(), found_after, show };
        let (outcomes, done) = solve(card, &questions, limits, config.args.seed(), &mut events);
        let part = 1.0 / boards.len().max(1) as f64;
        let seconds = events.begun.elapsed().as_secs_f64() * part;
        let found_after = events.found_after;
        let is_final = done.is_ok() || self.choice == Where::Cuda;
        let mut solved = lock(&self.solved);
        for ((asked, outcome), found_after) in boards.into_iter().zip(outcomes).zip(found_after) {
            let (device, found_after) = (name.clone(), found_after * part);
            let value = Solved { outcome, seconds, found_after, device, is_final };
            solved.insert((asked.index, asked.hash), value);
        }
        let Err(error) = done else { return Ok(()) };
        *device = None;
        if is_final {
            return Err(io::Error::other(error.to_string()).into());
        }
        exit::note(&format!("continuing on the processor: {error}"));
        Ok(())
    }

    /// Removes what the card has found out about a puzzle, and returns it.
    pub fn take(&self, index: u64, hash: &str) -> Option<Solved> {
        lock(&self.solved).remove(&(index, hash.to_owned()))
    }

    /// Prints how many puzzles the processor has solved beside a card.
    pub fn note_others(&self) {
        if let others @ 1.. = self.others.load(Ordering::Relaxed) {
            exit::note(&format!(
                "{} solved on the processor: the card takes boards of up to 20 rows, 20 columns and 8 colours, for the highest \
                 score, without penalties",
                plural(others, "puzzle")
            ));
        }
    }
}

/// Receives the events of a search.
struct Events<'a> {
    boards: &'a [Asked],
    config: &'a Config<'a>,
    name: &'a str,
    begun: Instant,
    /// The seconds of the search until the best list of each board.
    found_after: Vec<f64>,
    show: &'a dyn Fn(String),
}

impl Report for Events<'_> {
    fn improved(&mut self, &Improved { board, found, trials }: &Improved<'_>) {
        let (Asked { index, id, hash, .. }, after) =
            (&self.boards[board], self.begun.elapsed().as_secs_f64());
        self.found_after[board] = after;
        if let Some(trace) = self.config.trace.get() {
            trace.add(&Line::new((*index, id, hash), self.config.goal, after, trials, found));
        }
    }

    fn advanced(&mut self, &Progress { points, trials, elapsed }: &Progress) {
        let seconds = elapsed.as_secs_f64();
        let (boards, time) = (plural(self.boards.len() as u64, "board"), format_seconds(seconds));
        let rate = trials as f64 / seconds.max(1e-9) / 1e6;
        (self.show)(format!(
            "{boards} on {}: {time}, {points} points, {rate:.1} million trials a second",
            self.name
        ));
    }
}
