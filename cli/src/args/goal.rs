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
    /// Skip swaps of two equal blocks, which are moves where exactly M moves are asked for
    #[arg(long, conflicts_with_all = ["within", "shortest"])]
    pub skip_noop: bool,
}

impl GoalArgs {
    /// Returns M; `None` for each puzzle's own.
    pub fn moves(self) -> Option<u64> {
        self.moves.map(|moves| moves.0)
    }

    /// Returns the mode; `None` for each puzzle's own.
    pub fn mode(self) -> Option<Mode> {
        match (self.exactly, self.within, self.shortest) {
            (true, ..) => Some(Mode::Exactly),
            (_, true, _) => Some(Mode::Within),
            (.., true) => Some(Mode::Shortest),
            _ => None,
        }
    }
}
