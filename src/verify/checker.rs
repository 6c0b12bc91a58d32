//! Matches answers with puzzles. Both are streams; only entries out of order are stored, up to [`Settings::memory`] in
//! memory and the rest on a scratch file until the end.

use super::answer::{Answer, Origin};
use super::entry::{Entry, Settings};
use super::facts::{Claims, Contradiction};
use super::place::Place;
use super::review::{check_identity, hash_number, own_list, review};
use super::{Fault, Kind, Verdict, compact_entry};
use crate::external_sort::{self, ENTRY_BYTES, Merged, Sorter};
use crate::rules::Status;
use crate::rules::puzzle::Puzzle;
use crate::text::record::{IndexSet, hash};
use crate::verify::fact_store::FactStore;
use std::collections::BTreeMap;
use std::io;
use std::iter::Peekable;
use std::rc::Rc;

/// Checks answers against puzzles.
#[derive(Debug)]
pub struct Checker<P: Iterator<Item = Entry>> {
    puzzles: Peekable<P>,
    /// The next puzzle, if the one after it was peeked at.
    ahead: Option<Entry>,
    settings: Settings,
    /// Puzzles taken from the stream, and their indexes.
    taken: u64,
    indexes: IndexSet,
    /// Puzzles that were skipped, by index, and their total bytes; and the spilled ones.
    waiting: BTreeMap<u64, Rc<[u8]>>,
    weight: usize,
    spilled: Sorter,
    /// Answers to puzzles that are not in memory.
    deferred: Sorter,
    known: FactStore,
    /// Verdicts on puzzles and on earlier answers since the last answer.
    pending: Vec<Verdict>,
}

/// The result of looking up the puzzle of an answer.
enum Lookup {
    Found(Box<Entry>),
    /// The puzzle may be on the scratch file.
    Deferred,
    /// The puzzle was already answered.
    Used,
    /// There is no such puzzle.
    Unknown,
}

impl<P: Iterator<Item = Entry>> Checker<P> {
    /// Creates a checker of the answers of `results` (a name for messages) to these puzzles.
    pub fn new(puzzles: P, results: &str, settings: Settings) -> Self {
        let Settings { game, memory, scratch, .. } = settings;
        Checker {
            puzzles: puzzles.peekable(),
            ahead: None,
            settings,
            taken: 0,
            indexes: IndexSet::default(),
            waiting: BTreeMap::new(),
            weight: 0,
            spilled: Sorter::new(memory / 4, scratch),
            deferred: Sorter::new(memory / 4, scratch),
            known: FactStore::new(game, results, memory / 4, scratch),
            pending: Vec::new(),
        }
    }

    /// Returns the next puzzle without consuming it.
    pub fn peek(&mut self) -> Option<&Entry> {
        self.ahead.as_ref().or_else(|| self.puzzles.peek())
    }

    /// Returns `true` if exactly one puzzle is left, without consuming it.
    pub fn single(&mut self) -> bool {
        if self.ahead.is_none() {
            self.ahead = self.puzzles.next();
        }
        self.ahead.is_some() && self.puzzles.peek().is_none()
    }

    /// Returns the next puzzle with a new index; reports duplicates.
    fn next(&mut self) -> io::Result<Option<(u64, Entry)>> {
        while let Some(entry) = self.ahead.take().or_else(|| self.puzzles.next()) {
            let index = entry.index.unwrap_or(self.taken);
            self.taken += 1;
            if self.indexes.add(index) {
                return Ok(Some((index, entry)));
            }
            self.pending.push(Verdict { id: entry.id, ..two_puzzles(index) });
        }
        Ok(None)
    }

    fn find(&mut self, index: u64) -> io::Result<Lookup> {
        if let Some(bytes) = self.waiting.remove(&index) {
            self.weight -= ENTRY_BYTES + bytes.len();
            return compact_entry::unpack(&bytes).map(|entry| Lookup::Found(Box::new(entry)));
        }
        if self.indexes.contains(index) {
            return Ok(if self.spilled.is_empty() { Lookup::Used } else { Lookup::Deferred });
        }
        while let Some((found, entry)) = self.next()? {
            if found == index {
                return Ok(Lookup::Found(Box::new(entry)));
            }
            self.wait(found, entry)?;
        }
        Ok(Lookup::Unknown)
    }

    fn wait(&mut self, index: u64, entry: Entry) -> io::Result<()> {
        let bytes = compact_entry::pack(entry);
        self.weight += ENTRY_BYTES + bytes.len();
        self.waiting.insert(index, bytes);
        if self.weight > self.settings.memory / 4 {
            self.weight = 0;
            self.spilled.add_run(entries(std::mem::take(&mut self.waiting)))?;
        }
        Ok(())
    }

