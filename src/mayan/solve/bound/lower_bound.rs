//! The interface between a search and its lower bound.

use super::final_moves::FinalBound;
use crate::bits::cpu::Cpu;
use crate::mayan::packed::Packed;

/// A lower bound on the remaining moves of a board, updated incrementally.
///
/// `left` is the number of moves that may still be played on the resulting board. Methods with this argument return
/// `None` if the board cannot be cleared with `left` moves.
pub trait LowerBound<const B: usize>: Copy + Send + Sync {
    /// The bound for the last two moves.
    type Final: FinalBound<B>;
    /// Returns the bound of a settled board.
    fn of<C: Cpu>(board: &Packed<B>, left: u64, cpu: C) -> Option<Self>;
    /// Returns the bound after a swap of colour codes `a` (in column `x`) and `b` (in column `x + 1`), before
    /// settling.
    fn swap(&self, x: u32, a: usize, b: usize, left: u64) -> Option<Self>;
    /// Returns the bound after a block of colour code `a` moved from column `x` to column `to`, before settling.
    fn slide(&self, x: u32, to: u32, a: usize, left: u64) -> Option<Self>;
    /// Returns the bound after the board settled to `board`, where the colours `codes` (bit c for code c) lost
    /// blocks.
    fn settled<C: Cpu>(&self, board: &Packed<B>, codes: u64, left: u64, cpu: C) -> Option<Self>;
    /// Returns the bound for the last two moves.
    fn end(&self) -> Self::Final;
    /// Returns the lower bound on the remaining moves.
    fn moves(&self) -> u64;
    /// Returns a heuristic distance from the empty board, for move ordering.
    fn distance(&self) -> u32;
}
