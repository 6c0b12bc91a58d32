//! A batch: many puzzles in parallel, one per thread.

use super::answer::Reply;
use super::args::{ExitCodes, OutputKind};
use super::progress::{Progress, Tally};
use super::run::{self, BatchPosition, Run};
use super::source::{Item, ItemCount, Items};
use crate::batch::sidecar::Sidecar;
use crate::batch::{Pipeline, Results, Weigh};
use crate::exit::{self, Exit, UsageError};
use crate::io::progress::ProgressMode;
use std::ops::Range;
use std::sync::atomic::Ordering;
use tilefall::rules::{Status, StopReason};

/// The maximum number of finished answers that wait for an earlier answer, because answers are written in order.
const WINDOW: usize = 1 << 16;

/// The answer to an item.
struct Answer {
    reply: Reply,
    /// The byte range of the record that the answer replaces, if any.
    replaces: Option<Range<u64>>,
}

impl Weigh for Answer {
    fn weight(&self) -> usize {
        let Reply { text, diagnostic, .. } = &self.reply;
        size_of::<Answer>() + text.capacity() + diagnostic.as_ref().map_or(0, String::capacity)
    }
}

impl Run<'_> {
    /// Solves many puzzles, one per thread.
    pub fn run_batch(&self, mut items: Items, number: ItemCount) -> anyhow::Result<Exit> {
        let (config, seen) = (&self.question.config, self.seen.clone());
        let mut tally = Tally::default();
        let mut results = self.open_results()?;
        let compare = |results: &Results| self.compare(&mut items, results, &mut tally);
        let kept = self.watch.reading(|| results.as_ref().map(compare).transpose())?;
        self.question.files.begin()?;
        if let Some((results, kept)) = results.as_mut().zip(kept) {
            results.begin(&kept)?;
        }
        let line = Pipeline::new(self.threads, WINDOW);
        let handle = line.clone();
        self.watch.at_signal(move || handle.stop());
        let only = if number == ItemCount::One { items.next() } else { None };
        let progress = Progress::new(config.progress, tally, seen.clone(), self.meter.clone(), self.size);
        let mut status = Status::Unknown;
        let mut text = String::new();
        let mut write = |answers: &mut Vec<Answer>| -> anyhow::Result<()> {
            text.clear();
            let mut replaced = Ok(());
            for Answer { reply, replaces } in answers.drain(..) {
                match (&mut results, replaces) {
                    // Answers that replace a record come before all other answers.
                    (Some(results), Some(place)) => {
                        replaced = replaced.and_then(|()| results.replace(place, &reply.text));
                    }
                    _ => text += &reply.text,
                }
                reply.diagnostic.iter().for_each(|diagnostic| Progress::print_located_error(diagnostic));
                status = reply.status;
                progress.tally(|tally| {
                    tally.count(status);
                    tally.interrupted += u64::from(reply.stopped_by == Some(StopReason::Interrupt));
                });
            }
            let done = replaced.and_then(|()| match &mut results {
                Some(results) => results.append(&text),
                None => progress.print(&text).map_err(anyhow::Error::from),
            });
            // After an error, no answer can be written any more, so the searches in progress are cancelled.
            done.inspect_err(|_| self.watch.cancel().cancel())
        };
        if let Some(item) = only {
            write(&mut vec![self.one_of_many(item, BatchPosition::Only)])?;
        }
        // The first puzzle of a stream, which may be the only one, gets all threads, like a single puzzle.
        let position = |at| {
            if at == 0 && number == ItemCount::Unknown { BatchPosition::First } else { BatchPosition::Other }
        };
        line.run(items, |at, item| self.one_of_many(item, position(at)), write)?;
        if number != ItemCount::One {
            progress.print(self.end.get().copied().unwrap_or_default())?;
        }
        seen.check()?;
        let Tally { kept, bad, interrupted, .. } = progress.tally(|tally| tally.clone());
        let answered = progress.tally(|tally| tally.all());
        let every = interrupted == 0
            && seen.ended.load(Ordering::SeqCst)
            && answered == seen.in_shard.load(Ordering::SeqCst);
        let all = seen.all.load(Ordering::SeqCst);
        if let Some(results) = results {
            results.finish(self.input(every), every)?;
        }
        let ended =
            self.question.files.finish(every && answered == all && kept == 0 && number != ItemCount::One)?;
        // For a stream, it is known only now whether the first puzzle is the only one.
        let one = number == ItemCount::Unknown && all == 1;
        let remedy = if config.batch.out.is_some() { "; the same command with --resume goes on" } else { "" };
        let stopped = (self.watch.interrupted() && !every).then_some(remedy);
        progress.finish(
            config.progress != ProgressMode::Never && !one,
            self.question.request.record().timings,
            stopped,
        );
        if config.output.exit_code == ExitCodes::Solver && all > 1 && interrupted == 0 {
            return Err(run::several().into());
        }
        Ok(match (bad > 0, one) {
            (true, _) => Exit::BadInput,
            (_, true) if ended == Exit::Done => self.exit_of_one(status),
            _ => ended,
        })
    }

    /// Opens the results file of `--out`; `None` without this option.
    fn open_results(&self) -> anyhow::Result<Option<Results>> {
        let config = &self.question.config;
        let Some(out) = &config.batch.out else { return Ok(None) };
        if !matches!(config.output.kind, OutputKind::Auto | OutputKind::Jsonl) {
            return Err(UsageError("--out takes records, expected --output jsonl".into()).into());
        }
        let mut options = config.options.clone();
        options.extend(self.question.files.digest());
        let sidecar = Sidecar::new(self.question.request.game(), config.batch.shard, options);
        let results = Results::open(out, config.batch.existing(), sidecar)?;
        if let (Some(kept), true) = (results.set_aside(), config.progress != ProgressMode::Never) {
            exit::note(&format!("{}: the old file is kept as {}", out.display(), kept.display()));
        }
        Ok(Some(results))
    }

    /// Returns the digest of the input and the number of its puzzles, if all puzzles were read. For a stream, `every`
    /// puzzle must also be solved: a resumed run cannot compare the rest of a stream before solving.
    fn input(&self, every: bool) -> Option<(Option<String>, u64)> {
        let is_known = self.seen.ended.load(Ordering::SeqCst) && (every || self.size.is_some());
        let digest = self.meter.get().1.map(|digest| digest.to_string());
        is_known.then(|| (digest, self.seen.all.load(Ordering::SeqCst)))
    }

    fn one_of_many(&self, item: Item, position: BatchPosition) -> Answer {
        let Item { index, raw, replaces } = item;
        let mut emitted = String::new();
        let mut reply = self.reply(index, &raw.read(), position, self.limits(), &mut |text| {
            // The text waits until earlier answers are written; the search ends when the text exceeds the memory limit.
            emitted += text;
            emitted.len() < self.limits.memory
        });
        if !emitted.is_empty() {
            reply.text.insert_str(0, &emitted);
        }
        Answer { reply, replaces }
    }
}
