//! By the order in which colours are first touched.
//!
//! The colours are touched for the first time one after the other. A colour goes whole in one removal only
//! if its tiles can meet while no colour behind it in that order has been touched: see
//! [`Board::may_unite`]. Otherwise it goes in parts, or some of it stays, which loses a known number of
//! points. Whatever the order is, no less is lost than in the order that loses least.

use crate::base::Colour;
use crate::bits::cpu::Cpu;
use crate::samegame::board::Board;

/// Most colours on a board for this bound: there are 2ⁿ sets of them.
const MOST: usize = 5;

/// Whether every order loses at least `limit > 0`, where a colour of n tiles that cannot meet in time loses
/// `parted(n)`. Costs up to one test a set of colours and colour, fewer if the answer shows early.
#[inline(always)]
pub fn loses<C: Cpu, B: Board>(
    cpu: C,
    board: &B,
    counts: &[usize],
    parted: impl Fn(usize) -> i32,
    limit: i32,
) -> bool {
    let (mut colours, mut losses, mut k) = ([0; MOST], [0; MOST], 0);
    let present = counts.iter().enumerate().filter(|&(_, &count)| count > 0);
    for (colour, &count) in present {
        if k == MOST {
            return false;
        }
        (colours[k], losses[k]) = (colour, parted(count));
        k += 1;
    }
    let mut least = [i32::MAX; 1 << MOST];
    least[0] = 0;
    for set in 0..(1usize << k) - 1 {
        let so_far = least[set];
        if so_far >= limit {
            continue;
        }
        let (mut touched, mut rest, mut largest) = (0, 0i32, 0);
        for i in 0..k {
            if set >> i & 1 == 1 {
                touched |= 1 << colours[i];
            } else {
                rest = rest.saturating_add(losses[i]);
                largest = largest.max(losses[i]);
            }
        }
        // The last colour of an order always meets, so more than this cannot come of the set.
        if so_far.saturating_add(rest - largest) < limit {
            return false;
        }
        for i in (0..k).filter(|i| set >> i & 1 == 0) {
            let with = set | 1 << i;
            let lost = so_far.saturating_add(losses[i]);
            if least[with] > so_far {
                // Not asked where the answer changes nothing.
                let meets = lost > so_far && board.may_unite(cpu, colours[i] as Colour, touched);
                least[with] = least[with].min(if meets { so_far } else { lost });
            }
        }
    }
    least[(1 << k) - 1] >= limit
}
