//! Large boards for playouts: a [`ColumnBoard`] with two ways to draw candidates, by random trials while there are many,
//! and from an index of corners once there are few.
//!
//! Random cells are tried first: on a fairly full board one of ten is a corner. Once they fail, the corners of every
//! column are counted. From then on the index is updated at each click, by examining the tiles above and beside the
//! group; few clicks are left then.

mod corners;

use super::playout_board::{Candidates, PlayoutBoard};
use crate::bits::cpu::Cpu;
use crate::rules::grid::{ColumnBoard, Grid, TilePlace};
use crate::rules::{Cell, Colour};
use crate::samegame::repr::below;
use bitvec::vec::BitVec;
use corners::{CornerIndex, NONE};
use rand::Rng;
use std::cell::RefCell;
use std::ops::Range;

/// The number of random cells that are tried before the corners are counted.
const TRIES: usize = 256;

/// A board of any size for playouts.
#[derive(Clone, Debug)]
pub struct LargeBoard {
    tiles: ColumnBoard,
    /// The corners, once random trials have failed.
    index: RefCell<Option<CornerIndex>>,
}

impl LargeBoard {
    /// Creates a board from a settled grid.
    pub(in crate::samegame) fn new(grid: &Grid) -> LargeBoard {
        LargeBoard { tiles: ColumnBoard::new(grid), index: RefCell::new(None) }
    }

    /// Returns whether a tile is a candidate.
    fn is_candidate(&self, from: Candidates, place: TilePlace) -> bool {
        let code = self.tiles.codes()[self.tiles.index(place)];
        match from {
            Candidates::Clickable => self.tiles.has_equal_neighbour(place),
            Candidates::CornersExcept(tabu) if code == tabu + 1 => false,
            Candidates::Corners | Candidates::CornersExcept(_) => self.tiles.is_corner(place),
        }
    }

    /// Returns the place with a number, with columns from the left and each from the bottom.
    fn place(&self, at: usize) -> TilePlace {
        TilePlace { col: (at / self.tiles.rows()) as u32, row: (at % self.tiles.rows()) as u32 }
    }
}

/// The groups that have yet to be returned: a walk over some columns.
#[derive(Clone, Debug)]
pub struct LargeGroups {
    next: TilePlace,
    columns: Range<usize>,
    but: Option<Colour>,
    /// One bit per cell of the columns, set if its group was returned.
    seen: BitVec,
}

impl<C: Cpu> PlayoutBoard<C> for LargeBoard {
    type Set = Vec<TilePlace>;
    type Links = ();
    /// A range of columns.
    type Region = Range<usize>;
    type Groups = LargeGroups;

    const HAS_CHEAP_LIST: bool = false;

    fn links(&self, _cpu: C) {}

    fn draw<R: Rng>(&self, _cpu: C, (): &(), from: Candidates, rng: &mut R) -> Option<Cell> {
        let cells = self.tiles.columns() * self.tiles.rows();
        let mut index = self.index.borrow_mut();
        if index.is_none() || from == Candidates::Clickable {
            for _ in 0..TRIES.min(cells) {
                let place = self.place(below(rng, cells));
                if self.is_candidate(from, place) {
                    return Some(place.cell());
                }
            }
        }
        let separate = if let Candidates::CornersExcept(tabu) = from { tabu + 1 } else { NONE };
        if index.as_ref().is_none_or(|index| separate != NONE && index.separate != separate) {
            *index = Some(CornerIndex::new(&self.tiles, separate));
        }
        let index = index.as_ref()?;
        let place = match from {
            Candidates::Corners => index.draw(&self.tiles, true, rng),
            Candidates::CornersExcept(_) => index.draw(&self.tiles, false, rng),
            Candidates::Clickable if index.all.all == 0 => None,
            Candidates::Clickable => {
                let clickable: Vec<TilePlace> =
                    self.tiles.places().filter(|&place| self.is_candidate(from, place)).collect();
                Some(clickable[below(rng, clickable.len())])
            }
        };
        place.map(TilePlace::cell)
    }

    fn count_candidates(&self, _cpu: C, (): &(), from: Candidates, group: &Vec<TilePlace>) -> usize {
        group.iter().filter(|&&place| self.is_candidate(from, place)).count()
    }

