//! Games played to the end by a policy.

use super::board::{Board, Cells, below};
use crate::bits::cpu::Cpu;
use crate::grid::Cell;
use rand::Rng;

/// How a playout chooses its clicks.
pub trait Policy<B: Board> {
    /// A cell of a group of two or more tiles; `None` if there is none, and only then.
    fn choose<C: Cpu, R: Rng>(&mut self, cpu: C, board: &B, rng: &mut R) -> Option<Cell>;
}

/// Every tile that has an equal neighbour with the same chance, so groups by their size. The fastest, for
/// no group is listed.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformTiles;

impl<B: Board> Policy<B> for UniformTiles {
    #[inline(always)]
    fn choose<C: Cpu, R: Rng>(&mut self, cpu: C, board: &B, rng: &mut R) -> Option<Cell> {
        board.random_tile(cpu, rng)
    }
}

/// Every group with the same chance. Lists all groups each time.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformGroups;

impl<B: Board> Policy<B> for UniformGroups {
    #[inline(always)]
    fn choose<C: Cpu, R: Rng>(&mut self, cpu: C, board: &B, rng: &mut R) -> Option<Cell> {
        let (mut groups, mut chosen) = (0, None);
        board.groups(cpu, |group| {
            groups += 1;
            if below(rng, groups) == 0 {
                chosen = Some(group.clone());
            }
        });
        let mut first = None;
        chosen?.each(|cell| {
            first.get_or_insert(cell);
        });
        first
    }
}

/// Plays until no move is left; hands every click and the number of tiles it removed to `played`.
#[inline(always)]
pub fn playout<C: Cpu, B: Board, P: Policy<B>, R: Rng>(
    cpu: C,
    board: &mut B,
    policy: &mut P,
    rng: &mut R,
    mut played: impl FnMut(Cell, usize),
) {
    while let Some(cell) = policy.choose(cpu, board, rng) {
        let removed = board.click(cpu, cell);
        debug_assert!(removed >= 2, "a policy chose {cell:?}, which is no move");
        played(cell, removed);
    }
}
