//! `verify` accepts what is right and refuses what is wrong, with a message that a person understands.

use crate::support::{Run, sample, tilefall};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::path::Path;
use tilefall::grid::{Cell, Grid};
use tilefall::puzzle::{Puzzle, SameGameTask, Task};
use tilefall::record::hash;
use tilefall::samegame::Rules;
use tilefall::verify::columns::Columns;

/// Runs `GAME verify` on puzzles and results given as texts.
fn verify(words: &str, puzzles: &str, results: &str) -> Run {
    let dir = tempfile::tempdir().unwrap();
    let (one, other) = (dir.path().join("puzzles"), dir.path().join("results"));
    std::fs::write(&one, puzzles).unwrap();
    std::fs::write(&other, results).unwrap();
    let mut run = tilefall(&format!("{words} {} {}", one.display(), other.display()), b"");
    let plain =
        |text: &str| text.replace(&format!("{}{}", dir.path().display(), std::path::MAIN_SEPARATOR), "");
    (run.out, run.err) = (plain(&run.out), plain(&run.err));
    run
}

/// Two SameGame puzzles: `a` can be cleared for 1001 points, `b` has rules of its own.
const SAME: &str = r#"{"id":"a","game":"samegame","rows":["1..","122","122"]}
{"id":"b","game":"samegame","rows":["aB0","aB0"],"rules":{"score":"n1","clear_bonus":50,"left_penalty":"n2"}}
"#;
/// Two Mayan puzzles: `gap` takes one move, `two` two.
const MAYAN: &str = r#"{"id":"gap","game":"mayan","rows":["11.1."],"moves":2,"mode":"within"}
{"id":"two","game":"mayan","rows":["1.1.1"]}
"#;

fn puzzle(line: &str) -> Puzzle {
    tilefall::formats::jsonl::each(line.as_bytes()).next().unwrap().unwrap()
}

/// A valid answer to each puzzle of a set.
fn good(puzzles: &str) -> Vec<Value> {
    let moves = |id: &str| match id {
        "a" => (json!([[1, 1], [1, 1]]), json!(1005)),
        "b" => (json!([[1, 1], [1, 1]]), json!(2)),
        "gap" => (json!([[1, 0, "R"], [0, 0, "R"]]), Value::Null),
        _ => (json!([[0, 0, "R"], [4, 0, "L"]]), Value::Null),
    };
    let record = |(index, line)| {
        let puzzle = puzzle(line);
        let (id, game) = (puzzle.id.clone().unwrap(), puzzle.task.game());
        let (moves, score) = moves(&id);
        let mut record = json!({"v": 1, "index": index, "id": id, "game": game, "hash": hash(&puzzle),
            "status": "feasible", "moves": moves, "cleared": id != "b"});
        if !score.is_null() {
            record["score"] = score;
        }
        record
    };
    (0..).zip(puzzles.lines()).map(record).collect()
}

fn lines(records: &[Value]) -> String {
    records.iter().map(|record| format!("{record}\n")).collect()
}

#[test]
fn what_is_right_is_accepted() {
    let run = verify("samegame verify", SAME, &lines(&good(SAME)));
    let out = "results:1: a: valid: 2 moves, score 1005, cleared\n\
               results:2: b: valid: 2 moves, score 2, not cleared\n";
    assert_eq!(run, Run { out: out.into(), err: "2 answers checked, 2 valid\n".into(), code: Some(0) });
    let run = verify("mayan verify", MAYAN, &lines(&good(MAYAN)));
    assert_eq!((run.code, run.out.lines().count()), (Some(0), 2), "{run:?}");
    let run = verify("mayan verify --quiet", MAYAN, &lines(&good(MAYAN)));
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
    let run = verify("samegame verify --output jsonl", SAME, &lines(&good(SAME)));
    let first: Value = serde_json::from_str(run.out.lines().next().unwrap()).unwrap();
    let whole = json!({"line": 1, "index": 0, "id": "a", "valid": true, "status": "feasible", "moves": 2,
        "score": 1005, "cleared": true});
    assert_eq!(first, whole);
}

/// One field of the first record changed, and what is said of it.
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
        let said = run.out.lines().any(|line| line.starts_with("results:1: ") && line.contains(message));
        assert!(said && run.code == Some(1), "{change}: expected {message:?}\n{}{}", run.out, run.err);
        assert!(run.out.contains("results:2: ") && !run.out.contains("results:2: b: wrong"), "{}", run.out);
    }
}

