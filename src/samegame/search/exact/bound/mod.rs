//! Upper bounds on the points still to come. The bound from the numbers of tiles, which is nearly free, is
//! `PointTable::upper_bound`.
//!
//! - [`touch_order`]: the bound from the order in which colours are first touched
//! - [`merging`]: which colours can still be removed in one click, for `touch_order`

pub mod merging;
#[cfg(test)]
pub(super) mod tests;
pub mod touch_order;

use crate::bits::cpu::Cpu;
use crate::rules::stretches::Stretches;
use crate::rules::{Colour, Columns, Rules};
use crate::samegame::repr::BoardRepr;
use crate::samegame::search::exact::points::PointTable;
use merging::{MergeFacts, MergeQueries};
use touch_order::{BoardBeforeClick, ClickEffect, TouchOrder};

/// A bound of a board from the numbers of tiles, and the bound at which a search skips the board.
#[derive(Clone, Copy, Debug)]
pub struct Cutoff {
    /// The bound from the numbers of tiles, by [`BoundEvaluator::rough`].
    pub rough: i64,
    /// The highest bound with which the search skips the board. So no lower bound is searched for.
    pub enough: i64,
}

/// A click whose board has to be made: the bounds of the board before the click do not rule it out.
#[derive(Debug)]
pub struct OpenClick<'b, 'a, B: BoardRepr> {
    /// The board before the click; `None` if the bound by the order of colours does not apply.
    before: Option<(&'b mut BoardBeforeClick<'a, B>, ClickEffect)>,
    /// The bounds of the board after the click.
    pub cutoff: Cutoff,
}

/// Computes upper bounds, with memory that is reused.
#[derive(Clone, Debug)]
pub struct BoundEvaluator {
    /// The points of removals and of the ends of games.
    pub scores: PointTable,
    stretches: Stretches,
    touch_order: TouchOrder,
    rules: Rules,
    /// The number of columns of the first board.
    cols: usize,
}

impl BoundEvaluator {
    /// Creates an evaluator for boards with at most `cols` columns, and at most as many tiles as `scores` covers.
    pub fn new(scores: PointTable, rules: Rules, cols: usize) -> Self {
        let (stretches, touch_order) = (Stretches::default(), TouchOrder::default());
        BoundEvaluator { scores, stretches, touch_order, rules, cols }
    }

    /// Returns an upper bound from the number of tiles of each colour.
    #[inline(always)]
    pub fn rough(&self, counts: &[usize]) -> i64 {
        self.scores.upper_bound(counts)
    }

    /// Prepares a board for bounds after each of its clicks. `facts` are the known facts about the board. Returns
    /// `None` if the bound by the order of colours does not apply.
    #[inline(always)]
    pub fn before<'a, B: BoardRepr>(
        &self,
        board: &'a B,
        counts: &[usize],
        facts: MergeFacts,
    ) -> Option<BoardBeforeClick<'a, B>> {
        BoardBeforeClick::of(board, counts, &self.scores, facts)
    }

    /// Returns whether a board has lasting columns: empty columns stay, or some tiles can never be removed.
    #[inline(always)]
    fn has_stretches(&self, counts: &[usize]) -> bool {
        self.rules.columns == Columns::Stay || self.scores.has_stuck(counts)
    }

    /// Returns an upper bound for a board with lasting columns, stretch by stretch. A stretch is the tiles of one
    /// colour between two lasting columns without the colour.
    pub fn by_stretches<B: BoardRepr>(&mut self, board: &B, colours: usize) -> i64 {
        let (scores, mut sum) = (&self.scores, 0);
        for stretch in self.stretches.of(|cell| board.get(cell), (self.cols, colours), &self.rules) {
            // A colour may have tiles left in several stretches. One tile left costs 1 under the penalty (n − 2)², but
            // two tiles left cost 0: the costs of the stretches do not add up, so a negative gain counts as 0.
            let gain = scores.max_gain(stretch.tiles);
            sum =
                scores.join(sum, if stretch.is_whole || scores.costs_add_up() { gain } else { gain.max(0) });
        }
        sum + scores.highest_end(self.stretches.has_stuck)
    }

    /// Returns whether a bound from the positions of tiles may be lower than [`rough`](Self::rough).
    #[inline(always)]
    pub fn needs_board(&self, counts: &[usize]) -> bool {
        self.scores.is_superadditive || self.has_stretches(counts)
    }

    /// Bounds a click of a colour from the board before the click. `counts` are the tiles of each colour after it.
    /// Returns a bound of at most `enough` as an error: the click then need not be searched.
    #[inline(always)]
    pub fn before_click<'b, 'a, C: Cpu, B: BoardRepr>(
        &mut self,
        cpu: C,
        before: Option<&'b mut BoardBeforeClick<'a, B>>,
        counts: &[usize],
        colour: usize,
        enough: i64,
    ) -> Result<OpenClick<'b, 'a, B>, i64> {
        let cutoff = Cutoff { rough: self.rough(counts), enough };
        if cutoff.rough <= enough {
            return Err(cutoff.rough);
        }
        let Some(before) = before else { return Ok(OpenClick { before: None, cutoff }) };
        let number = before.present.number(colour as Colour);
        let click = ClickEffect { of: Some((number, counts[colour])), stuck: self.scores.has_stuck(counts) };
        // If a colour has too few tiles left, `after_click` first tries the bound by stretches, which may be lower.
        if !click.stuck && self.cut_before_click(cpu, before, click, cutoff) {
            return Err(enough);
        }
        Ok(OpenClick { before: Some((before, click)), cutoff })
    }

    /// Returns `true` if the board before a click proves that `enough` is a bound for the board after the click.
    /// Without a click, both are the same board. `rough` is the [`rough`](Self::rough) bound after the click.
    #[inline(always)]
    pub fn cut_before_click<C: Cpu, B: BoardRepr>(
        &mut self,
        cpu: C,
        before: &mut BoardBeforeClick<B>,
        click: ClickEffect,
        Cutoff { rough, enough }: Cutoff,
    ) -> bool {
        self.touch_order.lose_enough(cpu, before, None, click, rough - enough, &self.scores)
    }

    /// Returns an upper bound for the board after a click. If `enough` is proven to be a bound, returns `enough`
    /// without searching for a lower bound. Stores new facts about the board in `facts`.
    #[inline(always)]
    pub fn after_click<C: Cpu, B: BoardRepr>(
        &mut self,
        cpu: C,
        (board, counts): (&B, &[usize]),
        OpenClick { before, cutoff: Cutoff { rough, enough } }: OpenClick<'_, '_, B>,
        facts: &mut MergeFacts,
    ) -> i64 {
        if rough <= enough {
            return rough;
        }
        let bound = if self.has_stretches(counts) {
            rough.min(self.by_stretches(board, counts.len()))
        } else {
            rough
        };
        if bound <= enough {
            return bound;
        }
        let Some((before, click)) = before else { return bound };
        let mut after = MergeQueries::of(board, &before.present, MergeFacts::NONE);
        let lose =
            self.touch_order.lose_enough(cpu, before, Some(&mut after), click, rough - enough, &self.scores);
        if click.of.is_some_and(|(_, tiles)| tiles > 0) {
            *facts = after.facts;
        }
        if lose { enough } else { bound }
    }
}
