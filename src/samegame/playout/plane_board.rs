//! Packed boards for playouts: colour planes as values, so that a 16×16 board stays in registers on a CPU path with
//! wide ones.

use super::playout_board::{Candidates, PlayoutBoard};
use crate::bits::cells::lowest;
use crate::bits::cpu::{Cpu, Kernel};
use crate::bits::plane::{Plane, cells_of_code, is_settled, occupied};
use crate::rules::{Cell, Colour};
use crate::samegame::repr::random_bit;
use rand::Rng;

/// The colour planes of a board; code 0 is empty, colour c has code c + 1.
#[derive(Clone, Copy, Debug)]
pub struct PlaneBoard<V, const PLANES: usize>([V; PLANES]);

/// The tiles that are equal to the tile above, and those equal to the tile on the right.
#[derive(Clone, Copy, Debug)]
pub struct Links<V> {
    above: V,
    right: V,
}

impl<V> Links<V> {
    /// Returns the group of a bit by following links, so that the colour need not be known.
    #[inline(always)]
    fn group<C: Cpu>(&self, cpu: C, at: usize) -> V
    where
        V: Plane<C>,
    {
        V::run_kernel(cpu, LinkedFlood { links: self, at })
    }

    /// Returns the cells with those up to two steps up or down and one sideways, along links.
    #[inline(always)]
    pub(super) fn spread<C: Cpu>(&self, cells: V) -> V
    where
        V: Plane<C>,
    {
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

impl<C: Cpu, V: Plane<C>> Kernel<C> for LinkedFlood<'_, V> {
    type Out = V;

    #[inline(always)]
    fn run(self, cpu: C) -> V {
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

impl<V, const PLANES: usize> PlaneBoard<V, PLANES> {
    /// Creates a board from the colour planes of a settled board.
    #[inline(always)]
    pub(in crate::samegame) fn new(planes: [V; PLANES]) -> Self {
        PlaneBoard(planes)
    }

    /// Returns the cell of a bit.
    #[inline(always)]
    fn cell<C: Cpu>(bit: usize) -> Cell
    where
        V: Plane<C>,
    {
        Cell::new(bit % V::BITS as usize, bit / V::BITS as usize)
    }

    /// Returns the cells of a colour; none for a colour that the planes cannot represent.
    #[inline(always)]
    fn cells_of_colour<C: Cpu>(&self, cpu: C, colour: Colour) -> V
    where
        V: Plane<C>,
    {
        cells_of_code(cpu, &self.0, u32::from(colour) + 1)
    }

    /// Returns the first cell of each group of two or more tiles, with columns from the left and each from the bottom.
    ///
    /// A run is a longest sequence of linked tiles in one column. If every run of a group is linked with at most one run
    /// of the column on its left, then the group has a single run without such a link, because following the links leads
    /// from all runs to the same one, and the first cell is its bottom. Other groups, which are rare, are flooded.
    #[inline(always)]
    pub(in crate::samegame) fn first_cells<C: Cpu>(&self, cpu: C, links: &Links<V>) -> V
    where
        V: Plane<C>,
    {
        let (above, linked_left) = (links.above, links.right.right());
        // The lowest tile of each sequence that is linked with the same run on the left.
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
    pub(super) fn candidates<C: Cpu>(&self, cpu: C, links: &Links<V>, from: Candidates) -> V
    where
        V: Plane<C>,
    {
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

impl<C: Cpu, V: Plane<C>, const PLANES: usize> PlayoutBoard<C> for PlaneBoard<V, PLANES> {
    type Set = V;
    type Links = Links<V>;
    type Region = V;
    /// The tiles of the groups.
    type Groups = V;

    #[inline(always)]
    fn links(&self, cpu: C) -> Links<V> {
        let (above, right) = V::links(cpu, &self.0);
        Links { above, right }
    }

    #[inline(always)]
    fn draw<R: Rng>(&self, cpu: C, links: &Links<V>, from: Candidates, rng: &mut R) -> Option<Cell> {
        Some(Self::cell(random_bit(cpu, self.candidates(cpu, links, from).words().as_ref(), rng)?))
    }

    #[inline(always)]
    fn count_candidates(&self, cpu: C, links: &Links<V>, from: Candidates, group: &V) -> usize {
        self.candidates(cpu, links, from).and(*group).count() as usize
    }

    #[inline(always)]
    fn group(&self, cpu: C, links: &Links<V>, cell: Cell) -> V {
        links.group(cpu, cell.col * V::BITS as usize + cell.row)
    }

    #[inline(always)]
    fn groups(&self, cpu: C, links: &Links<V>, region: Option<&V>, but: Option<Colour>) -> V {
        let mut rest = self.candidates(cpu, links, Candidates::Clickable);
        if let Some(&region) = region {
            rest = rest.and(region);
        }
        if let Some(colour) = but {
            rest = rest.and_not(self.cells_of_colour(cpu, colour));
        }
        rest
    }

    #[inline(always)]
    fn next_group(&self, cpu: C, links: &Links<V>, groups: &mut V) -> Option<V> {
        let group = links.group(cpu, lowest(groups.words().as_ref())?);
        *groups = groups.and_not(group);
        Some(group)
    }

    #[inline(always)]
    fn remove(&mut self, cpu: C, group: &V) {
        V::sink(cpu, &mut self.0, *group);
        debug_assert!(is_settled(cpu, &self.0), "{self:?}");
    }

    #[inline(always)]
    fn first(&self, set: &V) -> Cell {
        Self::cell(lowest(set.words().as_ref()).unwrap_or(0))
    }

    #[inline(always)]
    fn size(&self, set: &V) -> usize {
        set.count() as usize
    }

    #[inline(always)]
    fn hash(&self, set: &V) -> u64 {
        let mut code = 0_u64;
        for &word in set.words().as_ref() {
            code = (code ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
        code.wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    #[inline(always)]
    fn count(&self, cpu: C, colour: Colour) -> usize {
        self.cells_of_colour(cpu, colour).count() as usize
    }

    #[inline(always)]
    fn changed_region(&self, cpu: C, group: &V) -> V {
        let occupied = occupied(&self.0);
        let falling = occupied.and_not(group.below_lowest());
        let open = occupied.columns(cpu);
        let closed = open & !occupied.and_not(*group).columns(cpu);
        if closed == 0 {
            return falling;
        }
        let first = closed.trailing_zeros();
        // A column may move to where a shorter one was, so the whole column changes, not only the cells with tiles.
        falling.or(V::full_columns(cpu, open >> first << first))
    }

    #[inline(always)]
    fn extend_region(&self, region: &mut V, group: &V) {
        *region = region.or(*group);
    }

    #[inline(always)]
    fn intersects(&self, region: &V, group: &V) -> bool {
        !region.and(*group).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::cpu::{dispatch, tested_paths};
    use crate::rules::Random;
    use crate::rules::grid::Grid;
    use crate::samegame::repr::packed::Packed;
    use crate::samegame::repr::{BoardRepr, Cells};

    /// Returns the first cells of a board of lanes, and those of its list of groups.
    struct FirstCells<'a, const BITS: u32, const WORDS: usize>(&'a Packed<BITS, WORDS, 3>);

    impl<C: Cpu, const BITS: u32, const WORDS: usize> Kernel<C> for FirstCells<'_, BITS, WORDS>
    where
        crate::bits::cpu::Lanes<BITS, WORDS>: crate::bits::cpu::Layout<Words = [u64; WORDS]>,
    {
        type Out = (Vec<u64>, Vec<u64>);
        #[inline(always)]
        fn run(self, cpu: C) -> Self::Out {
            let board = self.0.to_playout(cpu);
            let links = board.links(cpu);
            let (mut listed, mut rest) = (vec![0; WORDS], BoardRepr::groups(self.0, cpu));
            while let Some(group) = self.0.next_group(cpu, &mut rest) {
                let cell = group.first().unwrap();
                let bit = cell.col * BITS as usize + cell.row;
                listed[bit / 64] |= 1 << (bit % 64);
            }
            (board.first_cells(cpu, &links).words().as_ref().to_vec(), listed)
        }
    }

    fn check<const BITS: u32, const WORDS: usize>(random: &mut Random)
    where
        crate::bits::cpu::Lanes<BITS, WORDS>: crate::bits::cpu::Layout<Words = [u64; WORDS]>,
    {
        let (rows, cols) = (random.between(1, BITS as usize), random.between(1, WORDS * 64 / BITS as usize));
        let colours = random.between(1, 4);
        let heights: Vec<usize> = (0..cols).map(|_| random.between(0, rows)).collect();
        let full = random.percent(50);
        let name = |cell: Cell| (full || cell.row < heights[cell.col]).then(|| random.below(colours) as u64);
        let grid = Grid::from_names(rows, cols, name).unwrap();
        let board = Packed::<BITS, WORDS, 3>::from_grid(&grid).unwrap();
        for path in tested_paths() {
            let (fast, listed) = dispatch(path, FirstCells(&board));
            assert_eq!(fast, listed, "{grid:?}");
        }
    }

    #[test]
    fn the_first_cells_are_those_of_the_list_of_groups() {
        let mut random = Random::new(1, 0);
        for _ in 0..300 {
            check::<16, 4>(&mut random);
            check::<32, 16>(&mut random);
        }
    }
}
