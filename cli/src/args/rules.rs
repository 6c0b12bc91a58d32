//! The arguments that set the rules of the score: `--score`, `--clear-bonus`, `--left-penalty`.

use super::numbers::{self, value_name};
use tilefall::base::{LeftPenalty, Rules, Score};

/// The arguments that set the rules of the score. Each overrides the rule of the puzzle.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "Rules")]
pub struct RuleArgs {
    /// Points for n tiles: n2 is (n-2)², n1 (n-1)², tri n(n-1)/2, nn1 n(n-1), count n [default: the puzzle's, or n2]
    #[arg(long, value_name = "RULE", value_enum)]
    pub score: Option<ScoreName>,
    /// Points for an empty board [default: 1000 for n2, else 0]
    #[arg(long, value_name = "B", value_parser = numbers::number, allow_negative_numbers = true)]
    pub clear_bonus: Option<u64>,
    /// Points subtracted for tiles left: n2 is the sum of (n-2)² over the colours
    #[arg(long, value_name = "RULE", value_enum)]
    pub left_penalty: Option<PenaltyName>,
}

/// The values of `--score`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ScoreName {
    /// (n-2)².
    N2,
    /// (n-1)².
    N1,
    /// n(n-1)/2.
    Tri,
    /// n(n-1).
    Nn1,
    /// n.
    Count,
}

/// The values of `--left-penalty`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PenaltyName {
    /// None.
    None,
    /// (n-2)² per colour.
    N2,
}

impl RuleArgs {
    /// Returns the names and values of the arguments given.
    pub fn words(&self) -> impl Iterator<Item = (&'static str, String)> + use<> {
        let words = [
            ("score", self.score.as_ref().map(value_name)),
            ("clear-bonus", self.clear_bonus.map(|bonus| bonus.to_string())),
            ("left-penalty", self.left_penalty.as_ref().map(value_name)),
        ];
        words.into_iter().filter_map(|(name, value)| Some((name, value?)))
    }

    /// Returns the rules of the puzzle, overridden by these arguments. A score other than the puzzle's has its own
    /// default bonus.
    pub fn over(&self, puzzle: Option<Rules>) -> Option<Rules> {
        let rules = puzzle.unwrap_or_default();
        let score = self.score.map(|name| match name {
            ScoreName::N2 => Score::N2,
            ScoreName::N1 => Score::N1,
            ScoreName::Tri => Score::Tri,
            ScoreName::Nn1 => Score::Nn1,
            ScoreName::Count => Score::Count,
        });
        let penalty = self.left_penalty.map(|name| match name {
            PenaltyName::None => LeftPenalty::None,
            PenaltyName::N2 => LeftPenalty::N2,
        });
        let named = rules.with(score, self.clear_bonus, penalty);
        if puzzle.is_none() && named == rules { None } else { Some(named) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_overrides_the_puzzle_and_another_score_has_its_own_bonus() {
        let words = |score, clear_bonus| RuleArgs { score, clear_bonus, left_penalty: None };
        let own = Rules { score: Score::N1, clear_bonus: 50, left_penalty: LeftPenalty::N2 };
        assert_eq!(words(None, None).over(Some(own)), Some(own));
        assert_eq!(words(Some(ScoreName::N1), None).over(Some(own)), Some(own));
        assert_eq!(words(Some(ScoreName::N2), None).over(Some(own)).unwrap().clear_bonus, 1000);
        assert_eq!(words(Some(ScoreName::Tri), Some(7)).over(Some(own)).unwrap().clear_bonus, 7);
        assert_eq!(words(None, None).over(None), None);
    }
}
