//! A board as its columns of units: equal tiles on each other.
//!
//! Such tiles stay on each other until they are removed, and are removed together.

use crate::base::{Cell, Colour};
use crate::samegame::repr::BoardRepr;

/// Most rows of a board that is looked at.
pub const MAX_ROWS: usize = 16;

/// Equal tiles on each other.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    /// The number of its colour.
    pub colour: u8,
    /// How many they are.
    pub tiles: u8,
    /// The row of the lowest.
    pub row: u8,
}

/// A board as units, column by column.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// All units, columns from the left, each from the bottom.
    pub units: Vec<Unit>,
    /// For each column, where its units end.
    pub ends: Vec<usize>,
}

impl Columns {
    /// Takes up a board, its colours by their numbers among these; false if it is too high.
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
