//! Which answer belongs to which puzzle. Puzzles and answers are streams; only what came out of order is
//! kept, as much as [`Settings::memory`] holds, and the rest on a scratch file till the end.

use super::answer::{Answer, Origin};
use super::entry::{Entry, Settings};
use super::facts::{Claims, Clash};
use super::indexes::Indexes;
use super::place::Place;
use super::review::{belongs, number_of, own_list, review};
use super::spill::{self, Runs};
use super::{Fault, Kind, Verdict, parcel};
use crate::base::Status;
use crate::puzzle::Puzzle;
use crate::record::hash;
use crate::verify::claims::Known;
use std::collections::BTreeMap;
use std::io;
use std::iter::Peekable;

/// Bytes of a map, or of a list, for one entry besides its bytes.
const SLOT: usize = 48;

/// Checks answers against puzzles.
#[derive(Debug)]
pub struct Checker<P: Iterator<Item = Entry>> {
    puzzles: Peekable<P>,
    /// The next puzzle, where it was needed to see the one after it.
    ahead: Option<Entry>,
    settings: Settings,
    /// Puzzles taken from the stream, and their indexes.
    taken: u64,
    indexes: Indexes,
    /// Puzzles that were skipped, by index, with their bytes in all; and those that did not fit.
    waiting: BTreeMap<u64, Box<[u8]>>,
    weight: usize,
    spilled: Runs,
    /// Answers to puzzles that are not in memory, in the same way.
    late: Vec<spill::Entry>,
    late_weight: usize,
    spilled_late: Runs,
    known: Known,
    /// What was found wrong with puzzles, and with answers before, since the last answer.
    aside: Vec<Verdict>,
}

/// Where the puzzle of an answer is.
enum Found {
    Here(Box<Entry>),
    /// Perhaps on the scratch file.
    Later,
    /// Taken before.
    Taken,
    /// There is none.
    Nowhere,
}

impl<P: Iterator<Item = Entry>> Checker<P> {
    /// A checker of the answers of `results` (a name for messages) to these puzzles.
    pub fn new(puzzles: P, results: &str, settings: Settings) -> Self {
        let Settings { game, memory, scratch, .. } = settings;
        Checker {
            puzzles: puzzles.peekable(),
            ahead: None,
            settings,
            taken: 0,
            indexes: Indexes::new(memory / 8, scratch),
            waiting: BTreeMap::new(),
            weight: 0,
            spilled: Runs::new(scratch),
            late: Vec::new(),
            late_weight: 0,
            spilled_late: Runs::new(scratch),
            known: Known::new(game, results, memory / 4, scratch),
            aside: Vec::new(),
        }
    }

    /// The next puzzle, if there is one; it is not taken.
    pub fn peek(&mut self) -> Option<&Entry> {
        self.ahead.as_ref().or_else(|| self.puzzles.peek())
    }

    /// Whether there is but one puzzle. It is not taken; of the stream as much as is needed is read.
    pub fn single(&mut self) -> bool {
        if self.ahead.is_none() {
            self.ahead = self.puzzles.next();
        }
        self.ahead.is_some() && self.puzzles.peek().is_none()
    }

    /// The next puzzle of an index that none had before.
    fn next(&mut self) -> io::Result<Option<(u64, Entry)>> {
        while let Some(entry) = self.ahead.take().or_else(|| self.puzzles.next()) {
            let index = entry.index.unwrap_or(self.taken);
            self.taken += 1;
            if self.indexes.add(index)? {
                return Ok(Some((index, entry)));
            }
            self.aside.push(Verdict { id: entry.id, ..two_puzzles(index) });
        }
        Ok(None)
    }

    fn find(&mut self, index: u64) -> io::Result<Found> {
        if let Some(bytes) = self.waiting.remove(&index) {
            self.weight -= SLOT + bytes.len();
            return parcel::unpack(&bytes).map(|entry| Found::Here(Box::new(entry)));
        }
        if self.indexes.contains(index) == Some(true) {
            return Ok(if self.spilled.is_empty() { Found::Taken } else { Found::Later });
        }
        while let Some((found, entry)) = self.next()? {
            if found == index {
                return Ok(Found::Here(Box::new(entry)));
            }
            self.wait(found, entry)?;
        }
        Ok(if self.indexes.contains(index).is_some() { Found::Nowhere } else { Found::Later })
    }

