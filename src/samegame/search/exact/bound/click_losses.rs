//! The bound by the [order](super::touch_order) of colours, in numbers: what the games of a board lose at least, as it is and after
//! any click. PointTable it where a board is asked for many clicks.
//!
//! It takes the sets of colours that can come first as they are, for the board and for each colour that may be clicked on
//! it. For each of these colours there are two numbers: the least loss of the sets without it, and of those with it, its own
//! part of the loss aside. The bound after any click is then read off directly.
//!
//! Here colours are those of the grid. One of which no tile is left loses nothing, and always meets.

use super::merging::{MAX_COLOURS, SETS};
use super::touch_order::MAX_LOSS;
use crate::samegame::search::exact::points::PointTable;

/// No set can come first.
const NEVER: i32 = i32::MAX / 2;

/// What a colour loses if it does not go whole, by its tiles.
#[derive(Clone, Debug)]
pub struct SplitLosses {
    /// In games that clear the board.
    cleared: Vec<i32>,
    /// In games that do not.
    left: Vec<i32>,
    bonus: i32,
}

impl SplitLosses {
    /// Of colours of up to as many tiles as their worth is known of.
    pub fn new(scores: &PointTable) -> SplitLosses {
        let tiles = scores.tiles();
        let (mut cleared, mut left) = (vec![0; tiles + 1], vec![0; tiles + 1]);
        for n in 1..=tiles {
            cleared[n] = scores.split_loss(n).min(MAX_LOSS);
            left[n] = scores.split_or_left_loss(n).min(MAX_LOSS);
        }
        SplitLosses { cleared, left, bonus: scores.bonus() }
    }

    /// Whether games that clear the board, and those that do not, lose enough.
    #[inline(always)]
    fn enough(&self, (cleared, left): (i32, i32), single: bool, excess: i32) -> bool {
        // A board with a single tile of a colour is never cleared.
        let missed = if single { 0 } else { self.bonus };
        left >= excess - missed && (single || cleared >= excess)
    }
}

/// What is lost by each set of colours that do not go whole.
#[derive(Clone, Copy, Debug)]
pub struct SetLosses {
    colours: usize,
    cleared: [i32; SETS],
    left: [i32; SETS],
}

impl SetLosses {
    /// Of a board with these tiles of each colour, at most [`MAX_COLOURS`].
    #[inline(always)]
    pub fn of(counts: &[usize], split: &SplitLosses) -> SetLosses {
        let colours = counts.len().min(MAX_COLOURS);
        let (mut cleared, mut left) = ([0; SETS], [0; SETS]);
        for i in 0..colours {
            let (more, more_left) = (split.cleared[counts[i]], split.left[counts[i]]);
            for set in 0..1 << i {
                cleared[set | 1 << i] = cleared[set] + more;
                left[set | 1 << i] = left[set] + more_left;
            }
        }
        SetLosses { colours, cleared, left }
    }

    /// Whether every game loses at least `excess > 0` of what the counts of tiles promise, the bonus included. `first` are the
    /// sets that can come first; `single` tells whether a colour has one tile.
    #[inline(always)]
    pub fn enough(&self, first: u32, single: bool, excess: i32, split: &SplitLosses) -> bool {
        let (mut cleared, mut left) = (NEVER, NEVER);
        for set in 0..1 << self.colours {
            let never = if first >> set & 1 == 1 { 0 } else { NEVER };
            cleared = cleared.min(self.cleared[set] | never);
            left = left.min(self.left[set] | never);
        }
        split.enough((cleared, left), single, excess)
    }

    /// What games lose after any click. `first` are the sets that can come first when a colour is clicked, by colour.
    #[inline(always)]
    pub fn after_click(&self, first: &[u32; MAX_COLOURS]) -> ClickLosses {
        let mut least =
            ClickLosses { cleared: [(NEVER, NEVER); MAX_COLOURS], left: [(NEVER, NEVER); MAX_COLOURS] };
        for (j, &first) in first.iter().enumerate().take(self.colours) {
            least.cleared[j] = split(&self.cleared, first, self.colours, j);
            least.left[j] = split(&self.left, first, self.colours, j);
        }
        least
    }
}

/// The least loss of the sets without a colour that can come first, and of those with it, its own part aside.
#[inline(always)]
fn split(losses: &[i32; SETS], first: u32, colours: usize, j: usize) -> (i32, i32) {
    let (mut without, mut with) = (NEVER, NEVER);
    for set in 0..1usize << colours {
        if set >> j & 1 == 0 {
            let one = losses[set] | if first >> set & 1 == 1 { 0 } else { NEVER };
            // The sets with it lose as much without it.
            let other = losses[set] | if first >> (set | 1 << j) & 1 == 1 { 0 } else { NEVER };
            (without, with) = (without.min(one), with.min(other));
        }
    }
    (without, with)
}

/// What the games of a board lose at least after any click, by the colour that is clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClickLosses {
    cleared: [(i32, i32); MAX_COLOURS],
    left: [(i32, i32); MAX_COLOURS],
}

impl ClickLosses {
    /// Whether every game after a click loses at least `excess > 0` of what the counts of tiles promise, the bonus included:
    /// a click of a colour of which so many tiles are left; `single` tells whether a colour has one.
    #[inline(always)]
    pub fn enough(&self, (j, now): (usize, usize), single: bool, excess: i32, split: &SplitLosses) -> bool {
        let ((without, mut cleared), (left_without, mut left)) = (self.cleared[j], self.left[j]);
        // If nothing is left of the colour, it was touched.
        if now > 0 {
            cleared = (cleared + split.cleared[now]).min(without);
            left = (left + split.left[now]).min(left_without);
        }
        split.enough((cleared, left), single, excess)
    }
}
