//! By the numbers of tiles alone.
//!
//! One removal of all tiles of a colour brings most: points are superadditive and grow, so neither parting
//! the tiles nor leaving some pays, and the penalty for what is left only adds to the loss. A colour of one
//! tile can never be removed, so the bonus is out of reach and its penalty is certain.

use crate::samegame::search::exact::points::PointTable;

/// The most that a board with this many tiles of each colour brings.
#[inline(always)]
pub fn most(counts: &[usize], scores: &PointTable) -> i32 {
    let (mut sum, mut single) = (0, false);
    for &count in counts {
        sum += scores.most(count);
        single |= count == 1;
    }
    if single { sum } else { sum + scores.bonus() }
}
