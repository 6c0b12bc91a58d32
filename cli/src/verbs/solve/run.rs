//! A run of `solve`: one puzzle on all threads, or many puzzles in parallel.

use super::answer::Reply;
use super::args::{ExitCodes, OutputArgs, OutputKind};
use super::source::{self, InputCounts, Item, ItemCount, Items};
use super::{Config, Question, Style};
use crate::args::output_conflicts::{self, OutputFile};
use crate::batch::sidecar;
use crate::exit::{self, Exit, UsageError};
use crate::io::input::Meter;
use crate::io::puzzles::{self, FileResult, InputError, InputPuzzle};
use crate::io::watch::Watch;
use crate::io::{disk, output};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tilefall::Limits;
use tilefall::ask::{SolveRequest, error_record};
use tilefall::rules::{GameKind, Status, Threads};
use tilefall::text::formats::{FORMATS, Format, Framing};

/// Solves all puzzles of the input: a single puzzle on all threads, several as a batch.
pub fn run(question: &Question) -> anyhow::Result<Exit> {
    let Question { request, config, files: own } = question;
    let OutputArgs { kind, exit_code, .. } = config.output;
    let watch = Watch::start()?;
    let standalone = config.is_standalone();
    let output_files = output_files(config, own.writes());
    let is_own = |path: &Path| {
        output_files.iter().any(|place| place.skip_as_input && disk::same_file(path, &place.path))
    };
    let list = || puzzles::files_except(&config.inputs.files, &is_own);
    let files = list();
    let read = own.reads(config.batch.out.is_some());
    let read: Vec<_> = files.iter().flatten().chain(&read).collect();
    output_conflicts::check(&output_files, &read)?;
    if let SolveRequest::SameGame(request) = request {
        own.read(config.inputs.bounds.line, request.goal())?;
    }
    let size = source::size(&files);
    let meter = if config.batch.out.is_some() { Meter::with_digest() } else { Meter::default() };
    let seen = Arc::default();
    let mut items = Items::new(&config.inputs, files, config.batch.shard, &meter, &seen);
    // Waits for the second puzzle of a stream only if the number of puzzles determines how answers are printed: a
    // client may send the second puzzle only after the first answer. Without the wait, the stream is solved as a batch.
    let (first, number) = watch.reading(|| {
        let lines =
            items.first().and_then(|item| item.raw.format()).is_some_and(|format| format.by_line.is_some());
        let named = !standalone || kind == OutputKind::Jsonl || (kind == OutputKind::Auto && lines);
        match items.first() {
            Some(_) if size.is_none() && named => (items.first(), ItemCount::Unknown),
            _ => items.peek(),
        }
    });
    let format = first.and_then(|item| item.raw.format());
    seen.check()?;
    if exit_code == ExitCodes::Solver && number == ItemCount::Several {
        return Err(several().into());
    }
    let limits = request.limits().limits();
    let mut all = limits.clone();
    all.time = config.batch.total_time.map(|time| time.0);
    let until = all.share_time().deadline;
    let style = config.style(request.game(), format, number == ItemCount::One && standalone, size.is_none());
    let threads = if number == ItemCount::One { 1 } else { limits.threads.number() };
    let end = OnceLock::new();
    let run = Run { question, limits, watch, files: &list, seen, meter, size, style, end, threads, until };
    let done = match number == ItemCount::One && standalone {
        true => items.next().map_or(Ok(Exit::Done), |item| run.run_single(item))?,
        false => run.run_batch(items, number)?,
    };
    let stopped = if run.watch.interrupted() { Exit::Interrupted } else { Exit::Done };
    Ok(done.max(stopped))
}

/// Returns the output files of a run: the file of `--out`, its sidecar, and `more`.
fn output_files(config: &Config, more: Option<OutputFile>) -> Vec<OutputFile> {
    let out = config.batch.out.iter().flat_map(|out| {
        let sidecar = OutputFile::new("the sidecar of --out", &sidecar::path_for(out));
        [OutputFile::new("--out", out), sidecar]
    });
    out.chain(more).collect()
}

/// Returns the error for `--exit-code solver` with several puzzles.
pub(super) fn several() -> UsageError {
    let why = "--exit-code solver takes one puzzle and the input has more, expected --exit-code batch";
    UsageError(why.into())
}

/// Returns the error of a puzzle in a format whose judge takes no answers.
pub(super) fn no_answer(game: GameKind, format: &Format) -> String {
    let all = FORMATS.iter().filter(|format| format.answers(game) && format.by_line.is_none());
    let all: Vec<_> = all.map(|format| format.name).collect();
    let (name, only, has) =
        (format.name, all.join(" and "), if all.len() == 1 { "has one" } else { "have one" });
    format!("{name} has no answer format (only {only} {has}), expected --output jsonl or text")
}

