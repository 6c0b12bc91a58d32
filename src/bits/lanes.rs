//! The geometry of lanes: a column is a lane of 8, 16, 32 or 64 bits, the bottom cell in the lowest bit.
//!
//! ```text
//!  BITS = 8      row 7   ┌ bit 7 of the lane; shifts that would carry a cell into the
//!                ...     │ next column are masked, so a column may use all its bits
//!                row 0   └ bit 0 of the lane
//!  word = column 0 | column 1 << 8 | column 2 << 16 | … | column 7 << 56
//! ```
//!
//! All functions work on one word and cost one to four instructions.

/// Returns the mask of lane 0: the lowest `bits` bits.
#[inline(always)]
pub const fn lane(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

/// Returns the bottom row: the lowest bit of each lane.
#[inline(always)]
pub const fn bottom(bits: u32) -> u64 {
    u64::MAX / lane(bits)
}

/// Returns the top row: the highest bit of each lane.
#[inline(always)]
pub const fn top(bits: u32) -> u64 {
    bottom(bits) << (bits - 1)
}

/// Returns the lowest `rows` bits of each lane; `rows` is 0 to `bits`.
#[inline(always)]
pub const fn low_rows(bits: u32, rows: u32) -> u64 {
    if rows == 0 { 0 } else { bottom(bits) * (lane(bits) >> (bits - rows)) }
}

/// Returns all bits of the first `cols` lanes; `cols` is 0 to `64 / bits`.
#[inline(always)]
pub const fn first_cols(bits: u32, cols: u32) -> u64 {
    if cols == 0 { 0 } else { u64::MAX >> (64 - cols * bits) }
}

/// Moves every cell one row up; the top row is lost.
#[inline(always)]
pub const fn up<const BITS: u32>(word: u64) -> u64 {
    (word << 1) & !bottom(BITS)
}

/// Moves every cell one row down; the bottom row is lost.
#[inline(always)]
pub const fn down<const BITS: u32>(word: u64) -> u64 {
    (word >> 1) & !top(BITS)
}

/// Returns the bits below the lowest set bit of each lane, or the whole lane if no bit is set.
#[inline(always)]
pub const fn below_lowest<const BITS: u32>(word: u64) -> u64 {
    // Subtracts 1 from each lane without borrowing from the next: the top bit is set first and restored afterwards.
    let less_one = ((word | top(BITS)).wrapping_sub(bottom(BITS))) ^ (!word & top(BITS));
    less_one & !word
}

/// Fills every lane that has a set bit.
#[inline(always)]
pub const fn whole_lanes<const BITS: u32>(word: u64) -> u64 {
    let low = word & !top(BITS);
    let any = ((low.wrapping_add(!top(BITS))) | word) & top(BITS);
    // All bits of each lane in `any`: 2 × top − bottom, written so that nothing overflows the word.
    (any - (any >> (BITS - 1))) | any
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the lanes of a word as numbers.
    fn split(bits: u32, word: u64) -> Vec<u64> {
        (0..64 / bits).map(|at| word >> (at * bits) & lane(bits)).collect()
    }

    fn holds<const BITS: u32>(word: u64) {
        let full = lane(BITS);
        let each = |f: &dyn Fn(u64) -> u64| split(BITS, word).into_iter().map(f).collect::<Vec<_>>();
        assert_eq!(split(BITS, up::<BITS>(word)), each(&|l| l << 1 & full));
        assert_eq!(split(BITS, down::<BITS>(word)), each(&|l| l >> 1));
        let below = |l: u64| if l == 0 { full } else { (1 << l.trailing_zeros()) - 1 };
        assert_eq!(split(BITS, below_lowest::<BITS>(word)), each(&below));
        assert_eq!(split(BITS, whole_lanes::<BITS>(word)), each(&|l| if l == 0 { 0 } else { full }));
    }

    proptest! {
        #[test]
        fn lanes_do_not_leak_into_each_other(word: u64, a: u64, b: u64) {
            for word in [word, word & a, word & a & b, word | a | b, 0, u64::MAX] {
                holds::<8>(word);
                holds::<16>(word);
                holds::<32>(word);
                holds::<64>(word);
            }
        }
    }

    #[test]
    fn masks_are_rows_and_columns() {
        assert_eq!((bottom(16), top(8)), (0x0001_0001_0001_0001, 0x8080_8080_8080_8080));
        assert_eq!((bottom(64), top(64), lane(64)), (1, 1 << 63, u64::MAX));
        assert_eq!((low_rows(8, 7), low_rows(16, 16)), (0x7f7f_7f7f_7f7f_7f7f, u64::MAX));
        assert_eq!((low_rows(32, 0), first_cols(8, 5), first_cols(64, 1)), (0, 0xff_ffff_ffff, u64::MAX));
    }
}
