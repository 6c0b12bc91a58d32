//! Resuming files with records that belong to no puzzle, and with records of puzzles that share an index.

use crate::support::{Run, run_in};
use std::path::Path;
use tempfile::TempDir;

const SOLVE: &str = "mayan solve --no-timings --nodes 500 --progress never --out out";

fn puzzles(number: usize) -> Vec<String> {
    let all = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
    all.lines().take(number).map(|line| format!("{line}\n")).collect()
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn read(dir: &Path, name: &str) -> String {
    std::fs::read_to_string(dir.join(name)).unwrap()
}

/// Writes results as of an unfinished run that does not know its input, without other files beside them.
fn put(dir: &Path, text: &str) {
    let mut side: serde_json::Value = serde_json::from_str(&read(dir, "out.tilefall")).unwrap();
    (side["complete"], side["count"], side["input"]) = (false.into(), None::<u64>.into(), None::<u64>.into());
    std::fs::write(dir.join("out.tilefall"), side.to_string()).unwrap();
    std::fs::write(dir.join("out"), text).unwrap();
    let _ = std::fs::remove_file(dir.join("out.salvage"));
}

/// Returns the record with the index of puzzle 999.
fn foreign(record: &str) -> String {
    let (_, rest) = record.split_once(",\"id\":").unwrap();
    format!("{{\"v\":1,\"index\":999,\"id\":{rest}")
}

fn complete(dir: &Path) -> bool {
    read(dir, "out.tilefall").contains("\"complete\":true")
}

/// A folder with 30 puzzles and their results.
fn folder(words: &str, input: &str) -> (TempDir, String) {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("p.jsonl"), puzzles(30).concat()).unwrap();
    let run = run_in(dir.path(), &format!("{SOLVE} {words}"), input.as_bytes());
    assert!(matches!(run.code, Some(0 | 1)), "{}", run.err);
    let whole = read(dir.path(), "out");
    (dir, whole)
}

#[test]
fn a_file_that_another_version_began_is_refused() {
    let (dir, whole) = folder("p.jsonl", "");
    let side = read(dir.path(), "out.tilefall");
    let version = env!("CARGO_PKG_VERSION");
    let other = side.replace(&format!("\"tilefall\":\"{version}\""), "\"tilefall\":\"0.1.9\"");
    std::fs::write(dir.path().join("out.tilefall"), &other).unwrap();
    let run = run_in(dir.path(), &format!("{SOLVE} p.jsonl --resume"), b"");
    let message = format!(
        "error: out: was begun by tilefall 0.1.9, and this is {version}, whose answers may differ: continue with tilefall 0.1.9, or \
         begin another file\n"
    );
    assert_eq!(run, Run { out: String::new(), err: message, code: Some(2) });
    assert_eq!((read(dir.path(), "out"), read(dir.path(), "out.tilefall")), (whole, other));
}

#[test]
fn a_record_of_no_puzzle_of_a_stream_is_told_at_the_end_and_kept() {
    let input = puzzles(30).concat();
    for order in ["", "--unordered"] {
        let (dir, whole) = folder(order, &input);
        let dir = dir.path();
        let all = lines(&whole);
        let foreign = foreign(all[24]);
        let resume = |input: &str| run_in(dir, &format!("{SOLVE} {order} --resume"), input.as_bytes());
        put(dir, &format!("{}torn\n{foreign}", all[..20].concat()));
        // Every attempt fails in the same way.
        for _ in 0..2 {
            let Run { err, code, .. } = resume(&input);
            assert_eq!(code, Some(2), "{order}: {err}");
            assert!(err.contains("has no puzzle for the record with index 999\n"), "{order}: {err}");
            assert!(!complete(dir) && read(dir, "out.salvage") == foreign);
            assert_eq!(read(dir, "out").lines().count(), 30);
        }
        std::fs::remove_file(dir.join("out.salvage")).unwrap();
        assert_eq!(resume(&input), Run { out: String::new(), err: String::new(), code: Some(0) });
        assert!(complete(dir));
    }
}