#[test]
fn wrong_samegame_answers_are_refused() {
    let at = "(from 1 at the bottom left)";
    refuses(
        "samegame",
        SAME,
        &[
            (
                json!({"moves": [[1, 1], [2, 3]]}),
                &format!("wrong: move 2, row 2, column 3 {at}: the cell is empty"),
            ),
            (
                json!({"moves": [[1, 1], [4, 1]]}),
                "move 2, row 4, column 1 (from 1 at the bottom left): the cell lies outside",
            ),
            (
                json!({"moves": [[0, 1]]}),
                "move 1, row 0, column 1 (from 1 at the bottom left): the cell lies outside",
            ),
            (json!({"moves": [[1, 2], [1, 1], [1, 1]]}), "move 3, row 1, column 1"),
            (json!({"moves": [[1, 1, "R"]]}), "move 1, is a move of the Mayan puzzle"),
            (json!({"score": 1004}), "the score is said to be 1004, the list makes 1005"),
            (json!({"cleared": false}), "the board is said to be not cleared, the list leaves it cleared"),
            (json!({"moves": [[1, 1]]}), "the board is said to be cleared, the list leaves it not cleared"),
            (json!({"status": "infeasible"}), "the status is infeasible, but the list clears the board"),
            (json!({"status": "unknown"}), "the status is unknown, but there is a list"),
            (json!({"status": "optimal", "bound": 1000}), "the bound is 1000, but the list scores 1005"),
            (
                json!({"moves": null, "score": null, "cleared": null}),
                "the status is feasible, but there is no list",
            ),
            (json!({"status": "unknown", "moves": null}), "a score or 'cleared' is claimed, but no list"),
            (json!({"count": "3"}), "a count or solutions are given"),
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
            (json!({"moves": [[0, 0, "L"]]}), "move 1, 0 0 L: the move goes over the edge"),
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
            (json!({"score": 5}), "a score is claimed"),
            (json!({"status": "infeasible"}), "the status is infeasible, but there is a list that wins"),
            (
                json!({"status": "optimal", "moves": null, "cleared": null}),
                "the status is optimal, but there is no list",
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
                "the list of moves is not among them",
            ),
        ],
    );
    // Modes: exactly so many, and all of the fewest.
    let words = "mayan verify --exactly --moves";
    let list = r#"[[3,0,"L"]]"#;
    let gap = MAYAN.lines().next().unwrap();
    assert_eq!(verify(&format!("{words} 1"), gap, list).code, Some(0));
    let run = verify(&format!("{words} 2"), gap, list);
    assert!(run.out.contains("the list has 1 move, expected exactly 2") && run.code == Some(1), "{run:?}");
    let both = "1 0 R\n0 0 R\n\n3 0 L\n";
    assert_eq!(verify("mayan verify", gap, both).code, Some(0));
    let run = verify("mayan verify --shortest", gap, both);
    assert!(run.out.contains("solution 2 has 1 moves and the one before 2, expected the fewest"), "{run:?}");
    // A record of another mode is told by name.
    let run = verify("mayan verify --exactly", gap, &lines(&good(MAYAN)[..1]));
    assert!(run.out.contains("the record is of another mode, it fits with --within"), "{run:?}");
}

