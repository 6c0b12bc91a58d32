//! A batch: many puzzles side by side, one a thread.

use super::args::{Kind, When};
use super::known::{Answer, Known};
use super::progress::Progress;
use super::run::Run;
use super::source::{Item, Items, Source};
use super::{Reply, Solver};
use crate::batch::head::Head;
use crate::batch::sidecar::{Sidecar, VERSION};
use crate::batch::{Error, Journal, Pipeline, Settings, Tally, Weigh};
use crate::cli::exit::Exit;
use crate::limits::StopReason;
use crate::puzzle::Status;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// An answer on its way out.
pub struct Done {
    reply: Reply,
    /// Whether it stands in the file already.
    written: bool,
    /// Id and time, if it took longer than any before.
    slowest: Option<(String, Duration)>,
}

impl Weigh for Done {
    fn weight(&self) -> usize {
        let complaint = self.reply.complaint.as_ref().map_or(0, |complaint| complaint.text.capacity());
        size_of::<Done>() + self.reply.text.capacity() + complaint
    }
}

impl<S: Solver> Run<'_, S> {
    /// Opens the results file that was asked for.
    pub fn journal(&self, source: &Source) -> anyhow::Result<Option<Journal>> {
        let Some(path) = &self.args.batch.out else { return Ok(None) };
        if !matches!(self.args.output.kind, Kind::Auto | Kind::Jsonl) {
            return Err(Error::Refused("--out takes records, expected --output jsonl".into()).into());
        }
        let sidecar = Sidecar {
            v: VERSION,
            tilefall: env!("CARGO_PKG_VERSION").into(),
            game: S::GAME,
            input: source.input.clone(),
            names: source.names.clone(),
            count: None,
            shard: self.args.batch.shard.or(source.piece.as_ref().map(|piece| piece.shard)),
            ordered: !self.args.batch.unordered,
            complete: false,
            options: self.args.options(self.solver.options()),
        };
        Ok(Some(Journal::open(path, self.args.batch.resume, sidecar)?))
    }

    /// Solves many, one a thread.
    pub fn many(&self, source: &Source, mut items: Items) -> anyhow::Result<Exit> {
        let seen = items.seen();
        let ordered = !self.args.batch.unordered;
        let mut tally = Tally::default();
        let mut journal = self.journal(source)?;
        let known = match &mut journal {
            Some(journal) => {
                let how = (ordered, source.input.is_none());
                self.watch.reading(|| Known::read(journal, &mut items, self.solver, how, &mut tally))?
            }
            None => Known::default(),
        };
        let line = Pipeline::new(Settings::new(self.threads, ordered));
        let handle = line.clone();
        self.watch.at_signal(move || handle.stop());
        let progress =
            Progress::new(self.args.batch.progress, tally, seen.clone(), source.meter.clone(), source.size);
        let slowest = AtomicU64::new(0);
        let mut interrupted = false;
        let mut text = String::new();
        line.run(
            items,
            |_, item| self.one_of_many(item, &known, &slowest),
            |answers| {
                text.clear();
                for Done { reply, slowest, .. } in answers.drain(..).filter(|done| !done.written) {
                    text += &reply.text;
                    reply.complaint.iter().for_each(|complaint| progress.complain_of(complaint));
                    interrupted |= reply.stopped_by == Some(StopReason::Interrupt);
                    progress.tally(|tally| {
                        tally.count(reply.status);
                        slowest.into_iter().for_each(|(id, time)| tally.took(|| id, time));
                    });
                }
                let done = match &mut journal {
                    Some(journal) => journal.append(&text).map_err(anyhow::Error::from),
                    None => progress.print(&text).map_err(anyhow::Error::from),
                };
                // Nothing that is under way will be of use.
                done.inspect_err(|_| self.watch.end_all())
            },
        )?;
        if let Some(journal) = journal {
            if known.left() > 0 && seen.ended.load(Ordering::SeqCst) {
                let why = "the results hold records of puzzles that the input has not";
                return Err(Error::Refused(why.into()).into());
            }
            let whole = seen.ended.load(Ordering::SeqCst)
                && !interrupted
                && progress.tally(|tally| tally.all()) == seen.ours.load(Ordering::SeqCst);
            journal.finish(source.whole(&seen).filter(|_| whole))?;
        }
        let exit = if progress.tally(|tally| tally.bad) > 0 { Exit::BadInput } else { Exit::Done };
        progress.finish(self.args.batch.progress != When::Never, !self.args.output.no_timings);
        Ok(exit)
    }

    fn one_of_many(&self, item: Item, known: &Known, slowest: &AtomicU64) -> Done {
        let Item { index, raw } = item;
        let read = raw.read();
        let done = |text: String, written| {
            let status = Head::of(text.as_bytes()).map_or(Status::Unknown, |head| head.status);
            let reply = Reply { text, complaint: None, status, stopped_by: None };
            Done { reply, written, slowest: None }
        };
        match known.of(self.solver, index, &read) {
            Answer::None => {}
            Answer::Written => return done(String::new(), true),
            Answer::Line(line) => return done(line, false),
        }
        let begun = Instant::now();
        let mut told = String::new();
        let mut reply = self.reply(index, &read, &mut |text| {
            told += text;
            true
        });
        if !told.is_empty() {
            reply.text.insert_str(0, &told);
        }
        let time = begun.elapsed();
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let longest = slowest.fetch_max(nanos, Ordering::Relaxed) < nanos;
        let id = || read.as_ref().map_or_else(|bad| bad.id(), |named| named.id());
        Done { reply, written: false, slowest: longest.then(|| (id(), time)) }
    }
}
