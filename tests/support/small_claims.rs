//! Small, fully known puzzles, and records with claims about them.

use super::Run;
use super::answers::{lines, verify};
use serde_json::{Value, json};
use tilefall::text::formats::jsonl;
use tilefall::text::record::hash;

/// Returns a record that answers a puzzle, with these fields; null removes a field.
fn record(line: &str, fields: Value) -> Value {
    let puzzle = jsonl::each(line.as_bytes()).next().unwrap().unwrap();
    let id = puzzle.id.clone().unwrap();
    let mut record = json!({"v": 1, "index": 0, "id": id, "game": puzzle.task.game(), "hash": hash(&puzzle)});
    let map = record.as_object_mut().unwrap();
    map.extend(fields.as_object().unwrap().clone());
    map.retain(|_, value| !value.is_null());
    record
}

/// Verifies one answer to one puzzle.
pub fn one(words: &str, line: &str, fields: Value) -> Run {
    // The rules of the command line, here `--skip-noop`, change the hash of the puzzle.
    let ruled = if words.contains("--skip-noop") {
        line.replacen('{', r#"{"allow_noop":false,"#, 1)
    } else {
        line.to_owned()
    };
    let game = if line.contains("\"mayan\"") { "mayan" } else { "samegame" };
    verify(&format!("{game} verify --all {words}"), line, &lines(&[record(&ruled, fields)]))
}

/// A puzzle that can be cleared; the highest score is 1005.
pub const CLEARS: &str = r#"{"id":"clears","game":"samegame","rows":["1..","122","122"]}"#;
/// A puzzle that cannot be cleared; the highest score is 0, since a pair is worth nothing.
pub const STUCK: &str = r#"{"id":"stuck","game":"samegame","rows":["11212"]}"#;
/// A puzzle with two lists of two moves, and no shorter list.
pub const TWO: &str = r#"{"id":"two","game":"mayan","rows":["1.1.1"]}"#;
/// A puzzle that no list of any length solves.
pub const NEVER: &str = r#"{"id":"never","game":"mayan","rows":["12.12."]}"#;
