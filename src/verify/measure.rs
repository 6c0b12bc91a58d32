//! The results by which lists of SameGame are compared for a goal, and their wording in messages.
//!
//! The *value* of a list is higher for a better list; the *amount* is the number in records: points, clicks or tiles. With
//! goal `clear`, results and bounds are scores.

use crate::rules::{Goal, plural};
use crate::text::record::ResultRecord;

/// Returns `true` if a smaller amount is better.
pub(super) fn is_cost(goal: Goal) -> bool {
    matches!(goal, Goal::Fewest | Goal::Left)
}

/// Converts an amount to a value, or a value to an amount.
pub(super) fn value(goal: Goal, amount: i64) -> i64 {
    if is_cost(goal) { amount.saturating_neg() } else { amount }
}

/// Returns the value that a record gives for its list.
pub(super) fn value_in(goal: Goal, record: &ResultRecord) -> Option<i64> {
    let tiles = |tiles: Option<u64>| tiles.and_then(|tiles| i64::try_from(tiles).ok());
    let amount = match goal {
        Goal::Score | Goal::Clear => record.score,
        Goal::Fewest => record.moves.as_ref().map(|list| list.len() as i64),
        Goal::Left => tiles(record.left),
        Goal::Biggest => tiles(record.biggest),
    };
    amount.map(|amount| value(goal, amount))
}

/// Returns the name of the amount.
pub(super) fn noun(goal: Goal) -> &'static str {
    match goal {
        Goal::Score | Goal::Clear => "score",
        Goal::Fewest => "number of clicks",
        Goal::Left => "number of tiles left",
        Goal::Biggest => "largest removal",
    }
}

/// Returns what a list of this value does: "scores 5", for example.
pub(super) fn predicate(goal: Goal, value: i64) -> String {
    let amount = self::value(goal, value);
    let count = |noun| plural(amount.unsigned_abs(), noun);
    match goal {
        Goal::Score | Goal::Clear => format!("scores {amount}"),
        Goal::Fewest => format!("has {}", count("click")),
        Goal::Left => format!("leaves {}", count("tile")),
        Goal::Biggest => format!("removes {} at once", count("tile")),
    }
}
