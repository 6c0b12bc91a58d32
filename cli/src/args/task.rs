//! The arguments of each game that change the task of a puzzle, such as the rules, for verbs that both games have.

use super::goal::{GoalArgs, SameGameGoalArgs};
use super::rules::RuleArgs;
use super::values::{Number, one_of};
use clap::builder::{PossibleValue, TypedValueParser};
use tilefall::ask::{SameGameRequest, SolveRequest};
use tilefall::rules::puzzle::Task;
use tilefall::rules::{Columns, GameKind, Mode};
use tilefall::text::formats::{COORDINATES, Coordinates};

/// The arguments of one game, besides the arguments that both games share.
pub trait TaskArgs: clap::Args {
    const GAME: GameKind;

    /// Returns `samegame` or `mayan`, by the game of these arguments.
    fn either<T>(samegame: T, mayan: T) -> T {
        if Self::GAME == GameKind::SameGame { samegame } else { mayan }
    }

    /// Returns the arguments for the rules of SameGame; for the Mayan puzzle, nothing is set.
    fn rules(&self) -> RuleArgs {
        RuleArgs::default()
    }

    /// Applies the arguments to a task.
    fn set(&self, task: &mut Task) {
        self.rules().set(task);
    }

    /// Returns whether empty columns close or stay, instead of the puzzle's rule; `None` if no argument sets this.
    fn columns(&self) -> Option<Columns> {
        self.rules().columns()
    }

    /// Returns the coordinate system of plain lists; `None` for the system of records.
    fn coordinates(&self) -> Option<&'static Coordinates> {
        None
    }
}

/// The rules of SameGame, and the coordinates of lists.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct SameGameArgs {
    #[command(flatten)]
    rules: RuleArgs,
    /// How plain lists count [default: records]
    #[arg(long, value_name = "KIND", value_parser = coordinates())]
    coordinates: Option<&'static Coordinates>,
}

/// Returns the parser of `--coordinates`, which takes the name of a coordinate system.
fn coordinates() -> impl TypedValueParser<Value = &'static Coordinates> {
    one_of(&COORDINATES.map(|one| (PossibleValue::new(one.name).help(one.doc), one)))
}

impl TaskArgs for SameGameArgs {
    const GAME: GameKind = GameKind::SameGame;

    fn rules(&self) -> RuleArgs {
        self.rules
    }

    fn coordinates(&self) -> Option<&'static Coordinates> {
        self.coordinates
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

/// The arguments of a search, in verbs that both games have.
pub trait SearchArgs: TaskArgs {
    /// Returns the request for a search, without the arguments that [`set`](TaskArgs::set) applies to the task.
    fn request(&self) -> SolveRequest;
}

impl SearchArgs for SameGameSearchArgs {
    fn request(&self) -> SolveRequest {
        let (goal, seed) = (self.goal.given(&self.rules()), Some(self.seed.0));
        SolveRequest::SameGame(SameGameRequest { goal, seed, ..SameGameRequest::default() })
    }
}

impl SearchArgs for NoopArgs {
    fn request(&self) -> SolveRequest {
        SolveRequest::new(GameKind::Mayan)
    }
}

/// Whether swaps of two equal blocks are skipped, and the number of moves.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Goal")]
pub struct NoopArgs {
    /// Skip swaps of two equal blocks, which are moves where exactly M moves are asked for
    #[arg(long)]
    skip_noop: bool,
    /// The number of moves M, instead of the puzzle's own
    #[arg(long = "moves", value_name = "M")]
    limit: Option<Number>,
}

impl TaskArgs for NoopArgs {
    const GAME: GameKind = GameKind::Mayan;

    fn set(&self, task: &mut Task) {
        if let Task::Mayan(task) = task {
            task.skip_noop |= self.skip_noop;
            task.moves = self.limit.map(|limit| limit.0).or(task.moves);
        }
    }
}

impl TaskArgs for GoalArgs {
    const GAME: GameKind = GameKind::Mayan;

    fn set(&self, task: &mut Task) {
        let Task::Mayan(task) = task else { return };
        task.mode = self.mode().or(task.mode);
        task.skip_noop |= self.skip_noop;
        // In a mode with at most M moves, `u64::MAX` means any number of moves, as in the solver.
        let any = task.mode != Some(Mode::Exactly);
        task.moves = self.moves().or(task.moves).filter(|&moves| moves < u64::MAX || !any);
    }
}
