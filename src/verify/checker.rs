//! Which answer belongs to which puzzle. Puzzles and answers are streams; only what came out of order is
//! kept, and no more than [`MOST_WAITING`] puzzles of that.

use super::answer::{Answer, Origin};
use super::known::Known;
use super::mayan::Moves;
use super::{Fault, Kind, Verdict, mayan, samegame};
use crate::mayan::Mode;
use crate::puzzle::{Puzzle, Status, Task};
use crate::record::hash;
use std::collections::BTreeMap;
use std::iter::Peekable;

/// Puzzles kept because answers to later ones came before theirs.
pub const MOST_WAITING: usize = 1 << 16;

/// One puzzle of the input, with the rules, M and mode that the answers are to.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its id.
    pub id: String,
    /// The puzzle, or what is wrong with it.
    pub puzzle: Result<Puzzle, String>,
}

impl Entry {
    /// The index that it has by itself, or by its place.
    fn index(&self, place: u64) -> u64 {
        self.puzzle.as_ref().ok().and_then(|puzzle| puzzle.index).unwrap_or(place)
    }
}

/// Checks answers against puzzles.
#[derive(Debug)]
pub struct Checker<P: Iterator<Item = Entry>> {
    puzzles: Peekable<P>,
    /// The next puzzle, where it was needed to see the one after it.
    ahead: Option<Entry>,
    /// The name of the results in messages.
    results: String,
    /// Whether swaps of two equal blocks are moves.
    noop: bool,
    /// Puzzles taken from the stream.
    taken: u64,
    /// The index of the last of them.
    last: Option<u64>,
    /// Whether the indexes ascend so far, and whether they are 0, 1, 2, …
    ascending: bool,
    dense: bool,
    waiting: BTreeMap<u64, Entry>,
    /// What was found wrong with the puzzles, or given up on, since the last answer.
    aside: Vec<Verdict>,
    known: Known,
}

