//! The rules and the goal of a position.

use crate::rules::grid::ColumnBoard;
use crate::rules::puzzle::{Puzzle, Task};
use crate::rules::{Goal, Mode, Rules, Step};

/// The rules and the goal of a position, with the points so far or the moves left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A position of SameGame.
    SameGame {
        /// The rules of scoring, groups and columns.
        rules: Rules,
        /// The result to be optimized, such as the score.
        goal: Goal,
        /// The points of the clicks before the position.
        points: i64,
    },
    /// A position of the Mayan puzzle.
    Mayan {
        /// The number of moves left; `None` without a limit.
        left: Option<u64>,
        /// Whether a list must have exactly `left` moves, or may have fewer.
        mode: Mode,
        /// Whether a swap of two equal blocks is a move.
        noop: bool,
    },
}

impl Aim {
    /// Returns the aim of `puzzle` after the moves `played`, with `goal` in SameGame. Skips clicks that remove nothing.
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
