//! The claims of a SameGame record, by its status.

use serde_json::Value;

/// Checks that the records of a search have the fields required by their status; returns their number.
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
    let clear = match record["asked"]["goal"].as_str() {
        Some("score") => false,
        Some("clear") => true,
        _ => panic!("the goal is not told: {record}"),
    };
    let (bound, score) = (record["bound"].as_i64(), record["score"].as_i64());
    let (moves, by) = (record["moves"].as_array().map(Vec::len), record["stopped_by"].as_str());
    match record["status"].as_str() {
        Some("optimal") => {
            assert!(by.is_none() && moves.is_some() && score.is_some(), "{record}");
            assert_eq!(bound, score.filter(|_| !clear), "{record}");
            assert!(!clear || record["cleared"] == true, "{record}");
        }
        Some("infeasible") => {
            assert!(clear && by.is_none() && bound.is_none() && moves.is_none(), "{record}");
        }
        Some("feasible") => {
            assert!(!clear && by.is_some() && moves > Some(0) && score.is_some(), "{record}");
            assert!(bound > score, "{record}");
        }
        Some("unknown") => {
            assert!(by.is_some() && bound.is_some() && moves.is_none() && score.is_none(), "{record}");
        }
        _ => panic!("an unknown status: {record}"),
    }
}
