//! The requests of `tests/data/requests.jsonl`, each with a puzzle and its record: the program and the library give
//! that record, as do the Python package (`python/tests/test_requests.py`) and the engine of the page
//! (`tests/web/signature.mjs`).

use crate::support::run_words;
use crate::support::schema::faults;
use serde_json::Value;
use std::ops::ControlFlow;
use std::path::Path;
use tilefall::ask::{GenerateRequest, Run, SolveRequest};
use tilefall::rules::{GameKind, Mode, Side, Step};
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
        // A request is the same after being written and read again.
        let written = serde_json::to_string(&request).unwrap();
        assert_eq!(faults(&fit, &serde_json::from_str(&written).unwrap()), Vec::<String>::new(), "{written}");
        assert_eq!(SolveRequest::from_json(game, &written).unwrap(), request);

        let run = Run::new(0, puzzle.id.clone().unwrap());
        let answer = request.solve(&puzzle.puzzle().unwrap(), run, |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(answer.record.to_line().trim_end(), row["record"], "{written}");
        assert_eq!(carried(&request, &puzzle), request);
        let flags = words("", &row["request"]);
        let words = ["solve", "-o", "jsonl"].into_iter().chain(flags.iter().map(String::as_str));
        let words: Vec<&str> = [game.name()].into_iter().chain(words).collect();
        let run = run_words(Path::new("."), &words, line.as_bytes());
        assert_eq!(run.out.trim_end(), row["record"], "{words:?} {run:?}");
    }
}

/// Solves with `record.request` set, and returns the request in the record, without this field.
fn carried(request: &SolveRequest, puzzle: &PuzzleRecord) -> SolveRequest {
    let mut wish = serde_json::to_value(request).unwrap();
    wish["record"]["request"] = true.into();
    let wish = SolveRequest::from_json(puzzle.game, &wish.to_string()).unwrap();
    let answer = wish.solve(&puzzle.puzzle().unwrap(), Run::new(0, ""), |_| ControlFlow::Continue(()));
    let mut carried = Value::from(answer.unwrap().record.request.unwrap());
    assert_eq!(carried["record"].as_object_mut().unwrap().remove("request"), Some(true.into()));
    // The number of threads is not in the record, because it changes no answer.
    assert_eq!(carried["limits"].get("threads"), None);
    if let Some(threads) = request.limits().threads {
        carried["limits"]["threads"] = threads.into();
    }
    SolveRequest::from_json(puzzle.game, &carried.to_string()).unwrap()
}

#[test]
fn a_position_counts_from_the_moves_before_it() {
    let read = |line: &str| serde_json::from_str::<PuzzleRecord>(line).unwrap().puzzle().unwrap();
    let solve = |request: &str, puzzle: &str, played: &[Step]| {
        let puzzle = read(puzzle);
        let request = SolveRequest::from_json(puzzle.task.game(), request).unwrap();
        let run = Run { played: Some(played.to_vec()), ..Run::new(0, "") };
        request.solve(&puzzle, run, |_| ControlFlow::Continue(())).map(|answer| answer.record)
    };
    // The factor multiplies the (3 - 2)² points played before, too.
    let board = r#"{"game":"samegame","rows":["1..","122","122"],"rules":{"score":"n2","clear_factor":3}}"#;
    let found = solve(r#"{"limits":{"nodes":1000}}"#, board, &[Step::Click(1, 1)]).unwrap();
    assert_eq!((found.score, found.cleared), (Some((1 + 4 + 1000) * 3 - 1), Some(true)));
    let refused = solve("{}", board, &[Step::Click(1, 1), Step::Click(3, 3)]).unwrap_err();
    assert_eq!(refused, "click 2, 3 3: the cell is empty");
    // One of three moves is played, which leaves two: exactly two, or at most two as a search for a shortest list.
    let mayan = |mode: &str| {
        let (row, mode) = ("1.1221", format!(r#""moves":3,"mode":"{mode}""#));
        format!(r#"{{"game":"mayan","rows":["{row}","212121"],{mode}}}"#)
    };
    for (mode, left, asked) in [("exactly", 2, Mode::Exactly), ("within", 2, Mode::Shortest)] {
        let record = solve("{}", &mayan(mode), &[Step::Slide(2, 0, Side::Right)]).unwrap();
        let asked_for = record.asked.unwrap();
        assert_eq!((asked_for.moves, asked_for.mode), (Some(left), Some(asked)), "{mode}");
    }
    let given = solve(r#"{"mode":"within","moves":5}"#, &mayan("exactly"), &[]).unwrap().asked.unwrap();
    assert_eq!((given.moves, given.mode), (Some(5), Some(Mode::Within)));
}

#[test]
fn a_request_has_the_fields_of_its_schema() {
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let all = schema("limits");
    let fields = |of: &str| keys(&all["$defs"][of]["properties"]);
    // The error for an unknown field lists all fields of the request.
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

#[test]
fn a_request_is_added_to_records_alone() {
    for (words, added) in [("-o jsonl", true), ("", false), ("-o text", false), ("-o native", false)] {
        let run = run_words(
            Path::new("."),
            &format!("mayan solve --request {words} data/samples/noip.txt")
                .split_whitespace()
                .collect::<Vec<_>>(),
            b"",
        );
        assert_eq!(
            (run.code, run.out.contains(r#""request":{"#)),
            (Some(if added { 0 } else { 2 }), added),
            "{words}"
        );
        assert!(
            added || run.err.contains("--request adds to records, expected --output jsonl"),
            "{}",
            run.err
        );
    }
}
