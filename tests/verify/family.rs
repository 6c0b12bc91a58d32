//! `verify` on the whole SameGame family: any rules, and any goal.

use crate::support::small_claims::{CLEARS, STUCK, accepted, one, refused};
use serde_json::{Value, json};
use tilefall::rules::Columns;
use tilefall::text::formats::auto::plan_by;

/// Has a gap, and takes four clicks under its rules.
const FORMER: &str = r#"{"id":"former","game":"samegame","rows":["1..2","1.22","2.21"],"rules":"former"}"#;
/// Takes two clicks where columns close, the middle first.
const MIDDLE: &str = r#"{"id":"middle","game":"samegame","rows":["212"],"rules":{"min_group":1}}"#;

/// Returns the fields of an answer.
pub fn answered(goal: &str, status: &str, more: Value) -> Value {
    let mut fields = json!({"asked": {"goal": goal}, "status": status});
    if status == "feasible" || status == "unknown" {
        fields["stopped_by"] = "nodes".into();
    }
    fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    fields
}

#[test]
fn answers_to_every_goal_are_proven() {
    let whole = json!([[2, 1], [1, 1], [1, 3], [1, 4]]);
    for (line, fields) in [
        (
            FORMER,
            answered("fewest", "optimal", json!({"moves": whole, "score": 8, "cleared": true, "bound": 4})),
        ),
        (FORMER, answered("score", "optimal", json!({"moves": whole, "score": 8, "cleared": true}))),
        (FORMER, answered("clear", "optimal", json!({"moves": whole, "score": 8, "cleared": true}))),
        (
            FORMER,
            answered("left", "optimal", json!({"moves": whole, "score": 8, "cleared": true, "left": 0})),
        ),
        (
            FORMER,
            answered(
                "biggest",
                "optimal",
                json!({"moves": [[1, 3]], "score": 4, "cleared": false, "biggest": 4}),
            ),
        ),
        (
            MIDDLE,
            answered("fewest", "optimal", json!({"moves": [[1, 2], [1, 1]], "score": 1001, "cleared": true})),
        ),
        (STUCK, answered("fewest", "infeasible", json!({}))),
        (
            STUCK,
            answered("left", "optimal", json!({"moves": [[1, 1]], "score": 0, "cleared": false, "left": 3})),
        ),
    ] {
        accepted(&one("", line, fields), " proven\n");
    }
    let open = answered("left", "unknown", json!({"bound": 3}));
    accepted(&one("", STUCK, open), "bound proven");
    let open = answered(
        "biggest",
        "feasible",
        json!({"moves": [[1, 1]], "score": 1, "cleared": false,
        "biggest": 3, "bound": 4}),
    );
    accepted(&one("", CLEARS, open), "bound proven");
}

