//! Points of removals and of the end of a game, in 32-bit numbers.

use crate::rules::grid::Grid;
use crate::rules::refusal::EXACT_TILES;
use crate::rules::{Cell, Goal, LeftPenalty, Rules};
use crate::samegame::search::Query;

// Sums of squares of all tiles stay far below 2³¹.
const _: () = assert!(EXACT_TILES < 1 << 14);

/// Points by number of tiles, for one set of rules and one size of board.
///
/// A bonus above 2²⁸ is capped, but still exceeds all points that a game can have otherwise: clearing the board
/// always comes first, so no choice changes, and sums fit. [`PointTable::uncapped`] adds the difference back.
///
/// All rules are superadditive, `points(a + b) ≥ points(a) + points(b)` for a, b ≥ 2 (the differences are 2ab −
/// 4, 2ab − 1, ab, 2ab and 0), increase with the number of tiles, and are convex. The bounds depend on that.
#[derive(Clone, Debug)]
pub struct PointTable {
    points: Vec<i32>,
    bonus: i32,
    cut: i64,
    penalty: Penalty,
}

/// The cost of the tiles left at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Penalty {
    None,
    /// (n − 2)² for n tiles of a colour.
    Squares,
    Tiles,
}

impl PointTable {
    /// Creates the table of a query for the highest score, or for the fewest tiles left.
    pub fn for_query(query: &Query) -> PointTable {
        let tiles = query.grid().tiles();
        if query.goal == Goal::Left {
            PointTable::for_leaving(tiles)
        } else {
            PointTable::new(query.rules, tiles)
        }
    }

    /// Creates a table that costs a point for each tile left.
    pub fn for_leaving(tiles: usize) -> PointTable {
        PointTable { points: vec![0; tiles + 1], bonus: 0, cut: 0, penalty: Penalty::Tiles }
    }

    /// Creates a table for up to `tiles` tiles, at most [`EXACT_TILES`].
    pub fn new(rules: Rules, tiles: usize) -> PointTable {
        let tiles = tiles.min(EXACT_TILES) as u64;
        let points: Vec<i32> =
            (0..=tiles).map(|n| if n < 2 { 0 } else { rules.score.points(n) as i32 }).collect();
        // No game has more points than a single removal of all tiles.
        let most = i64::from(points[tiles as usize]) + (tiles * tiles) as i64 + 1;
        let given = i64::try_from(rules.clear_bonus).unwrap_or(i64::MAX);
        let bonus = given.min(most.max(1 << 28));
        let penalty = if rules.left_penalty == LeftPenalty::N2 { Penalty::Squares } else { Penalty::None };
        PointTable { points, bonus: bonus as i32, cut: given - bonus, penalty }
    }

    /// Creates a table with one point for an empty board and none otherwise.
    pub fn for_clearing(tiles: usize) -> PointTable {
        PointTable { points: vec![0; tiles + 1], bonus: 1, cut: 0, penalty: Penalty::None }
    }

    /// Returns the largest number of tiles in the table.
    pub fn tiles(&self) -> usize {
        self.points.len() - 1
    }

    /// Returns the points for removing `n ≥ 2` tiles at once.
    #[inline(always)]
    pub fn points(&self, n: usize) -> i32 {
        self.points[n]
    }

    /// Returns the bonus for an empty board, which may be capped.
    #[inline(always)]
    pub fn bonus(&self) -> i32 {
        self.bonus
    }

    /// Returns the most that `n` tiles of one colour can add until the end of the game, without the bonus: all
    /// in one removal, or the penalty for the one that stays.
    #[inline(always)]
    pub fn max_gain(&self, n: usize) -> i32 {
        if n == 1 { -i32::from(self.penalty != Penalty::None) } else { self.points[n] }
    }

    /// Returns an upper bound on the points to come, from the number of tiles of each colour alone.
    ///
    /// One removal of all tiles of a colour is the best possible result: points are superadditive and increase with
    /// the size, so it never pays to split the tiles or to leave some, and a penalty only adds to the loss. A
    /// colour with a single tile can never be removed, so the bonus is out of reach and the penalty is certain.
    #[inline(always)]
    pub fn upper_bound(&self, counts: &[usize]) -> i32 {
        let (mut sum, mut single) = (0, false);
        for &count in counts {
            sum += self.max_gain(count);
            single |= count == 1;
        }
        if single { sum } else { sum + self.bonus }
    }

    /// Returns whether tiles left cost the same each, so that the costs of single tiles add up.
    pub fn costs_add_up(&self) -> bool {
        self.penalty == Penalty::Tiles
    }

    /// Returns the loss against [`max_gain`](Self::max_gain) if `n ≥ 2` tiles are removed in two removals or
    /// more, with none left; the bonus if that is impossible. By convexity, two tiles and the rest is the best
    /// way to split them.
    #[inline(always)]
    pub fn split_loss(&self, n: usize) -> i32 {
        if n < 4 { self.bonus } else { self.points[n] - self.points[n - 2] - self.points[2] }
    }

    /// Returns the loss against [`max_gain`](Self::max_gain) if `n` tiles are not removed in one removal,
    /// whether some are left or not.
    #[inline(always)]
    pub fn split_or_left_loss(&self, n: usize) -> i32 {
        match n {
            0 | 1 => 0,
            2 | 3 => self.points[n] - self.points[n - 1] + i32::from(self.costs_add_up()),
            _ => self.split_loss(n).min(self.points[n] - self.points[n - 1] + i32::from(self.costs_add_up())),
        }
    }

    /// Returns the points at the end of a game, from the number of tiles left of each colour.
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
            (_, Penalty::Squares) => -penalty,
            (_, Penalty::Tiles) => -(left as i32),
            (_, Penalty::None) => 0,
        }
    }

    /// Returns the value of a list; `None` if one of its clicks removes nothing.
    pub fn score_list(&self, grid: &Grid, clicks: &[Cell]) -> Option<i32> {
        let mut board = grid.clone();
        let mut sum = 0;
        for &cell in clicks {
            let removed = board.click(cell);
            sum += if removed == 0 { return None } else { self.points[removed] };
        }
        Some(sum + self.at_end((0..board.colours()).map(|colour| board.count(colour as u8))))
    }

    /// Converts a bound of the search to a bound under the rules: adds the capped part of the bonus, which may
    /// be included.
    pub fn uncapped(&self, bound: i32) -> i64 {
        i64::from(bound).saturating_add(self.cut)
    }
}
