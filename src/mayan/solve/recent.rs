//! Boards that failed with one move left a moment ago.
//!
//! Half of the boards with one move left were met before, by other orders of moves, and every third of them a short
//! while ago. To look a board up in the table of failures, and to store it there, costs as much as to search it out; a
//! few boards that stay in the fastest memory cost little. A board has one place, which the last one takes.

use crate::mayan::board::Packed;

/// Places, as the n of 2ⁿ: some kilobytes.
const BITS: u32 = 9;

/// Boards without a solution of one move.
pub(super) struct Recent<const B: usize> {
    /// None until the first board comes; a free place holds the empty board, which is never looked up.
    boards: Vec<[u64; B]>,
}

impl<const B: usize> Recent<B> {
    /// None yet. Takes no memory.
    pub fn new() -> Self {
        Recent { boards: Vec::new() }
    }

    /// The place of a board.
    #[inline(always)]
    pub fn place(board: &Packed<B>) -> usize {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut mixed = 0u64;
        for k in 0..B {
            mixed = mixed.rotate_left(23) ^ board.planes[k];
        }
        ((mixed ^ mixed >> 32).wrapping_mul(ODD) >> (64 - BITS)) as usize
    }

    /// Whether the board is at its place.
    #[inline(always)]
    pub fn holds(&self, place: usize, board: &Packed<B>) -> bool {
        place < self.boards.len() && self.boards[place] == board.planes
    }

    /// Puts a board at its place.
    #[inline(always)]
    pub fn put(&mut self, place: usize, board: &Packed<B>) {
        if self.boards.is_empty() {
            self.boards.resize(1 << BITS, [0; B]);
        }
        if place < self.boards.len() {
            self.boards[place] = board.planes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_held_until_another_takes_its_place() {
        let board = |n: u64| Packed::<2> { planes: [n << 1, !n & 0x7f] };
        let mut recent = Recent::new();
        assert!((0..4096).all(|n| !recent.holds(Recent::place(&board(n)), &board(n))));
        let mut taken = std::collections::HashMap::new();
        for n in 0..4096 {
            let place = Recent::place(&board(n));
            recent.put(place, &board(n));
            taken.insert(place, n);
        }
        assert!(taken.len() > 1 << (BITS - 1), "{}", taken.len());
        for n in 0..4096 {
            let place = Recent::place(&board(n));
            assert_eq!(recent.holds(place, &board(n)), taken[&place] == n, "{n}");
        }
    }
}
