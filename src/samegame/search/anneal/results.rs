//! The results of lists under the rules and the goal. A search compares lists by their results and reports them.

use super::state::Click;
use crate::rules::Rules;
use crate::samegame::search::Goal;
use crate::samegame::search::outcome::never_falls;

/// A value below the values of all lists that reach the goal.
const NO_ANSWER: i64 = -(1 << 40);

/// The rules and the goal that lists are compared by.
#[derive(Clone, Debug)]
pub struct Results {
    rules: Rules,
    goal: Goal,
    /// Whether a click may lower the result, so that a part of a list may be better than the whole.
    falls: bool,
}

impl Results {
    /// Creates the results of lists on a board of this many tiles.
    pub fn new(rules: Rules, goal: Goal, tiles: u64) -> Results {
        Results { rules, goal, falls: goal == Goal::Score && !never_falls(&rules, tiles) }
    }

    /// Returns whether results must be computed from whole lists. If so, a list may have a better result than another,
    /// but no higher sum of the values of its clicks and its final board.
    pub fn differ_from_sums(&self) -> bool {
        self.falls || matches!(self.goal, Goal::Fewest | Goal::Biggest)
    }

    /// Returns the best result of any prefix of a list, and the number of clicks in this prefix. `end` counts the tiles
    /// of each colour that the whole list leaves.
    pub fn best(&self, clicks: &[Click], end: &[u16]) -> (i64, usize) {
        let left = || end.iter().map(|&count| i64::from(count)).sum::<i64>();
        let value = match self.goal {
            Goal::Score => return self.best_score(clicks, end),
            Goal::Fewest if left() == 0 => -(clicks.len() as i64),
            Goal::Fewest => NO_ANSWER - left(),
            Goal::Clear | Goal::Left => -left(),
            Goal::Biggest => clicks.iter().map(|click| click.size.into()).max().unwrap_or(0),
        };
        (value, clicks.len())
    }

    fn best_score(&self, clicks: &[Click], end: &[u16]) -> (i64, usize) {
        let score = |points: i64, counts: &[u16]| {
            self.rules.total(points, counts.iter().map(|&count| u64::from(count)))
        };
        let points = |click: &Click| self.rules.score.points(click.size.into());
        let mut sum = clicks.iter().map(points).fold(0, i64::saturating_add);
        let mut best = (score(sum, end), clicks.len());
        if self.falls {
            let mut counts = end.to_vec();
            for (at, click) in clicks.iter().enumerate().rev() {
                sum = sum.saturating_sub(points(click));
                counts[usize::from(click.colour)] += click.size;
                best = best.max((score(sum, &counts), at));
            }
        }
        best
    }
}
