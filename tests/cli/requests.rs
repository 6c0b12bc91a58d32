//! The requests of `tests/data/requests.jsonl`, each with a puzzle and its record: the program and the library give that record, as
//! the Python package (`python/tests/test_requests.py`) and the engine of the page (`tests/web/signature.mjs`) do.

use crate::support::run_words;
use crate::support::schema::faults;
use serde_json::Value;
use std::ops::ControlFlow;
use std::path::Path;
use tilefall::ask::{GenerateRequest, Run, SolveRequest};
use tilefall::rules::GameKind;
use tilefall::text::record::PuzzleRecord;

fn table() -> Vec<Value> {
    let text = std::fs::read_to_string("tests/data/requests.jsonl").unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn schema(of: &str) -> Value {
    let text = std::fs::read_to_string("docs/request.schema.json").unwrap();
    let mut schema: Value = serde_json::from_str(&text).unwrap();
    schema["$ref"] = format!("#/$defs/{of}").into();
    schema
}

/// The arguments of the program for a field of a request.
fn words(name: &str, value: &Value) -> Vec<String> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match (name, value) {
        (_, Value::Object(fields)) => fields.iter().flat_map(|(name, value)| words(name, value)).collect(),
        ("timings", _) => vec!["--no-timings".to_owned(); usize::from(text == "false")],
        ("mode" | "want", _) => vec![format!("--{text}"); usize::from(text != "one")],
        (_, Value::Bool(on)) => vec![format!("--{}", name.replace('_', "-")); usize::from(*on)],
        _ => vec![format!("--{}={text}", name.replace('_', "-"))],
    }
}

#[test]
fn the_program_and_the_library_answer_a_request_with_one_record() {
    let table = table();
    assert!(table.len() > 15);
    for row in &table {
        let puzzle: PuzzleRecord = serde_json::from_value(row["puzzle"].clone()).unwrap();
        let line = puzzle.to_line();
        let game = puzzle.game;
        let request = SolveRequest::from_json(game, &row["request"].to_string()).unwrap();
        let fit = schema(game.name());
        assert_eq!(faults(&fit, &row["request"]), Vec::<String>::new(), "{row}");
        // A request that is written is the same request.
        let written = serde_json::to_string(&request).unwrap();
        assert_eq!(faults(&fit, &serde_json::from_str(&written).unwrap()), Vec::<String>::new(), "{written}");
        assert_eq!(SolveRequest::from_json(game, &written).unwrap(), request);

        let run = Run::new(0, puzzle.id.clone().unwrap());
        let answer = request.solve(&puzzle.puzzle().unwrap(), run, |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(answer.record.to_line().trim_end(), row["record"], "{written}");
        let flags = words("", &row["request"]);
        let words = ["solve", "-o", "jsonl"].into_iter().chain(flags.iter().map(String::as_str));
        let words: Vec<&str> = [game.name()].into_iter().chain(words).collect();
        let run = run_words(Path::new("."), &words, line.as_bytes());
        assert_eq!(run.out.trim_end(), row["record"], "{words:?} {run:?}");
    }
}

#[test]
fn a_request_has_the_fields_of_its_schema() {
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let all = schema("limits");
    let fields = |of: &str| keys(&all["$defs"][of]["properties"]);
    // A name that no request has is refused with the names that it has.
    let wrong = |game| SolveRequest::from_json(game, r#"{"x":1}"#).unwrap_err().why;
    for (game, name) in [(GameKind::SameGame, "samegame"), (GameKind::Mayan, "mayan")] {
        let why = wrong(game);
        assert!(fields(name).iter().all(|field| why.contains(&format!("'{field}'"))), "{why}");
        assert_eq!(why.matches('\'').count(), 2 * (fields(name).len() + 1), "{why}");
    }
    let made = serde_json::to_value(GenerateRequest::default()).unwrap();
    let (mut made, mut named) = (keys(&made), fields("generate"));
    made.sort();
    named.sort();
    assert_eq!(made, named);
}

#[test]
fn a_field_that_is_wrong_is_named() {
    for (game, json, expected) in [
        (GameKind::SameGame, r#"{"limits":{"time":-1}}"#, "time: "),
        (GameKind::SameGame, r#"{"limits":{"threads":0}}"#, "threads: found 0, expected 1 to 4096"),
        (GameKind::SameGame, r#"{"goal":"most"}"#, "goal: found 'most', expected one of 'score'"),
        (GameKind::SameGame, r#"{"goal":"clear","target":3}"#, "target has no effect with goal clear"),
        (GameKind::SameGame, r#"{"method":"exact","seed":3}"#, "seed has no effect with method exact"),
        (GameKind::SameGame, r#"{"rules":"chess"}"#, "rules: "),
        (GameKind::SameGame, r#"{"rules":{"min_group":0}}"#, "rules: "),
        (GameKind::SameGame, r#"{"parts":{"min_group":0}}"#, "min_group: found 0"),
        (GameKind::SameGame, r#"{"start":[[1]]}"#, "start"),
        (GameKind::Mayan, r#"{"goal":"clear"}"#, "goal: unknown field 'goal'"),
        (GameKind::Mayan, r#"{"max_solutions":3}"#, "max_solutions has no effect"),
        (GameKind::Mayan, r#"{"mode":"within","skip_noop":true}"#, "skip_noop has no effect"),
        (GameKind::Mayan, r#"{"record":{"stats":true,"timings":false}}"#, "stats has no effect"),
        (GameKind::Mayan, r#"["#, "the record ends in its middle"),
    ] {
        let error = SolveRequest::from_json(game, json).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{json}: {error}");
    }
}
