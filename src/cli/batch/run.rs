//! One puzzle on all threads, or many side by side.

use super::{Job, Reply, SolveArgs, Solver, Style, args::Codes};
use crate::batch::{Pipeline, Settings, Weigh};
use crate::cli::exit::{self, Exit};
use crate::cli::output;
use crate::cli::puzzles::{Bad, Named};
use crate::cli::stream::Raw;
use crate::cli::watch::Watch;
use crate::formats;
use crate::limits::Limits;
use crate::mayan::solve::Threads;
use crate::puzzle::{Game, Status};
use crate::record::ResultRecord;
use std::io::Write as _;
use std::sync::Arc;
use std::time::Instant;

/// Runs a `solve` verb.
///
/// # Errors
/// If results cannot be written.
pub fn run<S: Solver>(args: &SolveArgs, solver: &S) -> anyhow::Result<Exit> {
    if args.puzzles.list_formats {
        output::print(&formats::list())?;
        return Ok(Exit::Done);
    }
    let watch = Watch::start()?;
    let mut items = (0..).zip(args.puzzles.raw()).map(|(index, raw)| Item { index, raw });
    let (first, second) = watch.reading(|| (items.next(), items.next()));
    let single = second.is_none();
    let format = first.as_ref().and_then(|item| item.raw.format()).map(|format| format.name);
    let until = args.batch.total_time.and_then(|time| Instant::now().checked_add(time));
    let style = args.style(S::NATIVE, format, single);
    let threads = if single { 1 } else { args.limits.threads() };
    let run = Run { args, solver, watch, style, single, threads, until };
    let exit = match (first, second) {
        (None, _) => Exit::Done,
        (Some(item), None) => run.alone(item)?,
        (first, second) => run.batch(first.into_iter().chain(second).chain(items))?,
    };
    Ok(if run.watch.interrupted() { Exit::Interrupted } else { exit })
}

/// An item and its number in the whole input.
struct Item {
    index: u64,
    raw: Raw,
}

impl Weigh for Item {
    fn weight(&self) -> usize {
        self.raw.weight()
    }
}

impl Weigh for Reply {
    fn weight(&self) -> usize {
        size_of::<Reply>() + self.text.capacity() + self.complaint.as_ref().map_or(0, String::capacity)
    }
}

struct Run<'a, S> {
    args: &'a SolveArgs,
    solver: &'a S,
    watch: Arc<Watch>,
    style: Style,
    /// Whether there is only one puzzle: it gets all threads.
    single: bool,
    /// Threads for all; counting the cores takes longer than an easy puzzle.
    threads: usize,
    /// When the time for all is over.
    until: Option<Instant>,
}

impl<S: Solver> Run<'_, S> {
    /// Solves the only puzzle; what it tells leaves as it comes.
    fn alone(&self, item: Item) -> anyhow::Result<Exit> {
        let mut out = std::io::stdout().lock();
        let mut done = Ok(());
        let reply = self.reply(item, &mut |text| {
            done = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            done.is_ok()
        });
        done?;
        reply.complaint.iter().for_each(|message| exit::complain_of(message));
        out.write_all(reply.text.as_bytes())?;
        out.flush()?;
        Ok(match (reply.status, self.args.output.exit_code) {
            (Status::Error, _) => Exit::BadInput,
            (Status::Optimal | Status::Feasible, Codes::Solver) => Exit::Found,
            (Status::Infeasible, Codes::Solver) => Exit::ProvenNone,
            _ => Exit::Done,
        })
    }

    /// Solves many, one a thread.
    fn batch(&self, items: impl Iterator<Item = Item> + Send + 'static) -> anyhow::Result<Exit> {
        let line = Pipeline::new(Settings::new(self.threads, !self.args.batch.unordered));
        let handle = line.clone();
        self.watch.at_signal(move || handle.stop());
        let mut exit = Exit::Done;
        let mut text = String::new();
        line.run(
            items,
            |_, item| self.in_batch(item),
            |replies| {
                text.clear();
                for reply in replies.drain(..) {
                    text += &reply.text;
                    reply.complaint.iter().for_each(|message| exit::complain_of(message));
                    exit = if reply.status == Status::Error { Exit::BadInput } else { exit };
                }
                let mut out = std::io::stdout().lock();
                let done = out.write_all(text.as_bytes()).and_then(|()| out.flush());
                // Nothing that is under way will be of use.
                done.inspect_err(|_| self.watch.end_all())
            },
        )?;
        Ok(exit)
    }

    fn in_batch(&self, item: Item) -> Reply {
        let mut told = String::new();
        let mut reply = self.reply(item, &mut |text| {
            told += text;
            true
        });
        if !told.is_empty() {
            reply.text.insert_str(0, &told);
        }
        reply
    }

    fn reply(&self, item: Item, tell: &mut dyn FnMut(&str) -> bool) -> Reply {
        let named = match item.raw.read() {
            Ok(named) => named,
            Err(bad) => return self.bad(item.index, &bad),
        };
        let index = named.puzzle.index.unwrap_or(item.index);
        self.solve(index, &named, tell).unwrap_or_else(|why| {
            let message = format!("{}: puzzle {}: {why}", named.input, named.position);
            self.error(index, named.id(), message)
        })
    }

    fn solve(&self, index: u64, named: &Named, tell: &mut dyn FnMut(&str) -> bool) -> Result<Reply, String> {
        match (named.puzzle.task.game(), S::GAME) {
            (Game::SameGame, Game::Mayan) => {
                return Err("this is a SameGame puzzle, expected a Mayan one".into());
            }
            (Game::Mayan, Game::SameGame) => {
                return Err("this is a Mayan puzzle, expected a SameGame one".into());
            }
            _ => {}
        }
        let limits = &self.args.limits;
        let stop = self.watch.flag(limits.time, self.until);
        // A share of the memory would make the nodes depend on the number of threads.
        let memory = if limits.nodes.is_some() { limits.memory } else { limits.memory / self.threads };
        let output = &self.args.output;
        self.solver.solve(
            named,
            &mut Job {
                index,
                style: self.style,
                threads: if self.single { limits.for_one() } else { Threads::Some(1) },
                limits: Limits { nodes: limits.nodes, memory, stop: &stop },
                stats: output.stats,
                timings: !output.no_timings,
                counted: !output.no_timings || limits.nodes.is_some(),
                tell,
            },
        )
    }

    fn bad(&self, index: u64, bad: &Bad) -> Reply {
        self.error(index, bad.id(), bad.to_string())
    }

    fn error(&self, index: u64, id: String, message: String) -> Reply {
        let text = match self.style {
            Style::Jsonl => {
                let error = Some(message.clone());
                ResultRecord { error, ..ResultRecord::new(index, id, Status::Error) }.to_line()
            }
            _ => String::new(),
        };
        Reply { text, complaint: Some(message), status: Status::Error, stopped_by: None }
    }
}
