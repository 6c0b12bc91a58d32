//! A board with what is known of it.

use crate::mayan::board::Board;

/// A board with what is known of it.
#[derive(Clone, Copy)]
pub struct Node<const B: usize, M> {
    /// A settled board.
    pub board: Board<B>,
    /// Its bound.
    pub measure: M,
}
