//! The goals of searches: which lists of moves solve a Mayan puzzle, and how lists of SameGame clicks are compared.

use super::rules::RuleArgs;
use super::values::{Choice, Number, one_of_table};
use tilefall::rules::{Goal, Mode, Rules, Score};

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
    /// Returns the number of moves M; `None` if each puzzle has its own.
    pub fn moves(self) -> Option<u64> {
        self.moves.map(|moves| moves.0)
    }

    /// Returns the mode; `None` if each puzzle has its own.
    pub fn mode(self) -> Option<Mode> {
        match (self.exactly, self.within, self.shortest) {
            (true, ..) => Some(Mode::Exactly),
            (_, true, _) => Some(Mode::Within),
            (.., true) => Some(Mode::Shortest),
            _ => None,
        }
    }
}

/// The goal of a SameGame search.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Goal")]
pub struct SameGameGoalArgs {
    /// The goal [default: that of --rules, or score]
    #[arg(long, value_name = "GOAL", value_parser = one_of_table(GOALS))]
    goal: Option<Goal>,
}

const GOALS: &[Choice<Goal>] = &[
    ("score", Goal::Score, "The highest score"),
    ("clear", Goal::Clear, "Any list that clears the board"),
    ("fewest", Goal::Fewest, "The fewest clicks that clear the board"),
    ("left", Goal::Left, "The fewest tiles left at the end"),
    ("biggest", Goal::Biggest, "The largest single removal"),
];

impl SameGameGoalArgs {
    /// Returns the goal of `--goal`, or else of the preset that `--rules` names; `None` without either.
    pub fn given(self, rules: &RuleArgs) -> Option<Goal> {
        self.goal.or_else(|| rules.goal())
    }
}

/// Returns a note if the rules make the goal trivial: with `--min-group 1`, every board can be cleared.
pub fn trivial(goal: Goal, rules: &Rules) -> Option<&'static str> {
    match goal {
        _ if rules.min_group > 1 => None,
        Goal::Clear => Some("with --min-group 1 every board can be cleared: --goal clear is trivial"),
        Goal::Left => Some("with --min-group 1 every board can be cleared: 0 tiles are always left"),
        Goal::Score if rules.score == Score::Count => {
            Some("with --min-group 1 and --score count every list that clears the board has the same score")
        }
        Goal::Score | Goal::Fewest | Goal::Biggest => None,
    }
}
