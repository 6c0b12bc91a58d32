//! The checker of the library and docs/tilefall_check.py give equal verdicts on right answers with one or two changes,
//! and the verdict `wrong` on every claim that brute force refutes.
//!
//! `TILEFALL_MUTATIONS=40000 cargo test --test it verify::two_checkers` tries more changes.

use super::mutations::mutations;
use crate::support::answers::{SAME, good, lines, verify};
use crate::support::good_records::{Case, cases};
use crate::support::solver_records;
use crate::support::truth::Truth;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::Command;
use tilefall::rules::puzzle::{MayanTask, Puzzle, SameGameTask, Task};
use tilefall::rules::{Mode, PRESETS, Random, Refusal};
use tilefall::samegame::{Board, Solver};
use tilefall::text::formats::jsonl;
use tilefall::text::record::{PuzzleRecord, hash};
use tilefall::text::report;
use tilefall::verify::{Checker, Class, Entry, Settings, answer};

/// The moves that each checker may play for one answer: enough for all puzzles here.
const MOVES: u64 = 300_000;

/// The Python program that prints the verdict of docs/tilefall_check.py on each pair of a puzzle and an answer.
const DRIVER: &str = r#"
import sys
sys.path.insert(0, "docs")
from tilefall_check import verdict
sys.setrecursionlimit(10_000)
for line in open(sys.argv[1], "rb"):
    puzzle, answer = line.rstrip(b"\n").split(b"\t")
    print(verdict(puzzle, answer, 0, int(sys.argv[2])))
"#;

/// A puzzle and an answer, each as a line of JSON.
type Pair = (String, String);

/// Returns the library's verdict as the Python checker words it, and the reason.
fn of_library((puzzle, record): &Pair) -> (&'static str, String) {
    let puzzle = jsonl::each(puzzle.as_bytes()).next().unwrap().map_err(|error| error.to_string());
    let entry = Entry { id: "p".into(), index: None, puzzle };
    let settings = Settings { search: MOVES, ..Settings::default() };
    let read = answer::record(record.as_bytes(), 1).unwrap();
    let has_bound = read.as_ref().is_ok_and(|answer| answer.record.bound.is_some());
    let mut word = "valid";
    for case in Checker::new([entry].into_iter(), [read].into_iter()) {
        let verdict = match case {
            Err(error) => return ("wrong", error.to_string()),
            Ok(case) => case.verdict(&settings),
        };
        word = match verdict.class() {
            Class::Wrong => return ("wrong", verdict.faults[0].what.clone()),
            _ if verdict.unchecked => "not checked",
            Class::Proven => "proven",
            Class::Open => "unproven",
            Class::Plain if has_bound && !verdict.bound_proven => "unproven",
            Class::Plain => "valid",
        };
    }
    (word, String::new())
}

/// Returns the verdicts of the Python checker; `None` if there is no Python.
fn of_python(pairs: &[Pair]) -> Option<Vec<String>> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    for (puzzle, record) in pairs {
        writeln!(file, "{puzzle}\t{record}").unwrap();
    }
    let run = Command::new("python3").args(["-c", DRIVER]).arg(file.path()).arg(MOVES.to_string()).output();
    let run = run.inspect_err(|error| eprintln!("not tested: python3: {error}")).ok()?;
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    Some(String::from_utf8(run.stdout).unwrap().lines().map(str::to_owned).collect())
}

/// Checks that both checkers agree, and that an answer with a falsehood is `wrong`. Returns the number of each verdict.
fn compare(pairs: &[(Pair, Option<String>)]) -> BTreeMap<&'static str, usize> {
    let (mut said, mut bad) = (BTreeMap::new(), Vec::new());
    let texts: Vec<Pair> = pairs.iter().map(|(pair, _)| pair.clone()).collect();
    let others = of_python(&texts);
    for (at, (pair, falsehood)) in pairs.iter().enumerate() {
        let (word, why) = of_library(pair);
        *said.entry(word).or_default() += 1;
        let other = others.as_ref().map_or(word, |others| &others[at]);
        if other.split(": ").next() != Some(word) || (falsehood.is_some() && word != "wrong") {
            let (puzzle, record) = pair;
            bad.push(format!("{puzzle}\n{record}\n{word} {why}\n{other}\nfalse: {falsehood:?}\n"));
        }
    }
    assert!(bad.is_empty(), "{} of {}:\n{}", bad.len(), pairs.len(), bad[..bad.len().min(9)].join("\n"));
    said
}

