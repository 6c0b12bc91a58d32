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
    /// Seconds spent.
    #[serde(default)]
    pub seconds: Option<f64>,
}

impl<'a> Head<'a> {
    /// The head of a line; `None` if it is no whole record.
    pub fn of(line: &'a [u8]) -> Option<Head<'a>> {
        serde_json::from_slice(line.strip_suffix(b"\n")?).ok()
    }

    /// What names the puzzle, see [`key`].
    pub fn key(&self) -> u64 {
        key(self.index, &self.id, self.hash.as_deref())
    }
}

/// One number for a puzzle, by index, id and hash.
pub fn key(index: u64, id: &str, hash: Option<&str>) -> u64 {
    let mut digest = Digest::default();
    digest.add(&index.to_le_bytes());
    digest.add(id.as_bytes());
    digest.add(&[0]);
    digest.add(hash.unwrap_or("").as_bytes());
    digest.value()
}
