//! The arguments that set the task of the puzzles of a game, for verbs that both games have.

use super::coordinates::CoordinateArgs;
use super::goal::{Goal, GoalArgs};
use super::numbers::Number;
use super::rules::RuleArgs;
use super::samegame_goal::SameGameGoalArgs;
use tilefall::rules::puzzle::Task;
use tilefall::rules::{Columns, GameKind, Mode};
use tilefall::text::formats::Coordinates;

/// The arguments of a game, beside those that both games share.
pub trait TaskArgs: clap::Args {
    const GAME: GameKind;

    /// Returns the rules of SameGame.
    fn rules(&self) -> RuleArgs {
        RuleArgs::default()
    }

    /// Applies the arguments to a task.
    fn set(&self, task: &mut Task) {
        self.rules().set(task);
    }

    /// Returns whether columns close or stay, in place of the rules of SameGame puzzles.
    fn columns(&self) -> Option<Columns> {
        self.rules().columns()
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
    rules: RuleArgs,
    #[command(flatten)]
    coordinates: CoordinateArgs,
}

impl TaskArgs for SameGameArgs {
    const GAME: GameKind = GameKind::SameGame;

    fn rules(&self) -> RuleArgs {
        self.rules
    }

    fn coordinates(&self) -> Option<&'static Coordinates> {
        self.coordinates.coordinates
    }
}

/// The rules of SameGame, the coordinates of lists, and the arguments of a search.
#[derive(Debug, clap::Args)]
pub struct SameGameSearchArgs {
    #[command(flatten)]
    pub goal: SameGameGoalArgs,
    #[command(flatten)]
    task: SameGameArgs,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Limits")]
    pub seed: Number,
}

impl TaskArgs for SameGameSearchArgs {
    const GAME: GameKind = GameKind::SameGame;

    fn rules(&self) -> RuleArgs {
        self.task.rules
    }

    fn coordinates(&self) -> Option<&'static Coordinates> {
        self.task.coordinates()
    }
}

/// No arguments, for verbs of the Mayan puzzle that need none.
#[derive(Debug, clap::Args)]
pub struct NoArgs {}

impl TaskArgs for NoArgs {
    const GAME: GameKind = GameKind::Mayan;
}

/// Whether swaps of two equal blocks are moves.
#[derive(Debug, clap::Args)]
pub struct NoopArgs {
    /// Allow swaps of two equal blocks
    #[arg(long)]
    allow_noop: bool,
}

impl TaskArgs for NoopArgs {
    const GAME: GameKind = GameKind::Mayan;

    fn set(&self, task: &mut Task) {
        if let Task::Mayan(task) = task {
            task.allow_noop |= self.allow_noop;
        }
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
