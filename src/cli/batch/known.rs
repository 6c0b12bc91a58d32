//! What an earlier run has answered.

use super::Solver;
use super::source::Item;
use crate::batch::head::{self, Head};
use crate::batch::journal::Salvage;
use crate::batch::{Error, Journal, Tally};
use crate::cli::puzzles::{Bad, Named};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// What an earlier run has answered and what of it has to be looked up. In order, all records that stay are of the
/// first items, which are passed over; otherwise each item is looked up.
#[derive(Default)]
pub struct Known {
    /// Whole records that have no place in the file yet.
    salvage: Salvage,
    /// Records in the file, by key, and how often.
    done: Mutex<HashMap<u64, u32>>,
    /// Whether there is anything to look up.
    some: bool,
}

/// What is known of an item.
pub enum Answer {
    /// Nothing.
    None,
    /// Its record is in the file.
    Written,
    /// Its record.
    Line(String),
}

/// The keys that the record of an item may have: one of a puzzle that is refused has no hash.
fn keys<S: Solver>(solver: &S, index: u64, read: &Result<Named, Bad>) -> [u64; 2] {
    match read {
        Ok(named) => {
            let (index, id) = (named.puzzle.index.unwrap_or(index), named.id());
            [head::key(index, &id, solver.hash(named).as_deref()), head::key(index, &id, None)]
        }
        Err(bad) => [head::key(bad.index().unwrap_or(index), &bad.id(), None); 2],
    }
}

impl Known {
    /// Goes through the records of a journal that stay, and as far as they are in order through the items. With
    /// `check` each is compared with its item.
    ///
    /// # Errors
    /// If the records are of other items; if the file fails.
    pub fn read<S: Solver>(
        journal: &mut Journal,
        items: &mut impl Iterator<Item = Item>,
        solver: &S,
        (ordered, check): (bool, bool),
        tally: &mut Tally,
    ) -> Result<Known, Error> {
        let mut done = HashMap::new();
        let refuse = |why: &str| Err(Error::Refused(format!("the results are of another input: {why}")));
        let complete = journal.complete();
        let salvage = journal.scan(|head: Option<&Head<'_>>| {
            let Some(head) = head else {
                let whole = ordered && check && complete == Some(tally.kept);
                let more = whole && items.next().is_some();
                return if more { refuse("they are whole, and the input has more puzzles") } else { Ok(()) };
            };
            tally.count(head.status);
            tally.kept += 1;
            if !ordered {
                *done.entry(head.key()).or_insert(0) += 1;
                return Ok(());
            }
            let Some(Item { index, raw }) = items.next() else {
                return refuse("they are more than its puzzles");
            };
            if check && !keys(solver, index, &raw.read()).contains(&head.key()) {
                return refuse(&format!("puzzle {index} is not that of its record"));
            }
            Ok(())
        })?;
        let some = !salvage.is_empty() || !done.is_empty();
        Ok(Known { salvage, done: Mutex::new(done), some })
    }

    /// Looks up an item.
    pub fn of<S: Solver>(&self, solver: &S, index: u64, read: &Result<Named, Bad>) -> Answer {
        if !self.some {
            return Answer::None;
        }
        let keys = keys(solver, index, read);
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        for key in keys {
            if let Some(number) = done.get_mut(&key).filter(|number| **number > 0) {
                *number -= 1;
                return Answer::Written;
            }
        }
        keys.iter()
            .find_map(|key| self.salvage.get(key))
            .map_or(Answer::None, |line| Answer::Line(line.clone()))
    }

    /// Records in the file that no item asked for.
    pub fn left(&self) -> u64 {
        let done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        done.values().map(|&number| u64::from(number)).sum()
    }
}
