//! `samegame solve` under limits and signals, and what it tells meanwhile.

use crate::support::tilefall;
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

/// Far more than a search may go on after its limit on a machine of its own, 200 ms: tests run side by side,
/// and where every step is checked.
fn grace() -> Duration {
    Duration::from_millis(if cfg!(debug_assertions) { 10_000 } else { 1_500 })
}

/// Boards of every kind, and the plain grid.
const SIZES: [(usize, usize, u64); 4] = [(15, 15, 5), (10, 40, 4), (64, 64, 5), (100, 100, 5)];

#[test]
fn time_limits_hold_on_every_board() {
    for (rows, cols, colours) in SIZES {
        for goal in ["score", "clear"] {
            let begun = Instant::now();
            let words = format!("samegame solve --format rows --output jsonl --goal {goal} --time 300ms");
            let run = tilefall(&words, board(rows, cols, colours).as_bytes());
            let took = begun.elapsed();
            let record: Value = serde_json::from_str(&run.out).unwrap();
            let of = format!("{rows}x{cols} {goal}: {record} {took:?}");
            assert!(took < Duration::from_millis(300) + grace(), "{of}");
            let open = record["status"] == "feasible" || record["status"] == "unknown";
            assert!(!open || record["stopped_by"] == "time", "{of}");
            assert!(goal == "clear" || record["score"].as_i64() >= Some(0), "{of}");
        }
    }
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
    use crate::support::signals::{signal, start};
    use std::io::Write as _;

    /// Starts a search of a board that is written to its standard input.
    fn search(words: &str, board: &str) -> std::process::Child {
        let mut child = start(&format!("samegame solve --format rows --output jsonl --time 1m {words}"));
        child.stdin.take().unwrap().write_all(board.as_bytes()).unwrap();
        child
    }

    #[test]
    fn a_signal_keeps_the_best_list_of_every_method() {
        for (rows, cols, colours) in SIZES {
            let board = board(rows, cols, colours);
            for method in ["auto", "anneal", "exact", "nrpa", "nested"] {
                if method == "anneal" && rows > 64 {
                    continue;
                }
                for threads in [1, 2] {
                    let words = format!("--method {method} --threads {threads}");
                    let (output, took) = signal(search(&words, &board), "INT");
                    let record: Value = serde_json::from_slice(&output.stdout).unwrap();
                    let of = format!("{rows}x{cols} {words}: {record} {took:?}");
                    assert_eq!((output.status.code(), output.stderr.len()), (Some(130), 0), "{of}");
                    assert_eq!(
                        (&record["status"], &record["stopped_by"]),
                        (&"feasible".into(), &"interrupt".into()),
                        "{of}"
                    );
                    assert!(record["moves"].is_array() && record["score"].is_i64(), "{of}");
                    assert!(took < grace(), "{of}");
                }
            }
        }
    }

    #[test]
    fn the_best_list_lies_beside_the_output_while_a_search_lasts() {
        let folder = tempfile::tempdir().unwrap();
        let (out, best) = (folder.path().join("out.jsonl"), folder.path().join("out.jsonl.best"));
        let child = search(&format!("--out {} --trace {0}.trace", out.display()), &board(15, 15, 5));
        let begun = Instant::now();
        while !best.exists() && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let kept: Value = serde_json::from_slice(&std::fs::read(&best).unwrap()).unwrap();
        let (output, _) = signal(child, "TERM");
        assert_eq!(output.status.code(), Some(130));
        let text = std::fs::read_to_string(&out).unwrap();
        let last: Value = serde_json::from_str(&text).unwrap();
        assert!(kept["score"].as_i64().unwrap() <= last["score"].as_i64().unwrap(), "{kept} {last}");
        assert_eq!((&kept["hash"], &last["stopped_by"]), (&last["hash"], &"interrupt".into()));
        let kept: Value = serde_json::from_slice(&std::fs::read(&best).unwrap()).unwrap();
        assert_eq!(
            (&kept["score"], &kept["moves"]),
            (&last["score"], &last["moves"]),
            "the next run needs it"
        );
        let names = std::fs::read_dir(folder.path()).unwrap().count();
        assert!(names <= 4, "the answer, its sidecar, the best list and the trace, but {names} files");
    }

    #[test]
    fn people_see_the_best_so_far_where_they_ask_for_it() {
        let mut child = start("samegame solve --format rows --time 8s --progress always --threads 1");
        child.stdin.take().unwrap().write_all(board(15, 15, 5).as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(3600));
        let (output, _) = signal(child, "INT");
        let told = String::from_utf8(output.stderr).unwrap();
        let line = told.lines().next().unwrap_or_default();
        assert!(
            line.contains(" s, best ") && line.contains(" trials, ") && line.contains(" k/s, "),
            "{told:?}"
        );
        assert!(line.ends_with(" left"), "{told:?}");
    }
}
