//! `verify` refuses invalid answers with a clear message.

use crate::support::answers::{MAYAN, SAME, good, lines, verify};
use crate::support::{solver_records, tilefall};
use serde_json::json;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{Puzzle, SameGameTask, Task};
use tilefall::rules::{Columns, Goal, Random};
use tilefall::samegame::{BoardError, Method, Solver};
use tilefall::verify::{Checker, Entry, Settings, answer};

#[test]
fn lists_of_another_mode_are_refused() {
    let words = "mayan verify --all --exactly --moves";
    let list = r#"[[3,0,"L"]]"#;
    let gap = MAYAN.lines().next().unwrap();
    assert_eq!(verify(&format!("{words} 1"), gap, list).code, Some(0));
    let run = verify(&format!("{words} 2"), gap, list);
    assert!(run.out.contains("the list has 1 move, expected exactly 2") && run.code == Some(1), "{run:?}");
    let both = "1 0 R\n0 0 R\n\n3 0 L\n";
    assert_eq!(verify("mayan verify --all", gap, both).code, Some(0));
    let run = verify("mayan verify --all --shortest", gap, both);
    assert!(run.out.contains("solution 2 has 1 move and the one before 2, expected the fewest"), "{run:?}");
    // The message for a record of another mode names that mode.
    let run = verify("mayan verify --all --exactly", gap, &lines(&good(MAYAN)[..1]));
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
    // A puzzle of a larger input may state its index, which records must match.
    let piece = six.lines().nth(4).unwrap().replace("{", "{\"index\":4,");
    let run = verify("samegame verify --all", &piece, &records(&[4]));
    assert_eq!(run.code, Some(0), "{run:?}");
    let run = verify("samegame verify --all", &piece, &records(&[0, 4, 4]));
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
    let run = verify("samegame verify --all", SAME, "1 1\n1 1\n");
    assert!(run.out.contains("b: wrong: no answer to the puzzle of index 1"), "{run:?}");
    let run = verify("samegame verify --all", SAME, "1 1\n\n1 1\n\n1 1\n");
    assert!(run.out.contains("results:5: wrong: one answer too many, the puzzles are 2"), "{run:?}");
}

#[test]
fn files_that_cannot_be_read_are_told() {
    let good = lines(&good(SAME));
    let torn = &good[..good.len() - 30];
    for (puzzles, results, out, err) in [
        (SAME, torn, "b: wrong: no answer", "results:2:109: the record ends"),
        (SAME, "1 ?\n", "", "results:1:3: found '?', expected two numbers"),
        (&format!(":\n{SAME}"), &good, "", "puzzles:1:1: no format of SameGame puzzles starts with ':'"),
        (
            "",
            &good,
            "results:1: puzzles#1: wrong: the puzzle of this answer is bad: puzzles:1:1: the input is empty",
            "puzzles:1:1: the input is empty",
        ),
    ] {
        let run = verify("samegame verify --all", puzzles, results);
        assert!(run.out.contains(out) && run.err.contains(err) && run.code == Some(1), "{run:?}");
    }
    let run = tilefall("mayan verify --all data/samples/noip.txt no/such/file", b"");
    assert!(run.err.starts_with("error: no/such/file: cannot be read") && run.code == Some(1), "{run:?}");
    let run = tilefall("mayan verify --all - -", b"");
    assert!(run.err.contains("both standard input") && run.code == Some(2), "{run:?}");
    let run = tilefall("mayan verify --all data/samples/noip.txt", b"");
    assert_eq!(run.code, Some(2));
}

#[test]
fn an_error_is_right_exactly_where_a_solver_refuses_the_puzzle() {
    let square = "112112112\n221221221\n122122122\n".repeat(3);
    let solved = tilefall("samegame solve --goal fewest --method exact --output jsonl", square.as_bytes());
    assert_eq!(solved.code, Some(1));
    let run = verify("samegame verify --all", &square, &solved.out.replace("<stdin>", "puzzles"));
    assert_eq!(run.out, "results:1: puzzles#1: valid: an error, nothing to check\n");
    let tall = "12\n".repeat(65);
    let run = verify("samegame verify --all", &tall, &solved.out);
    let error = "expected with the error 'the board is too large for this method, expected at most 64 cells";
    assert!(
        verify("samegame verify --all", &tall, r#"{"v":1,"index":0,"id":"a","status":"error","error":"no"}"#)
            .out
            .contains(error)
    );
    assert_eq!(run.code, Some(0), "{run:?}");
    let mut random = Random::new(4, 0);
    let mut said = BTreeMap::<String, usize>::new();
    for number in 0..300 {
        let (rules, goal) = (solver_records::rules(&mut random), Goal::NAMED[number % 5].1);
        let [height, width] =
            [[7, 9], [8, 8], [9, 9], [1, 64], [64, 1], [16, 17], [130, 130]][random.below(7)];
        let colours = [1, 2, 7, 8, 40][random.below(5)];
        let mut grid = Grid::from_names(height, width, |_| Some(random.below(colours) as u64)).unwrap();
        if rules.columns == Columns::Close {
            grid.close();
        }
        let solver = Solver::new().goal(goal).rules(rules).method(Method::Exact).nodes(1).threads(1);
        let refusal = match solver.solve_grid_with(&grid, |_| ControlFlow::Continue(())) {
            Err(BoardError::Refused(refusal)) => Some(refusal.to_string()),
            other => other.map(|_| None).unwrap(),
        };
        *said.entry(refusal.clone().unwrap_or_default()).or_default() += 1;
        let error = refusal.clone().unwrap_or_else(|| "the board is too large".into());
        let record = json!({"v": 1, "index": 0, "id": "p", "asked": {"goal": goal}, "status": "error", "error": error});
        let puzzle =
            Puzzle::new(grid, Task::SameGame(SameGameTask { rules: Some(rules), clicks: Vec::new() }));
        let entry = Entry { id: "p".into(), index: None, puzzle: Ok(puzzle) };
        let read = answer::record(record.to_string().as_bytes(), 1).unwrap();
        let case = Checker::new([entry].into_iter(), [read].into_iter()).next().unwrap().unwrap();
        let verdict = case.verdict(&Settings::default());
        assert_eq!(verdict.is_valid(), refusal.is_some(), "{goal:?} {rules:?} {refusal:?} {verdict:?}");
    }
    assert!(said.len() == 3 && said.values().all(|&times| times > 3), "{said:?}");
}
