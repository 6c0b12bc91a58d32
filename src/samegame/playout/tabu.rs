//! A policy that keeps one colour for the end, where it forms one large group: TabuColourRandomPolicy, the playout
//! policy of Schadd et al. 2008.

use super::Policy;
use super::playout_board::{Candidates, PlayoutBoard};
use super::uniform::draw_group;
use crate::bits::cpu::Cpu;
use crate::rules::Colour;
use rand::Rng;

/// Chooses groups of other colours than one with the same probability, and groups of that colour only when there is no
/// other move.
#[derive(Clone, Copy, Debug)]
pub struct Tabu(pub Colour);

impl<C: Cpu, B: PlayoutBoard<C>> Policy<C, B> for Tabu {
    #[inline(always)]
    fn choose<R: Rng>(&mut self, cpu: C, board: &B, rng: &mut R) -> Option<B::Set> {
        let links = board.links(cpu);
        match draw_group(cpu, board, &links, Candidates::CornersExcept(self.0), rng) {
            None => draw_group(cpu, board, &links, Candidates::Corners, rng),
            some => some,
        }
    }
}
