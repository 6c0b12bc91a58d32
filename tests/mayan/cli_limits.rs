//! `mayan solve` under limits, signals and closed pipes.

use crate::support::{sample, tilefall};
use serde_json::Value;
use std::time::{Duration, Instant};

/// A board without a solution, far too hard at 14 moves.
fn hard() -> String {
    let all = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
    all.lines().find(|line| line.contains("\"none-10/")).unwrap().to_owned() + "\n"
}

#[test]
fn node_limits_give_the_same_on_any_number_of_threads() {
    let words = "mayan solve --moves 14 --nodes 5000 --no-timings --threads";
    let one = tilefall(&format!("{words} 1"), hard().as_bytes());
    let record: Value = serde_json::from_str(&one.out).unwrap();
    let field = |name: &str| record[name].clone();
    assert_eq!((field("status"), field("stopped_by")), ("unknown".into(), "nodes".into()));
    assert_eq!((field("nodes"), one.code), (5000.into(), Some(0)));
    for threads in [2, 8] {
        assert_eq!(tilefall(&format!("{words} {threads}"), hard().as_bytes()), one, "{threads}");
    }
    let native = tilefall("mayan solve --output native --moves 14 --nodes 5000", hard().as_bytes());
    assert_eq!((native.out.as_str(), native.code), ("", Some(0)));
    assert_eq!(native.err, "none-10/01: unknown, stopped by --nodes\n");
}

#[test]
fn time_limits_hold_in_every_mode() {
    for words in [
        "--exactly --moves 14",
        "--shortest --moves 14",
        "--exactly --moves 14 --all",
        "--within --moves 14 --count",
        "--exactly --moves 14 --threads 1",
    ] {
        let begun = Instant::now();
        let run = tilefall(&format!("mayan solve {words} --time 200ms"), hard().as_bytes());
        let took = begun.elapsed();
        let record: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(
            (&record["status"], &record["stopped_by"]),
            (&"unknown".into(), &"time".into()),
            "{words}"
        );
        assert!(took >= Duration::from_millis(200), "{words}: {took:?}");
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{words}");
    }
}

#[test]
fn little_memory_is_enough() {
    for memory in ["64K", "1M", "1G"] {
        let run = tilefall(&format!("mayan solve --memory {memory}"), &sample("noip.txt"));
        assert_eq!(run.out, "2 1 1\n3 1 1\n3 0 1\n", "{memory}");
    }
}

#[cfg(unix)]
mod unix {
    use super::*;
    use crate::support::signals::{signal, signal_after, start};
    use std::io::Write as _;

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

    #[test]
    fn a_closed_pipe_ends_quietly() {
        let many = r#"{"game":"mayan","rows":["11.1."]}"#.to_owned() + "\n";
        for (words, input) in [
            ("", many.repeat(3000)),
            ("--all --moves 5 --within --output text", many.clone()),
            ("--output native", many),
        ] {
            let mut child = start(&format!("mayan solve {words}"));
            drop(child.stdout.take());
            let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
            let output = child.wait_with_output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{words}");
        }
    }
}