    fn group(&self, _cpu: C, (): &(), cell: Cell) -> Vec<TilePlace> {
        self.tiles.group(TilePlace::from_cell(cell))
    }

    fn group_within(
        &self,
        _cpu: C,
        (): &(),
        from: Candidates,
        cell: Cell,
        most: u64,
    ) -> Option<Vec<TilePlace>> {
        let (mut group, mut candidates) = (Vec::new(), 0);
        let whole = self.tiles.walk(TilePlace::from_cell(cell), &mut group, |place| {
            candidates += u64::from(self.is_candidate(from, place));
            candidates <= most
        });
        group.sort_unstable();
        whole.then_some(group)
    }

    fn groups(&self, _cpu: C, (): &(), region: Option<&Range<usize>>, but: Option<Colour>) -> LargeGroups {
        let all = 0..self.tiles.columns();
        let columns = region.map_or(all.clone(), |region| region.start..region.end.min(all.end));
        let cells = columns.len() * self.tiles.rows();
        let next = TilePlace { col: columns.start as u32, row: 0 };
        LargeGroups { next, columns, but, seen: BitVec::repeat(false, cells) }
    }

    fn next_group(&self, _cpu: C, (): &(), groups: &mut LargeGroups) -> Option<Vec<TilePlace>> {
        let LargeGroups { next, columns, but, seen } = groups;
        let number =
            |place: TilePlace| (place.col as usize - columns.start) * self.tiles.rows() + place.row as usize;
        while (next.col as usize) < columns.end {
            let place = *next;
            if place.row as usize >= self.tiles.height(place.col as usize) {
                *next = TilePlace { col: place.col + 1, row: 0 };
                continue;
            }
            next.row += 1;
            let colour = self.tiles.get(place.cell());
            if !seen[number(place)]
                && (but.is_none() || colour != *but)
                && self.tiles.has_equal_neighbour(place)
            {
                let group = self.tiles.group(place);
                for &place in group.iter().filter(|place| columns.contains(&(place.col as usize))) {
                    seen.set(number(place), true);
                }
                return Some(group);
            }
        }
        None
    }

