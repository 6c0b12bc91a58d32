//! The argument that sets the goal of a SameGame search.

use super::named::{Choice, one_of_table};
use super::rules::RuleArgs;
use tilefall::rules::{Goal, Rules, Score};

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
    /// Returns the goal given, or that of the preset of the rules, or `None`.
    pub fn given(self, rules: &RuleArgs) -> Option<Goal> {
        self.goal.or_else(|| rules.goal())
    }

    /// Returns the goal given, or that of the preset of the rules, or the highest score.
    pub fn resolve(self, rules: &RuleArgs) -> Goal {
        self.given(rules).unwrap_or_default()
    }
}

/// Returns a note for a goal that the rules make trivial.
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
