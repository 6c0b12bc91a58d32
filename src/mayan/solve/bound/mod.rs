//! Lower bounds on the moves left, kept up to date from node to node.
//!
//! A [`Measure`] is what the search knows of a board besides its cells. The strong one is for boards of
//! up to five columns; every board has the simple one: a colour of one or two blocks can never vanish.

pub mod column_flow;
pub mod ends;
pub mod lanes;

use crate::bits::cpu::Cpu;
use crate::mayan::board::{Board, ONES, byte_counts};
use crate::mayan::solve::bound::column_flow::SCALE;
use crate::mayan::solve::bound::ends::{End, Ends};
use crate::mayan::solve::bound::lanes::Lanes;

/// What a bound keeps for a board, and how moves change it.
///
/// Every method is given `left`, the moves that may still be played afterwards, and answers `None` when
/// the board cannot be cleared with them.
pub trait Measure<const B: usize>: Copy + Send + Sync {
    /// What the last two moves need of it.
    type End: End<B>;
    /// Of a board, from nothing.
    fn of<C: Cpu>(board: &Board<B>, left: u64, cpu: C) -> Option<Self>;
    /// After a swap of colour codes `a` (in column `x`) and `b` (in column `x + 1`), before settling.
    fn swap(&self, x: u32, a: usize, b: usize, left: u64) -> Option<Self>;
    /// After a block of code `a` has gone from column `x` to column `to`, before settling.
    fn slide(&self, x: u32, to: u32, a: usize, left: u64) -> Option<Self>;
    /// After a board of this measure has settled, and blocks of these colour codes (bit c for code c) vanished.
    fn settled<C: Cpu>(&self, board: &Board<B>, codes: u64, left: u64, cpu: C) -> Option<Self>;
    /// What the last two moves need of it.
    fn end(&self) -> Self::End;
    /// Moves that are needed at the least.
    fn moves(&self) -> u64;
    /// How far the board is from done, as a rule of thumb, for ordering.
    fn distance(&self) -> u32;
}

/// The bound of [`columns`](crate::mayan::solve::bound::column_flow): counts a colour, and the lanes of their sum.
///
/// `K` is one more than the largest colour code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow<const K: usize> {
    lanes: Lanes,
    /// The number of the count vector of each colour code, and [`FAR`].
    counts: [u16; K],
}

/// Stands beside the number of a count vector if blocks in these columns cannot all vanish where they are.
const FAR: u16 = 1 << 15;

/// The number of a count vector, with [`FAR`] if its row says so.
#[inline(always)]
fn marked(index: u16, row: &Lanes) -> u16 {
    index & !FAR | if row.far() { FAR } else { 0 }
}

/// The number of the count vector of the cells of one colour. Eight equal blocks do not rest in one column, so three
/// bits a column are enough.
#[inline(always)]
fn number<C: Cpu>(cells: u64, cpu: C) -> u16 {
    cpu.pext(byte_counts(cells), 0x07 * ONES) as u16 & 0x7fff
}

/// The number of the count vector of a colour of which blocks have vanished; `None` if one or two are left, which never
/// vanish.
#[inline(always)]
fn number_left<const B: usize, C: Cpu>(board: &Board<B>, code: usize, cpu: C) -> Option<u16> {
    let cells = board.of_code(code);
    if matches!(cells.count_ones(), 1 | 2) { None } else { Some(number(cells, cpu)) }
}

impl<const K: usize> Flow<K> {
    /// The colour codes that cannot all vanish where they are.
    #[inline(always)]
    fn far(&self) -> u64 {
        self.counts.iter().enumerate().fold(0, |far, (code, &index)| far | u64::from(index >> 15) << code)
    }
}

/// The limit of a lane for a number of moves; more than 84 moves are as good as any number.
#[inline(always)]
fn limit(left: u64) -> u8 {
    left.min(84) as u8 * SCALE + (left > 84) as u8 * 2
}

/// The number of a count vector after a block has gone from column `x` to column `to` beside it.
#[inline(always)]
fn moved(index: u16, x: u32, to: u32) -> u16 {
    // Adding this, shifted to column x, takes a block from x to x + 1.
    const STEP: u16 = 0o7;
    if to > x { index.wrapping_add(STEP << (3 * x)) } else { index.wrapping_sub(STEP << (3 * to)) }
}

impl<const B: usize, const K: usize> Measure<B> for Flow<K> {
    type End = Ends<K>;

