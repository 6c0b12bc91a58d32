//! `verify` refuses invalid answers with a clear message.

use crate::support::answers::{MAYAN, SAME, good, lines, verify};
use crate::support::tilefall;
use serde_json::{Value, json};

/// Changes one field of the first record, and returns the message.
fn refuses(game: &str, puzzles: &str, changes: &[(Value, &str)]) {
    for (change, message) in changes {
        let mut records = good(puzzles);
        for (field, value) in change.as_object().unwrap() {
            match value {
                Value::Null => drop(records[0].as_object_mut().unwrap().remove(field)),
                _ => records[0][field] = value.clone(),
            }
        }
        let run = verify(&format!("{game} verify"), puzzles, &lines(&records));
        let said = run.out.lines().any(|line| line.starts_with("results:1:") && line.contains(message));
        assert!(said && run.code == Some(1), "{change}: expected {message:?}\n{}{}", run.out, run.err);
        assert!(run.out.contains("results:2: ") && !run.out.contains("results:2: b: wrong"), "{}", run.out);
    }
}

#[test]
fn wrong_samegame_answers_are_refused() {
    let at = "(row and column from 1 at the bottom left)";
    refuses(
        "samegame",
        SAME,
        &[
            (json!({"moves": [[1, 1], [2, 3]]}), &format!("wrong: move 2, 2 3: the cell is empty {at}")),
            (json!({"moves": [[1, 1], [4, 1]]}), "move 2, 4 1: the cell lies outside"),
            (json!({"moves": [[0, 1]]}), "move 1, 0 1: the cell lies outside"),
            (json!({"moves": [[1, 2], [1, 1], [1, 1]]}), "move 3, 1 1: "),
            (json!({"moves": [[1, 1, "R"]]}), "move 1, is a move of the Mayan puzzle"),
            (json!({"score": 1004}), "the score is said to be 1004, the list makes 1005"),
            (json!({"cleared": false}), "the board is said to be not cleared, the list leaves it cleared"),
            (json!({"moves": [[1, 1]]}), "the board is said to be cleared, the list leaves it not cleared"),
            (json!({"status": "infeasible"}), "the status is infeasible, but the list clears the board"),
            (
                json!({"status": "unknown"}),
                "'moves' is given, not expected with status unknown and goal score",
            ),
            (json!({"status": "optimal", "bound": 1000}), "the bound is 1000, but the list scores 1005"),
            (
                json!({"moves": null, "score": null, "cleared": null}),
                "'moves' is missing, expected with status feasible and goal score",
            ),
            (
                json!({"status": "unknown", "moves": null}),
                "'score' is given, not expected with status unknown",
            ),
            (json!({"count": "3"}), "'count' is given, not expected with status feasible and goal score"),
            (json!({"hash": "0123456789abcdef"}), "the hash is 0123456789abcdef, that of the puzzle is "),
            (json!({"hash": null}), "the record has no hash, expected "),
            (json!({"game": "mayan"}), "the record is of game mayan, the puzzle of samegame"),
            (json!({"id": "c"}), "the record is of 'c', the puzzle of index 0 is 'a'"),
            (json!({"status": "best"}), "unknown variant `best`, expected one of"),
            (json!({"moves": [[1]]}), "this is no move, expected [row, col]"),
        ],
    );
}

