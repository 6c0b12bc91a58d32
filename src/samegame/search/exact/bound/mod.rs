//! Upper bounds on what a board still brings, one file each.
//!
//! - [`counts`]: by the numbers of tiles, nearly free
//! - [`barriers`]: by columns that can never vanish; where a colour has one tile left
//! - [`order`]: by the order in which colours are first touched; where it may decide
//! - [`least`]: that bound in numbers, for a board that is asked for all its clicks
//! - [`meetings`]: which colours can still go whole, for that bound
//! - [`strict`]: that bound with all that is known, for one board
//! - [`mains`]: by the order of the largest removals, for one board
//! - [`columns`]: a board as it is looked at for that bound
//! - [`reach`]: how many tiles of a colour can be one group, for that bound

pub mod barriers;
pub mod click_losses;
pub mod columns;
pub mod counts;
pub mod group_reach;
pub mod largest_removals;
#[cfg(test)]
mod largest_removals_tests;
pub mod merging;
#[cfg(test)]
pub(super) mod tests;
pub mod touch_order;
pub mod touch_order_exact;

use crate::bits::cpu::Cpu;
use crate::samegame::repr::BoardRepr;
use crate::samegame::search::exact::points::PointTable;
use barriers::Barriers;
use group_reach::MAX_TILES;
use largest_removals::LargestRemovals;
use merging::{MergeFacts, MergeQueries};
use touch_order::{BoardBeforeClick, ClickEffect, TouchOrder};

/// All bounds, with room to work in.
#[derive(Clone, Debug)]
pub struct BoundEvaluator {
    scores: PointTable,
    barriers: Barriers,
    touch_order: TouchOrder,
}

impl BoundEvaluator {
    /// Bounds for boards with no more tiles than `worth` was made for.
    pub fn new(scores: PointTable) -> Self {
        BoundEvaluator { scores, barriers: Barriers::default(), touch_order: TouchOrder::default() }
    }

    /// What things are worth.
    #[inline(always)]
    pub fn scores(&self) -> &PointTable {
        &self.scores
    }

    /// The most that a board brings, by the number of tiles of each colour.
    #[inline(always)]
    pub fn rough(&self, counts: &[usize]) -> i32 {
        counts::most(counts, &self.scores)
    }

    /// Gets a board ready for bounds of those that its clicks lead to. `answers` are what is known of it.
    #[inline(always)]
    pub fn before<'a, B: BoardRepr>(
        &self,
        board: &'a B,
        counts: &[usize],
        facts: MergeFacts,
    ) -> Option<BoardBeforeClick<'a, B>> {
        BoardBeforeClick::of(board, counts, &self.scores, facts)
    }

    /// Whether a click leads to a board that brings no more than `enough`, as far as the board before it tells; without
    /// one, whether the board itself does. `rough` is the [`rough`](Self::rough) bound after it.
    #[inline(always)]
    pub fn cut_before_click<C: Cpu, B: BoardRepr>(
        &mut self,
        cpu: C,
        before: &mut BoardBeforeClick<B>,
        click: ClickEffect,
        (rough, enough): (i32, i32),
    ) -> bool {
        self.touch_order.lose_enough(cpu, before, None, click, rough - enough, &self.scores)
    }

    /// The most that a board brings, given its [`rough`](Self::rough) bound; `enough` if it is proven to
    /// bring no more than that, without looking for less. Leaves in `answers` what it learns about the board.
    #[inline(always)]
    pub fn fine<C: Cpu, B: BoardRepr>(
        &mut self,
        cpu: C,
        (board, counts): (&B, &[usize]),
        click: Option<(&mut BoardBeforeClick<B>, ClickEffect)>,
        (rough, enough): (i32, i32),
        facts: &mut MergeFacts,
    ) -> i32 {
        if rough <= enough {
            return rough;
        }
        let single = counts.contains(&1);
        let bound =
            if single { rough.min(self.barriers.most(board, counts.len(), &self.scores)) } else { rough };
        if bound <= enough {
            return bound;
        }
        let Some((before, click)) = click else { return bound };
        let mut after = MergeQueries::of(board, before.present(), MergeFacts::NONE);
        let lose =
            self.touch_order.lose_enough(cpu, before, Some(&mut after), click, rough - enough, &self.scores);
        if click.of.is_some_and(|(_, tiles)| tiles > 0) {
            *facts = after.facts;
        }
        if lose { enough } else { bound }
    }

    /// The most that a board brings, by all that can be asked about its colours: for one board, not for each of a
    /// search. Which colours meet is asked in any case; how many of their tiles do, as far as `work` goes, unless that is
    /// given up (see [`Mains::most`]).
    #[inline(always)]
    pub fn sharp<C: Cpu, B: BoardRepr>(
        &self,
        cpu: C,
        board: &B,
        counts: &[usize],
        work: usize,
        give_up: &mut dyn FnMut() -> bool,
    ) -> i32 {
        let rough = self.rough(counts);
        let bound = rough - touch_order_exact::lost(cpu, board, counts, rough, &self.scores);
        let largest = counts.iter().copied().max().unwrap_or(0);
        if largest > MAX_TILES || give_up() {
            return bound;
        }
        let most = LargestRemovals::new(largest, &self.scores).most(
            cpu,
            board,
            counts,
            (&self.scores, work),
            give_up,
        );
        most.map_or(bound, |most| bound.min(most))
    }
}
