//! The column bound for all weight vectors at once: one byte per lane.
//!
//! See [`column_flow`](crate::mayan::solve::bound::column_flow) for the definition and the proof.

use crate::mayan::solve::bound::column_flow::LANES;

/// The column bound for each weight vector, in thirds of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Lanes(pub [u8; LANES]);

// The next two tables are stored in files because they take seconds to compute. A test compares the files with the
// definition in `tests/support/column_flow.rs`, and rewrites the files if `TILEFALL_BLESS` is set.
static ROWS: &[u8] = include_bytes!("tables/rows.bin");
static ENDS: &[u8; 2 << 15] = include_bytes!("tables/ends.bin");

/// The maximum number of blocks in a count vector that has a row in [`ROWS`].
const MAX_TOTAL: usize = 14;

/// Element i: the row number in [`ROWS`] of the count vector with index i.
static SLOTS: [u16; 1 << 15] = {
    let (mut slots, mut index) = ([0; 1 << 15], 0);
    while index < 1 << 15 {
        slots[index] = rank(index as u16) as u16;
        index += 1;
    }
    slots
};

/// One bit per count vector, set if the vector has a row, and the number of rows before each word of bits. Browsers use
/// this table, because [`SLOTS`] is 13 times as large to load. Other builds use [`SLOTS`], which saves 13% of a search.
static WITH_ROWS: ([u64; 512], [u16; 512]) = with_rows();

const fn with_rows() -> ([u64; 512], [u16; 512]) {
    let (mut bits, mut before, mut rows, mut index) = ([0; 512], [1; 512], 1, 0);
    while index < 1 << 15 {
        if index % 64 == 0 {
            before[index / 64] = rows;
        }
        let total = (index & 7) + (index >> 3 & 7) + (index >> 6 & 7) + (index >> 9 & 7) + (index >> 12);
        if 0 < total && total <= MAX_TOTAL {
            bits[index / 64] |= 1 << (index % 64);
            rows += 1;
        }
        index += 1;
    }
    (bits, before)
}

/// Returns the row number of a count vector: 0 without blocks, and with more than [`MAX_TOTAL`] blocks.
#[inline(always)]
fn slot(index: u16) -> usize {
    if cfg!(target_family = "wasm") { rank(index) } else { SLOTS[usize::from(index & 0x7fff)].into() }
}

/// Computes the row number of a count vector from [`WITH_ROWS`].
#[inline(always)]
const fn rank(index: u16) -> usize {
    let (word, bit) = ((index >> 6 & 511) as usize, 1 << (index & 63));
    let (here, before) = (WITH_ROWS.0[word], WITH_ROWS.1[word] as usize);
    if here & bit == 0 { 0 } else { before + (here & (bit - 1)).count_ones() as usize }
}

/// Returns what single steps make of a count vector, for the bound of the last two moves. Bit x is set if the blocks
/// can all vanish in their columns after a step right over the boundary x|x+1, bit 4 + x after a step left over the
/// boundary, and [`FAR`](crate::mayan::solve::bound::column_flow::FAR) if the blocks cannot all vanish without a step.
#[inline(always)]
pub fn end(index: u16) -> u16 {
    let at = 2 * usize::from(index & 0x7fff);
    u16::from_le_bytes([ENDS[at], ENDS[at + 1]])
}

/// The index of a lane with positive weights for steps right and left over every boundary.
const POSITIVE: usize = 3;

impl Lanes {
    /// The lanes of a board without blocks.
    pub const ZERO: Lanes = Lanes([0; LANES]);

    /// Returns the lanes of a colour, by the index of its count vector: three bits per column, column 0 lowest.
    #[inline(always)]
    pub fn row(index: u16) -> Lanes {
        Lanes(ROWS.as_chunks().0[slot(index)])
    }

    /// Returns `true` if the blocks cannot all vanish in their columns. `self` is the row of one colour.
    #[inline(always)]
    pub fn far(&self) -> bool {
        self.0[POSITIVE] > 0
    }

    /// Adds lane by lane, saturating at 255.
    #[inline(always)]
    #[must_use]
    pub fn plus(mut self, other: Lanes) -> Lanes {
        for (lane, more) in self.0.iter_mut().zip(other.0) {
            *lane = lane.saturating_add(more);
        }
        self
    }

    /// Subtracts lane by lane; `other` must have been added before.
    #[inline(always)]
    #[must_use]
    pub fn minus(mut self, other: Lanes) -> Lanes {
        for (lane, less) in self.0.iter_mut().zip(other.0) {
            *lane = lane.wrapping_sub(less);
        }
        self
    }

    /// Returns `true` if any lane exceeds `limit`.
    #[inline(always)]
    pub fn exceed(&self, limit: u8) -> bool {
        let mut over = 0;
        for lane in self.0 {
            over |= lane.saturating_sub(limit);
        }
        over != 0
    }

    /// Returns the largest lane.
    #[inline(always)]
    pub fn largest(&self) -> u8 {
        self.0.iter().copied().fold(0, u8::max)
    }

    /// Returns the sum of all lanes: a heuristic distance from the empty board.
    #[inline(always)]
    pub fn sum(&self) -> u32 {
        self.0.iter().map(|&lane| u32::from(lane)).sum()
    }
}
