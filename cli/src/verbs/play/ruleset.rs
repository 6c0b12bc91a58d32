//! The rules of a game of either kind.

use tilefall::rules::{Goal, Mode, Rules};

/// The game and its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruleset {
    /// SameGame with these rules and this goal; without a goal, the highest score.
    SameGame(Rules, Option<Goal>),
    /// The Mayan puzzle.
    Mayan {
        /// The moves allowed; `None` if there is no limit.
        moves: Option<u64>,
        /// Whether M moves are the exact number or the maximum.
        mode: Mode,
        /// Whether a swap of two equal blocks is a move.
        allow_noop: bool,
    },
}

impl Ruleset {
    /// Returns the goal of SameGame.
    pub fn goal(self) -> Goal {
        match self {
            Ruleset::SameGame(_, goal) => goal.unwrap_or_default(),
            Ruleset::Mayan { .. } => Goal::default(),
        }
    }

    /// Returns the goal in whose units results are compared: the moves of a Mayan puzzle like clicks.
    pub fn measure(self) -> Goal {
        match self {
            Ruleset::SameGame(..) => self.goal(),
            Ruleset::Mayan { .. } => Goal::Fewest,
        }
    }

    /// Returns the word for a turn.
    pub fn turn(self) -> &'static str {
        match self {
            Ruleset::SameGame(..) => "click",
            Ruleset::Mayan { .. } => "move",
        }
    }
}
