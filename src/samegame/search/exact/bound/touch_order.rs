//! An upper bound from the order in which colours are first touched.
//!
//! A colour is touched when its first tiles are removed. A colour can be removed in one click only if its tiles can
//! meet before any later colour is touched: see [`BoardRepr::may_merge`]. Any other colour is *split*: it is removed in
//! parts, or some of its tiles are left, which loses a known number of points. So every game loses at least as much as
//! the order with the least loss. Colours that are never touched count as last; they lose no less than split colours.
//!
//! The more colours are touched, the more tiles can meet. So in some order with the least loss, the split colours come
//! first, and each other colour follows as soon as its tiles can meet. A set of colours *can come first* if, once the
//! colours of the set are touched, all other colours can follow in this way. If the tiles of no further colour can meet
//! after some set, no subset of this set can come first, either.
//!
//! A set that can come first on one board can often come first on the next board, too. So the set that was found last
//! is tried first, which saves time and does not change the answer.

use super::merging::{MAX_COLOURS, MergeFacts, MergeQueries, PresentColours, SETS, SUBSETS};
use crate::bits::cpu::Cpu;
use crate::samegame::repr::BoardRepr;
use crate::samegame::search::exact::points::PointTable;

/// For each set of colours, the points lost if these colours are split.
type Losses = [i32; SETS];

/// The maximum to which the loss of one colour is clamped, so that the sum for a set fits `i32`.
pub const MAX_LOSS: i32 = 1 << 28;

/// For each number of colours on a board, the sets that lack at most one of the colours.
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

/// For each colour, the sets that contain it.
const SETS_WITH: [u32; MAX_COLOURS] = {
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

/// A board before a click, with the data that the bounds of all its clicks share.
#[derive(Debug)]
pub struct BoardBeforeClick<'a, B: BoardRepr> {
    /// The colours with tiles.
    pub present: PresentColours,
    merges: MergeQueries<'a, B>,
    /// For each set of touched colours, the other colours whose tiles may meet; valid for the sets in `known_rows`.
    rows: [u8; SETS],
    known_rows: u32,
    /// The points lost by split colours: `cleared` if the board is cleared in the end, `left` if tiles are left.
    cleared: Losses,
    left: Losses,
}

impl<'a, B: BoardRepr> BoardBeforeClick<'a, B> {
    /// Prepares a board with `counts` tiles of each colour, and the facts known about it. Returns `None` if the bound
    /// does not apply: with too many colours, points that are not superadditive, or a board that is not packed.
    #[inline(always)]
    pub fn of(board: &'a B, counts: &[usize], scores: &PointTable, facts: MergeFacts) -> Option<Self> {
        let present = PresentColours::of(counts).filter(|_| B::IS_PACKED && scores.is_superadditive)?;
        let cleared = losses(&present, counts, |n| scores.split_loss(n));
        let left = losses(&present, counts, |n| scores.split_or_left_loss(n));
        let merges = MergeQueries::of(board, &present, facts);
        Some(BoardBeforeClick { present, merges, rows: [0; SETS], known_rows: 0, cleared, left })
    }

