//! The arguments that define which lists of moves are solutions, for `solve` and `verify`.

use super::numbers::Number;
use tilefall::rules::Mode;

/// The arguments that define which lists of moves are solutions.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Goal")]
pub struct GoalArgs {
    /// The number of moves M, instead of the puzzle's own
    #[arg(long, value_name = "M")]
    moves: Option<Number>,
    /// Lists of exactly M moves (the default for noip)
    #[arg(long, group = "mode")]
    exactly: bool,
    /// Lists of at most M moves
    #[arg(long, group = "mode")]
    within: bool,
    /// Shortest lists, of at most M moves (the default for all other formats)
    #[arg(long, group = "mode")]
    shortest: bool,
    /// Allow swaps of two equal blocks
    #[arg(long)]
    allow_noop: bool,
}

/// The definition of a solution.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// M; `None` for each puzzle's own.
    pub moves: Option<u64>,
    /// The mode; `None` for each puzzle's own.
    pub mode: Option<Mode>,
    /// Whether swaps of two equal blocks are moves.
    pub noop: bool,
}

impl GoalArgs {
    pub fn resolve(self) -> Goal {
        let mode = match (self.exactly, self.within, self.shortest) {
            (true, ..) => Some(Mode::Exactly),
            (_, true, _) => Some(Mode::Within),
            (.., true) => Some(Mode::Shortest),
            _ => None,
        };
        Goal { moves: self.moves.map(|moves| moves.0), mode, noop: self.allow_noop }
    }
}
