//! The last move: does one move empty the board?
//!
//! Half of all boards and more have one move left, and for them nothing of a node is needed: no order, no
//! sleep sets, no table. Only a move that makes a run can do it, and only if the bound reaches zero with
//! it; what remains is to let the board settle and look.

use crate::base::Move;
use crate::bits::cpu::Cpu;
use crate::mayan::board::Board;
use crate::mayan::moves::{self, Moves};
use crate::mayan::solve::bound::Measure;
use crate::mayan::solve::node::Node;
use crate::mayan::solve::search::Plan;

/// Calls `found` with each move, in order, after which the board is empty, until it answers `false`.
/// Gives the number of moves that were tested by the bound, and of those it cut.
#[inline(always)]
pub(super) fn finish<const B: usize, M: Measure<B>, C: Cpu>(
    node: &Node<B, M>,
    plan: &Plan,
    cpu: C,
    mut found: impl FnMut(Move) -> bool,
) -> (u64, u64) {
    let Node { board, measure } = node;
    let all = Moves::of(board, plan.cols);
    let right = all.hot | all.right;
    let mut rest = right | all.left;
    let tried = u64::from(right.count_ones() + all.left.count_ones());
    let mut cut = 0;
    while rest != 0 {
        let bit = rest.trailing_zeros();
        let cell = 1 << bit;
        rest &= rest - 1;
        let x = bit / 8;
        let a = board.code(bit);
        if right & cell != 0 {
            let child = if all.right & cell != 0 {
                measure.slide(x, x + 1, a, 0).map(|_| board.slid(bit, x + 1))
            } else {
                measure.swap(x, a, board.code(bit + 8), 0).map(|_| board.swapped(bit))
            };
            match child {
                Some(child) if empties(child, cpu) && !found(moves::right(bit)) => break,
                Some(_) => {}
                None => cut += 1,
            }
        }
        if all.left & cell != 0 {
            match measure.slide(x, x - 1, a, 0).map(|_| board.slid(bit, x - 1)) {
                Some(child) if empties(child, cpu) && !found(moves::left(bit)) => break,
                Some(_) => {}
                None => cut += 1,
            }
        }
    }
    (tried, cut)
}

/// Whether the board settles to an empty one.
#[inline(always)]
fn empties<const B: usize, C: Cpu>(mut board: Board<B>, cpu: C) -> bool {
    loop {
        let gone = board.runs();
        if gone == 0 {
            return false;
        }
        if gone == board.occupied() {
            return true;
        }
        board.remove(gone, cpu);
    }
}
