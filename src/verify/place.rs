//! Where something is said, and what was known of it there.

use serde::{Deserialize, Serialize};
use std::num::NonZeroU64;

/// What is known of the answer of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Something is wrong with it.
    Wrong,
    /// Nothing is wrong with it, and it claims no proof.
    Plain,
    /// It claims a proof that nothing contradicts.
    Open,
    /// It claims a proof, and the claim was found to hold.
    Proven,
}

/// Where something is said: a line of the results with what is known of its answer, or the list that stands
/// with a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Place(NonZeroU64);

impl Place {
    /// An answer; lines count from 1.
    pub fn answer(line: u64, class: Class) -> Place {
        let class = match class {
            Class::Wrong => 0,
            Class::Plain => 1,
            Class::Open => 2,
            Class::Proven => 3,
        };
        Place(NonZeroU64::MIN.saturating_add(line.saturating_mul(4) + class))
    }

    /// The list that stands with the puzzle.
    pub fn own_list() -> Place {
        Place(NonZeroU64::MIN)
    }

    /// The line; 0 for the list that stands with the puzzle.
    pub fn line(self) -> u64 {
        (self.0.get() - 1) / 4
    }

    /// What was known of the answer when it was checked.
    pub fn class(self) -> Class {
        match (self.0.get() - 1) % 4 {
            0 => Class::Wrong,
            1 => Class::Plain,
            2 => Class::Open,
            _ => Class::Proven,
        }
    }

    /// Where it is, in a message.
    pub(super) fn text(self, results: &str) -> String {
        match self.line() {
            0 => "the list that stands with the puzzle".into(),
            line => format!("{results}:{line}"),
        }
    }
}
