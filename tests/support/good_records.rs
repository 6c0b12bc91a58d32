//! Valid records of every kind: each status, request, mode and game.

use serde_json::{Value, json};
use tilefall::internals::verify::search::Budget;
use tilefall::internals::verify::search::mayan::{Length, Search};
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::Puzzle;
use tilefall::rules::{Mode, Move};
use tilefall::text::formats::jsonl;
use tilefall::text::record::{Step, hash};

/// A valid record and its puzzle.
pub struct Case {
    /// The kind of the record.
    pub name: String,
    pub puzzle: Puzzle,
    pub record: Value,
}

fn puzzle(line: &str) -> Puzzle {
    jsonl::each(line.as_bytes()).next().unwrap().unwrap()
}

fn case(name: &str, line: &str, fields: Value) -> Case {
    let puzzle = puzzle(line);
    let mut record =
        json!({"v": 1, "index": 0, "id": "p", "game": puzzle.task.game(), "hash": hash(&puzzle)});
    let map = record.as_object_mut().unwrap();
    map.extend(fields.as_object().unwrap().clone());
    map.extend(json!({"nodes": 7, "seconds": 0.5}).as_object().unwrap().clone());
    Case { name: name.to_owned(), puzzle, record }
}

/// Clears for 1005, which is the most.
const CLEARS: &str = r#"{"id":"p","game":"samegame","rows":["1..","122","122"]}"#;
/// Cannot be cleared.
const STUCK: &str = r#"{"id":"p","game":"samegame","rows":["11212"]}"#;
/// Has rules of its own; 53 is the most.
const RULES: &str = r#"{"id":"p","game":"samegame","rows":["aB0","aB0"],"rules":{"score":"n1","clear_bonus":50,"left_penalty":"n2"}}"#;

/// Takes two clicks, the middle first, and may take three.
const MIDDLE: &str =
    r#"{"id":"p","game":"samegame","rows":["212"],"rules":{"score":"count","clear_bonus":0,"min_group":1}}"#;

fn samegame() -> Vec<Case> {
    let score = json!({"goal": "score"});
    let clear = json!({"goal": "clear"});
    vec![
        case(
            "score optimal",
            CLEARS,
            json!({"asked": score, "status": "optimal",
            "moves": [[1, 1], [1, 1]], "score": 1005, "cleared": true, "bound": 1005}),
        ),
        case(
            "rules optimal",
            RULES,
            json!({"asked": score, "status": "optimal",
            "moves": [[1, 2], [1, 1], [1, 1]], "score": 53, "cleared": true}),
        ),
        case(
            "score feasible",
            RULES,
            json!({"asked": score, "status": "feasible",
            "moves": [[1, 1], [1, 1]], "score": 2, "cleared": false, "bound": 53, "stopped_by": "time"}),
        ),
        case(
            "score target",
            RULES,
            json!({"asked": {"goal": "score", "target": 2}, "status": "feasible",
            "moves": [[1, 1], [1, 1]], "score": 2, "cleared": false, "bound": 53, "stopped_by": "target"}),
        ),
        case(
            "score unknown",
            RULES,
            json!({"asked": score, "status": "unknown", "bound": 53,
            "stopped_by": "nodes"}),
        ),
        case(
            "clear optimal",
            CLEARS,
            json!({"asked": clear, "status": "optimal",
            "moves": [[1, 1], [1, 1]], "score": 1005, "cleared": true}),
        ),
        case("clear infeasible", STUCK, json!({"asked": clear, "status": "infeasible"})),
        case(
            "clear unknown",
            CLEARS,
            json!({"asked": clear, "status": "unknown", "bound": 1005,
            "stopped_by": "interrupt"}),
        ),
    ]
}

/// The other goals.
fn family() -> Vec<Case> {
    vec![
        case(
            "fewest optimal",
            CLEARS,
            json!({"asked": {"goal": "fewest"}, "status": "optimal",
            "moves": [[1, 1], [1, 1]], "score": 1005, "cleared": true, "bound": 2}),
        ),
        case(
            "fewest feasible",
            MIDDLE,
            json!({"asked": {"goal": "fewest"}, "status": "feasible",
            "moves": [[1, 1], [1, 1], [1, 1]], "score": 3, "cleared": true, "bound": 2, "stopped_by": "time"}),
        ),
        case("fewest infeasible", STUCK, json!({"asked": {"goal": "fewest"}, "status": "infeasible"})),
        case(
            "fewest unknown",
            CLEARS,
            json!({"asked": {"goal": "fewest"}, "status": "unknown", "bound": 2,
            "stopped_by": "memory"}),
        ),
        case(
            "left optimal",
            STUCK,
            json!({"asked": {"goal": "left"}, "status": "optimal",
            "moves": [[1, 1]], "score": 0, "cleared": false, "left": 3, "bound": 3}),
        ),
        case(
            "left feasible",
            CLEARS,
            json!({"asked": {"goal": "left"}, "status": "feasible",
            "moves": [[1, 2]], "score": 4, "cleared": false, "left": 3, "bound": 0, "stopped_by": "nodes"}),
        ),
        case(
            "biggest optimal",
            MIDDLE,
            json!({"asked": {"goal": "biggest"}, "status": "optimal",
            "moves": [[1, 2], [1, 1]], "score": 3, "cleared": true, "biggest": 2}),
        ),
        case(
            "biggest target",
            CLEARS,
            json!({"asked": {"goal": "biggest", "target": 3}, "status": "feasible", "moves": [[1, 1]],
            "score": 1, "cleared": false, "biggest": 3, "bound": 4, "stopped_by": "target"}),
        ),
    ]
}

