//! `verify` on many puzzles.

use crate::support::answers::lines;
use crate::support::memory::measured;
use serde_json::{Value, json};
use std::fmt::Write as _;
use tempfile::TempDir;
use tilefall::text::formats::jsonl;
use tilefall::text::record::hash;

/// Returns different puzzles of one row as text, and for each puzzle a record with minimal claims.
fn many(puzzles: u64) -> (String, Vec<Value>) {
    let mut text = String::new();
    let mut records = Vec::new();
    for index in 0..puzzles {
        let row: String = (0..12).map(|at| char::from(b'0' + (index / 3_u64.pow(at) % 3) as u8)).collect();
        let line = format!("{{\"id\":\"p{index}\",\"game\":\"samegame\",\"rows\":[\"{row}\"]}}");
        let puzzle = jsonl::each(line.as_bytes()).next().unwrap().unwrap();
        records.push(json!({"v": 1, "index": index, "id": format!("p{index}"), "game": "samegame",
            "hash": hash(&puzzle), "asked": {"goal": "score"}, "status": "unknown", "bound": 9999,
            "stopped_by": "nodes"}));
        let _ = writeln!(text, "{line}");
    }
    (text, records)
}

#[test]
fn any_number_of_answers_in_order_takes_little_memory() {
    let (puzzles, records) = many(66_000);
    let dir = TempDir::new().unwrap();
    let [puzzles, results] = [("puzzles", puzzles), ("results", lines(&records))].map(|(name, text)| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    });
    let (run, peak) = measured(&format!("samegame verify --quiet --search 0 {puzzles} {results}"), b"");
    assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("", "", Some(0)));
    assert!(peak < 24 << 20, "{} MiB", peak >> 20);
}
