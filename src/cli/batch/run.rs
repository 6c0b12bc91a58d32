//! One puzzle on all threads, or many side by side.

use super::args::Codes;
use super::source::{Item, Source};
use super::{Complaint, Job, Reply, SolveArgs, Solver, Style};
use crate::cli::exit::{self, Exit};
use crate::cli::output;
use crate::cli::puzzles::{Bad, Named};
use crate::cli::watch::Watch;
use crate::formats;
use crate::limits::{Limits, Threads};
use crate::puzzle::Status;
use crate::record::ResultRecord;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Runs a `solve` verb.
///
/// # Errors
/// If results cannot be written.
pub fn run<S: Solver>(args: &SolveArgs, solver: &S) -> anyhow::Result<Exit> {
    if args.puzzles.list_formats {
        output::print(&formats::list_for(Some(S::GAME)))?;
        return Ok(Exit::Done);
    }
    let args = &args.narrowed(S::GAME)?;
    let watch = Watch::start()?;
    let apart = args.batch.out.is_none() && args.batch.shard.is_none();
    let mut source = watch.reading(|| Source::new(&args.puzzles, args.batch.out.is_some()))?;
    let mut items = source.items(&args.puzzles, args.batch.shard, &Arc::default());
    let (first, single) = watch.reading(|| items.peek());
    let format = first.and_then(|item| item.raw.format()).map(|format| format.name);
    let until = args.batch.total_time.and_then(|time| Instant::now().checked_add(time));
    let style = args.style(S::NATIVE, format, single && apart);
    let threads = if single { 1 } else { args.limits.threads() };
    let run = Run { args, solver, watch, style, single, threads, until, failed: AtomicBool::new(false) };
    let done = match single && apart {
        true => items.next().map_or(Ok(Exit::Done), |item| run.alone(item))?,
        false => run.many(&source, items)?,
    };
    let read = if run.failed.into_inner() { Exit::Failed } else { Exit::Done };
    let stopped = if run.watch.interrupted() { Exit::Interrupted } else { Exit::Done };
    Ok(done.worse(read).worse(stopped))
}

/// A run of a `solve` verb.
pub(super) struct Run<'a, S> {
    pub(super) args: &'a SolveArgs,
    pub(super) solver: &'a S,
    pub(super) watch: Arc<Watch>,
    style: Style,
    /// Whether there is only one puzzle: it gets all threads.
    single: bool,
    /// Threads for all; counting the cores takes longer than an easy puzzle.
    pub(super) threads: usize,
    /// When the time for all is over.
    until: Option<Instant>,
    /// Whether reading failed for a reason that is not the input's.
    failed: AtomicBool,
}

impl<S: Solver> Run<'_, S> {
    /// Solves the only puzzle; what it tells leaves as it comes.
    fn alone(&self, item: Item) -> anyhow::Result<Exit> {
        let mut done = Ok(());
        let reply = self.reply(item.index, &item.raw.read(), &mut |text| {
            done = output::print(text);
            done.is_ok()
        });
        done?;
        reply.complaint.iter().for_each(|complaint| exit::complain_of(&complaint.text));
        output::print(&reply.text)?;
        Ok(match (reply.status, self.args.output.exit_code) {
            (Status::Error, _) => Exit::BadInput,
            (Status::Optimal | Status::Feasible, Codes::Solver) => Exit::Found,
            (Status::Infeasible, Codes::Solver) => Exit::ProvenNone,
            _ => Exit::Done,
        })
    }

    /// The answer to an item of this number.
    pub(super) fn reply(
        &self,
        index: u64,
        read: &Result<Named, Bad>,
        tell: &mut dyn FnMut(&str) -> bool,
    ) -> Reply {
        let named = match read {
            Ok(named) => named,
            Err(bad) => {
                self.failed.fetch_or(bad.exit() == Exit::Failed, Ordering::Relaxed);
                let message = bad.to_string();
                return self.error(bad.index().unwrap_or(index), bad.id(), message.clone(), message.into());
            }
        };
        let index = named.puzzle.index.unwrap_or(index);
        let refused = |why: String, once| {
            let text = format!("{}: {why}", named.place());
            self.error(index, named.id(), why, Complaint { text, once })
        };
        let game = named.puzzle.task.game();
        if game != S::GAME {
            return refused(game.instead_of(S::GAME), Some(named.input.clone()));
        }
        self.solve(index, named, tell).unwrap_or_else(|why| refused(why, None))
    }

    fn solve(&self, index: u64, named: &Named, tell: &mut dyn FnMut(&str) -> bool) -> Result<Reply, String> {
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
                single: self.single,
                threads: if self.single { limits.for_one() } else { Threads::Some(1) },
                limits: Limits { nodes: limits.nodes, memory, stop: &stop },
                stats: output.stats,
                timings: !output.no_timings,
                counted: !output.no_timings || limits.nodes.is_some(),
                tell,
            },
        )
    }

    /// An error record and what to complain of: that names the place in this input, the record the puzzle.
    fn error(&self, index: u64, id: String, why: String, complaint: Complaint) -> Reply {
        let text = match self.style {
            Style::Jsonl => {
                let error = Some(why);
                ResultRecord { error, ..ResultRecord::new(index, id, Status::Error) }.to_line()
            }
            _ => String::new(),
        };
        Reply { text, complaint: Some(complaint), status: Status::Error, stopped_by: None }
    }
}
