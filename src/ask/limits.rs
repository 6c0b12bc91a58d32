//! The limits of a search, and the optional fields of its record.

use super::error::RequestError;
use crate::text::record::ResultRecord;
use crate::{DEFAULT_MEMORY, Limits, Threads};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::ops::RangeInclusive;
use std::time::Duration;

/// The smallest memory limit that a request may have, in bytes.
pub const LEAST_MEMORY: usize = 1 << 16;

/// The default limit on the bytes of an input text after decompression: 64 MiB.
pub const MAX_TEXT: usize = 64 << 20;

/// The largest number of threads that a request may have.
pub const MOST_THREADS: usize = 4096;

/// The limits of the search of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LimitRequest {
    /// Maximum seconds; no limit by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// Maximum nodes of a tree search, trials or playouts. Unlike with `time`, the answer is the same on any machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Maximum bytes for tables, at least [`LEAST_MEMORY`], by default [`DEFAULT_MEMORY`]. The lists of a record may
    /// take as many bytes again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<usize>,
    /// Threads, 1 to [`MOST_THREADS`]; one per core by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
}

impl LimitRequest {
    pub(super) fn check(&self) -> Result<(), RequestError> {
        if let Some(Err(why)) = self.time.map(Duration::try_from_secs_f64) {
            return Err(RequestError::value("time", format!("{why}, expected seconds")));
        }
        within("memory", self.memory, LEAST_MEMORY..=usize::MAX)?;
        within("threads", self.threads, 1..=MOST_THREADS)
    }

    /// Converts to the limits of a search, with the default clock and a new token for cancelling.
    pub fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        limits.time = self.time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        (limits.nodes, limits.threads) = (self.nodes, self.threads());
        limits.memory = self.memory.unwrap_or(DEFAULT_MEMORY);
        limits
    }

    /// Returns the number of threads; one per core if the request has none.
    pub fn threads(&self) -> Threads {
        self.threads.map_or(Threads::All, Threads::Exactly)
    }
}

/// Checks that a number, if given, is in a range; an error names `field`.
pub(super) fn within<T: Copy + PartialOrd + std::fmt::Display>(
    field: &str,
    number: Option<T>,
    range: RangeInclusive<T>,
) -> Result<(), RequestError> {
    let outside = number.filter(|number| !range.contains(number));
    outside.map_or(Ok(()), |number| {
        let why = format!("found {number}, expected {} to {}", range.start(), range.end());
        Err(RequestError::value(field, why))
    })
}

/// The optional fields that a result record is to contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RecordRequest {
    /// Whether the record has counters of the search.
    pub stats: bool,
    /// Whether the record has times, and other values that differ between equal runs.
    pub timings: bool,
    /// Whether the record has the request.
    pub request: bool,
}

impl Default for RecordRequest {
    fn default() -> RecordRequest {
        RecordRequest { stats: false, timings: true, request: false }
    }
}

impl RecordRequest {
    pub(super) fn check(self, limits: &LimitRequest) -> Result<(), RequestError> {
        // The WebAssembly build must stay small, so it lacks the code that writes a request.
        RequestError::unless(!self.request || !cfg!(target_arch = "wasm32"), "request", "in browsers")?;
        let counts = self.counts(limits);
        RequestError::unless(!self.stats || counts, "stats", "without timings unless nodes are limited")
    }

    /// Adds `nodes`, `seconds` and the counters `stats` to a record, as far as they are requested. If times are
    /// requested, `stats` also gets a counter named `timed` with the value `after`, in seconds.
    pub(super) fn measured(
        self,
        record: ResultRecord,
        limits: &LimitRequest,
        (nodes, seconds): (u64, f64),
        mut stats: Map<String, Value>,
        (timed, after): (&str, Option<f64>),
    ) -> ResultRecord {
        let counts = self.counts(limits);
        if let Some(after) = after.filter(|_| self.timings) {
            stats.insert(timed.into(), after.into());
        }
        ResultRecord {
            nodes: counts.then_some(nodes),
            seconds: self.timings.then_some(seconds),
            stats: (self.stats && counts).then_some(stats),
            ..record
        }
    }

    /// Returns whether records contain the number of nodes, which differs between equal runs without a node limit.
    pub fn counts(self, limits: &LimitRequest) -> bool {
        self.timings || limits.nodes.is_some()
    }
}
