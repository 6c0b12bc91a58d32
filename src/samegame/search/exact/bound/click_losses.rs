//! The bound of [`touch_order`](super::touch_order) as numbers: the least loss of all games of a board, before
//! and after any click. Faster where all clicks of a board are bounded.
//!
//! It depends on the sets of colours that can come first, for the board and for each colour that may be
//! clicked. For each of these colours there are two numbers: the least loss of the sets without it, and the
//! least loss of the sets with it, without the colour's own part. They give the bound after any click directly.
//!
//! Colours are numbered as in the grid. A colour without tiles has no loss, and always meets.

use super::merging::{MAX_COLOURS, SETS};
use super::touch_order::MAX_LOSS;
use crate::samegame::search::exact::points::PointTable;

/// The points lost if no set can come first.
const NEVER: i32 = i32::MAX / 2;

/// The points lost with a colour that is not removed at once, by its number of tiles.
#[derive(Clone, Debug)]
pub struct SplitLosses {
    /// The points lost in games that clear the board.
    cleared: Vec<i32>,
    /// The points lost in games that do not clear the board.
    left: Vec<i32>,
    bonus: i32,
}

impl SplitLosses {
    /// Creates the losses for colours of up to as many tiles as `scores` has.
    pub fn new(scores: &PointTable) -> SplitLosses {
        let tiles = scores.tiles();
        let (mut cleared, mut left) = (vec![0; tiles + 1], vec![0; tiles + 1]);
        for n in 1..=tiles {
            cleared[n] = scores.split_loss(n).min(MAX_LOSS);
            left[n] = scores.split_or_left_loss(n).min(MAX_LOSS);
        }
        SplitLosses { cleared, left, bonus: scores.bonus() }
    }

    /// Returns `true` if the losses of games that clear the board, and of those that do not, reach `excess`.
    #[inline(always)]
    fn enough(&self, cleared: i32, left: i32, single: bool, excess: i32) -> bool {
        // A board with a single tile of a colour is never cleared.
        let missed = if single { 0 } else { self.bonus };
        left >= excess - missed && (single || cleared >= excess)
    }
}

/// The loss of each set of colours that are not removed at once.
#[derive(Clone, Copy, Debug)]
pub struct SetLosses {
    colours: usize,
    cleared: [i32; SETS],
    left: [i32; SETS],
}

impl SetLosses {
    /// Computes the losses for a board with these tiles of each colour, for at most [`MAX_COLOURS`] colours.
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

    /// Returns `true` if every game loses at least `excess > 0` of the bound from the numbers of tiles, with
    /// the bonus. `first` has a bit for each set that can come first; `single` is set if a colour has a single
    /// tile.
    #[inline(always)]
    pub fn enough(&self, first: u32, single: bool, excess: i32, split: &SplitLosses) -> bool {
        let (mut cleared, mut left) = (NEVER, NEVER);
        for set in 0..1 << self.colours {
            let never = if first >> set & 1 == 1 { 0 } else { NEVER };
            cleared = cleared.min(self.cleared[set] | never);
            left = left.min(self.left[set] | never);
        }
        split.enough(cleared, left, single, excess)
    }

    /// Returns the least losses after any click. For each colour that may be clicked, `first` has a bit for
    /// each set that can come first.
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

/// Returns the least loss of the sets without colour `j` that can come first, and of the sets with it, without
/// its own part.
#[inline(always)]
fn split(losses: &[i32; SETS], first: u32, colours: usize, j: usize) -> (i32, i32) {
    let (mut without, mut with) = (NEVER, NEVER);
    for set in 0..1usize << colours {
        if set >> j & 1 == 0 {
            let one = losses[set] | if first >> set & 1 == 1 { 0 } else { NEVER };
            // The sets with `j` have the same loss as without it.
            let other = losses[set] | if first >> (set | 1 << j) & 1 == 1 { 0 } else { NEVER };
            (without, with) = (without.min(one), with.min(other));
        }
    }
    (without, with)
}

/// The least loss of all games after any click, by the colour that is clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClickLosses {
    cleared: [(i32, i32); MAX_COLOURS],
    left: [(i32, i32); MAX_COLOURS],
}

impl ClickLosses {
    /// Returns `true` if every game after a click loses at least `excess > 0` of the bound from the numbers of
    /// tiles, with the bonus. `j` is the colour that is clicked, `now` the number of its tiles left; `single`
    /// is set if a colour has a single tile.
    #[inline(always)]
    pub fn enough(&self, j: usize, now: usize, single: bool, excess: i32, split: &SplitLosses) -> bool {
        let ((without, mut cleared), (left_without, mut left)) = (self.cleared[j], self.left[j]);
        // If no tile of the colour is left, it was touched.
        if now > 0 {
            cleared = (cleared + split.cleared[now]).min(without);
            left = (left + split.left[now]).min(left_without);
        }
        split.enough(cleared, left, single, excess)
    }
}
