//! Tiles of SameGame that can never meet, because columns between them stay.
//!
//! ```text
//!  1 2 1      The 3 has no partner: it stays, and so does its column. The 1s left and right of it can
//!  1 3 1      never meet, for no 1 is in that column to link them.
//! ```
//!
//! A column that never vanishes is called *lasting*. Columns keep their order, so a lasting column without a colour
//! separates the tiles of this colour on its two sides for good. The tiles of the colour between two such columns are
//! a *stretch*. If a stretch has too few tiles for a group, its tiles stay, and their columns last, too. This is
//! repeated until nothing changes. If the rules let empty columns stay, all columns last.

use super::grid::Grid;
use super::{Cell, Colour, Columns, Rules};

/// The tiles of a colour between two lasting columns without that colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Stretch {
    /// The colour, from 0.
    pub colour: usize,
    /// The number of tiles, at least 1.
    pub tiles: usize,
    /// Whether the stretch contains all tiles of the colour.
    pub is_whole: bool,
}

/// Finds the stretches of boards, and reuses its memory from board to board.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct Stretches {
    /// The number of tiles of each colour in each column, at `col * colours + colour`.
    tiles: Vec<u32>,
    lasting: Vec<bool>,
    found: Vec<Stretch>,
    /// Whether a stretch has too few tiles for a group.
    pub has_stuck: bool,
}

impl Stretches {
    /// Returns the stretches of a board of at most this many columns and colours; `colour_at` returns the colour of a
    /// cell. Reads each tile once; each round then visits all columns for each colour.
    pub fn of(
        &mut self,
        colour_at: impl Fn(Cell) -> Option<Colour>,
        (cols, colours): (usize, usize),
        rules: &Rules,
    ) -> &[Stretch] {
        let stay = rules.columns == Columns::Stay;
        self.tiles.clear();
        self.tiles.resize(cols * colours, 0);
        let mut used = 0;
        while used < cols && (stay || colour_at(Cell::new(0, used)).is_some()) {
            for row in 0.. {
                let Some(colour) = colour_at(Cell::new(row, used)) else { break };
                self.tiles[used * colours + usize::from(colour)] += 1;
            }
            used += 1;
        }
        self.lasting.clear();
        self.lasting.resize(used, stay);
        self.has_stuck = false;
        while self.round(colours, rules.min_group as usize) {}
        &self.found
    }

    /// Finds the stretches between lasting columns. Returns `true` if more columns now last: another round is needed.
    fn round(&mut self, colours: usize, min: usize) -> bool {
        let (cols, mut more) = (self.lasting.len(), false);
        self.found.clear();
        for colour in 0..colours {
            let (first, mut start, mut tiles) = (self.found.len(), 0, 0);
            for col in 0..=cols {
                let here = if col < cols { self.tiles[col * colours + colour] as usize } else { 0 };
                if col < cols && (here > 0 || !self.lasting[col]) {
                    start = if tiles == 0 { col } else { start };
                    tiles += here;
                } else if tiles > 0 {
                    self.found.push(Stretch { colour, tiles, is_whole: false });
                    if tiles < min {
                        self.has_stuck = true;
                        for stuck in start..col {
                            let lasts = self.lasting[stuck] || self.tiles[stuck * colours + colour] == 0;
                            more |= !lasts;
                            self.lasting[stuck] |= !lasts;
                        }
                    }
                    tiles = 0;
                }
            }
            if let [whole] = &mut self.found[first..] {
                whole.is_whole = true;
            }
        }
        more
    }
}

/// Returns the stretches of a grid.
#[doc(hidden)]
pub fn stretches(grid: &Grid, rules: &Rules) -> Vec<Stretch> {
    Stretches::default().of(|cell| grid.get(cell), (grid.cols(), grid.colours()), rules).to_vec()
}