/// A run of a `solve` verb.
pub(super) struct Run<'a> {
    pub(super) question: &'a Question,
    /// The limits of each puzzle.
    pub(super) limits: Limits,
    pub(super) watch: Arc<Watch>,
    /// Lists the files of the input.
    pub(super) files: &'a (dyn Fn() -> Vec<FileResult> + Sync),
    /// The counts of the items read so far.
    pub(super) seen: Arc<InputCounts>,
    pub(super) meter: Meter,
    /// The size of all files in bytes, if none is a stream.
    pub(super) size: Option<u64>,
    pub(super) style: Style,
    /// The text after the last answer of a batch, if the judge's format of a puzzle requires one.
    pub(super) end: OnceLock<&'static str>,
    /// The number of workers of a batch; 1 if the input has one puzzle, because counting the cores takes longer than an
    /// easy puzzle.
    pub(super) threads: usize,
    /// The deadline of `--total-time` for all puzzles, by the clock of the limits.
    until: Option<Duration>,
}

/// Whether a puzzle is solved alone or in parallel with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BatchPosition {
    /// The only puzzle of the input: solved alone, on all threads.
    Only,
    /// The first puzzle, when it is not known whether others follow: solved on all threads.
    First,
    /// One of several puzzles that are solved in parallel: solved on one thread.
    Other,
}

impl Run<'_> {
    /// Solves the only puzzle; prints each list of `--all` as soon as it is found.
    fn run_single(&self, item: Item) -> anyhow::Result<Exit> {
        self.question.files.begin()?;
        let mut done = Ok(());
        let Item { index, raw, .. } = item;
        let reply = self.reply(index, &raw.read(), BatchPosition::Only, self.limits(), &mut |text| {
            done = output::print(text);
            done.is_ok()
        });
        done?;
        reply.diagnostic.iter().for_each(|diagnostic| exit::print_located_error(diagnostic));
        output::print(&reply.text)?;
        let ended = self.question.files.finish(false)?;
        Ok(if ended == Exit::Done { self.exit_of_one(reply.status) } else { ended })
    }

    /// Returns the exit code for a single puzzle.
    pub(super) fn exit_of_one(&self, status: Status) -> Exit {
        match (status, self.question.config.output.exit_code) {
            (Status::Error, _) => Exit::BadInput,
            (Status::Optimal | Status::Feasible, ExitCodes::Solver) => Exit::Found,
            (Status::Infeasible, ExitCodes::Solver) => Exit::ProvenNone,
            _ => Exit::Done,
        }
    }

    /// Returns the answer to an item, or the error record of a bad item.
    pub(super) fn reply(
        &self,
        index: u64,
        read: &Result<InputPuzzle, InputError>,
        position: BatchPosition,
        limits: Limits,
        emit: &mut (dyn FnMut(&str) -> bool + Send),
    ) -> Reply {
        match read {
            Ok(named) => self.solve(index, named, position, limits, emit).unwrap_or_else(|why| {
                let diagnostic = format!("{}: {why}", named.place());
                self.error(index, named.id(), why, diagnostic)
            }),
            Err(bad) => self.error(index, bad.id(), bad.message.clone(), bad.message.clone()),
        }
    }

    /// Returns the limits of a puzzle, with the deadline of the run and the token that a signal cancels.
    pub(super) fn limits(&self) -> Limits {
        let mut limits = self.limits.clone();
        (limits.deadline, limits.cancel) = (self.until, self.watch.cancel().clone());
        limits
    }

    fn solve(
        &self,
        index: u64,
        named: &InputPuzzle,
        position: BatchPosition,
        mut limits: Limits,
        emit: &mut (dyn FnMut(&str) -> bool + Send),
    ) -> Result<Reply, String> {
        let game = self.question.request.game();
        if named.puzzle.task.game() != game {
            return Err(named.puzzle.task.game().wrong_game(game));
        }
        if self.style == Style::Native {
            if !named.format.answers(game) {
                return Err(no_answer(game, named.format));
            }
            if let Framing::Ended(end) = named.format.framing {
                self.end.get_or_init(|| end);
            }
        }
        // One of many parallel searches gets one thread, but the whole memory limit: with a share of the memory,
        // answers would depend on the number of threads.
        if position == BatchPosition::Other {
            limits.threads = Threads::Exactly(1);
        }
        self.answer(index, named, position == BatchPosition::Only, limits, emit)
    }

    /// Returns an error record with its diagnostic, which names the place in the input.
    fn error(&self, index: u64, id: String, why: String, diagnostic: String) -> Reply {
        let text = match self.style {
            Style::Jsonl => error_record(index, id, why).to_line(),
            _ => String::new(),
        };
        Reply { text, diagnostic: Some(diagnostic), status: Status::Error, stopped_by: None }
    }
}