    fn defer(&mut self, answer: &Answer) -> io::Result<()> {
        let bytes = serde_json::to_vec(&answer.record)?.into();
        self.deferred.push(external_sort::Entry { key: answer.record.index, seq: answer.line, bytes })
    }

    /// Checks an answer. Verdicts on puzzles before it come first. There is no verdict on the answer yet if its puzzle
    /// is not in memory.
    ///
    /// # Errors
    /// If the scratch file cannot be written.
    pub fn check(&mut self, answer: &Answer) -> io::Result<Vec<Verdict>> {
        let verdict = match &answer.origin {
            Origin::Record => match self.find(answer.record.index)? {
                Lookup::Found(entry) => Some(self.check_record(&entry, answer)?),
                Lookup::Deferred => {
                    self.defer(answer)?;
                    None
                }
                Lookup::Used => Some(self.unplaced(answer, Kind::Duplicate)),
                Lookup::Unknown => Some(self.unplaced(answer, Kind::Stray)),
            },
            Origin::Bare(board) => Some(match self.next()? {
                Some((index, entry)) => {
                    let mut verdict = self.claims(index, &entry, answer)?;
                    let unlike = |puzzle: &Puzzle| board.as_ref().is_some_and(|board| *board != puzzle.grid);
                    if entry.puzzle.as_ref().is_ok_and(unlike) {
                        let what = "the board of this answer differs from the puzzle's";
                        verdict.faults.insert(0, Fault::new(Kind::Puzzle, what));
                    }
                    verdict
                }
                None => {
                    let what = format!("one answer too many, the puzzles are {}", self.taken);
                    let faults = vec![Fault::new(Kind::Stray, what)];
                    Verdict { line: answer.line, faults, ..Verdict::default() }
                }
            }),
        };
        Ok(self.pending.drain(..).chain(verdict).collect())
    }

    fn check_record(&mut self, entry: &Entry, answer: &Answer) -> io::Result<Verdict> {
        let record = &answer.record;
        let mut verdict = match check_identity(entry, record) {
            Ok(()) => self.claims(record.index, entry, answer)?,
            // Claims about another puzzle do not count for this one.
            Err(fault) => Verdict { faults: vec![fault], ..Verdict::default() },
        };
        (verdict.line, verdict.index) = (answer.line, Some(record.index));
        (verdict.status, verdict.id) = (Some(record.status), entry.id.clone());
        Ok(verdict)
    }

    /// Returns the verdict on an answer to a puzzle that was already answered, or that does not exist.
    fn unplaced(&mut self, answer: &Answer, kind: Kind) -> Verdict {
        let record = &answer.record;
        let index = record.index;
        let what = match kind {
            Kind::Duplicate => format!("a second answer to the puzzle of index {index}"),
            _ => format!("no puzzle has the index {index}"),
        };
        let claims = Claims { none: record.status == Status::Infeasible, ..Claims::default() };
        let hash = record.hash.as_deref().and_then(hash_number);
        let place = Place::answer(answer.line, super::Class::Wrong);
        let clash = hash.and_then(|hash| self.known.contradict(hash, claims, place));
        let mut verdict = Verdict {
            line: answer.line,
            index: Some(index),
            id: record.id.clone(),
            status: Some(record.status),
            ..Verdict::default()
        };
        clash.into_iter().for_each(|clash| self.report(clash, &mut verdict));
        verdict.faults.push(Fault::new(kind, what));
        verdict
    }

    /// Checks the claims of an answer about its puzzle.
    fn claims(&mut self, index: u64, entry: &Entry, answer: &Answer) -> io::Result<Verdict> {
        let (line, id) = (answer.line, entry.id.clone());
        let mut verdict = Verdict { line, index: Some(index), id, ..Verdict::default() };
        let claims = review(entry, answer, &self.settings, &mut verdict);
        let (Ok(puzzle), Some(claims)) = (&entry.puzzle, claims) else { return Ok(verdict) };
        let hash = hash_number(&hash(puzzle)).expect("a hash is a number");
        let own = own_list(puzzle).map(|own| self.known.compare(hash, own, Place::own_list()));
        own.transpose()?.flatten().into_iter().for_each(|clash| self.report(clash, &mut verdict));
        let place = Place::answer(line, verdict.class());
        let clash = self.known.compare(hash, claims, place)?;
        clash.into_iter().for_each(|clash| self.report(clash, &mut verdict));
        Ok(verdict)
    }

