//! A table of boards that were searched, each with a proven upper bound on the points still to come.
//!
//! Whole boards are compared, so there are no false hits. Every bound is proven for its board alone, so neither the
//! path to the board nor a search cut short by a limit invalidates the bound, and losing entries costs only time. The
//! table is set associative, with sets of [`WAYS`] entries. It doubles until the memory is used up; then a new entry
//! replaces the entry of its set that took the least work.

use crate::bits::cpu::Cpu;
use crate::rules::grid::Grid;
use crate::samegame::repr::BoardRepr;
use crate::samegame::search::layered::{RATIO, fold};
use std::hash::Hasher;

/// Entries per set.
const WAYS: usize = 4;

/// A board with its bound, and the nodes that the proof of the bound took. A slot with `work` 0 is free.
#[derive(Clone, Debug)]
struct Slot<B> {
    board: B,
    bound: i32,
    work: u32,
}

/// A table of boards with upper bounds.
#[derive(Clone, Debug)]
pub struct Memo<B> {
    /// Bounds are rounded up to multiples of 2 to this power, so that they fit 32 bits.
    shift: u32,
    slots: Vec<Slot<B>>,
    free: Slot<B>,
    used: usize,
    max_slots: usize,
}

/// Returns a hash of a board: the same on 32-bit and 64-bit machines, so that the same entries are replaced everywhere.
#[inline(always)]
pub fn hash<B: BoardRepr>(board: &B) -> u64 {
    let mut hasher = Folded(0);
    board.hash(&mut hasher);
    hasher.finish()
}

/// Returns the approximate heap bytes of a board of this size; 0 for packed boards.
pub fn heap_of<B: BoardRepr>(grid: &Grid) -> usize {
    if B::IS_PACKED { 0 } else { grid.colours() * (grid.rows() * grid.cols() / 8 + 64) }
}

/// A hasher that multiplies each word to 128 bits and combines both halves.
struct Folded(u64);

impl Hasher for Folded {
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for &word in words {
            self.write_u64(u64::from_ne_bytes(word));
        }
        for &byte in rest {
            self.write_u64(byte.into());
        }
    }

    #[inline(always)]
    fn write_u64(&mut self, word: u64) {
        // The constant is added first, so that words of 0 change the hash, too.
        self.0 = fold(self.0.wrapping_add(RATIO) ^ word);
    }

    #[inline(always)]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline(always)]
    fn finish(&self) -> u64 {
        self.0
    }
}

impl<B: BoardRepr> Memo<B> {
    /// Creates an empty table for bounds from `-range` to `range`. It uses at most `memory` bytes, but always has one
    /// set. `heap` is the number of heap bytes per board. `filler` is any board, and is stored in free slots.
    pub fn new(memory: usize, (range, heap): (i64, usize), filler: B) -> Self {
        // While the table doubles, the old and the new table both exist, so the new one gets two thirds of the memory.
        let fits = memory / 3 * 2 / (size_of::<Slot<B>>() + heap) / WAYS;
        let max_slots = 1 << fits.max(1).ilog2();
        let free = Slot { board: filler, bound: 0, work: 0 };
        Memo {
            // 30 bits for `range` leave room below: the lowest 32-bit bound, plus any points, is below every real sum.
            shift: (64 - range.leading_zeros()).saturating_sub(30),
            slots: vec![free.clone(); max_slots.min(1 << 6) * WAYS],
            free,
            used: 0,
            max_slots: max_slots * WAYS,
        }
    }

    #[inline(always)]
    fn set_of(&self, hash: u64) -> usize {
        (hash as usize & (self.slots.len() / WAYS - 1)) * WAYS
    }

    /// Prefetches the set of a board.
    #[inline(always)]
    pub fn prefetch<C: Cpu>(&self, cpu: C, hash: u64) {
        let at = self.set_of(hash);
        cpu.prefetch(&self.slots[at]);
        cpu.prefetch(&self.slots[at + WAYS / 2]);
    }

