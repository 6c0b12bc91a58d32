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
pub mod columns;
pub mod counts;
pub mod least;
pub mod mains;
pub mod meetings;
pub mod order;
pub mod reach;
pub mod strict;
#[cfg(test)]
pub(super) mod tests;
#[cfg(test)]
mod tests_of_mains;

use crate::bits::cpu::Cpu;
use crate::samegame::board::AtRest;
use crate::samegame::search::exact::points::Worth;
use barriers::Barriers;
use mains::Mains;
use meetings::{Answers, Meetings};
use order::{Before, Click, Orders};
use reach::TILES;

/// All bounds, with room to work in.
#[derive(Clone, Debug)]
pub struct Bounder {
    worth: Worth,
    barriers: Barriers,
    orders: Orders,
}

impl Bounder {
    /// Bounds for boards with no more tiles than `worth` was made for.
    pub fn new(worth: Worth) -> Self {
        Bounder { worth, barriers: Barriers::default(), orders: Orders::default() }
    }

    /// What things are worth.
    #[inline(always)]
    pub fn worth(&self) -> &Worth {
        &self.worth
    }

    /// The most that a board brings, by the number of tiles of each colour.
    #[inline(always)]
    pub fn rough(&self, counts: &[usize]) -> i32 {
        counts::most(counts, &self.worth)
    }

    /// Gets a board ready for bounds of those that its clicks lead to. `answers` are what is known of it.
    #[inline(always)]
    pub fn before<'a, B: AtRest>(
        &self,
        board: &'a B,
        counts: &[usize],
        answers: Answers,
    ) -> Option<Before<'a, B>> {
        Before::of(board, counts, &self.worth, answers)
    }

    /// Whether a click leads to a board that brings no more than `enough`, as far as the board before it tells; without
    /// one, whether the board itself does. `rough` is the [`rough`](Self::rough) bound after it.
    #[inline(always)]
    pub fn foreseen<C: Cpu, B: AtRest>(
        &mut self,
        cpu: C,
        before: &mut Before<B>,
        click: Click,
        (rough, enough): (i32, i32),
    ) -> bool {
        self.orders.lose_enough(cpu, before, None, click, rough - enough, &self.worth)
    }

    /// The most that a board brings, given its [`rough`](Self::rough) bound; `enough` if it is proven to
    /// bring no more than that, without looking for less. Leaves in `answers` what it learns about the board.
    #[inline(always)]
    pub fn fine<C: Cpu, B: AtRest>(
        &mut self,
        cpu: C,
        (board, counts): (&B, &[usize]),
        click: Option<(&mut Before<B>, Click)>,
        (rough, enough): (i32, i32),
        answers: &mut Answers,
    ) -> i32 {
        if rough <= enough {
            return rough;
        }
        let single = counts.contains(&1);
        let bound =
            if single { rough.min(self.barriers.most(board, counts.len(), &self.worth)) } else { rough };
        if bound <= enough {
            return bound;
        }
        let Some((before, click)) = click else { return bound };
        let mut after = Meetings::of(board, before.present(), Answers::NONE);
        let lose = self.orders.lose_enough(cpu, before, Some(&mut after), click, rough - enough, &self.worth);
        if click.of.is_some_and(|(_, tiles)| tiles > 0) {
            *answers = after.answers;
        }
        if lose { enough } else { bound }
    }

    /// The most that a board brings, by all that can be asked about its colours: for one board, not for each of a
    /// search. Which colours meet is asked in any case; how many of their tiles do, as far as `work` goes, unless that is
    /// given up (see [`Mains::most`]).
    #[inline(always)]
    pub fn sharp<C: Cpu, B: AtRest>(
        &self,
        cpu: C,
        board: &B,
        counts: &[usize],
        work: usize,
        give_up: &mut dyn FnMut() -> bool,
    ) -> i32 {
        let rough = self.rough(counts);
        let bound = rough - strict::lost(cpu, board, counts, rough, &self.worth);
        let largest = counts.iter().copied().max().unwrap_or(0);
        if largest > TILES || give_up() {
            return bound;
        }
        let most = Mains::new(largest, &self.worth).most(cpu, board, counts, (&self.worth, work), give_up);
        most.map_or(bound, |most| bound.min(most))
    }
}
