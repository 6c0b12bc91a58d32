//! [`Knowledge`]: the results known of a position; [`Loss`]: the loss of a move.

use crate::rules::{Goal, Status, Step};
use serde::Serialize;

/// The unit in which the result of a whole game is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Points: the score, more is better.
    Points,
    /// No unit: every game that empties the board has the result 0.
    Cleared,
    /// Clicks of a game that empties the board: fewer are better.
    Clicks,
    /// Tiles left at the end: fewer are better.
    Left,
    /// Tiles of the largest removal: more are better.
    Biggest,
    /// Moves of a Mayan game that empties the board: fewer are better.
    Moves,
}

impl Unit {
    /// Returns the unit of a SameGame goal.
    pub fn of_goal(goal: Goal) -> Unit {
        match goal {
            Goal::Score => Unit::Points,
            Goal::Clear => Unit::Cleared,
            Goal::Fewest => Unit::Clicks,
            Goal::Left => Unit::Left,
            Goal::Biggest => Unit::Biggest,
        }
    }

    /// Returns how much better `result` is than `other`: negative if it is worse.
    pub fn gain(self, result: i64, other: i64) -> i64 {
        match self {
            Unit::Points | Unit::Biggest => result.saturating_sub(other),
            Unit::Cleared | Unit::Clicks | Unit::Left | Unit::Moves => other.saturating_sub(result),
        }
    }
}

/// Knowledge of a position: the best result known of a game through the position, the moves from the position to this
/// result, and a bound on the results of all such games.
///
/// Results and bounds are those of whole games: they include the points, clicks and moves before the position. So the
/// knowledge of different positions of one game can be compared.
///
/// ```
/// use tilefall::insight::analysis::{Knowledge, Unit};
/// use tilefall::rules::Status;
/// let mut before = Knowledge::new(Unit::Points);
/// before.add_list(1000, &["1 1".parse().unwrap()]);
/// before.add_bound(1200);
/// let mut after = Knowledge::new(Unit::Points);
/// after.add_list(940, &[]);
/// after.add_bound(940);
/// assert_eq!((before.status(), after.status()), (Status::Feasible, Status::Optimal));
/// let loss = before.loss(&after);
/// assert_eq!((loss.amount, loss.proven), (Some(60), false));
/// before.add_bound(1000);
/// assert!(before.loss(&after).proven);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knowledge {
    unit: Unit,
    best: Option<i64>,
    bound: Option<i64>,
    infeasible: bool,
    line: Vec<Step>,
}

/// The loss of a move: the difference between the best results before and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The loss in the unit of the results, never negative; 0 if the goal was proven to be out of reach even before the
    /// move. Otherwise `None` if no list is known before or after the move.
    pub amount: Option<i64>,
    /// Whether the move threw the win away: the board can be emptied before the move, and after it no list is known that
    /// empties the board.
    pub win: bool,
    /// Whether both results are proven; with `win`, whether it is proven that no list after the move empties the board.
    pub proven: bool,
}

impl Loss {
    /// Returns the index and the loss of the move that lost most, the first of equals; `None` if no move lost anything.
    ///
    /// ```
    /// use tilefall::insight::analysis::Loss;
    /// let losses = [0, 7, 7].map(|amount| Loss { amount: Some(amount), win: false, proven: true });
    /// assert_eq!(Loss::costliest(losses), Some((1, 7)));
    /// ```
    pub fn costliest(losses: impl IntoIterator<Item = Loss>) -> Option<(usize, i64)> {
        let amounts = losses.into_iter().map(|loss| loss.amount.unwrap_or(0)).enumerate();
        let most = amounts.reduce(|most, next| if next.1 > most.1 { next } else { most });
        most.filter(|&(_, amount)| amount > 0)
    }
}

impl Knowledge {
    /// Creates the knowledge of a position without any results.
    pub fn new(unit: Unit) -> Knowledge {
        Knowledge { unit, best: None, bound: None, infeasible: false, line: Vec::new() }
    }

    /// Returns the unit of the results.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// Returns the best result known of a whole game through the position; `None` if no list is known.
    pub fn best(&self) -> Option<i64> {
        self.best
    }

    /// Returns the proven bound, which no result beats; `None` if no bound is known.
    pub fn bound(&self) -> Option<i64> {
        self.bound
    }

    /// Returns the moves from the position to the best result known.
    pub fn line(&self) -> &[Step] {
        &self.line
    }

    /// Returns `true` if a list to the best result is known; the list may be empty.
    pub fn has_line(&self) -> bool {
        self.best.is_some()
    }

    /// Returns the status: optimal or infeasible if proven, otherwise feasible if a list is known, else unknown.
    pub fn status(&self) -> Status {
        match self.best {
            None if self.infeasible => Status::Infeasible,
            None => Status::Unknown,
            Some(_) if self.unit == Unit::Cleared || self.best == self.bound => Status::Optimal,
            Some(_) => Status::Feasible,
        }
    }

