//! A batch: many puzzles in parallel, one per thread.

use super::args::{ExitCodes, OutputKind};
use super::previous_answers::{Input, PreviousAnswer, PreviousAnswers};
use super::progress::Progress;
use super::run::{self, BatchPosition, Run};
use super::source::{InputCounts, Item, ItemCount, Items, Source};
use super::{Diagnostic, Reply, RunEnd, Solver};
use crate::exit::{self, Exit};
use crate::io::input::Meter;
use crate::io::progress::ProgressMode;
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tilefall::internals::batch::record_key::{self, RecordHead};
use tilefall::internals::batch::sidecar::{Sidecar, Unread, VERSION};
use tilefall::internals::batch::{Error, Journal, Pipeline, Settings, Tally, Weigh};
use tilefall::internals::rules::plural;
use tilefall::rules::{Status, StopReason};

/// The answer to an item, to be written.
pub struct Done {
    /// `None` if the record is already in the file; an error ends the batch.
    answer: Result<Option<Reply>, Error>,
    /// Whether an earlier run found the answer.
    before: bool,
    /// Id and time, if this puzzle took longer than all before.
    slowest: Option<(String, Duration)>,
}

impl Weigh for Done {
    fn weight(&self) -> usize {
        let diagnostic = |diagnostic: &Diagnostic| diagnostic.text.capacity();
        let size = |reply: &Reply| reply.text.capacity() + reply.diagnostic.as_ref().map_or(0, diagnostic);
        size_of::<Done>() + self.answer.as_ref().ok().and_then(Option::as_ref).map_or(0, size)
    }
}