#[test]
fn missing_doubled_and_stray_records_are_refused() {
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
        (&[5, 3, 4, 0, 2, 1], &[]),
        (&[0, 1, 3, 4, 5], &["2: wrong: no answer to the puzzle of index 2"]),
        (&[0, 1, 2], &["3: wrong: no answer", "4: wrong: no answer", "5: wrong: no answer"]),
        (&[0, 1, 1, 2, 3, 4, 5], &["results:3: 1: wrong: a second answer to the puzzle of index 1"]),
        (&[0, 2, 2, 1, 0, 3, 4, 5], &["results:3: 2: wrong: a second", "results:5: 0: wrong: a second"]),
        (&[0, 1, 2, 3, 4, 5, 6], &["results:7: 6: wrong: no puzzle has the index 6"]),
        (&[0, 9, 1, 2, 3, 4, 5], &["results:2: 9: wrong: no puzzle has the index 9"]),
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
    // Pieces of a larger input have indexes of their own.
    let piece = six.lines().nth(4).unwrap().replace("{", "{\"index\":4,");
    let run = verify("samegame verify", &piece, &records(&[4]));
    assert_eq!(run.code, Some(0), "{run:?}");
    let run = verify("samegame verify", &piece, &records(&[0, 4, 4]));
    let starts = ["results:1: 0: wrong: no puzzle", "results:2: 4: valid", "results:3: 4: wrong: a second"];
    assert!(run.out.lines().zip(starts).all(|(line, start)| line.starts_with(start)), "{}", run.out);
    // Plain lists go by their order alone.
    let run = verify("samegame verify", SAME, "1 1\n1 1\n");
    assert!(run.out.contains("b: wrong: no answer to the puzzle of index 1"), "{run:?}");
    let run = verify("samegame verify", SAME, "1 1\n\n1 1\n\n1 1\n");
    assert!(run.out.contains("results:5: wrong: one answer too many, the puzzles are 2"), "{run:?}");
}

#[test]
fn answers_contradict_each_other_and_the_list_of_the_puzzle() {
    let gap = MAYAN.lines().next().unwrap();
    let twice = format!("{gap}\n{gap}\n");
    let mut records = vec![good(MAYAN)[0].clone(), good(MAYAN)[0].clone()];
    records[1] = json!({"v": 1, "index": 1, "id": "gap", "hash": records[1]["hash"], "status": "infeasible"});
    let run = verify("mayan verify", &twice, &lines(&records));
    let clash = "results:2: gap: wrong: it is said that there is no solution, but there is one in results:1";
    assert!(run.out.contains(clash) && run.code == Some(1), "{run:?}");
    // Also from a second answer to the same puzzle.
    records[1]["index"] = 0.into();
    let run = verify("mayan verify", gap, &lines(&records));
    assert!(run.out.contains("a second answer") && run.out.contains(clash), "{run:?}");
    let p1312 = String::from_utf8(sample("p1312.txt")).unwrap();
    let run = verify("mayan verify", &p1312, "-1\n");
    assert!(run.out.contains("there is no solution, but there is one in the list that stands"), "{run:?}");
    let a = SAME.lines().next().unwrap();
    let mut records = vec![good(SAME)[0].clone(), good(SAME)[0].clone()];
    records[1] =
        json!({"v": 1, "index": 1, "id": "a", "hash": records[0]["hash"], "status": "unknown", "bound": 9});
    let run = verify("samegame verify", &format!("{a}\n{a}\n"), &lines(&records));
    assert!(run.out.contains("nothing is to be better than 9, but 1005 is reached in results:1"), "{run:?}");
}

#[test]
fn a_proof_is_never_said_to_be_proven() {
    let mut records = good(MAYAN);
    (records[0]["status"], records[1]["status"]) = ("optimal".into(), "infeasible".into());
    records[1].as_object_mut().unwrap().retain(|key, _| key != "moves" && key != "cleared");
    let run = verify("mayan verify", MAYAN, &lines(&records));
    assert_eq!(run.code, Some(0), "{run:?}");
    let out = "results:1: gap: valid: 2 moves, cleared, 'optimal' not contradicted\n\
               results:2: two: valid: 'infeasible' not contradicted\n";
    assert_eq!(run.out, out);
    assert!(run.err.ends_with("2 claims of a proof, not contradicted (that is no proof)\n"), "{run:?}");
    assert!(!run.out.contains("proven"));
}

#[test]
fn the_first_bad_move_is_shown_with_the_board_there() {
    let run = verify("samegame verify", SAME, "1 1\n3 1\n\n1 1\n");
    let out = "results:1: a: wrong: move 2, row 3, column 1 (from 1 at the bottom left): the cell is empty\n  \
               . . .\n  2 2 .\n  2 2 .\nresults:4: b: valid: 1 move, score 1, not cleared\n";
    assert_eq!(run.out, out);
    let run = verify("samegame verify --output jsonl", SAME, "1 1\n3 1\n\n1 1\n");
    let first: Value = serde_json::from_str(run.out.lines().next().unwrap()).unwrap();
    assert_eq!(first["faults"][0]["board"], json!([". . .", "2 2 .", "2 2 ."]));
    assert_eq!((&first["faults"][0]["move"], &first["faults"][0]["kind"]), (&json!(2), &json!("move")));
}

