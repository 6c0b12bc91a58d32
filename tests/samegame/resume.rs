//! `--trace` and `--from`: a long SameGame search that is killed and started again never loses the best list.

#![cfg(unix)]

use crate::support::{Run, run_in, shell_in};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Returns a random board that no search solves to optimality in a second.
fn board(rows: usize, cols: usize) -> String {
    let mut state = 7_u64;
    let mut cell = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(b'1' + ((state >> 33) % 5) as u8)
    };
    let rows: Vec<String> =
        (0..rows).map(|_| format!("\"{}\"", (0..cols).map(|_| cell()).collect::<String>())).collect();
    format!("{{\"id\":\"board\",\"game\":\"samegame\",\"rows\":[{}]}}\n", rows.join(","))
}

fn folder() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("board.jsonl"), board(15, 15)).unwrap();
    dir
}

fn score(record: &str) -> i64 {
    serde_json::from_str::<Value>(record).unwrap()["score"].as_i64().unwrap()
}

#[test]
fn a_search_that_was_killed_goes_on_from_its_trace() {
    let dir = folder();
    let trace = dir.path().join("trace");
    let words =
        "samegame solve --method anneal --threads 1 --no-timings --output jsonl --trace trace board.jsonl";
    let mut most = i64::MIN;
    for turn in 0..4 {
        let from = if turn > 0 { "--from trace" } else { "" };
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
        command.args(format!("{words} --time 1m {from}").split_whitespace()).current_dir(dir.path());
        let lines = || std::fs::read_to_string(&trace).unwrap_or_default();
        let before = lines().len();
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        while lines().len() <= before || !lines().ends_with('\n') {
            assert!(begun.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let last = lines().lines().filter(|line| line.ends_with('}')).map(score).next_back().unwrap();
        assert!(last >= most, "{last} after {most}");
        most = last;
    }
    let run = run_in(dir.path(), &format!("{words} --nodes 1 --from trace"), b"");
    assert!(run.code == Some(0) && score(&run.out) >= most, "{}", run.err);
}

#[test]
fn a_list_that_does_not_fit_is_told_and_nothing_is_searched() {
    let dir = folder();
    let dir = dir.path();
    let pair = r#"{"id":"pair","game":"samegame","rows":["11"]}"#;
    std::fs::write(dir.join("pair.jsonl"), format!("{pair}\n")).unwrap();
    let first = run_in(dir, "samegame solve --nodes 1000 --no-timings board.jsonl", b"");
    std::fs::write(dir.join("known.jsonl"), &first.out).unwrap();
    let hash = serde_json::from_str::<Value>(&first.out).unwrap()["hash"].as_str().unwrap().to_owned();
    let edit = |name: &str, list: &str| {
        let mut record: Value = serde_json::from_str(&first.out).unwrap();
        record["moves"] = serde_json::from_str(list).unwrap();
        std::fs::write(dir.join(name), format!("{record}\n")).unwrap();
    };
    edit("outside.jsonl", "[[1,99]]");
    std::fs::write(dir.join("single.txt"), "1 1\n1 1\n").unwrap();
    std::fs::write(dir.join("empty.jsonl"), "").unwrap();
    std::fs::write(dir.join("puzzle.jsonl"), format!("{pair}\n")).unwrap();
    for (words, message) in [
        (
            "--from known.jsonl pair.jsonl",
            "known.jsonl has no list for this puzzle and these rules, expected hash",
        ),
        (
            "--from known.jsonl --score n1 board.jsonl",
            "the list at known.jsonl:1 belongs to another board or other rules",
        ),
        ("--from outside.jsonl board.jsonl", "its click 1, 1 99, removes nothing"),
        ("--from single.txt board.jsonl", "single.txt:1:1: this is not a list, expected a result record"),
        ("--from empty.jsonl board.jsonl", "empty.jsonl:1:1: the file holds no list"),
        (
            "--from puzzle.jsonl board.jsonl",
            "puzzle.jsonl:1:1: this is not a list, expected a result record of SameGame",
        ),
    ] {
        for output in ["", "--out new.jsonl"] {
            let Run { out, err, code } =
                run_in(dir, &format!("samegame solve --time 1m {output} {words}"), b"");
            assert_eq!(code, Some(1), "{words}: {err}");
            assert!(err.contains(message), "{words}: {err}");
            assert!(!out.contains("\"moves\""), "{words}: {out}");
            for name in ["new.jsonl", "new.jsonl.tilefall"] {
                let _ = std::fs::remove_file(dir.join(name));
            }
        }
    }
    // In a batch a puzzle needs no list, but every list must belong to a puzzle.
    let both = format!("{}{pair}\n", std::fs::read_to_string(dir.join("board.jsonl")).unwrap());
    std::fs::write(dir.join("both.jsonl"), &both).unwrap();
    let fits = run_in(dir, "samegame solve --nodes 10 --from known.jsonl both.jsonl", b"");
    assert_eq!(fits.code, Some(0), "{}", fits.err);
    let left = run_in(dir, "samegame solve --nodes 10 --score n1 --from known.jsonl both.jsonl", b"");
    assert_eq!((left.out.lines().count(), left.code), (2, Some(1)));
    assert!(
        left.err.starts_with("known.jsonl:1:1: this list belongs to no puzzle that was solved\n"),
        "{}",
        left.err
    );
    assert!(!left.out.contains(&hash));
}

#[test]
fn a_trace_is_a_file_of_lists() {
    let dir = folder();
    let dir = dir.path();
    let first = run_in(dir, "samegame solve --nodes 20000 --no-timings --trace trace board.jsonl", b"");
    let most = score(&first.out);
    let trace = std::fs::read_to_string(dir.join("trace")).unwrap();
    assert!(trace.lines().count() > 2 && trace.contains("\"hash\":"));
    // A killed run may leave a torn line.
    for (name, text) in [("whole", &trace), ("torn", &format!("{trace}{{\"v\":1,\"index\":0,\"id"))] {
        std::fs::write(dir.join(name), text).unwrap();
        let words =
            format!("samegame solve --nodes 1 --method anneal --from {name} --trace {name} board.jsonl");
        let run = run_in(dir, &words, b"");
        assert_eq!(run.code, Some(0), "{name}: {}", run.err);
        assert_eq!(score(&run.out), most, "{name}");
        let text = std::fs::read_to_string(dir.join(name)).unwrap();
        assert!(text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{name}");
        assert!(text.lines().count() > trace.lines().count(), "{name}");
    }
}

#[test]
fn a_trace_that_cannot_be_written_is_a_failure() {
    let dir = folder();
    let line =
        "ulimit -f 1; trap '' XFSZ; exec $TILEFALL samegame solve --nodes 20000 --trace trace board.jsonl";
    let run = shell_in(dir.path(), line);
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(run.err.starts_with("error: trace: the trace cannot be written: File too large"), "{}", run.err);
    assert!(run.out.contains("\"moves\""));
}
