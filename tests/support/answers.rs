//! Shared by the tests of `verify`: a run on texts, and sets of puzzles with valid answers.

use super::{Run, tilefall};
use serde_json::{Value, json};
use tilefall::rules::puzzle::Puzzle;
use tilefall::text::record::hash;

/// Runs `GAME verify` on puzzles and results given as texts.
pub fn verify(words: &str, puzzles: &str, results: &str) -> Run {
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
/// Two SameGame puzzles: `a` can be cleared for 1005 points, `b` has rules of its own.
pub const SAME: &str = r#"{"id":"a","game":"samegame","rows":["1..","122","122"]}
{"id":"b","game":"samegame","rows":["aB0","aB0"],"rules":{"score":"n1","clear_bonus":50,"left_penalty":"n2"}}
"#;
/// Two Mayan puzzles: `gap` takes one move, `two` two.
pub const MAYAN: &str = r#"{"id":"gap","game":"mayan","rows":["11.1."],"moves":2,"mode":"within"}
{"id":"two","game":"mayan","rows":["1.1.1"]}
"#;

fn puzzle(line: &str) -> Puzzle {
    tilefall::text::formats::jsonl::each(line.as_bytes()).next().unwrap().unwrap()
}
/// Returns a valid answer to each puzzle of [`SAME`] or [`MAYAN`].
pub fn good(puzzles: &str) -> Vec<Value> {
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
pub fn lines(records: &[Value]) -> String {
    records.iter().map(|record| format!("{record}\n")).collect()
}
