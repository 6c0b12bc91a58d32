//! A long SameGame search that is killed, interrupted and resumed never loses the best list.

#![cfg(unix)]

use crate::support::{Run, run_in, shell_in};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A board that no search solves to optimality in a second.
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

fn record(path: &Path) -> Option<Value> {
    serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()
}

fn score(path: &Path) -> Option<i64> {
    record(path)?["score"].as_i64()
}

/// Starts a search, and sends a signal once it has saved a list.
fn search(dir: &Path, words: &str, signal: &str) {
    crate::support::signals::hear();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
    command.args(words.split_whitespace()).current_dir(dir).stdin(Stdio::null());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while !dir.join("out.best").exists() {
        assert!(begun.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(100));
    let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_search_that_goes_on_starts_from_the_best_list_and_never_replaces_it_by_a_worse_one() {
    let dir = folder();
    let dir = dir.path();
    let (out, best) = (dir.join("out"), dir.join("out.best"));
    let good = run_in(dir, "samegame solve --nodes 300000 --method anneal --no-timings board.jsonl", b"");
    let good: Value = serde_json::from_str(&good.out).unwrap();
    let most = good["score"].as_i64().unwrap();
    let words = "samegame solve --method anneal --time 1m --threads 1 --out out board.jsonl --resume";
    search(dir, words, "KILL");
    assert!(score(&best).unwrap() < most);
    std::fs::write(&best, format!("{good}\n")).unwrap();
    for (number, signal) in ["KILL", "TERM", "INT"].iter().cycle().enumerate() {
        search(dir, words, signal);
        assert_eq!(score(&best), Some(most), "after {signal}");
        // A busy machine may not have started the search before the signal.
        if number > 3 && score(&out).is_some() {
            break;
        }
        assert!(number < 60);
    }
    // The record of the interrupted search has the list, too.
    assert_eq!(score(&out), Some(most));
    assert_eq!(record(&out).unwrap()["stopped_by"], "interrupt");
    // A search that ends has the list in its answer, and the file is removed.
    std::fs::remove_file(&out).unwrap();
    let side = std::fs::read_to_string(dir.join("out.tilefall")).unwrap();
    std::fs::write(dir.join("out.tilefall"), side.replace("\"60000ms\"", "\"200ms\"")).unwrap();
    let run = run_in(dir, &words.replace("1m", "200ms"), b"");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(score(&out), Some(most));
    assert!(!best.exists());
}

#[test]
fn the_best_list_of_an_earlier_run_is_not_written_over_without_being_asked_for() {
    let dir = folder();
    let dir = dir.path();
    search(dir, "samegame solve --time 1m --threads 1 --out out board.jsonl", "KILL");
    let before = std::fs::read(dir.join("out.best")).unwrap();
    let run = run_in(dir, "samegame solve --time 100ms --out out board.jsonl", b"");
    assert_eq!((run.out.as_str(), run.code), ("", Some(2)));
    assert_eq!(
        run.err,
        "error: out: out.best holds the best list of an earlier run; --resume starts from it\n"
    );
    let run = run_in(dir, "samegame solve --time 100ms --out out --resume --score n1 board.jsonl", b"");
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert_eq!(std::fs::read(dir.join("out.best")).unwrap(), before);
    // A file with other content in its place is not touched either.
    std::fs::write(dir.join("out.best"), "notes\n").unwrap();
    let words = "samegame solve --time 1m --threads 1 --out out --resume board.jsonl";
    let run = run_in(dir, words, b"");
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.starts_with("error: out.best: this is not the best list of an earlier run"),
        "{}",
        run.err
    );
}

#[test]
fn the_best_list_is_read_only_once_no_other_run_can_write_it() {
    let dir = folder();
    let dir = dir.path();
    let good = run_in(dir, "samegame solve --nodes 100000 --method anneal --no-timings board.jsonl", b"").out;
    std::fs::write(dir.join("good"), &good).unwrap();
    // The other run ends, with a better list, before the first puzzle arrives.
    let script = "
        mkfifo feed; $TILEFALL samegame solve --method anneal --nodes 1 --no-timings -q --out out --resume < feed &
        exec 9> feed; sleep 0.3; cp good out.best; cat board.jsonl >&9; exec 9>&-; wait";
    let run = shell_in(dir, script);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
    let most = serde_json::from_str::<Value>(&good).unwrap()["score"].as_i64();
    assert_eq!(score(&dir.join("out")), most);
}

#[test]
fn the_best_list_of_another_puzzle_is_kept_and_that_of_an_answered_one_removed() {
    let dir = folder();
    let dir = dir.path();
    let (out, best) = (dir.join("out"), dir.join("out.best"));
    let good = run_in(dir, "samegame solve --nodes 1000 --method anneal --no-timings board.jsonl", b"").out;
    let (two, four) = (r#"{"game":"samegame","rows":["11","22"]}"#, r#"{"game":"samegame","rows":["1122"]}"#);
    for (number, text) in [format!("{two}\n"), format!("{two}\n{four}\n")].iter().enumerate() {
        let name = format!("in{number}.jsonl");
        std::fs::write(dir.join(&name), text).unwrap();
        std::fs::write(&best, &good).unwrap();
        // The second run has nothing left to solve.
        for _ in 0..2 {
            let run = run_in(dir, &format!("samegame solve --no-timings --out out --resume -q {name}"), b"");
            let told = "out.best: this list belongs to another puzzle and is kept\n";
            assert_eq!((run.err.as_str(), run.code), (&*format!("error: {told}"), Some(0)), "{text}");
            assert_eq!(std::fs::read_to_string(&best).unwrap(), good);
        }
        std::fs::remove_file(&out).unwrap();
        std::fs::remove_file(dir.join("out.tilefall")).unwrap();
    }
    // A run that was killed between the end of its file and the removal.
    std::fs::remove_file(&best).unwrap();
    let words = "samegame solve --nodes 1000 --method anneal --no-timings -q --out out --resume board.jsonl";
    for left in [false, true] {
        if left {
            std::fs::write(&best, &good).unwrap();
        }
        let run = run_in(dir, words, b"");
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
        assert!(!best.exists());
    }
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
    std::fs::write(dir.join("single.txt"), "1 1\n1 1\n1 1\n1 1\n1 1\n1 1\n1 1\n1 1\n1 1\n1 1\n1 1\n")
        .unwrap();
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
        ("--from single.txt board.jsonl", "the list at single.txt belongs to another board: its click "),
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
    let score = |text: &str| serde_json::from_str::<Value>(text).unwrap()["score"].as_i64().unwrap();
    let most = score(&first.out);
    let trace = std::fs::read_to_string(dir.join("trace")).unwrap();
    assert!(trace.lines().count() > 2 && trace.contains("\"hash\":"));
    // A killed run may leave a torn line; older traces had no hash.
    let old: String = trace
        .split("\"hash\":")
        .enumerate()
        .map(
            |(at, part)| {
                if at == 0 { part.to_owned() } else { part[part.find(',').unwrap() + 1..].to_owned() }
            },
        )
        .collect();
    for (name, text) in [("whole", &trace), ("torn", &format!("{trace}{{\"index\":0,\"id")), ("old", &old)] {
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
