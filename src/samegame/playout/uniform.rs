//! Policies without preferences.

use super::Policy;
use super::playout_board::{Candidates, PlayoutBoard};
use crate::bits::cpu::Cpu;
use crate::samegame::repr::below;
use rand::Rng;

/// The number of rejected draws before all groups are listed, on boards with a cheap list.
const TRIES: usize = 8;

/// The number of rejected draws before all groups are listed, on other boards.
const MANY_TRIES: usize = 1 << 12;

/// Chooses every tile with an equal neighbour with the same probability, so groups in proportion to their size. The
/// fastest policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformTiles;

impl<C: Cpu, B: PlayoutBoard<C>> Policy<C, B> for UniformTiles {
    #[inline(always)]
    fn choose<R: Rng>(&mut self, cpu: C, board: &B, rng: &mut R) -> Option<B::Set> {
        let links = board.links(cpu);
        let cell = board.draw(cpu, &links, Candidates::Clickable, rng)?;
        Some(board.group(cpu, &links, cell))
    }
}

/// Chooses every group with the same probability. Does not list groups: see [`Candidates::Corners`].
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformGroups;

impl<C: Cpu, B: PlayoutBoard<C>> Policy<C, B> for UniformGroups {
    #[inline(always)]
    fn choose<R: Rng>(&mut self, cpu: C, board: &B, rng: &mut R) -> Option<B::Set> {
        let links = board.links(cpu);
        draw_group(cpu, board, &links, Candidates::Corners, rng)
    }
}

/// Draws one of the groups that contain a candidate, chosen uniformly, or returns `None` if there is none. `from` must
/// be corners of whole groups.
#[inline(always)]
pub(super) fn draw_group<C: Cpu, B: PlayoutBoard<C>, R: Rng>(
    cpu: C,
    board: &B,
    links: &B::Links,
    from: Candidates,
    rng: &mut R,
) -> Option<B::Set> {
    if !B::HAS_CHEAP_LIST {
        for _ in 0..MANY_TRIES {
            let cell = board.draw(cpu, links, from, rng)?;
            // At least k with probability 1 / k: a group with k corners is accepted as often as one with a single
            // corner, and the flood fill of most rejected groups stops after a few tiles.
            let most = (1u128 << 64) / (u128::from(rng.next_u64()) + 1);
            let most = most.min(u128::from(u64::MAX)) as u64;
            if let Some(group) = board.group_within(cpu, links, from, cell, most) {
                return Some(group);
            }
        }
    }
    for _ in 0..TRIES {
        let group = board.group(cpu, links, board.draw(cpu, links, from, rng)?);
        let corners = board.count_candidates(cpu, links, from, &group);
        if corners == 1 || below(rng, corners) == 0 {
            return Some(group);
        }
    }
    draw_from_list(cpu, board, links, from, rng)
}

/// Draws by listing all groups, which always terminates.
#[inline(always)]
fn draw_from_list<C: Cpu, B: PlayoutBoard<C>, R: Rng>(
    cpu: C,
    board: &B,
    links: &B::Links,
    from: Candidates,
    rng: &mut R,
) -> Option<B::Set> {
    let (mut seen, mut chosen) = (0, None);
    let mut groups = board.groups(cpu, links, None, None);
    while let Some(group) = board.next_group(cpu, links, &mut groups) {
        if board.count_candidates(cpu, links, from, &group) > 0 {
            seen += 1;
            if below(rng, seen) == 0 {
                chosen = Some(group);
            }
        }
    }
    chosen
}