/// Returns hashes of the puzzle's board with another M, another mode or other rules.
fn other_hashes(puzzle: &Puzzle) -> Vec<String> {
    let of = |task| hash(&Puzzle { task, ..puzzle.clone() });
    match &puzzle.task {
        Task::SameGame(task) => {
            let mut rules = task.rules.unwrap_or_default();
            rules.clear_bonus += 1;
            vec![of(Task::SameGame(SameGameTask { rules: Some(rules), ..task.clone() }))]
        }
        Task::Mayan(task) => {
            let modes = [Mode::Exactly, Mode::Within, Mode::Shortest];
            let of = |(moves, mode)| of(Task::Mayan(MayanTask { moves, mode: Some(mode), ..task.clone() }));
            let tasks =
                [None, Some(0), Some(2), Some(9)].into_iter().flat_map(|most| modes.map(|mode| (most, mode)));
            tasks.map(of).collect()
        }
    }
}

fn too_large_for_fewest() -> Refusal {
    Refusal::TooLargeFor("64 cells, 63 rows and 7 colours for the fewest clicks")
}

fn too_large_for_any_rules() -> Refusal {
    Refusal::TooLargeFor("256 tiles for these rules or this goal")
}

/// Returns the answer with one thing changed.
fn changed(puzzle: &Puzzle, record: &Value, random: &mut Random) -> Value {
    let mut other = record.clone();
    match random.below(12) {
        0 => {
            let refusals =
                [Refusal::NoMoves, Refusal::ScoreOverflow, too_large_for_fewest(), too_large_for_any_rules()];
            let error = refusals[random.below(4)].to_string();
            json!({"v": 1, "index": 0, "id": "p", "status": "error", "error": error})
        }
        1 => {
            let hashes = other_hashes(puzzle);
            other["hash"] = hashes[random.below(hashes.len())].clone().into();
            other
        }
        2 => {
            // Another status, with the fields that this status requires.
            let status = ["optimal", "feasible", "infeasible", "unknown"][random.below(4)];
            let fields = other.as_object_mut().unwrap();
            fields.insert("status".into(), status.into());
            if matches!(status, "infeasible" | "unknown") {
                let list = ["moves", "score", "cleared", "left", "biggest", "solutions", "count", "counts"];
                list.iter().for_each(|&name| drop(fields.remove(name)));
            }
            if matches!(status, "feasible" | "unknown") {
                fields.entry("bound").or_insert(random.below(9).into());
                fields.entry("stopped_by").or_insert("nodes".into());
            } else {
                fields.remove("stopped_by");
            }
            other
        }
        _ => {
            let mut all = mutations(record);
            let chosen = random.below(all.len());
            all.swap_remove(chosen).1
        }
    }
}

/// Returns puzzles that a solver refuses, with the solver's error.
fn refused() -> Vec<Case> {
    let square: Vec<String> = (0..9).map(|row| "1231231231231"[row % 3..row % 3 + 9].to_owned()).collect();
    let cases = [
        (json!({"game": "samegame", "rows": square}), too_large_for_fewest()),
        (
            json!({"game": "samegame", "rows": ["12".repeat(200)], "rules": {"min_group": 1}}),
            too_large_for_any_rules(),
        ),
        (
            json!({"game": "samegame", "rows": ["111"], "rules": {"clear_bonus": i64::MAX}}),
            Refusal::ScoreOverflow,
        ),
        (json!({"game": "mayan", "rows": ["11.1."], "mode": "exactly"}), Refusal::NoMoves),
    ];
    let case = |(mut line, refusal): (Value, Refusal)| {
        line["id"] = "p".into();
        let puzzle = jsonl::each(line.to_string().as_bytes()).next().unwrap().unwrap();
        let error = refusal.to_string();
        let record = json!({"v": 1, "index": 0, "id": "p", "status": "error", "error": error});
        Case { name: error, puzzle, record }
    };
    cases.map(case).into()
}

