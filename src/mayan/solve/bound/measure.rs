//! What a search asks of a bound.

use super::ends::End;
use crate::bits::cpu::Cpu;
use crate::mayan::board::Packed;

/// What a bound keeps for a board, and how moves change it.
///
/// Every method is given `left`, the moves that may still be played afterwards, and answers `None` when
/// the board cannot be cleared with them.
pub trait Measure<const B: usize>: Copy + Send + Sync {
    /// What the last two moves need of it.
    type End: End<B>;
    /// Of a board, from nothing.
    fn of<C: Cpu>(board: &Packed<B>, left: u64, cpu: C) -> Option<Self>;
    /// After a swap of colour codes `a` (in column `x`) and `b` (in column `x + 1`), before settling.
    fn swap(&self, x: u32, a: usize, b: usize, left: u64) -> Option<Self>;
    /// After a block of code `a` has gone from column `x` to column `to`, before settling.
    fn slide(&self, x: u32, to: u32, a: usize, left: u64) -> Option<Self>;
    /// After a board of this measure has settled, and blocks of these colour codes (bit c for code c) vanished.
    fn settled<C: Cpu>(&self, board: &Packed<B>, codes: u64, left: u64, cpu: C) -> Option<Self>;
    /// What the last two moves need of it.
    fn end(&self) -> Self::End;
    /// Moves that are needed at the least.
    fn moves(&self) -> u64;
    /// How far the board is from done, as a rule of thumb, for ordering.
    fn distance(&self) -> u32;
}
