//! `samegame solve` under limits and signals, and its progress reports.

use crate::support::{PATIENCE, tilefall};
use serde_json::Value;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// A board of random colours as lines of numbers.
fn board(rows: usize, cols: usize, colours: u64) -> String {
    let mut state = 1u64;
    let mut text = String::new();
    for _ in 0..rows {
        for _ in 0..cols {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            write!(text, "{} ", (state >> 33) % colours + 1).unwrap();
        }
        text += "\n";
    }
    text
}

/// Rows, columns and colours of boards. Each board has another representation, the last board the plain grid.
const SIZES: [(usize, usize, u64); 4] = [(15, 15, 5), (10, 40, 4), (64, 64, 5), (100, 100, 5)];

const METHODS: [&str; 3] = ["auto", "anneal", "exact"];

/// Returns `true` if a method supports boards of this size.
fn takes(method: &str, rows: usize, cols: usize) -> bool {
    match method {
        "exact" => rows * cols <= 16_000,
        _ => true,
    }
}

/// Returns the record of a search, whose claims `support::tilefall` checks, and the time it took.
fn searched(words: &str, board: &str) -> (Value, Duration) {
    let begun = Instant::now();
    let words = format!("samegame solve --format rows --output jsonl {words}");
    let run = tilefall(&words, board.as_bytes());
    let took = begun.elapsed();
    (serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{words}: {run:?}")), took)
}

#[test]
fn a_node_limit_of_one_holds_on_large_boards() {
    // Each search takes 0.1 s on an idle machine, and hundreds of times as long if clicks examine all cells.
    for (rows, cols, colours) in [(64, 64, 5), (126, 126, 5), (300, 300, 5), (2000, 20, 3), (20, 2000, 62)] {
        let board = board(rows, cols, colours);
        for method in METHODS.into_iter().filter(|method| takes(method, rows, cols)) {
            for goal in ["score", "clear"] {
                let (record, took) = searched(&format!("--method {method} --goal {goal} --nodes 1"), &board);
                let of = format!("{rows}x{cols} {method} {goal} {took:?} {}", record["status"]);
                assert!(record["nodes"].as_u64() <= Some(1), "{of} {}", record["nodes"]);
                assert_eq!(record["stopped_by"], "nodes", "{of}");
                assert_eq!(record["status"], if goal == "score" { "feasible" } else { "unknown" }, "{of}");
                assert!(took < PATIENCE, "{of}");
            }
        }
    }
}

#[test]
fn time_limits_hold_on_boards_of_a_million_cells() {
    for (rows, cols, colours) in [(1000, 1000, 5), (1000, 1000, 62), (10_000, 100, 5), (100, 10_000, 5)] {
        let board = board(rows, cols, colours);
        for words in ["--goal score", "--goal clear", "--method anneal --threads 2"] {
            let (record, _) = searched(&format!("{words} --time 100ms"), &board);
            let of = format!("{rows}x{cols} {words} {}", record["seconds"]);
            assert_eq!(record["stopped_by"], "time", "{of}");
            // Reading the board is not part of the search.
            assert!(record["seconds"].as_f64().unwrap() < PATIENCE.as_secs_f64(), "{of}");
        }
    }
}

#[test]
fn larger_boards_are_refused_at_once() {
    let large = board(1001, 1000, 2);
    for words in ["", "--goal clear", "--method exact", "--method anneal"] {
        let run = tilefall(&format!("samegame solve --format rows {words}"), large.as_bytes());
        let expected = "<stdin>:1:1: a board of 1001 rows and 1000 columns is too large for a search, \
                        expected at most 1,000,000 cells and 10,000 rows or columns\n";
        assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("", expected, Some(1)), "{words}");
    }
    let run = tilefall("samegame solve --format rows --output jsonl", large.as_bytes());
    let record: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&record["status"], run.code), (&"error".into(), Some(1)), "{record}");
    assert!(record["error"].as_str().unwrap().contains("too large for a search"), "{record}");
    let large = board(130, 130, 5);
    let run = tilefall("samegame solve --format rows --method exact", large.as_bytes());
    let expected = "too large for this method, expected at most 16,000 tiles\n";
    assert!(run.err.ends_with(expected) && run.code == Some(1), "{run:?}");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "seconds, but minutes where every step is checked")]
