//! Inputs that an earlier run could not read, and that can be read now. Each had one error record in place of its
//! puzzles, so every record behind has another index now.

use super::source::{Item, Items};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tilefall::batch::record_key;
use tilefall::batch::sidecar::Unread;
use tilefall::batch::table::Entry;

/// The inputs that can be read again, in order.
#[derive(Debug, Default)]
pub struct Returned {
    inputs: Vec<Input>,
}

#[derive(Debug)]
struct Input {
    /// The index and the key of its error record.
    index: u64,
    key: u64,
    /// Its puzzles.
    count: u64,
}

/// The error record of an input that cannot be read has this key.
fn key(unread: &Unread) -> u64 {
    record_key::key(unread.index, &format!("{}:0", unread.input), None)
}

impl Returned {
    /// Compares what an earlier run could not read with all items of all shards.
    pub fn of(unread: &[Unread], items: Items) -> Returned {
        let seen = items.seen();
        let mut waiting = unread.iter().peekable();
        let mut inputs = Vec::new();
        let begin = |unread: &Unread| Input { index: unread.index, key: key(unread), count: 0 };
        // The number of an item in the earlier run.
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
        if seen.own.load(Ordering::SeqCst) > 0 {
            // Puzzles that name their own index keep it.
            inputs.iter_mut().for_each(|input| input.count = 1);
        }
        Returned { inputs }
    }

    /// The first index whose record may have another one now.
    pub fn first(&self) -> Option<u64> {
        self.inputs.first().map(|input| input.index)
    }

    /// The index of the puzzle of a record of the earlier run; `None` for the error record of an input that is back.
    pub fn index(&self, record: &Entry) -> Option<u64> {
        let before = self.inputs.iter().take_while(|input| input.index <= record.index);
        before.fold(Some(record.index), |index, input| {
            if input.key == record.key { None } else { (index? + input.count).checked_sub(1) }
        })
    }
}
