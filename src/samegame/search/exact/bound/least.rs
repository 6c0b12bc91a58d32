//! The bound by the [order](super::order) of colours, in numbers: what a game loses at least, after any click.
//!
//! For a board and each colour that may be clicked on it there are two numbers: the least loss of the sets that can come
//! first without that colour, and of those with it, its own part of the loss aside. Whatever is left of the colour after a
//! click, the bound is at hand then. Worth it where a board is asked for many clicks.

use super::meetings::{MOST, Present, SETS};
use super::order::{Losses, MUCH, losses};
use crate::samegame::search::exact::points::Worth;

/// No set can come first.
const NEVER: i32 = i32::MAX / 2;

/// The least loss of the sets that can come first when a colour is clicked.
#[derive(Clone, Copy, Debug)]
struct Loss {
    /// Of sets without the colour that is clicked, by colour.
    without: [i32; MOST],
    /// Of sets with it, what it loses itself aside.
    with: [i32; MOST],
}

/// No loss is known.
const NOTHING: Loss = Loss { without: [NEVER; MOST], with: [NEVER; MOST] };

/// A board that is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    present: Present,
    rows: &'a [u8; SETS],
    cleared: Losses,
    left: Losses,
}

/// What the games of a board lose at least, after any click.
#[derive(Clone, Copy, Debug)]
pub struct Least {
    present: Present,
    cleared: Loss,
    left: Loss,
}

impl<'a> Look<'a> {
    /// A board with these tiles of each colour, and the colours that meet while those of a set are touched; `None` if it has
    /// too many colours. Sets that lack at most one colour are not looked at.
    #[inline(always)]
    pub fn of(counts: &[usize], worth: &Worth, rows: &'a [u8; SETS]) -> Option<Self> {
        let present = Present::of(counts)?;
        let cleared = losses(&present, counts, |n| worth.parted(n));
        let left = losses(&present, counts, |n| worth.parted_or_left(n));
        Some(Look { present, rows, cleared, left })
    }

    /// Whether every game of the board loses at least `excess > 0` of what the counts of tiles promise, the bonus included;
    /// `single` tells whether a colour has one tile.
    #[inline(always)]
    pub fn loses(&self, single: bool, excess: i32, worth: &Worth) -> bool {
        let (mut cleared, mut left) = (NEVER, NEVER);
        let first = first(&self.present, self.rows, 0);
        for set in 0..=self.present.all() {
            if first >> set & 1 == 1 {
                cleared = cleared.min(self.cleared[set]);
                left = left.min(self.left[set]);
            }
        }
        enough((cleared, left), single, excess, worth)
    }

    /// What its games lose after any click.
    #[inline(always)]
    pub fn least(&self) -> Least {
        let mut least = Least { present: self.present, cleared: NOTHING, left: NOTHING };
        for j in 0..self.present.colours().len() {
            let first = first(&self.present, self.rows, 1 << j);
            for set in 0..=self.present.all() {
                if first >> set & 1 == 0 {
                    continue;
                }
                for (loss, losses) in [(&mut least.cleared, &self.cleared), (&mut least.left, &self.left)] {
                    if set >> j & 1 == 0 {
                        loss.without[j] = loss.without[j].min(losses[set]);
                    } else {
                        loss.with[j] = loss.with[j].min(losses[set] - losses[1 << j]);
                    }
                }
            }
        }
        least
    }
}

impl Least {
    /// The colours of the board.
    #[inline(always)]
    pub fn present(&self) -> &Present {
        &self.present
    }

    /// Whether every game after a click loses at least `excess > 0` of what the counts of tiles promise, the bonus included:
    /// a click of the colour of this number, of which so many tiles are left; `single` tells whether a colour has one.
    #[inline(always)]
    pub fn loses(&self, (j, now): (usize, usize), single: bool, excess: i32, worth: &Worth) -> bool {
        // If nothing is left of the colour, it was touched.
        let (mut cleared, mut left) = (self.cleared.with[j], self.left.with[j]);
        if now > 0 {
            cleared = cleared.saturating_add(worth.parted(now).min(MUCH)).min(self.cleared.without[j]);
            left = left.saturating_add(worth.parted_or_left(now).min(MUCH)).min(self.left.without[j]);
        }
        enough((cleared, left), single, excess, worth)
    }
}

/// Whether games that clear the board, and those that do not, lose enough.
#[inline(always)]
fn enough((cleared, left): (i32, i32), single: bool, excess: i32, worth: &Worth) -> bool {
    // A board with a single tile of a colour is never cleared.
    let missed = if single { 0 } else { worth.bonus() };
    left >= excess - missed && (single || cleared >= excess)
}

/// The sets that can come first when those of `clicked` are touched as well: behind them all others meet one after the other.
#[inline(always)]
fn first(present: &Present, rows: &[u8; SETS], clicked: usize) -> u32 {
    let all = present.all();
    let mut first = 1u32 << all;
    for set in (0..all).rev() {
        let rest = all & !set;
        // The last colour always meets.
        let meet =
            if rest & (rest - 1) == 0 { rest } else { (row(present, rows, set | clicked) | clicked) & rest };
        // The more were touched, the more meet: so none has to wait for another.
        let next = set | meet;
        first |= u32::from(meet != 0 && first >> next & 1 == 1) << set;
    }
    first
}

/// The colours that meet while those of a set are touched.
#[inline(always)]
fn row(present: &Present, rows: &[u8; SETS], set: usize) -> usize {
    let rest = present.all() & !set;
    if rest & rest.wrapping_sub(1) == 0 { rest } else { rows[set].into() }
}
