//! The bound by the order in which colours are first touched, in its sharpest form.
//!
//! The bound of [`touch_order`](super::touch_order) treats any tiles of earlier colours as gone. This one
//! treats only those as gone that can be removed while no other colour is touched: see
//! [`BoardRepr::removable`]. And if the board is cleared, each colour is touched, so two of its tiles must meet
//! first: orders in which they cannot are excluded.

use super::merging::{MAX_COLOURS, PresentColours, SETS};
use crate::bits::cpu::Cpu;
use crate::samegame::repr::{BoardRepr, MergePotential};
use crate::samegame::search::exact::points::PointTable;

/// The loss of an impossible order; sums stay in range.
const NEVER: i32 = 1 << 29;

/// Bounds on how many tiles of a colour may come together after the colours of a set were touched, by set and colour.
type Potentials = [[MergePotential; MAX_COLOURS]; SETS];

/// Returns the points, up to `rough`, that every game is proven to lose of the bound from the numbers of tiles.
/// Examines the board once for each colour and each set of other colours, which is too slow for each board of a
/// search.
#[inline(always)]
pub fn lost<C: Cpu, B: BoardRepr>(
    cpu: C,
    board: &B,
    counts: &[usize],
    rough: i32,
    scores: &PointTable,
) -> i32 {
    let Some(present) = PresentColours::of(counts).filter(|_| B::IS_PACKED) else { return 0 };
    let colours = present.colours();
    let tiles: Vec<B::Mask> = colours.iter().map(|&colour| board.tiles(colour)).collect();
    let mut merges = [[MergePotential::All; MAX_COLOURS]; SETS];
    for (set, merges) in merges.iter_mut().enumerate().take(1 << colours.len()) {
        let of_set = |j: &usize| set >> j & 1 == 1;
        let sets: Vec<B::Mask> = (0..colours.len()).filter(of_set).map(|j| tiles[j].clone()).collect();
        let gone = if sets.is_empty() { B::Mask::default() } else { board.removable(&sets) };
        for i in (0..colours.len()).filter(|i| !of_set(i)) {
            merges[i] = board.merge_potential(cpu, &tiles[i], &gone);
        }
    }
    let counts: Vec<usize> = colours.iter().map(|&colour| counts[usize::from(colour)]).collect();
    let leaving = min_loss(&counts, &merges, |tiles| scores.split_or_left_loss(tiles), false);
    // A board with a single tile of a colour is never cleared.
    let lost = if counts.contains(&1) {
        leaving
    } else {
        min_loss(&counts, &merges, |tiles| scores.split_loss(tiles), true)
            .min(leaving.saturating_add(scores.bonus()))
    };
    lost.min(rough.max(0))
}

/// Returns the least loss of all orders, where a colour of n tiles that is not removed at once loses
/// `split_loss(n)`.
fn min_loss(counts: &[usize], merges: &Potentials, split_loss: impl Fn(usize) -> i32, clears: bool) -> i32 {
    let k = counts.len();
    let mut least = [i32::MAX; SETS];
    least[0] = 0;
    for set in 0..1usize << k {
        for i in (0..k).filter(|i| set >> i & 1 == 0) {
            // The last colour of an order always meets.
            let last = set | 1 << i == (1 << k) - 1;
            let loss = match merges[set][i] {
                _ if last => 0,
                MergePotential::All => 0,
                MergePotential::None if clears => NEVER,
                _ => split_loss(counts[i]),
            };
            let with = set | 1 << i;
            least[with] = least[with].min(least[set].saturating_add(loss));
        }
    }
    least[(1 << k) - 1]
}
