//! An upper bound from columns that never vanish.
//!
//! ```text
//!  1 2 1      The 3 has no partner: it stays, and so does its column. The 1s left and right of it can
//!  1 3 1      never meet, for no 1 is in that column to link them.
//! ```
//!
//! Columns keep their order, so tiles that are separated by a lasting column without their colour are separated
//! for good. Each stretch between such columns counts by itself, and a stretch with too few tiles for a group makes its
//! columns lasting ones. This is repeated until nothing changes. Where empty columns stay, all columns last.

use crate::rules::{Cell, Columns};
use crate::samegame::repr::BoardRepr;
use crate::samegame::search::exact::points::PointTable;

/// Tiles of each colour in each column.
#[derive(Clone, Debug, Default)]
pub struct Barriers {
    tiles: Vec<u16>,
    lasting: Vec<bool>,
}

impl Barriers {
    /// Returns an upper bound for a board of at most `cols` columns on which some colour has too few tiles for a group, or
    /// whose columns stay. Reads each tile once, and all columns for each colour and round.
    pub fn upper_bound<B: BoardRepr>(
        &mut self,
        board: &B,
        (colours, columns, most): (usize, Columns, usize),
        scores: &PointTable,
    ) -> i64 {
        self.tiles.clear();
        let mut cols = 0;
        while cols < most && (columns == Columns::Stay || board.get(Cell::new(0, cols)).is_some()) {
            self.tiles.resize((cols + 1) * colours, 0);
            for row in 0.. {
                let Some(colour) = board.get(Cell::new(row, cols)) else { break };
                self.tiles[cols * colours + usize::from(colour)] += 1;
            }
            cols += 1;
        }
        self.lasting.clear();
        self.lasting.resize(cols, columns == Columns::Stay);
        let mut stuck = false;
        loop {
            let (mut sum, mut new) = (0, false);
            for colour in 0..colours {
                let (mut run, mut first, mut whole) = (0usize, 0, true);
                for col in 0..=cols {
                    let tiles = if col < cols { self.tiles[col * colours + colour] } else { 0 };
                    if col == cols || (self.lasting[col] && tiles == 0) {
                        whole &= col == cols;
                        if scores.is_stuck(run) {
                            stuck = true;
                            for here in first..col {
                                let lasts = self.lasting[here] || self.tiles[here * colours + colour] == 0;
                                new |= !lasts;
                                self.lasting[here] |= !lasts;
                            }
                        }
                        // A colour in several stretches may have more than one tile left in the end, and two
                        // together have no penalty by squares.
                        let gain = scores.max_gain(run);
                        let gain = if whole || scores.costs_add_up() { gain } else { gain.max(0) };
                        sum = scores.join(sum, gain);
                        run = 0;
                    } else if tiles > 0 {
                        first = if run == 0 { col } else { first };
                        run += usize::from(tiles);
                    }
                }
            }
            if !new {
                return sum + scores.highest_end(stuck);
            }
        }
    }
}
