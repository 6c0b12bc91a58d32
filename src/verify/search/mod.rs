//! Small puzzles searched to the end, by the rule book: claims of a proof are proven, or refuted by example.
//!
//! The searches are plain on purpose: every move of every board that can be reached, none looked at twice. What
//! they leave out is left out for a reason that one sentence holds: a colour with a single tile (one or two
//! blocks) left can never be cleared; tiles of one colour never bring more than all of them taken at once.
//!
//! - [`samegame`], [`mayan`]: the searches; [`blocks`]: the plain board of the latter
//! - [`claims`](self): which of them a record needs

pub mod blocks;
mod claims;
pub mod mayan;
pub mod samegame;

pub(super) use claims::{mayan as prove_mayan, samegame as prove_samegame};

use super::fault::Fault;
use crate::base::StopFlag;
use std::sync::Arc;

/// The limits of a search.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Moves that it may still play. A click on a board of t tiles counts as 1 + t/64 of them.
    pub nodes: u64,
    /// Bytes that it may take for boards that it has seen.
    pub memory: usize,
    /// Ends the search when it is raised.
    pub stop: Option<Arc<StopFlag>>,
}

/// The budget was used up, or the search was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent;

impl Budget {
    /// Takes this many nodes.
    ///
    /// # Errors
    /// If there are fewer left, or the flag is raised.
    pub fn spend(&mut self, nodes: u64) -> Result<(), Spent> {
        if self.stop.as_ref().is_some_and(|stop| stop.raised().is_some()) {
            self.nodes = 0;
        }
        self.nodes = self.nodes.checked_sub(nodes).ok_or_else(|| {
            self.nodes = 0;
            Spent
        })?;
        Ok(())
    }

    /// Takes this many bytes; `false` if there are fewer left.
    pub fn keep(&mut self, bytes: usize) -> bool {
        self.memory = match self.memory.checked_sub(bytes) {
            Some(left) => left,
            None => return false,
        };
        true
    }
}

/// What came of the search for the proof of a status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proof {
    /// Nothing was searched, or the status claims no proof.
    #[default]
    None,
    /// The claim holds.
    Proven,
    /// The budget was used up.
    Spent,
}

/// What the searches found out about a record.
#[derive(Clone, Debug, Default)]
pub(super) struct Searched {
    /// About its status.
    pub(super) proof: Proof,
    /// Whether its bound holds for sure.
    pub(super) bound: bool,
    /// What is refuted, with the example.
    pub(super) faults: Vec<Fault>,
}
