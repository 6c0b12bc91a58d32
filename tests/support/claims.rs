//! Checks the claims of SameGame records by their status.

use serde_json::Value;

/// Checks that the SameGame records of an output have the fields that their status requires. Returns their number.
///
/// # Panics
/// If a field is missing.
#[track_caller]
pub fn check(output: &str) -> usize {
    let records = output.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    records.filter(|record| record["game"] == "samegame").inspect(one).count()
}

#[track_caller]
fn one(record: &Value) {
    let goal = record["asked"]["goal"].as_str().unwrap_or_else(|| panic!("the record has no goal: {record}"));
    let clear = goal == "clear";
    let needs_empty = clear || goal == "fewest";
    let (bound, score) = (record["bound"].as_i64(), record["score"].as_i64());
    let (moves, by) = (record["moves"].as_array().map(Vec::len), record["stopped_by"].as_str());
    // The result of the list and the bound on this result, both negated if less is better.
    let (result, bound_on_it) = match goal {
        "score" | "clear" => (score, bound),
        "fewest" => (moves.map(|moves| -(moves as i64)), bound.map(|bound| -bound)),
        "left" => (record["left"].as_i64().map(|left| -left), bound.map(|bound| -bound)),
        "biggest" => (record["biggest"].as_i64(), bound),
        _ => panic!("an unknown goal: {record}"),
    };
    assert!(!needs_empty || moves.is_none() || record["cleared"] == true, "{record}");
    match record["status"].as_str() {
        Some("optimal") => {
            assert!(by.is_none() && moves.is_some() && score.is_some(), "{record}");
            assert_eq!(bound_on_it, result.filter(|_| !clear), "{record}");
        }
        Some("infeasible") => {
            assert!(needs_empty && by.is_none() && bound.is_none() && moves.is_none(), "{record}");
        }
        Some("feasible") => {
            assert!(!clear && by.is_some() && moves > Some(0) && score.is_some(), "{record}");
            assert!(bound_on_it > result, "{record}");
        }
        Some("unknown") => {
            assert!(by.is_some() && bound.is_some() && moves.is_none() && score.is_none(), "{record}");
        }
        _ => panic!("an unknown status: {record}"),
    }
}
