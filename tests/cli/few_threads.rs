//! A system that starts few threads, or none: a batch continues with the threads available, or ends with exit code 3.

use crate::support::{Run, shell_in};

/// Runs a shell line in which at most `threads` threads can start: each takes 1 GiB of a limited address space.
fn with_threads(dir: &std::path::Path, threads: u32, line: &str) -> Run {
    let kilobytes = threads * (1 << 20) + (700 << 10);
    let run = shell_in(dir, &format!("ulimit -v {kilobytes}; export RUST_MIN_STACK=1073741824; {line}"));
    assert!(!run.err.contains("panicked"), "{threads} threads: {}", run.err);
    run
}

#[test]
fn a_batch_takes_the_threads_that_there_are() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let all = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
    let text: String = all.lines().take(40).map(|line| format!("{line}\n")).collect();
    std::fs::write(dir.join("p.jsonl"), text).unwrap();
    let words = "mayan solve --no-timings --nodes 300 --memory 1M --threads 4 --progress never";
    let whole = shell_in(dir, &format!("$TILEFALL {words} p.jsonl"));
    assert_eq!(whole.code, Some(0));
    for (name, more) in [("a", ""), ("b", "--total-time 1h")] {
        let mut ends = Vec::new();
        for threads in 0..=7 {
            let line =
                format!("$TILEFALL {words} {more} --out {name} --resume p.jsonl && cat {name} && rm {name}*");
            let run = with_threads(dir, threads, &line);
            match run.code {
                Some(0) => assert_eq!((&run.out, run.err.as_str()), (&whole.out, "")),
                code => assert_eq!((code, run.err.lines().count()), (Some(3), 1), "{}", run.err),
            }
            ends.push(run.code);
        }
        // The threads for signals, syncing and reading leave fewer than four for solving.
        assert_eq!(ends[0], Some(3), "{more}: {ends:?}");
        assert!(ends[5..].iter().all(|&code| code == Some(0)), "{more}: {ends:?}");
    }
    // A single puzzle without a time limit, a stream, and a conversion.
    for (line, puzzles) in [
        ("head -1 p.jsonl | $TILEFALL mayan solve --threads 1 --memory 1M --output jsonl", 1),
        ("head -20 p.jsonl | $TILEFALL mayan solve --memory 1M --nodes 300 --progress never --threads 2", 20),
        ("$TILEFALL convert --to rows p.jsonl | head -c 0; $TILEFALL convert --to jsonl p.jsonl", 40),
    ] {
        for threads in 0..4 {
            let run = with_threads(dir, threads, line);
            let done = run.code == Some(0) && run.out.lines().count() == puzzles;
            assert!(done || run.code == Some(3), "{line}, {threads}: {:?} {}", run.code, run.err);
        }
    }
}
