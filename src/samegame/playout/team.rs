//! Boards that are clicked in step: each round of a flood or of a fall is made on all of them.
//!
//! A game alone mostly waits: for the last round, which cannot be foretold, and for one operation on its planes after
//! another. In step there is one last round for all, and each board has something to do while another waits.

use super::live::{Live as _, Spots};
use super::planes::{Links, Planes};
use super::uniform::{Any, listed};
use crate::bits::cpu::Cpu;
use crate::bits::plane::Plane;
use crate::samegame::board::draw;
use rand::Rng;

/// Boards, and a group on each of them that is to be taken off.
pub(super) struct Team<V, const PLANES: usize, const BOARDS: usize> {
    boards: [Planes<V, PLANES>; BOARDS],
    links: [Links<V>; BOARDS],
    /// What was drawn from.
    from: [Spots; BOARDS],
    spots: [V; BOARDS],
    groups: [V; BOARDS],
}

impl<V, const PLANES: usize, const BOARDS: usize> Team<V, PLANES, BOARDS> {
    /// The same board in all places.
    #[inline(always)]
    pub fn new<C: Cpu>(cpu: C, board: Planes<V, PLANES>) -> Self
    where
        V: Plane<C>,
    {
        let none = [V::whole(cpu, 0); BOARDS];
        let links = [board.links(cpu); BOARDS];
        Team { boards: [board; BOARDS], links, from: [Spots::Movers; BOARDS], spots: none, groups: none }
    }

    /// Puts another board into a place.
    #[inline(always)]
    pub fn put(&mut self, at: usize, board: Planes<V, PLANES>) {
        self.boards[at] = board;
    }

    /// Draws a tile of a board, from the second kind of spots if there is none of the first. False, and no number from
    /// `rng`, if there is neither.
    #[inline(always)]
    pub fn draw<C: Cpu>(&mut self, cpu: C, at: usize, from: [Spots; 2], rng: &mut impl Rng) -> bool
    where
        V: Plane<C>,
    {
        let board = &self.boards[at];
        let links = board.links(cpu);
        let [mut from, next] = from;
        let mut spots = board.spots(cpu, &links, from);
        if next != from && spots.is_empty() {
            (from, spots) = (next, board.spots(cpu, &links, next));
        }
        (self.links[at], self.from[at], self.spots[at]) = (links, from, spots);
        let drawn = draw(cpu, spots.words().as_ref(), rng);
        self.groups[at] = drawn.map_or(V::whole(cpu, 0), |bit| V::bit(cpu, bit));
        drawn.is_some()
    }

    /// Finds the groups of all tiles drawn.
    #[inline(always)]
    pub fn flood<C: Cpu>(&mut self)
    where
        V: Plane<C>,
    {
        let Team { links, groups, .. } = self;
        // As for a board alone, there is no test before two rounds.
        for at in 0..BOARDS {
            groups[at] = links[at].spread(links[at].spread(groups[at]));
        }
        loop {
            let mut grown = groups[0].xor(groups[0]);
            for at in 0..BOARDS {
                let wider = links[at].spread(groups[at]);
                grown = grown.or(wider.xor(groups[at]));
                groups[at] = wider;
            }
            if grown.is_empty() {
                return;
            }
        }
    }

    /// How many of the tiles that were drawn from are in the group of a board.
    #[inline(always)]
    pub fn share<C: Cpu>(&self, at: usize) -> usize
    where
        V: Plane<C>,
    {
        self.spots[at].and(self.groups[at]).count() as usize
    }

    /// The number of tiles in the group of a board.
    #[inline(always)]
    pub fn size<C: Cpu>(&self, at: usize) -> usize
    where
        V: Plane<C>,
    {
        self.groups[at].count() as usize
    }

    /// The group of a board is not taken off.
    #[inline(always)]
    pub fn pass<C: Cpu>(&mut self, cpu: C, at: usize)
    where
        V: Plane<C>,
    {
        self.groups[at] = V::whole(cpu, 0);
    }

    /// Draws another group of a board from a list of all that have tiles that were drawn from.
    #[inline(always)]
    pub fn list<C: Cpu>(&mut self, cpu: C, at: usize, rng: &mut impl Rng)
    where
        V: Plane<C>,
    {
        let group = listed(cpu, &self.boards[at], &self.links[at], self.from[at], rng, Any);
        self.groups[at] = group.unwrap_or(V::whole(cpu, 0));
    }

    /// Takes the groups off; tiles fall, empty columns close to the left.
    #[inline(always)]
    pub fn remove<C: Cpu>(&mut self, cpu: C)
    where
        V: Plane<C>,
    {
        Planes::remove_in_step(cpu, &mut self.boards, &self.groups);
    }
}
