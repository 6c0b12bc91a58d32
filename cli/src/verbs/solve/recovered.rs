//! Recovered inputs: inputs that an earlier run could not read, but this run can. In place of the puzzles of such an
//! input the earlier run wrote one error record, so the puzzles after it have other indexes now.

use super::source::{Item, Items};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tilefall::internals::batch::record_key;
use tilefall::internals::batch::sidecar::Unread;
use tilefall::internals::batch::table::Entry;

/// The recovered inputs, in order.
#[derive(Debug, Default)]
pub struct RecoveredInputs {
    inputs: Vec<Input>,
}

#[derive(Debug)]
struct Input {
    /// The index and the key of the error record.
    index: u64,
    key: u64,
    /// The number of puzzles in the input.
    count: u64,
}

/// Returns the key of the error record of an input that cannot be read.
fn key(unread: &Unread) -> u64 {
    record_key::key(unread.index, &format!("{}:0", unread.input), None)
}

impl RecoveredInputs {
    /// Compares the inputs that an earlier run could not read with the items of all shards.
    pub fn of(unread: &[Unread], items: Items) -> RecoveredInputs {
        let seen = items.seen();
        let mut waiting = unread.iter().peekable();
        let mut inputs = Vec::new();
        let begin = |unread: &Unread| Input { index: unread.index, key: key(unread), count: 0 };
        // The index of the current item in the earlier run.
        let mut old = 0;
        let mut last: (Option<Arc<str>>, u64) = (None, 0);
        let mut inside = false;
        for Item { raw, .. } in items {
            let more = last.0.as_ref() == Some(raw.input()) && raw.position() > last.1;
            last = (Some(raw.input().clone()), raw.position());
            inside &= more;
            while let Some(unread) = waiting.next_if(|unread| !inside && unread.index == old) {
                if *unread.input == **raw.input() && raw.unreadable().is_some() {
                    break;
                }
                inputs.push(begin(unread));
                inside = *unread.input == **raw.input();
                old += 1;
            }
            match inputs.last_mut().filter(|_| inside) {
                Some(input) => input.count += 1,
                None => old += 1,
            }
        }
        inputs.extend(waiting.map(begin));
        if seen.with_index.load(Ordering::SeqCst) > 0 {
            // Puzzles with an explicit index keep it.
            inputs.iter_mut().for_each(|input| input.count = 1);
        }
        RecoveredInputs { inputs }
    }

    /// Returns the index of the first error record that was written for a recovered input: puzzles from there on may have
    /// other indexes now.
    pub fn first(&self) -> Option<u64> {
        self.inputs.first().map(|input| input.index)
    }

    /// Returns the index that a puzzle has now, given its record from the earlier run; `None` if that is the error record
    /// of a recovered input.
    pub fn index(&self, record: &Entry) -> Option<u64> {
        let mut before = self.inputs.iter().take_while(|input| input.index <= record.index);
        before.try_fold(record.index, |index, input| {
            if input.key == record.key { None } else { (index + input.count).checked_sub(1) }
        })
    }
}
