//! Games played to the end by a policy.
//!
//! - [`playout_board`]: the trait of boards for playouts
//! - `plane_board`: packed boards, in SIMD registers where the CPU has them
//! - `large`: boards that no packed representation supports
//! - [`uniform`]: policies that choose all tiles, or all groups, with the same probability
//! - [`tabu`]: a policy that keeps one colour for the end
//! - [`softmax`]: a policy with learned weights, which updates its list of groups from click to click
//!
//! A playout on a packed board does not allocate, and the same seed gives the same clicks on every CPU path and for
//! every packed representation.

mod large;
mod plane_board;
pub mod playout_board;
pub mod softmax;
pub mod tabu;
pub mod uniform;

pub use large::LargeBoard;
pub use plane_board::PlaneBoard;
pub use playout_board::{Candidates, PlayoutBoard};
pub use softmax::{Softmax, Transcript};
pub use tabu::Tabu;
pub use uniform::{UniformGroups, UniformTiles};

use crate::bits::cpu::Cpu;
use crate::rules::Cell;
use rand::Rng;

/// A rule for choosing the clicks of a playout.
pub trait Policy<C: Cpu, B: PlayoutBoard<C>> {
    /// Prepares for a new game.
    fn start(&mut self, _cpu: C, _board: &B) {}

    /// Returns a group of two or more tiles, or `None` if and only if there is none. The caller then removes the
    /// group.
    fn choose<R: Rng>(&mut self, cpu: C, board: &B, rng: &mut R) -> Option<B::Set>;
}

/// Plays until no move is left, or until `played` returns `false`. `played` is called with the first cell and the size
/// of every clicked group.
#[inline(always)]
pub fn playout<C: Cpu, B: PlayoutBoard<C>, P: Policy<C, B>, R: Rng>(
    cpu: C,
    board: &mut B,
    policy: &mut P,
    rng: &mut R,
    mut played: impl FnMut(Cell, usize) -> bool,
) {
    policy.start(cpu, board);
    while let Some(group) = policy.choose(cpu, board, rng) {
        let (cell, size) = (board.first(&group), board.size(&group));
        debug_assert!(size >= 2, "a policy chose {cell:?}, which is no move");
        board.remove(cpu, &group);
        if !played(cell, size) {
            return;
        }
    }
}