fn without_limits_a_search_of_a_large_board_ends() {
    let words = "samegame solve --format rows --output jsonl --no-timings";
    let run = tilefall(words, board(80, 100, 6).as_bytes());
    let record: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (&record["status"], &record["stopped_by"]),
        (&"feasible".into(), &"trials".into()),
        "{record}"
    );
    assert!(record["bound"].as_i64() > record["score"].as_i64(), "{record}");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use crate::support::signals::{signal, signal_after, start};
    use std::io::{BufRead as _, BufReader, Write as _};

    /// Starts a search of a board that is written to its standard input.
    fn search(words: &str, board: &str) -> std::process::Child {
        let mut child = start(&format!("samegame solve --format rows --output jsonl --time 10m {words}"));
        child.stdin.take().unwrap().write_all(board.as_bytes()).unwrap();
        child
    }

    #[test]
    fn a_signal_keeps_the_best_list_of_every_method() {
        for (rows, cols, colours) in SIZES {
            let board = board(rows, cols, colours);
            for method in METHODS {
                if !takes(method, rows, cols) {
                    continue;
                }
                for threads in [1, 2] {
                    let words = format!("--method {method} --threads {threads}");
                    // A busy machine may need longer for the first list, so longer times are tried.
                    let (output, record) = [100, 400, 2000, 10_000]
                        .into_iter()
                        .map(|time| {
                            let child = search(&words, &board);
                            let output = signal_after(Duration::from_millis(time), child, "INT");
                            let record: Value = serde_json::from_slice(&output.stdout).unwrap();
                            (output, record)
                        })
                        .find(|(_, record)| record["status"] != "unknown")
                        .unwrap_or_else(|| panic!("{rows}x{cols} {words}: no list in 10 s"));
                    let of = format!("{rows}x{cols} {words}: {record}");
                    assert_eq!((output.status.code(), output.stderr.len()), (Some(130), 0), "{of}");
                    assert_eq!(
                        (&record["status"], &record["stopped_by"]),
                        (&"feasible".into(), &"interrupt".into()),
                        "{of}"
                    );
                    assert!(record["moves"].is_array() && record["score"].is_i64(), "{of}");
                }
            }
        }
    }

    #[test]
    fn the_trace_holds_the_best_list_while_a_search_lasts() {
        let folder = tempfile::tempdir().unwrap();
        let trace = folder.path().join("trace");
        let child = search(&format!("--trace {}", trace.display()), &board(15, 15, 5));
        let begun = Instant::now();
        let lines = || std::fs::read_to_string(&trace).unwrap_or_default();
        while !lines().ends_with('\n') && begun.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(10));
        }
        let output = signal(child, "TERM");
        assert_eq!(output.status.code(), Some(130));
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        let last: Value = serde_json::from_str(lines().lines().last().unwrap()).unwrap();
        for field in ["hash", "score", "moves"] {
            assert_eq!(last[field], answer[field], "{field}");
        }
    }

    #[test]
    fn people_see_the_best_so_far_where_they_ask_for_it() {
        let words = "--time 10m --progress always --threads 1";
        let puzzles = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
        let hard = puzzles.lines().find(|line| line.contains("none-10/01")).unwrap();
        for (verb, input, state, unit) in [
            ("samegame solve --format rows", board(15, 15, 5), " s, best ", " trials, "),
            (
                "mayan solve --output text --shortest --moves 40",
                hard.to_owned(),
                " s, no list of fewer than ",
                " boards, ",
            ),
        ] {
            let mut child = start(&format!("{verb} {words}"));
            child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
            let mut line = String::new();
            let mut errors = BufReader::new(child.stderr.take().unwrap());
            errors.read_line(&mut line).unwrap();
            signal(child, "INT");
            drop(errors);
            let parts = [state, unit, " k/s, "];
            assert!(parts.iter().all(|part| line.contains(part)) && line.ends_with(" left\n"), "{line:?}");
        }
    }
}