    #[inline(always)]
    fn of<C: Cpu>(board: &Board<B>, left: u64, cpu: C) -> Option<Self> {
        let mut new = Flow { lanes: Lanes::ZERO, counts: [0; K] };
        let all = board.occupied();
        for code in 1..K {
            let cells = board.of_code(code) & all;
            if cells != 0 {
                let counts = number(cells, cpu);
                let row = Lanes::row(counts);
                new.counts[code] = marked(counts, &row);
                new.lanes = new.lanes.plus(row);
            }
        }
        (!new.lanes.exceed(limit(left))).then_some(new)
    }

    #[inline(always)]
    fn swap(&self, x: u32, a: usize, b: usize, left: u64) -> Option<Self> {
        let (old_a, old_b) = (self.counts[a], self.counts[b]);
        let (new_a, new_b) = (moved(old_a, x, x + 1), moved(old_b, x + 1, x));
        let (row_a, row_b) = (Lanes::row(new_a), Lanes::row(new_b));
        let lanes = self.lanes.minus(Lanes::row(old_a)).minus(Lanes::row(old_b)).plus(row_a.plus(row_b));
        if lanes.exceed(limit(left)) {
            return None;
        }
        let mut new = Flow { lanes, counts: self.counts };
        new.counts[a] = marked(new_a, &row_a);
        new.counts[b] = marked(new_b, &row_b);
        Some(new)
    }

    #[inline(always)]
    fn slide(&self, x: u32, to: u32, a: usize, left: u64) -> Option<Self> {
        let old = self.counts[a];
        let counts = moved(old, x, to);
        let row = Lanes::row(counts);
        let lanes = self.lanes.minus(Lanes::row(old)).plus(row);
        if lanes.exceed(limit(left)) {
            return None;
        }
        let mut new = Flow { lanes, counts: self.counts };
        new.counts[a] = marked(counts, &row);
        Some(new)
    }

    #[inline(always)]
    fn settled<C: Cpu>(&self, board: &Board<B>, codes: u64, left: u64, cpu: C) -> Option<Self> {
        let mut new = *self;
        let mut rest = codes;
        while rest != 0 {
            let code = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let counts = number_left(board, code, cpu)?;
            let row = Lanes::row(counts);
            new.lanes = new.lanes.minus(Lanes::row(self.counts[code])).plus(row);
            new.counts[code] = marked(counts, &row);
        }
        (!new.lanes.exceed(limit(left))).then_some(new)
    }

    #[inline(always)]
    fn end(&self) -> Ends<K> {
        let mut counts = self.counts;
        for index in &mut counts {
            *index &= !FAR;
        }
        Ends::new(counts, self.far())
    }

    #[inline(always)]
    fn moves(&self) -> u64 {
        u64::from(self.lanes.largest().div_ceil(SCALE))
    }

    #[inline(always)]
    fn distance(&self) -> u32 {
        self.lanes.sum()
    }
}

/// No more than that every colour left has three blocks, and that some move is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Three {
    blocks: u32,
}

impl<const B: usize> Measure<B> for Three {
    type End = Three;

    #[inline(always)]
    fn of<C: Cpu>(board: &Board<B>, left: u64, _cpu: C) -> Option<Self> {
        let all = board.occupied();
        if all == 0 {
            return Some(Three { blocks: 0 });
        }
        for code in 1..=Board::<B>::COLOURS {
            let cells = board.of_code(code) & all;
            if cells != 0 && cells.count_ones() < 3 {
                return None;
            }
        }
        (left > 0).then_some(Three { blocks: all.count_ones() })
    }

    #[inline(always)]
    fn swap(&self, _x: u32, _a: usize, _b: usize, _left: u64) -> Option<Self> {
        Some(*self)
    }

    #[inline(always)]
    fn slide(&self, _x: u32, _to: u32, _a: usize, _left: u64) -> Option<Self> {
        Some(*self)
    }

    #[inline(always)]
    fn settled<C: Cpu>(&self, board: &Board<B>, _codes: u64, left: u64, cpu: C) -> Option<Self> {
        Self::of(board, left, cpu)
    }

    #[inline(always)]
    fn end(&self) -> Three {
        *self
    }

    #[inline(always)]
    fn moves(&self) -> u64 {
        u64::from(self.blocks > 0)
    }

    #[inline(always)]
    fn distance(&self) -> u32 {
        self.blocks
    }
}