    /// Returns the colours outside `set` whose tiles may meet while the colours of `set` are touched.
    #[inline(always)]
    fn row<C: Cpu>(&mut self, cpu: C, set: usize) -> usize {
        let rest = self.present.all() & !set;
        // Once all other colours are touched, the tiles of the last colour may always meet.
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

    /// Extends a set of touched colours, one colour after the other, as long as the tiles of another colour may meet.
    /// `clicked` is the set of the clicked colour, or 0. `after` is the board after the click; without this board, the
    /// result may be too large.
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
            // Some tiles of the clicked colour are gone, so its other tiles might meet.
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

/// Returns the loss of each set of split colours. `split_loss` returns the loss of one colour from its number of tiles.
#[inline(always)]
fn losses(present: &PresentColours, counts: &[usize], split_loss: impl Fn(usize) -> i32) -> Losses {
    let mut losses = [i32::MAX / 2; SETS];
    losses[0] = 0;
    for (i, &colour) in present.colours().iter().enumerate() {
        let loss = split_loss(counts[usize::from(colour)]);
        for without in 0..1 << i {
            losses[without | 1 << i] = losses[without] + loss;
        }
    }
    losses
}

/// Returns the sets with a loss below `limit`, as one bit for each set.
#[inline(always)]
fn below(losses: &Losses, limit: i32) -> u32 {
    let mut sets = 0;
    for (set, &loss) in losses.iter().enumerate() {
        sets |= u32::from(loss < limit) << set;
    }
    sets
}

/// The effect of a click on the numbers of tiles; without a click, the state of the board itself.
#[derive(Clone, Copy, Debug)]
pub struct ClickEffect {
    /// The clicked colour's number in `present`, and its number of tiles after the click; `None` without a click.
    pub of: Option<(usize, usize)>,
    /// Whether a colour has too few tiles for a group after the click.
    pub stuck: bool,
}

/// The bound from the order of colours. `last` is the set found last that can come first; it is tested first.
#[derive(Clone, Debug, Default)]
pub struct TouchOrder {
    last: usize,
}

impl TouchOrder {
    /// Returns `true` if every game after `click` stays at least `excess > 0` points below the bound from the numbers
    /// of tiles (with the bonus). `after` is the board after the click; without this board, only the board before the
    /// click is used.
    #[inline(always)]
    pub fn lose_enough<C: Cpu, B: BoardRepr>(
        &mut self,
        cpu: C,
        before: &mut BoardBeforeClick<B>,
        mut after: Option<&mut MergeQueries<B>>,
        click: ClickEffect,
        excess: i64,
        scores: &PointTable,
    ) -> bool {
        // A board with stuck tiles is never cleared.
        let [left, cleared] = if click.stuck { [0; 2] } else { scores.gaps() };
        let (left, cleared) = (excess.saturating_sub(left), excess.saturating_sub(cleared));
        // First the games that leave tiles, then the games that clear the board.
        (left <= 0 || self.lose(cpu, before, after.as_deref_mut(), click, (false, left), scores))
            && (click.stuck || cleared <= 0 || self.lose(cpu, before, after, click, (true, cleared), scores))
    }

    /// Returns `true` if every game of one kind loses at least `limit` after a click: with `clears`, the games that
    /// clear the board, else those that leave tiles. Not a closure: a closure may lack the instructions of `cpu`.
    #[inline(always)]
    fn lose<C: Cpu, B: BoardRepr>(
        &mut self,
        cpu: C,
        before: &mut BoardBeforeClick<B>,
        mut after: Option<&mut MergeQueries<B>>,
        click: ClickEffect,
        (clears, limit): (bool, i64),
        scores: &PointTable,
    ) -> bool {
        // Sets with absent colours have the loss `i32::MAX / 2`, above every accepted limit.
        let Some(limit) = i32::try_from(limit).ok().filter(|&limit| limit <= 3 * MAX_LOSS) else {
            return false;
        };
        let losses = if clears { &before.cleared } else { &before.left };
        // The sets whose loss is below the limit: `false` is returned if one of them can come first.
        let (mut sets, mut clicked) = (below(losses, limit), 0);
        if let Some((j, now)) = click.of {
            // The loss of the clicked colour has changed. Without a tile left, the colour counts as touched.
            let split_loss = if clears { scores.split_loss(now) } else { scores.split_or_left_loss(now) };
            let without = if now == 0 { 0 } else { sets & !SETS_WITH[j] };
            let more = if now == 0 { -losses[1 << j] } else { split_loss - losses[1 << j] };
            sets = without | below(losses, limit - more) & SETS_WITH[j];
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
            // The set with the largest number is tested first: it may rule out its subsets, which have lower numbers.
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
