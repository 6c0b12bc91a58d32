//! Checks data/generated: the commands in its README generate the boards again, and the answers are valid.

use crate::support::tilefall;
use serde_json::Value;
use tilefall::rules::Status;
use tilefall::text::record::ResultRecord;

const FOLDER: &str = "data/generated";

/// Returns the name and the command of each set, from the table in the README of the folder.
fn sets() -> Vec<(String, String)> {
    let page = std::fs::read_to_string(format!("{FOLDER}/README.md")).unwrap();
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| `")?.split('`');
        Some((cells.next()?.to_owned(), cells.nth(1)?.to_owned()))
    };
    page.lines().filter_map(row).collect()
}

fn read(name: &str) -> String {
    std::fs::read_to_string(format!("{FOLDER}/{name}.jsonl")).unwrap()
}

/// Returns the id and rows of each puzzle, without its measurements, which may change with the solver.
fn boards(text: &str) -> Vec<(Value, Value)> {
    let board = |line: &str| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        (record["id"].take(), record["rows"].take())
    };
    text.lines().map(board).collect()
}

#[test]
fn the_commands_make_the_boards_again() {
    for (name, command) in sets() {
        let run = tilefall(&command, b"");
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{command}");
        assert_eq!(boards(&run.out), boards(&read(&name)), "{command}");
    }
}

#[test]
fn the_answers_stand_before_verify_and_are_found_again() {
    for (name, command) in sets() {
        let game = command.split(' ').next().unwrap();
        let [puzzles, answers] = ["", ".answers"].map(|kind| format!("{FOLDER}/{name}{kind}.jsonl"));
        let run = tilefall(&format!("{game} verify --quiet {puzzles} {answers}"), b"");
        assert_eq!((run.out.as_str(), run.code), ("", Some(0)), "{name}: {}", run.err);
        let records = |text: &str| -> Vec<ResultRecord> {
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        };
        let known = records(&read(&format!("{name}.answers")));
        assert!(!known.is_empty());
        if known.iter().any(|answer| answer.status != Status::Optimal) {
            continue;
        }
        // The solver proves the lengths and scores that the answers claim.
        let goal = if name.ends_with("clearable") { "--goal clear" } else { "" };
        let run = tilefall(&format!("{game} solve --quiet --no-timings {goal} {puzzles}"), b"");
        let found = records(&run.out);
        assert_eq!(found.len(), known.len());
        for (found, known) in found.iter().zip(&known) {
            assert_eq!(found.status, Status::Optimal, "{name} {}", known.id);
            if goal.is_empty() {
                let worth = |answer: &ResultRecord| match answer.score {
                    Some(score) => score,
                    None => answer.moves.as_ref().unwrap().len() as i64,
                };
                assert_eq!(worth(found), worth(known), "{name} {}", known.id);
            }
        }
    }
}

#[test]
fn the_picture_of_the_readme_is_what_the_program_draws() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("replay.svg");
    let words = format!(
        "samegame replay --id samegame-6x6x3b-1-0 {FOLDER}/samegame-small.jsonl \
         {FOLDER}/samegame-small.answers.jsonl --animate {}",
        file.display()
    );
    let run = tilefall(&words, b"");
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{words}");
    let kept = std::fs::read_to_string("docs/pictures/samegame-replay.svg").unwrap();
    assert!(kept == std::fs::read_to_string(file).unwrap(), "the picture is not what {words} draws");
}
