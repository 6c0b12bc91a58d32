//! The trait of boards for playouts: the operations that a playout performs at every click.
//!
//! Such a board is created by [`BoardRepr::to_playout`](crate::samegame::repr::BoardRepr::to_playout), and holds the
//! cells in the form best for its CPU path: a packed board in registers. So its type depends on the path, whereas a
//! [`BoardRepr`](crate::samegame::repr::BoardRepr) has the same type on all paths, and one trait cannot cover both.
//! Operations that both have (find a group, remove it, count a colour) have the same name.
//!
//! Policies first draw a *candidate* tile and flood only the group around it. All n tiles of a group of n are
//! *clickable*; its *corners* are the tiles with no equal tile below, none on the left, and none below an equal tile
//! on the right. The leftmost tile of the lowest row of a group is always a corner, and few groups have two. So
//! drawing a corner and accepting its group with probability 1 / corners chooses every group with the same
//! probability, at little more than the cost of one flood fill and without a list of all groups.
//!
//! No operation takes a closure, because a closure that is compiled separately lacks the instructions of the path.
//!
//! ```text
//!  group    clickable   corners
//!  . x .    . x .    . . .
//!  x x x    x x x    x . .
//!  . . x    . . x    . . x
//! ```

use crate::bits::cpu::Cpu;
use crate::rules::{Cell, Colour};
use rand::Rng;
use std::fmt::Debug;

/// The set of tiles to draw from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// All tiles with an equal neighbour.
    Clickable,
    /// The corners of all groups.
    Corners,
    /// The corners of all groups, except groups of this colour.
    CornersExcept(Colour),
}

/// A board for playouts. Every operation is inlined into the kernel that has the token.
pub trait PlayoutBoard<C: Cpu>: Clone {
    /// A set of cells.
    type Set: Clone + Debug;
    /// The pairs of equal neighbours, computed once per position.
    type Links;
    /// The part of the board where groups may have changed.
    type Region;
    /// The groups that [`next_group`](Self::next_group) has yet to return.
    type Groups;

    /// Whether listing all groups costs little more than a click.
    const HAS_CHEAP_LIST: bool = true;

    /// Finds the pairs of equal neighbours.
    fn links(&self, cpu: C) -> Self::Links;
    /// Returns a candidate, chosen uniformly, or `None` if there is none. Packed boards take one number from `rng`, or
    /// none if there is no candidate.
    fn draw<R: Rng>(&self, cpu: C, links: &Self::Links, from: Candidates, rng: &mut R) -> Option<Cell>;
    /// Returns the number of candidates in a group.
    fn count_candidates(&self, cpu: C, links: &Self::Links, from: Candidates, group: &Self::Set) -> usize;
    /// Returns the group of a tile.
    fn group(&self, cpu: C, links: &Self::Links, cell: Cell) -> Self::Set;
    /// Returns the group of a tile if it contains at most `most` candidates. Without a [cheap
    /// list](Self::HAS_CHEAP_LIST), the flood fill stops as soon as there are more.
    fn group_within(
        &self,
        cpu: C,
        links: &Self::Links,
        from: Candidates,
        cell: Cell,
        most: u64,
    ) -> Option<Self::Set> {
        let group = self.group(cpu, links, cell);
        (self.count_candidates(cpu, links, from, &group) as u64 <= most).then_some(group)
    }
    /// Returns the groups of two or more tiles that intersect a region, or all of them, except groups of the colour
    /// `but`, for [`next_group`](Self::next_group).
    fn groups(
        &self,
        cpu: C,
        links: &Self::Links,
        region: Option<&Self::Region>,
        but: Option<Colour>,
    ) -> Self::Groups;
    /// Removes the next group from `groups` and returns it. The order is by first cell in the region, with columns from
    /// the left and each from the bottom.
    fn next_group(&self, cpu: C, links: &Self::Links, groups: &mut Self::Groups) -> Option<Self::Set>;
    /// Removes a group; tiles fall, empty columns close to the left.
    fn remove(&mut self, cpu: C, group: &Self::Set);

    /// Returns the first cell of a set, which must not be empty.
    fn first(&self, set: &Self::Set) -> Cell;
    /// Returns the number of cells.
    fn size(&self, set: &Self::Set) -> usize;
    /// Returns a hash of the cells, the same on every path. The high bits are mixed best.
    fn hash(&self, set: &Self::Set) -> u64;
    /// Returns the number of tiles of a colour.
    fn count(&self, cpu: C, colour: Colour) -> usize;

    /// Returns the region where groups change when `group` is removed; called before the removal.
    fn changed_region(&self, cpu: C, group: &Self::Set) -> Self::Region;
    /// Adds a group to the region. Old groups that [intersect](Self::intersects) the region no longer exist. Extended
    /// by these groups, the region contains a tile of every new group; extended by the new groups as well, it
    /// intersects the old groups that merged into them. All other groups are unchanged.
    fn extend_region(&self, region: &mut Self::Region, group: &Self::Set);
    /// Returns whether a group and a region intersect.
    fn intersects(&self, region: &Self::Region, group: &Self::Set) -> bool;
}
