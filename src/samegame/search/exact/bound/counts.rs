//! An upper bound from the numbers of tiles alone.
//!
//! One removal of all tiles of a colour is the best possible result: points are superadditive and increase with
//! the size, so it never pays to split the tiles or to leave some, and a penalty only adds to the loss. A
//! colour with a single tile can never be removed, so the bonus is out of reach and the penalty is certain.

use crate::samegame::search::exact::points::PointTable;

/// Returns an upper bound for a board with this many tiles of each colour.
#[inline(always)]
pub fn upper_bound(counts: &[usize], scores: &PointTable) -> i32 {
    let (mut sum, mut single) = (0, false);
    for &count in counts {
        sum += scores.max_gain(count);
        single |= count == 1;
    }
    if single { sum } else { sum + scores.bonus() }
}
