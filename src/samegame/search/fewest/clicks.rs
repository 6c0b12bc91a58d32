//! Finds the groups of a board, and clicks them within a number of clicks left.

use super::board::{LaneBoard, Shape};
use super::bound::{NEVER, colours_on_circles, lower_bound};
use crate::bits::cpu::{Cpu, Kernel};

/// Up to 64 groups of a board, as sets of cells.
pub struct Groups {
    list: [u64; 64],
    len: usize,
}

impl Groups {
    #[inline(always)]
    pub fn new() -> Groups {
        Groups { list: [0; 64], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, group: u64) {
        self.list[self.len & 63] = group;
        self.len += 1;
    }

    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    #[inline(always)]
    pub fn as_slice(&self) -> &[u64] {
        &self.list[..self.len.min(64)]
    }

    /// Replaces the list with all groups that can be clicked.
    #[inline(always)]
    pub fn find(&mut self, shape: &Shape, board: &LaneBoard) {
        self.clear();
        for number in 1..=shape.colours {
            self.find_of(shape, board.colour(number));
        }
    }

    /// Appends the groups that can be clicked among the tiles of a colour.
    #[inline(always)]
    pub fn find_of(&mut self, shape: &Shape, tiles: u64) {
        let single = tiles & !shape.next_to(tiles);
        let mut rest = if shape.min_group > 1 { 0 } else { single };
        while rest != 0 {
            self.push(rest & rest.wrapping_neg());
            rest &= rest - 1;
        }
        rest = tiles & !single;
        while rest != 0 {
            let group = shape.group(tiles, rest & rest.wrapping_neg());
            rest &= !group;
            if group.count_ones() >= shape.min_group {
                self.push(group);
            }
        }
    }

    /// Replaces the list with the groups whose clicks might lower the bound of the board. If columns stay, a group must
    /// contain all tiles of its colour in a block of neighbouring columns. If columns close, it must contain all tiles
    /// of its colour, or the colour must be on a circle of arrows (see `bound`).
    #[inline(always)]
    fn find_lowering(&mut self, shape: &Shape, board: &LaneBoard) {
        self.clear();
        let circles = if shape.close { colours_on_circles(shape, board) } else { 0 };
        for number in 1..=shape.colours {
            let tiles = board.colour(number);
            if tiles == 0 {
                continue;
            }
            if circles >> number & 1 == 1 {
                self.find_of(shape, tiles);
                continue;
            }
            let single = tiles & !shape.next_to(tiles);
            let columns = shape.columns(tiles);
            let mut starts = shape.starts(columns);
            if shape.close || starts & (starts - 1) == 0 {
                self.push_whole(shape, tiles, single);
                continue;
            }
            while starts != 0 {
                let start = starts & starts.wrapping_neg();
                starts ^= start;
                self.push_whole(shape, tiles & shape.cells_of(shape.block(columns, start)), single);
            }
        }
    }

    /// Appends `tiles` of one colour if they form one group; `single` are the colour's tiles without equal neighbours.
    #[inline(always)]
    fn push_whole(&mut self, shape: &Shape, tiles: u64, single: u64) {
        let lowest = tiles & tiles.wrapping_neg();
        if tiles == lowest || (tiles & single == 0 && shape.group(tiles, lowest) == tiles) {
            self.push(tiles);
        }
    }
}

/// The result of all clicks on a board.
#[derive(Debug, Default)]
pub struct Expansion {
    /// The cells of clicks that clear the board, if they are found.
    pub found: Option<Vec<u8>>,
    /// Whether boards were skipped because they need more clicks than are left.
    pub cut: bool,
}

/// Clicks the groups of a board with `clicks` clicks left. Calls `open` with a board after a click, the first column of
/// the clicked group and its first cell, if the bound of the board is below the clicks left after the click. If the
/// bound equals the clicks left, hardly any click is possible, and the board is searched at once. `first` is the first
/// column of the group that was clicked last.
///
/// If two clicks far apart follow each other, one order is enough. A group left of the group that was clicked last,
/// with a column between, could have been clicked first: both groups would be the same, and the same board would be
/// reached. So it need not be clicked now. No board is lost by this rule. Of all paths with the same number of clicks
/// to a board, take the path whose last group begins farthest to the right. If its last click were skipped, the last
/// two clicks in the other order would reach the board as well, and that path would end with a group even farther to
/// the right. The board before the last click is reached, too, since the bound is consistent.
#[inline(always)]
pub fn expand<C: Cpu>(
    cpu: C,
    shape: &Shape,
    (board, first): (LaneBoard, u32),
    clicks: u32,
    groups: &mut Groups,
    mut open: impl FnMut(LaneBoard, u32, u8),
) -> Expansion {
    let mut expansion = Expansion::default();
    groups.find(shape, &board);
    for &group in groups.as_slice() {
        let last = shape.column_of(63 - group.leading_zeros());
        if last + 1 < first {
            continue;
        }
        let after = shape.remove(cpu, &board, group);
        let bound = lower_bound(shape, &after);
        if bound >= clicks {
            expansion.cut |= bound != NEVER;
            continue;
        }
        let at = group.trailing_zeros();
        if bound + 1 < clicks && bound > 0 {
            open(after, shape.column_of(at), at as u8);
            continue;
        }
        expansion.cut = true;
        let mut rest = Groups::new();
        rest.find_lowering(shape, &after);
        if rest.len == 0 && bound > 0 {
            continue;
        }
        if let Some(mut found) = cpu.call(Finish { shape, board: after, bound }) {
            found.insert(0, at as u8);
            expansion.found = Some(found);
            return expansion;
        }
    }
    expansion
}

/// Clears a board in as many clicks as its lower bound.
pub struct Finish<'a> {
    pub shape: &'a Shape,
    pub board: LaneBoard,
    pub bound: u32,
}

impl<C: Cpu> Kernel<C> for Finish<'_> {
    /// The cells of clicks that clear the board, if there are any.
    type Out = Option<Vec<u8>>;

    #[inline(always)]
    fn run(self, cpu: C) -> Option<Vec<u8>> {
        let Finish { shape, board, bound: total } = self;
        let mut groups = Groups::new();
        let mut path = Vec::new();
        // Each board with its bound, and the click that led to it.
        let mut stack = vec![(board, total, 0)];
        while let Some((board, bound, at)) = stack.pop() {
            if bound < total {
                path.truncate((total - bound - 1) as usize);
                path.push(at);
            }
            if bound == 0 {
                return Some(path);
            }
            groups.find_lowering(shape, &board);
            for &group in groups.as_slice() {
                let after = shape.remove(cpu, &board, group);
                if lower_bound(shape, &after) < bound {
                    stack.push((after, bound - 1, group.trailing_zeros() as u8));
                }
            }
        }
        None
    }
}