#[test]
fn both_checkers_say_the_same_and_accept_no_false_claim() {
    let most = std::env::var("TILEFALL_MUTATIONS").map_or(2000, |most| most.parse().unwrap());
    let mut random = Random::new(63, 0);
    let mut fixed = cases().into_iter().chain(refused());
    let mut pairs: Vec<(Pair, Option<String>)> = Vec::new();
    while pairs.len() < most {
        let case = fixed.next().unwrap_or_else(|| solver_records::case(&mut random));
        let is_error = case.record["status"] == "error";
        let truth = if is_error { None } else { Truth::of(&case.puzzle) };
        if truth.is_none() && !is_error {
            continue;
        }
        let line = PuzzleRecord::of(&case.puzzle).to_line().trim_end().to_owned();
        for changes in [0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2] {
            let record = (0..changes)
                .fold(case.record.clone(), |record, _| changed(&case.puzzle, &record, &mut random));
            let falsehood = truth.as_ref().and_then(|truth| truth.falsehood(&case.puzzle, &record));
            assert!(changes > 0 || falsehood.is_none(), "{}: {falsehood:?} {record}", case.name);
            pairs.push(((line.clone(), record.to_string()), falsehood));
        }
    }
    let said = compare(&pairs);
    let refuted = pairs.iter().filter(|(_, falsehood)| falsehood.is_some()).count();
    println!("{} answers, {refuted} with a false claim: {said:?}", pairs.len());
    assert!(said["proven"] * 12 > pairs.len() && said["valid"] > 20 && said["not checked"] > 3, "{said:?}");
    assert!(refuted * 5 > pairs.len(), "{refuted}");
}

#[test]
fn rules_by_name_and_labels_are_read_by_both_checkers() {
    let mut pairs = Vec::new();
    for preset in PRESETS {
        for labels in [json!({}), json!({"a": "🟥"}), json!({"1": "100", "a": "7"})] {
            let rows = [".1", "11", "aa", "1a"];
            let line =
                json!({"game": "samegame", "rows": rows, "rules": preset.name, "labels": labels}).to_string();
            let puzzle = jsonl::each(line.as_bytes()).next().unwrap().unwrap();
            let solver = Solver::new().rules(preset.rules).goal(preset.goal);
            let board = Board::with_rules(&puzzle.grid, &preset.rules);
            let Ok(board) = board else { continue };
            let record = report::samegame::record(
                hash(&puzzle),
                &solver,
                &solver.solve(&board).unwrap(),
                0,
                "p".into(),
            );
            pairs.push(((line, record.to_line().trim_end().to_owned()), None));
        }
    }
    let said = compare(&pairs);
    assert!(pairs.len() > PRESETS.len() && said["proven"] == pairs.len(), "{said:?}");
}

#[test]
fn both_checkers_find_answers_that_are_missing_or_too_many() {
    let answers: Vec<String> = lines(&good(SAME)).lines().map(str::to_owned).collect();
    let (first, second) = (&answers[0], &answers[1]);
    let stray = second.replace("\"index\":1", "\"index\":7");
    let torn = &second[..second.len() - 9];
    for (results, is_right) in [
        (vec![first.as_str(), second], true),
        (vec![first, "", second], true),
        (vec![first], false),
        (vec![second], false),
        (vec![second, first], false),
        (vec![first, first, second], false),
        (vec![first, second, &stray], false),
        (vec![first, torn], false),
        (vec![first, second, "{}"], false),
        (vec![], false),
    ] {
        let results = results.join("\n") + "\n";
        let code = Some(i32::from(!is_right));
        assert_eq!(verify("samegame verify", SAME, &results).code, code, "{results}");
        let dir = tempfile::tempdir().unwrap();
        let [puzzles_file, results_file] = ["puzzles", "results"].map(|name| dir.path().join(name));
        std::fs::write(&puzzles_file, SAME).unwrap();
        std::fs::write(&results_file, &results).unwrap();
        let run =
            Command::new("python3").arg("docs/tilefall_check.py").args([puzzles_file, results_file]).output();
        let Ok(run) = run else { return };
        assert_eq!(run.status.code(), code, "{results}{}", String::from_utf8_lossy(&run.stderr));
    }
}
