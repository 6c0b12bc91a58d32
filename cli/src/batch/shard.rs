//! The division of an input among several runs.

use std::fmt;
use std::str::FromStr;

/// One of N parts of an input: puzzle k, counted from 0, belongs to part k mod N.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    part: u64,
    parts: u64,
}

impl Shard {
    /// Returns `true` if the puzzle at this position of the input belongs to this part.
    pub fn has(self, position: u64) -> bool {
        position % self.parts == self.part
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.parts)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `i/N`, the displayed form.
    fn from_str(text: &str) -> Result<Shard, String> {
        let (part, parts) = text.split_once('/').ok_or("expected i/N with i from 0")?;
        let parts = parts.parse().map_err(|_| format!("found '{parts}', expected the number of parts"))?;
        let part = part.parse().map_err(|_| format!("found '{part}', expected a part from 0"))?;
        match parts {
            0 => Err("found 0 parts, expected 1 or more".into()),
            _ if part >= parts => Err(format!("part {part} of {parts}, expected 0 to {}", parts - 1)),
            _ => Ok(Shard { part, parts }),
        }
    }
}
