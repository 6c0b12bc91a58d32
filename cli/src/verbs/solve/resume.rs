//! Compares the records of a results file with the input, before anything is written.
//!
//! A record stays if it is the answer to the next puzzle by index, id and hash, or an error that this puzzle still has.
//! A puzzle is solved again if its record is marked as interrupted or is an error that no longer occurs. An incomplete
//! last line is cut off. Any other difference is refused, and the file stays as it is.

use super::answer::Reply;
use super::progress::Tally;
use super::run::{BatchPosition, Run};
use super::source::{InputCounts, Item, Items};
use crate::batch::Weigh as _;
use crate::batch::records::{RecordHead, RecordLines};
use crate::batch::results::{Kept, Results, not_continued};
use crate::exit;
use crate::io::input::Meter;
use crate::io::progress::ProgressMode;
use crate::io::puzzles::{InputError, InputPuzzle};
use std::collections::VecDeque;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tilefall::Cancel;
use tilefall::internals::plural;
use tilefall::rules::{Status, StopReason};

/// The maximum total size of the puzzles to solve again, in bytes: they are kept in memory.
const MAX_AGAIN_BYTES: usize = 256 << 20;

/// The treatment of a record of the old file.
enum Fate {
    Stays(Status),
    /// Solved again: the search was interrupted.
    Interrupted,
    /// Solved again: the puzzle no longer has the error. Names the input that could not be read, if this was the error.
    Mended(Option<Arc<str>>),
    /// Cut off: the line is only the beginning of a record.
    Torn,
}

/// How many records of the old file do not stay, by reason.
#[derive(Default)]
struct Again {
    interrupted: u64,
    mended: u64,
    torn: bool,
}

