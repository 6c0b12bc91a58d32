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

/// All bounds, with room to work in.
#[derive(Clone, Debug)]
pub struct Bounder {
    worth: Worth,
    barriers: Barriers,
}

impl Bounder {
    /// Bounds for boards with no more tiles than `worth` was made for.
    pub fn new(worth: Worth) -> Self {
        Bounder { worth, barriers: Barriers::default() }
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
        // Games that do not clear the board, then those that do.
        let bonus = if single { 0 } else { self.worth.bonus() };
        for clears in [false, true] {
            let excess = rough.saturating_sub(enough) - if clears { 0 } else { bonus };
            let impossible = clears && single;
            if excess > 0 && !impossible {
                let parted = |n| if clears { self.worth.parted(n) } else { self.worth.parted_or_left(n) };
                if !order::loses(cpu, board, counts, parted, excess) {
                    return bound;
                }
            }
        }
        enough
    }
}