    /// Returns the stored bound of a board; `None` if the board is not in the table.
    #[inline(always)]
    pub fn bound(&self, board: &B, hash: u64) -> Option<i64> {
        let at = self.set_of(hash);
        for slot in &self.slots[at..at + WAYS] {
            if slot.work > 0 && slot.board == *board {
                return Some(i64::from(slot.bound) << self.shift);
            }
        }
        None
    }

    /// Stores a bound that took `work` nodes to prove.
    pub fn insert(&mut self, board: &B, hash: u64, bound: i64, work: u64) {
        let rounded = (bound + (1 << self.shift) - 1) >> self.shift;
        let bound = rounded.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let work = work.clamp(1, u64::from(u32::MAX)) as u32;
        let at = self.set_of(hash);
        let set = &mut self.slots[at..at + WAYS];
        if let Some(slot) = set.iter_mut().find(|slot| slot.work > 0 && slot.board == *board) {
            slot.bound = slot.bound.min(bound);
            slot.work = slot.work.saturating_add(work);
            return;
        }
        let mut least = 0;
        for way in 1..WAYS {
            if set[way].work < set[least].work {
                least = way;
            }
        }
        self.used += usize::from(set[least].work == 0);
        set[least] = Slot { board: board.clone(), bound, work };
        if self.used * 4 > self.slots.len() * 3 && self.slots.len() < self.max_slots {
            self.grow();
        }
    }

    /// Doubles the table.
    fn grow(&mut self) {
        let doubled = vec![self.free.clone(); self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, doubled);
        for slot in old.into_iter().filter(|slot| slot.work > 0) {
            let at = self.set_of(hash(&slot.board));
            // A set of the old table is split into two sets, so there is room.
            if let Some(free) = self.slots[at..at + WAYS].iter_mut().find(|slot| slot.work == 0) {
                *free = slot;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(number: u64) -> Grid {
        Grid::from_names(1, 12, |cell| Some(number >> cell.col & 1)).unwrap()
    }

    #[test]
    fn bounds_are_found_again_and_the_tightest_stays() {
        let mut memo = Memo::new(1 << 20, (1 << 20, 100), board(0));
        for number in 0..1000 {
            memo.insert(&board(number), hash(&board(number)), number as i64, 1);
            memo.insert(&board(number), hash(&board(number)), number as i64 + 5, 1);
        }
        // Sets fill up before the table grows: with 3 of 4 slots taken, one in six random boards has been replaced.
        let known = (0..1000).filter_map(|n| Some((n, memo.bound(&board(n), hash(&board(n)))?)));
        let known = known.inspect(|&(n, bound)| assert_eq!(n as i64, bound)).count();
        assert!(known > 700, "{known} of 1000");
        assert_eq!(memo.bound(&board(1001), hash(&board(1001))), None);
    }

    #[test]
    fn large_bounds_are_rounded_up() {
        let mut memo = Memo::new(0, (1 << 40, 0), board(0));
        for (bound, known) in [(0, 0), (1 << 20, 1 << 20), ((1 << 20) + 1, (1 << 20) + (1 << 11)), (-1, 0)] {
            let mut memo = memo.clone();
            memo.insert(&board(1), hash(&board(1)), bound, 1);
            assert_eq!(memo.bound(&board(1), hash(&board(1))), Some(known));
        }
        memo.insert(&board(1), hash(&board(1)), i64::MIN / 4, 1);
        assert!(memo.bound(&board(1), hash(&board(1))).unwrap() <= -(1 << 41));
    }

    #[test]
    fn a_full_table_loses_entries_but_has_no_wrong_bound() {
        let mut memo = Memo::new(0, (1 << 20, 0), board(0));
        for number in 0..100 {
            memo.insert(&board(number), hash(&board(number)), number as i64, 1 + number % 7);
            let known = (0..=number).filter_map(|n| Some((n, memo.bound(&board(n), hash(&board(n)))?)));
            assert!(known.inspect(|&(n, bound)| assert_eq!(n as i64, bound)).count() <= WAYS);
        }
        // The entry that took the most work is still there.
        assert!((6..100).step_by(7).any(|n| memo.bound(&board(n), hash(&board(n))).is_some()));
    }
}
