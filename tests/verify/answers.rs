//! `verify` accepts every answer of the solvers, in every format. Refused answers are in `refuses.rs`.

use crate::support::answers::{MAYAN, SAME, good, lines, verify};
use crate::support::small_claims::{CLEARS, STUCK};
use crate::support::{Run, sample, tilefall};
use serde_json::{Value, json};

#[test]
fn what_is_right_is_accepted() {
    let run = verify("samegame verify --all", SAME, &lines(&good(SAME)));
    let out = "results:1: a: valid: 2 moves, score 1005, cleared\n\
               results:2: b: valid: 2 moves, score 2, not cleared\n";
    assert_eq!(run, Run { out: out.into(), err: "2 answers checked, 2 valid\n".into(), code: Some(0) });
    let run = verify("mayan verify --all", MAYAN, &lines(&good(MAYAN)));
    assert_eq!((run.code, run.out.lines().count()), (Some(0), 2), "{run:?}");
    let run = verify("mayan verify --quiet", MAYAN, &lines(&good(MAYAN)));
    assert_eq!(run, Run { out: String::new(), err: String::new(), code: Some(0) });
    let run = verify("mayan verify --quiet", MAYAN, &lines(&good(MAYAN)[1..]));
    assert_eq!(run.out.lines().count(), 1, "{run:?}");
    assert_eq!((run.err.as_str(), run.code), ("1 answer checked, 1 valid; missing answers: 1\n", Some(1)));
    let run = verify("samegame verify --output jsonl", SAME, &lines(&good(SAME)));
    let first: Value = serde_json::from_str(run.out.lines().next().unwrap()).unwrap();
    let whole = json!({"line": 1, "index": 0, "id": "a", "valid": true, "status": "feasible", "moves": 2,
        "score": 1005, "cleared": true});
    assert_eq!(first, whole);
}

#[test]
fn an_answer_that_is_alone_has_its_verdict_and_many_are_counted() {
    let many = verify("samegame verify", SAME, &lines(&good(SAME)));
    assert_eq!(many, Run { out: String::new(), err: "2 answers checked, 2 valid\n".into(), code: Some(0) });
    let (puzzle, answer) = (SAME.lines().next().unwrap(), lines(&good(SAME)[..1]));
    let alone = verify("samegame verify", puzzle, &answer);
    let out = "results:1: a: valid: 2 moves, score 1005, cleared\n";
    assert_eq!(alone, Run { out: out.into(), err: "1 answer checked, 1 valid\n".into(), code: Some(0) });
    assert_eq!(verify("samegame verify --quiet", puzzle, &answer).out, "");
}

#[test]
fn what_was_not_searched_is_not_said_to_be_proven() {
    let mut records = good(MAYAN);
    (records[0]["status"], records[1]["status"]) = ("infeasible".into(), "optimal".into());
    records[0].as_object_mut().unwrap().retain(|key, _| key != "moves" && key != "cleared");
    let run = verify("mayan verify --all --search 0", MAYAN, &lines(&records));
    assert_eq!(run.code, Some(0), "{run:?}");
    let out = "results:1: gap: valid: 'infeasible' not contradicted\n\
               results:2: two: valid: 2 moves, cleared, 'optimal' not contradicted\n";
    assert_eq!(run.out, out);
    assert_eq!(run.err, "2 answers checked, 2 valid, 2 not contradicted (no proof with --search 0)\n");
    // The search on this board is long enough to poll the clock, so the time limit stops it before a proof.
    let puzzle = include_str!("../../data/bench/mayan.jsonl").lines().find(|line| line.contains("none-8/01"));
    let run = verify("mayan verify --all --time 1ns", puzzle.unwrap(), "-1\n");
    assert_eq!(run.err, "1 answer checked, 1 valid, 1 not contradicted (no proof within --time 1ns)\n");
}

#[test]
fn the_first_bad_move_is_shown_with_the_board_there() {
    let run = verify("samegame verify --all", SAME, "1 1\n3 1\n\n1 1\n");
    let out = "results:1: a: wrong: move 2, 3 1: the cell is empty (row and column from 1 at the bottom left)\n  \
               . . .\n  2 2 .\n  2 2 .\nresults:4: b: valid: 1 move, score 1, not cleared\n";
    assert_eq!(run.out, out);
    let run = verify("samegame verify --output jsonl", SAME, "1 1\n3 1\n\n1 1\n");
    let first: Value = serde_json::from_str(run.out.lines().next().unwrap()).unwrap();
    assert_eq!(first["faults"][0]["board"], json!([". . .", "2 2 .", "2 2 ."]));
    assert_eq!((&first["faults"][0]["move"], &first["faults"][0]["kind"]), (&json!(2), &json!("move")));
}

