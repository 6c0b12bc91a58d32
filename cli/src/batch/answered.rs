//! What an earlier run has answered.

use super::Solver;
use super::returned::Returned;
use super::source::{Item, Items};
use crate::item::{Bad, Named};
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use tilefall::batch::journal::Survey;
use tilefall::batch::record_key::{self, Head};
use tilefall::batch::salvage::Salvage;
use tilefall::batch::table::{Entry, Table, Taken};
use tilefall::batch::{Error, Journal, Tally};

/// The most records without a puzzle that are named.
const SHOWN: usize = 3;

/// What an earlier run has answered, and which part of it must be looked up. In order, the records that stay are of the
/// first items, which are skipped; otherwise each item is looked up.
#[derive(Default)]
pub struct Answered {
    /// Whole records that have no place in the file yet.
    salvage: Option<Salvage>,
    /// Records in the file, if they are in no order.
    written: Option<Mutex<Table>>,
    /// Whether every puzzle of the input had its record.
    whole: bool,
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

/// How the items of an input come.
pub struct Input<'a> {
    /// All that are to come.
    pub items: &'a mut Items,
    /// Whether the records are in their order.
    pub ordered: bool,
    /// Returns the items of a shard, or all items, once more, if they can be read again.
    pub again: Option<&'a dyn Fn(bool) -> Items>,
}

/// The keys that the record of an item may have, by its index and whether one before it has the same: one of a puzzle
/// that is refused has no hash.
fn keys<S: Solver>(solver: &S, (index, twice): (u64, bool), read: &Result<Named, Bad>) -> [u64; 2] {
    match read {
        Ok(named) if twice => [record_key::key_of_twice(index, &named.id()); 2],
        Ok(named) => {
            let id = named.id();
            [record_key::key(index, &id, solver.hash(named).as_deref()), record_key::key(index, &id, None)]
        }
        Err(bad) => [record_key::key(index, &bad.id(), None); 2],
    }
}

fn refuse<T>(why: &str) -> Result<T, Error> {
    Err(Error::Refused(format!("the results belong to another input: {why}")))
}

fn not_that_of(index: u64) -> Error {
    Error::Refused(format!("the results belong to another input: puzzle {index} does not match its record"))
}

impl Answered {
    /// Compares the records of a journal with the items: in order, each as far as they stand in order, else all of
    /// an input that can be read again. Then cuts the journal behind those that stay.
    ///
    /// # Errors
    /// If the records are of other items, and nothing is changed; if a file fails.
    pub fn read<S: Solver>(
        journal: &mut Journal,
        input: Input<'_>,
        solver: &S,
        tally: &mut Tally,
    ) -> Result<Answered, Error> {
        let Input { items, ordered, again } = input;
        let returned = match (journal.unread(), again) {
            ([], _) | (_, None) => Returned::default(),
            (unread, Some(again)) => Returned::of(unread, again(false)),
        };
        let moved = |index| returned.first().is_some_and(|first| index >= first);
        let mut stay = Vec::new();
        let mut keys_seen = HashSet::new();
        let mut fewer = false;
        let stays = |head: &Head<'_>, entry: Entry| {
            if moved(head.index) {
                return Ok(false);
            }
            if ordered {
                let Some(item) = items.next() else {
                    items.seen().check()?;
                    fewer = true;
                    return Ok(false);
                };
                if item.index != head.index {
                    items.put_back(item);
                    return Ok(false);
                }
                let known = keys(solver, (item.index, item.twice), &item.raw.clone().read());
                if !known.contains(&entry.key) {
                    // What can be read again is compared at the end, and there may be another puzzle of this index: the
                    // first one is the one that has an answer.
                    if again.is_none() && !item.twice && record_key::has_hash(entry.key) {
                        return Err(not_that_of(head.index));
                    }
                    items.put_back(item);
                    return Ok(false);
                }
            } else if keys_seen.insert(entry.key) {
                stay.push(entry);
            } else {
                return Ok(false);
            }
            tally.count(head.status);
            tally.kept += 1;
            Ok(true)
        };
        let mut survey = journal.survey(stays, |entry| returned.index(entry))?;
        drop(keys_seen);
        if fewer && !survey.behind.is_empty() {
            return refuse("it has fewer puzzles");
        }
        let whole = journal.complete() == Some(tally.kept);
        if whole && ordered && items.peek().0.is_some() {
            return refuse("the results are complete, but it has more puzzles");
        }
        let mut written = Table::new(stay);
        if let Some(again) = again {
            let lenient = returned.first().is_some();
            check(solver, again(true), &mut survey, &mut written, (whole && !ordered, lenient))?;
        }
        let unread = journal.unread().iter().filter(|unread| !moved(unread.index)).cloned().collect();
        let salvage = journal.cut(&survey, unread)?;
        let written = (!ordered).then(|| Mutex::new(written));
        Ok(Answered { salvage, written, whole })
    }

    /// Looks up an item.
    ///
    /// # Errors
    /// If the record of its index is of another puzzle; if a file fails.
    pub fn of<S: Solver>(
        &self,
        solver: &S,
        item: (u64, bool),
        read: &Result<Named, Bad>,
    ) -> Result<Answer, Error> {
        if self.salvage.is_none() && self.written.is_none() {
            return Ok(Answer::None);
        }
        let (index, twice) = item;
        let keys = keys(solver, item, read);
        // Where an index comes twice, the answer is to the first.
        let mut other = false;
        if let Some(written) = &self.written {
            match written.lock().unwrap_or_else(PoisonError::into_inner).take(index, &keys) {
                Taken::Record(_) => return Ok(Answer::Written),
                Taken::Other => other = true,
                // Each line is the record of one item.
                Taken::Nothing | Taken::Again(_) => {}
            }
        }
        if let Some(salvage) = &self.salvage {
            match salvage.take(index, &keys)? {
                Ok(Some(line)) => return Ok(Answer::Line(line)),
                Err(()) => other = true,
                Ok(None) => {}
            }
        }
        match (other && !twice, self.whole) {
            (true, _) => Err(not_that_of(index)),
            (_, true) => refuse("the results are complete, but it has more puzzles"),
            _ => Ok(Answer::None),
        }
    }

    /// The indexes of records in the file that no item asked for.
    pub fn left(&self) -> Vec<u64> {
        let left = |table: &Mutex<Table>| table.lock().unwrap_or_else(PoisonError::into_inner).left();
        self.written.as_ref().map(left).unwrap_or_default()
    }

    /// Whether each record was asked for, once all items were looked up.
    ///
    /// # Errors
    /// If one was not.
    pub fn check(&self) -> Result<(), Error> {
        let left = self.left();
        if !left.is_empty() {
            return no_puzzle_for(&left);
        }
        match self.salvage.as_ref().map(|salvage| (salvage.path().display(), salvage.left())) {
            Some((name, left)) if !left.is_empty() => Err(Error::Refused(format!(
                "{name}: the input has no puzzle for the record with index {}",
                indexes(&left)
            ))),
            _ => Ok(()),
        }
    }
}

