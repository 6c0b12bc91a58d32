//! Lower bounds on the clicks that clear a board.

use super::board::{Board, MAX_COLOURS, Shape};

/// The bound of a board that cannot be cleared.
pub const NEVER: u32 = u32::MAX;

/// Returns a lower bound on the clicks that clear a board, or [`NEVER`].
///
/// The bound is consistent: a click lowers it by at most one, and no click makes a board clearable. So, on a path, the
/// sum of the clicks and the bound never falls.
#[inline(always)]
pub fn lower_bound(shape: &Shape, board: &Board) -> u32 {
    if shape.close { bound_if_close(shape, board) } else { bound_if_stay(shape, board) }
}

/// The bound where columns stay: the sum over the colours of the maximal blocks of neighbouring columns that contain
/// the colour.
///
/// A tile never leaves its column, and no colour enters a column. So tiles of different blocks of a colour are never in
/// one group: each block needs a click of its own. A block with fewer tiles than a group needs cannot be removed.
///
/// A click removes tiles of one block only, so that it lowers the bound by at most one, and only if it takes the whole
/// block.
#[inline(always)]
fn bound_if_stay(shape: &Shape, board: &Board) -> u32 {
    let mut bound = 0;
    for number in 1..=shape.colours {
        let tiles = board.colour(number);
        let columns = shape.columns(tiles);
        let starts = shape.starts(columns);
        bound += starts.count_ones();
        if shape.min_group > 1 && has_small_block(shape, tiles, columns, starts) {
            return NEVER;
        }
    }
    bound
}

/// Returns `true` if a block of columns contains fewer tiles than a group needs.
#[inline(always)]
fn has_small_block(shape: &Shape, tiles: u64, columns: u64, starts: u64) -> bool {
    let mut rest = starts;
    while rest != 0 {
        let start = rest & rest.wrapping_neg();
        rest ^= start;
        let block = shape.cells_of(shape.block(columns, start));
        if (tiles & block).count_ones() < shape.min_group {
            return true;
        }
    }
    false
}

/// The bound where columns close: the number of colours, and the number of colours that need more than one click
/// because they are in each other's way.
///
/// Assume that colour c is removed by a single click. If column k has no tile of c but lies between columns with tiles
/// of c, then column k must be gone before this click, because a group is in neighbouring columns, and no colour enters
/// a column. So each colour d of column k is removed completely from this column before c is clicked; if d is also
/// removed by a single click, this click comes before that of c. Draw an arrow from d to c. The colours that are removed
/// by single clicks cannot form a circle of arrows. So at least as many colours need two clicks as must be left out for
/// the rest to be without circles. A colour with fewer tiles than two groups need cannot be left out.
///
/// A click lowers the bound by at most one: the arrows among the other colours stay, since only empty columns vanish, so
/// leaving out the clicked colour in addition is enough before the click. And a colour that is removed by one click has
/// no arrow towards it at this time, hence is in no circle, and need not be left out.
#[inline(always)]
fn bound_if_close(shape: &Shape, board: &Board) -> u32 {
    let occupied = shape.columns(board.occupied());
    let (mut colours, mut columns, mut gaps) = (0, [0; MAX_COLOURS], [0; MAX_COLOURS]);
    let (mut divisible, mut any_gaps) = (0u32, 0);
    for number in 1..=shape.colours {
        let tiles = board.colour(number);
        if tiles == 0 {
            continue;
        }
        let count = tiles.count_ones();
        if count < shape.min_group {
            return NEVER;
        }
        colours += 1;
        divisible |= u32::from(count >= shape.min_group.saturating_mul(2)) << (number - 1);
        let on = shape.columns(tiles);
        columns[number - 1] = on;
        // The columns from the first one with the colour to the last.
        let span = (u64::MAX << on.trailing_zeros()) & (u64::MAX >> on.leading_zeros());
        gaps[number - 1] = span & occupied & !on;
        any_gaps |= gaps[number - 1];
    }
    if any_gaps == 0 {
        return colours;
    }
    let mut before = [0u32; MAX_COLOURS];
    for number in 0..shape.colours {
        for other in 0..shape.colours {
            before[number] |= u32::from(columns[other] & gaps[number] != 0) << other;
        }
    }
    match fewest_left_out(&before, divisible) {
        NEVER => NEVER,
        left_out => colours + left_out,
    }
}

/// Returns the smallest number of vertices, all among `candidates`, whose removal leaves no circle; [`NEVER`] if there
/// are no such vertices. Each vertex has a mask of the vertices before it.
fn fewest_left_out(before: &[u32; MAX_COLOURS], candidates: u32) -> u32 {
    let all = (1 << MAX_COLOURS) - 1;
    let circles = on_circles(before, all);
    if circles == 0 {
        return 0;
    }
    let candidates = candidates & circles;
    let mut fewest = NEVER;
    // All non-empty subsets of the candidates.
    let mut chosen = candidates;
    while chosen != 0 {
        if chosen.count_ones() < fewest && on_circles(before, circles & !chosen) == 0 {
            fewest = chosen.count_ones();
        }
        chosen = (chosen - 1) & candidates;
    }
    fewest
}

/// Removes vertices with none before them until none is left. Returns the rest, which is empty if there is no circle.
fn on_circles(before: &[u32; MAX_COLOURS], mut vertices: u32) -> u32 {
    loop {
        let mut left = 0;
        for vertex in 0..MAX_COLOURS {
            left |= u32::from(vertices >> vertex & 1 == 1 && before[vertex] & vertices != 0) << vertex;
        }
        if left == vertices {
            return left;
        }
        vertices = left;
    }
}