/// All lists of a board that win, by the checker's own search.
fn lists(grid: &Grid, noop: bool, length: Length) -> Vec<Vec<Step>> {
    let mut budget = Budget { nodes: 1_000_000, memory: 1 << 24, ..Budget::default() };
    let mut lists = Vec::new();
    let steps = |list: &[Move]| list.iter().map(|&step| step.into()).collect();
    Search::new(grid, noop, &mut budget)
        .each(length, &mut |list| {
            lists.push(steps(list));
            true
        })
        .unwrap();
    lists
}

/// Returns records of every request and status for a board, M and mode with solutions.
fn with_solutions(rows: &str, most: u64, mode: Mode, noop: bool) -> Vec<Case> {
    let line =
        json!({"id": "p", "game": "mayan", "rows": [rows], "moves": most, "mode": mode, "allow_noop": noop});
    let line = line.to_string();
    let grid = puzzle(&line).grid;
    let mut budget = Budget { nodes: 1_000_000, memory: 1 << 24, ..Budget::default() };
    let least = Search::new(&grid, noop, &mut budget).shortest(most).unwrap().unwrap().len() as u64;
    let (length, bound) = match mode {
        Mode::Exactly => (Length::Exactly(most), 0),
        Mode::Within => (Length::Within(most), least),
        Mode::Shortest => (Length::Exactly(least), least),
    };
    let all = lists(&grid, noop, length);
    assert!(all.len() > 1, "{rows}");
    let counts: Vec<Value> = match mode {
        Mode::Exactly => vec![json!({"moves": most, "count": all.len().to_string()})],
        _ => (0..=if mode == Mode::Within { most } else { least })
            .map(|length| {
                let count = all.iter().filter(|list| list.len() as u64 == length).count();
                json!({"moves": length, "count": count.to_string()})
            })
            .collect(),
    };
    let asked = |want: &str, max: Option<u64>| {
        let mut asked = json!({"want": want, "mode": mode, "moves": most});
        let map = asked.as_object_mut().unwrap();
        max.map(|max| map.insert("max_solutions".into(), max.into()));
        noop.then(|| map.insert("allow_noop".into(), true.into()));
        asked
    };
    let (first, last, total) = (&all[0], &all[all.len() - 1], all.len().to_string());
    let stop = |why: &str, fields: Value| {
        let mut fields = fields;
        fields["stopped_by"] = why.into();
        fields["bound"] = bound.into();
        fields
    };
    let named = |name: &str, fields: Value| {
        let mode = format!("{mode:?}").to_lowercase();
        case(&format!("{mode} {name}{}", if noop { " noop" } else { "" }), &line, fields)
    };
    vec![
        named(
            "one optimal",
            json!({"asked": asked("one", None), "status": "optimal",
            "moves": first, "cleared": true}),
        ),
        named(
            "first optimal",
            json!({"asked": asked("first", None), "status": "optimal",
            "moves": first, "cleared": true}),
        ),
        named(
            "all optimal",
            json!({"asked": asked("all", None), "status": "optimal",
            "moves": first, "cleared": true, "solutions": all}),
        ),
        named(
            "count optimal",
            json!({"asked": asked("count", None), "status": "optimal",
            "count": total, "counts": counts}),
        ),
        named(
            "first feasible",
            stop(
                "time",
                json!({"asked": asked("first", None), "status": "feasible",
            "moves": last, "cleared": true}),
            ),
        ),
        named(
            "all feasible",
            stop(
                "solutions",
                json!({"asked": asked("all", Some(1)), "status": "feasible",
            "moves": first, "cleared": true, "solutions": [first]}),
            ),
        ),
        named("count feasible", {
            let done = if mode == Mode::Exactly { &counts[..] } else { &counts[..=least as usize] };
            stop("memory", json!({"asked": asked("count", None), "status": "feasible", "counts": done}))
        }),
        named("one unknown", stop("nodes", json!({"asked": asked("one", None), "status": "unknown"}))),
        named(
            "all unknown",
            stop(
                "depth",
                json!({"asked": asked("all", None), "status": "unknown",
            "solutions": []}),
            ),
        ),
        named("count unknown", stop("count", json!({"asked": asked("count", None), "status": "unknown"}))),
    ]
}

/// Returns records of every request for a board, M and mode without solutions.
fn without_solutions(rows: &str, most: u64, mode: Mode) -> Vec<Case> {
    let line = json!({"id": "p", "game": "mayan", "rows": [rows], "moves": most, "mode": mode}).to_string();
    let asked = |want: &str| json!({"want": want, "mode": mode, "moves": most});
    let named = |name: &str, fields: Value| {
        case(&format!("{} {name}", format!("{mode:?}").to_lowercase()), &line, fields)
    };
    let mut zeros: Vec<Value> = (0..=most).map(|moves| json!({"moves": moves, "count": "0"})).collect();
    if mode == Mode::Exactly {
        zeros.drain(..most as usize);
    }
    vec![
        named("one infeasible", json!({"asked": asked("one"), "status": "infeasible"})),
        named("all infeasible", json!({"asked": asked("all"), "status": "infeasible", "solutions": []})),
        named(
            "count infeasible",
            json!({"asked": asked("count"), "status": "infeasible", "count": "0",
            "counts": zeros, "bound": most + 1}),
        ),
    ]
}

/// Returns all records.
pub fn cases() -> Vec<Case> {
    let mut cases = samegame();
    for (most, mode) in [(2, Mode::Exactly), (2, Mode::Within), (4, Mode::Shortest)] {
        cases.extend(with_solutions(if mode == Mode::Within { "11.1." } else { "1.1.1" }, most, mode, false));
        cases.extend(without_solutions("11..1", 1, mode));
    }
    cases.extend(with_solutions("11.1.", 2, Mode::Exactly, true));
    cases.extend(family());
    cases
}
