//! Exhaustive searches of small puzzles: claims of a proof are proven, or refuted by an example.
//!
//! The searches are simple on purpose: they try every move of every reachable board, and remember visited boards. They
//! prune only for reasons that fit in one sentence: a colour with a single tile (one or two blocks) left can never be
//! cleared; no tile scores more than in a removal of the best size; a block that vanishes in another column has to move
//! to this column.
//!
//! - [`samegame`], [`mayan`]: the searches; [`blocks`]: the simple board of the Mayan search; `distance`: its bound
//! - [`claims`](self): the searches for the claims of a record

pub mod blocks;
mod claims;
mod distance;
pub mod mayan;
pub mod samegame;

pub(super) use claims::{mayan as prove_mayan, samegame as prove_samegame};

use super::fault::Fault;
use std::sync::Arc;
use tilefall_rules::StopFlag;

/// The limits of a search.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Moves that may still be played. A click on a board of t tiles counts as 1 + t/64 moves.
    pub nodes: u64,
    /// Bytes that may still be used for visited boards.
    pub memory: usize,
    /// The flag that ends the search. It is also raised when the time is over.
    pub stop: Option<Arc<StopFlag>>,
    /// The number of moves tried, each leading to a board.
    pub spent: u64,
}

/// The error of a search whose budget was exhausted, or that was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BudgetExhausted;

impl Budget {
    /// Takes `nodes` nodes from the budget, for one move.
    pub fn spend(&mut self, nodes: u64) -> Result<(), BudgetExhausted> {
        self.spent += 1;
        let reads_clock = self.spent.is_multiple_of(1024);
        let ended = |stop: &Arc<StopFlag>| if reads_clock { stop.poll() } else { stop.raised() };
        if self.stop.as_ref().and_then(ended).is_some() {
            self.nodes = 0;
        }
        self.nodes = self.nodes.checked_sub(nodes).ok_or_else(|| {
            self.nodes = 0;
            BudgetExhausted
        })?;
        Ok(())
    }

    /// Takes this many bytes from the budget; returns `false` if fewer are left.
    pub fn keep(&mut self, bytes: usize) -> bool {
        let left = self.memory.checked_sub(bytes);
        self.memory = left.unwrap_or(self.memory);
        left.is_some()
    }
}

/// The result of the search for a proof of a status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proof {
    /// There was no search, or the status claims no proof.
    #[default]
    None,
    /// The claim was proven.
    Proven,
    /// The budget was exhausted.
    BudgetExhausted,
}

/// The result of the searches for a record: proofs and refuted claims.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchResult {
    /// The result for the status.
    pub(super) proof: Proof,
    /// Whether the bound was proven.
    pub(super) bound: bool,
    /// Refuted claims, with examples.
    pub(super) faults: Vec<Fault>,
}