    fn remove(&mut self, _cpu: C, group: &Vec<TilePlace>) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { return };
        let lowest = group.iter().map(|place| place.row).min().unwrap_or(0);
        let (first, mut end) = ((first.col as usize).saturating_sub(1), last.col as usize + 2);
        let mut from = lowest.saturating_sub(1) as usize;
        let mut index = self.index.get_mut().as_mut();
        // From the right, so that columns keep their place until they are processed.
        for column in group.chunk_by(|one, two| one.col == two.col).rev() {
            let col = column[0].col as usize;
            let bottom = self.tiles.bottom(col);
            if self.tiles.remove_from_column(column) {
                if let Some(index) = &mut index {
                    index.remove_column(col, bottom);
                }
                end -= 1;
                // Columns that were separate become neighbours.
                from = 0;
            }
        }
        if let Some(index) = index {
            (first..end.min(self.tiles.columns())).for_each(|col| index.recount(&self.tiles, col, from));
        }
    }

    fn first(&self, set: &Vec<TilePlace>) -> Cell {
        set.first().map_or(Cell::new(0, 0), |place| place.cell())
    }

    fn size(&self, set: &Vec<TilePlace>) -> usize {
        set.len()
    }

    /// Returns a sum over the cells.
    fn hash(&self, set: &Vec<TilePlace>) -> u64 {
        let mix = |place: &TilePlace| {
            let at = u64::from(place.col) << 32 | u64::from(place.row);
            let at = (at + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (at ^ at >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        };
        set.iter().fold(0u64, |code, place| code.wrapping_add(mix(place)))
    }

    fn count(&self, _cpu: C, colour: Colour) -> usize {
        self.tiles.counts().get(usize::from(colour)).copied().unwrap_or(0)
    }

    /// Returns the columns of the group and one on either side, or all columns to the right if a column vanishes.
    fn changed_region(&self, _cpu: C, group: &Vec<TilePlace>) -> Range<usize> {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { return 0..0 };
        let mut columns = group.chunk_by(|one, two| one.col == two.col);
        let closes = columns.any(|column| column.len() == self.tiles.height(column[0].col as usize));
        let end = if closes { usize::MAX } else { last.col as usize + 2 };
        (first.col as usize).saturating_sub(1)..end
    }

    /// Does nothing, because the region already contains the columns beside the changed ones.
    fn extend_region(&self, _region: &mut Range<usize>, _group: &Vec<TilePlace>) {}

    fn intersects(&self, region: &Range<usize>, group: &Vec<TilePlace>) -> bool {
        // A group covers all columns from its first to its last.
        let (Some(first), Some(last)) = (group.first(), group.last()) else { return false };
        (first.col as usize) < region.end && last.col as usize >= region.start
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::cpu::Portable;
    use crate::samegame::playout::{Policy, Tabu, UniformGroups, UniformTiles};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Plays to the end, and compares with the plain grid and with a fresh index after each click.
    fn check_playout(
        grid: &Grid,
        separate: u8,
        mut policy: impl Policy<Portable, LargeBoard>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> usize {
        let (cpu, mut grid, mut large, mut clicks) = (Portable, grid.clone(), LargeBoard::new(grid), 0);
        while let Some(group) = policy.choose(cpu, &large, rng) {
            let cell = PlayoutBoard::<Portable>::first(&large, &group);
            let mut cells: Vec<Cell> = group.iter().map(|place| place.cell()).collect();
            cells.sort_unstable();
            assert_eq!(cells, grid.group(cell));
            let closes = large.changed_region(cpu, &group).end == usize::MAX;
            assert_eq!(grid.click(cell), group.len());
            // The index exists from the first click on.
            large.index.get_mut().get_or_insert_with(|| CornerIndex::new(&large.tiles, separate));
            let columns = large.tiles.columns();
            large.remove(cpu, &group);
            assert_eq!(closes, large.tiles.columns() < columns);
            grid.cells().for_each(|cell| assert_eq!(large.tiles.get(cell), grid.get(cell)));
            let index = large.index.borrow().clone().unwrap();
            let fresh = CornerIndex::new(&large.tiles, index.separate);
            assert_eq!((&index.corners, &index.counts), (&fresh.corners, &fresh.counts));
            assert_eq!((index.all.all, index.all.separate), (fresh.all.all, fresh.all.separate));
            let corner = |&place: &TilePlace| large.is_candidate(Candidates::Corners, place);
            assert_eq!(large.tiles.places().filter(corner).count(), index.all.all as usize);
            clicks += 1;
        }
        assert!(grid.is_over());
        clicks
    }

    #[test]
    fn corners_are_those_of_an_index_rebuilt() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        let mut clicks = 0;
        for number in 0..180 {
            let (rows, cols) = (1 + below(&mut rng, 12), 1 + below(&mut rng, 12));
            let colours = 1 + number % 5;
            let grid = Grid::from_names(rows, cols, |_| Some(below(&mut rng, colours) as u64)).unwrap();
            let separate = [1, 2, NONE][number / 3 % 3];
            clicks += match number % 3 {
                0 => check_playout(&grid, separate, UniformTiles, &mut rng),
                1 => check_playout(&grid, separate, UniformGroups, &mut rng),
                _ => check_playout(&grid, separate, Tabu(number as u8 % 2), &mut rng),
            };
        }
        assert!(clicks > 1000, "{clicks}");
    }

    #[test]
    fn a_playout_of_a_large_board_takes_little_per_click() {
        // Counts rebuilt indexes and clicks with an index: most draws are by random trials, and the corners are
        // counted once.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let grid = Grid::from_names(200, 200, |_| Some(below(&mut rng, 5) as u64)).unwrap();
        let (cpu, mut large) = (Portable, LargeBoard::new(&grid));
        let mut policy = Tabu(0);
        let (mut counted, mut clicks, mut after) = (0, 0, 0);
        while let Some(group) = policy.choose(cpu, &large, &mut rng) {
            counted += usize::from(after == 0 && large.index.borrow().is_some());
            after += usize::from(large.index.borrow().is_some());
            clicks += 1;
            large.remove(cpu, &group);
        }
        assert!(clicks > 8000 && after < clicks / 4 && counted == 1, "{clicks} {after} {counted}");
    }
}
