//! Points of removals and of the end of a game, as a tree search adds them up.

use super::bound::touch_order::MAX_LOSS;
use crate::rules::refusal::{EXACT_TILES, most_points};
use crate::rules::{Goal, LeftPenalty, Rules};
use crate::samegame::search::outcome::never_falls;
use crate::samegame::search::{Found, Query};

/// The value of an end that a search excludes, such as tiles left if the board must be cleared. Below all other values.
pub const NEVER: i64 = i64::MIN / 4;

/// A bonus up to this value is never capped.
const MAX_BONUS: i64 = 1 << 28;

/// The games that a search considers, by how they end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    All,
    /// Games that clear the board.
    Cleared,
    /// Games that leave tiles.
    Left,
}

/// The values of removals and ends by number of tiles, for one query and one size of board. The value of a game is the
/// sum of its removals and its end.
///
/// A bonus above 2²⁸ is capped, but still exceeds all other points of a game. Any game that clears the board is then
/// better than any other game, so the best game stays the same. [`true_bound`](Self::true_bound) adds the rest back.
///
/// If clearing the board multiplies the points, there are two tables: one for games that clear the board, with points
/// before the multiplication, and one for games that leave tiles. With [`Goal::Biggest`] removals have no points. Games
/// may end on every board, and the value of a game is the size of the largest group on its last board.
#[derive(Clone, Debug)]
pub struct PointTable {
    goal: Goal,
    ends: Ends,
    /// The smallest group that can be removed.
    min: usize,
    points: Vec<i64>,
    max_gain: Vec<i64>,
    /// The cost of leaving n tiles of one colour, by n.
    costs: Vec<i64>,
    /// The value of ending a game with n tiles left of all colours, by n. The `costs` are not subtracted.
    end: Vec<i64>,
    /// The highest value in `end` for one tile left or more.
    most_left: i64,
    split_losses: Vec<i32>,
    split_or_left_losses: Vec<i32>,
    /// Whether one removal of all tiles of a colour is best: points are not negative, increase with the number of
    /// tiles, are convex, and `points(a + b) ≥ points(a) + points(b)`. This holds for all named scores if single tiles
    /// cannot be removed. All bounds depend on it, except the bound from the numbers of tiles.
    pub is_superadditive: bool,
    /// Whether more clicks may lower the value of a game, so that it is best to stop early.
    pub may_stop: bool,
    /// The points that the cap takes from the bonus.
    cut: i64,
    /// The factor for an empty board in the table of games that clear the board, else 1.
    factor: i64,
}

impl PointTable {
    /// Creates the tables of a query: two if clearing the board multiplies the points, else one. Each table needs its
    /// own search, and the best game of these searches is the best game.
    pub fn all(query: &Query) -> Vec<PointTable> {
        let Query { goal, rules, .. } = *query;
        let has_factor = goal == Goal::Score && rules.clear_factor > 1;
        let ends: &[_] = if has_factor { &[Ends::Cleared, Ends::Left] } else { &[Ends::All] };
        ends.iter().map(|&ends| PointTable::of(goal, rules, ends, query.grid().tiles())).collect()
    }

    /// Creates a table for up to `tiles` tiles (at most [`EXACT_TILES`]). Ignores the clear factor of the rules. With
    /// [`Goal::Clear`] a game that clears the board has the value 1, any other game 0.
    pub fn new(goal: Goal, rules: Rules, tiles: usize) -> PointTable {
        PointTable::of(goal, rules, Ends::All, tiles)
    }

