//! `verify` on claims: contradictions, and required fields of a record.

use crate::support::answers::verify;
use crate::support::small_claims::{CLEARS, GAP, TWO, accepted, one, refused};
use crate::support::tilefall;
use serde_json::{Value, json};

#[test]
fn an_error_record_for_a_good_puzzle_is_refused() {
    let error = json!({"status": "error", "error": "too hard"});
    refused(
        &one("", CLEARS, error.clone()),
        "clears: wrong: the status is error, but the puzzle is a good one",
    );
    refused(&one("", TWO, error.clone()), "two: wrong: the status is error, but the puzzle is a good one");
    refused(&one("", TWO, json!({"status": "error"})), "'error' is missing");
    // Puzzles that a solver may refuse: one without the number of moves that is to be met, one too large for a method.
    let none = TWO.replace('}', r#","mode":"exactly"}"#);
    accepted(&one("", &none, error.clone()), "an error, nothing to check");
    let solved = json!({"status": "infeasible"});
    refused(&one("", &none, solved), "the puzzle names no number of moves");
    let wide = json!({"id": "wide", "game": "samegame", "rows": ["12".repeat(40)]}).to_string();
    accepted(&one("", &wide, error.clone()), "an error, nothing to check");
    // Whose lists may score more than a record can hold, but only if no colour has a single tile.
    let dear = |rows: &str| {
        let bonus = 9_223_372_036_854_775_807_u64;
        json!({"id": "dear", "game": "samegame", "rows": [rows], "rules": {"clear_bonus": bonus}}).to_string()
    };
    accepted(
        &one("", &dear("1112"), json!({"status": "infeasible", "asked": {"goal": "clear"}})),
        "infeasible",
    );
    refused(&one("", &dear("1112"), error.clone()), "the puzzle is a good one");
    accepted(&one("", &dear("111"), error.clone()), "an error, nothing to check");
    // And items that are no puzzles.
    let bad = r#"{"v":1,"index":0,"id":"puzzles:1","status":"error","error":"a colour '?'"}"#;
    let run = verify("samegame verify --output jsonl", "{\"game\":\"samegame\",\"rows\":[\"?\"]}\n", bad);
    assert_eq!(run.code, Some(1), "the puzzle is bad");
    let line: Value = serde_json::from_str(run.out.trim_end()).unwrap();
    assert_eq!((&line["valid"], &line["checked"]), (&json!(true), &json!(false)));
    assert!(run.err.contains("1 not checked"), "{}", run.err);
}

#[test]
fn a_feasible_answer_is_no_optimal_one_and_makes_a_click() {
    let (clears, one_pair) = (json!([[1, 1], [1, 1]]), json!([[1, 1]]));
    let feasible = |goal: &str, moves: &Value, score: i64, cleared: bool, bound: i64| {
        json!({"asked": {"goal": goal}, "status": "feasible", "stopped_by": "nodes", "moves": moves, "score": score,
               "cleared": cleared, "bound": bound})
    };
    let reaches = "clears: wrong: the status is feasible, but the list reaches the bound: that is optimal";
    refused(&one("", CLEARS, feasible("score", &clears, 1005, true, 1005)), reaches);
    let none = "clears: wrong: the status is feasible, but the list makes no click";
    refused(&one("", CLEARS, feasible("score", &json!([]), 0, false, 2000)), none);
    let cleared = "clears: wrong: the status is feasible, but the list clears the board: that is optimal";
    refused(&one("", CLEARS, feasible("clear", &clears, 1005, true, 2000)), cleared);
    accepted(&one("", CLEARS, feasible("score", &clears, 1005, true, 2000)), "clears: valid");
    accepted(&one("", CLEARS, feasible("score", &one_pair, 1, false, 2000)), "clears: valid");
}

#[test]
fn the_largest_number_of_moves_is_one_that_can_be_met_exactly() {
    let most =
        r#"{"id":"most","game":"mayan","rows":["1.1.1"],"moves":18446744073709551615,"mode":"exactly"}"#;
    let run = tilefall("mayan solve", most.as_bytes());
    assert!(run.out.contains("\"moves\":18446744073709551615"), "{}", run.out);
    accepted(&verify("mayan verify", most, &run.out), "most: valid");
}

#[test]
fn an_optimal_answer_has_no_limit_and_no_bound_above_it() {
    let optimal = |more: Value| {
        let mut fields =
            json!({"status": "optimal", "moves": [[1, 1], [1, 1]], "score": 1005, "cleared": true});
        fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        one("--search 0", CLEARS, fields)
    };
    accepted(&optimal(json!({"bound": 1005})), "valid");
    refused(
        &optimal(json!({"stopped_by": "time"})),
        "'stopped_by' is given, not expected with status optimal",
    );
    refused(
        &optimal(json!({"bound": 1006})),
        "the status is optimal, but the bound 1006 is above the score 1005",
    );
    let optimal = |more: Value| {
        let mut fields = json!({"status": "optimal", "moves": [[0, 0, "R"], [4, 0, "L"]]});
        fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        one("--search 0", TWO, fields)
    };
    accepted(&optimal(json!({"bound": 2})), "valid");
    refused(
        &optimal(json!({"stopped_by": "nodes"})),
        "'stopped_by' is given, not expected with status optimal",
    );
    refused(
        &optimal(json!({"bound": 1})),
        "the status is optimal, but the bound is 1 move and the list has 2 moves",
    );
}

#[test]
fn a_list_without_its_score_is_refused() {
    let list = json!({"status": "feasible", "moves": [[1, 1], [1, 1]], "cleared": true});
    refused(&one("", CLEARS, list), "'score' is missing, expected with status feasible and goal score");
    let list = json!({"status": "optimal", "moves": [[1, 1], [1, 1]], "score": 1005});
    refused(&one("", CLEARS, list), "'cleared' is missing, expected with status optimal and goal score");
}

#[test]
fn open_answers_say_their_bound_and_what_stopped_them() {
    let asked = json!({"want": "first", "mode": "shortest"});
    let list = json!([[0, 0, "R"], [4, 0, "L"]]);
    for (fields, missing) in [
        (
            json!({"asked": asked, "status": "feasible", "moves": list, "stopped_by": "time"}),
            "'bound' is missing",
        ),
        (json!({"asked": asked, "status": "feasible", "moves": list, "bound": 2}), "'stopped_by' is missing"),
        (json!({"asked": asked, "status": "unknown", "stopped_by": "time"}), "'bound' is missing"),
        (json!({"asked": asked, "status": "unknown", "bound": 2}), "'stopped_by' is missing"),
    ] {
        refused(&one("", TWO, fields.clone()), missing);
        let run = one("--output jsonl", TWO, fields.clone());
        let verdict: Value = serde_json::from_str(run.out.trim_end()).unwrap();
        assert_eq!(verdict["faults"][0]["kind"], "field", "{run:?}");
        // Older records may lack them.
        let mut old = fields;
        old.as_object_mut().unwrap().remove("asked");
        accepted(&one("", TWO, old), "valid");
    }
}

#[test]
fn what_was_asked_fits_puzzle_and_flags() {
    let list =
        |asked: Value| json!({"asked": asked, "status": "optimal", "moves": [[0, 0, "R"], [4, 0, "L"]]});
    accepted(&one("", TWO, list(json!({"want": "one", "mode": "shortest"}))), "valid");
    refused(
        &one("", TWO, list(json!({"mode": "within"}))),
        "'asked' has mode within, the puzzle is checked as shortest",
    );
    refused(&one("", TWO, list(json!({"moves": 5}))), "'asked' has 5 moves, the puzzle any number");
    refused(&one("", TWO, list(json!({"allow_noop": true}))), "the answer fits if such swaps are moves");
    refused(
        &one("--allow-noop", TWO, list(json!({"want": "one"}))),
        "the answer fits if such swaps are no moves",
    );
    refused(
        &one("", TWO, list(json!({"goal": "score"}))),
        "'asked' has 'goal', which is asked of game samegame",
    );
    accepted(&one("--allow-noop", TWO, list(json!({"allow_noop": true}))), "'optimal' proven");
}

#[test]
fn counts_by_length_fit_their_sum_the_bound_and_the_moves_allowed() {
    let asked = json!({"want": "count", "mode": "within", "moves": 2});
    let count = |count: &str, counts: &[(u64, &str)]| {
        let counts: Vec<Value> =
            counts.iter().map(|(moves, count)| json!({"moves": moves, "count": count})).collect();
        json!({"asked": asked, "status": "optimal", "count": count, "counts": counts})
    };
    accepted(&one("", GAP, count("2", &[(0, "0"), (1, "1"), (2, "1")])), "'optimal' proven");
    for (fields, message) in [
        (count("3", &[(1, "1"), (2, "1")]), "the count is 3, but the counts by length make 2"),
        (count("2", &[(1, "1"), (3, "1")]), "the count of 3 moves is given, expected at most 2"),
        (count("2", &[(2, "1"), (1, "1")]), "the count of 1 move does not stand in order"),
        (count("2", &[(1, "1"), (1, "1")]), "the count of 1 move does not stand in order"),
        (count("2", &[(1, "one"), (2, "1")]), "the count of 1 move is 'one', expected digits"),
        (
            count("2", &[(1, "0"), (2, "2")]),
            "refuted: the number of lists of 1 move is said to be 0, but it is 1",
        ),
    ] {
        refused(&one("", GAP, fields), message);
    }
    let open = |bound: i64, counts: Value| json!({"asked": asked, "status": "feasible", "counts": counts, "bound": bound, "stopped_by": "nodes"});
    let done = json!([{"moves": 0, "count": "0"}, {"moves": 1, "count": "1"}]);
    accepted(&one("", GAP, open(1, done.clone())), "valid");
    refused(&one("--search 0", GAP, open(2, done.clone())), "the bound is 2, but the count of 1 move is 1");
    let none = json!([{"moves": 0, "count": "0"}]);
    refused(
        &one("--search 0", GAP, open(1, none)),
        "the status claims a solution, but all counts by length are 0",
    );
}

#[test]
fn a_bound_of_the_lowest_or_the_highest_number_is_compared_like_any_other() {
    for (line, fields) in [
        (TWO, json!({"status": "unknown", "stopped_by": "time"})),
        (CLEARS, json!({"status": "unknown", "stopped_by": "time"})),
        (TWO, json!({"status": "feasible", "moves": [[0, 0, "R"], [4, 0, "L"]], "stopped_by": "time"})),
        (
            CLEARS,
            json!({"status": "feasible", "moves": [[1, 1]], "score": 1, "cleared": false, "stopped_by": "time"}),
        ),
    ] {
        let with = |bound: i64| {
            let mut fields = fields.clone();
            fields["bound"] = bound.into();
            one("", line, fields)
        };
        let lowest =
            if line == TWO { "expected a number of moves" } else { "the bound is -9223372036854775808, but" };
        refused(&with(i64::MIN), lowest);
        // No list has fewer moves than the highest number, and none scores more than that.
        let highest = with(i64::MAX);
        assert_eq!(highest.code, Some(if line == TWO { 1 } else { 0 }), "{highest:?}");
    }
}

#[test]
fn faults_of_an_answer_come_in_one_order() {
    let fields = json!({"asked": {"goal": "score", "want": "one"}, "status": "optimal", "moves": [[1, 1]], "score": 7,
        "bound": 0, "count": "3"});
    let run = one("--output jsonl", CLEARS, fields);
    let verdict: Value = serde_json::from_str(run.out.trim_end()).unwrap();
    let kinds: Vec<&str> =
        verdict["faults"].as_array().unwrap().iter().map(|fault| fault["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["asked", "field", "field", "score", "bound"], "{}", run.out);
}
