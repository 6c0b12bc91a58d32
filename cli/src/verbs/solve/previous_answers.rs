//! The answers of an earlier run.

use super::Solver;
use super::recovered::RecoveredInputs;
use super::source::{Item, Items};
use crate::io::item::{InputError, InputPuzzle};
use std::collections::HashSet;
use std::sync::Mutex;
use tilefall::internals::batch::journal::Survey;
use tilefall::internals::batch::record_key::{self, RecordHead};
use tilefall::internals::batch::salvage::Salvage;
use tilefall::internals::batch::table::{Entry, Lookup, Table};
use tilefall::internals::batch::{Error, Journal, Tally};
use tilefall::internals::rules::lock;

/// The maximum number of records without a puzzle that a message names.
const SHOWN: usize = 3;

/// The answers of an earlier run. In an ordered run, the records that stay belong to the first items, which are
/// skipped; the others are looked up. In an unordered run each item is looked up.
#[derive(Default)]
pub struct PreviousAnswers {
    /// Records that are complete, but not at their place in the file yet.
    salvage: Option<Salvage>,
    /// The records in the file of an unordered run.
    written: Option<Mutex<Table>>,
    /// Whether every puzzle of the input had a record.
    whole: bool,
}

/// The result of looking up an item.
pub enum PreviousAnswer {
    /// No record.
    None,
    /// The record is in the file.
    Written,
    /// The record, which is not in the file.
    Line(String),
}

/// The items of the input.
pub struct Input<'a> {
    /// The remaining items.
    pub items: &'a mut Items,
    /// Whether records are in the order of the items.
    pub ordered: bool,
    /// Reads the items again, of the shard for `true` or all for `false`; `None` if the input can be read only once.
    pub again: Option<&'a dyn Fn(bool) -> Items>,
}

/// Returns the keys that the record of an item may have, given its index and whether an earlier item has the same
/// index. The record of a refused puzzle has no hash.
fn keys<S: Solver>(
    solver: &S,
    (index, twice): (u64, bool),
    read: &Result<InputPuzzle, InputError>,
) -> [u64; 2] {
    match read {
        Ok(named) if twice => [record_key::duplicate_key(index, &named.id()); 2],
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

impl PreviousAnswers {
    /// Compares the records of a journal with the items, and cuts the journal after the records that stay. In an
    /// ordered run, records stay as far as they are in order. An input that can be read again is compared as a whole.
    ///
    /// # Errors
    /// If the records belong to other items; nothing is changed then. If a file cannot be read or written.
    pub fn read<S: Solver>(
        journal: &mut Journal,
        input: Input<'_>,
        solver: &S,
        tally: &mut Tally,
    ) -> Result<PreviousAnswers, Error> {
        let Input { items, ordered, again } = input;
        let returned = match (journal.unread(), again) {
            ([], _) | (_, None) => RecoveredInputs::default(),
            (unread, Some(again)) => RecoveredInputs::of(unread, again(false)),
        };
        let moved = |index| returned.first().is_some_and(|first| index >= first);
        let mut stay = Vec::new();
        let mut keys_seen = HashSet::new();
        let mut fewer = false;
        let stays = |head: &RecordHead<'_>, entry: Entry| {
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
                    // An input that can be read again is compared at the end. There may be another puzzle of this
                    // index; the answer is to the first one.
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
        Ok(PreviousAnswers { salvage, written, whole })
    }

    /// Looks up the record of an item.
    ///
    /// # Errors
    /// If the record of its index belongs to another puzzle, or a file cannot be read.
    pub fn of<S: Solver>(
        &self,
        solver: &S,
        item: (u64, bool),
        read: &Result<InputPuzzle, InputError>,
    ) -> Result<PreviousAnswer, Error> {
        if self.salvage.is_none() && self.written.is_none() {
            return Ok(PreviousAnswer::None);
        }
        let (index, twice) = item;
        let keys = keys(solver, item, read);
        // If two items have the same index, the answer is to the first.
        let mut other = false;
        if let Some(written) = &self.written {
            match lock(written).take(index, &keys) {
                Lookup::Record(_) => return Ok(PreviousAnswer::Written),
                Lookup::OtherPuzzle => other = true,
                // Each record belongs to one item.
                Lookup::Missing | Lookup::Repeated(_) => {}
            }
        }
        if let Some(salvage) = &self.salvage {
            match salvage.take(index, &keys)? {
                Ok(Some(line)) => return Ok(PreviousAnswer::Line(line)),
                Err(()) => other = true,
                Ok(None) => {}
            }
        }
        match (other && !twice, self.whole) {
            (true, _) => Err(not_that_of(index)),
            (_, true) => refuse("the results are complete, but it has more puzzles"),
            _ => Ok(PreviousAnswer::None),
        }
    }

    /// Returns the indexes of records in the file that belong to no item looked up so far.
    pub fn left(&self) -> Vec<u64> {
        let left = |table: &Mutex<Table>| lock(table).left();
        self.written.as_ref().map(left).unwrap_or_default()
    }

    /// Checks that every record was the answer to an item. To be called after all items were looked up by
    /// [`of`](PreviousAnswers::of).
    ///
    /// # Errors
    /// If a record belongs to no item.
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

/// Formats the first few indexes.
fn indexes(all: &[u64]) -> String {
    let list: Vec<_> = all.iter().take(SHOWN).map(u64::to_string).collect();
    let more = all.len().saturating_sub(SHOWN);
    list.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}

fn no_puzzle_for<T>(records: &[u64]) -> Result<T, Error> {
    refuse(&format!("it has no puzzle for the record with index {}", indexes(records)))
}

/// Compares all items of the input with the records that an ordered run has not compared yet. A loose record that
/// belongs to no puzzle is an error, or is discarded if the check is `lenient`.
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
    // The error of an input that cannot be read now and has records of an earlier run.
    let mut missing = None;
    let seen = items.seen();
    for Item { index, twice, raw } in items {
        number += 1;
        let unreadable = raw.unreadable();
        if unreadable.is_some() || loose.has(index) || written.has(index) {
            let keys = keys(solver, (index, twice), &raw.read());
            let taken = [loose.take(index, &keys), written.take(index, &keys)];
            let answered = taken.iter().any(|taken| matches!(taken, Lookup::Record(_) | Lookup::Repeated(_)));
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
