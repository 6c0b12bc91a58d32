//! Small, fully known puzzles, and records with claims about them.

use super::Run;
use super::answers::{lines, verify};
use serde_json::{Value, json};
use tilefall::text::formats::jsonl;
use tilefall::text::record::hash;

/// A record that answers a puzzle, with these fields; null removes a field.
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

/// Clears for 1005, which is the most.
pub const CLEARS: &str = r#"{"id":"clears","game":"samegame","rows":["1..","122","122"]}"#;
/// Cannot be cleared: 0 is the most, since a pair is worth nothing.
pub const STUCK: &str = r#"{"id":"stuck","game":"samegame","rows":["11212"]}"#;
/// Two lists of two moves, none shorter.
pub const TWO: &str = r#"{"id":"two","game":"mayan","rows":["1.1.1"]}"#;
/// No list of any length.
pub const NEVER: &str = r#"{"id":"never","game":"mayan","rows":["12.12."]}"#;
