//! The measures by which lists are compared, and their wording in messages.

use super::fields::Query;
use crate::rules::plural;
use crate::text::record::ResultRecord;

/// A measure of lists. The *value* of a list is higher for a better list; the *amount* is the number in records: points,
/// moves or tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// SameGame: the score.
    Score,
    /// The number of moves of a list that wins or clears the board; fewer are better.
    Moves,
    /// SameGame: the number of tiles left; fewer are better.
    Left,
    /// SameGame: the number of tiles of the largest removal.
    Biggest,
}

impl Measure {
    /// All measures, by their index.
    pub const ALL: [Measure; 4] = [Measure::Score, Measure::Moves, Measure::Left, Measure::Biggest];

    /// Returns the measure of the results and bounds for a question. With goal `clear` a bound is one on the score.
    pub fn of(ask: Query) -> Measure {
        match ask {
            Query::Score | Query::Clear => Measure::Score,
            Query::Left => Measure::Left,
            Query::Biggest => Measure::Biggest,
            Query::Fewest | Query::One | Query::First | Query::All | Query::Count => Measure::Moves,
        }
    }

    /// Returns `true` if a smaller amount is better.
    pub fn is_cost(self) -> bool {
        matches!(self, Measure::Moves | Measure::Left)
    }

    /// Converts an amount to a value, or a value to an amount.
    pub fn value(self, amount: i64) -> i64 {
        if self.is_cost() { amount.saturating_neg() } else { amount }
    }

    /// Returns the value that a SameGame record gives for its list.
    pub fn value_in(self, record: &ResultRecord) -> Option<i64> {
        let tiles = |tiles: Option<u64>| tiles.and_then(|tiles| i64::try_from(tiles).ok());
        let amount = match self {
            Measure::Score => record.score,
            Measure::Moves => record.moves.as_ref().map(|list| list.len() as i64),
            Measure::Left => tiles(record.left),
            Measure::Biggest => tiles(record.biggest),
        };
        amount.map(|amount| self.value(amount))
    }

    /// Returns the name of the amount of a SameGame list.
    pub fn noun(self) -> &'static str {
        match self {
            Measure::Score => "score",
            Measure::Moves => "number of clicks",
            Measure::Left => "number of tiles left",
            Measure::Biggest => "largest removal",
        }
    }

    /// Returns what a SameGame list of this value does: "scores 5", for example.
    pub fn predicate(self, value: i64) -> String {
        let amount = self.value(value);
        let count = |noun| plural(amount.unsigned_abs(), noun);
        match self {
            Measure::Score => format!("scores {amount}"),
            Measure::Moves => format!("has {}", count("click")),
            Measure::Left => format!("leaves {}", count("tile")),
            Measure::Biggest => format!("removes {} at once", count("tile")),
        }
    }
}
