//! Counters of a search.

use serde::Serialize;

/// What a search did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// Boards visited.
    pub nodes: u64,
    /// Moves tested by the bound.
    pub tried: u64,
    /// Moves cut by the bound.
    pub cut_bound: u64,
    /// Moves passed over because they were asleep.
    pub cut_sleep: u64,
    /// Boards known to fail from the table.
    pub cut_table: u64,
    /// Solutions met.
    pub solutions: u64,
    /// Boards visited by moves left, up to 31 and more.
    pub by_left: Vec<u64>,
}

impl Stats {
    /// Counts a node with `left` moves to play.
    #[inline(always)]
    pub fn enter(&mut self, left: u64) {
        self.nodes += 1;
        let at = left.min(31) as usize;
        if at >= self.by_left.len() {
            self.by_left.resize(at + 1, 0);
        }
        self.by_left[at] += 1;
    }

    /// Adds the counters of another search.
    pub fn add(&mut self, other: &Stats) {
        self.nodes += other.nodes;
        self.tried += other.tried;
        self.cut_bound += other.cut_bound;
        self.cut_sleep += other.cut_sleep;
        self.cut_table += other.cut_table;
        self.solutions += other.solutions;
        if self.by_left.len() < other.by_left.len() {
            self.by_left.resize(other.by_left.len(), 0);
        }
        for (sum, more) in self.by_left.iter_mut().zip(&other.by_left) {
            *sum += more;
        }
    }
}
