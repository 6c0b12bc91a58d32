//! Reference implementation of SameGame.

use super::{EMPTY, Grid};
use crate::{Cell, Columns, Rules, plural};

impl Grid {
    /// Returns the 4-connected group of equal tiles around a cell, sorted by row, then column; empty for an empty cell.
    pub fn group(&self, cell: Cell) -> Vec<Cell> {
        let (mut seen, mut group) = (vec![false; self.rows * self.cols], Vec::new());
        self.group_unseen(cell, &mut seen, &mut group);
        group
    }

    /// Fills `group` with the group around a cell, sorted, and marks the group's cells in `seen`.
    fn group_unseen(&self, cell: Cell, seen: &mut [bool], group: &mut Vec<Cell>) {
        group.clear();
        let Some(colour) = self.get(cell) else { return };
        group.push(cell);
        seen[self.at(cell)] = true;
        let mut next = 0;
        while next < group.len() {
            for near in neighbours(group[next]) {
                if self.get(near) == Some(colour) && !seen[self.at(near)] {
                    seen[self.at(near)] = true;
                    group.push(near);
                }
            }
            next += 1;
        }
        group.sort_unstable();
    }

    /// Clicks a cell: removes its group if it has two or more tiles, lets tiles fall, and closes empty columns to the
    /// left. Returns the number of tiles removed: at least 2, or 0 if the click is not allowed.
    ///
    /// ```
    /// use tilefall::{rules::Cell, rules::grid::Grid};
    /// let mut grid = Grid::parse("1.. / 122").unwrap();
    /// assert_eq!(grid.click(Cell::new(0, 0)), 2);
    /// assert_eq!(grid, Grid::parse("... / 22.").unwrap());
    /// ```
    pub fn click(&mut self, cell: Cell) -> usize {
        self.click_by(&Rules::USUAL, cell)
    }

    /// Like [`click`](Self::click), under other rules. Returns the number of tiles removed, or 0 if the group is too small.
    ///
    /// ```
    /// use tilefall::{rules::{Cell, Preset}, rules::grid::Grid};
    /// let rules = Preset::named("former").unwrap().rules;
    /// let mut grid = Grid::parse("1.2 / 122").unwrap();
    /// assert_eq!(grid.click_by(&rules, Cell::new(0, 1)), 3);
    /// assert_eq!(grid, Grid::parse("1.. / 1..").unwrap());
    /// assert_eq!(grid.click_by(&rules, Cell::new(1, 0)), 2);
    /// ```
    pub fn click_by(&mut self, rules: &Rules, cell: Cell) -> usize {
        let Some(colour) = self.get(cell) else { return 0 };
        // Each cell of the group is emptied when it is found, so that no marks for the whole board are needed.
        let mut group = vec![cell];
        self.set(cell, None);
        let mut next = 0;
        while next < group.len() {
            for near in neighbours(group[next]) {
                if self.get(near) == Some(colour) {
                    self.set(near, None);
                    group.push(near);
                }
            }
            next += 1;
        }
        if group.len() < rules.min_group as usize {
            group.iter().for_each(|&tile| self.set(tile, Some(colour)));
            return 0;
        }
        match rules.columns {
            Columns::Close => self.remove(&group),
            Columns::Stay => drop(self.remove_and_fall(&group)),
        }
        group.len()
    }

    /// Removes tiles, lets the tiles above them fall, and closes empty columns to the left.
    pub fn remove(&mut self, tiles: &[Cell]) {
        let touched = self.remove_and_fall(tiles);
        if touched.iter().any(|&col| self.get(Cell::new(0, col)).is_none()) {
            self.close();
        }
    }

    /// Returns the reason why a click removes nothing under `rules`. Without a `cell`, the click is outside the board.
    pub fn refusal(&self, rules: &Rules, cell: Option<Cell>) -> String {
        match cell.filter(|&cell| self.contains(cell)) {
            None => "the cell lies outside the board".into(),
            Some(cell) if self.get(cell).is_none() => "the cell is empty".into(),
            Some(_) if rules.min_group == 2 => {
                "the tile stands alone, expected a group of two or more".into()
            }
            Some(cell) => {
                let size = plural(self.group(cell).len(), "tile");
                format!("the group has {size}, expected a group of {} or more", rules.min_group)
            }
        }
    }

    /// Removes tiles and lets the tiles above them fall. Returns the columns of the removed tiles.
    pub fn remove_and_fall(&mut self, tiles: &[Cell]) -> Vec<usize> {
        for &gone in tiles {
            self.set(gone, None);
        }
        let mut touched: Vec<usize> = tiles.iter().map(|cell| cell.col).collect();
        touched.sort_unstable();
        touched.dedup();
        for &col in &touched {
            self.fall_in(col);
        }
        touched
    }

    /// Moves columns to the left over empty columns. The board must have no floating tile.
    pub fn close(&mut self) {
        let mut free = 0;
        for col in 0..self.cols {
            if self.get(Cell::new(0, col)).is_none() {
                continue;
            }
            if col > free {
                let column = self.at(Cell::new(0, col))..self.at(Cell::new(0, col + 1));
                self.tiles.copy_within(column.clone(), free * self.rows);
                self.tiles[column].fill(EMPTY);
            }
            free += 1;
        }
    }

    /// Returns the first cell of every group of two or more tiles, in the order of cells (columns from the left, each
    /// from the bottom).
    pub fn groups(&self) -> Vec<Cell> {
        self.groups_of(2)
    }

    /// Returns the first cell of every group of `min` or more tiles, in the order of [`groups`](Self::groups).
    pub fn groups_of(&self, min: u32) -> Vec<Cell> {
        let mut firsts = Vec::new();
        self.each_group(min, |group| firsts.extend(group.iter().min_by_key(|cell| (cell.col, cell.row))));
        firsts
    }

    /// Calls `each` with every group of `min` or more tiles, in the order of [`groups`](Self::groups).
    pub fn each_group(&self, min: u32, mut each: impl FnMut(&[Cell])) {
        let (mut seen, mut group) = (vec![false; self.rows * self.cols], Vec::new());
        for cell in self.cells() {
            if !seen[self.at(cell)] {
                self.group_unseen(cell, &mut seen, &mut group);
                if !group.is_empty() && group.len() >= min as usize {
                    each(&group);
                }
            }
        }
    }

    /// Returns `true` if no group of two or more tiles is left.
    pub fn is_over(&self) -> bool {
        !self.cells().any(|cell| self.has_equal_neighbour(cell))
    }

    /// Returns `true` if the cell has a tile and some neighbouring cell has a tile of the same colour.
    pub fn has_equal_neighbour(&self, cell: Cell) -> bool {
        let colour = self.get(cell);
        colour.is_some() && neighbours(cell).into_iter().any(|near| self.get(near) == colour)
    }
}

/// Returns the four cells beside a cell; some may be outside the board.
fn neighbours(Cell { row, col }: Cell) -> [Cell; 4] {
    [
        Cell::new(row.wrapping_add(1), col),
        Cell::new(row.wrapping_sub(1), col),
        Cell::new(row, col.wrapping_add(1)),
        Cell::new(row, col.wrapping_sub(1)),
    ]
}
