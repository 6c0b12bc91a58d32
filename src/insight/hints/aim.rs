//! The rules and the goal of a position.

use crate::rules::puzzle::{Puzzle, Task};
use crate::rules::{Goal, Mode, Rules};

/// The rules and the goal of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// SameGame with these rules, for this goal.
    SameGame(Rules, Goal),
    /// The Mayan puzzle.
    Mayan {
        /// The number of moves left; `None` without a limit.
        left: Option<u64>,
        /// The meaning of the number of moves left.
        mode: Mode,
        /// Whether a swap of two equal blocks is a move.
        noop: bool,
    },
}

impl Aim {
    /// Returns the aim of a puzzle after a number of moves. SameGame is played for `goal`.
    pub fn after(puzzle: &Puzzle, played: usize, goal: Goal) -> Aim {
        match &puzzle.task {
            Task::SameGame(task) => Aim::SameGame(task.rules.unwrap_or_default(), goal),
            Task::Mayan(task) => Aim::Mayan {
                left: task.moves.map(|moves| moves.saturating_sub(played as u64)),
                mode: task.mode.unwrap_or(Mode::Shortest),
                noop: task.allow_noop,
            },
        }
    }
}