    /// Returns `true` if the status is optimal or infeasible, so that a search can add nothing.
    pub fn is_proven(&self) -> bool {
        matches!(self.status(), Status::Optimal | Status::Infeasible)
    }

    /// Adds a list of moves from the position; `result` is the result of the whole game. Keeps the better of two lists,
    /// or the list that was added first if they are equally good.
    pub fn add_list(&mut self, result: i64, line: &[Step]) {
        if self.best.is_none_or(|best| self.unit.gain(result, best) > 0) {
            self.best = Some(result);
            self.line = line.to_vec();
        }
    }

    /// Adds a bound on the results of all games through the position. Keeps the sharper of two bounds.
    pub fn add_bound(&mut self, bound: i64) {
        if self.bound.is_none_or(|known| self.unit.gain(known, bound) > 0) {
            self.bound = Some(bound);
        }
    }

    /// Adds a proof that no game through the position reaches the goal.
    pub fn add_infeasible(&mut self) {
        if self.best.is_none() {
            self.infeasible = true;
            self.bound = None;
        }
    }

    /// Adds other knowledge of the same position.
    pub fn merge(&mut self, other: &Knowledge) {
        self.add_all(other, Some(&other.line));
    }

    /// Adds the results of `other`; `line` is the list from this position to the best result of `other`, if any.
    fn add_all(&mut self, other: &Knowledge, line: Option<&[Step]>) {
        if let (Some(best), Some(line)) = (other.best, line) {
            self.add_list(best, line);
        }
        if let Some(bound) = other.bound.filter(|_| !self.infeasible) {
            self.add_bound(bound);
        }
        if other.infeasible {
            self.add_infeasible();
        }
    }

    /// Exchanges knowledge with the position `after` the move `step`. This position gets `step` and the best list after
    /// the move; `after` gets the bound, a proof of infeasibility, and the rest of a list that begins with `step`.
    ///
    /// ```
    /// use tilefall::insight::analysis::{Knowledge, Unit};
    /// let (mut before, mut after) = (Knowledge::new(Unit::Clicks), Knowledge::new(Unit::Clicks));
    /// let clicks = ["1 1", "1 2", "1 3"].map(|click| click.parse().unwrap());
    /// before.add_bound(3);
    /// after.add_list(3, &clicks[1..]);
    /// before.exchange(clicks[0], &mut after);
    /// assert!(before.line() == clicks && before.is_proven() && after.is_proven());
    /// ```
    pub fn exchange(&mut self, step: Step, after: &mut Knowledge) {
        let rest = self.line.split_first().filter(|(first, _)| **first == step);
        after.add_all(self, rest.map(|(_, rest)| rest));
        if let Some(best) = after.best
            && self.best.is_none_or(|known| self.unit.gain(best, known) > 0)
        {
            self.add_list(best, &[&[step], &after.line[..]].concat());
        }
    }

    /// Returns the loss of the move from this position to the position `after`.
    pub fn loss(&self, after: &Knowledge) -> Loss {
        let amount = match (self.best, after.best) {
            (Some(best), Some(later)) => Some(self.unit.gain(best, later).max(0)),
            (None, _) if self.infeasible => Some(0),
            _ => None,
        };
        let win = self.best.is_some() && after.best.is_none();
        let proven = if win { after.infeasible } else { self.is_proven() && after.is_proven() };
        Loss { amount, win, proven }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(number: u64) -> Step {
        Step::Click(number, 1)
    }

    #[test]
    fn a_proof_of_no_list_goes_on_to_later_positions() {
        let (mut before, mut after) = (Knowledge::new(Unit::Moves), Knowledge::new(Unit::Moves));
        before.add_bound(3);
        before.add_infeasible();
        after.add_bound(4);
        before.exchange(step(1), &mut after);
        assert_eq!([before.status(), after.status()], [Status::Infeasible; 2]);
        assert_eq!(before.loss(&after), Loss { amount: Some(0), win: false, proven: true });
        after.merge(&before);
        assert_eq!((after.bound(), after.status()), (None, Status::Infeasible));
    }

    #[test]
    fn a_win_is_thrown_away_with_or_without_a_proof() {
        let (mut before, mut after) = (Knowledge::new(Unit::Cleared), Knowledge::new(Unit::Cleared));
        assert_eq!(before.loss(&after), Loss { amount: None, win: false, proven: false });
        before.add_list(0, &[step(1), step(2)]);
        assert_eq!(before.loss(&after), Loss { amount: None, win: true, proven: false });
        after.add_infeasible();
        assert_eq!(before.loss(&after), Loss { amount: None, win: true, proven: true });
        let mut kept = Knowledge::new(Unit::Cleared);
        before.exchange(step(1), &mut kept);
        assert_eq!(kept.line(), [step(2)]);
        assert_eq!(before.loss(&kept), Loss { amount: Some(0), win: false, proven: true });
    }
}
