//! A batch: many puzzles side by side, one per thread.

use super::answered::{Answer, Answered, Input};
use super::args::{Codes, Kind, When};
use super::progress::Progress;
use super::run::{self, Company, Run};
use super::source::{Item, Items, Number, Seen, Source};
use super::{Complaint, Ended, Reply, Solver};
use crate::exit::{self, Exit};
use crate::input::Meter;
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tilefall::base::{Status, StopReason, several};
use tilefall::batch::record_key::{self, Head};
use tilefall::batch::sidecar::{Sidecar, Unread, VERSION};
use tilefall::batch::{Error, Journal, Pipeline, Settings, Tally, Weigh};

/// An answer on its way out.
pub struct Done {
    /// None if its record stands in the file already; an error ends the batch.
    answer: Result<Option<Reply>, Error>,
    /// Whether an earlier run has found it.
    before: bool,
    /// Id and time, if it took longer than any before.
    slowest: Option<(String, Duration)>,
}

impl Weigh for Done {
    fn weight(&self) -> usize {
        let complaint = |complaint: &Complaint| complaint.text.capacity();
        let size = |reply: &Reply| reply.text.capacity() + reply.complaint.as_ref().map_or(0, complaint);
        size_of::<Done>() + self.answer.as_ref().ok().and_then(Option::as_ref).map_or(0, size)
    }
}

