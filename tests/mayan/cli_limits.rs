//! `mayan solve` under limits, signals and closed pipes.

use crate::support::tilefall;
use serde_json::Value;

/// Returns a board without a solution; for 14 moves, a proof is out of reach.
fn hard() -> String {
    let all = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
    all.lines().find(|line| line.contains("\"none-10/")).unwrap().to_owned() + "\n"
}

#[test]
fn the_record_of_a_search_tells_of_its_limit_on_nodes() {
    let one = tilefall("mayan solve --moves 14 --nodes 5000 --no-timings", hard().as_bytes());
    let record: Value = serde_json::from_str(&one.out).unwrap();
    let field = |name: &str| record[name].clone();
    assert_eq!((field("status"), field("stopped_by")), ("unknown".into(), "nodes".into()));
    assert_eq!((field("nodes"), one.code), (5000.into(), Some(0)));
    let native = tilefall("mayan solve --output native --moves 14 --nodes 5000", hard().as_bytes());
    assert_eq!((native.out.as_str(), native.code), ("", Some(0)));
    assert_eq!(native.err, "none-10/01: unknown, stopped by --nodes\n");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use crate::support::signals::{signal, signal_after, start};
    use std::io::Write as _;
    use std::time::Duration;

    #[test]
    fn a_signal_ends_a_search_with_an_honest_record() {
        for (name, words) in [
            ("INT", "--moves 14"),
            ("TERM", "--moves 14 --threads 1"),
            ("INT", "--shortest --moves 14"),
            ("TERM", "--moves 14 --count"),
        ] {
            let mut child = start(&format!("mayan solve {words}"));
            child.stdin.take().unwrap().write_all(hard().as_bytes()).unwrap();
            let output = signal(child, name);
            let record: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(record["status"], "unknown", "{words}");
            assert_eq!(record["stopped_by"], "interrupt", "{words}");
            assert_eq!((output.status.code(), output.stderr.len()), (Some(130), 0), "{words}");
        }
    }

    #[test]
    fn a_signal_in_a_batch_leaves_a_record_for_each_puzzle_begun() {
        for (puzzles, begun, more_to_come) in [(5, 2, false), (5, 2, true), (2, 2, true)] {
            let mut child = start("mayan solve --moves 14 --threads 2 --progress never");
            let mut input = child.stdin.take().unwrap();
            input.write_all(hard().repeat(puzzles).as_bytes()).unwrap();
            let held = more_to_come.then_some(input);
            let output = signal_after(Duration::from_millis(600), child, "INT");
            drop(held);
            let out = String::from_utf8(output.stdout).unwrap();
            assert_eq!((output.status.code(), out.lines().count()), (Some(130), begun));
            assert!(out.lines().all(|line| line.contains(r#""stopped_by":"interrupt""#)), "{out}");
            assert!(output.stderr.is_empty());
        }
    }

    #[test]
    fn a_signal_ends_the_wait_for_input() {
        let mut child = start("mayan solve");
        let held = child.stdin.take();
        let output = signal(child, "INT");
        drop(held);
        assert_eq!((output.status.code(), output.stdout.len(), output.stderr.len()), (Some(130), 0, 0));
    }
}
