//! What removals and leavings are worth to the search, in numbers that fit 32 bits.

use crate::base::{Cell, LeftPenalty, Rules};
use crate::grid::Grid;
use crate::samegame::search::fit::MAX_TILES;

// Sums of squares of all tiles stay far below 2³¹.
const _: () = assert!(MAX_TILES < 1 << 14);

/// Points by number of tiles, for one set of rules and one size of board.
///
/// A bonus above 2²⁸ is cut to no less than one more than all that removals and leavings can make up for:
/// whoever can clear the board does, so no choice changes, and sums fit. [`PointTable::full`] gives back what was cut.
///
/// All rules are superadditive, `points(a + b) ≥ points(a) + points(b)` for a, b ≥ 2 (the differences are
/// 2ab − 4, 2ab − 1, ab, 2ab and 0), grow with the number of tiles, and are convex. The bounds rest on that.
#[derive(Clone, Debug)]
pub struct PointTable {
    points: Vec<i32>,
    bonus: i32,
    cut: i64,
    penalty: bool,
}

impl PointTable {
    /// The worth of up to `tiles` tiles, at most [`MAX_TILES`].
    pub fn new(rules: Rules, tiles: usize) -> PointTable {
        let tiles = tiles.min(MAX_TILES) as u64;
        let points: Vec<i32> =
            (0..=tiles).map(|n| if n < 2 { 0 } else { rules.score.points(n) as i32 }).collect();
        // All points of a game together are no more than those of one removal of everything.
        let most = i64::from(points[tiles as usize]) + (tiles * tiles) as i64 + 1;
        let given = i64::try_from(rules.clear_bonus).unwrap_or(i64::MAX);
        let bonus = given.min(most.max(1 << 28));
        let penalty = rules.left_penalty == LeftPenalty::N2;
        PointTable { points, bonus: bonus as i32, cut: given - bonus, penalty }
    }

    /// One for an empty board and nothing else.
    pub fn for_clearing(tiles: usize) -> PointTable {
        PointTable { points: vec![0; tiles + 1], bonus: 1, cut: 0, penalty: false }
    }

    /// The most tiles that it tells of.
    pub fn tiles(&self) -> usize {
        self.points.len() - 1
    }

    /// Points for removing `n ≥ 2` tiles at once.
    #[inline(always)]
    pub fn points(&self, n: usize) -> i32 {
        self.points[n]
    }

    /// The bonus for an empty board, as the search counts it.
    #[inline(always)]
    pub fn bonus(&self) -> i32 {
        self.bonus
    }

    /// The most that `n` tiles of one colour can bring until the end of the game, the bonus aside: all in
    /// one removal, or the penalty for the one that stays.
    #[inline(always)]
    pub fn most(&self, n: usize) -> i32 {
        if n == 1 { -i32::from(self.penalty) } else { self.points[n] }
    }

    /// What is lost of [`most`](Self::most) when `n ≥ 2` tiles go in two removals or more, none left over;
    /// the bonus if they cannot. Convexity makes two tiles and the rest the best way to part them.
    #[inline(always)]
    pub fn split_loss(&self, n: usize) -> i32 {
        if n < 4 { self.bonus } else { self.points[n] - self.points[n - 2] - self.points[2] }
    }

    /// What is lost of [`most`](Self::most) when `n` tiles do not go in one removal, whether some are left
    /// over or not.
    #[inline(always)]
    pub fn split_or_left_loss(&self, n: usize) -> i32 {
        match n {
            0 | 1 => 0,
            2 | 3 => self.points[n] - self.points[n - 1],
            _ => self.split_loss(n).min(self.points[n] - self.points[n - 1]),
        }
    }

    /// What is counted at the end of a game, by the number of tiles left of each colour.
    #[inline(always)]
    pub fn at_end(&self, counts: impl Iterator<Item = usize>) -> i32 {
        let (mut left, mut penalty) = (0, 0);
        for count in counts {
            if count > 0 {
                left += count;
                penalty += (count as i32 - 2).pow(2);
            }
        }
        match (left, self.penalty) {
            (0, _) => self.bonus,
            (_, true) => -penalty,
            (_, false) => 0,
        }
    }

    /// What a list brings; `None` if a click of it removes nothing.
    pub fn score_list(&self, grid: &Grid, clicks: &[Cell]) -> Option<i32> {
        let mut board = grid.clone();
        let mut sum = 0;
        for &cell in clicks {
            let removed = board.click(cell);
            sum += if removed == 0 { return None } else { self.points[removed] };
        }
        Some(sum + self.at_end((0..board.colours()).map(|colour| board.count(colour as u8))))
    }

    /// A bound of the search as a bound under the rules: what was cut off the bonus is given back, for the
    /// bonus may be in it.
    pub fn uncapped(&self, bound: i32) -> i64 {
        i64::from(bound).saturating_add(self.cut)
    }
}
