//! The arguments that set the rules of the score: `--score`, `--clear-bonus`, `--left-penalty`.

use super::named::{Choice, name_of, one_of_table};
use super::numbers::Number;
use tilefall::base::{LeftPenalty, RuleParts, Rules, Score};

/// The arguments that set the rules of the score. Each overrides the rule of the puzzle.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "Rules")]
pub struct RuleArgs {
    /// Points for n tiles: n2 is (n-2)², n1 (n-1)², tri n(n-1)/2, nn1 n(n-1), count n [default: the puzzle's, or n2]
    #[arg(long, value_name = "RULE", value_parser = one_of_table(SCORES))]
    pub score: Option<Score>,
    /// Points for an empty board [default: 1000 for n2, else 0]
    #[arg(long, value_name = "B")]
    pub clear_bonus: Option<Number>,
    /// Points subtracted for tiles left: n2 is the sum of (n-2)² over the colours
    #[arg(long, value_name = "RULE", value_parser = one_of_table(PENALTIES))]
    pub left_penalty: Option<LeftPenalty>,
}

/// The values of `--score`.
pub const SCORES: &[Choice<Score>] = &[
    ("n2", Score::N2, "(n-2)²"),
    ("n1", Score::N1, "(n-1)²"),
    ("tri", Score::Tri, "n(n-1)/2"),
    ("nn1", Score::Nn1, "n(n-1)"),
    ("count", Score::Count, "n"),
];

/// The values of `--left-penalty`.
const PENALTIES: &[Choice<LeftPenalty>] =
    &[("none", LeftPenalty::None, "None"), ("n2", LeftPenalty::N2, "(n-2)² per colour")];

impl RuleArgs {
    /// Returns the names and values of the arguments given.
    pub fn words(&self) -> impl Iterator<Item = (&'static str, String)> + use<> {
        let words = [
            ("score", self.score.map(|score| name_of(SCORES, &score))),
            ("clear-bonus", self.clear_bonus.map(|bonus| bonus.0.to_string())),
            ("left-penalty", self.left_penalty.map(|penalty| name_of(PENALTIES, &penalty))),
        ];
        words.into_iter().filter_map(|(name, value)| Some((name, value?)))
    }

    /// Returns the rules of the puzzle, overridden by these arguments. A score other than the puzzle's has its own
    /// default bonus.
    pub fn over(&self, puzzle: Option<Rules>) -> Option<Rules> {
        let rules = puzzle.unwrap_or_default();
        let clear_bonus = self.clear_bonus.map(|bonus| bonus.0);
        let parts = RuleParts {
            score: self.score,
            clear_bonus,
            left_penalty: self.left_penalty,
            ..RuleParts::default()
        };
        let named = rules.with(&parts);
        if puzzle.is_none() && named == rules { None } else { Some(named) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_overrides_the_puzzle_and_another_score_has_its_own_bonus() {
        let words = |score, bonus: Option<u64>| RuleArgs {
            score,
            clear_bonus: bonus.map(Number),
            left_penalty: None,
        };
        let own = Rules { score: Score::N1, clear_bonus: 50, left_penalty: LeftPenalty::N2, ..Rules::USUAL };
        assert_eq!(words(None, None).over(Some(own)), Some(own));
        assert_eq!(words(Some(Score::N1), None).over(Some(own)), Some(own));
        assert_eq!(words(Some(Score::N2), None).over(Some(own)).unwrap().clear_bonus, 1000);
        assert_eq!(words(Some(Score::Tri), Some(7)).over(Some(own)).unwrap().clear_bonus, 7);
        assert_eq!(words(None, None).over(None), None);
    }
}
