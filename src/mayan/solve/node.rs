//! A board with what is known of it, and a move to one.

use crate::base::Move;
use crate::mayan::board::Board;

/// A board with what is known of it.
#[derive(Clone, Copy)]
pub struct Node<const B: usize, M> {
    /// A settled board.
    pub board: Board<B>,
    /// Its bound.
    pub measure: M,
}

/// A move that passed the bound, and the board it leads to (settled later if it may have runs).
#[derive(Clone, Copy)]
pub(super) struct Candidate<const B: usize, M> {
    pub step: Move,
    /// Whether the board is known to have no run.
    pub quiet: bool,
    pub board: Board<B>,
    pub measure: M,
    /// Smaller is tried first where order is free.
    pub rank: u32,
}
