//! Policies that favour nothing.

use super::Policy;
use super::live::{Live, Spots};
use crate::bits::cpu::Cpu;
use crate::samegame::board::below;
use rand::Rng;

/// Draws refused in a row before all groups are listed, where that costs little.
pub(super) const TRIES: usize = 8;

/// Likewise where it costs much.
const MANY_TRIES: usize = 1 << 12;

/// Every tile that has an equal neighbour with the same chance, so groups by their size. The fastest.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformTiles;

impl<C: Cpu, L: Live<C>> Policy<C, L> for UniformTiles {
    #[inline(always)]
    fn choose<R: Rng>(&mut self, cpu: C, live: &L, rng: &mut R) -> Option<L::Set> {
        let links = live.links(cpu);
        let cell = live.draw(cpu, &links, Spots::Movers, rng)?;
        Some(live.group(cpu, &links, cell))
    }
}

/// Every group with the same chance. Lists no groups: see [`Spots::Corners`].
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformGroups;

impl<C: Cpu, L: Live<C>> Policy<C, L> for UniformGroups {
    #[inline(always)]
    fn choose<R: Rng>(&mut self, cpu: C, live: &L, rng: &mut R) -> Option<L::Set> {
        let links = live.links(cpu);
        draw_group(cpu, live, &links, Spots::Corners, rng, Any)
    }
}

/// A condition on groups. Not a closure: see [`Live`].
pub(super) trait Allow<C: Cpu, L: Live<C>> {
    /// Whether the group may be drawn.
    fn allows(self, cpu: C, live: &L, group: &L::Set) -> bool;
}

/// Every group may be drawn.
#[derive(Clone, Copy)]
pub(super) struct Any;

impl<C: Cpu, L: Live<C>> Allow<C, L> for Any {
    #[inline(always)]
    fn allows(self, _cpu: C, _live: &L, _group: &L::Set) -> bool {
        true
    }
}

/// One of the groups that have a spot and that `allow` allows, each with the same chance; `from` must be
/// corners of whole groups. `None` if there is none.
#[inline(always)]
pub(super) fn draw_group<C: Cpu, L: Live<C>, R: Rng>(
    cpu: C,
    live: &L,
    links: &L::Links,
    from: Spots,
    rng: &mut R,
    allow: impl Allow<C, L> + Copy,
) -> Option<L::Set> {
    if !L::LISTS {
        for _ in 0..MANY_TRIES {
            let cell = live.draw(cpu, links, from, rng)?;
            // At least k with chance 1 / k: a group of k corners is taken as often as one of a single corner, and
            // most that are not are given up after a few tiles.
            let most = (1u128 << 64) / (u128::from(rng.next_u64()) + 1);
            let most = most.min(u128::from(u64::MAX)) as u64;
            if let Some(group) = live.group_within(cpu, links, from, cell, most)
                && allow.allows(cpu, live, &group)
            {
                return Some(group);
            }
        }
    }
    for _ in 0..TRIES {
        let group = live.group(cpu, links, live.draw(cpu, links, from, rng)?);
        let corners = live.share(cpu, links, from, &group);
        if (corners == 1 || below(rng, corners) == 0) && allow.allows(cpu, live, &group) {
            return Some(group);
        }
    }
    listed(cpu, live, links, from, rng, allow)
}

/// The same by a list of all groups, which always ends.
#[inline(always)]
pub(super) fn listed<C: Cpu, L: Live<C>, R: Rng>(
    cpu: C,
    live: &L,
    links: &L::Links,
    from: Spots,
    rng: &mut R,
    allow: impl Allow<C, L> + Copy,
) -> Option<L::Set> {
    let (mut seen, mut chosen) = (0, None);
    let mut pool = live.pool(cpu, links, None, None);
    while let Some(group) = live.next(cpu, links, &mut pool) {
        if live.share(cpu, links, from, &group) > 0 && allow.allows(cpu, live, &group) {
            seen += 1;
            if below(rng, seen) == 0 {
                chosen = Some(group);
            }
        }
    }
    chosen
}
