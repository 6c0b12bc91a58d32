//! Gravity: the cells that are kept fall to the bottom of their lane.
//!
//! ```text
//!  keep   plane      filled   fallen
//!   x       1           .       .
//!   .       1           .       .
//!   x       0    →      x       1
//!   x       1           x       0
//!   .       0           x       1
//! ```
//!
//! The part that depends on the kept cells alone is computed once ([`Fall::new`]) and then applied to each plane.

use super::lanes;
use super::token::CpuToken;

/// The movement of falling cells in one word of `BITS`-bit lanes.
///
/// With PEXT and PDEP, a plane takes two instructions. Without them, it takes log₂ `BITS` steps of four operations:
/// step k moves cells down by 2ᵏ rows (Warren, Hacker's Delight, 7-4, applied to lanes).
#[derive(Clone, Copy, Debug)]
pub struct Fall<const BITS: u32> {
    keep: u64,
    /// The cells that are filled after the fall: in each lane, as many low bits as `keep` has set bits.
    filled: u64,
    /// Element k: the cells that move down by 2ᵏ rows in step k. Not used with PEXT.
    steps: [u64; 6],
}

impl<const BITS: u32> Fall<BITS> {
    /// Computes the fall of the cells of `keep`; all other cells are removed.
    #[inline(always)]
    pub fn new<C: CpuToken>(cpu: C, keep: u64) -> Self {
        if C::FAST_PEXT {
            Fall { keep, filled: low_ones::<C, BITS>(cpu, keep), steps: [0; 6] }
        } else {
            let (filled, steps) = shift_steps::<BITS>(keep);
            Fall { keep, filled, steps }
        }
    }

    /// Like [`new`](Self::new), for a caller that knows `filled`, the cells that are filled after the fall.
    #[inline(always)]
    pub fn with_filled<C: CpuToken>(cpu: C, keep: u64, filled: u64) -> Self {
        if C::FAST_PEXT { Fall { keep, filled, steps: [0; 6] } } else { Self::new(cpu, keep) }
    }

    /// Returns a plane after the fall.
    #[inline(always)]
    pub fn apply<C: CpuToken>(&self, cpu: C, plane: u64) -> u64 {
        if C::FAST_PEXT {
            return cpu.pdep(cpu.pext(plane, self.keep), self.filled);
        }
        let mut out = plane & self.keep;
        let mut step = 0;
        while 1 << step < BITS {
            let moving = out & self.steps[step];
            out = (out ^ moving) | (moving >> (1 << step));
            step += 1;
        }
        out
    }

    /// Reverts [`apply`](Self::apply): moves cells up again. All cells of `plane` must be among the filled cells.
    #[inline(always)]
    pub fn lift<C: CpuToken>(&self, cpu: C, plane: u64) -> u64 {
        if C::FAST_PEXT {
            return cpu.pdep(cpu.pext(plane, self.filled), self.keep);
        }
        let mut out = plane;
        let mut step = BITS.trailing_zeros() as usize;
        while step > 0 {
            step -= 1;
            let moving = self.steps[step];
            out = (out & !moving) | (out << (1 << step) & moving);
        }
        out & self.keep
    }
}

/// For each lane of `word`, sets as many low bits as the lane has set bits.
#[inline(always)]
pub fn low_ones<C: CpuToken, const BITS: u32>(cpu: C, word: u64) -> u64 {
    if BITS == 8 {
        return cpu.low_ones8(word);
    }
    let mut out = 0;
    let mut at = 0;
    while at < 64 {
        let count = (word >> at & lanes::lane(BITS)).count_ones();
        let ones = if count == 64 { u64::MAX } else { (1 << count) - 1 };
        out |= ones << at;
        at += BITS;
    }
    out
}

/// Returns the cells that are filled after the fall of `keep`, and for each step the cells that move.
#[inline(always)]
fn shift_steps<const BITS: u32>(keep: u64) -> (u64, [u64; 6]) {
    let mut steps = [0; 6];
    let mut mask = keep;
    // Step k moves the cells whose number of gaps below has bit k set. Prefix sums modulo 2 give bit 0 of the number.
    let mut gaps = lanes::up::<BITS>(!mask);
    let mut step = 0;
    while 1 << step < BITS {
        let mut odd = gaps;
        let mut shift = 1;
        while shift < BITS {
            odd ^= (odd << shift) & !lanes::low_rows(BITS, shift);
            shift *= 2;
        }
        let moving = odd & mask;
        steps[step] = moving;
        mask = (mask ^ moving) | (moving >> (1 << step));
        gaps &= !odd;
        step += 1;
    }
    (mask, steps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
    use proptest::prelude::*;

    struct Falls<const BITS: u32>(u64, u64);
    impl<C: Cpu, const BITS: u32> Kernel<C> for Falls<BITS> {
        type Out = (u64, u64, u64);
        #[inline(always)]
        fn run(self, cpu: C) -> Self::Out {
            let fall = Fall::<BITS>::new(cpu, self.0);
            let fallen = fall.apply(cpu, self.1);
            let known = Fall::<BITS>::with_filled(cpu, self.0, fall.filled);
            (fall.filled, fallen, known.lift(cpu, fallen))
        }
    }

    fn slow(bits: u32, keep: u64, plane: u64) -> (u64, u64) {
        let (mut filled, mut fallen) = (0, 0);
        for lane in (0..64).step_by(bits as usize) {
            let kept = (lane..lane + bits as usize).filter(|at| keep >> at & 1 == 1);
            for (row, at) in kept.enumerate() {
                filled |= 1 << (lane + row);
                fallen |= (plane >> at & 1) << (lane + row);
            }
        }
        (filled, fallen)
    }

    fn check<const BITS: u32>(path: CpuPath, keep: u64, plane: u64) {
        let (filled, fallen) = slow(BITS, keep, plane);
        let wanted = (filled, fallen, plane & keep);
        assert_eq!(dispatch(path, Falls::<BITS>(keep, plane)), wanted, "{BITS} {path:?}");
    }

    proptest! {
        #[test]
        fn kept_cells_sink_in_their_lanes(keep: u64, plane: u64, also: u64) {
            for path in crate::bits::cpu::tested_paths() {
                for keep in [keep, keep & also, keep | also, 0, u64::MAX] {
                    check::<8>(path, keep, plane);
                    check::<16>(path, keep, plane);
                    check::<32>(path, keep, plane);
                    check::<64>(path, keep, plane);
                }
            }
        }
    }
}
