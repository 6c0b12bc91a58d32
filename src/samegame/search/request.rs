//! The method of a search and its other options.

use super::outcome::Found;
use crate::bits::cpu::CpuPath;
use crate::rules::control::ElapsedShare;

/// The engines that may run in a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Method {
    /// Annealing and proofs, chosen by the size of the board and the limits.
    #[default]
    Auto,
    /// Annealing over the list of clicks.
    Anneal,
    /// Branch and bound, with a proof.
    Exact,
}

/// The options of a search: method, seed, threads, start list, time and CPU path.
pub struct Request<'a> {
    /// The engines that may run.
    pub method: Method,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Threads for this board; the answer does not depend on them, unless the clock ends the search.
    pub threads: usize,
    /// A list to start from, as returned by [`Found::replay`] or [`Found::playable`] for this board and these rules.
    pub from: Option<&'a Found>,
    /// The clock, which returns the elapsed part of the time limit, 1 or more at its end; `None` without a time limit.
    pub time: Option<ElapsedShare<'a>>,
    /// The CPU path: the instruction set that the engines use.
    pub path: CpuPath,
}

impl Default for Request<'_> {
    fn default() -> Self {
        let (method, path) = (Method::Auto, CpuPath::best());
        Request { method, seed: 1, threads: 1, from: None, time: None, path }
    }
}
