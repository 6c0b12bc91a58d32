//! By the order in which colours are first touched.
//!
//! The colours are touched for the first time one after the other. A colour goes whole in one removal only
//! if its tiles can meet while no colour behind it in that order has been touched: see [`BoardRepr::merge_potential`]. Otherwise it
//! goes in parts, or some of it stays, which loses a known number of points. Whatever the order is, no less is lost than
//! in the order that loses least. Colours that are never touched come last; they lose no less than one in parts.
//!
//! The more colours were touched, the more can meet. So an order loses no more if the colours that do not go whole come
//! first, and each of the others as soon as it can meet. It is enough to know which sets can come first: those behind
//! which all others meet one after the other. If they stop at some set, no set within that one can come first, either.
//!
//! A set that can come first on one board often can on the next, so it is tried first. That changes how long an
//! answer takes, and never the answer.

use super::merging::{MAX_COLOURS, MergeFacts, MergeQueries, PresentColours, SETS, SUBSETS};
use crate::bits::cpu::Cpu;
use crate::samegame::repr::BoardRepr;
use crate::samegame::search::exact::points::PointTable;

/// What is lost if the colours of a set do not go whole, by set.
type Losses = [i32; SETS];

/// What one colour loses at most, so that sums stay in range.
pub(super) const MAX_LOSS: i32 = 1 << 28;

/// For each number of colours, the sets that lack at most one.
const NEARLY_ALL: [u32; MAX_COLOURS + 1] = {
    let mut sets = [0; MAX_COLOURS + 1];
    let mut k = 0;
    while k <= MAX_COLOURS {
        let mut set = 0usize;
        while set < 1 << k {
            if set.count_ones() as usize + 1 >= k {
                sets[k] |= 1 << set;
            }
            set += 1;
        }
        k += 1;
    }
    sets
};

/// For each colour, the sets that it is in.
const WITH: [u32; MAX_COLOURS] = {
    let mut with = [0; MAX_COLOURS];
    let mut set = 0;
    while set < SETS {
        let mut i = 0;
        while i < MAX_COLOURS {
            with[i] |= ((set >> i & 1) as u32) << set;
            i += 1;
        }
        set += 1;
    }
    with
};

/// A board before a click.
#[derive(Debug)]
pub struct BoardBeforeClick<'a, B: BoardRepr> {
    present: PresentColours,
    merges: MergeQueries<'a, B>,
    /// The colours that meet, by set; where it was asked.
    rows: [u8; SETS],
    known_rows: u32,
    /// What is lost where the board is cleared, and where it is not.
    cleared: Losses,
    left: Losses,
}

impl<'a, B: BoardRepr> BoardBeforeClick<'a, B> {
    /// A board with these tiles of each colour, and what is known of it; `None` if it has too many colours.
    #[inline(always)]
    pub fn of(board: &'a B, counts: &[usize], scores: &PointTable, facts: MergeFacts) -> Option<Self> {
        let present = PresentColours::of(counts).filter(|_| B::HAS_MERGE_BOUND)?;
        let cleared = losses(&present, counts, |n| scores.split_loss(n));
        let left = losses(&present, counts, |n| scores.split_or_left_loss(n));
        let merges = MergeQueries::of(board, &present, facts);
        Some(BoardBeforeClick { present, merges, rows: [0; SETS], known_rows: 0, cleared, left })
    }

    /// The colours before the click.
    pub fn present(&self) -> &PresentColours {
        &self.present
    }

    /// The colours that meet while those of a set are touched.
    #[inline(always)]
    fn row<C: Cpu>(&mut self, cpu: C, set: usize) -> usize {
        let rest = self.present.all() & !set;
        // The last colour always meets.
        if rest & rest.wrapping_sub(1) == 0 {
            return rest;
        }
        if self.known_rows >> set & 1 == 0 {
            self.known_rows |= 1 << set;
            for i in 0..MAX_COLOURS {
                if rest >> i & 1 == 1 && self.merges.may_merge(cpu, i, set) {
                    self.rows[set] |= 1 << i;
                }
            }
        }
        self.rows[set].into()
    }

