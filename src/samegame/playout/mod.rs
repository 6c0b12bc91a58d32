//! Games played to the end by a policy.
//!
//! - [`live`]: a board in play, and what it can be asked
//! - `planes`: packed boards in play, held in registers where the CPU has them
//! - `large`: boards in play that no packed kind holds
//! - [`uniform`]: every tile, or every group, with the same chance
//! - [`tabu`]: one colour kept for the end
//! - [`scored`]: many random games and their points, for measuring
//! - `team`: games in step, thirty-two abreast; `streams`: their random numbers
//! - [`softmax`]: by learned weights, the groups kept from click to click
//!
//! A playout allocates nothing (on a packed board), and the same seed gives the same clicks on every CPU
//! path and every packed kind.

mod large;
pub mod live;
mod planes;
pub mod scored;
pub mod softmax;
mod streams;
pub mod tabu;
mod team;
pub mod uniform;

pub use large::Large;
pub use live::{Live, Spots};
pub use planes::Planes;
pub use softmax::{Softmax, Transcript};
pub use tabu::{Exception, Tabu};
pub use uniform::{UniformGroups, UniformTiles};

use crate::base::Cell;
use crate::bits::cpu::Cpu;
use rand::Rng;

/// How a playout chooses its clicks.
pub trait Policy<C: Cpu, L: Live<C>> {
    /// A new game begins.
    fn start(&mut self, _cpu: C, _live: &L) {}

    /// A group of two or more tiles; `None` if there is none, and only then. The game continues with the board
    /// after this group's removal.
    fn choose<R: Rng>(&mut self, cpu: C, live: &L, rng: &mut R) -> Option<L::Set>;
}

/// Plays until no move is left, or until `played` gives `false`; it is handed the first cell of every group
/// clicked and the number of its tiles.
#[inline(always)]
pub fn playout<C: Cpu, L: Live<C>, P: Policy<C, L>, R: Rng>(
    cpu: C,
    live: &mut L,
    policy: &mut P,
    rng: &mut R,
    mut played: impl FnMut(Cell, usize) -> bool,
) {
    policy.start(cpu, live);
    while let Some(group) = policy.choose(cpu, live, rng) {
        let (cell, size) = (live.first(&group), live.size(&group));
        debug_assert!(size >= 2, "a policy chose {cell:?}, which is no move");
        live.remove(cpu, &group);
        if !played(cell, size) {
            return;
        }
    }
}
