//! The plain grid in play: slow and obvious, what [`Large`](super::Large) is compared with.

use super::live::{Live, Spots};
use crate::base::{Cell, Colour};
use crate::bits::cpu::Cpu;
use crate::grid::Grid;
use crate::samegame::board::below;
use rand::Rng;
use std::collections::HashSet;
use std::ops::Range;

/// Random cells tried before the spots are listed.
const TRIES: usize = 256;

/// Whether the cell is one of the spots.
fn is_spot(grid: &Grid, from: Spots, cell: Cell) -> bool {
    let colour = grid.get(cell);
    let same = |row: usize, col: usize| grid.get(Cell::new(row, col)) == colour;
    let Cell { row, col } = cell;
    let starts = || same(row + 1, col) || same(row, col + 1);
    let ends = || {
        row.checked_sub(1).is_some_and(|row| same(row, col))
            || col.checked_sub(1).is_some_and(|col| same(row, col))
    };
    match from {
        _ if colour.is_none() => false,
        Spots::Movers => starts() || ends(),
        Spots::Corners => starts() && !ends(),
        Spots::CornersBut(tabu) => colour != Some(tabu) && starts() && !ends(),
    }
}

/// Groups not yet handed over: a walk over some columns.
#[derive(Clone, Debug)]
pub struct GridGroups {
    at: usize,
    end: usize,
    but: Option<Colour>,
    seen: HashSet<Cell>,
}

impl<C: Cpu> Live<C> for Grid {
    type Set = Vec<Cell>;
    type Links = ();
    /// Columns.
    type Region = Range<usize>;
    type Pool = GridGroups;

    fn links(&self, _cpu: C) {}

    fn draw<R: Rng>(&self, _cpu: C, (): &(), from: Spots, rng: &mut R) -> Option<usize> {
        let cells = self.rows() * self.cols();
        let cell = |at: usize| Cell::new(at % self.rows(), at / self.rows());
        for _ in 0..TRIES.min(cells) {
            let at = below(rng, cells);
            if is_spot(self, from, cell(at)) {
                return Some(at);
            }
        }
        let spots: Vec<usize> = (0..cells).filter(|&at| is_spot(self, from, cell(at))).collect();
        if spots.is_empty() { None } else { Some(spots[below(rng, spots.len())]) }
    }

    fn share(&self, _cpu: C, (): &(), from: Spots, group: &Vec<Cell>) -> usize {
        group.iter().filter(|&&cell| is_spot(self, from, cell)).count()
    }

    fn group(&self, _cpu: C, (): &(), at: usize) -> Vec<Cell> {
        self.group(Cell::new(at % self.rows(), at / self.rows()))
    }

    fn pool(&self, _cpu: C, (): &(), region: Option<&Range<usize>>, but: Option<Colour>) -> GridGroups {
        let columns = region.cloned().unwrap_or(0..self.cols());
        let (at, end) = (columns.start * self.rows(), columns.end * self.rows());
        GridGroups { at, end, but, seen: HashSet::new() }
    }

    fn next(&self, _cpu: C, (): &(), walk: &mut GridGroups) -> Option<Vec<Cell>> {
        while walk.at < walk.end {
            let cell = Cell::new(walk.at % self.rows(), walk.at / self.rows());
            walk.at += 1;
            let wanted = self.get(cell).is_some_and(|colour| walk.but != Some(colour));
            if wanted && !walk.seen.contains(&cell) && self.has_equal_neighbour(cell) {
                let group = self.group(cell);
                walk.seen.extend(group.iter().copied());
                return Some(group);
            }
        }
        None
    }

    fn remove(&mut self, _cpu: C, group: &Vec<Cell>) {
        self.take(group);
    }

    fn at(&self, cell: Cell) -> usize {
        cell.col * self.rows() + cell.row
    }

    fn first(&self, set: &Vec<Cell>) -> Cell {
        set.iter().copied().min_by_key(|cell| (cell.col, cell.row)).unwrap_or(Cell::new(0, 0))
    }

    fn size(&self, set: &Vec<Cell>) -> usize {
        set.len()
    }

    /// A sum over the cells, so that their order does not count.
    fn code(&self, set: &Vec<Cell>) -> u64 {
        let mix = |cell: &Cell| {
            let at = (cell.col as u64) << 32 | cell.row as u64;
            let at = (at + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (at ^ at >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        };
        set.iter().fold(0u64, |code, cell| code.wrapping_add(mix(cell)))
    }

    fn colour(&self, _cpu: C, group: &Vec<Cell>) -> Option<Colour> {
        self.get(*group.first()?)
    }

    fn is_whole(&self, _cpu: C, (): &(), colour: Colour) -> bool {
        let mut tiles = self.cells().filter(|&cell| self.get(cell) == Some(colour));
        tiles.next().is_some_and(|cell| {
            let size = self.group(cell).len();
            size >= 2 && size == self.count(colour)
        })
    }

    fn count(&self, _cpu: C, colour: Colour) -> usize {
        if usize::from(colour) < self.colours() { self.count(colour) } else { 0 }
    }

    /// The columns of the group and one on either side; to the end if a column vanishes.
    fn touched(&self, _cpu: C, group: &Vec<Cell>) -> Range<usize> {
        let (mut first, mut last) = (usize::MAX, 0);
        for cell in group {
            (first, last) = (first.min(cell.col), last.max(cell.col));
        }
        let of_column = |col| group.iter().filter(|cell| cell.col == col).count();
        let vanishes = |col| of_column(col) == self.height(col);
        let closes = group.iter().any(|cell| cell.row == 0 && vanishes(cell.col));
        let end = if closes { self.cols() } else { (last + 2).min(self.cols()) };
        first.saturating_sub(1)..end
    }

    /// Nothing: the columns beside the changed ones are in it already.
    fn widen(&self, _region: &mut Range<usize>, _group: &Vec<Cell>) {}

    fn hits(&self, region: &Range<usize>, group: &Vec<Cell>) -> bool {
        group.iter().any(|cell| region.contains(&cell.col))
    }
}
