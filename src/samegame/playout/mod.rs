//! Games on packed boards played to the end by a policy.
//!
//! - `plane_board`: packed boards in SIMD registers where the CPU has them
//! - `policies`: click all tiles or all groups with the same probability, or keep one colour for the end
//!
//! A playout does not allocate. The same seed gives the same clicks on every CPU path and packed representation.

mod plane_board;
mod policies;

pub use plane_board::{Candidates, PlaneBoard};
pub use policies::{Tabu, UniformGroups, UniformTiles};

use crate::bits::plane::Plane;
use crate::rules::Cell;
use rand::Rng;

/// A rule for choosing the clicks of a playout.
pub trait Policy<V: Plane, const PLANES: usize> {
    /// Returns a group of two or more tiles, which the caller then removes; `None` only if no group is left.
    fn choose<R: Rng>(&mut self, cpu: V::Cpu, board: &PlaneBoard<V, PLANES>, rng: &mut R) -> Option<V>;
}

/// Plays until no move is left, or until `played` returns `false`. `played` is called with the first cell and the size
/// of every clicked group.
#[inline(always)]
pub fn playout<V: Plane, const PLANES: usize, R: Rng>(
    cpu: V::Cpu,
    board: &mut PlaneBoard<V, PLANES>,
    policy: &mut impl Policy<V, PLANES>,
    rng: &mut R,
    mut played: impl FnMut(Cell, usize) -> bool,
) {
    while let Some(group) = policy.choose(cpu, board, rng) {
        let (cell, size) = (PlaneBoard::<V, PLANES>::first(&group), group.count() as usize);
        debug_assert!(size >= 2, "a policy chose {cell:?}, which is no move");
        board.remove(cpu, &group);
        if !played(cell, size) {
            return;
        }
    }
}
