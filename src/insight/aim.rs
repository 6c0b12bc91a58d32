//! The rules and the goal of a position.

use crate::rules::grid::ColumnBoard;
use crate::rules::puzzle::{Puzzle, Task};
use crate::rules::{Goal, Mode, Rules, Step};

/// The rules and the goal of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// SameGame.
    SameGame {
        /// The rules.
        rules: Rules,
        /// The goal.
        goal: Goal,
        /// The points so far.
        points: i64,
    },
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
    /// Returns the aim of a puzzle after some moves. SameGame is played for `goal`; clicks that remove nothing are skipped.
    pub fn after(puzzle: &Puzzle, played: &[Step], goal: Goal) -> Aim {
        match &puzzle.task {
            Task::SameGame(task) => {
                let rules = task.rules.unwrap_or_default();
                let mut board = ColumnBoard::new(&puzzle.grid);
                let sizes = played.iter().filter_map(|step| step.click());
                let sizes = sizes.map(|cell| board.click_by(&rules, cell)).filter(|&size| size > 0);
                let points = sizes.map(|size| rules.score.points(size as u64)).fold(0, i64::saturating_add);
                Aim::SameGame { rules, goal, points }
            }
            Task::Mayan(task) => Aim::Mayan {
                left: task.moves.map(|moves| moves.saturating_sub(played.len() as u64)),
                mode: task.mode.unwrap_or(Mode::Shortest),
                noop: task.counts_noops(),
            },
        }
    }
}
