//! Every game on a small board of the SameGame family, with the tiles that each click removes: slow and obvious, for
//! boards of up to 32 tiles.

use std::collections::HashMap;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Columns, Rules};

/// A set of tiles of the first board: bit n is tile n.
pub type Tiles = u32;

/// A click on a reachable board.
#[derive(Clone, Copy, Debug)]
pub struct Click {
    /// The tiles removed before the click.
    pub before: Tiles,
    /// The tiles that the click removes.
    pub group: Tiles,
}

/// Every game from a board. A board is determined by the tiles that were removed.
pub struct Games {
    /// The colour and the cell of each tile of the first board.
    pub tiles: Vec<(u8, Cell)>,
    /// Every click on every reachable board.
    pub clicks: Vec<Click>,
    /// Whether each reachable board can be cleared, by the tiles removed from the first board.
    clears: HashMap<Tiles, bool>,
    rules: Rules,
    cols: usize,
}

impl Games {
    /// Plays every list of clicks.
    pub fn of(grid: &Grid, rules: Rules) -> Games {
        let tiles = grid.cells().filter_map(|cell| Some((grid.get(cell)?, cell))).collect();
        let mut games = Games { tiles, clicks: Vec::new(), clears: HashMap::new(), rules, cols: grid.cols() };
        games.visit(0);
        games
    }

    pub fn all(&self) -> Tiles {
        (1 << self.tiles.len()) - 1
    }

    /// Returns whether the board without the tiles `gone` can be cleared.
    pub fn clears(&self, gone: Tiles) -> bool {
        self.clears[&gone]
    }

    /// Returns the tiles at these cells of the first board.
    pub fn at(&self, cells: &[Cell]) -> Tiles {
        let number = |cell| self.tiles.iter().position(|&(_, own)| own == cell).expect("a tile") as u32;
        cells.iter().fold(0, |set, &cell| set | 1 << number(cell))
    }

    /// Returns the tiles of a colour on the first board.
    pub fn of_colour(&self, colour: u8) -> Tiles {
        let cells: Vec<Cell> = self.tiles.iter().filter(|tile| tile.0 == colour).map(|tile| tile.1).collect();
        self.at(&cells)
    }

    /// Returns the groups that can be removed from the board without the tiles `gone`.
    pub fn groups(&self, gone: Tiles) -> Vec<Tiles> {
        let mut groups: Vec<Tiles> = Vec::new();
        let columns = self.columns(gone);
        for tile in (0..self.tiles.len()).filter(|tile| gone >> tile & 1 == 0) {
            let group = self.group(&columns, tile);
            if group.count_ones() >= self.rules.min_group && !groups.contains(&group) {
                groups.push(group);
            }
        }
        groups
    }

    /// Returns the cell of a tile on the board without the tiles `gone`; `None` for a removed tile.
    pub fn cell(&self, gone: Tiles, tile: usize) -> Option<Cell> {
        let columns = self.columns(gone);
        (0..columns.len())
            .find_map(|col| Some(Cell::new(columns[col].iter().position(|&other| other == tile)?, col)))
    }

    fn columns(&self, gone: Tiles) -> Vec<Vec<usize>> {
        let mut columns = vec![Vec::new(); self.cols];
        for (tile, &(_, cell)) in self.tiles.iter().enumerate() {
            if gone >> tile & 1 == 0 {
                columns[cell.col].push(tile);
            }
        }
        if self.rules.columns == Columns::Close {
            columns.retain(|column| !column.is_empty());
        }
        columns
    }

    fn group(&self, columns: &[Vec<usize>], tile: usize) -> Tiles {
        let mut group: Tiles = 1 << tile;
        loop {
            let mut more = group;
            for (col, column) in columns.iter().enumerate() {
                for (row, &here) in column.iter().enumerate() {
                    let right = columns.get(col + 1).and_then(|column| column.get(row));
                    for &near in column.get(row + 1).into_iter().chain(right) {
                        let pair: Tiles = 1 << here | 1 << near;
                        if self.tiles[here].0 == self.tiles[near].0 && group & pair != 0 {
                            more |= pair;
                        }
                    }
                }
            }
            if more == group {
                return group;
            }
            group = more;
        }
    }

    fn visit(&mut self, gone: Tiles) -> bool {
        if let Some(&clears) = self.clears.get(&gone) {
            return clears;
        }
        let mut clears = gone == self.all();
        for group in self.groups(gone) {
            self.clicks.push(Click { before: gone, group });
            clears |= self.visit(gone | group);
        }
        self.clears.insert(gone, clears);
        clears
    }
}
