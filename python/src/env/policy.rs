//! [`Policy`]: rules for choosing actions.

use serde::Deserialize;
use tilefall::samegame::{ClickSet, PlayoutPolicy};

/// A rule for choosing actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// Every action of the mask has the same probability.
    Random,
    /// The first cell of the largest group.
    Greedy,
    /// A random group; the most frequent color is left until last.
    Tabu,
}

impl Policy {
    /// Returns the policy of the library, where `clicks` are the actions.
    pub fn on(self, clicks: ClickSet) -> PlayoutPolicy {
        match (self, clicks) {
            (Policy::Random, ClickSet::All) => PlayoutPolicy::Tiles,
            (Policy::Random, ClickSet::First) => PlayoutPolicy::Groups,
            (Policy::Greedy, _) => PlayoutPolicy::Greedy,
            (Policy::Tabu, _) => PlayoutPolicy::Tabu,
        }
    }
}