#[test]
fn lists_count_from_the_corner_of_their_dialect() {
    // The pair of 1s on top of column 0, then the square of 2s.
    let click = "1..\n122\n322\n";
    for (words, list) in [
        ("", "1 0\n1 1\n"),
        ("--coordinates records", "2 1\n1 2\n"),
        ("--coordinates codingame", "0 1\n1 0\n"),
        ("--coordinates click", "[[2,1],[1,2]]\n"),
    ] {
        let run = verify(&format!("samegame verify {words}"), click, list);
        assert!(run.out.contains("valid: 2 moves, score 4, not cleared"), "{words}: {run:?}");
    }
    for (words, score) in [
        ("--score n2", "score 4,"),
        ("--score n1", "score 10,"),
        ("--score count --clear-bonus 99", "score 6,"),
        ("--left-penalty n2", "score 3,"),
    ] {
        let run = verify(&format!("samegame verify {words}"), click, "1 0\n1 1\n");
        assert!(run.out.contains(score) && run.code == Some(0), "{words}: {run:?}");
    }
}

#[test]
fn files_that_cannot_be_read_are_told() {
    let good = lines(&good(SAME));
    let torn = &good[..good.len() - 30];
    for (puzzles, results, out, err) in [
        (SAME, torn, "results:2: wrong: column ", "answers to no puzzle: 1"),
        (SAME, "?\n", "results:1: wrong: column 1: found '?', expected two numbers", "missing answers: 2"),
        (&format!("?\n{SAME}"), &good, "", "puzzles:1:1: found '?'"),
        (
            "",
            &good,
            "results:1: puzzles:1: wrong: an answer to what is no puzzle: puzzles:1:1: the input is empty",
            "puzzles:1:1: the input is empty",
        ),
    ] {
        let run = verify("samegame verify", puzzles, results);
        assert!(run.out.contains(out) && run.err.contains(err) && run.code == Some(1), "{run:?}");
    }
    let run = tilefall("mayan verify data/samples/noip.txt no/such/file", b"");
    assert!(run.err.starts_with("error: no/such/file: cannot be read") && run.code == Some(1), "{run:?}");
    let run = tilefall("mayan verify - -", b"");
    assert!(run.err.contains("both standard input") && run.code == Some(1), "{run:?}");
    let run = tilefall("mayan verify data/samples/noip.txt", b"");
    assert_eq!(run.code, Some(2));
}

#[test]
fn every_answer_of_the_mayan_solver_is_accepted() {
    let bench = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
    let few: String = bench.lines().step_by(7).map(|line| line.to_owned() + "\n").collect();
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
            ["", "--within --moves 3", "--exactly --moves 3", "--shortest", "--moves 2 --within --allow-noop"]
        {
            for want in ["", "--first", "--all", "--all --max-solutions 2", "--count"] {
                let file = tempfile::NamedTempFile::new().unwrap();
                std::fs::write(file.path(), puzzles).unwrap();
                let file = file.path().display();
                for output in outputs {
                    // A native answer of p1312 is the puzzle itself; other M than its own make another one.
                    if *output == "native" && want.contains("max") {
                        continue;
                    }
                    let words = format!("mayan solve --nodes 500 --output {output} {flags} {want} {file}");
                    let solved = tilefall(&words, b"");
                    assert_eq!(solved.code, Some(0), "{words}: {}", solved.err);
                    if solved.out.is_empty() {
                        continue;
                    }
                    let run = tilefall(&format!("mayan verify {flags} {file} -"), solved.out.as_bytes());
                    assert_eq!(run.code, Some(0), "{words}\n{}\n{}{}", solved.out, run.out, run.err);
                    checked += run.out.lines().count();
                }
            }
        }
    }
    assert!(checked > 800, "{checked}");
}

#[test]
fn native_samegame_answers_are_boards_with_their_clicks() {
    let won = "2 3\n1 2 2\n1 1 2\n2 2\n1 1\n0 0\n0 0\n";
    let run = verify("samegame verify", won, won);
    assert!(run.out.contains("valid: 2 moves, score 1002, cleared") && run.code == Some(0), "{run:?}");
    let other = won.replace("1 2 2", "1 2 1");
    let run = verify("samegame verify", won, &other);
    assert!(run.out.contains("the board of this answer is not that of the puzzle"), "{run:?}");
    let codingame = String::from_utf8(sample("codingame.txt")).unwrap();
    let run = verify("samegame verify", &codingame, &codingame);
    assert!(run.out.contains("valid: 1 move"), "{run:?}");
}