    fn of(goal: Goal, rules: Rules, ends: Ends, tiles: usize) -> PointTable {
        let (tiles, min) = (tiles.min(EXACT_TILES), rules.min_group.max(1) as usize);
        let table = |value: &dyn Fn(usize) -> i64| -> Vec<i64> { (0..=tiles).map(value).collect() };
        let scores = goal == Goal::Score;
        let points = table(&|n| if scores && n >= min { rules.score.points(n as u64) } else { 0 });
        let is_superadditive = goal != Goal::Biggest && (!scores || rules.is_superadditive());
        let squared = |n: usize| if n == 0 { 0 } else { (n as i64 - 2).pow(2) };
        let costs = table(&|n| match goal {
            Goal::Left => n as i64,
            Goal::Score if rules.left_penalty == LeftPenalty::N2 => squared(n),
            _ => 0,
        });
        let max_gain = table(&|n| match goal {
            _ if n < min => -costs[n],
            Goal::Biggest => n as i64,
            _ if is_superadditive => points[n],
            _ => most_points(&rules, n as u64) as i64,
        });
        let left_points = |n: usize| if scores { rules.left_points(n as u64) } else { 0 };
        let of_total = |n: usize| if rules.left_penalty == LeftPenalty::Total { squared(n) } else { 0 };
        let mut end = table(&|n| left_points(n) - if scores { of_total(n) } else { 0 });
        let lowest = points.iter().min().map_or(0, |&least| least.min(0) * tiles as i64) + end[0];
        let highest = most_points(&rules, tiles as u64) as i64 + end.iter().max().unwrap_or(&0);
        let given = if scores { i64::try_from(rules.clear_bonus).unwrap_or(i64::MAX) } else { 0 };
        let bonus = given.min((highest - lowest + squared(tiles) + 1).max(MAX_BONUS));
        end[0] += if goal == Goal::Clear { 1 } else { bonus };
        let may_stop = goal == Goal::Biggest || (scores && !never_falls(&rules, tiles as u64));
        match ends {
            Ends::All => {}
            Ends::Cleared => end[1..].fill(NEVER),
            Ends::Left => end[0] = NEVER,
        }
        let most_left = end[1..].iter().copied().max().unwrap_or(NEVER);
        let loss = |loss: i64| loss.clamp(0, MAX_LOSS.into()) as i32;
        let impossible = end[0].saturating_sub(most_left);
        let split =
            |n: usize| if n < 2 * min { impossible } else { points[n] - points[n - min] - points[min] };
        let (mut split_losses, mut split_or_left_losses) = (vec![0; tiles + 1], vec![0; tiles + 1]);
        for n in 0..=tiles {
            split_losses[n] = loss(split(n));
            if n >= min {
                let left = points[n] - points[n - 1] + i64::from(goal == Goal::Left);
                split_or_left_losses[n] = loss(if n < 2 * min { left } else { left.min(split(n)) });
            }
        }
        let is_cleared = ends == Ends::Cleared;
        PointTable {
            goal,
            ends,
            min,
            points,
            max_gain,
            costs,
            end,
            most_left,
            split_losses,
            split_or_left_losses,
            is_superadditive,
            may_stop,
            cut: if ends == Ends::Left { 0 } else { given - bonus },
            factor: if is_cleared { rules.clear_factor.into() } else { 1 },
        }
    }

    /// Returns the largest number of tiles in the table.
    pub fn tiles(&self) -> usize {
        self.points.len() - 1
    }

    /// Returns the points for removing `n` tiles at once.
    #[inline(always)]
    pub fn points(&self, n: usize) -> i64 {
        self.points[n]
    }

    /// Returns the most that `n` tiles of one colour can add to the value of a game, without its end: the points of one
    /// removal, or the cost of the tiles that stay.
    #[inline(always)]
    pub fn max_gain(&self, n: usize) -> i64 {
        self.max_gain[n]
    }

    /// Returns whether `n` is not 0, but too small for a group.
    #[inline(always)]
    pub fn is_stuck(&self, n: usize) -> bool {
        n.wrapping_sub(1) < self.min - 1
    }

    /// Returns whether a colour has too few tiles for a group.
    #[inline(always)]
    pub fn has_stuck(&self, counts: &[usize]) -> bool {
        let mut any = false;
        for &count in counts {
            any |= self.is_stuck(count);
        }
        any
    }

    /// Returns the highest value of any end of a game. Tiles that are `stuck` stay, so no end is an empty board then.
    #[inline(always)]
    pub fn highest_end(&self, stuck: bool) -> i64 {
        if stuck { self.most_left } else { self.most_left.max(self.end[0]) }
    }