    fn wait(&mut self, index: u64, entry: Entry) -> io::Result<()> {
        let bytes = parcel::pack(entry);
        self.weight += SLOT + bytes.len();
        self.waiting.insert(index, bytes);
        if self.weight > self.settings.memory / 4 {
            self.weight = 0;
            self.spilled.add(entries(std::mem::take(&mut self.waiting)))?;
        }
        Ok(())
    }

    fn defer(&mut self, answer: &Answer) -> io::Result<()> {
        let bytes: Box<[u8]> = serde_json::to_vec(&answer.record)?.into();
        self.late_weight += SLOT + bytes.len();
        self.late.push(spill::Entry { key: answer.record.index, seq: answer.line, bytes });
        if self.late_weight > self.settings.memory / 4 {
            self.late_weight = 0;
            self.late.sort_unstable_by_key(|entry| (entry.key, entry.seq));
            self.spilled_late.add(self.late.drain(..))?;
        }
        Ok(())
    }

    /// Checks an answer. What is wrong with the puzzles before it goes before it. There is no verdict yet if
    /// its puzzle is not in memory.
    ///
    /// # Errors
    /// If the scratch file cannot be written.
    pub fn check(&mut self, answer: &Answer) -> io::Result<Vec<Verdict>> {
        let verdict = match &answer.origin {
            Origin::Record => match self.find(answer.record.index)? {
                Found::Here(entry) => Some(self.check_record(&entry, answer)?),
                Found::Later => {
                    self.defer(answer)?;
                    None
                }
                Found::Taken => Some(self.unplaced(answer, Kind::Duplicate)),
                Found::Nowhere => Some(self.unplaced(answer, Kind::Stray)),
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
        Ok(self.aside.drain(..).chain(verdict).collect())
    }

    fn check_record(&mut self, entry: &Entry, answer: &Answer) -> io::Result<Verdict> {
        let record = &answer.record;
        let mut verdict = match belongs(entry, record) {
            Ok(()) => self.claims(record.index, entry, answer)?,
            // Claims about another puzzle are no claims about this one.
            Err(fault) => Verdict { faults: vec![fault], ..Verdict::default() },
        };
        (verdict.line, verdict.index) = (answer.line, Some(record.index));
        (verdict.status, verdict.id) = (Some(record.status), entry.id.clone());
        Ok(verdict)
    }

    /// The verdict on an answer to a puzzle that was answered before, or to none.
    fn unplaced(&mut self, answer: &Answer, kind: Kind) -> Verdict {
        let record = &answer.record;
        let index = record.index;
        let what = match kind {
            Kind::Duplicate => format!("a second answer to the puzzle of index {index}"),
            _ => format!("no puzzle has the index {index}"),
        };
        let claims = Claims { none: record.status == Status::Infeasible, ..Claims::default() };
        let hash = record.hash.as_deref().and_then(number_of);
        let place = Place::answer(answer.line, super::Class::Wrong);
        let clash = hash.and_then(|hash| self.known.contradict(hash, claims, place));
        let mut verdict = Verdict {
            line: answer.line,
            index: Some(index),
            id: record.id.clone(),
            status: Some(record.status),
            ..Verdict::default()
        };
        clash.into_iter().for_each(|clash| self.tell(clash, &mut verdict));
        verdict.faults.push(Fault::new(kind, what));
        verdict
    }

    /// What is claimed of the puzzle, checked.
    fn claims(&mut self, index: u64, entry: &Entry, answer: &Answer) -> io::Result<Verdict> {
        let (line, id) = (answer.line, entry.id.clone());
        let mut verdict = Verdict { line, index: Some(index), id, ..Verdict::default() };
        let claims = review(entry, answer, &self.settings, &mut verdict);
        let (Ok(puzzle), Some(claims)) = (&entry.puzzle, claims) else { return Ok(verdict) };
        let hash = number_of(&hash(puzzle)).expect("a hash is a number");
        let own = own_list(puzzle).map(|own| self.known.compare(hash, own, Place::own_list()));
        own.transpose()?.flatten().into_iter().for_each(|clash| self.tell(clash, &mut verdict));
        let place = Place::answer(line, verdict.class());
        let clash = self.known.compare(hash, claims, place)?;
        clash.into_iter().for_each(|clash| self.tell(clash, &mut verdict));
        Ok(verdict)
    }

    /// Reports a contradiction: in the verdict that is being made, or in another one if it is an earlier answer
    /// that is wrong.
    fn tell(&mut self, clash: Clash, verdict: &mut Verdict) {
        if clash.place.line() == verdict.line {
            verdict.faults.push(Fault::new(Kind::Clash, clash.what));
        } else {
            self.aside.push(taken_back(clash));
        }
    }

    /// What is left when all answers were checked: answers that could not be checked at once, in the order
    /// of their indexes, puzzles without an answer, and contradictions between answers far apart.
    ///
    /// # Errors
    /// If the scratch file cannot be written or read, or `each` fails.
    pub fn finish<E: From<io::Error>>(
        mut self,
        mut each: impl FnMut(Verdict) -> Result<(), E>,
    ) -> Result<(), E> {
        self.aside.drain(..).try_for_each(&mut each)?;
        let near = self.spilled.is_empty() && self.indexes.are_near();
        if near && self.late.is_empty() && self.spilled_late.is_empty() {
            for (index, bytes) in std::mem::take(&mut self.waiting) {
                each(missing(index, parcel::unpack(&bytes)?))?;
            }
            while let Some((index, entry)) = self.next()? {
                self.aside.drain(..).try_for_each(&mut each)?;
                each(missing(index, entry))?;
            }
            self.aside.drain(..).try_for_each(&mut each)?;
        } else {
            self.join(&mut each)?;
        }
        self.known.finish(|clash| each(taken_back(clash)))
    }

    /// Joins the answers and the puzzles that are left.
    fn join<E: From<io::Error>>(&mut self, each: &mut impl FnMut(Verdict) -> Result<(), E>) -> Result<(), E> {
        while let Some((index, entry)) = self.next()? {
            self.wait(index, entry)?;
        }
        self.aside.drain(..).try_for_each(&mut *each)?;
        let scratch = self.settings.scratch;
        let waiting = entries(std::mem::take(&mut self.waiting)).collect();
        let spilled = std::mem::replace(&mut self.spilled, Runs::new(scratch));
        let mut puzzles = Puzzles(spill::sorted(waiting, spilled)?.peekable());
        let mut late = std::mem::take(&mut self.late);
        late.sort_unstable_by_key(|entry| (entry.key, entry.seq));
        let spilled = std::mem::replace(&mut self.spilled_late, Runs::new(scratch));
        let mut indexes = std::mem::replace(&mut self.indexes, Indexes::new(0, scratch)).finish()?;
        for entry in spill::sorted(late, spilled)? {
            let spill::Entry { key: index, seq: line, bytes } = entry?;
            while let Some((index, entry)) = puzzles.next_if(|next| next < index)? {
                // A puzzle whose index another one has is reported below.
                if indexes.times(index)? < 2 {
                    each(missing(index, entry))?;
                }
            }
            let record = serde_json::from_slice(&bytes).map_err(io::Error::from)?;
            let answer = Answer { line, record, origin: Origin::Record };
            let verdict = match puzzles.next_if(|next| next == index)? {
                Some((_, entry)) => self.check_record(&entry, &answer)?,
                None if indexes.times(index)? > 0 => self.unplaced(&answer, Kind::Duplicate),
                None => self.unplaced(&answer, Kind::Stray),
            };
            self.aside.drain(..).chain([verdict]).try_for_each(&mut *each)?;
        }
        while let Some((index, entry)) = puzzles.next_if(|_| true)? {
            if indexes.times(index)? < 2 {
                each(missing(index, entry))?;
            }
        }
        while indexes.step()? {
            indexes.doubled().map(two_puzzles).try_for_each(&mut *each)?;
        }
        Ok(())
    }
}

/// Puzzles that waited, in the order of their indexes.
struct Puzzles(Peekable<spill::Sorted>);

impl Puzzles {
    /// The next one, if its index is wanted; of several with one index the first only.
    fn next_if(&mut self, wanted: impl Fn(u64) -> bool) -> io::Result<Option<(u64, Entry)>> {
        let next = self.0.next_if(|next| next.as_ref().map_or(true, |entry| wanted(entry.key)));
        let Some(spill::Entry { key, bytes, .. }) = next.transpose()? else { return Ok(None) };
        while self.0.next_if(|next| next.as_ref().is_ok_and(|entry| entry.key == key)).is_some() {}
        Ok(Some((key, parcel::unpack(&bytes)?)))
    }
}

fn entries(waiting: BTreeMap<u64, Box<[u8]>>) -> impl Iterator<Item = spill::Entry> {
    waiting.into_iter().map(|(key, bytes)| spill::Entry { key, seq: 0, bytes })
}

/// What is reported about an answer that already has its verdict.
fn taken_back(clash: Clash) -> Verdict {
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
