//! [`Grid`] as a board representation: any size, for boards that no packed representation supports.

use crate::bits::cpu::Cpu;
use crate::rules::grid::Grid;
use crate::rules::{Cell, Colour, Columns};
use crate::samegame::repr::board_repr::{BoardRepr, Cells, ClickSet, PackError, check_settled};
use crate::samegame::repr::random::below;
use rand::Rng;
use std::hash::{Hash, Hasher};

/// The largest number of cells for which a debug build checks the whole board after each operation.
const MAX_CHECKED_CELLS: usize = 4096;

/// The number of random cells that are tried before the clickable tiles are listed.
const TRIES: usize = 256;

/// Returns a tile with an equal neighbour, chosen uniformly. Tries `tries` random cells before it lists all such
/// tiles.
pub(crate) fn random_clickable<R: Rng>(grid: &Grid, tries: usize, rng: &mut R) -> Option<Cell> {
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
    let clickable: Vec<Cell> = grid.cells().filter(|&cell| grid.has_equal_neighbour(cell)).collect();
    if clickable.is_empty() { None } else { Some(clickable[below(rng, clickable.len())]) }
}

/// Returns the groups of at least `min` tiles.
fn groups_of(grid: &Grid, min: u32) -> std::vec::IntoIter<Vec<Cell>> {
    let mut groups = Vec::new();
    grid.each_group(min, |group| groups.push(group.to_vec()));
    groups.into_iter()
}

/// Sorts cells by column, then row. Sorts them as numbers, because the sort of numbers is compiled anyway.
fn sort(cells: &mut [Cell]) {
    let mut keys: Vec<u64> = cells.iter().map(|cell| (cell.col as u64) << 32 | cell.row as u64).collect();
    keys.sort_unstable();
    let sorted = keys.into_iter().map(|key| Cell::new(key as u32 as usize, (key >> 32) as usize));
    cells.iter_mut().zip(sorted).for_each(|(cell, other)| *cell = other);
}

/// A set of cells as a list, in any order.
impl Cells for Vec<Cell> {
    fn count(&self) -> usize {
        self.len()
    }

    fn add(&mut self, others: &Self) {
        self.extend_from_slice(others);
    }

    fn first(&self) -> Option<Cell> {
        self.iter().copied().min_by_key(|cell| (cell.col, cell.row))
    }

    fn for_each(&self, cell: impl FnMut(Cell)) {
        let mut cells = self.clone();
        sort(&mut cells);
        cells.into_iter().for_each(cell);
    }
}

impl BoardRepr for Grid {
    type Mask = Vec<Cell>;
    type Groups = std::vec::IntoIter<Vec<Cell>>;
    const HAS_SIMD: bool = false;
    const IS_PACKED: bool = false;

    fn from_grid(grid: &Grid) -> Result<Self, PackError> {
        check_settled(grid, Columns::Stay)?;
        Ok(grid.clone())
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

    fn remove_by<C: Cpu>(&mut self, _cpu: C, columns: Columns, cells: &Vec<Cell>) {
        match columns {
            Columns::Close => self.remove(cells),
            Columns::Stay => drop(self.remove_and_fall(cells)),
        }
        debug_assert!(
            self.rows() * self.cols() > MAX_CHECKED_CELLS || self.check_invariants(columns) == Ok(())
        );
    }

    fn groups<C: Cpu>(&self, _cpu: C, min_group: u32) -> Self::Groups {
        groups_of(self, min_group)
    }

    fn next_group<C: Cpu>(&self, _cpu: C, groups: &mut Self::Groups) -> Option<Vec<Cell>> {
        groups.next()
    }

    fn has_move<C: Cpu>(&self, _cpu: C) -> bool {
        !self.is_over()
    }

    fn write_observation<C: Cpu, T: From<bool> + Copy>(
        &self,
        _cpu: C,
        (rows, cols): (usize, usize),
        min_group: u32,
        clicks: ClickSet,
        codes: &mut [u8],
        legal: &mut [T],
    ) -> bool {
        for (at, code) in codes.iter_mut().enumerate() {
            let cell = Cell::new(rows - 1 - at / cols, at % cols);
            *code = self.get(cell).map_or(0, |colour| colour + 1);
        }
        legal.fill(T::from(false));
        let mut any = false;
        self.each_group(min_group, |group| {
            any = true;
            let first = group.iter().min_by_key(|cell| (cell.col, cell.row));
            let marked =
                if clicks == ClickSet::First { first.map_or(&[][..], std::slice::from_ref) } else { group };
            for cell in marked {
                legal[(rows - 1 - cell.row) * cols + cell.col] = T::from(true);
            }
        });
        any
    }

    fn hash_cells<H: Hasher>(&self, state: &mut H) {
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

    fn may_merge<C: Cpu>(&self, _cpu: C, _tiles: &Vec<Cell>, _gone: &Vec<Cell>) -> bool {
        true
    }

    fn random_tile<C: Cpu, R: Rng>(&self, _cpu: C, min_group: u32, rng: &mut R) -> Option<Cell> {
        if min_group == 2 {
            return random_clickable(self, TRIES, rng);
        }
        let mut tiles: Vec<Cell> = groups_of(self, min_group).flatten().collect();
        sort(&mut tiles);
        if tiles.is_empty() { None } else { Some(tiles[below(rng, tiles.len())]) }
    }

    fn check_invariants(&self, columns: Columns) -> Result<(), &'static str> {
        match check_settled(self, columns) {
            Ok(()) => Ok(()),
            Err(PackError::Floating(_)) => Err("a tile floats"),
            Err(_) => Err("an empty column lies left of a full one"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_grids_are_not_sound() {
        let sound = |drawing| Grid::parse(drawing).unwrap().check_invariants(Columns::Close);
        assert_eq!(sound("1. / 12"), Ok(()));
        assert_eq!(sound("1. / .2"), Err("a tile floats"));
        assert_eq!(sound(".2 / .2"), Err("an empty column lies left of a full one"));
    }
}
