//! `verify` on claims: contradictions, and required fields of a record.

use crate::support::answers::verify;
use crate::support::small_claims::{CLEARS, NEVER, TWO, one};
use crate::support::{data, golden, tilefall};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// Checks the records in the table `tests/data/verdicts.tsv`. The first lines of the file describe the table.
#[test]
fn records_get_the_verdicts_of_the_table() {
    let path = "tests/data/verdicts.tsv";
    let (mut puzzles, mut found) = (HashMap::new(), String::new());
    for line in data("verdicts.tsv").lines() {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        if let [kind, name, puzzle, good] = &cells[..]
            && kind == "puzzle"
        {
            let good: Map<String, Value> = serde_json::from_str(good).unwrap();
            puzzles.insert(name.clone(), (puzzle.clone(), good));
        }
        found += &match &cells[..] {
            [kind, ..] if kind == "puzzle" || kind.starts_with('#') => format!("{line}\n"),
            [name, flags, fields, _] => {
                let (puzzle, mut answer) = puzzles[name].clone();
                answer.extend(serde_json::from_str::<Map<_, _>>(fields).unwrap());
                let run = one(flags, &puzzle, answer.into());
                let printed = [run.out, run.err].concat();
                format!("{name}\t{flags}\t{fields}\t{}\n", printed.trim_end().replace('\n', " / "))
            }
            _ => panic!("{line}"),
        };
    }
    golden(path, &found);
}

#[test]
fn plain_answers_make_claims_too() {
    for (line, answer, verdict) in [
        (NEVER, "-1\n", "'infeasible' proven"),
        (TWO, "2\n", "'optimal' proven"),
        (TWO, "-1\n", "refuted: the status is infeasible, but this list wins: "),
        (TWO, "3\n", "refuted: the number of solutions is said to be 3, but it is 2"),
    ] {
        let run = verify("mayan verify", line, answer);
        assert!(run.out.contains(verdict), "{answer}: {run:?}");
        assert_eq!(run.code, Some(i32::from(verdict.contains("refuted"))), "{answer}: {run:?}");
    }
}

#[test]
fn records_of_items_that_are_no_puzzles_are_not_checked() {
    let bad = r#"{"v":1,"index":0,"id":"puzzles#1","status":"error","error":"a colour '?'"}"#;
    let run = verify("samegame verify --output jsonl", "{\"game\":\"samegame\",\"rows\":[\"?\"]}\n", bad);
    assert_eq!(run.code, Some(1), "the puzzle is bad");
    let line: Value = serde_json::from_str(run.out.trim_end()).unwrap();
    assert_eq!((&line["valid"], &line["checked"]), (&json!(true), &json!(false)));
    assert!(run.err.contains("1 not checked"), "{}", run.err);
}

#[test]
fn the_largest_number_of_moves_is_one_that_can_be_met_exactly() {
    let most =
        r#"{"id":"most","game":"mayan","rows":["1.1.1"],"moves":18446744073709551615,"mode":"exactly"}"#;
    let run = tilefall("mayan solve", most.as_bytes());
    assert!(run.out.contains("\"moves\":18446744073709551615"), "{}", run.out);
    let run = verify("mayan verify", most, &run.out);
    assert!(run.out.contains("most: valid") && run.code == Some(0), "{run:?}");
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