    /// Returns an upper bound on the value to come, from the number of tiles of each colour alone.
    ///
    /// Where points are superadditive, one removal of all tiles of a colour is the best possible result: it never pays
    /// to split the tiles or to leave some. Otherwise every tile gets the most points per tile of any removal. The
    /// tiles of a colour with too few for a group stay, and their cost is certain.
    #[inline(always)]
    pub fn upper_bound(&self, counts: &[usize]) -> i64 {
        let (mut sum, mut stuck) = (0, false);
        for &count in counts {
            sum = self.join(sum, self.max_gain[count]);
            stuck |= self.is_stuck(count);
        }
        sum + self.highest_end(stuck)
    }

    /// Returns the value that two parts of a game add together: the sum, or with [`Goal::Biggest`] the larger one.
    #[inline(always)]
    pub fn join(&self, one: i64, other: i64) -> i64 {
        if self.goal == Goal::Biggest { one.max(other) } else { one + other }
    }

    /// Returns how far the best end with tiles left, and an empty board, are below the highest end. At least one of the
    /// two numbers is 0.
    #[inline(always)]
    pub fn gaps(&self) -> [i64; 2] {
        let highest = self.highest_end(false);
        [highest - self.most_left, highest - self.end[0]]
    }

    /// Returns whether every tile left has the same cost, so that the costs of parts of a colour add up.
    pub fn costs_add_up(&self) -> bool {
        self.goal == Goal::Left
    }

    /// Returns the loss against [`max_gain`](Self::max_gain) if two or more clicks, not one, remove all `n` tiles. By
    /// convexity, the best split is a smallest group and the rest. If `n` is too small for two groups, tiles stay, and
    /// the loss is how far the best end with tiles left is below an empty board.
    #[inline(always)]
    pub fn split_loss(&self, n: usize) -> i32 {
        self.split_losses[n]
    }

    /// Returns the loss against [`max_gain`](Self::max_gain) if `n` tiles are not removed in one removal,
    /// whether some are left or not.
    #[inline(always)]
    pub fn split_or_left_loss(&self, n: usize) -> i32 {
        self.split_or_left_losses[n]
    }

    /// Returns the value of the end of a game, from the number of tiles left of each colour. With [`Goal::Biggest`] an
    /// end has no value of its own.
    #[inline(always)]
    pub fn at_end(&self, counts: &[usize]) -> i64 {
        let (mut left, mut cost) = (0, 0);
        for &count in counts {
            left += count;
            cost += self.costs[count];
        }
        self.end[left] - cost
    }

    /// Returns a bound on the absolute value of any sum of points and end, except [`NEVER`].
    pub fn range(&self) -> i64 {
        let tiles = self.tiles() as i64;
        let share = (1..).zip(&self.points[1..]).map(|(n, points)| points.abs() / n + 1).max().unwrap_or(0);
        let end = self.end.iter().filter(|&&end| end != NEVER).map(|end| end.abs()).max().unwrap_or(0);
        (share + tiles) * tiles + end + 1
    }

    /// Returns the value of a list by this table; a better game has a higher value.
    pub fn value_of(&self, found: &Found) -> i64 {
        match (self.goal, self.ends) {
            (Goal::Left, _) => -(found.left as i64),
            (Goal::Biggest, _) => found.biggest as i64,
            (Goal::Clear | Goal::Fewest, _) => found.cleared.into(),
            (Goal::Score, Ends::Cleared) => found.score.div_euclid(self.factor) - self.cut,
            (Goal::Score, _) => found.score - if found.cleared { self.cut } else { 0 },
        }
    }

    /// Converts a bound by this table to a bound under the rules: adds the points that the cap took from the bonus, and
    /// multiplies by the factor.
    pub fn true_bound(&self, bound: i64) -> i64 {
        bound.saturating_add(self.cut).saturating_mul(self.factor)
    }
}