    /// Reports a contradiction: in `verdict`, or in a revised verdict if an earlier answer is wrong.
    fn report(&mut self, clash: Contradiction, verdict: &mut Verdict) {
        if clash.place.line() == verdict.line {
            verdict.faults.push(Fault::new(Kind::Clash, clash.what));
        } else {
            self.pending.push(revised_verdict(clash));
        }
    }

    /// Finishes the check after the last answer: reports deferred answers in the order of their indexes, puzzles
    /// without an answer, and contradictions between answers far apart.
    ///
    /// # Errors
    /// If the scratch file cannot be written or read, or `each` fails.
    pub fn finish<E: From<io::Error>>(
        mut self,
        mut each: impl FnMut(Verdict) -> Result<(), E>,
    ) -> Result<(), E> {
        self.pending.drain(..).try_for_each(&mut each)?;
        if self.spilled.is_empty() && self.deferred.is_empty() {
            for (index, bytes) in std::mem::take(&mut self.waiting) {
                each(missing(index, compact_entry::unpack(&bytes)?))?;
            }
            while let Some((index, entry)) = self.next()? {
                self.pending.drain(..).try_for_each(&mut each)?;
                each(missing(index, entry))?;
            }
            self.pending.drain(..).try_for_each(&mut each)?;
        } else {
            self.join(&mut each)?;
        }
        self.known.finish(|clash| each(revised_verdict(clash)))
    }

    /// Joins the remaining answers with the remaining puzzles.
    fn join<E: From<io::Error>>(&mut self, each: &mut impl FnMut(Verdict) -> Result<(), E>) -> Result<(), E> {
        while let Some((index, entry)) = self.next()? {
            self.wait(index, entry)?;
        }
        self.pending.drain(..).try_for_each(&mut *each)?;
        entries(std::mem::take(&mut self.waiting)).try_for_each(|entry| self.spilled.push(entry))?;
        let mut puzzles = Puzzles(self.spilled.sorted()?.peekable());
        for entry in self.deferred.sorted()? {
            let external_sort::Entry { key: index, seq: line, bytes } = entry?;
            while let Some((index, entry)) = puzzles.next_if(|next| next < index)? {
                each(missing(index, entry))?;
            }
            let record = serde_json::from_slice(&bytes).map_err(io::Error::from)?;
            let answer = Answer { line, record, origin: Origin::Record };
            let verdict = match puzzles.next_if(|next| next == index)? {
                Some((_, entry)) => self.check_record(&entry, &answer)?,
                None if self.indexes.contains(index) => self.unplaced(&answer, Kind::Duplicate),
                None => self.unplaced(&answer, Kind::Stray),
            };
            self.pending.drain(..).chain([verdict]).try_for_each(&mut *each)?;
        }
        while let Some((index, entry)) = puzzles.next_if(|_| true)? {
            each(missing(index, entry))?;
        }
        Ok(())
    }
}

/// Skipped puzzles, in the order of their indexes.
struct Puzzles(Peekable<Merged>);

impl Puzzles {
    /// Returns the next puzzle if `wanted` accepts its index.
    fn next_if(&mut self, wanted: impl Fn(u64) -> bool) -> io::Result<Option<(u64, Entry)>> {
        let next = self.0.next_if(|next| next.as_ref().map_or(true, |entry| wanted(entry.key)));
        let Some(external_sort::Entry { key, bytes, .. }) = next.transpose()? else { return Ok(None) };
        Ok(Some((key, compact_entry::unpack(&bytes)?)))
    }
}

fn entries(waiting: BTreeMap<u64, Rc<[u8]>>) -> impl Iterator<Item = external_sort::Entry> {
    waiting.into_iter().map(|(key, bytes)| external_sort::Entry { key, seq: 0, bytes })
}

/// Returns the revised verdict on an answer that already has one.
fn revised_verdict(clash: Contradiction) -> Verdict {
    Verdict {
        line: clash.place.line(),
        faults: vec![Fault::new(Kind::Clash, clash.what)],
        before: Some(clash.place.class()),
        ..Verdict::default()
    }
}

fn missing(index: u64, entry: Entry) -> Verdict {
    let what = format!("no answer to the puzzle of index {index}");
    let faults = vec![Fault::new(Kind::Missing, what)];
    Verdict { id: entry.id, index: Some(index), faults, ..Verdict::default() }
}

fn two_puzzles(index: u64) -> Verdict {
    let what = format!("two puzzles have the index {index}");
    Verdict { index: Some(index), faults: vec![Fault::new(Kind::Duplicate, what)], ..Verdict::default() }
}
