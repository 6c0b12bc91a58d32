//! Large boards in play: [`Tiles`], and spots drawn by chance as long as there are many, by count when there are
//! few.
//!
//! Random cells are tried first: on a board that is fairly full one of ten is a corner. Once they fail the corners
//! of every column are counted, and from then on kept up to date, which costs a look at the tiles above each click
//! and beside them; few clicks are left then.

mod corners;

use super::live::{Live, Spots};
use crate::base::{Cell, Colour};
use crate::bits::cpu::Cpu;
use crate::grid::Grid;
use crate::samegame::board::below;
use crate::samegame::tiles::{TilePlace, Tiles};
use bitvec::vec::BitVec;
use corners::{Index, NONE};
use rand::Rng;
use std::cell::RefCell;
use std::ops::Range;

/// Random cells tried before the corners are counted.
const TRIES: usize = 256;

/// A board in play of any size.
#[derive(Clone, Debug)]
pub struct Large {
    tiles: Tiles,
    /// Once cells tried by chance have failed.
    index: RefCell<Option<Index>>,
}

impl Large {
    /// The board of a settled grid.
    pub(in crate::samegame) fn new(grid: &Grid) -> Large {
        Large { tiles: Tiles::of_grid(grid), index: RefCell::new(None) }
    }

    /// Whether a place is one of the spots.
    fn is_spot(&self, from: Spots, place: TilePlace) -> bool {
        let code = self.tiles.codes()[self.tiles.index(place)];
        match from {
            Spots::Movers => self.tiles.has_equal_neighbour(place),
            Spots::CornersBut(tabu) if code == tabu + 1 => false,
            Spots::Corners | Spots::CornersBut(_) => self.tiles.is_corner(place),
        }
    }

    /// Every tile.
    fn places(&self) -> impl Iterator<Item = TilePlace> + '_ {
        let column =
            |col: u32| (0..self.tiles.height(col as usize) as u32).map(move |row| TilePlace { col, row });
        (0..self.tiles.columns() as u32).flat_map(column)
    }

    /// The place of a number, columns from the left, each from the bottom.
    fn place(&self, at: usize) -> TilePlace {
        TilePlace { col: (at / self.tiles.rows()) as u32, row: (at % self.tiles.rows()) as u32 }
    }
}

/// Groups not yet handed over: a walk over some columns.
#[derive(Clone, Debug)]
pub struct LargeGroups {
    next: TilePlace,
    columns: Range<usize>,
    but: Option<Colour>,
    /// A bit for each cell of the columns whose group was handed over.
    seen: BitVec,
}

impl<C: Cpu> Live<C> for Large {
    type Set = Vec<TilePlace>;
    type Links = ();
    /// Columns.
    type Region = Range<usize>;
    type Pool = LargeGroups;

    const LISTS: bool = false;

    fn links(&self, _cpu: C) {}

    fn draw<R: Rng>(&self, _cpu: C, (): &(), from: Spots, rng: &mut R) -> Option<Cell> {
        let cells = self.tiles.columns() * self.tiles.rows();
        let mut index = self.index.borrow_mut();
        if index.is_none() || from == Spots::Movers {
            for _ in 0..TRIES.min(cells) {
                let place = self.place(below(rng, cells));
                if self.is_spot(from, place) {
                    return Some(place.cell());
                }
            }
        }
        let apart = if let Spots::CornersBut(tabu) = from { tabu + 1 } else { NONE };
        if index.as_ref().is_none_or(|index| apart != NONE && index.apart != apart) {
            *index = Some(Index::new(&self.tiles, apart));
        }
        let index = index.as_ref()?;
        let place = match from {
            Spots::Corners => index.draw(&self.tiles, true, rng),
            Spots::CornersBut(_) => index.draw(&self.tiles, false, rng),
            Spots::Movers if index.all.all == 0 => None,
            Spots::Movers => {
                let movers: Vec<TilePlace> =
                    self.places().filter(|&place| self.is_spot(from, place)).collect();
                Some(movers[below(rng, movers.len())])
            }
        };
        place.map(TilePlace::cell)
    }

    fn share(&self, _cpu: C, (): &(), from: Spots, group: &Vec<TilePlace>) -> usize {
        group.iter().filter(|&&place| self.is_spot(from, place)).count()
    }

    fn group(&self, _cpu: C, (): &(), cell: Cell) -> Vec<TilePlace> {
        self.tiles.group(TilePlace::of(cell))
    }

    fn group_within(&self, _cpu: C, (): &(), from: Spots, cell: Cell, most: u64) -> Option<Vec<TilePlace>> {
        let (mut group, mut spots) = (Vec::new(), 0);
        let whole = self.tiles.walk(TilePlace::of(cell), &mut group, |place| {
            spots += u64::from(self.is_spot(from, place));
            spots <= most
        });
        group.sort_unstable();
        whole.then_some(group)
    }

    fn pool(&self, _cpu: C, (): &(), region: Option<&Range<usize>>, but: Option<Colour>) -> LargeGroups {
        let all = 0..self.tiles.columns();
        let columns = region.map_or(all.clone(), |region| region.start..region.end.min(all.end));
        let cells = columns.len() * self.tiles.rows();
        let next = TilePlace { col: columns.start as u32, row: 0 };
        LargeGroups { next, columns, but, seen: BitVec::repeat(false, cells) }
    }

