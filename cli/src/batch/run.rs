//! One puzzle on all threads, or many side by side.

use super::args::{Codes, Kind};
use super::source::{Item, Number, Source};
use super::{Complaint, Ended, Job, Meant, Reply, Solver, Style, outputs};
use crate::exit::{self, Exit};
use crate::item::{Bad, Named};
use crate::output;
use crate::places;
use crate::watch::Watch;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tilefall::base::{Game, Limits, Status, Threads};
use tilefall::batch::Error;
use tilefall::formats::{FORMATS, Format};
use tilefall::record::ResultRecord;

/// How long the first puzzle of a stream waits for a second one or the end. Only later is it known whether
/// there is a batch, with its summary.
const SOON: Duration = Duration::from_millis(5);

/// Runs a `solve` verb.
///
/// # Errors
/// If a file would be written over, or results cannot be written.
pub fn run<S: Solver>(meant: &Meant, solver: &S) -> anyhow::Result<Exit> {
    let watch = Watch::start()?;
    let apart = meant.apart();
    let places = outputs::all(meant, solver.writes());
    let files = outputs::inputs(meant, &places);
    let read = solver.reads();
    let read: Vec<_> = files.iter().flatten().chain(&read).map(PathBuf::as_path).collect();
    places::check(&places, &read)?;
    solver.prepare()?;
    let source = watch.reading(|| Source::new(files, meant.out.is_some()))?;
    let seen = Arc::default();
    let mut items = source.items(&meant.inputs, meant.shard, source.meter.clone(), &seen);
    // A client that waits for an answer before it writes on must not be waited for: only where it decides how answers
    // are printed is the second puzzle needed before the first is solved.
    let (first, number) = watch.reading(|| {
        let lines =
            items.first().and_then(|item| item.raw.format()).is_some_and(|format| format.by_line.is_some());
        let named = !apart || meant.kind == Kind::Jsonl || (meant.kind == Kind::Auto && lines);
        if source.regular() || !named { items.peek() } else { items.peek_soon(SOON) }
    });
    let format = first.and_then(|item| item.raw.format());
    seen.check()?;
    if meant.codes == Codes::Solver && number == Number::Several {
        return Err(several().into());
    }
    if meant.kind == Kind::Native {
        native(S::GAME, format, number == Number::One && apart)?;
    }
    let until = meant.total_time.and_then(|time| Instant::now().checked_add(time));
    let style = meant.style(S::GAME, format, number == Number::One && apart);
    let threads = if number == Number::One { 1 } else { meant.spend.threads.number() };
    let run = Run { meant, solver, watch, style, threads, until };
    let done = match number == Number::One && apart {
        true => items.next().map_or(Ok(Exit::Done), |item| run.alone(item))?,
        false => run.many(&source, items, number)?,
    };
    let stopped = if run.watch.interrupted() { Exit::Interrupted } else { Exit::Done };
    Ok(done.worse(stopped))
}

/// The error if the exit code cannot be that of one puzzle.
pub(super) fn several() -> Error {
    let why = "--exit-code solver takes one puzzle and the input has more, expected --exit-code batch";
    Error::Refused(why.into())
}

/// Whether an answer can be printed as a judge's format has it.
fn native(game: Game, format: Option<&Format>, single: bool) -> Result<(), Error> {
    let expected = "expected --output jsonl or text";
    match format {
        // It tells what is wrong with its puzzle instead.
        None if single => Ok(()),
        Some(format) if !format.answers(game) => {
            let all = FORMATS.iter().filter(|format| format.answers(game) && format.by_line.is_none());
            let all: Vec<_> = all.map(|format| format.name).collect();
            let (name, has) = (format.name, if all.len() == 1 { "has one" } else { "have one" });
            let only = all.join(" and ");
            let why = format!("--output native: {name} has no answer format (only {only} {has}), {expected}");
            Err(Error::Refused(why))
        }
        _ if !single => {
            Err(Error::Refused(format!("--output native prints one answer, not a batch, {expected}")))
        }
        _ => Ok(()),
    }
}

/// A run of a `solve` verb.
pub(super) struct Run<'a, S> {
    pub(super) meant: &'a Meant,
    pub(super) solver: &'a S,
    pub(super) watch: Arc<Watch>,
    style: Style,
    /// Threads for all; counting the cores takes longer than an easy puzzle.
    pub(super) threads: usize,
    /// When the time for all is over.
    until: Option<Instant>,
}

/// Whether a puzzle is solved by itself or beside others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Company {
    /// It is the only one, and has all threads and memory.
    Alone,
    /// It may be the only one, and has all threads.
    First,
    /// It has one thread.
    Others,
}

impl<S: Solver> Run<'_, S> {
    /// Solves the only puzzle; what it tells leaves as it comes.
    fn alone(&self, item: Item) -> anyhow::Result<Exit> {
        self.solver.begin()?;
        let mut done = Ok(());
        let Item { index, raw, .. } = item;
        let reply = self.reply(index, &raw.read(), Company::Alone, &mut |text| {
            done = output::print(text);
            done.is_ok()
        });
        done?;
        reply.complaint.iter().for_each(|complaint| exit::complain_of(&complaint.text));
        output::print(&reply.text)?;
        let ended = self.solver.finish(Ended { whole: false, every: false })?;
        Ok(if ended == Exit::Done { self.exit_of_one(reply.status) } else { ended })
    }

    /// The exit code of a single puzzle.
    pub(super) fn exit_of_one(&self, status: Status) -> Exit {
        match (status, self.meant.codes) {
            (Status::Error, _) => Exit::BadInput,
            (Status::Optimal | Status::Feasible, Codes::Solver) => Exit::Found,
            (Status::Infeasible, Codes::Solver) => Exit::ProvenNone,
            _ => Exit::Done,
        }
    }

    /// The answer to an item of this number.
    pub(super) fn reply(
        &self,
        index: u64,
        read: &Result<Named, Bad>,
        company: Company,
        tell: &mut dyn FnMut(&str) -> bool,
    ) -> Reply {
        match read {
            Ok(named) => {
                let game = named.puzzle.task.game();
                if game != S::GAME {
                    let once = Some(named.input.clone());
                    return self.refused(index, named, game.instead_of(S::GAME), once);
                }
                let solved = self.solve(index, named, company, tell);
                solved.unwrap_or_else(|why| self.refused(index, named, why, None))
            }
            Err(bad) => {
                let message = bad.to_string();
                self.error(index, bad.id(), message.clone(), message.into())
            }
        }
    }

    /// The answer to a puzzle that is not solved; with `once` that is said only once of its input.
    pub(super) fn refused(&self, index: u64, named: &Named, why: String, once: Option<Arc<str>>) -> Reply {
        let text = format!("{}: {why}", named.place());
        self.error(index, named.id(), why, Complaint { text, once })
    }

    fn solve(
        &self,
        index: u64,
        named: &Named,
        company: Company,
        tell: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Reply, String> {
        let spend = self.meant.spend;
        let stop = self.watch.flag(spend.time, self.until);
        let single = company == Company::Alone;
        self.solver.solve(
            named,
            &mut Job {
                index,
                style: self.style,
                single,
                first: company == Company::First,
                threads: if company != Company::Others { spend.threads } else { Threads::Some(1) },
                // A share of the memory would make the answer depend on the number of threads.
                limits: Limits { nodes: spend.nodes, memory: spend.memory, stop: &stop },
                stats: self.meant.stats,
                timings: self.meant.timings,
                counted: self.meant.counted,
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
