//! [`Grid`] as a board: any size, for what no packed board can hold.

use crate::base::{Cell, Colour};
use crate::bits::cpu::Cpu;
use crate::grid::Grid;
use crate::samegame::board::at_rest::sealed::Sealed;
use crate::samegame::board::at_rest::{AtRest, BoardError, Cells, Meeting, settled};
use crate::samegame::board::draw::below;
use crate::samegame::playout::Large;
use rand::Rng;
use std::hash::{Hash, Hasher};

/// Cells above which a debug build no longer checks the whole board after an operation.
const CHECKED: usize = 4096;

/// Random cells tried before the tiles that have an equal neighbour are listed.
pub(in crate::samegame) const TRIES: usize = 256;

/// A tile with an equal neighbour, each with the same chance; so many random cells are tried before they are listed.
pub(in crate::samegame) fn mover<R: Rng>(grid: &Grid, tries: usize, rng: &mut R) -> Option<Cell> {
    let cells = grid.rows() * grid.cols();
    if cells == 0 {
        return None;
    }
    for _ in 0..tries {
        let at = below(rng, cells);
        let cell = Cell::new(at % grid.rows(), at / grid.rows());
        if grid.has_equal_neighbour(cell) {
            return Some(cell);
        }
    }
    let movers: Vec<Cell> = grid.cells().filter(|&cell| grid.has_equal_neighbour(cell)).collect();
    if movers.is_empty() { None } else { Some(movers[below(rng, movers.len())]) }
}

/// Cells in the order of [`AtRest::groups`].
impl Cells for Vec<Cell> {
    fn count(&self) -> usize {
        self.len()
    }

    fn add(&mut self, others: &Self) {
        self.extend_from_slice(others);
    }

    fn contains(&self, cell: Cell) -> bool {
        self.as_slice().contains(&cell)
    }

    fn first(&self) -> Option<Cell> {
        self.iter().copied().min_by_key(|cell| (cell.col, cell.row))
    }

    fn each(&self, cell: impl FnMut(Cell)) {
        let mut cells = self.clone();
        cells.sort_unstable_by_key(|cell| (cell.col, cell.row));
        cells.into_iter().for_each(cell);
    }
}

impl Sealed for Grid {}

impl AtRest for Grid {
    type Mask = Vec<Cell>;
    type Groups = std::vec::IntoIter<Vec<Cell>>;
    type Held<C: Cpu> = Large;
    const PATHS: bool = false;
    const LOOKS: bool = false;

    fn from_grid(grid: &Grid) -> Result<Self, BoardError> {
        settled(grid)?;
        Ok(grid.clone())
    }

    fn hold<C: Cpu>(&self, _cpu: C) -> Large {
        Large::new(self)
    }

    fn to_grid(&self, _like: &Grid) -> Grid {
        self.clone()
    }

    fn get(&self, cell: Cell) -> Option<Colour> {
        self.get(cell)
    }

    fn group<C: Cpu>(&self, _cpu: C, cell: Cell) -> Vec<Cell> {
        self.group(cell)
    }

    fn remove<C: Cpu>(&mut self, _cpu: C, cells: &Vec<Cell>) {
        self.take(cells);
        debug_assert!(self.rows() * self.cols() > CHECKED || self.sound() == Ok(()));
    }

    fn groups<C: Cpu>(&self, _cpu: C) -> Self::Groups {
        let mut groups = Vec::new();
        self.each_group(|group| groups.push(group.to_vec()));
        groups.into_iter()
    }

    fn next_group<C: Cpu>(&self, _cpu: C, groups: &mut Self::Groups) -> Option<Vec<Cell>> {
        groups.next()
    }

    fn has_move<C: Cpu>(&self, _cpu: C) -> bool {
        !self.is_over()
    }

    fn legal<C: Cpu>(&self, _cpu: C, rows: usize, mask: &mut [bool]) {
        for (at, legal) in mask.iter_mut().enumerate() {
            *legal = self.has_equal_neighbour(Cell::new(at % rows, at / rows));
        }
    }

    fn write_to<H: Hasher>(&self, state: &mut H) {
        self.hash(state);
    }

    fn is_empty(&self) -> bool {
        self.is_empty()
    }

    fn count(&self, colour: Colour) -> usize {
        if usize::from(colour) < self.colours() { self.count(colour) } else { 0 }
    }

    fn tiles(&self, colour: Colour) -> Vec<Cell> {
        self.cells().filter(|&cell| self.get(cell) == Some(colour)).collect()
    }

    fn meeting<C: Cpu>(&self, _cpu: C, _tiles: &Vec<Cell>, _gone: &Vec<Cell>) -> Meeting {
        Meeting::All
    }

    fn removable(&self, sets: &[Vec<Cell>]) -> Vec<Cell> {
        sets.concat()
    }

    fn random_tile<C: Cpu, R: Rng>(&self, _cpu: C, rng: &mut R) -> Option<Cell> {
        mover(self, TRIES, rng)
    }

    fn sound(&self) -> Result<(), &'static str> {
        match settled(self) {
            Ok(()) => Ok(()),
            Err(BoardError::Floating(_)) => Err("a tile floats"),
            Err(_) => Err("an empty column lies left of a full one"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_grids_are_not_sound() {
        let sound = |drawing| Grid::parse(drawing).unwrap().sound();
        assert_eq!(sound("1. / 12"), Ok(()));
        assert_eq!(sound("1. / .2"), Err("a tile floats"));
        assert_eq!(sound(".2 / .2"), Err("an empty column lies left of a full one"));
    }
}
