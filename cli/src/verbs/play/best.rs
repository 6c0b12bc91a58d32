//! The best list of a whole game that the solver has found.

use super::advice::Advice;
use super::ruleset::Turn;
use super::session::Session;
use tilefall::base::Goal;

/// A list from the start of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The result, in the units of [`Ruleset::measure`](super::ruleset::Ruleset::measure).
    pub result: i64,
    /// The list.
    pub list: Vec<Turn>,
}

impl Best {
    /// Returns the turns of a game followed by the line that was found for its position; `None` without a line whose result
    /// is known.
    pub fn of(game: &Session, advice: &Advice) -> Option<Best> {
        let line = advice.line.as_ref()?;
        let list = [game.turns(), line.clone()].concat();
        let result = match game.ruleset().measure() {
            Goal::Score => game.score() + advice.result?,
            // Any list that clears the board is as good as another one.
            Goal::Clear => 0,
            Goal::Fewest => list.len() as i64,
            Goal::Left => advice.result?,
            Goal::Biggest => advice.result?.max(game.biggest() as i64),
        };
        Some(Best { result, list })
    }

    /// Replaces a list by a better one.
    pub fn improve(known: &mut Option<Best>, new: Option<Best>, goal: Goal) {
        let Some(new) = new else { return };
        if known.as_ref().is_none_or(|known| is_better(goal, new.result, known.result)) {
            *known = Some(new);
        }
    }
}

/// Returns `true` if a result is better than another one for a goal.
pub fn is_better(goal: Goal, result: i64, other: i64) -> bool {
    match goal {
        Goal::Score | Goal::Biggest => result > other,
        Goal::Clear => false,
        Goal::Fewest | Goal::Left => result < other,
    }
}
