//! Policies: all tiles or all groups with the same probability, and one that keeps a colour for the end.

use super::plane_board::Links;
use super::{Candidates, PlaneBoard, Policy};
use crate::bits::plane::Plane;
use crate::rules::Colour;
use crate::samegame::repr::below;
use rand::Rng;

/// The number of rejected draws before all groups are listed.
const TRIES: usize = 8;

/// Chooses every tile with an equal neighbour with the same probability, so that a group of twice the size is chosen
/// twice as often. The fastest policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformTiles;

impl<V: Plane, const PLANES: usize> Policy<V, PLANES> for UniformTiles {
    #[inline(always)]
    fn choose<R: Rng>(&mut self, cpu: V::Cpu, board: &PlaneBoard<V, PLANES>, rng: &mut R) -> Option<V> {
        let links = board.links(cpu);
        let bit = board.draw(cpu, &links, Candidates::Clickable, rng)?;
        Some(links.group(cpu, bit))
    }
}

/// Chooses every group with the same probability. Draws [corners](Candidates::Corners), which needs no list of groups.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformGroups;

impl<V: Plane, const PLANES: usize> Policy<V, PLANES> for UniformGroups {
    #[inline(always)]
    fn choose<R: Rng>(&mut self, cpu: V::Cpu, board: &PlaneBoard<V, PLANES>, rng: &mut R) -> Option<V> {
        let links = board.links(cpu);
        draw_group(cpu, board, &links, Candidates::Corners, rng)
    }
}

/// Chooses among all groups but those of one colour with the same probability. Groups of that colour, which form one
/// large group in the end, come last: TabuColourRandomPolicy, the playout policy of Schadd et al. 2008.
#[derive(Clone, Copy, Debug)]
pub struct Tabu(pub Colour);

impl<V: Plane, const PLANES: usize> Policy<V, PLANES> for Tabu {
    #[inline(always)]
    fn choose<R: Rng>(&mut self, cpu: V::Cpu, board: &PlaneBoard<V, PLANES>, rng: &mut R) -> Option<V> {
        let links = board.links(cpu);
        match draw_group(cpu, board, &links, Candidates::CornersExcept(self.0), rng) {
            None => draw_group(cpu, board, &links, Candidates::Corners, rng),
            some => some,
        }
    }
}

/// Draws one of the groups that contain a candidate, all with the same probability; `None` if there is no candidate.
/// `from` must be `Corners` or `CornersExcept`.
#[inline(always)]
fn draw_group<V: Plane, const PLANES: usize, R: Rng>(
    cpu: V::Cpu,
    board: &PlaneBoard<V, PLANES>,
    links: &Links<V>,
    from: Candidates,
    rng: &mut R,
) -> Option<V> {
    for _ in 0..TRIES {
        let group = links.group(cpu, board.draw(cpu, links, from, rng)?);
        let corners = board.count_candidates(cpu, links, from, group);
        if corners == 1 || below(rng, corners) == 0 {
            return Some(group);
        }
    }
    // Every draw was rejected: lists all groups, which always terminates.
    let (mut seen, mut chosen) = (0, None);
    let mut rest = board.candidates(cpu, links, Candidates::Clickable);
    while let Some(group) = links.next_group(cpu, &mut rest) {
        if board.count_candidates(cpu, links, from, group) > 0 {
            seen += 1;
            if below(rng, seen) == 0 {
                chosen = Some(group);
            }
        }
    }
    chosen
}
