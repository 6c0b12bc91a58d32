//! A batch of 32 boards in SIMD lanes: every step of a flood fill or of a fall is performed on all of them.
//!
//! On a single board, most time is lost waiting: for the last round of a flood fill, which is unpredictable, and for
//! operations on planes that depend on each other. A batch has one last round for all boards, and a step to the next
//! column costs nothing.
//!
//! - this file: the boards, and the links between their tiles
//! - `flood`: flood fill of groups
//! - `fall`: removal of groups, gravity, and closing of columns
//! - `list`: enumeration of all groups
//! - `merge_potential`: bounds on which colours can come together

mod fall;
mod flood;
mod list;
mod merge_potential;
#[cfg(test)]
mod tests;

pub use list::ListedGroups;
pub use merge_potential::MergeAnalysis;

use crate::bits::cpu::Cpu;
use crate::bits::lanes32::{BATCH, Lanes32, PerBoard};

/// The number of columns, and one more that stays empty.
pub const COLUMNS: usize = 17;

/// One value per column, each for all boards.
pub type Columns<V> = [V; COLUMNS];

/// One group per board, and the links along which it spreads.
#[derive(Clone, Debug)]
pub struct GroupBatch<V> {
    /// The tiles of the groups.
    pub tiles: Columns<V>,
    /// The tiles that are equal to the tile on the left.
    pub left: Columns<V>,
    /// The tiles that are equal to the tile above.
    pub above: Columns<V>,
    /// The tiles that are equal to both tiles above.
    two_above: Columns<V>,
    /// The number of columns; the others are empty.
    cols: usize,
}

impl<V> GroupBatch<V> {
    /// Creates a batch without groups and links, for boards of 1 to 16 columns.
    #[inline(always)]
    pub fn new<C: Cpu>(cpu: C, cols: usize) -> Self
    where
        V: Lanes32<C>,
    {
        let nothing = [V::splat(cpu, 0); COLUMNS];
        GroupBatch { tiles: nothing, left: nothing, above: nothing, two_above: nothing, cols }
    }

    /// Returns the number of columns, in a form that lets the compiler know its maximum.
    #[inline(always)]
    pub fn cols(&self) -> usize {
        self.cols.min(COLUMNS - 1)
    }

    /// Sets the links of a column: the tiles that are equal to the tile above, and those equal to the tile on the
    /// left.
    #[inline(always)]
    fn set_links<C: Cpu>(&mut self, col: usize, above: V, left: V)
    where
        V: Lanes32<C>,
    {
        self.above[col] = above;
        self.two_above[col] = above.and(above.down::<1>());
        self.left[col] = left;
    }
}

/// A batch of boards of up to 16×16 cells, with one group on each.
#[derive(Clone, Debug)]
pub struct BoardBatch<V, const PLANES: usize> {
    /// The colours as binary codes.
    pub planes: Columns<[V; PLANES]>,
    /// The current group of each board.
    pub groups: GroupBatch<V>,
}

impl<V, const PLANES: usize> BoardBatch<V, PLANES> {
    /// Creates a batch of empty boards of 1 to 16 columns.
    #[inline(always)]
    pub fn new<C: Cpu>(cpu: C, cols: usize) -> Self
    where
        V: Lanes32<C>,
    {
        BoardBatch { planes: [[V::splat(cpu, 0); PLANES]; COLUMNS], groups: GroupBatch::new(cpu, cols) }
    }

    /// Returns the number of columns, in a form that lets the compiler know its maximum.
    #[inline(always)]
    pub fn cols(&self) -> usize {
        self.groups.cols()
    }

    /// Links equal neighbours.
    #[inline(always)]
    pub fn link<C: Cpu>(&mut self)
    where
        V: Lanes32<C>,
    {
        // Beyond the edges lies code 0, which no tile has.
        let mut before = &self.planes[COLUMNS - 1];
        for col in 0..self.cols() {
            let here = &self.planes[col];
            let mut up = here[0].xor(here[0].down::<1>());
            let mut across = here[0].xor(before[0]);
            for plane in 1..PLANES {
                up = up.or(here[plane].xor(here[plane].down::<1>()));
                across = across.or(here[plane].xor(before[plane]));
            }
            let tiles = tiles(here);
            self.groups.set_links(col, tiles.and_not(up), tiles.and_not(across));
            before = here;
        }
    }

    #[inline(always)]
    pub fn load<C: Cpu>(&mut self, cpu: C, columns: &Columns<[PerBoard; PLANES]>)
    where
        V: Lanes32<C>,
    {
        for col in 0..self.cols() {
            for plane in 0..PLANES {
                self.planes[col][plane] = V::load(cpu, &columns[col][plane]);
            }
        }
    }

    /// Returns the number of tiles in each column.
    #[inline(always)]
    pub fn heights<C: Cpu>(&self) -> Columns<PerBoard>
    where
        V: Lanes32<C>,
    {
        let mut heights = [[0; BATCH]; COLUMNS];
        for col in 0..self.cols() {
            heights[col] = tiles(&self.planes[col]).count().to_array();
        }
        heights
    }

    /// Returns the number of tiles of a colour.
    #[inline(always)]
    pub fn count<C: Cpu>(&self, cpu: C, colour: usize) -> PerBoard
    where
        V: Lanes32<C>,
    {
        let mut count = V::splat(cpu, 0);
        for planes in &self.planes[..self.cols()] {
            count = count.add(cells_of_code(cpu, planes, colour as u32 + 1).count());
        }
        count.to_array()
    }

    /// Returns whether all boards are settled: no tile floats and no empty column lies left of an occupied one.
    fn all_settled<C: Cpu>(&self, cpu: C) -> bool
    where
        V: Lanes32<C>,
    {
        let mut before = V::splat(cpu, 1);
        self.planes[..self.cols()].iter().all(|planes| {
            let tiles = tiles(planes);
            let unsettled = tiles.down::<1>().and_not(tiles).or(tiles.and(before.eq_zero()));
            before = tiles;
            unsettled.is_empty()
        })
    }
}

/// Returns the occupied cells.
#[inline(always)]
pub fn tiles<C: Cpu, V: Lanes32<C>, const PLANES: usize>(planes: &[V; PLANES]) -> V {
    let mut all = planes[0];
    for plane in 1..PLANES {
        all = all.or(planes[plane]);
    }
    all
}

/// Returns the cells with a code other than 0.
#[inline(always)]
pub fn cells_of_code<C: Cpu, V: Lanes32<C>, const PLANES: usize>(
    cpu: C,
    planes: &[V; PLANES],
    code: u32,
) -> V {
    let mut cells = V::splat(cpu, if code >> PLANES == 0 { u16::MAX } else { 0 });
    for (number, &plane) in planes.iter().enumerate() {
        cells = if code >> number & 1 == 1 { cells.and(plane) } else { cells.and_not(plane) };
    }
    cells
}
