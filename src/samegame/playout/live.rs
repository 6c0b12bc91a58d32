//! A board in play: what a playout asks of it at every click.
//!
//! It is made by [`AtRest::hold`](crate::samegame::board::AtRest::hold), and holds the cells as its path does best: a
//! packed board in registers. So its type depends on the path, while a board at rest has one type on all of them, and
//! no trait can be above both. What both do (find a group, remove it, count a colour) has one name.
//!
//! Policies draw a *spot* first and flood only the group around it. Of a group of n tiles all n are
//! *movers*; its *corners* are the tiles with no equal tile below, none on the left, and none below an equal one on the
//! right. The leftmost tile of a group's lowest row is one. Few groups have two, so that drawing a corner and taking its
//! group with chance 1 / corners gives every group the same chance at hardly more than the cost of one flood, without
//! a list of all groups.
//!
//! Nothing here takes a closure: one that is compiled by itself lacks the path's instructions.
//!
//! ```text
//!  group    movers   corners
//!  . x .    . x .    . . .
//!  x x x    x x x    x . .
//!  . . x    . . x    . . x
//! ```

use crate::base::{Cell, Colour};
use crate::bits::cpu::Cpu;
use rand::Rng;
use std::fmt::Debug;

/// The tiles that a draw is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spots {
    /// Every tile with an equal neighbour.
    Movers,
    /// The corners of every group.
    Corners,
    /// The corners of every group that is not of this colour.
    CornersBut(Colour),
}

/// A board in play. Every operation is inlined into the job that holds the token.
pub trait Live<C: Cpu>: Clone {
    /// A set of cells.
    type Set: Clone + Debug;
    /// Which tiles are equal to their neighbours: worked out once per board.
    type Links;
    /// Where groups may have changed.
    type Region;
    /// Groups not yet handed over.
    type Pool;

    /// Whether all groups of a board are listed at hardly more than the cost of a click.
    const LISTS: bool = true;

    /// Looks at all neighbours.
    fn links(&self, cpu: C) -> Self::Links;
    /// One of the spots, each with the same chance; `None` if there is none. Packed boards take one number
    /// from `rng`, none if there is no spot.
    fn draw<R: Rng>(&self, cpu: C, links: &Self::Links, from: Spots, rng: &mut R) -> Option<Cell>;
    /// How many of the spots are in a group.
    fn share(&self, cpu: C, links: &Self::Links, from: Spots, group: &Self::Set) -> usize;
    /// The group of a tile.
    fn group(&self, cpu: C, links: &Self::Links, cell: Cell) -> Self::Set;
    /// The group of a tile, if it has at most this many of the spots. Where groups are not listed it is given up as
    /// soon as it has more.
    fn group_within(
        &self,
        cpu: C,
        links: &Self::Links,
        from: Spots,
        cell: Cell,
        most: u64,
    ) -> Option<Self::Set> {
        let group = self.group(cpu, links, cell);
        (self.share(cpu, links, from, &group) as u64 <= most).then_some(group)
    }
    /// The groups of two or more tiles that lie in a region, in part, or everywhere, but for those of a
    /// colour: to be taken one by one by [`next`](Live::next).
    fn pool(
        &self,
        cpu: C,
        links: &Self::Links,
        region: Option<&Self::Region>,
        but: Option<Colour>,
    ) -> Self::Pool;
    /// The next group, by first cell in the region: columns from the left, each from the bottom.
    fn next(&self, cpu: C, links: &Self::Links, pool: &mut Self::Pool) -> Option<Self::Set>;
    /// Takes a group off; tiles fall, empty columns close to the left.
    fn remove(&mut self, cpu: C, group: &Self::Set);

    /// The first cell of a set that is not empty.
    fn first(&self, set: &Self::Set) -> Cell;
    /// The number of cells.
    fn size(&self, set: &Self::Set) -> usize;
    /// A hash of the cells, the same on every path; the high bits are the better ones.
    fn code(&self, set: &Self::Set) -> u64;
    /// The colour of a group.
    fn colour(&self, cpu: C, group: &Self::Set) -> Option<Colour>;
    /// Whether the tiles of a colour are one group.
    fn is_whole(&self, cpu: C, links: &Self::Links, colour: Colour) -> bool;
    /// Tiles of a colour.
    fn count(&self, cpu: C, colour: Colour) -> usize;

    /// Where groups may change when this one is removed; asked before the removal.
    fn touched(&self, cpu: C, group: &Self::Set) -> Self::Region;
    /// Adds a group to the region. Old groups that [`hits`](Live::hits) the region are no more; widened by them
    /// it has a tile of every new group, and widened by those too it hits what they swallowed. All other
    /// groups still stand.
    fn widen(&self, region: &mut Self::Region, group: &Self::Set);
    /// Whether a group lies there, in part.
    fn hits(&self, region: &Self::Region, group: &Self::Set) -> bool;
}
