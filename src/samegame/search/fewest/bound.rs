//! Lower bounds on the clicks that clear a board.

use super::board::{LaneBoard, MAX_COLOURS, Shape};

/// The bound of a board that cannot be cleared.
pub const NEVER: u32 = u32::MAX;

/// Returns a lower bound on the clicks that clear a board, or [`NEVER`].
///
/// The bound is consistent: a click lowers it by at most one, and [`NEVER`] stays [`NEVER`]. So, on a path, the sum of
/// the clicks and the bound never falls.
#[inline(always)]
pub fn lower_bound(shape: &Shape, board: &LaneBoard) -> u32 {
    if shape.close { bound_if_close(shape, board) } else { bound_if_stay(shape, board) }
}

/// The bound if columns stay: the number of maximal blocks of neighbouring columns that contain a colour, summed over
/// the colours.
///
/// A tile never leaves its column, and no colour enters a column. So tiles of different blocks of a colour are never in
/// one group: each block needs a click of its own. A block with fewer tiles than a group needs cannot be removed.
///
/// A click removes tiles of one block only. So a click lowers the bound by at most one, and only by removing a whole
/// block.
#[inline(always)]
fn bound_if_stay(shape: &Shape, board: &LaneBoard) -> u32 {
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

/// The bound if columns close: the number of colours, plus the number of colours that need more than one click because
/// they are in each other's way.
///
/// Assume that colour c is removed by a single click. If column k has no tile of c but lies between columns with tiles
/// of c, then column k must be gone before this click, because a group is in neighbouring columns, and no colour enters
/// a column. So each colour d of column k is removed completely from this column before c is clicked; if d is also
/// removed by a single click, this click comes before that of c. Draw an arrow from d to c. The colours that are
/// removed by single clicks cannot form a circle of arrows. So at least as many colours need two clicks as must be left
/// out until no circle remains. A colour with fewer tiles than two groups need cannot be left out.
///
/// A click lowers the bound by at most one. Only empty columns vanish, so the arrows among the other colours stay: the
/// colours left out after the click, and the clicked colour, are enough before the click. And a colour that is removed
/// by one click has no arrow towards it at this time, hence is in no circle, and need not be left out.
#[inline(always)]
fn bound_if_close(shape: &Shape, board: &LaneBoard) -> u32 {
    let mut colours = 0;
    for number in 1..=shape.colours {
        let count = board.colour(number).count_ones();
        if count > 0 && count < shape.min_group {
            return NEVER;
        }
        colours += u32::from(count > 0);
    }
    let arrows = Arrows::of(shape, board);
    let circles = arrows.circles(arrows.targets);
    if circles == 0 {
        return colours;
    }
    let mut divisible = 0;
    for number in 1..=shape.colours {
        let count = board.colour(number).count_ones();
        divisible |= u32::from(count >= shape.min_group.saturating_mul(2)) << number;
    }
    match arrows.fewest_left_out(circles, divisible) {
        NEVER => NEVER,
        left_out => colours + left_out,
    }
}

/// Returns the colours of which any click may lower the bound if columns close: the colours on circles, as a mask of
/// their numbers. A click of another colour lowers the bound only if it removes the last tiles of the colour, since the
/// circles stay.
#[inline(always)]
pub fn colours_on_circles(shape: &Shape, board: &LaneBoard) -> u32 {
    let arrows = Arrows::of(shape, board);
    arrows.circles(arrows.targets)
}

/// The arrows between the colours of a board, as [`bound_if_close`] defines them.
struct Arrows {
    /// The colours that have an arrow towards them, as a mask of their numbers.
    targets: u32,
    /// For each colour, by its number, the mask of the colours that have an arrow to this colour.
    before: [u32; MAX_COLOURS + 1],
}

impl Arrows {
    #[inline(always)]
    fn of(shape: &Shape, board: &LaneBoard) -> Arrows {
        let mut arrows = Arrows { targets: 0, before: [0; MAX_COLOURS + 1] };
        let occupied = shape.columns(board.occupied());
        let (mut columns, mut gaps) = ([0; MAX_COLOURS + 1], [0; MAX_COLOURS + 1]);
        for number in 1..=shape.colours {
            let on = shape.columns(board.colour(number));
            if on != 0 {
                // The columns from the first to the last one with the colour.
                let span = (u64::MAX << on.trailing_zeros()) & (u64::MAX >> on.leading_zeros());
                columns[number] = on;
                gaps[number] = span & occupied & !on;
                arrows.targets |= u32::from(gaps[number] != 0) << number;
            }
        }
        // A circle leads through at least two colours that have an arrow towards them.
        if arrows.targets & arrows.targets.wrapping_sub(1) == 0 {
            return arrows;
        }
        let mut rest = arrows.targets;
        while rest != 0 {
            let number = rest.trailing_zeros() as usize & 7;
            rest &= rest - 1;
            for other in 1..=shape.colours {
                arrows.before[number] |= u32::from(columns[other] & gaps[number] != 0) << other;
            }
        }
        arrows
    }

    /// Removes colours, again and again, if no remaining colour has an arrow to them. Returns the rest, which is empty
    /// if there is no circle.
    #[inline(always)]
    fn circles(&self, mut colours: u32) -> u32 {
        loop {
            let (mut left, mut rest) = (colours, colours);
            while rest != 0 {
                let number = rest.trailing_zeros();
                rest &= rest - 1;
                if self.before[number as usize & 7] & colours == 0 {
                    left &= !(1 << number);
                }
            }
            if left == colours {
                return left;
            }
            colours = left;
        }
    }

    /// Returns how many of the `candidates` must be left out at least, so that no circle remains; [`NEVER`] if leaving
    /// out all of them is not enough. `circles` contains all colours that are on circles.
    #[inline(always)]
    fn fewest_left_out(&self, circles: u32, candidates: u32) -> u32 {
        let candidates = candidates & circles;
        let mut fewest = NEVER;
        // All non-empty subsets of the candidates.
        let mut chosen = candidates;
        while chosen != 0 {
            if chosen.count_ones() < fewest && self.circles(circles & !chosen) == 0 {
                fewest = chosen.count_ones();
            }
            chosen = (chosen - 1) & candidates;
        }
        fewest
    }
}
