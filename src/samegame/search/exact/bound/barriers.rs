//! An upper bound from columns that can never vanish.
//!
//! ```text
//!  1 2 1      The 3 has no partner: it stays, and so does its column. The 1s left and right of it can
//!  1 3 1      never meet, for no 1 is in that column to link them.
//! ```
//!
//! Columns keep their order, so tiles that are separated by a lasting column without their colour are separated
//! for good. Each stretch between such columns counts by itself, and a stretch with a single tile makes its
//! column a lasting one. This is repeated until nothing changes.

use crate::rules::Cell;
use crate::samegame::repr::BoardRepr;
use crate::samegame::search::exact::points::PointTable;

/// Tiles of each colour in each column.
#[derive(Clone, Debug, Default)]
pub struct Barriers {
    tiles: Vec<u16>,
    lasting: Vec<bool>,
}

impl Barriers {
    /// Returns an upper bound for a board on which some colour has a single tile. Reads each tile once, and all
    /// columns for each colour and round.
    pub fn upper_bound<B: BoardRepr>(&mut self, board: &B, colours: usize, scores: &PointTable) -> i32 {
        self.tiles.clear();
        let mut cols = 0;
        while board.get(Cell::new(0, cols)).is_some() {
            self.tiles.resize((cols + 1) * colours, 0);
            for row in 0.. {
                let Some(colour) = board.get(Cell::new(row, cols)) else { break };
                self.tiles[cols * colours + usize::from(colour)] += 1;
            }
            cols += 1;
        }
        self.lasting.clear();
        self.lasting.resize(cols, false);
        loop {
            let (mut sum, mut new) = (0, false);
            for colour in 0..colours {
                let (mut run, mut last, mut whole) = (0usize, 0, true);
                for col in 0..=cols {
                    let tiles = if col < cols { self.tiles[col * colours + colour] } else { 0 };
                    if col == cols || (self.lasting[col] && tiles == 0) {
                        whole &= col == cols;
                        if run == 1 {
                            new |= !self.lasting[last];
                            self.lasting[last] = true;
                        }
                        // A colour in several stretches may have more than one tile left in the end, and two
                        // together have no penalty by squares.
                        sum += if whole || scores.costs_add_up() {
                            scores.max_gain(run)
                        } else {
                            scores.max_gain(run).max(0)
                        };
                        run = 0;
                    } else if tiles > 0 {
                        (run, last) = (run + usize::from(tiles), col);
                    }
                }
            }
            if !new {
                let stays = self.lasting.iter().any(|&lasting| lasting);
                return if stays { sum } else { sum + scores.bonus() };
            }
        }
    }
}
