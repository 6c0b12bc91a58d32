//! A policy that keeps one colour for the end, where it forms one large group: TabuColourRandomPolicy, the playout
//! policy of Schadd et al. 2008.

use super::uniform::draw_group;
use super::{Candidates, PlaneBoard, Policy};
use crate::bits::cpu::Cpu;
use crate::bits::plane::Plane;
use crate::rules::Colour;
use rand::Rng;

/// Chooses groups of other colours than one with the same probability, and groups of that colour only when there is no
/// other move.
#[derive(Clone, Copy, Debug)]
pub struct Tabu(pub Colour);

impl<C: Cpu, V: Plane<C>, const PLANES: usize> Policy<C, V, PLANES> for Tabu {
    #[inline(always)]
    fn choose<R: Rng>(&mut self, cpu: C, board: &PlaneBoard<V, PLANES>, rng: &mut R) -> Option<V> {
        let links = board.links(cpu);
        match draw_group(cpu, board, &links, Candidates::CornersExcept(self.0), rng) {
            None => draw_group(cpu, board, &links, Candidates::Corners, rng),
            some => some,
        }
    }
}