impl<S: Solver> Run<'_, S> {
    /// Opens the results file that was asked for.
    pub fn journal(&self, source: &Source) -> anyhow::Result<Option<Journal>> {
        let Some(out) = &self.meant.out else { return Ok(None) };
        if !matches!(self.meant.kind, Kind::Auto | Kind::Jsonl) {
            return Err(Error::Refused("--out takes records, expected --output jsonl".into()).into());
        }
        let outer = source.piece.as_ref().map(|piece| piece.shard);
        let shard = match (self.meant.shard, outer) {
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
            // What is read is known when all of it is read; a piece was compared with its sidecar.
            input: source.piece.as_ref().map(|piece| piece.input.clone()),
            names: source.names.clone(),
            inputs: source.inputs(),
            unread: Vec::new(),
            count: None,
            shard,
            ordered: self.meant.ordered,
            complete: false,
            options,
        };
        Ok(Some(Journal::open(&out.path, out.resume, sidecar)?))
    }

    /// Solves many, one per thread.
    pub fn many(&self, source: &Source, mut items: Items, number: Number) -> anyhow::Result<Exit> {
        let seen = items.seen();
        let meant = self.meant;
        let mut tally = Tally::default();
        let mut journal = self.journal(source)?;
        self.solver.begin()?;
        let known = match &mut journal {
            Some(journal) => self.watch.reading(|| self.known(source, &mut items, journal, &mut tally))?,
            None => Answered::default(),
        };
        if meant.spend.time.is_some() || meant.total_time.is_some() {
            self.watch.start_clock()?;
        }
        let line = Pipeline::new(Settings::new(self.threads, meant.ordered));
        let handle = line.clone();
        self.watch.at_signal(move || handle.stop());
        let only = if number == Number::One { items.next() } else { None };
        let progress = Progress::new(meant.shown, tally, seen.clone(), source.meter.clone(), source.size);
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
                reply.complaint.iter().for_each(|complaint| progress.complain_of(complaint));
                interrupted |= reply.stopped_by == Some(StopReason::Interrupt);
                status = reply.status;
                progress.tally(|tally| {
                    tally.count(reply.status);
                    tally.kept += u64::from(before);
                    slowest.into_iter().for_each(|(id, time)| tally.took(|| id, time));
                });
            }
            let done = match &mut journal {
                Some(journal) => {
                    let before = std::mem::replace(&mut unread, seen.unread().len());
                    let told = if unread > before { journal.add_unread(&seen.unread()) } else { Ok(()) };
                    told.and_then(|()| journal.append(&text)).map_err(anyhow::Error::from)
                }
                None => progress.print(&text).map_err(anyhow::Error::from),
            };
            // Nothing that is under way will be of use.
            done.and(failed).inspect_err(|_| self.watch.end_all())
        };
        if let Some(item) = only {
            write(&mut vec![self.one_of_many(item, &known, &slowest, Company::Alone)])?;
        }
        // The first of a stream that may come to nothing more has all threads, as a single puzzle has.
        let company = |at| if at == 0 && number == Number::Open { Company::First } else { Company::Others };
        line.run(items, |at, item| self.one_of_many(item, &known, &slowest, company(at)), write)?;
        seen.check()?;
        let answered = progress.tally(|tally| (tally.all(), tally.kept));
        let mut ended = Ended { whole: false, every: false };
        if let Some(mut journal) = journal {
            // Records of no puzzle were counted, too.
            let ours = seen.ours.load(Ordering::SeqCst) + known.left().len() as u64;
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
            ended.whole = whole.is_some();
            journal.finish(whole, every)?;
        }
        let all = seen.all.load(Ordering::SeqCst);
        let own = seen.own.load(Ordering::SeqCst) > 0;
        ended.every = seen.ended.load(Ordering::SeqCst)
            && !interrupted
            && answered == (all, 0)
            && number != Number::One
            && !own;
        let ended = self.solver.finish(ended)?;
        // An input that another shard complains of leaves this one open, too.
        let bad = progress.tally(|tally| tally.bad) > 0 || (meant.out.is_some() && !seen.unread().is_empty());
        // Of a stream it is known only now that its first puzzle is its only one.
        let one = number == Number::Open && all == 1;
        let summary = meant.shown != When::Never && !one;
        progress.finish(summary, meant.timings);
        if meant.codes == Codes::Solver && all > 1 && !interrupted {
            return Err(run::several().into());
        }
        Ok(match (bad, one) {
            (true, _) => Exit::BadInput,
            (_, true) if ended == Exit::Done => self.exit_of_one(status),
            _ => ended,
        })
    }

    /// What an earlier run has answered.
    fn known(
        &self,
        source: &Source,
        items: &mut Items,
        journal: &mut Journal,
        tally: &mut Tally,
    ) -> Result<Answered, Error> {
        let meant = self.meant;
        let again = |ours: bool| {
            let shard = meant.shard.filter(|_| ours);
            source.items(&meant.inputs, shard, Meter::default(), &Arc::default())
        };
        let again: Option<&dyn Fn(bool) -> Items> = if source.regular() { Some(&again) } else { None };
        Answered::read(journal, Input { items, ordered: meant.ordered, again }, self.solver, tally)
    }

    /// The name of the results file.
    fn out(&self) -> impl Display {
        self.meant.out.as_ref().map_or(Path::new(""), |out| &out.path).display()
    }

    /// Names inputs that could not be read, and what becomes of them.
    fn name_unread(&self, unread: &[Unread]) {
        let Some(first) = unread.first() else { return };
        let more = match unread.len() as u64 - 1 {
            0 => String::new(),
            more => format!(" and {}", several(more, "other input")),
        };
        let (out, first) = (self.out(), &first.input);
        exit::complain(&format!(
            "{out}: {first}{more} could not be read; --resume continues once that is possible"
        ));
    }

    /// The digest of the input and its number of puzzles, of which each has its record.
    fn whole(&self, source: &Source, seen: &Seen) -> Result<Option<(String, u64)>, Error> {
        let twice = seen.twice.load(Ordering::SeqCst);
        if twice > 0 {
            let out = self.out();
            exit::complain(&format!(
                "{out}: the results cannot be merged: the input has {} whose index another puzzle has",
                several(twice, "puzzle")
            ));
            return Ok(None);
        }
        source.whole(seen)
    }

    fn one_of_many(&self, item: Item, known: &Answered, slowest: &AtomicU64, company: Company) -> Done {
        let Item { index, twice, raw } = item;
        let read = raw.read();
        let done = |answer, before| Done { answer, before, slowest: None };
        match known.of(self.solver, (index, twice), &read) {
            Ok(Answer::None) => {}
            Ok(Answer::Written) => return done(Ok(None), true),
            Ok(Answer::Line(text)) => {
                let status = Head::of(text.as_bytes()).map_or(Status::Unknown, |head| head.status);
                return done(Ok(Some(Reply { text, complaint: None, status, stopped_by: None })), true);
            }
            Err(error) => return done(Err(error), false),
        }
        if let (true, Ok(named)) = (twice, &read) {
            return done(Ok(Some(self.refused(index, named, record_key::twice(index), None))), false);
        }
        let begun = Instant::now();
        let mut told = String::new();
        let mut reply = self.reply(index, &read, company, &mut |text| {
            // It waits for its turn; with what is not held any more the search ends.
            told += text;
            told.len() < self.meant.spend.memory
        });
        if !told.is_empty() {
            reply.text.insert_str(0, &told);
        }
        let time = begun.elapsed();
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let longest = slowest.fetch_max(nanos, Ordering::Relaxed) < nanos;
        let id = || read.as_ref().map_or_else(|bad| bad.id(), |named| named.id());
        Done { answer: Ok(Some(reply)), before: false, slowest: longest.then(|| (id(), time)) }
    }
}
