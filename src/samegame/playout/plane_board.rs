//! Packed boards for playouts: colour planes as values, so that a 16×16 board stays in registers if the CPU path has
//! wide registers.
//!
//! Policies first draw a *candidate* tile and flood only the group around it. All tiles of groups of two or more are
//! *clickable*. A *corner* is a clickable tile with no equal tile below or on the left; if the tile on its right is
//! equal, that tile has no equal tile below either. The leftmost tile of the lowest row of a group is always a corner,
//! and few groups have two. So drawing a corner and accepting its group of k corners with probability 1/k chooses every
//! group with the same probability, at little more than the cost of one flood fill and without a list of all groups.
//!
//! ```text
//!  group    clickable   corners
//!  . x .    . x .    . . .
//!  x x x    x x x    x . .
//!  . . x    . . x    . . x
//! ```

use crate::bits::cells::lowest;
use crate::bits::cpu::Kernel;
use crate::bits::plane::{Plane, cells_of_code, is_settled};
use crate::rules::{Cell, Colour};
use crate::samegame::repr::random_bit;
use rand::Rng;

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

/// The colour planes of a board. A cell has bit k of its code in plane k: code 0 is empty, code c + 1 is colour c.
#[derive(Clone, Copy, Debug)]
pub struct PlaneBoard<V, const PLANES: usize>([V; PLANES]);

/// The tiles equal to the tile above them, and the tiles equal to the tile on their right.
#[derive(Clone, Copy, Debug)]
pub struct Links<V> {
    above: V,
    right: V,
}

impl<V: Plane> Links<V> {
    /// Returns the group of the tile at bit `at`. Follows links, so the colour of the group need not be known.
    #[inline(always)]
    pub(super) fn group(&self, cpu: V::Cpu, at: usize) -> V {
        V::run_kernel(cpu, LinkedFlood { links: self, at })
    }

    /// Removes the next group from `rest`, a union of groups, and returns the group; `None` if `rest` is empty.
    #[inline(always)]
    pub(super) fn next_group(&self, cpu: V::Cpu, rest: &mut V) -> Option<V> {
        let group = self.group(cpu, lowest(rest.words().as_ref())?);
        *rest = rest.and_not(group);
        Some(group)
    }

    /// Returns `cells` and the tiles within two links of `cells`; only the last link may go sideways.
    #[inline(always)]
    pub(super) fn spread(&self, cells: V) -> V {
        let (above, right) = (self.above, self.right);
        let tall = cells.or(cells.and(above).up().or(cells.down().and(above)));
        let rows = tall.or(tall.and(above).up().or(tall.down().and(above)));
        rows.or(tall.and(right).right().or(tall.left().and(right)))
    }
}

/// The flood fill from one tile along links, as a kernel.
struct LinkedFlood<'a, V> {
    links: &'a Links<V>,
    at: usize,
}

impl<V: Plane> Kernel<V::Cpu> for LinkedFlood<'_, V> {
    type Out = V;

    #[inline(always)]
    fn run(self, cpu: V::Cpu) -> V {
        let LinkedFlood { links, at } = self;
        // Most groups are complete after two rounds: a test after the first would be mispredicted too often.
        let mut group = links.spread(links.spread(V::bit(cpu, at)));
        loop {
            let wider = links.spread(group);
            if wider.xor(group).is_empty() {
                return group;
            }
            group = wider;
        }
    }
}

impl<V: Plane, const PLANES: usize> PlaneBoard<V, PLANES> {
    /// Creates a board from the colour planes of a settled board.
    #[inline(always)]
    pub(in crate::samegame) fn new(planes: [V; PLANES]) -> Self {
        PlaneBoard(planes)
    }

    /// Finds the pairs of equal neighbours.
    #[inline(always)]
    pub fn links(&self, cpu: V::Cpu) -> Links<V> {
        let (above, right) = V::links(cpu, &self.0);
        Links { above, right }
    }

    /// Returns the bit of a candidate, chosen uniformly by one number from `rng`. If there is no candidate, takes no
    /// number and returns `None`.
    #[inline(always)]
    pub(super) fn draw<R: Rng>(
        &self,
        cpu: V::Cpu,
        links: &Links<V>,
        from: Candidates,
        rng: &mut R,
    ) -> Option<usize> {
        random_bit(cpu, self.candidates(cpu, links, from).words().as_ref(), rng)
    }

    /// Counts the candidates in `cells`. This is a method, because a closure that is called twice would be compiled
    /// without the instructions of the CPU path.
    #[inline(always)]
    pub(super) fn count_candidates(
        &self,
        cpu: V::Cpu,
        links: &Links<V>,
        from: Candidates,
        cells: V,
    ) -> usize {
        self.candidates(cpu, links, from).and(cells).count() as usize
    }

    /// Removes a group; tiles fall, empty columns close to the left.
    #[inline(always)]
    pub fn remove(&mut self, cpu: V::Cpu, group: &V) {
        V::sink(cpu, &mut self.0, *group);
        debug_assert!(is_settled(cpu, &self.0), "{:?}", self.0);
    }

    /// Returns the first cell of a non-empty set: the lowest cell of its leftmost column.
    #[inline(always)]
    pub(in crate::samegame) fn first(set: &V) -> Cell {
        let bit = lowest(set.words().as_ref()).unwrap_or(0);
        Cell::new(bit % V::BITS as usize, bit / V::BITS as usize)
    }

    /// Returns the cells of a colour; none for a colour that the planes cannot represent.
    #[inline(always)]
    fn cells_of_colour(&self, cpu: V::Cpu, colour: Colour) -> V {
        cells_of_code(cpu, &self.0, u32::from(colour) + 1)
    }

    /// Returns the first cell of each group of two or more tiles: the lowest cell of the group's leftmost column.
    ///
    /// A run is a longest sequence of linked tiles in one column. If every run of a group is linked with at most one
    /// run of the column on its left, then following these links leads from all runs to the same run. Only this run has
    /// no such link, and its bottom is the first cell. Other groups, which are rare, are flooded.
    #[inline(always)]
    pub(in crate::samegame) fn first_cells(&self, cpu: V::Cpu, links: &Links<V>) -> V {
        let (above, linked_left) = (links.above, links.right.right());
        // The starts: in each run, the lowest tile beside each linked run on the left.
        let starts = linked_left.and_not(linked_left.and(above).up());
        // The tiles with a start at or above them in their run.
        let mut under = starts;
        loop {
            let more = under.or(under.down().and(above));
            if more.xor(under).is_empty() {
                break;
            }
            under = more;
        }
        let clickable = self.candidates(cpu, links, Candidates::Clickable);
        let mut first = clickable.and_not(above.up()).and_not(under);
        let mut joins = starts.and(above).and(under.down());
        while let Some(join) = lowest(joins.words().as_ref()) {
            let group = links.group(cpu, join);
            if let Some(bit) = lowest(first.and(group).words().as_ref()) {
                first = first.and_not(group).or(V::bit(cpu, bit));
            }
            joins = joins.and_not(group);
        }
        first
    }

    #[inline(always)]
    pub(super) fn candidates(&self, cpu: V::Cpu, links: &Links<V>, from: Candidates) -> V {
        let (above, right) = (links.above, links.right);
        let (below, starts) = (above.up(), above.or(right));
        let ends = below.or(right.right());
        if from == Candidates::Clickable {
            return starts.or(ends);
        }
        let corners = starts.and_not(ends).and_not(right.and(below.left()));
        match from {
            Candidates::CornersExcept(colour) => corners.and_not(self.cells_of_colour(cpu, colour)),
            _ => corners,
        }
    }
}
