//! Matches answers with puzzles: two streams in the order of the puzzles' indexes, read side by side.

use super::answer::{Answer, Origin};
use super::review::{by_own_reading, check_identity, review};
use super::{Entry, Fault, Kind, Settings, Verdict};
use std::cmp::Ordering;
use std::iter::Peekable;
use tilefall_rules::ReadError;
use tilefall_rules::puzzle::Puzzle;
use tilefall_text::record::Step;

/// An iterator that matches answers with puzzles. Yields cases, which can be judged in any order, and the errors of
/// unreadable answers.
///
/// Puzzles and records must be in the order of their indexes. An answer without an index belongs to the next puzzle.
#[derive(Debug)]
pub struct Checker<P: Iterator<Item = Entry>, A: Iterator<Item = Result<Answer, ReadError>>> {
    puzzles: P,
    answers: Peekable<A>,
    /// The number of puzzles read so far, which is also the index of a next puzzle without an index.
    taken: u64,
    /// The next puzzle with its index; `before` is the index of the previous puzzle.
    puzzle: Option<(u64, Entry)>,
    before: Option<u64>,
    /// An answer that was read, but belongs to a puzzle after `puzzle`.
    answer: Option<Answer>,
    /// The index of the last puzzle with an answer.
    answered: Option<u64>,
}

/// An answer with its puzzle, to be judged; or a verdict that is already known, for example on a missing answer.
#[derive(Debug)]
pub struct Case {
    /// The verdict. While `pair` is not judged, only `line`, `index` and `id` of the verdict are set.
    verdict: Verdict,
    pair: Option<Box<(Entry, Answer)>>,
}

impl From<Verdict> for Case {
    fn from(verdict: Verdict) -> Case {
        Case { verdict, pair: None }
    }
}

impl Case {
    /// Creates the case of an answer to the puzzle with this index.
    fn new(index: u64, entry: Entry, answer: Answer) -> Case {
        let (line, id) = (answer.line, entry.id.clone());
        let verdict = Verdict { line, index: Some(index), id, ..Verdict::default() };
        Case { verdict, pair: Some(Box::new((entry, answer))) }
    }

    /// Returns the approximate number of bytes that the case takes in memory.
    pub fn size(&self) -> usize {
        let pair = self.pair.as_deref();
        let cells = |(entry, _): &(Entry, _)| {
            entry.puzzle.as_ref().map_or(0, |puzzle| puzzle.grid.rows() * puzzle.grid.cols())
        };
        let moves = |(_, answer): &(_, Answer)| answer.record.moves.as_ref().map_or(0, Vec::len);
        1024 + pair.map_or(0, |pair| cells(pair) + size_of::<Step>() * moves(pair))
    }

    /// Judges the answer, or returns the verdict that is already known.
    pub fn verdict(self, settings: &Settings) -> Verdict {
        let Case { mut verdict, pair } = self;
        let Some((entry, answer)) = pair.as_deref() else { return verdict };
        let entry = &*by_own_reading(entry, &answer.record);
        match &answer.origin {
            Origin::Record => {
                match check_identity(entry, &answer.record) {
                    Ok(()) => review(entry, answer, settings, &mut verdict),
                    // A record of another puzzle gets this one fault, and is not compared with this puzzle.
                    Err(fault) => verdict.faults.push(fault),
                }
                verdict.status = Some(answer.record.status);
            }
            Origin::Bare(board) => {
                review(entry, answer, settings, &mut verdict);
                let unlike = |puzzle: &Puzzle| board.as_ref().is_some_and(|board| *board != puzzle.grid);
                if entry.puzzle.as_ref().is_ok_and(unlike) {
                    let what = "the board of this answer differs from the puzzle's";
                    verdict.faults.insert(0, Fault::new(Kind::Puzzle, what));
                }
            }
        }
        verdict
    }
}

impl<P: Iterator<Item = Entry>, A: Iterator<Item = Result<Answer, ReadError>>> Checker<P, A> {
    /// Creates a checker that reads puzzles and answers as needed.
    pub fn new(puzzles: P, answers: A) -> Self {
        let answers = answers.peekable();
        Checker { puzzles, answers, taken: 0, puzzle: None, before: None, answer: None, answered: None }
    }

