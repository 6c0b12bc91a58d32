//! The column bound for all weight vectors at once: one byte per lane.
//!
//! See [`column_flow`](crate::mayan::solve::bound::column_flow) for the definition and the proof.

use crate::mayan::solve::bound::column_flow::{LANES, MAX_TOTAL};

/// The value of each weight vector, in thirds of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Lanes(pub [u8; LANES]);

// The result of `column_flow::table`, stored in files because it takes seconds to compute. A test below compares both,
// and rewrites the files if `TILEFALL_BLESS` is set.
static SLOTS: &[u8; 2 << 15] = include_bytes!("tables/slots.bin");
static ROWS: &[u8] = include_bytes!("tables/rows.bin");
static ENDS: &[u8; 2 << 15] = include_bytes!("tables/ends.bin");

/// Returns the row number of a count vector.
#[inline(always)]
fn slot(index: u16) -> usize {
    let at = 2 * usize::from(index & 0x7fff);
    usize::from(u16::from_le_bytes([SLOTS[at], SLOTS[at + 1]]))
}

/// Returns the data of a count vector for the bound of the last two moves: the
/// [steps](crate::mayan::solve::bound::column_flow::steps) to count vectors that can vanish, and
/// [`FAR`](crate::mayan::solve::bound::column_flow::FAR) if the blocks cannot all vanish in their columns.
#[inline(always)]
pub fn end(index: u16) -> u16 {
    let at = 2 * usize::from(index & 0x7fff);
    u16::from_le_bytes([ENDS[at], ENDS[at + 1]])
}

/// A lane whose weights, right and left, are positive over every boundary.
const POSITIVE: usize = 3;

impl Lanes {
    /// Lanes that are all zero.
    pub const ZERO: Lanes = Lanes([0; LANES]);

    /// Returns the lanes of a colour, by the [index](crate::mayan::solve::bound::column_flow::index) of its count vector.
    #[inline(always)]
    pub fn row(index: u16) -> Lanes {
        Lanes(ROWS.as_chunks().0[slot(index)])
    }

    /// Returns `true` if the blocks of these lanes cannot all vanish in their columns.
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

    /// Subtracts lane by lane; `other` must be part of the sum.
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

/// Returns `true` if colours of this many blocks have rows.
pub const fn has_rows(total: usize) -> bool {
    total <= MAX_TOTAL
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mayan::solve::bound::column_flow;

    #[test]
    fn the_committed_tables_equal_the_definition() {
        let vectors = column_flow::table();
        let slots: Vec<u8> = vectors.slots.iter().flat_map(|slot| slot.to_le_bytes()).collect();
        let ends: Vec<u8> = vectors.ends.iter().flat_map(|end| end.to_le_bytes()).collect();
        let rows = vectors.rows.as_flattened();
        if std::env::var_os("TILEFALL_BLESS").is_some() {
            let tables =
                std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/mayan/solve/bound/tables");
            std::fs::write(tables.join("slots.bin"), &slots).unwrap();
            std::fs::write(tables.join("rows.bin"), rows).unwrap();
            std::fs::write(tables.join("ends.bin"), &ends).unwrap();
        }
        let same = slots == SLOTS && rows == ROWS && ends == ENDS;
        assert!(same, "run this test with TILEFALL_BLESS=1");
    }

    #[test]
    fn a_colour_is_far_if_it_cannot_vanish_in_its_columns() {
        for index in 0..1 << 15 {
            let counts = column_flow::counts(index);
            let total: usize = counts.iter().map(|&count| usize::from(count)).sum();
            let far = (1..=MAX_TOTAL).contains(&total) && !column_flow::clearable(counts);
            assert_eq!(Lanes::row(index as u16).far(), far, "{counts:?}");
            assert_eq!(end(index as u16) & column_flow::FAR != 0, far, "{counts:?}");
        }
    }

    /// Sums of rows must not reach 255, which means "never": forty blocks fill the largest board.
    #[test]
    fn sums_of_rows_stay_below_never() {
        for index in 0..1 << 15 {
            let total: u32 = column_flow::counts(index).iter().map(|&count| u32::from(count)).sum();
            let row = Lanes::row(index as u16);
            if total > 2 {
                assert!(u32::from(row.largest()) * 40 < 254 * total, "{:?}", column_flow::counts(index));
            }
        }
    }
}