    fn next(&self, _cpu: C, (): &(), walk: &mut LargeGroups) -> Option<Vec<TilePlace>> {
        let LargeGroups { next, columns, but, seen } = walk;
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
        // From the right, so that columns keep their place until they are done.
        for column in group.chunk_by(|one, two| one.col == two.col).rev() {
            let col = column[0].col as usize;
            let bottom = self.tiles.bottom(col);
            if self.tiles.sink(column) {
                if let Some(index) = &mut index {
                    index.drop(col, bottom);
                }
                end -= 1;
                // Columns that did not touch do.
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

    /// A sum over the cells.
    fn code(&self, set: &Vec<TilePlace>) -> u64 {
        let mix = |place: &TilePlace| {
            let at = u64::from(place.col) << 32 | u64::from(place.row);
            let at = (at + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (at ^ at >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        };
        set.iter().fold(0u64, |code, place| code.wrapping_add(mix(place)))
    }

    fn colour(&self, _cpu: C, group: &Vec<TilePlace>) -> Option<Colour> {
        self.tiles.get(group.first()?.cell())
    }

    fn is_whole(&self, _cpu: C, (): &(), colour: Colour) -> bool {
        let mut tiles = self.places().filter(|place| self.tiles.get(place.cell()) == Some(colour));
        tiles.next().is_some_and(|place| {
            let size = self.tiles.group(place).len();
            size >= 2 && size == self.tiles.counts()[usize::from(colour)]
        })
    }

    fn count(&self, _cpu: C, colour: Colour) -> usize {
        self.tiles.counts().get(usize::from(colour)).copied().unwrap_or(0)
    }

    /// The columns of the group and one on either side; to the end if a column vanishes.
    fn touched(&self, _cpu: C, group: &Vec<TilePlace>) -> Range<usize> {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { return 0..0 };
        let mut columns = group.chunk_by(|one, two| one.col == two.col);
        let closes = columns.any(|column| column.len() == self.tiles.height(column[0].col as usize));
        let end = if closes { usize::MAX } else { last.col as usize + 2 };
        (first.col as usize).saturating_sub(1)..end
    }

    /// Nothing: the columns beside the changed ones are in it already.
    fn widen(&self, _region: &mut Range<usize>, _group: &Vec<TilePlace>) {}

    fn hits(&self, region: &Range<usize>, group: &Vec<TilePlace>) -> bool {
        // A group has no gap.
        let (Some(first), Some(last)) = (group.first(), group.last()) else { return false };
        (first.col as usize) < region.end && last.col as usize >= region.start
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::cpu::Portable;
    use crate::samegame::playout::{Exception, Policy, Tabu, UniformGroups, UniformTiles};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Plays to the end, and compares with the rule book, and with an index made anew, after each click.
    fn follows(
        grid: &Grid,
        apart: u8,
        mut policy: impl Policy<Portable, Large>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> usize {
        let (cpu, mut grid, mut large, mut clicks) = (Portable, grid.clone(), Large::new(grid), 0);
        while let Some(group) = policy.choose(cpu, &large, rng) {
            let cell = Live::<Portable>::first(&large, &group);
            let mut cells: Vec<Cell> = group.iter().map(|place| place.cell()).collect();
            cells.sort_unstable();
            assert_eq!(cells, grid.group(cell));
            let closes = large.touched(cpu, &group).end == usize::MAX;
            assert_eq!(grid.click(cell), group.len());
            // From the first click on.
            large.index.get_mut().get_or_insert_with(|| Index::new(&large.tiles, apart));
            let columns = large.tiles.columns();
            large.remove(cpu, &group);
            assert_eq!(closes, large.tiles.columns() < columns);
            grid.cells().for_each(|cell| assert_eq!(large.tiles.get(cell), grid.get(cell)));
            let index = large.index.borrow().clone().unwrap();
            let anew = Index::new(&large.tiles, index.apart);
            assert_eq!((&index.corners, &index.counts), (&anew.corners, &anew.counts));
            assert_eq!((index.all.all, index.all.apart), (anew.all.all, anew.all.apart));
            let corner = |&place: &TilePlace| large.is_spot(Spots::Corners, place);
            assert_eq!(large.places().filter(corner).count(), index.all.all as usize);
            clicks += 1;
        }
        assert!(grid.is_over());
        clicks
    }

    #[test]
    fn corners_are_those_of_an_index_made_anew() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
        let mut clicks = 0;
        for number in 0..180 {
            let (rows, cols) = (1 + below(&mut rng, 12), 1 + below(&mut rng, 12));
            let colours = 1 + number % 5;
            let grid = Grid::from_names(rows, cols, |_| Some(below(&mut rng, colours) as u64)).unwrap();
            let apart = [1, 2, NONE][number / 3 % 3];
            clicks += match number % 3 {
                0 => follows(&grid, apart, UniformTiles, &mut rng),
                1 => follows(&grid, apart, UniformGroups, &mut rng),
                _ => follows(&grid, apart, Tabu::new(Some(number as u8 % 2), Exception::Never), &mut rng),
            };
        }
        assert!(clicks > 1000, "{clicks}");
    }

    #[test]
    fn a_playout_of_a_large_board_takes_little_per_click() {
        // Looks at cells, counted: draws by chance, and at most one count of all corners.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let grid = Grid::from_names(200, 200, |_| Some(below(&mut rng, 5) as u64)).unwrap();
        let (cpu, mut large) = (Portable, Large::new(&grid));
        let mut policy = Tabu::new(Some(0), Exception::Never);
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
