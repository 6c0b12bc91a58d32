//! The identifying fields of a result record.

use crate::rules::{Status, StopReason};
use crate::text::record::Digest;
use serde::Deserialize;
use std::borrow::Cow;

/// The identifying fields of a result record; other fields are skipped.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordHead<'a> {
    /// The index of the puzzle.
    pub index: u64,
    /// The id of the puzzle.
    #[serde(borrow)]
    pub id: Cow<'a, str>,
    /// The hash of the puzzle.
    #[serde(borrow, default)]
    pub hash: Option<Cow<'a, str>>,
    /// The status of the answer.
    pub status: Status,
    /// The limit that ended the search.
    #[serde(default)]
    pub stopped_by: Option<StopReason>,
    /// The error of an unanswered puzzle.
    #[serde(borrow, default)]
    pub error: Option<Cow<'a, str>>,
    /// Seconds spent.
    #[serde(default)]
    pub seconds: Option<f64>,
}

impl<'a> RecordHead<'a> {
    /// Reads the fields of a line; `None` if it is not a whole record.
    pub fn of(line: &'a [u8]) -> Option<RecordHead<'a>> {
        serde_json::from_slice(line.strip_suffix(b"\n")?).ok()
    }

    /// Returns the key of the puzzle, see [`key`] and [`duplicate_key`].
    pub fn key(&self) -> u64 {
        let is_duplicate =
            |error: &Cow<'_, str>| self.hash.is_none() && **error == duplicate_index(self.index);
        match self.error.as_ref().is_some_and(is_duplicate) {
            true => duplicate_key(self.index, &self.id),
            false => key(self.index, &self.id, self.hash.as_deref()),
        }
    }
}

/// The bit of keys that include a hash.
const HASHED: u64 = 1 << 63;

/// Returns a number that identifies a puzzle, from index, id and hash. Keys with a hash are greater than all others.
pub fn key(index: u64, id: &str, hash: Option<&str>) -> u64 {
    let number = number(index, id, hash.unwrap_or("")) & !HASHED;
    if hash.is_some() { number | HASHED } else { number }
}

/// Like [`key`], for a puzzle without an answer because an earlier one has its index, and maybe its id and hash.
pub fn duplicate_key(index: u64, id: &str) -> u64 {
    number(index, id, "twice") & !HASHED
}

/// Returns `true` if a key includes a hash: that of an answer, or of a puzzle that can be answered.
pub fn has_hash(key: u64) -> bool {
    key & HASHED != 0
}

/// Returns the error message of a puzzle whose index an earlier one has.
pub fn duplicate_index(index: u64) -> String {
    format!("an earlier puzzle has index {index}, expected each index once")
}

fn number(index: u64, id: &str, what: &str) -> u64 {
    let mut digest = Digest::default();
    digest.add(&index.to_le_bytes());
    digest.add(id.as_bytes());
    digest.add(&[0]);
    digest.add(what.as_bytes());
    digest.value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_puzzles_of_one_index_and_id_each_has_a_key() {
        let of = |rest: &str| {
            let line = format!("{{\"v\":1,\"index\":5,\"id\":\"a\",{rest}}}\n");
            RecordHead::of(line.as_bytes()).unwrap().key()
        };
        let answer = of("\"hash\":\"1\",\"status\":\"optimal\"");
        let error = |why: &str| of(&format!("\"status\":\"error\",\"error\":\"{why}\""));
        assert_eq!(answer, key(5, "a", Some("1")));
        assert_eq!(error(&duplicate_index(5)), duplicate_key(5, "a"));
        assert_eq!((error("bad"), error(&duplicate_index(4))), (key(5, "a", None), key(5, "a", None)));
        assert!(has_hash(answer) && !has_hash(error("bad")) && !has_hash(error(&duplicate_index(5))));
        assert_ne!(error("bad"), error(&duplicate_index(5)));
    }
}
