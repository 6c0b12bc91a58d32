//! A batch: many puzzles in parallel, one per thread.

use super::args::{ExitCodes, OutputKind};
use super::progress::Progress;
use super::run::{self, BatchPosition, Run};
use super::source::{Item, ItemCount, Items};
use super::tally::Tally;
use super::{Reply, Solver};
use crate::batch::results::RecordHead;
use crate::batch::sidecar::Sidecar;
use crate::batch::{Pipeline, Results, Weigh};
use crate::error::UsageError;
use crate::exit::{self, Exit};
use crate::io::progress::ProgressMode;
use std::sync::atomic::Ordering;
use tilefall::rules::{Status, StopReason, plural};

/// The maximum number of answers that wait for one before them.
const WINDOW: usize = 1 << 16;

impl Weigh for Reply {
    fn weight(&self) -> usize {
        size_of::<Reply>() + self.text.capacity() + self.diagnostic.as_ref().map_or(0, String::capacity)
    }
}

impl<S: Solver> Run<'_, S> {
    /// Solves many puzzles, one per thread.
    pub fn run_batch(&self, mut items: Items, number: ItemCount) -> anyhow::Result<Exit> {
        let (config, seen) = (self.config, self.seen.clone());
        let mut tally = Tally::default();
        let mut results = self.open_results()?;
        self.solver.begin()?;
        if let Some(results) = &mut results {
            self.watch.reading(|| self.skip_answered(&mut items, results, &mut tally))?;
        }
        let line = Pipeline::new(self.threads, WINDOW);
        let handle = line.clone();
        self.watch.at_signal(move || handle.stop());
        let only = if number == ItemCount::One { items.next() } else { None };
        let progress = Progress::new(config.progress, tally, seen.clone(), self.meter.clone(), self.size);
        let (mut interrupted, mut status) = (false, Status::Unknown);
        let mut text = String::new();
        let mut write = |answers: &mut Vec<Reply>| -> anyhow::Result<()> {
            text.clear();
            for reply in answers.drain(..) {
                text += &reply.text;
                reply.diagnostic.iter().for_each(|diagnostic| Progress::print_located_error(diagnostic));
                interrupted |= reply.stopped_by == Some(StopReason::Interrupt);
                status = reply.status;
                progress.tally(|tally| tally.count(status));
            }
            let done = match &mut results {
                Some(results) => results.append(&text),
                None => progress.print(&text).map_err(anyhow::Error::from),
            };
            // The searches in progress are useless after an error.
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
            progress.print(self.end)?;
        }
        seen.check()?;
        let (answered, kept, bad) = progress.tally(|tally| (tally.all(), tally.kept, tally.bad));
        let every = !interrupted
            && seen.ended.load(Ordering::SeqCst)
            && answered == seen.in_shard.load(Ordering::SeqCst);
        let all = seen.all.load(Ordering::SeqCst);
        if let Some(results) = results {
            let digest = self.meter.get().1.filter(|_| every);
            results.finish(digest.map(|digest| (digest.to_string(), all)))?;
        }
        let ended = self.solver.finish(every && answered == all && kept == 0 && number != ItemCount::One)?;
        // For a stream, only now it is known that the first puzzle is the only one.
        let one = number == ItemCount::Unknown && all == 1;
        progress.finish(config.progress != ProgressMode::Never && !one, config.timings);
        if config.codes == ExitCodes::Solver && all > 1 && !interrupted {
            return Err(run::several().into());
        }
        Ok(match (bad > 0, one) {
            (true, _) => Exit::BadInput,
            (_, true) if ended == Exit::Done => self.exit_of_one(status),
            _ => ended,
        })
    }

    /// Opens the results file of `--out`.
    fn open_results(&self) -> anyhow::Result<Option<Results>> {
        let Some(out) = &self.config.out else { return Ok(None) };
        if !matches!(self.config.kind, OutputKind::Auto | OutputKind::Jsonl) {
            return Err(UsageError("--out takes records, expected --output jsonl".into()).into());
        }
        let mut options = out.options.clone();
        options.extend(self.solver.digests().into_iter().map(|(name, value)| (name.to_owned(), value)));
        let sidecar = Sidecar::new(S::GAME, self.config.shard, options);
        Ok(Some(Results::open(&out.path, out.resume, sidecar)?))
    }

    /// Skips the items that a results file has answers to, and cuts the file behind these.
    fn skip_answered(
        &self,
        items: &mut Items,
        results: &mut Results,
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        let behind = results.cut(|head| {
            let answered = items.first().is_some_and(|item| self.is_answer(item, head));
            self.seen.check()?;
            if answered {
                items.next();
                tally.count(head.status);
                tally.kept += 1;
            }
            Ok(answered)
        })?;
        if let (1.., Some(out)) = (behind, &self.config.out) {
            let (path, kept) = (out.path.display(), plural(tally.kept, "record"));
            let verb = if behind == 1 { "is" } else { "are" };
            exit::note(&format!(
                "{path}: cut behind {kept}; {} behind the cut {verb} solved again",
                plural(behind, "record")
            ));
        }
        Ok(())
    }

    /// Returns `true` if a record is the answer to an item.
    fn is_answer(&self, item: &Item, head: &RecordHead<'_>) -> bool {
        let read = item.raw.clone().read();
        let id = read.as_ref().map_or_else(|bad| bad.id(), |named| named.id());
        let same = match (&read, &head.hash, &head.error) {
            (Ok(named), Some(hash), _) => self.solver.hash(named).is_some_and(|own| own == *hash),
            // The message of a puzzle that the solver refuses, as opposed to an input that was bad, starts with no place.
            (Ok(named), None, Some(error)) => !error.starts_with(&*named.input),
            (Err(bad), None, Some(error)) => bad.message == *error,
            _ => false,
        };
        same && head.index == item.index && head.id == id
    }

    fn one_of_many(&self, item: Item, position: BatchPosition) -> Reply {
        let mut emitted = String::new();
        let mut reply = self.reply(item.index, &item.raw.read(), position, &mut |text| {
            // The text waits for its turn; the search ends when it exceeds the memory limit.
            emitted += text;
            emitted.len() < self.config.limits.memory
        });
        if !emitted.is_empty() {
            reply.text.insert_str(0, &emitted);
        }
        reply
    }
}