#[test]
fn wrong_mayan_answers_are_refused() {
    refuses(
        "mayan",
        MAYAN,
        &[
            (json!({"moves": [[2, 0, "R"]]}), "wrong: move 1, 2 0 R: there is no block to move"),
            (json!({"moves": [[0, 0, "L"]]}), "move 1, 0 0 L: the move leaves the board"),
            (json!({"moves": [[5, 0, "L"]]}), "move 1, 5 0 L: the cell lies outside the board"),
            (json!({"moves": [[1, 1]]}), "move 1, is a SameGame click"),
            (json!({"moves": [[3, 0, "L"], [0, 0, "R"]]}), "move 2, 0 0 R: the board is empty already"),
            (
                json!({"moves": [[0, 0, "R"], [3, 0, "L"]]}),
                "move 1, 0 0 R: a swap of two equal blocks is no move",
            ),
            (
                json!({"moves": [[1, 0, "L"], [3, 0, "L"]]}),
                "written as the right move of its left block, 0 0 R",
            ),
            (json!({"moves": [[1, 0, "R"]]}), "the list ends with 3 blocks left"),
            (
                json!({"moves": [[3, 0, "R"], [4, 0, "L"], [3, 0, "L"]]}),
                "the list has 3 moves, expected at most 2",
            ),
            (json!({"cleared": false}), "the board is said to be not cleared, but the list clears it"),
            (json!({"score": 5}), "'score' is given, not expected with status feasible and want one"),
            (json!({"status": "infeasible"}), "the status is infeasible, but there is a list that wins"),
            (
                json!({"status": "optimal", "moves": null, "cleared": null}),
                "'moves' is missing, expected with status optimal and want one",
            ),
            (json!({"bound": 3}), "the bound says that 3 moves are needed, but a list has 2 moves"),
            (json!({"count": "many"}), "the count is 'many', expected digits"),
            (json!({"count": "0"}), "the count is 0, but there is a list"),
            (
                json!({"count": "2", "status": "infeasible", "moves": null}),
                "the count is 2, but the status is infeasible",
            ),
            (
                json!({"count": "1", "solutions": [[[1, 0, "R"], [0, 0, "R"]], [[3, 0, "L"]]]}),
                "the count is 1, but 2 solutions listed",
            ),
            (json!({"solutions": [[[3, 0, "L"]], [[3, 0, "L"]]]}), "solution 2 is the one before it again"),
            (
                json!({"solutions": [[[3, 0, "L"]], [[1, 0, "R"], [0, 0, "R"]]]}),
                "solution 2 comes before the one before it",
            ),
            (
                json!({"solutions": [[[3, 0, "L"]], [[4, 0, "L"]]]}),
                "solution 2: move 1, 4 0 L: there is no block",
            ),
            (
                json!({"status": "optimal", "solutions": [[[3, 0, "L"]]]}),
                "the list of moves is not the first of the solutions",
            ),
        ],
    );
    // Modes: exactly M moves, and all shortest lists.
    let words = "mayan verify --exactly --moves";
    let list = r#"[[3,0,"L"]]"#;
    let gap = MAYAN.lines().next().unwrap();
    assert_eq!(verify(&format!("{words} 1"), gap, list).code, Some(0));
    let run = verify(&format!("{words} 2"), gap, list);
    assert!(run.out.contains("the list has 1 move, expected exactly 2") && run.code == Some(1), "{run:?}");
    let both = "1 0 R\n0 0 R\n\n3 0 L\n";
    assert_eq!(verify("mayan verify", gap, both).code, Some(0));
    let run = verify("mayan verify --shortest", gap, both);
    assert!(run.out.contains("solution 2 has 1 move and the one before 2, expected the fewest"), "{run:?}");
    // A record of another mode is reported by name.
    let run = verify("mayan verify --exactly", gap, &lines(&good(MAYAN)[..1]));
    assert!(run.out.contains("the record is of another mode, it fits with mode within"), "{run:?}");
}