/// The first few of these.
fn indexes(all: &[u64]) -> String {
    let list: Vec<_> = all.iter().take(SHOWN).map(u64::to_string).collect();
    let more = all.len().saturating_sub(SHOWN);
    list.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}

fn no_puzzle_for<T>(records: &[u64]) -> Result<T, Error> {
    refuse(&format!("it has no puzzle for the record with index {}", indexes(records)))
}

/// Compares the records that an ordered run has not compared yet with all items of the input. A loose record of no
/// puzzle is an error, or is discarded if the check is `lenient`.
fn check<S: Solver>(
    solver: &S,
    items: Items,
    survey: &mut Survey,
    written: &mut Table,
    (whole, lenient): (bool, bool),
) -> Result<(), Error> {
    let mut loose = Table::new(survey.behind.iter().chain(&survey.earlier).copied().collect());
    if loose.all_used() && written.all_used() {
        return Ok(());
    }
    let records = written.entries().len();
    let mut number = 0;
    // Inputs that cannot be read now, and could when their records were written.
    let mut missing = None;
    let seen = items.seen();
    for Item { index, twice, raw } in items {
        number += 1;
        let unreadable = raw.unreadable();
        if unreadable.is_some() || loose.has(index) || written.has(index) {
            let keys = keys(solver, (index, twice), &raw.read());
            let taken = [loose.take(index, &keys), written.take(index, &keys)];
            let answered = taken.iter().any(|taken| matches!(taken, Taken::Record(_) | Taken::Again(_)));
            missing = missing.or(unreadable.filter(|_| !answered));
        }
        if loose.all_used() && written.all_used() && !whole {
            break;
        }
    }
    seen.check()?;
    if whole && number > records {
        return refuse("the results are complete, but it has more puzzles");
    }
    let strange = if lenient { written.left() } else { [loose.left(), written.left()].concat() };
    if !strange.is_empty() {
        return match missing {
            Some(why) => Err(Error::Refused(format!(
                "{why}; the results have answers to its puzzles, expected it to be as before"
            ))),
            None => no_puzzle_for(&strange),
        };
    }
    let foreign: HashSet<u64> = loose.unused().map(|entry| entry.key).collect();
    for entries in [&mut survey.behind, &mut survey.earlier] {
        entries.retain(|entry| !foreign.contains(&entry.key));
    }
    written.reset();
    Ok(())
}
