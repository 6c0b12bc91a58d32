//! What a result record is about: the few fields of a line that tell it from others.

use crate::base::{Status, StopReason};
use crate::record::Digest;
use serde::Deserialize;
use std::borrow::Cow;

/// The fields of a result record that tell what it is about; the others are skipped.
#[derive(Clone, Debug, Deserialize)]
pub struct Head<'a> {
    /// The number of the puzzle.
    pub index: u64,
    /// The id of the puzzle.
    #[serde(borrow)]
    pub id: Cow<'a, str>,
    /// The hash of the puzzle.
    #[serde(borrow, default)]
    pub hash: Option<Cow<'a, str>>,
    /// What is known of the answer.
    pub status: Status,
    /// Which limit ended the search.
    #[serde(default)]
    pub stopped_by: Option<StopReason>,
    /// Why it is not answered.
    #[serde(borrow, default)]
    pub error: Option<Cow<'a, str>>,
    /// Seconds spent.
    #[serde(default)]
    pub seconds: Option<f64>,
}

impl<'a> Head<'a> {
    /// The head of a line; `None` if it is no whole record.
    pub fn of(line: &'a [u8]) -> Option<Head<'a>> {
        serde_json::from_slice(line.strip_suffix(b"\n")?).ok()
    }

    /// What names the puzzle, see [`key`] and [`key_of_twice`].
    pub fn key(&self) -> u64 {
        let twice = |error: &Cow<'_, str>| self.hash.is_none() && **error == twice(self.index);
        match self.error.as_ref().is_some_and(twice) {
            true => key_of_twice(self.index, &self.id),
            false => key(self.index, &self.id, self.hash.as_deref()),
        }
    }
}

/// Says of a key that it is of a hash.
const HASHED: u64 = 1 << 63;

/// One number for a puzzle, by index, id and hash; those with a hash are greater than all others.
pub fn key(index: u64, id: &str, hash: Option<&str>) -> u64 {
    let number = number(index, id, hash.unwrap_or("")) & !HASHED;
    if hash.is_some() { number | HASHED } else { number }
}

/// As [`key`], for a puzzle that is not answered because an earlier one has its index, and maybe its id and hash.
pub fn key_of_twice(index: u64, id: &str) -> u64 {
    number(index, id, "twice") & !HASHED
}

/// Whether a key is of a hash: that of an answer, or of a puzzle that can be answered.
pub fn has_hash(key: u64) -> bool {
    key & HASHED != 0
}

/// What the record of a puzzle says whose index an earlier one has.
pub fn twice(index: u64) -> String {
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
            Head::of(line.as_bytes()).unwrap().key()
        };
        let answer = of("\"hash\":\"1\",\"status\":\"optimal\"");
        let error = |why: &str| of(&format!("\"status\":\"error\",\"error\":\"{why}\""));
        assert_eq!(answer, key(5, "a", Some("1")));
        assert_eq!(error(&twice(5)), key_of_twice(5, "a"));
        assert_eq!((error("bad"), error(&twice(4))), (key(5, "a", None), key(5, "a", None)));
        assert!(has_hash(answer) && !has_hash(error("bad")) && !has_hash(error(&twice(5))));
        assert_ne!(error("bad"), error(&twice(5)));
    }
}
