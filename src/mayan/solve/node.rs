//! A board with what is known of it, and a move to one.

use crate::base::Move;
use crate::mayan::board::Packed;

/// A board with what is known of it.
#[derive(Clone, Copy)]
pub struct Node<const B: usize, M> {
    /// A settled board.
    pub board: Packed<B>,
    /// Its bound.
    pub measure: M,
}

/// A move that passed the bound, and the board it leads to (settled later if it may have runs).
#[derive(Clone, Copy)]
pub(super) struct Candidate<const B: usize, M> {
    pub step: Move,
    /// Whether the board is known to have no run.
    pub quiet: bool,
    pub board: Packed<B>,
    pub measure: M,
    /// Smaller is tried first where order is free.
    pub rank: u32,
}