#[test]
fn a_stream_that_ends_too_soon_loses_no_record() {
    let input = puzzles(30);
    let (dir, whole) = folder("", &input.concat());
    let dir = dir.path();
    let all = lines(&whole);
    put(dir, &format!("{}torn\n{}", all[..12].concat(), all[13..].concat()));
    let run = run_in(dir, &format!("{SOLVE} --resume"), input[..20].concat().as_bytes());
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(run.err.contains("the record with index 20, 21, 22 and 7 more\n"), "{}", run.err);
    assert!(!complete(dir));
    let run = run_in(dir, &format!("{SOLVE} --resume"), input.concat().as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(read(dir, "out") == whole && complete(dir) && !dir.join("out.salvage").exists());
}

#[test]
fn a_record_of_no_puzzle_is_refused_though_an_input_cannot_be_read() {
    for order in ["", "--unordered"] {
        let words = format!("{order} p.jsonl none.jsonl");
        let (dir, whole) = folder(&words, "");
        let dir = dir.path();
        let all = lines(&whole);
        let foreign = foreign(all[24]);
        let text = format!("{}{foreign}{}", all[..20].concat(), all[20..].concat());
        put(dir, &text);
        let run = run_in(dir, &format!("{SOLVE} {words} --resume"), b"");
        assert_eq!(run.code, Some(2), "{order}: {}", run.err);
        assert!(run.err.contains("it has no puzzle for the record with index 999\n"), "{}", run.err);
        assert!(read(dir, "out") == text && !dir.join("out.salvage").exists(), "{order}");
    }
}

#[test]
fn puzzles_that_share_an_index_and_an_id_keep_their_records() {
    let indexed =
        |puzzle: &str, index: u32| puzzle.replacen("\"v\":1,", &format!("\"v\":1,\"index\":{index},"), 1);
    let all = puzzles(9);
    let [a, b] = [indexed(&all[0], 5), indexed(&all[1], 5)];
    let more: Vec<String> = (2..9).map(|at| indexed(&all[at as usize], at + 10)).collect();
    for twins in [vec![&a, &a], vec![&a, &b], vec![&a, &a, &a], vec![&a, &b, &a]] {
        let input: String = twins.iter().copied().chain(&more).map(String::as_str).collect();
        for (order, stream) in [("", false), ("", true), ("--unordered", false), ("--unordered", true)] {
            let words = if stream { order.to_owned() } else { format!("{order} twins.jsonl") };
            let dir = tempfile::tempdir().unwrap();
            let dir = dir.path();
            std::fs::write(dir.join("twins.jsonl"), &input).unwrap();
            let solve = |more: &str| run_in(dir, &format!("{SOLVE} {words} {more}"), input.as_bytes());
            assert_eq!(solve("").code, Some(1));
            let whole = read(dir, "out");
            let sorted = |text: &str| {
                let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
                if !order.is_empty() {
                    lines.sort();
                }
                lines
            };
            // The worst case: the answer is the last one in any order.
            let (answers, errors): (Vec<_>, Vec<_>) =
                lines(&whole).into_iter().partition(|line| !line.contains("an earlier puzzle"));
            let (answers, errors) = (answers.concat(), errors.concat());
            let backwards: String = lines(&whole).into_iter().rev().collect();
            for (what, text) in [
                ("whole", whole.clone()),
                ("behind a cut", format!("torn\n{whole}")),
                ("backwards", backwards),
                ("errors first", format!("{errors}{answers}")),
                ("answers first", format!("{answers}{errors}")),
                ("answers alone", answers.clone()),
                ("errors alone", errors.clone()),
                ("errors behind a cut", format!("torn\n{errors}")),
                ("doubled", whole.repeat(2)),
                ("nothing", String::new()),
            ] {
                put(dir, &text);
                let run = solve("--resume");
                assert_eq!(run.code, Some(1), "{what}, {words}, {}: {}", twins.len(), run.err);
                let now = read(dir, "out");
                assert_eq!(sorted(&now), sorted(&whole), "{what}, {words}, {}", twins.len());
                assert!(!dir.join("out.salvage").exists(), "{what}, {words}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn records_that_an_interrupted_resume_did_not_reach_are_not_foreign() {
    use std::os::unix::fs::MetadataExt as _;
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let all = puzzles(400);
    let hard = all.iter().find(|line| line.contains("\"none-10/01\"")).unwrap();
    let hard = hard.replace("\"moves\":10", "\"moves\":14");
    let easy: String = all.iter().filter(|line| line.contains("\"easy")).take(20).cloned().collect();
    std::fs::write(dir.join("p.jsonl"), format!("{hard}{easy}")).unwrap();
    crate::support::signals::hear();
    let start = |threads: u32| -> Child {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
        command.args(["mayan", "solve", "--unordered", "--resume", "--progress", "never", "--out", "out"]);
        command.args(["p.jsonl", "--threads", &threads.to_string()]).current_dir(dir);
        command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let wait = |what: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !what() {
            assert!(begun.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    // One thread searches, the other solves the rest.
    let mut first = start(2);
    let out = dir.join("out");
    wait(&|| std::fs::read_to_string(&out).is_ok_and(|text| text.lines().count() == 20));
    first.kill().unwrap();
    first.wait().unwrap();
    let side = || dir.join("out.tilefall").metadata().unwrap().ino();
    let before = side();
    let second = start(1);
    // By then the run has read the results, and soon the puzzles.
    wait(&|| side() != before);
    std::thread::sleep(Duration::from_millis(200));
    assert!(Command::new("kill").args(["-s", "INT", &second.id().to_string()]).status().unwrap().success());
    let output = second.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(130), String::new()));
}