impl<S: Solver> Run<'_, S> {
    /// Opens the results file of `--out`.
    pub fn journal(&self, source: &Source) -> anyhow::Result<Option<Journal>> {
        let Some(out) = &self.config.out else { return Ok(None) };
        if !matches!(self.config.kind, OutputKind::Auto | OutputKind::Jsonl) {
            return Err(Error::Refused("--out takes records, expected --output jsonl".into()).into());
        }
        let outer = source.piece.as_ref().map(|piece| piece.shard);
        let shard = match (self.config.shard, outer) {
            (Some(inner), Some(outer)) => Some(inner.of(outer).ok_or_else(|| {
                Error::Refused(format!("--shard {inner} of piece {outer} makes too many parts"))
            })?),
            (inner, outer) => inner.or(outer),
        };
        let mut options = out.options.clone();
        options.extend(self.solver.digests().into_iter().map(|(name, value)| (name.to_owned(), value)));
        let sidecar = Sidecar {
            v: VERSION,
            tilefall: env!("CARGO_PKG_VERSION").into(),
            game: S::GAME,
            // The digest of the input is known at its end; a piece was compared with its sidecar.
            input: source.piece.as_ref().map(|piece| piece.input.clone()),
            names: source.names.clone(),
            inputs: source.inputs(),
            unread: Vec::new(),
            count: None,
            shard,
            ordered: self.config.ordered,
            complete: false,
            options,
        };
        Ok(Some(Journal::open(&out.path, out.resume, sidecar)?))
    }

    /// Solves many puzzles, one per thread.
    pub fn run_batch(&self, source: &Source, mut items: Items, number: ItemCount) -> anyhow::Result<Exit> {
        let seen = items.seen();
        let config = self.config;
        let mut tally = Tally::default();
        let mut journal = self.journal(source)?;
        self.solver.begin()?;
        let known = match &mut journal {
            Some(journal) => self.watch.reading(|| self.known(source, &mut items, journal, &mut tally))?,
            None => PreviousAnswers::default(),
        };
        let line = Pipeline::new(Settings::new(self.threads, config.ordered));
        let handle = line.clone();
        self.watch.at_signal(move || handle.stop());
        let only = if number == ItemCount::One { items.next() } else { None };
        let progress = Progress::new(config.progress, tally, seen.clone(), source.meter.clone(), source.size);
        let slowest = AtomicU64::new(0);
        let (mut interrupted, mut status, mut unread) = (false, Status::Unknown, 0);
        let mut text = String::new();
        let mut write = |answers: &mut Vec<Done>| -> anyhow::Result<()> {
            text.clear();
            let mut failed = Ok(());
            for Done { answer, before, slowest } in answers.drain(..) {
                let reply = match answer {
                    Ok(Some(reply)) => reply,
                    Ok(None) => continue,
                    Err(error) => {
                        failed = Err(error.into());
                        break;
                    }
                };
                text += &reply.text;
                reply.diagnostic.iter().for_each(|diagnostic| progress.print_located_error(diagnostic));
                interrupted |= reply.stopped_by == Some(StopReason::Interrupt);
                status = reply.status;
                progress.tally(|tally| {
                    tally.count(reply.status);
                    tally.kept += u64::from(before);
                    slowest.into_iter().for_each(|(id, time)| tally.record_time(|| id, time));
                });
            }
            let done = match &mut journal {
                Some(journal) => {
                    let before = std::mem::replace(&mut unread, seen.unread().len());
                    let noted = if unread > before { journal.add_unread(&seen.unread()) } else { Ok(()) };
                    noted.and_then(|()| journal.append(&text)).map_err(anyhow::Error::from)
                }
                None => progress.print(&text).map_err(anyhow::Error::from),
            };
            // The searches in progress are useless after an error.
            done.and(failed).inspect_err(|_| self.watch.cancel().cancel())
        };
        if let Some(item) = only {
            write(&mut vec![self.one_of_many(item, &known, &slowest, BatchPosition::Only)])?;
        }
        // The first puzzle of a stream, which may be the only one, gets all threads, like a single puzzle.
        let position = |at| {
            if at == 0 && number == ItemCount::Unknown { BatchPosition::First } else { BatchPosition::Other }
        };
        line.run(items, |at, item| self.one_of_many(item, &known, &slowest, position(at)), write)?;
        seen.check()?;
        let answered = progress.tally(|tally| (tally.all(), tally.kept));
        let mut ended = RunEnd { complete: false, all_solved: false };
        if let Some(mut journal) = journal {
            // Records that belong to no puzzle were counted as well.
            let ours = seen.in_shard.load(Ordering::SeqCst) + known.left().len() as u64;
            let every = seen.ended.load(Ordering::SeqCst) && answered.0 == ours && !interrupted;
            if seen.ended.load(Ordering::SeqCst) {
                let unread = seen.unread();
                self.name_unread(&unread);
                journal.set_unread(unread)?;
            }
            let whole = if every {
                known.check()?;
                self.whole(source, &seen)?
            } else {
                None
            };
            ended.complete = whole.is_some();
            journal.finish(whole, every)?;
        }
        let all = seen.all.load(Ordering::SeqCst);
        let own = seen.with_index.load(Ordering::SeqCst) > 0;
        ended.all_solved = seen.ended.load(Ordering::SeqCst)
            && !interrupted
            && answered == (all, 0)
            && number != ItemCount::One
            && !own;
        let ended = self.solver.finish(ended)?;
        // An unreadable input leaves every shard incomplete.
        let bad =
            progress.tally(|tally| tally.bad) > 0 || (config.out.is_some() && !seen.unread().is_empty());
        // For a stream, only now it is known that the first puzzle is the only one.
        let one = number == ItemCount::Unknown && all == 1;
        let summary = config.progress != ProgressMode::Never && !one;
        progress.finish(summary, config.timings);
        if config.codes == ExitCodes::Solver && all > 1 && !interrupted {
            return Err(run::several().into());
        }
        Ok(match (bad, one) {
            (true, _) => Exit::BadInput,
            (_, true) if ended == Exit::Done => self.exit_of_one(status),
            _ => ended,
        })
    }

    /// Reads the answers of an earlier run.
    fn known(
        &self,
        source: &Source,
        items: &mut Items,
        journal: &mut Journal,
        tally: &mut Tally,
    ) -> Result<PreviousAnswers, Error> {
        let config = self.config;
        let again = |ours: bool| {
            let shard = config.shard.filter(|_| ours);
            source.items(&config.inputs, shard, Meter::default(), &Arc::default())
        };
        let again: Option<&dyn Fn(bool) -> Items> = if source.is_rereadable() { Some(&again) } else { None };
        PreviousAnswers::read(journal, Input { items, ordered: config.ordered, again }, self.solver, tally)
    }

    /// Returns the name of the results file.
    fn out(&self) -> impl Display {
        self.config.out.as_ref().map_or(Path::new(""), |out| &out.path).display()
    }

    /// Prints a message about inputs that could not be read.
    fn name_unread(&self, unread: &[Unread]) {
        let Some(first) = unread.first() else { return };
        let more = match unread.len() as u64 - 1 {
            0 => String::new(),
            more => format!(" and {}", plural(more, "other input")),
        };
        let (out, first) = (self.out(), &first.input);
        exit::print_error(&format!(
            "{out}: {first}{more} could not be read; --resume continues once that is possible"
        ));
    }

    /// Returns the digest of the input and the number of puzzles, after each has a record; `None` if the results
    /// cannot be merged.
    fn whole(&self, source: &Source, seen: &InputCounts) -> Result<Option<(String, u64)>, Error> {
        let twice = seen.duplicates.load(Ordering::SeqCst);
        if twice > 0 {
            let out = self.out();
            exit::print_error(&format!(
                "{out}: the results cannot be merged: the input has {} whose index another puzzle has",
                plural(twice, "puzzle")
            ));
            return Ok(None);
        }
        source.digest_and_count(seen)
    }

    fn one_of_many(
        &self,
        item: Item,
        known: &PreviousAnswers,
        slowest: &AtomicU64,
        position: BatchPosition,
    ) -> Done {
        let Item { index, twice, raw } = item;
        let read = raw.read();
        let done = |answer, before| Done { answer, before, slowest: None };
        match known.of(self.solver, (index, twice), &read) {
            Ok(PreviousAnswer::None) => {}
            Ok(PreviousAnswer::Written) => return done(Ok(None), true),
            Ok(PreviousAnswer::Line(text)) => {
                let status = RecordHead::of(text.as_bytes()).map_or(Status::Unknown, |head| head.status);
                return done(Ok(Some(Reply { text, diagnostic: None, status, stopped_by: None })), true);
            }
            Err(error) => return done(Err(error), false),
        }
        if let (true, Ok(named)) = (twice, &read) {
            return done(
                Ok(Some(self.refused(index, named, record_key::duplicate_index(index), None))),
                false,
            );
        }
        let begun = Instant::now();
        let mut emitted = String::new();
        let mut reply = self.reply(index, &read, position, &mut |text| {
            // The text waits for its turn; the search ends when it exceeds the memory limit.
            emitted += text;
            emitted.len() < self.config.limits.memory
        });
        if !emitted.is_empty() {
            reply.text.insert_str(0, &emitted);
        }
        let time = begun.elapsed();
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let longest = slowest.fetch_max(nanos, Ordering::Relaxed) < nanos;
        let id = || read.as_ref().map_or_else(|bad| bad.id(), |named| named.id());
        Done { answer: Ok(Some(reply)), before: false, slowest: longest.then(|| (id(), time)) }
    }
}
