//! The arguments that set the task of the puzzles of a game, for verbs that both games have.

use super::coordinates::CoordinateArgs;
use super::goal::{Goal, GoalArgs};
use super::rules::RuleArgs;
use tilefall::rules::puzzle::Task;
use tilefall::rules::{Columns, GameKind, Mode};
use tilefall::text::formats::Coordinates;

/// The arguments of a game, beside those that both games share.
pub trait TaskArgs: clap::Args {
    /// The game.
    const GAME: GameKind;

    /// Applies the arguments to a task.
    fn set(&self, task: &mut Task);

    /// Returns whether columns close or stay, in place of the rules of SameGame puzzles.
    fn columns(&self) -> Option<Columns> {
        None
    }

    /// Returns the coordinates of plain lists; `None` for those of the puzzles' format.
    fn coordinates(&self) -> Option<&'static Coordinates> {
        None
    }
}

/// The rules of SameGame, and the coordinates of lists.
#[derive(Debug, clap::Args)]
pub struct SameGameArgs {
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    coordinates: CoordinateArgs,
}

impl TaskArgs for SameGameArgs {
    const GAME: GameKind = GameKind::SameGame;

    fn set(&self, task: &mut Task) {
        self.rules.set(task);
    }

    fn columns(&self) -> Option<Columns> {
        self.rules.columns()
    }

    fn coordinates(&self) -> Option<&'static Coordinates> {
        self.coordinates.coordinates
    }
}

impl TaskArgs for GoalArgs {
    const GAME: GameKind = GameKind::Mayan;

    fn set(&self, task: &mut Task) {
        let Task::Mayan(task) = task else { return };
        let Goal { moves, mode, noop } = self.resolve();
        task.mode = mode.or(task.mode);
        task.allow_noop |= noop;
        // In a mode with at most M moves, the largest number means any number, as in the solver.
        let any = task.mode != Some(Mode::Exactly);
        task.moves = moves.or(task.moves).filter(|&moves| moves < u64::MAX || !any);
    }
}
