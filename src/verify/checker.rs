//! Matches answers with puzzles: two streams in the order of the puzzles' indexes, read side by side.

use super::answer::{Answer, Origin};
use super::review::{check_identity, review};
use super::{Entry, Fault, Kind, Settings, Verdict};
use crate::rules::ReadError;
use crate::rules::grid::Grid;
use crate::rules::puzzle::Puzzle;
use std::cmp::Ordering;
use std::iter::Peekable;

/// Checks answers against puzzles: the iterator of the verdicts, with the errors of the answers that cannot be read.
///
/// Puzzles and records stand in the order of their indexes; other answers belong to the puzzles in their order.
#[derive(Debug)]
pub struct Checker<P: Iterator<Item = Entry>, A: Iterator<Item = Result<Answer, ReadError>>> {
    puzzles: P,
    answers: Peekable<A>,
    settings: Settings,
    /// The number of puzzles read.
    taken: u64,
    /// The next puzzle, with its index, and the index of the puzzle before it.
    puzzle: Option<(u64, Entry)>,
    before: Option<u64>,
    /// The next answer, if a puzzle before it has none.
    answer: Option<Answer>,
    /// The index of the last puzzle with an answer.
    answered: Option<u64>,
}

impl<P: Iterator<Item = Entry>, A: Iterator<Item = Result<Answer, ReadError>>> Checker<P, A> {
    /// Creates a checker of these answers to these puzzles.
    pub fn new(puzzles: P, answers: A, settings: Settings) -> Self {
        let answers = answers.peekable();
        Checker {
            puzzles,
            answers,
            settings,
            taken: 0,
            puzzle: None,
            before: None,
            answer: None,
            answered: None,
        }
    }

    /// Reads the next puzzle. Returns a verdict if its index is not above that of the puzzle before.
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

    /// Removes the next puzzle.
    fn take_puzzle(&mut self) -> Option<(u64, Entry)> {
        let puzzle = self.puzzle.take()?;
        self.before = Some(puzzle.0);
        Some(puzzle)
    }

    /// Returns the verdict on the next puzzle without an answer.
    fn missing(&mut self) -> Option<Verdict> {
        let (index, entry) = self.take_puzzle()?;
        let what = format!("no answer to the puzzle of index {index}");
        Some(Verdict { id: entry.id, index: Some(index), ..Verdict::wrong(0, Kind::Missing, what) })
    }

    /// Checks an answer without an index, to the next puzzle.
    fn check_bare(&mut self, answer: &Answer, board: Option<&Grid>) -> Verdict {
        let Some((index, entry)) = self.take_puzzle() else {
            let what = format!("one answer too many, the puzzles are {}", self.taken);
            return Verdict::wrong(answer.line, Kind::Stray, what);
        };
        let mut verdict = self.verdict(index, &entry, answer);
        let unlike = |puzzle: &Puzzle| board.is_some_and(|board| *board != puzzle.grid);
        if entry.puzzle.as_ref().is_ok_and(unlike) {
            let what = "the board of this answer differs from the puzzle's";
            verdict.faults.insert(0, Fault::new(Kind::Puzzle, what));
        }
        verdict
    }

    /// Checks a record, to the puzzle of its index. `None` if the next puzzle has no answer, and this is one to a later
    /// puzzle.
    fn check_record(&mut self, answer: &Answer) -> Option<Verdict> {
        let record = &answer.record;
        let index = record.index;
        let next = self.puzzle.as_ref().map(|(next, _)| *next);
        // Whether the answer behind this one is to a puzzle before, so that this one is out of order.
        let following = self.answers.peek().and_then(|read| read.as_ref().ok());
        let goes_back =
            |next: u64| following.is_some_and(|answer| (next..index).contains(&answer.record.index));
        let (kind, what) = match next {
            Some(next) if next == index => {
                let (_, entry) = self.take_puzzle()?;
                self.answered = Some(index);
                let mut verdict = match check_identity(&entry, record) {
                    Ok(()) => self.verdict(index, &entry, answer),
                    // Claims about another puzzle do not count for this one.
                    Err(fault) => Verdict { faults: vec![fault], ..Verdict::default() },
                };
                (verdict.line, verdict.index) = (answer.line, Some(index));
                (verdict.status, verdict.id) = (Some(record.status), entry.id);
                return Some(verdict);
            }
            Some(next) if next < index && !goes_back(next) => return None,
            _ if self.answered == Some(index) => {
                (Kind::Duplicate, format!("a second answer to the puzzle of index {index}"))
            }
            // The answer stands before the next puzzle, but behind the one before it.
            _ if self.before.is_none_or(|before| before < index) && next.is_none_or(|next| next > index) => {
                (Kind::Stray, format!("no puzzle has the index {index}"))
            }
            _ => {
                let what = format!("the answer to the puzzle of index {index} is out of order");
                (Kind::Order, what + ", expected the order of the puzzles")
            }
        };
        let verdict = Verdict::wrong(answer.line, kind, what);
        Some(Verdict { index: Some(index), id: record.id.clone(), status: Some(record.status), ..verdict })
    }

    fn verdict(&self, index: u64, entry: &Entry, answer: &Answer) -> Verdict {
        let (line, id) = (answer.line, entry.id.clone());
        let mut verdict = Verdict { line, index: Some(index), id, ..Verdict::default() };
        review(entry, answer, &self.settings, &mut verdict);
        verdict
    }
}

impl<P: Iterator<Item = Entry>, A: Iterator<Item = Result<Answer, ReadError>>> Iterator for Checker<P, A> {
    type Item = Result<Verdict, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.puzzle.is_none()
            && let Some(verdict) = self.read_puzzle()
        {
            return Some(Ok(verdict));
        }
        let answer = match self.answer.take().map(Ok).or_else(|| self.answers.next()) {
            None => return self.missing().map(Ok),
            Some(Err(error)) => return Some(Err(error)),
            Some(Ok(answer)) => answer,
        };
        if let Origin::Bare(board) = &answer.origin {
            return Some(Ok(self.check_bare(&answer, board.as_ref())));
        }
        self.check_record(&answer).map(Ok).or_else(|| {
            self.answer = Some(answer);
            self.missing().map(Ok)
        })
    }
}
