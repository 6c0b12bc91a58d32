//! The places of claims, with the verdict on the answer there.

use serde::{Deserialize, Serialize};

/// A verdict in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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

/// The place of a claim: a line of the results, or the list given with a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The line of the answer, from 1; 0 for the list given with the puzzle.
    pub line: u64,
    /// The verdict on the answer when it was checked.
    pub class: Class,
}

impl Place {
    /// The place of the list given with a puzzle.
    pub const OWN_LIST: Place = Place { line: 0, class: Class::Wrong };

    /// Returns the place as text for messages.
    pub(super) fn text(self, results: &str) -> String {
        match self.line {
            0 => "the list given with the puzzle".into(),
            line => format!("{results}:{line}"),
        }
    }
}
