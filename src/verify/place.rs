//! The places of claims, with the verdict on the answer there.

use serde::{Deserialize, Serialize};
use std::num::NonZeroU64;

/// A verdict in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The answer is wrong.
    Wrong,
    /// The answer is valid and claims no proof.
    Plain,
    /// The answer is valid and claims a proof, which was not checked.
    Open,
    /// The answer claims a proof, and a search confirmed the claim.
    Proven,
}

/// The place of a claim: a line of the results, with the verdict on its answer, or the list given with a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Place(NonZeroU64);

impl Place {
    /// Returns the place of an answer; lines count from 1.
    pub fn answer(line: u64, class: Class) -> Place {
        let class = match class {
            Class::Wrong => 0,
            Class::Plain => 1,
            Class::Open => 2,
            Class::Proven => 3,
        };
        Place(NonZeroU64::MIN.saturating_add(line.saturating_mul(4) + class))
    }

    /// Returns the place of the list given with the puzzle.
    pub fn own_list() -> Place {
        Place(NonZeroU64::MIN)
    }

    /// Returns the line; 0 for the list given with the puzzle.
    pub fn line(self) -> u64 {
        (self.0.get() - 1) / 4
    }

    /// Returns the verdict on the answer when it was checked.
    pub fn class(self) -> Class {
        match (self.0.get() - 1) % 4 {
            0 => Class::Wrong,
            1 => Class::Plain,
            2 => Class::Open,
            _ => Class::Proven,
        }
    }

    /// Returns the place as text for messages.
    pub(super) fn text(self, results: &str) -> String {
        match self.line() {
            0 => "the list given with the puzzle".into(),
            line => format!("{results}:{line}"),
        }
    }
}
