//! A board as columns of units, which are vertical runs of equal tiles.
//!
//! The tiles of a unit stay on each other until they are removed, and are removed together.

use crate::rules::{Cell, Colour};
use crate::samegame::repr::BoardRepr;

/// Most rows of a board.
pub const MAX_ROWS: usize = 16;

/// A vertical run of equal tiles.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    /// The number of its colour.
    pub colour: u8,
    /// The number of its tiles.
    pub tiles: u8,
    /// The row of its lowest tile.
    pub row: u8,
}

/// A board as units, column by column.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// All units, by columns from the left, each from the bottom.
    pub units: Vec<Unit>,
    /// For each column, the end index of its units.
    pub ends: Vec<usize>,
}

impl Columns {
    /// Reads a board, with colours numbered by their index in `colours`. Returns `false` if the board is too
    /// high.
    #[inline(always)]
    pub fn read<B: BoardRepr>(&mut self, board: &B, colours: &[Colour]) -> bool {
        self.units.clear();
        self.ends.clear();
        for col in 0.. {
            let start = self.units.len();
            for row in 0.. {
                let Some(colour) = board.get(Cell::new(row, col)) else { break };
                let number = colours.iter().take_while(|&&here| here != colour).count() as u8;
                match self.units[start..].last_mut() {
                    Some(unit) if unit.colour == number => unit.tiles += 1,
                    _ => self.units.push(Unit { colour: number, tiles: 1, row: row.min(MAX_ROWS) as u8 }),
                }
                if row >= MAX_ROWS {
                    return false;
                }
            }
            if self.units.len() == start {
                return true;
            }
            self.ends.push(self.units.len());
        }
        true
    }
}
