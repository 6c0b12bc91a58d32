//! Valid records of every kind: each status, request, mode and game.

use serde_json::{Value, json};
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::Puzzle;
use tilefall::rules::{Mode, Move};
use tilefall::text::formats::jsonl;
use tilefall::text::record::{Step, hash};
use tilefall::verify::search::Budget;
use tilefall::verify::search::mayan::{Length, Search};

pub struct Case {
    /// The question and the status of the record, for example `exactly one optimal`.
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

/// Returns the records of SameGame, for every goal.
fn samegame() -> Vec<Case> {
    let lines = include_str!("../data/good-records.tsv").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let [name, puzzle, fields] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        case(name, puzzle, serde_json::from_str(fields).unwrap())
    };
    lines.map(read).collect()
}

/// Returns all winning lists of a board, by the checker's own search.
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

/// Returns records of every request and status for a board with solutions. `most` is the number of moves allowed.
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
    let (first, last) = (&all[0], &all[all.len() - 1]);
    let done = if mode == Mode::Exactly { &counts[..] } else { &counts[..=least as usize] };
    let list = |list| json!({"moves": list, "cleared": true});
    // For each record: request and status, the maximum number of solutions, the answer, and what stopped the search.
    let records = [
        ("one optimal", None, list(first), ""),
        ("first optimal", None, list(first), ""),
        ("all optimal", None, json!({"moves": first, "cleared": true, "solutions": all}), ""),
        ("count optimal", None, json!({"count": all.len().to_string(), "counts": counts}), ""),
        ("first feasible", None, list(last), "time"),
        (
            "all feasible",
            Some(1),
            json!({"moves": first, "cleared": true, "solutions": [first]}),
            "solutions",
        ),
        ("count feasible", None, json!({"counts": done}), "memory"),
        ("one unknown", None, json!({}), "nodes"),
        ("all unknown", None, json!({"solutions": []}), "depth"),
        ("count unknown", None, json!({}), "count"),
    ];
    let named = |(name, max, mut fields, stopped_by): (&str, Option<u64>, Value, &str)| {
        let (want, status) = name.split_once(' ').unwrap();
        fields["status"] = status.into();
        fields["asked"] = json!({"want": want, "mode": mode, "moves": most});
        if let Some(max) = max {
            fields["asked"]["max_solutions"] = max.into();
        }
        if mode == Mode::Exactly {
            fields["asked"]["allow_noop"] = noop.into();
        }
        if !stopped_by.is_empty() {
            fields["stopped_by"] = stopped_by.into();
            fields["bound"] = bound.into();
        }
        let mode = format!("{mode:?}").to_lowercase();
        case(&format!("{mode} {name}{}", if noop { " noop" } else { "" }), &line, fields)
    };
    records.map(named).into()
}

/// Returns records of every request for a board without solutions. `most` is the number of moves allowed.
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

pub fn cases() -> Vec<Case> {
    let mut cases = samegame();
    for (most, mode) in [(2, Mode::Exactly), (2, Mode::Within), (4, Mode::Shortest)] {
        cases.extend(with_solutions(if mode == Mode::Within { "11.1." } else { "1.1.1" }, most, mode, false));
        cases.extend(without_solutions("11..1", 1, mode));
    }
    cases.extend(with_solutions("11.1.", 2, Mode::Exactly, true));
    cases
}
