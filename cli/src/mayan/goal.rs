//! The flags that say what a list of moves has to be, for `solve` and `verify`.

use crate::numbers;
use tilefall::base::Mode;

/// The arguments that say what a list of moves has to be.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Goal")]
pub struct GoalArgs {
    /// The number of moves M, instead of the puzzle's own
    #[arg(long, value_name = "M", value_parser = numbers::number, allow_negative_numbers = true)]
    pub moves: Option<u64>,
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
    pub allow_noop: bool,
}

impl GoalArgs {
    /// The mode that a flag names.
    pub fn mode(self) -> Option<Mode> {
        match (self.exactly, self.within, self.shortest) {
            (true, ..) => Some(Mode::Exactly),
            (_, true, _) => Some(Mode::Within),
            (.., true) => Some(Mode::Shortest),
            _ => None,
        }
    }
}