    /// A set of colours that were touched after a click of one more, and all that meet one after the other behind them.
    /// Without the board after the click, more may be mistaken.
    #[inline(always)]
    fn grown<C: Cpu>(
        &mut self,
        cpu: C,
        clicked: usize,
        mut after: Option<&mut MergeQueries<B>>,
        mut set: usize,
    ) -> usize {
        loop {
            let rest = self.present.all() & !set;
            if rest & rest.wrapping_sub(1) == 0 {
                return self.present.all();
            }
            // Some tiles of the colour that was clicked are gone: the others might meet.
            let mut meet = (self.row(cpu, set | clicked) | clicked) & rest;
            if let Some(after) = &mut after {
                while meet != 0 && !after.may_merge(cpu, meet.trailing_zeros() as usize, set) {
                    meet &= meet - 1;
                }
                meet &= meet.wrapping_neg();
            }
            if meet == 0 {
                return set;
            }
            set |= meet;
        }
    }
}

/// What is lost by each set of colours that is parted, by what a colour of so many tiles loses.
#[inline(always)]
fn losses(present: &PresentColours, counts: &[usize], split_loss: impl Fn(usize) -> i32) -> Losses {
    let mut losses = [i32::MAX / 2; SETS];
    losses[0] = 0;
    for (i, &colour) in present.colours().iter().enumerate() {
        let loss = split_loss(counts[usize::from(colour)]).min(MAX_LOSS);
        for without in 0..1 << i {
            losses[without | 1 << i] = losses[without] + loss;
        }
    }
    losses
}

/// The sets that lose less than a limit.
#[inline(always)]
fn below(losses: &Losses, limit: i32) -> u32 {
    let mut sets = 0;
    for (set, &loss) in losses.iter().enumerate() {
        sets |= u32::from(loss < limit) << set;
    }
    sets
}

/// A click, by what it changes; or none.
#[derive(Clone, Copy, Debug)]
pub struct ClickEffect {
    /// The colour that is clicked, by its number before, and the tiles that are left of it; `None` if nothing is clicked.
    pub of: Option<(usize, usize)>,
    /// Whether a colour has one tile after it.
    pub single: bool,
}

/// The bound, and the last set that could come first.
#[derive(Clone, Debug, Default)]
pub struct TouchOrder {
    last: usize,
}

impl TouchOrder {
    /// Whether every game, after a click if there is one, loses at least `excess > 0` of what the counts of tiles promise, the bonus
    /// included. Without the board after the click, only the board before it is looked at.
    #[inline(always)]
    pub fn lose_enough<C: Cpu, B: BoardRepr>(
        &mut self,
        cpu: C,
        before: &mut BoardBeforeClick<B>,
        mut after: Option<&mut MergeQueries<B>>,
        click: ClickEffect,
        excess: i32,
        scores: &PointTable,
    ) -> bool {
        // A board with a single tile of a colour is never cleared.
        let left = excess - if click.single { 0 } else { scores.bonus() };
        // Games that do not clear the board, then those that do.
        (left <= 0 || self.lose(cpu, before, after.as_deref_mut(), click, (false, left), scores))
            && (click.single || self.lose(cpu, before, after, click, (true, excess), scores))
    }

    /// Whether every game after a click that clears the board, or every one that does not, loses at least `limit`. No
    /// closure: one that is not inlined would be compiled without the instructions of its CPU path.
    #[inline(always)]
    fn lose<C: Cpu, B: BoardRepr>(
        &mut self,
        cpu: C,
        before: &mut BoardBeforeClick<B>,
        mut after: Option<&mut MergeQueries<B>>,
        click: ClickEffect,
        (clears, limit): (bool, i32),
        scores: &PointTable,
    ) -> bool {
        let losses = if clears { &before.cleared } else { &before.left };
        // The sets that may come first.
        let (mut sets, mut clicked) = (below(losses, limit), 0);
        if let Some((j, now)) = click.of {
            // Of the colour that was clicked the loss is another now. If it is gone, it was touched.
            let split_loss =
                if clears { scores.split_loss(now) } else { scores.split_or_left_loss(now) }.min(MAX_LOSS);
            let without = if now == 0 { 0 } else { sets & !WITH[j] };
            let more = if now == 0 { -losses[1 << j] } else { split_loss - losses[1 << j] };
            sets = without | below(losses, limit - more) & WITH[j];
            clicked = 1 << j;
        }
        if sets & NEARLY_ALL[before.present.colours().len()] != 0 {
            return false;
        }
        let all = before.present.all();
        if sets >> self.last & 1 == 1 && before.grown(cpu, clicked, after.as_deref_mut(), self.last) == all {
            return false;
        }
        while sets != 0 {
            // Sets within others have smaller numbers.
            let set = sets.ilog2() as usize;
            let grown = before.grown(cpu, clicked, after.as_deref_mut(), set);
            if grown == all {
                self.last = set;
                return false;
            }
            sets &= !SUBSETS[grown];
        }
        true
    }
}