impl<P: Iterator<Item = Entry>> Checker<P> {
    /// A checker of the answers of `results` (a name for messages) to these puzzles.
    pub fn new(puzzles: P, results: impl Into<String>, noop: bool) -> Self {
        Checker {
            puzzles: puzzles.peekable(),
            ahead: None,
            results: results.into(),
            noop,
            taken: 0,
            last: None,
            ascending: true,
            dense: true,
            waiting: BTreeMap::new(),
            aside: Vec::new(),
            known: Known::default(),
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

    fn next(&mut self) -> Option<(u64, Entry)> {
        let entry = self.ahead.take().or_else(|| self.puzzles.next())?;
        let index = entry.index(self.taken);
        self.ascending &= self.last.is_none_or(|last| index > last);
        self.dense &= index == self.taken;
        (self.taken, self.last) = (self.taken + 1, Some(index));
        Some((index, entry))
    }

    /// The puzzle of an index, taken from the stream or from those that wait.
    fn find(&mut self, index: u64) -> Option<Entry> {
        if let Some(entry) = self.waiting.remove(&index) {
            return Some(entry);
        }
        loop {
            if self.ascending {
                let place = self.taken;
                let next = self.peek()?.index(place);
                if next > index && self.last.is_none_or(|last| next > last) {
                    return None;
                }
            }
            let (found, entry) = self.next()?;
            if found == index {
                return Some(entry);
            }
            self.wait(found, entry);
        }
    }

    fn wait(&mut self, index: u64, entry: Entry) {
        if let Some(old) = self.waiting.insert(index, entry) {
            let what = format!("two puzzles have the index {index}");
            self.aside.push(Verdict { index: Some(index), ..lost(old, Kind::Doubled, what) });
        }
        if self.waiting.len() > MOST_WAITING
            && let Some((index, old)) = self.waiting.pop_first()
        {
            let what = format!("no answer among those to the {MOST_WAITING} puzzles after it");
            self.aside.push(Verdict { index: Some(index), ..lost(old, Kind::Missing, what) });
        }
    }

    /// Checks an answer. What else came to light, puzzles given up on, goes before it.
    pub fn check(&mut self, answer: &Answer) -> Vec<Verdict> {
        let verdict = match &answer.origin {
            Origin::Record => self.check_record(answer),
            Origin::Bare(board) => match self.next() {
                Some((index, entry)) => {
                    let unlike = |puzzle: &Puzzle| board.as_ref().is_some_and(|board| *board != puzzle.grid);
                    let mut verdict = self.claims(index, &entry, answer, None);
                    if entry.puzzle.as_ref().is_ok_and(unlike) {
                        let what = "the board of this answer is not that of the puzzle";
                        verdict.faults.insert(0, Fault::new(Kind::Puzzle, what));
                    }
                    verdict
                }
                None => {
                    let what = format!("one answer too many, the puzzles are {}", self.taken);
                    Verdict {
                        line: answer.line,
                        faults: vec![Fault::new(Kind::Stray, what)],
                        ..Verdict::default()
                    }
                }
            },
        };
        self.aside.drain(..).chain([verdict]).collect()
    }

    fn check_record(&mut self, answer: &Answer) -> Verdict {
        let record = &answer.record;
        let Some(entry) = self.find(record.index) else {
            let (kind, what) = self.unplaced(record.index);
            let mut faults = vec![Fault::new(kind, what)];
            let mut facts = super::known::Facts::default();
            facts.claim(record.status == Status::Infeasible, None);
            let place = || format!("{}:{}", self.results, answer.line);
            if let Some(hash) = &record.hash
                && let Some(what) = self.known.compare(hash, facts, place)
            {
                faults.push(Fault::new(Kind::Status, what));
            }
            return Verdict {
                line: answer.line,
                index: Some(record.index),
                id: record.id.clone(),
                status: Some(record.status),
                faults,
                ..Verdict::default()
            };
        };
        let mut verdict = match belongs(&entry, answer) {
            Ok(hash) => self.claims(record.index, &entry, answer, hash),
            // Claims about another puzzle are no claims about this one.
            Err(fault) => Verdict { faults: vec![fault], ..Verdict::default() },
        };
        (verdict.line, verdict.index) = (answer.line, Some(record.index));
        (verdict.status, verdict.id) = (Some(record.status), entry.id);
        verdict
    }

    /// Why there is no puzzle for an index.
    fn unplaced(&mut self, index: u64) -> (Kind, String) {
        let seen = self.last.is_some_and(|last| index <= last);
        match (seen, self.dense) {
            (true, true) => (Kind::Doubled, format!("a second answer to the puzzle of index {index}")),
            (true, false) => {
                (Kind::Doubled, format!("a second answer to the puzzle of index {index}, or to none"))
            }
            (false, _) => (Kind::Stray, format!("no puzzle has the index {index}")),
        }
    }

    /// What is claimed of the puzzle, checked; `known` is its hash where that was needed before.
    fn claims(&mut self, index: u64, entry: &Entry, answer: &Answer, known: Option<String>) -> Verdict {
        let record = &answer.record;
        let mut verdict =
            Verdict { line: answer.line, index: Some(index), id: entry.id.clone(), ..Verdict::default() };
        let puzzle = match &entry.puzzle {
            Ok(puzzle) => puzzle,
            Err(why) => {
                if record.status != Status::Error {
                    let what = format!("an answer to what is no puzzle: {why}");
                    verdict.faults.push(Fault::new(Kind::Puzzle, what));
                }
                return verdict;
            }
        };
        let facts = match &puzzle.task {
            Task::SameGame(task) => samegame::check(&puzzle.grid, task, record, &mut verdict),
            Task::Mayan(task) => {
                let moves = match (&answer.origin, self.noop) {
                    (Origin::Bare(_), _) => Moves::Any,
                    (_, true) => Moves::WithNoop,
                    _ => Moves::Canonical,
                };
                mayan::check(&puzzle.grid, task, record, moves, &mut verdict)
            }
        };
        let hash = known.unwrap_or_else(|| hash(puzzle));
        let mut clash = |facts, place: &dyn Fn() -> String| {
            if let Some(what) = self.known.compare(&hash, facts, place) {
                verdict.faults.push(Fault::new(Kind::Status, what));
            }
        };
        if let Some(facts) = own_list(puzzle) {
            clash(facts, &|| "the list that stands with the puzzle".into());
        }
        clash(facts, &|| format!("{}:{}", self.results, answer.line));
        verdict
    }

    /// What is missing, when all answers were checked.
    pub fn finish(mut self) -> impl Iterator<Item = Verdict> {
        let aside = std::mem::take(&mut self.aside);
        let missing = |(index, entry): (u64, Entry)| {
            let what = format!("no answer to the puzzle of index {index}");
            Verdict { index: Some(index), ..lost(entry, Kind::Missing, what) }
        };
        let waiting = std::mem::take(&mut self.waiting);
        let rest = std::iter::from_fn(move || self.next());
        aside.into_iter().chain(waiting.into_iter().chain(rest).map(missing))
    }
}

fn lost(entry: Entry, kind: Kind, what: String) -> Verdict {
    Verdict { id: entry.id, faults: vec![Fault::new(kind, what)], ..Verdict::default() }
}

/// The facts that a list which came with a puzzle shows, if it can be played.
fn own_list(puzzle: &Puzzle) -> Option<super::known::Facts> {
    let mut facts = super::known::Facts::default();
    match &puzzle.task {
        Task::SameGame(task) if !task.clicks.is_empty() => {
            let list: Vec<_> = task.clicks.iter().map(|&cell| cell.into()).collect();
            let played = samegame::replay(&puzzle.grid, task.rules.unwrap_or_default(), &list).ok()?;
            facts.found(played.score, played.cleared);
        }
        Task::Mayan(task) if !task.list.is_empty() => {
            let list: Vec<_> = task.list.iter().map(|&step| step.into()).collect();
            mayan::wins(&puzzle.grid, task, &list, Moves::Canonical).ok()?;
            facts.found(-(list.len() as i64), true);
        }
        _ => return None,
    }
    Some(facts)
}

/// Whether a record is one of this puzzle: by its game, its hash, and the id where the puzzle has its own.
/// Gives the hash if it was needed.
fn belongs(entry: &Entry, answer: &Answer) -> Result<Option<String>, Fault> {
    let record = &answer.record;
    let wrong = |what: String| Err(Fault::new(Kind::Puzzle, what));
    let Ok(puzzle) = &entry.puzzle else { return Ok(None) };
    if record.status == Status::Error {
        return Ok(None);
    }
    if let Some(id) = puzzle.id.as_ref().filter(|id| **id != record.id) {
        return wrong(format!(
            "the record is of '{}', the puzzle of index {} is '{id}'",
            record.id, record.index
        ));
    }
    let game = puzzle.task.game();
    if let Some(other) = record.game.filter(|&other| other != game) {
        return wrong(format!("the record is of game {}, the puzzle of {}", other.name(), game.name()));
    }
    let ours = hash(puzzle);
    match &record.hash {
        None => wrong(format!("the record has no hash, expected {ours}")),
        Some(theirs) if *theirs != ours => {
            let hint = other_task(puzzle, theirs).unwrap_or_else(|| "the record is of another puzzle".into());
            wrong(format!("the hash is {theirs}, that of the puzzle is {ours}: {hint}"))
        }
        Some(_) => Ok(Some(ours)),
    }
}

/// The words that would make the hash fit, if only the mode differs or the number of moves is left out.
fn other_task(puzzle: &Puzzle, theirs: &str) -> Option<String> {
    let Task::Mayan(task) = &puzzle.task else { return None };
    let modes = [(Mode::Exactly, "--exactly"), (Mode::Within, "--within"), (Mode::Shortest, "--shortest")];
    for (mode, word) in modes {
        let mut other = puzzle.clone();
        other.task = Task::Mayan(crate::puzzle::MayanTask { mode: Some(mode), ..task.clone() });
        if hash(&other) == theirs {
            return Some(format!("the record is of another mode, it fits with {word}"));
        }
    }
    None
}
