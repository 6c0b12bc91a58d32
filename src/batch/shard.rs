//! The division of an input among several runs.

use std::fmt;
use std::str::FromStr;

/// One of N equal parts: puzzle k belongs to part k mod N.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    /// The number of the part, from 0.
    pub part: u64,
    /// The number of parts, from 1.
    pub parts: u64,
}

impl Shard {
    /// Returns `true` if the puzzle of this index belongs to this part.
    ///
    /// ```
    /// use tilefall::internals::batch::Shard;
    /// let shard = Shard { part: 1, parts: 3 };
    /// assert!(shard.has(4) && !shard.has(5));
    /// ```
    pub fn has(self, index: u64) -> bool {
        index % self.parts == self.part
    }

    /// Returns this part of `outer` as a part of the whole. `None` beyond 2⁶⁴ parts.
    ///
    /// ```
    /// use tilefall::internals::batch::Shard;
    /// let (outer, inner) = (Shard { part: 1, parts: 3 }, Shard { part: 0, parts: 2 });
    /// // Of the puzzles 1, 4, 7, 10, … every other one.
    /// assert_eq!(inner.of(outer), Some(Shard { part: 1, parts: 6 }));
    /// ```
    pub fn of(self, outer: Shard) -> Option<Shard> {
        let part = self.part.checked_mul(outer.parts)?.checked_add(outer.part)?;
        Some(Shard { part, parts: self.parts.checked_mul(outer.parts)? })
    }

    /// Reads `i/N`, `env` (the array variables of Slurm) or `env/N` (the index variables of Kubernetes jobs and
    /// of HyperQueue); `get` looks up a variable.
    ///
    /// # Errors
    /// Returns a message that names what was expected.
    ///
    /// ```
    /// use tilefall::internals::batch::Shard;
    /// let slurm = |name: &str| match name {
    ///     "SLURM_ARRAY_TASK_ID" => Some("7".into()),
    ///     "SLURM_ARRAY_TASK_MIN" => Some("5".into()),
    ///     "SLURM_ARRAY_TASK_COUNT" => Some("4".into()),
    ///     _ => None,
    /// };
    /// assert_eq!(Shard::read("env", slurm), Ok(Shard { part: 2, parts: 4 }));
    /// assert!(Shard::read("4/4", slurm).is_err());
    /// ```
    pub fn read(text: &str, get: impl Fn(&str) -> Option<String>) -> Result<Shard, String> {
        let number = |name: &str| -> Result<Option<u64>, String> {
            let Some(value) = get(name) else { return Ok(None) };
            let value = value.trim();
            value.parse().map(Some).map_err(|_| format!("{name} is '{value}', expected a number"))
        };
        if text == "env" {
            let missing = "expected the variables of a Slurm array, SLURM_ARRAY_TASK_ID and \
                           SLURM_ARRAY_TASK_COUNT; elsewhere use env/N or i/N";
            let id = number("SLURM_ARRAY_TASK_ID")?.ok_or(missing)?;
            let parts = number("SLURM_ARRAY_TASK_COUNT")?.ok_or(missing)?;
            let first = number("SLURM_ARRAY_TASK_MIN")?.unwrap_or(0);
            let step = number("SLURM_ARRAY_TASK_STEP")?.filter(|&step| step > 0).unwrap_or(1);
            return Shard::new(id.saturating_sub(first) / step, parts);
        }
        let Some((part, parts)) = text.split_once('/') else {
            return Err("expected i/N with i from 0, env, or env/N".into());
        };
        let parts = parts.parse().map_err(|_| format!("found '{parts}', expected the number of parts"))?;
        if part != "env" {
            let part = part.parse().map_err(|_| format!("found '{part}', expected a part from 0, or env"))?;
            return Shard::new(part, parts);
        }
        let mut found = None;
        for name in ["JOB_COMPLETION_INDEX", "HQ_TASK_ID"] {
            found = found.or(number(name)?);
        }
        Shard::new(found.ok_or("expected the variable JOB_COMPLETION_INDEX or HQ_TASK_ID")?, parts)
    }

    fn new(part: u64, parts: u64) -> Result<Shard, String> {
        match parts {
            0 => Err("found 0 parts, expected 1 or more".into()),
            _ if part >= parts => Err(format!("part {part} of {parts}, expected 0 to {}", parts - 1)),
            _ => Ok(Shard { part, parts }),
        }
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
        Shard::read(text, |_| None)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}
