//! The claims of the records and texts of `mayan solve` for incomplete answers, and the fields of the request.

use crate::support::{GAP, schema, tilefall};
use serde_json::{Value, json};

/// A board with a colour of two blocks, which cannot be cleared.
const DEAD: &str = r#"{"id":"dead","game":"mayan","rows":["1122."]}"#;

/// Returns the line of a board of data/bench.
fn shipped(id: &str) -> String {
    let all = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
    all.lines().find(|line| line.contains(&format!("{id:?}"))).unwrap().to_owned() + "\n"
}

fn records(words: &str, input: &str) -> Vec<Value> {
    let words = format!("mayan solve --no-timings --progress never --output jsonl {words}");
    let run = tilefall(&words, input.as_bytes());
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{words}");
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn record(words: &str, input: &str) -> Value {
    records(words, input).remove(0)
}

fn counts(lists: &[(u64, u64)]) -> Value {
    let entry = |&(moves, count): &(u64, u64)| json!({"moves": moves, "count": count.to_string()});
    lists.iter().map(entry).collect()
}

/// This board has 3 lists of three moves, 18 of four, 429 of five and 4009 of six.
#[test]
fn a_stopped_count_tells_the_lengths_that_it_has_counted_and_claims_no_emptiness_of_them() {
    let board = shipped("easy/03");
    let all = [(2, 0), (3, 3), (4, 18), (5, 429), (6, 4009)];
    let mut seen = [false; 6];
    for nodes in (0..60).step_by(3).chain((60..2400).step_by(130)) {
        let words = format!("--within --moves 6 --count --nodes {nodes}");
        let record = record(&words, &board);
        let known = record["counts"].as_array().map_or(0, Vec::len);
        seen[known] = true;
        assert_eq!(record["counts"], if known > 0 { counts(&all[..known]) } else { Value::Null });
        let text = tilefall(&format!("mayan solve --output text {words}"), board.as_bytes()).out;
        if known == 5 {
            assert_eq!((&record["status"], &record["count"]), (&json!("optimal"), &json!("4459")));
            continue;
        }
        assert_eq!((&record["status"], &record["stopped_by"]), (&json!("unknown"), &json!("nodes")));
        assert_eq!(record["count"], Value::Null, "{record}");
        // A search that counted nothing has the board's bound, 2; otherwise no list is shorter than three moves.
        assert_eq!(record["bound"], [2, 3, 3, 3, 3][known], "{record}");
        let bound = match known {
            0 => "; no solution in at most 1 move\n",
            1 => "; no solution in at most 2 moves\n",
            2 => "; 3 lists of at most 3 moves\n  3 moves: 3\n",
            3 => "; 21 lists of at most 4 moves\n  3 moves: 3\n  4 moves: 18\n",
            _ => "; 450 lists of at most 5 moves\n  3 moves: 3\n  4 moves: 18\n  5 moves: 429\n",
        };
        assert_eq!(text, format!("easy/03: unknown, stopped by --nodes{bound}"));
    }
    assert_eq!(seen, [true; 6]);
}

#[test]
fn a_whole_count_is_told_by_length_in_the_record_too() {
    for (words, lists) in [
        ("--within --moves 6", &[(2, 0), (3, 3), (4, 18), (5, 429), (6, 4009)][..]),
        ("--within --moves 2", &[(2, 0)]),
        ("--shortest", &[(2, 0), (3, 3)]),
        ("--exactly --moves 5", &[(5, 527)]),
        ("--exactly --moves 5 --skip-noop", &[(5, 429)]),
        ("--exactly --moves 2", &[(2, 0)]),
    ] {
        let record = record(&format!("--count {words}"), &shipped("easy/03"));
        let sum: u64 = lists.iter().map(|list| list.1).sum();
        assert_eq!(
            (&record["counts"], &record["count"]),
            (&counts(lists), &json!(sum.to_string())),
            "{words}"
        );
        let status = if sum > 0 { "optimal" } else { "infeasible" };
        assert_eq!((&record["status"], &record["stopped_by"]), (&json!(status), &Value::Null));
    }
    // A proof by the board alone counts no lists by length.
    let dead = record("--count --within --moves 4", DEAD);
    assert_eq!((&dead["count"], &dead["counts"]), (&json!("0"), &Value::Null));
}

#[test]
fn a_record_says_what_was_asked() {
    for (words, asked) in [
        ("", json!({"want": "one", "mode": "shortest"})),
        ("--exactly --moves 2", json!({"want": "one", "mode": "exactly", "moves": 2, "allow_noop": true})),
        (
            "--exactly --moves 2 --skip-noop",
            json!({"want": "one", "mode": "exactly", "moves": 2, "allow_noop": false}),
        ),
        ("--within --moves 2", json!({"want": "one", "mode": "within", "moves": 2})),
        ("--within --first --moves 2", json!({"want": "first", "mode": "within", "moves": 2})),
        ("--all", json!({"want": "all", "mode": "shortest"})),
        ("--all --max-solutions 7", json!({"want": "all", "max_solutions": 7, "mode": "shortest"})),
        ("--count --moves 3", json!({"want": "count", "mode": "shortest", "moves": 3})),
        ("--skip-noop", json!({"want": "one", "mode": "shortest"})),
    ] {
        for input in [GAP, DEAD] {
            for more in ["", "--nodes 0", "--total-time 0ms"] {
                assert_eq!(record(&format!("{words} {more}"), input)["asked"], asked, "{words} {more}");
            }
        }
    }
    // A flag overrides the puzzle; the puzzle overrides the format.
    let own = r#"{"game":"mayan","rows":["11.1."],"moves":4,"mode":"within"}"#;
    assert_eq!(record("", own)["asked"], json!({"want": "one", "mode": "within", "moves": 4}));
    let asked = json!({"want": "one", "mode": "exactly", "moves": 1, "allow_noop": true});
    assert_eq!(record("--exactly --moves 1", own)["asked"], asked);
    let skips = r#"{"game":"mayan","rows":["11.1."],"moves":2,"mode":"exactly","allow_noop":false}"#;
    let asked = json!({"want": "one", "mode": "exactly", "moves": 2, "allow_noop": false});
    assert_eq!(record("", skips)["asked"], asked);
}

#[test]
fn what_was_stopped_says_by_what_and_what_is_proven() {
    let board = shipped("none-10/01");
    let mut stopped = std::collections::BTreeSet::new();
    for mode in ["--exactly", "--within", "--shortest"] {
        for want in ["", "--first", "--all", "--all --max-solutions 1", "--count"] {
            for limit in ["--nodes 0", "--nodes 500", "--time 1ms", "--total-time 0ms"] {
                for (input, moves) in [(board.as_str(), "14"), (GAP, "600"), (GAP, "6")] {
                    let words = format!("{mode} {want} {limit} --moves {moves} --memory 64K");
                    let record = record(&words, input);
                    schema::check_result(&record.to_string());
                    let status = record["status"].as_str().unwrap();
                    if matches!(status, "feasible" | "unknown") {
                        assert!(record["bound"].as_u64() >= Some(1), "{words}: {record}");
                        stopped.insert(record["stopped_by"].as_str().unwrap().to_owned());
                        assert_eq!(status == "feasible", record["moves"].is_array(), "{words}: {record}");
                    } else {
                        assert_eq!(record["stopped_by"], Value::Null, "{words}: {record}");
                    }
                }
            }
        }
    }
    assert_eq!(Vec::from_iter(&stopped), ["depth", "memory", "nodes", "solutions", "time"]);
}

/// In a search for all shortest lists, the first is found before the others are searched for.
#[test]
fn a_list_that_is_known_is_kept_when_the_search_for_all_is_stopped() {
    let board = shipped("easy/03");
    let whole = record("--all --nodes 100000", &board);
    let nodes = whole["nodes"].as_u64().unwrap();
    let mut kept = 0;
    for nodes in 0..nodes {
        let record = record(&format!("--all --nodes {nodes}"), &board);
        let solutions = record["solutions"].as_array().unwrap();
        if solutions.is_empty() {
            assert_eq!((&record["status"], record["bound"].as_u64() <= Some(3)), (&json!("unknown"), true));
            continue;
        }
        kept += 1;
        assert_eq!(record["moves"], whole["moves"], "{nodes}");
        assert_eq!((&record["status"], &record["bound"]), (&json!("feasible"), &json!(3)), "{nodes}");
        assert_eq!(solutions[..], whole["solutions"].as_array().unwrap()[..solutions.len()]);
    }
    assert!(kept > 0);
}
