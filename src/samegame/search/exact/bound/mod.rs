//! Upper bounds on what a board still brings, one file each.
//!
//! - [`counts`]: by the numbers of tiles, nearly free
//! - [`barriers`]: by columns that can never vanish; where a colour has one tile left
//! - [`order`]: by the order in which colours are first touched; where it may decide

pub mod barriers;
pub mod counts;
pub mod order;
#[cfg(test)]
mod tests;

use crate::bits::cpu::Cpu;
use crate::samegame::board::Board;
use crate::samegame::search::exact::points::Worth;
use barriers::Barriers;
use order::Orders;

/// All bounds, with room to work in.
#[derive(Clone, Debug)]
pub struct Bounder {
    worth: Worth,
    barriers: Barriers,
    orders: Orders,
    strict: Orders,
}

impl Bounder {
    /// Bounds for boards with no more tiles than `worth` was made for.
    pub fn new(worth: Worth) -> Self {
        Bounder { worth, barriers: Barriers::default(), orders: Orders::loose(), strict: Orders::strict() }
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

    /// The most that a board brings, given its [`rough`](Self::rough) bound; `enough` if it is proven to
    /// bring no more than that, without looking for less.
    #[inline(always)]
    pub fn fine<C: Cpu, B: Board>(
        &mut self,
        cpu: C,
        board: &B,
        counts: &[usize],
        rough: i32,
        enough: i32,
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
        if self.orders.lose_enough(cpu, board, counts, &self.worth, rough - enough) { enough } else { bound }
    }

    /// The most that a board brings, by all that can be asked about its colours: for one board, not for each of a
    /// search.
    #[inline(always)]
    pub fn sharp<C: Cpu, B: Board>(&mut self, cpu: C, board: &B, counts: &[usize]) -> i32 {
        let rough = self.rough(counts);
        let (mut lost, mut most) = (0, rough.max(0));
        while lost < most {
            let excess = most - (most - lost) / 2;
            match self.strict.lose_enough(cpu, board, counts, &self.worth, excess) {
                true => lost = excess,
                false => most = excess - 1,
            }
        }
        rough - lost
    }
}
