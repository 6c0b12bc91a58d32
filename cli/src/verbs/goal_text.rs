//! The goals of a search and the units of results in words.

use tilefall::insight::analysis::Unit;
use tilefall::internals::{plural, points};
use tilefall::samegame::{Found, Goal};

/// Returns the result of a list in the units of the goal: points, clicks, tiles left, or tiles of a removal.
pub fn result(goal: Goal, found: &Found) -> i64 {
    goal.in_units(found.result().value(goal))
}

/// Formats a result in the units of the goal: `12 clicks`, `3 tiles left`.
pub fn in_units(goal: Goal, result: i64) -> String {
    match goal {
        Goal::Score | Goal::Clear => points(result),
        Goal::Fewest => plural(result, "click"),
        Goal::Left => format!("{} left", plural(result, "tile")),
        Goal::Biggest => format!("largest removal {}", plural(result, "tile")),
    }
}

/// Formats a result or a loss with its unit: `12 clicks`, `3 tiles`.
pub fn amount(unit: Unit, amount: i64) -> String {
    match unit {
        Unit::Points => points(amount),
        Unit::Cleared => "cleared".into(),
        Unit::Clicks => plural(amount, "click"),
        Unit::Moves => plural(amount, "move"),
        Unit::Left | Unit::Biggest => plural(amount, "tile"),
    }
}

/// Formats the result of a list for the goal: `12 points in 3 clicks, cleared`, `cleared in 3 clicks`, `2 tiles left`.
pub fn of_list(goal: Goal, found: &Found) -> String {
    let result = in_units(goal, result(goal, found));
    match goal {
        Goal::Score | Goal::Clear => {
            let cleared = if found.cleared { "cleared" } else { "not cleared" };
            format!("{result} in {}, {cleared}", plural(found.clicks.len(), "click"))
        }
        Goal::Fewest => format!("cleared in {result}"),
        Goal::Left | Goal::Biggest => result,
    }
}

/// Returns the claim that a list is the best: `no list scores more`; empty for the goal of clearing the board.
pub fn proof(goal: Goal) -> &'static str {
    match goal {
        Goal::Score => "no list scores more",
        Goal::Clear => "",
        Goal::Fewest => "no list clears it in fewer",
        Goal::Left => "no list leaves fewer",
        Goal::Biggest => "no list removes more at once",
    }
}

/// Formats a bound on the results of all lists: `upper bound 120`.
pub fn bound(goal: Goal, bound: i64) -> String {
    match goal {
        Goal::Score | Goal::Clear | Goal::Biggest => format!("upper bound {bound}"),
        Goal::Fewest | Goal::Left => format!("lower bound {bound}"),
    }
}