#[test]
fn the_checker_imports_no_solver() {
    let allowed = [
        "crate::formats",
        "crate::grid",
        "crate::puzzle",
        "crate::record",
        "crate::mayan::{Mode, Move, Side}",
        "crate::mayan::Mode",
        "crate::samegame::{LeftPenalty, Rules}",
        "super::",
        "std::",
        "serde::",
        "proptest",
        "crate::puzzle::MayanTask",
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/verify");
    let mut uses = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines().map(str::trim_start).filter(|line| !line.starts_with("//")) {
            let used = line.strip_prefix("use ").or_else(|| line.strip_prefix("pub use "));
            let path_in_code = line.find("crate::").map(|at| &line[at..]);
            for name in used.into_iter().chain(path_in_code) {
                let local = name.starts_with("answer::") || name.starts_with("checker::");
                let fits = allowed.iter().any(|start| name.starts_with(start)) || local;
                assert!(fits, "{}: {line}", path.display());
                uses += 1;
            }
        }
    }
    assert!(uses > 20, "{uses}");
}

fn any_board() -> impl Strategy<Value = Grid> {
    (1..7_usize, 1..9_usize, 1..4_u64).prop_flat_map(|(rows, cols, colours)| {
        proptest::collection::vec(proptest::option::weighted(0.9, 0..colours), rows * cols).prop_map(
            move |cells| {
                let mut grid =
                    Grid::from_names(rows, cols, |cell| cells[cell.col * rows + cell.row]).unwrap();
                grid.fall();
                grid.close();
                grid
            },
        )
    })
}

proptest! {
    #[test]
    fn the_columns_do_what_the_grid_does(mut grid in any_board(), clicks in proptest::collection::vec((0..8_usize, 0..10_usize), 1..30)) {
        let mut columns = Columns::new(&grid);
        for (row, col) in clicks {
            let removed = grid.click(Cell::new(row, col)) as u64;
            prop_assert_eq!(columns.click(Cell::new(row, col)).unwrap_or(0), removed);
            prop_assert_eq!(columns.to_grid(), grid.clone());
            let counts: Vec<_> = (0..grid.colours()).map(|colour| grid.count(colour as u8) as u64).collect();
            prop_assert_eq!(columns.counts(), counts);
        }
    }
}

/// Checks a hundred thousand answers to boards of 15×15: `cargo test --release a_minute -- --ignored`.
#[test]
#[ignore = "a measurement"]
fn answers_of_full_boards_in_a_minute() {
    const ANSWERS: u64 = 100_000;
    let (mut puzzles, mut results) = (String::new(), String::new());
    let mut state = 1_u64;
    for index in 0..ANSWERS {
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        let grid = Grid::from_names(15, 15, |_| Some(random() % 5)).unwrap();
        let task = Task::SameGame(SameGameTask::default());
        let puzzle = Puzzle { id: Some(index.to_string()), index: None, grid: grid.clone(), task };
        puzzles += &tilefall::record::PuzzleRecord::of(&puzzle).unwrap().to_line();
        let (mut board, mut moves) = (Columns::new(&grid), Vec::new());
        while let Some(cell) = grid.cells().find(|&cell| board.click(cell).is_ok()) {
            moves.push(json!([cell.row + 1, cell.col + 1]));
        }
        let played =
            moves.iter().map(|step| serde_json::from_value(step.clone()).unwrap()).collect::<Vec<_>>();
        let end = tilefall::verify::samegame::replay(&grid, Rules::default(), &played).unwrap();
        let record = json!({"v": 1, "index": index, "id": puzzle.id, "game": "samegame", "hash": hash(&puzzle),
            "status": "feasible", "moves": moves, "score": end.score, "cleared": end.cleared});
        results += &format!("{record}\n");
    }
    let begun = std::time::Instant::now();
    let run = verify("samegame verify --quiet", &puzzles, &results);
    let seconds = begun.elapsed().as_secs_f64();
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""), "{}", run.err);
    println!("{ANSWERS} answers in {seconds:.1} s, {:.0} a minute", ANSWERS as f64 / seconds * 60.0);
}
