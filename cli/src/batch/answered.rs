//! What an earlier run has answered.

use super::Solver;
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
    /// Gives them once more, if they can be read again.
    pub again: Option<&'a dyn Fn() -> Items>,
}

/// The keys that the record of an item may have: one of a puzzle that is refused has no hash.
fn keys<S: Solver>(solver: &S, index: u64, read: &Result<Named, Bad>) -> [u64; 2] {
    match read {
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
        let mut stay = Vec::new();
        let mut keys_seen = HashSet::new();
        let mut fewer = false;
        let survey = journal.survey(|head: &Head<'_>, entry: Entry| {
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
                if !keys(solver, item.index, &item.raw.read()).contains(&entry.key) {
                    return Err(not_that_of(head.index));
                }
            } else if keys_seen.insert(entry.key) {
                stay.push(entry);
            } else {
                return Ok(false);
            }
            tally.count(head.status);
            tally.kept += 1;
            Ok(true)
        })?;
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
            check(solver, again(), &survey, &mut written, whole && !ordered)?;
        }
        let salvage = journal.cut(&survey)?;
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
        let (index, twice) = item;
        if self.salvage.is_none() && self.written.is_none() {
            return Ok(Answer::None);
        }
        let keys = keys(solver, index, read);
        // Where an index comes twice, a record of it may be of the other.
        let mut other = false;
        if let Some(written) = &self.written {
            match written.lock().unwrap_or_else(PoisonError::into_inner).take(index, &keys) {
                Taken::Record(_) => return Ok(Answer::Written),
                Taken::Other => other = true,
                Taken::Nothing => {}
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

    /// Records that no item asked for: in the file, and in the file of those that have no place in it.
    pub fn left(&self) -> (usize, usize) {
        let written = self.written.as_ref();
        let written = written.map_or(0, |table| table.lock().unwrap_or_else(PoisonError::into_inner).left());
        (written, self.salvage.as_ref().map_or(0, Salvage::left))
    }
}

/// Compares the records that an ordered run has not compared yet with all items of the input.
fn check<S: Solver>(
    solver: &S,
    items: Items,
    survey: &Survey,
    written: &mut Table,
    whole: bool,
) -> Result<(), Error> {
    let mut loose = Table::new(survey.behind.iter().chain(&survey.earlier).copied().collect());
    if loose.left() + written.left() == 0 {
        return Ok(());
    }
    let records = written.left();
    let mut number = 0;
    let seen = items.seen();
    for Item { index, raw, .. } in items {
        number += 1;
        if loose.has(index) || written.has(index) {
            let keys = keys(solver, index, &raw.read());
            loose.take(index, &keys);
            written.take(index, &keys);
        }
        if loose.left() + written.left() == 0 && !whole {
            break;
        }
    }
    seen.check()?;
    if whole && number > records {
        return refuse("the results are complete, but it has more puzzles");
    }
    let strange: Vec<_> = loose.unused().chain(written.unused()).collect();
    if !strange.is_empty() {
        let more = strange.len().saturating_sub(SHOWN);
        let list: Vec<_> = strange.iter().take(SHOWN).map(|entry| entry.index.to_string()).collect();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        return refuse(&format!("it has no puzzle for the record with index {}{more}", list.join(", ")));
    }
    written.reset();
    Ok(())
}
