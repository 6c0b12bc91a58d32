//! Nodes of the search tree, and candidate moves to them.

use crate::mayan::packed::Packed;
use crate::rules::Move;

/// A node: a board with its bound.
#[derive(Clone, Copy)]
pub struct Node<const B: usize, M> {
    /// A settled board.
    pub board: Packed<B>,
    /// The lower bound on the remaining moves.
    pub bound: M,
}

/// A move that passed the bound, and the board after the move. The board is settled later unless `quiet` is set.
#[derive(Clone, Copy)]
pub(super) struct Candidate<const B: usize, M> {
    pub step: Move,
    /// Whether the board is known to have no run.
    pub quiet: bool,
    pub board: Packed<B>,
    pub bound: M,
    /// The sort key, smallest first, if moves may be tried in any order; else 0.
    pub rank: u32,
}
