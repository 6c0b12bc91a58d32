//! A small cache of boards that recently failed with one move left.
//!
//! Half of the boards with one move left were visited before, by other orders of moves, and a third of these recently.
//! To look up such a board in the table of failures, or to store the board there, costs as much as to search it. A
//! small cache that stays in the first-level cache of the CPU costs little. It is direct-mapped: each board has one
//! slot, and the latest board overwrites the board before.

use crate::mayan::packed::Packed;

/// log₂ of the number of slots, which take some kilobytes.
const BITS: u32 = 9;

/// A direct-mapped cache of boards without a solution of one move.
pub(super) struct RecentFailures<const B: usize> {
    /// Empty until the first insertion. A free slot holds the empty board, which is never looked up.
    boards: Vec<[u64; B]>,
}

impl<const B: usize> RecentFailures<B> {
    /// Creates an empty cache. It allocates at the first insertion.
    pub fn new() -> Self {
        RecentFailures { boards: Vec::new() }
    }

    #[inline(always)]
    pub fn slot(board: &Packed<B>) -> usize {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut mixed = 0u64;
        for k in 0..B {
            mixed = mixed.rotate_left(23) ^ board.planes[k];
        }
        ((mixed ^ mixed >> 32).wrapping_mul(ODD) >> (64 - BITS)) as usize
    }

    /// Returns `true` if the board is in `slot`, which must be [`slot`](Self::slot) of the board.
    #[inline(always)]
    pub fn contains(&self, slot: usize, board: &Packed<B>) -> bool {
        slot < self.boards.len() && self.boards[slot] == board.planes
    }

    /// Stores a board in `slot`, which must be [`slot`](Self::slot) of the board.
    #[inline(always)]
    pub fn insert(&mut self, slot: usize, board: &Packed<B>) {
        if self.boards.is_empty() {
            self.boards.resize(1 << BITS, [0; B]);
        }
        if slot < self.boards.len() {
            self.boards[slot] = board.planes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_stays_until_another_takes_its_slot() {
        let board = |n: u64| Packed::<2> { planes: [n << 1, !n & 0x7f] };
        let mut recent = RecentFailures::new();
        assert!((0..4096).all(|n| !recent.contains(RecentFailures::slot(&board(n)), &board(n))));
        let mut taken = std::collections::HashMap::new();
        for n in 0..4096 {
            let slot = RecentFailures::slot(&board(n));
            recent.insert(slot, &board(n));
            taken.insert(slot, n);
        }
        assert!(taken.len() > 1 << (BITS - 1), "{}", taken.len());
        for n in 0..4096 {
            let slot = RecentFailures::slot(&board(n));
            assert_eq!(recent.contains(slot, &board(n)), taken[&slot] == n, "{n}");
        }
    }
}