#[test]
fn false_claims_about_every_goal_are_refused() {
    let whole = json!([[2, 1], [1, 1], [1, 3], [1, 4]]);
    let fewest = |status: &str, more: Value| {
        let mut fields = answered("fewest", status, json!({"moves": whole, "score": 8, "cleared": true}));
        fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        fields
    };
    let longer = json!({"moves": [[1, 1], [1, 1], [1, 1]], "score": 1003, "cleared": true});
    let pair = |status: &str, more: Value| {
        let mut fields =
            answered("left", status, json!({"moves": [[1, 1]], "score": 0, "cleared": false, "left": 3}));
        fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        fields
    };
    let square = |more: Value| {
        let mut fields = answered(
            "biggest",
            "optimal",
            json!({"moves": [[1, 2]], "score": 4, "cleared": false, "biggest": 4}),
        );
        fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        fields
    };
    for (line, fields, message) in [
        (
            FORMER,
            fewest("optimal", json!({"bound": 5})),
            "the bound is 5, but the list has 4 clicks, which is fewer",
        ),
        (
            FORMER,
            fewest("optimal", json!({"bound": 3})),
            "the status is optimal, but the bound 3 is below the number of clicks 4",
        ),
        (FORMER, fewest("feasible", json!({"bound": 4})), "but the list reaches the bound: that is optimal"),
        (
            FORMER,
            fewest("feasible", json!({"moves": [[2, 1]], "score": 2, "cleared": false, "bound": 3})),
            "the status is feasible with goal fewest, but the list does not clear the board",
        ),
        (FORMER, fewest("optimal", json!({"left": 0})), "'left' is given, not expected"),
        (
            FORMER,
            fewest(
                "feasible",
                json!({"asked": {"goal": "fewest", "target": 3}, "bound": 2, "stopped_by": "target"}),
            ),
            "'stopped_by' is target, but the number of clicks is 4 and the target 3",
        ),
        (FORMER, answered("fewest", "infeasible", json!({})), "but single tiles can be removed"),
        (FORMER, answered("clear", "infeasible", json!({})), "but single tiles can be removed"),
        (
            FORMER,
            answered("fewest", "unknown", json!({"bound": -1})),
            "the bound is -1, expected a number of clicks",
        ),
        (
            FORMER,
            answered("fewest", "unknown", json!({"bound": 5})),
            "refuted: the bound is 5, but this list has 4 clicks: ",
        ),
        (
            MIDDLE,
            answered("fewest", "optimal", longer),
            "refuted: the status is optimal with a list that has 3 clicks, but this list has 2 clicks: 1 2, 1 1",
        ),
        (
            CLEARS,
            answered("fewest", "infeasible", json!({})),
            "refuted: the status is infeasible, but this list clears the board: ",
        ),
        (STUCK, pair("optimal", json!({"left": 2})), "the number of tiles left is said to be 2, it is 3"),
        (
            STUCK,
            pair("optimal", json!({"bound": 4})),
            "the bound is 4, but the list leaves 3 tiles, which is fewer",
        ),
        (STUCK, pair("feasible", json!({"bound": 3})), "but the list reaches the bound: that is optimal"),
        (STUCK, pair("infeasible", json!({})), "the status is infeasible, which is no answer to goal left"),
        (
            STUCK,
            answered("left", "unknown", json!({"bound": 6})),
            "the bound is 6, but without a click the number of tiles left is 5",
        ),
        (
            STUCK,
            pair("optimal", json!({"moves": [], "left": 5})),
            "refuted: the status is optimal with a list that leaves 5 tiles, but this list leaves 3 tiles: 1 1",
        ),
        (CLEARS, square(json!({"biggest": 5})), "the largest removal is said to be 5, it is 4"),
        (
            CLEARS,
            square(json!({"bound": 3})),
            "the bound is 3, but the list removes 4 tiles at once, which is more",
        ),
        (
            CLEARS,
            square(json!({"moves": [[1, 1]], "score": 1, "biggest": 3})),
            "refuted: the status is optimal with a list that removes 3 tiles at once, \
             but this list removes 4 tiles at once: 1 2",
        ),
        (
            CLEARS,
            answered("biggest", "unknown", json!({"bound": 3})),
            "refuted: the bound is 3, but this list removes 4 tiles at once: 1 2",
        ),
    ] {
        refused(&one("", line, fields), message);
    }
    let three = r#"{"id":"three","game":"samegame","rows":["112"],"rules":{"min_group":3}}"#;
    let pair = answered("score", "optimal", json!({"moves": [[1, 1]], "score": 0, "cleared": false}));
    refused(
        &one("", three, pair),
        "move 1, 1 1: the group has 2 tiles, expected a group of 3 or more (row and column from 1",
    );
    let multiplied = CLEARS.replace('}', r#","rules":{"clear_factor":3}}"#);
    let score = |score: i64| {
        answered("score", "optimal", json!({"moves": [[1, 1], [1, 1]], "score": score, "cleared": true}))
    };
    accepted(&one("", &multiplied, score(3015)), "'optimal' proven");
    refused(&one("", &multiplied, score(1005)), "the score is said to be 1005, the list makes 3015");
}

#[test]
fn boards_with_gaps_are_read_where_columns_stay() {
    let read = |text: &str, columns| {
        let mut puzzles = Vec::new();
        plan_by(text.as_bytes(), None, columns).read(text.as_bytes(), &mut |puzzle| puzzles.push(puzzle));
        puzzles.remove(0).map_err(|error| error.to_string())
    };
    let gap = "column 2 is empty left of this tile, expected empty columns only at the right";
    for text in [
        "1.1\n2.2\n",
        "1 . 2\n1 . 2\n",
        "[[1,null,1],[2,null,2]]",
        "3x2c2s2:1,0,1,2,0,2\n",
        r#"{"game":"samegame","rows":["1.1","2.2"]}"#,
    ] {
        assert!(read(text, Some(Columns::Stay)).is_ok(), "{text}");
        for columns in [None, Some(Columns::Close)] {
            let error = read(text, columns).unwrap_err();
            assert!(error.contains(gap), "{text}: {error}");
        }
    }
    let ruled = |rules: &str| format!(r#"{{"game":"samegame","rows":["1.1","2.2"],"rules":{rules}}}"#);
    for (rules, fits) in [(r#"{"columns":"stay"}"#, true), (r#""former""#, true), (r#""samegame""#, false)] {
        let puzzle = read(&ruled(rules), None);
        assert_eq!(puzzle.is_ok(), fits, "{rules}");
        assert!(
            read(&ruled(rules), Some(Columns::Close)).is_err(),
            "the columns of the caller replace the puzzle's"
        );
    }
}