    /// Reads the next puzzle. Returns a verdict if its index is not above the index of the puzzle before.
    fn read_puzzle(&mut self) -> Option<Verdict> {
        let entry = self.puzzles.next()?;
        let index = entry.index.unwrap_or(self.taken);
        self.taken += 1;
        let (kind, what) = match self.before.map_or(Ordering::Greater, |before| index.cmp(&before)) {
            Ordering::Greater => {
                self.puzzle = Some((index, entry));
                return None;
            }
            Ordering::Equal => (Kind::Duplicate, format!("two puzzles have the index {index}")),
            Ordering::Less => {
                (Kind::Order, format!("the puzzle of index {index} is out of order, expected rising indexes"))
            }
        };
        Some(Verdict { id: entry.id, index: Some(index), ..Verdict::wrong(0, kind, what) })
    }

    /// Takes the next puzzle, and stores its index in `before`.
    fn take_puzzle(&mut self) -> Option<(u64, Entry)> {
        let puzzle = self.puzzle.take()?;
        self.before = Some(puzzle.0);
        Some(puzzle)
    }

    /// Takes the next puzzle, and returns the verdict that the puzzle has no answer.
    fn missing(&mut self) -> Option<Verdict> {
        let (index, entry) = self.take_puzzle()?;
        let what = format!("no answer to the puzzle of index {index}");
        Some(Verdict { id: entry.id, index: Some(index), ..Verdict::wrong(0, Kind::Missing, what) })
    }

    /// Returns the case of an answer without an index, which belongs to the next puzzle.
    fn bare(&mut self, answer: Answer) -> Case {
        match self.take_puzzle() {
            Some((index, entry)) => Case::new(index, entry, answer),
            None => {
                let what = format!("one answer too many, the puzzles are {}", self.taken);
                Verdict::wrong(answer.line, Kind::Stray, what).into()
            }
        }
    }

    /// Returns the case of a record, which belongs to the puzzle of the record's index. If this puzzle comes after the
    /// next puzzle, returns the answer as the error: the next puzzle then has no answer.
    fn record(&mut self, answer: Answer) -> Result<Case, Box<Answer>> {
        let record = &answer.record;
        let index = record.index;
        let next = self.puzzle.as_ref().map(|(next, _)| *next);
        // If the following answer belongs to an earlier puzzle, this answer is out of order.
        let following = self.answers.peek().and_then(|read| read.as_ref().ok());
        let following = following.map(|answer| answer.record.index);
        let goes_back = |next: u64| following.is_some_and(|following| (next..index).contains(&following));
        if next == Some(index)
            && let Some((_, entry)) = self.take_puzzle()
        {
            self.answered = Some(index);
            return Ok(Case::new(index, entry, answer));
        }
        let (kind, what) = match next {
            Some(next) if next < index && !goes_back(next) => return Err(Box::new(answer)),
            _ if self.answered == Some(index) => {
                (Kind::Duplicate, format!("a second answer to the puzzle of index {index}"))
            }
            // The index lies between the indexes of the previous and the next puzzle.
            _ if self.before.is_none_or(|before| before < index) && next.is_none_or(|next| next > index) => {
                (Kind::Stray, format!("no puzzle has the index {index}"))
            }
            _ => {
                let what = format!("the answer to the puzzle of index {index} is out of order");
                (Kind::Order, what + ", expected the order of the puzzles")
            }
        };
        let verdict = Verdict::wrong(answer.line, kind, what);
        let verdict =
            Verdict { index: Some(index), id: record.id.clone(), status: Some(record.status), ..verdict };
        Ok(verdict.into())
    }
}

impl<P: Iterator<Item = Entry>, A: Iterator<Item = Result<Answer, ReadError>>> Iterator for Checker<P, A> {
    type Item = Result<Case, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.puzzle.is_none()
            && let Some(verdict) = self.read_puzzle()
        {
            return Some(Ok(verdict.into()));
        }
        let answer = match self.answer.take().map(Ok).or_else(|| self.answers.next()) {
            None => return self.missing().map(Case::from).map(Ok),
            Some(Err(error)) => return Some(Err(error)),
            Some(Ok(answer)) => answer,
        };
        if let Origin::Bare(_) = answer.origin {
            return Some(Ok(self.bare(answer)));
        }
        match self.record(answer) {
            Ok(case) => Some(Ok(case)),
            Err(later) => {
                self.answer = Some(*later);
                self.missing().map(Case::from).map(Ok)
            }
        }
    }
}