impl Run<'_> {
    /// Compares all records of a results file with the items. Skips the items whose records stay, and returns the part
    /// of the file that stays.
    pub(super) fn compare(
        &self,
        items: &mut Items,
        results: &Results,
        tally: &mut Tally,
    ) -> anyhow::Result<Kept> {
        let (mut kept, mut numbers) = (Kept::default(), Again::default());
        let (mut again, mut bytes) = (VecDeque::new(), 0);
        // The last input that the old run could not read, and that now may have any number of puzzles.
        let mut opened = None;
        let mut lines = results.lines();
        let mut start = 0;
        while lines.advance()? {
            let item = items.first();
            self.seen.check()?;
            let fate = match item {
                Some(item) => self.fate(item, &lines),
                None => Err(format!(
                    "the input ends after {}",
                    plural(self.seen.all.load(Ordering::SeqCst), "puzzle")
                )),
            };
            let fate = fate.map_err(|why| match &opened {
                Some(input) => {
                    not_continued(&lines.place(), &format!("{why} ({input} could not be read then)"))
                }
                None => not_continued(&lines.place(), &why),
            })?;
            match fate {
                Fate::Stays(status) => {
                    items.next();
                    tally.count(status);
                    tally.kept += 1;
                    (kept.end, kept.unended) = (lines.end(), !lines.is_ended());
                    kept.last_replaced =
                        again.back().and_then(|item: &Item| Some(item.replaces.as_ref()?.end)).unwrap_or(0);
                }
                Fate::Torn => numbers.torn = true,
                Fate::Interrupted | Fate::Mended(_) => {
                    if let Fate::Mended(input) = fate {
                        numbers.mended += 1;
                        opened = input.or(opened);
                    } else {
                        numbers.interrupted += 1;
                    }
                    if let Some(item) = items.next() {
                        bytes += item.weight();
                        again.push_back(Item { replaces: Some(start..lines.end()), ..item });
                    }
                    if bytes > MAX_AGAIN_BYTES {
                        let why =
                            "too many records up to here would be solved again: their puzzles take 256 MiB";
                        return Err(not_continued(&lines.place(), why).into());
                    }
                }
            }
            start = lines.end();
        }
        // Records to solve again are cut off if no record after them stays. Only earlier records are replaced.
        for item in again.iter_mut().rev() {
            if item.replaces.take_if(|place| place.end > kept.end).is_none() {
                break;
            }
        }
        if numbers.mended == 0 {
            self.check_whole_input(items, results)?;
            kept.input = results.old_input();
        }
        items.put_back(again);
        if self.question.config.progress != ProgressMode::Never {
            numbers.note(results.path());
        }
        Ok(kept)
    }

    /// If the old run has read its input to the end, checks that this run has the same input.
    ///
    /// A record identifies its puzzle. So if every puzzle has a record, the digests of the inputs are not compared: two
    /// texts of the same puzzles have different digests.
    fn check_whole_input(&self, items: &mut Items, results: &Results) -> anyhow::Result<()> {
        if results.old_input().is_none() {
            return Ok(());
        }
        let is_all = items.first().is_none();
        self.seen.check()?;
        if is_all {
            return results.check_input(None, self.seen.all.load(Ordering::SeqCst));
        }
        if self.size.is_none() {
            let why = "the run knows the end of its input, which a stream cannot be compared with before it is solved";
            return Err(not_continued(&results.path().display().to_string(), why).into());
        }
        let (meter, seen) = (Meter::with_digest(), Arc::<InputCounts>::default());
        let whole = Items::new(
            &self.question.config.inputs,
            (self.files)(),
            self.question.config.batch.shard,
            &meter,
            &seen,
        );
        whole.for_each(drop);
        seen.check()?;
        results.check_input(meter.get().1.map(|digest| digest.to_string()), seen.all.load(Ordering::SeqCst))
    }

    /// Determines the fate of the current record of `lines`; `item` is the next item of the input.
    fn fate(&self, item: &Item, lines: &RecordLines<'_, &File>) -> Result<Fate, String> {
        let read = item.raw.clone().read();
        let (id, positional, input) = match &read {
            Ok(named) => (named.id(), format!("{}#{}", named.input, named.position), named.input.clone()),
            Err(bad) => (bad.id(), bad.id(), bad.input.clone()),
        };
        let Some(head) = lines.head() else {
            let is_torn = !lines.is_ended()
                && [&id, &positional].iter().any(|id| is_start(lines.line(), item.index, id));
            return if is_torn {
                Ok(Fate::Torn)
            } else {
                Err(format!("this is no record of a result, expected that of {id}"))
            };
        };
        let expected = format!("expected that of index {} ({id})", item.index);
        if head.index != item.index {
            return Err(format!("found the record of index {} ({}), {expected}", head.index, head.id));
        }
        if head.status == Status::Error {
            let line = lines.line().trim_ascii_end();
            if self.error_of(item, &read).is_some_and(|reply| reply.text.trim_ascii_end().as_bytes() == line)
            {
                return Ok(Fate::Stays(Status::Error));
            }
            if head.id == id || head.id == positional {
                return Ok(Fate::Mended(None));
            }
            if head.id == format!("{input}#0") {
                return Ok(Fate::Mended(Some(input)));
            }
            return Err(format!("found the record of {}, {expected}", head.id));
        }
        match &read {
            Ok(named) if head.id == id => {
                self.fate_of_answer(&head, named).map_err(|why| format!("{why}, {expected}"))
            }
            Ok(_) => Err(format!("found the record of {}, {expected}", head.id)),
            Err(bad) => Err(format!(
                "found the answer to {}, but the input has an error there ({})",
                head.id, bad.message
            )),
        }
    }

    /// Determines the fate of an answer; `named` is the puzzle with the same index and id.
    fn fate_of_answer(&self, head: &RecordHead<'_>, named: &InputPuzzle) -> Result<Fate, String> {
        let hash = self.question.request.hash(&named.puzzle);
        let hash = hash.map_err(|why| format!("found an answer for a puzzle that is refused: {why}"))?;
        match &head.hash {
            Some(old) if *old == hash => Ok(match head.stopped_by {
                Some(StopReason::Interrupt) => Fate::Interrupted,
                _ => Fate::Stays(head.status),
            }),
            old => {
                let old = old.as_deref().unwrap_or("none");
                Err(format!("found the answer to another puzzle of this id (hash {old}, here {hash})"))
            }
        }
    }

    /// Returns the error record of an item, if any. To find out whether the solver refuses the puzzle, starts a search
    /// that is already cancelled.
    fn error_of(&self, item: &Item, read: &Result<InputPuzzle, InputError>) -> Option<Reply> {
        let mut limits = self.limits();
        limits.cancel = Cancel::new();
        limits.cancel.cancel();
        let reply = self.reply(item.index, read, BatchPosition::Other, limits, &mut |_| true);
        Some(reply).filter(|reply| reply.status == Status::Error)
    }
}

impl Again {
    /// Prints a note with the numbers, unless all are 0.
    fn note(&self, path: &Path) {
        let mut parts = Vec::new();
        if self.interrupted > 0 {
            parts.push(plural(self.interrupted, "interrupted record"));
        }
        if self.mended > 0 {
            parts.push(plural(self.mended, "record") + " of an error that is gone");
        }
        if self.torn {
            parts.push("a torn last line".into());
        }
        if !parts.is_empty() {
            exit::note(&format!("{}: solving again {}", path.display(), parts.join(" and ")));
        }
    }
}

/// Returns `true` if a line starts like the record of this index and id, or breaks off within that start. Ignores
/// zeros at the end of the line: a loss of power may leave them in place of text.
fn is_start(line: &[u8], index: u64, id: &str) -> bool {
    let zeros = line.iter().rev().take_while(|&&byte| byte == 0).count();
    let line = &line[..line.len() - zeros];
    let id = serde_json::to_string(id).expect("a string can be written");
    let start = format!("{{\"v\":1,\"index\":{index},\"id\":{id},");
    line.iter().zip(start.as_bytes()).all(|(one, other)| one == other)
}
