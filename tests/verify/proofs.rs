//! `verify` searches small puzzles itself: proofs and refutations.

use crate::support::answers::verify;
use crate::support::small_claims::{CLEARS, GAP, NEVER, STUCK, TWO, accepted, one, refused};
use serde_json::{Value, json};

#[test]
fn infeasible_where_one_click_or_one_move_wins_is_refuted() {
    let clear = json!({"asked": {"goal": "clear"}, "status": "infeasible"});
    let one_click = r#"{"id":"one","game":"samegame","rows":["22","22"]}"#;
    refused(
        &one("", one_click, clear.clone()),
        "one: refuted: the status is infeasible, but this list clears the board: 1 1\n",
    );
    // A large board as well, where a click counts as several nodes.
    let whole = json!({"id": "whole", "game": "samegame", "rows": vec!["3".repeat(60); 60]}).to_string();
    refused(
        &one("", &whole, clear),
        "whole: refuted: the status is infeasible, but this list clears the board: 1 1\n",
    );
    let none = json!({"asked": {"want": "one", "mode": "within", "moves": 2}, "status": "infeasible"});
    refused(&one("", GAP, none), "gap: refuted: the status is infeasible, but this list wins: 3 0 L\n");
}

#[test]
fn claims_about_small_puzzles_are_proven() {
    let asked = |want: &str| json!({"want": want, "mode": "shortest"});
    let within = |want: &str| json!({"want": want, "mode": "within", "moves": 2});
    let (early, late) = (json!([[0, 0, "R"], [4, 0, "L"]]), json!([[4, 0, "L"], [0, 0, "R"]]));
    let clicks = json!({"asked": {"goal": "score"}, "status": "optimal", "moves": [[1, 1], [1, 1]], "score": 1005, "cleared": true});
    let stuck = json!({"asked": {"goal": "score"}, "status": "optimal", "moves": [[1, 1]], "score": 0, "cleared": false});
    for (line, fields) in [
        (CLEARS, clicks),
        (STUCK, stuck),
        (STUCK, json!({"asked": {"goal": "clear"}, "status": "infeasible"})),
        (
            CLEARS,
            json!({"asked": {"goal": "clear"}, "status": "optimal", "moves": [[1, 2], [1, 1]], "score": 1005, "cleared": true}),
        ),
        (TWO, json!({"asked": asked("one"), "status": "optimal", "moves": early})),
        (TWO, json!({"asked": asked("first"), "status": "optimal", "moves": early})),
        (TWO, json!({"asked": asked("all"), "status": "optimal", "solutions": [early, late]})),
        (TWO, json!({"asked": asked("count"), "status": "optimal", "count": "2"})),
        (GAP, json!({"asked": within("one"), "status": "optimal", "moves": [[3, 0, "L"]]})),
        (GAP, json!({"asked": within("first"), "status": "optimal", "moves": [[1, 0, "R"], [0, 0, "R"]]})),
        (GAP, json!({"asked": within("count"), "status": "optimal", "count": "2"})),
        (NEVER, json!({"asked": asked("one"), "status": "infeasible"})),
        (NEVER, json!({"asked": asked("count"), "status": "infeasible", "count": "0"})),
    ] {
        let run = one("", line, fields.clone());
        accepted(&run, " proven\n");
        assert_eq!(run.err, "1 answer checked, 1 valid, 1 proven\n");
        let verdict: Value =
            serde_json::from_str(one("--output jsonl", line, fields).out.trim_end()).unwrap();
        assert_eq!(verdict["proven"], true);
    }
    let bound = json!({"asked": asked("one"), "status": "unknown", "bound": 2, "stopped_by": "time"});
    accepted(&one("", TWO, bound), "bound proven");
    // Plain answers make claims, too.
    accepted(&verify("mayan verify", NEVER, "-1\n"), "'infeasible' proven");
    accepted(&verify("mayan verify", TWO, "2\n"), "'optimal' proven");
}

#[test]
fn claims_about_small_puzzles_are_refuted_with_an_example() {
    let asked = |want: &str| json!({"want": want, "mode": "shortest"});
    let within = |want: &str| json!({"want": want, "mode": "within", "moves": 2});
    let (early, late) = (json!([[0, 0, "R"], [4, 0, "L"]]), json!([[4, 0, "L"], [0, 0, "R"]]));
    let longer = json!([[4, 0, "L"], [3, 0, "R"], [0, 0, "R"], [4, 0, "L"]]);
    let low = json!({"asked": {"goal": "score"}, "status": "optimal", "moves": [[1, 1]], "score": 1, "cleared": false});
    let score = json!({"asked": {"goal": "score"}, "status": "unknown", "bound": 1004, "stopped_by": "time"});
    for (line, fields, message) in [
        (CLEARS, low, "the status is optimal with a score of 1, but this list scores 4: 1 2"),
        (CLEARS, score, "the bound is 1004, but this list scores 1005: "),
        (
            TWO,
            json!({"asked": asked("one"), "status": "infeasible"}),
            "the status is infeasible, but this list wins: ",
        ),
        (
            TWO,
            json!({"asked": asked("one"), "status": "optimal", "moves": late}),
            "the list is not the first: this one comes before it: 0 0 R, 4 0 L",
        ),
        (
            TWO,
            json!({"asked": asked("one"), "status": "optimal", "moves": longer}),
            "the list is not the shortest: this one has 2: ",
        ),
        (
            TWO,
            json!({"asked": asked("all"), "status": "optimal", "solutions": [early]}),
            "the solutions are not all: this list wins, too: 4 0 L, 0 0 R",
        ),
        (
            TWO,
            json!({"asked": asked("count"), "status": "optimal", "count": "3"}),
            "the number of solutions is said to be 3, but it is 2",
        ),
        (
            TWO,
            json!({"asked": asked("one"), "status": "unknown", "bound": 3, "stopped_by": "time"}),
            "the bound says that 3 moves are needed, but this list has 2 moves: ",
        ),
        (
            GAP,
            json!({"asked": within("first"), "status": "optimal", "moves": [[3, 0, "L"]]}),
            "the list is not the first: this one comes before it: 1 0 R, 0 0 R",
        ),
    ] {
        let run = one("", line, fields.clone());
        refused(&run, &format!(": refuted: {message}"));
        assert_eq!(run.err, "1 answer checked, 0 valid, 1 wrong, 1 refuted by an example\n");
        // Without a search it is not known.
        let run = one("--search 0", line, fields);
        assert_eq!(run.code, Some(0), "{run:?}");
    }
    refused(&verify("mayan verify", TWO, "-1\n"), "refuted: the status is infeasible, but this list wins: ");
    refused(
        &verify("mayan verify", TWO, "3\n"),
        "refuted: the number of solutions is said to be 3, but it is 2",
    );
}