#[test]
fn missing_doubled_and_stray_records_and_those_out_of_order_are_refused() {
    let six: String =
        (0..6).map(|at| SAME.lines().next().unwrap().replace("\"a\"", &format!("\"{at}\"")) + "\n").collect();
    let records = |indexes: &[usize]| {
        let record = |&at: &usize| {
            let mut record = good(SAME)[0].clone();
            (record["index"], record["id"]) = (at.into(), at.to_string().into());
            record
        };
        lines(&indexes.iter().map(record).collect::<Vec<_>>())
    };
    for (indexes, wrong) in [
        (&[0, 1, 2, 3, 4, 5][..], &[][..]),
        (
            &[5, 3, 4, 0, 2, 1],
            &[
                "results:1: 5: wrong: the answer to the puzzle of index 5 is out of order",
                "0: wrong: no answer",
                "1: wrong: no answer",
                "2: wrong: no answer",
                "results:4: 0: wrong: the answer to the puzzle of index 0 is out of order",
                "results:5: 2: wrong: the answer",
                "results:6: 1: wrong: the answer",
                "5: wrong: no answer",
            ],
        ),
        (&[0, 1, 3, 4, 5], &["2: wrong: no answer to the puzzle of index 2"]),
        (&[0, 1, 2], &["3: wrong: no answer", "4: wrong: no answer", "5: wrong: no answer"]),
        (&[0, 1, 1, 2, 3, 4, 5], &["results:3: 1: wrong: a second answer to the puzzle of index 1"]),
        (
            &[0, 2, 2, 1, 0, 3, 4, 5],
            &[
                "1: wrong: no answer",
                "results:3: 2: wrong: a second",
                "results:4: 1: wrong: the answer to the puzzle of index 1 is out of order",
                "results:5: 0: wrong: the answer",
            ],
        ),
        (&[0, 1, 2, 3, 4, 5, 6], &["results:7: 6: wrong: no puzzle has the index 6"]),
        (
            &[0, 9, 1, 2, 3, 4, 5],
            &["results:2: 9: wrong: the answer to the puzzle of index 9 is out of order"],
        ),
        (&[], &["0: wrong: no answer", "1: w", "2: w", "3: w", "4: w", "5: w"]),
    ] {
        let run = verify("samegame verify --quiet", &six, &records(indexes));
        let said: Vec<_> = run.out.lines().collect();
        assert_eq!(said.len(), wrong.len(), "{indexes:?}: {}", run.out);
        assert!(
            said.iter().zip(wrong).all(|(line, start)| line.starts_with(start)),
            "{indexes:?}: {}",
            run.out
        );
        assert_eq!(run.code, Some(if wrong.is_empty() { 0 } else { 1 }), "{}", run.err);
    }
    let run = verify("samegame verify --output jsonl --quiet", &six, &records(&[0, 1, 1, 2, 3, 4, 5]));
    assert!(run.out.contains("\"kind\":\"duplicate\""), "{run:?}");
    // Pieces of a larger input have indexes of their own.
    let piece = six.lines().nth(4).unwrap().replace("{", "{\"index\":4,");
    let run = verify("samegame verify", &piece, &records(&[4]));
    assert_eq!(run.code, Some(0), "{run:?}");
    let run = verify("samegame verify", &piece, &records(&[0, 4, 4]));
    let starts = ["results:1: 0: wrong: no puzzle", "results:2: 4: valid", "results:3: 4: wrong: a second"];
    assert!(run.out.lines().zip(starts).all(|(line, start)| line.starts_with(start)), "{}", run.out);
    let many = [0, 4, 4, 2, 9]
        .map(|index| six.lines().next().unwrap().replace('{', &format!("{{\"index\":{index},")));
    let run = verify(
        "samegame verify --quiet",
        &many.join("\n"),
        &records(&[0, 4, 7, 9])
            .replace("\"id\":\"4\"", "\"id\":\"0\"")
            .replace("\"id\":\"9\"", "\"id\":\"0\""),
    );
    let starts = [
        "0: wrong: two puzzles have the index 4",
        "0: wrong: the puzzle of index 2 is out of order",
        "results:3: 7: wrong: no puzzle has the index 7",
    ];
    assert_eq!(run.out.lines().count(), starts.len(), "{run:?}");
    assert!(run.out.lines().zip(starts).all(|(line, start)| line.starts_with(start)), "{}", run.out);
    // Plain lists are matched by order only.
    let run = verify("samegame verify", SAME, "1 1\n1 1\n");
    assert!(run.out.contains("b: wrong: no answer to the puzzle of index 1"), "{run:?}");
    let run = verify("samegame verify", SAME, "1 1\n\n1 1\n\n1 1\n");
    assert!(run.out.contains("results:5: wrong: one answer too many, the puzzles are 2"), "{run:?}");
}

#[test]
fn files_that_cannot_be_read_are_told() {
    let good = lines(&good(SAME));
    let torn = &good[..good.len() - 30];
    for (puzzles, results, out, err) in [
        (SAME, torn, "results:2:109: wrong: the record ends", "answers to no puzzle: 1"),
        (SAME, "?\n", "results:1:1: wrong: found '?', expected two numbers", "missing answers: 2"),
        (&format!(":\n{SAME}"), &good, "", "puzzles:1:1: no format of SameGame puzzles starts with ':'"),
        (
            "",
            &good,
            "results:1: puzzles:1: wrong: the puzzle of this answer is bad: puzzles:1:1: the input is empty",
            "puzzles:1:1: the input is empty",
        ),
    ] {
        let run = verify("samegame verify", puzzles, results);
        assert!(run.out.contains(out) && run.err.contains(err) && run.code == Some(1), "{run:?}");
    }
    let run = tilefall("mayan verify data/samples/noip.txt no/such/file", b"");
    assert!(run.err.starts_with("error: no/such/file: cannot be read") && run.code == Some(1), "{run:?}");
    let run = tilefall("mayan verify - -", b"");
    assert!(run.err.contains("both standard input") && run.code == Some(2), "{run:?}");
    let run = tilefall("mayan verify data/samples/noip.txt", b"");
    assert_eq!(run.code, Some(2));
}
