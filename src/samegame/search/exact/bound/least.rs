//! The bound by the [order](super::order) of colours, in numbers: what a game loses at least, after any click.
//!
//! For a board and each colour that may be clicked on it there are two numbers: the least loss of the sets that can come
//! first without that colour, and of those with it, its own part of the loss aside. Whatever is left of the colour after a
//! click, the bound is at hand then. Worth it where a board is asked for many clicks.

use super::meetings::{MOST, Present, SETS};
use super::order::{Click, Losses, MUCH, losses};
use crate::samegame::search::exact::points::Worth;

/// No set can come first.
const NEVER: i32 = i32::MAX / 2;

/// The least loss of the sets that can come first.
#[derive(Clone, Copy, Debug)]
struct Loss {
    /// Without a click.
    any: i32,
    /// Of sets without the colour that is clicked, by colour.
    without: [i32; MOST],
    /// Of sets with it, what it loses itself aside.
    with: [i32; MOST],
}

/// What the games of a board lose at least.
#[derive(Clone, Copy, Debug)]
pub struct Least {
    present: Present,
    cleared: Loss,
    left: Loss,
}

impl Least {
    /// Of a board with these tiles of each colour, by the colours that meet while those of a set are touched; `None` if it has too
    /// many colours. Sets that lack at most one colour are not looked at.
    #[inline(always)]
    pub fn of(counts: &[usize], worth: &Worth, rows: &[u8; SETS]) -> Option<Least> {
        let present = Present::of(counts)?;
        let cleared = losses(&present, counts, |n| worth.parted(n));
        let left = losses(&present, counts, |n| worth.parted_or_left(n));
        let nothing = Loss { any: NEVER, without: [NEVER; MOST], with: [NEVER; MOST] };
        let mut least = Least { present, cleared: nothing, left: nothing };
        let colours = present.colours().len();
        least.ask(&cleared, &left, first(&present, rows, 0), None);
        for j in 0..colours {
            least.ask(&cleared, &left, first(&present, rows, 1 << j), Some(j));
        }
        Some(least)
    }

    /// Takes over the losses of the sets that can come first when a colour is clicked, or none.
    #[inline(always)]
    fn ask(&mut self, cleared: &Losses, left: &Losses, first: u32, clicked: Option<usize>) {
        for set in 0..=self.present.all() {
            if first >> set & 1 == 0 {
                continue;
            }
            for (loss, losses) in [(&mut self.cleared, cleared), (&mut self.left, left)] {
                match clicked {
                    None => loss.any = loss.any.min(losses[set]),
                    Some(j) if set >> j & 1 == 0 => loss.without[j] = loss.without[j].min(losses[set]),
                    Some(j) => loss.with[j] = loss.with[j].min(losses[set] - losses[1 << j]),
                }
            }
        }
    }

    /// The colours of the board.
    #[inline(always)]
    pub fn present(&self) -> &Present {
        &self.present
    }

    /// Whether every game, after a click if there is one, loses at least `excess > 0` of what the counts of tiles promise,
    /// the bonus included.
    #[inline(always)]
    pub fn is(&self, click: Click, excess: i32, worth: &Worth) -> bool {
        let (mut cleared, mut left) = (self.cleared.any, self.left.any);
        if let Some((j, now)) = click.of {
            // If nothing is left of the colour, it was touched.
            (cleared, left) = (self.cleared.with[j], self.left.with[j]);
            if now > 0 {
                let of =
                    |parted: i32, with: i32, without: i32| without.min(with.saturating_add(parted.min(MUCH)));
                cleared = of(worth.parted(now), cleared, self.cleared.without[j]);
                left = of(worth.parted_or_left(now), left, self.left.without[j]);
            }
        }
        // A board with a single tile of a colour is never cleared.
        let missed = if click.single { 0 } else { worth.bonus() };
        left >= excess - missed && (click.single || cleared >= excess)
    }
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
