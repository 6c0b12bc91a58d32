//! The counters of a search, and their form in a result record.

use serde::Serialize;

/// Counters of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// Boards visited.
    pub nodes: u64,
    /// Moves tested against the bound.
    pub tried: u64,
    /// Moves pruned by the bound.
    pub cut_bound: u64,
    /// Moves pruned because they were in the sleep set.
    pub cut_sleep: u64,
    /// Boards pruned because the table of proven failures contained them.
    pub cut_table: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Boards visited with i moves left, at index i. Index 31 also counts the boards with more moves left.
    pub by_left: Vec<u64>,
}

impl Stats {
    /// Counts a node with `left` moves left.
    #[inline(always)]
    pub(crate) fn enter(&mut self, left: u64) {
        self.nodes += 1;
        let at = left.min(31) as usize;
        if at >= self.by_left.len() {
            self.by_left.resize(at + 1, 0);
        }
        self.by_left[at] += 1;
    }

    /// Returns the effective branching factor: the b for which a full tree as deep as the search, with b children
    /// per node, has as many nodes. `None` for fewer than two levels.
    pub fn branching(&self) -> Option<f64> {
        let depth = self.by_left.len().checked_sub(1).filter(|&depth| depth > 1)?;
        let tree = |b: f64| (0..depth).map(|level| b.powi(level as i32)).sum::<f64>();
        let (mut low, mut high) = (1.0, 100.0);
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            *(if tree(middle) < self.nodes as f64 { &mut low } else { &mut high }) = middle;
        }
        Some(low)
    }

    /// Returns the counters by name, for a result record, with the effective branching factor as `branching`.
    pub fn record(&self) -> serde_json::Map<String, serde_json::Value> {
        let mut map = match serde_json::to_value(self) {
            Ok(serde_json::Value::Object(map)) => map,
            _ => serde_json::Map::new(),
        };
        if let Some(factor) = self.branching() {
            map.insert("branching".into(), ((factor * 1000.0).round() / 1000.0).into());
        }
        map
    }

    /// Adds the counters of another search.
    pub(crate) fn add(&mut self, other: &Stats) {
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