#[test]
fn lists_count_from_the_corner_of_their_dialect() {
    // Each list clicks the pair of 1s on top of column 0, then the square of 2s.
    let click = "1..\n122\n322\n";
    for (words, list) in [
        ("", "2 1\n1 2\n"),
        ("--coordinates records", "2 1\n1 2\n"),
        ("--coordinates codingame", "0 1\n1 0\n"),
        ("--coordinates click", "[[1,0],[2,1]]\n"),
    ] {
        let run = verify(&format!("samegame verify --all {words}"), click, list);
        assert!(run.out.contains("valid: 2 moves, score 4, not cleared"), "{words}: {run:?}");
    }
    for (words, score) in [
        ("--score n2", "score 4,"),
        ("--score n1", "score 10,"),
        ("--score count --clear-bonus 99", "score 6,"),
        ("--left-penalty n2", "score 3,"),
    ] {
        let run = verify(&format!("samegame verify --all {words}"), click, "2 1\n1 2\n");
        assert!(run.out.contains(score) && run.code == Some(0), "{words}: {run:?}");
    }
}

#[test]
fn every_answer_of_the_mayan_solver_is_accepted() {
    let bench = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
    let few: String = bench.lines().step_by(14).map(|line| line.to_owned() + "\n").collect();
    let noip = String::from_utf8(sample("noip.txt")).unwrap();
    let p1312 = String::from_utf8(sample("p1312.txt")).unwrap();
    let drag =
        String::from_utf8(sample("jsonl.jsonl")).unwrap().lines().skip(2).collect::<Vec<_>>().join("\n");
    let mut checked = 0;
    for (puzzles, outputs) in [
        (&noip, &["native", "jsonl"][..]),
        (&p1312, &["native", "jsonl"]),
        (&drag, &["jsonl"]),
        (&few, &["jsonl"]),
    ] {
        for flags in
            ["", "--within --moves 3", "--exactly --moves 3", "--shortest", "--moves 2 --exactly --skip-noop"]
        {
            for want in ["", "--first", "--all", "--all --max-solutions 2", "--count"] {
                let file = tempfile::NamedTempFile::new().unwrap();
                std::fs::write(file.path(), puzzles).unwrap();
                let file = file.path().display();
                for output in outputs {
                    // A native answer does not state that `--max-solutions` left out further lists.
                    if *output == "native" && want.contains("max") {
                        continue;
                    }
                    let words = format!("mayan solve --nodes 500 --output {output} {flags} {want} {file}");
                    let solved = tilefall(&words, b"");
                    assert_eq!(solved.code, Some(0), "{words}: {}", solved.err);
                    if solved.out.is_empty() {
                        continue;
                    }
                    let run =
                        tilefall(&format!("mayan verify --all {flags} {file} -"), solved.out.as_bytes());
                    assert_eq!(run.code, Some(0), "{words}\n{}\n{}{}", solved.out, run.out, run.err);
                    checked += run.out.lines().count();
                }
            }
        }
    }
    assert!(checked > 500, "{checked}");
}

#[test]
fn every_answer_of_the_samegame_solver_is_accepted() {
    let bench = std::fs::read_to_string("data/bench/samegame8x8.jsonl").unwrap();
    let few: String = bench.lines().step_by(9).map(|line| line.to_owned() + "\n").collect();
    let small: String = [CLEARS, STUCK].map(|line| line.to_owned() + "\n").concat();
    let uva = String::from_utf8(sample("uva339.txt")).unwrap();
    let mut checked = 0;
    for puzzles in [&few, &small, &uva] {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), puzzles).unwrap();
        let file = file.path().display();
        for rules in ["", "--score n1 --left-penalty n2", "--score nn1 --clear-bonus 7"] {
            for words in [
                "--nodes 200",
                "--nodes 3000 --method exact",
                "--nodes 200 --goal clear",
                "--nodes 20 --method anneal",
                "--nodes 200 --target 10",
                "--nodes 300 --method anneal",
            ] {
                let words = format!("samegame solve --output jsonl {rules} {words} {file}");
                let solved = tilefall(&words, b"");
                assert_eq!(solved.code, Some(0), "{words}: {}", solved.err);
                let run = tilefall(&format!("samegame verify --all {rules} {file} -"), solved.out.as_bytes());
                assert_eq!(run.code, Some(0), "{words}\n{}\n{}{}", solved.out, run.out, run.err);
                checked += run.out.lines().count();
            }
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn native_samegame_answers_are_boards_with_their_clicks() {
    let won = "2 3\n1 2 2\n1 1 2\n2 2\n1 1\n0 0\n0 0\n";
    let run = verify("samegame verify", won, won);
    assert!(run.out.contains("valid: 2 moves, score 1002, cleared") && run.code == Some(0), "{run:?}");
    let other = won.replace("1 2 2", "1 2 1");
    let run = verify("samegame verify", won, &other);
    assert!(run.out.contains("the board of this answer differs from the puzzle's"), "{run:?}");
    let codingame = String::from_utf8(sample("codingame.txt")).unwrap();
    let run = verify("samegame verify --all", &codingame, &codingame);
    assert!(run.out.contains("valid: 1 move"), "{run:?}");
}
