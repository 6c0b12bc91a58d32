//! Inputs that cannot be read: they are reported, stay open, and are solved once they can be read.

use crate::support::{Run, run_in};
use serde_json::Value;
use std::path::Path;
use tempfile::TempDir;

const SOLVE: &str = "mayan solve --no-timings --nodes 200 --progress never";

/// A folder with three inputs of three puzzles, and a fourth of one.
fn folder() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let all = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
    let easy: Vec<String> =
        all.lines().filter(|line| line.contains("\"easy")).map(|line| format!("{line}\n")).collect();
    for (name, lines) in [("a", 0..3), ("b", 3..6), ("c", 6..9), ("d", 9..10)] {
        std::fs::write(dir.path().join(format!("{name}.jsonl")), easy[lines].concat()).unwrap();
    }
    dir
}

const INPUTS: &str = "a.jsonl b.jsonl c.jsonl d.jsonl";

fn read(dir: &Path, name: &str) -> Vec<u8> {
    std::fs::read(dir.join(name)).unwrap()
}

fn sorted(text: &[u8]) -> Vec<Vec<u8>> {
    let mut lines: Vec<_> = text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    lines.sort();
    lines
}

fn sidecar(dir: &Path, name: &str) -> Value {
    serde_json::from_slice(&read(dir, &format!("{name}.tilefall"))).unwrap()
}

#[test]
fn an_input_that_is_back_is_solved_and_the_file_is_as_if_it_had_been_there() {
    let dir = folder();
    let dir = dir.path();
    for (turn, (words, missing)) in [
        ("--threads 2", &["b"][..]),
        ("--threads 2", &["a", "c"]),
        ("--threads 2", &["a", "b", "c", "d"]),
        ("--threads 2", &["d"]),
        ("--threads 2 --unordered", &["a", "c"]),
        ("--threads 2 --shard 0/2", &["b"]),
        ("--threads 2 --shard 1/2", &["a", "d"]),
    ]
    .repeat(2)
    .into_iter()
    .enumerate()
    {
        let killed = turn >= 7;
        let of = format!("{words} without {missing:?}, killed: {killed}");
        let run = |name: &str, more: &str| {
            run_in(dir, &format!("{SOLVE} {words} --out {name} {more} {INPUTS}"), b"")
        };
        assert_eq!(run("goal", ""), Run { out: String::new(), err: String::new(), code: Some(0) });
        let hide = |name: &str| std::fs::rename(dir.join(format!("{name}.jsonl")), dir.join(name)).unwrap();
        let show = |name: &str| std::fs::rename(dir.join(name), dir.join(format!("{name}.jsonl"))).unwrap();
        missing.iter().copied().for_each(hide);
        for more in ["", "--resume"] {
            let first = run("out", more);
            assert_eq!(first.code, Some(1), "{of}: {}", first.err);
            // Each is reported by the run that reads it, the first one also by every other run.
            let named =
                |name: &&str| first.err.contains(&format!("{name}.jsonl: cannot be read: No such file"));
            let all = more.is_empty() && !words.contains("shard");
            assert!(!all || missing.iter().all(named), "{}", first.err);
            let last = first.err.lines().last().unwrap();
            assert!(last.starts_with(&format!("error: out: {}.jsonl", missing[0])), "{last}");
            assert!(last.ends_with(" could not be read; --resume continues once that is possible"), "{last}");
            assert_eq!(sidecar(dir, "out")["unread"].as_array().unwrap().len(), missing.len(), "{of}");
        }
        // A run that has ended, and one that was killed in the middle.
        if killed {
            let part = read(dir, "out");
            std::fs::write(dir.join("out"), &part[..part.len() * 2 / 3]).unwrap();
            let side = String::from_utf8(read(dir, "out.tilefall")).unwrap();
            std::fs::write(dir.join("out.tilefall"), side.replace("\"complete\":true", "\"complete\":false"))
                .unwrap();
        }
        for (at, &name) in missing.iter().enumerate() {
            show(name);
            let next = run("out", "--resume");
            assert_eq!(
                next.code,
                Some(i32::from(at + 1 < missing.len())),
                "{of}, {name} is back: {}",
                next.err
            );
        }
        let same = if words.contains("unordered") {
            sorted(&read(dir, "out")) == sorted(&read(dir, "goal"))
        } else {
            read(dir, "out") == read(dir, "goal")
        };
        assert!(same, "{of}");
        assert_eq!(sidecar(dir, "out"), sidecar(dir, "goal"), "{of}");
        for name in ["out", "out.tilefall", "goal", "goal.tilefall"] {
            std::fs::remove_file(dir.join(name)).unwrap();
        }
        assert_eq!(std::fs::read_dir(dir).unwrap().count(), 4, "{of}");
    }
}

#[test]
fn the_records_behind_an_input_that_is_back_are_not_solved_again() {
    let dir = folder();
    let dir = dir.path();
    std::fs::rename(dir.join("b.jsonl"), dir.join("b")).unwrap();
    let words = format!("{SOLVE} --out out {INPUTS}");
    assert_eq!(run_in(dir, &words, b"").code, Some(1));
    std::fs::rename(dir.join("b"), dir.join("b.jsonl")).unwrap();
    let words = format!("{words} --resume").replace("--progress never", "");
    let run = run_in(dir, &words, b"");
    assert!(run.err.contains("; 7 of them before"), "{}", run.err);
}

#[test]
fn an_input_that_is_missing_at_a_resume_is_named_and_nothing_is_changed() {
    let dir = folder();
    let dir = dir.path();
    for order in ["", "--unordered"] {
        let words = format!("{SOLVE} {order} --out out {INPUTS}");
        assert_eq!(run_in(dir, &words, b"").code, Some(0));
        for name in ["a", "b", "d"] {
            let whole = read(dir, "out");
            std::fs::rename(dir.join(format!("{name}.jsonl")), dir.join(name)).unwrap();
            let run = run_in(dir, &format!("{words} --resume"), b"");
            let message = format!("error: {name}.jsonl: cannot be read: No such file");
            assert!(run.code == Some(2) && run.err.starts_with(&message), "{order} {name}: {}", run.err);
            assert_eq!(read(dir, "out"), whole);
            std::fs::rename(dir.join(name), dir.join(format!("{name}.jsonl"))).unwrap();
            assert_eq!(run_in(dir, &format!("{words} --resume"), b"").code, Some(0), "{order} {name}");
            assert_eq!(read(dir, "out"), whole);
        }
        std::fs::remove_file(dir.join("out")).unwrap();
        std::fs::remove_file(dir.join("out.tilefall")).unwrap();
    }
    // In a directory, too.
    std::fs::create_dir(dir.join("in")).unwrap();
    for name in ["a.jsonl", "b.jsonl"] {
        std::fs::rename(dir.join(name), dir.join("in").join(name)).unwrap();
    }
    let words = format!("{SOLVE} --out out in");
    assert_eq!(run_in(dir, &words, b"").code, Some(0));
    std::fs::rename(dir.join("in/a.jsonl"), dir.join("in/e.jsonl")).unwrap();
    let run = run_in(dir, &format!("{words} --resume"), b"");
    let message = "the names of the inputs differ: in/a.jsonl is missing, in/e.jsonl is new";
    assert!(run.code == Some(2) && run.err.contains(message), "{}", run.err);
    // A batch of a directory without files could not be resumed.
    std::fs::create_dir(dir.join("empty")).unwrap();
    let run = run_in(dir, &format!("{SOLVE} --out new d.jsonl empty"), b"");
    assert_eq!((run.code, run.err.as_str()), (Some(1), "error: empty: the directory holds no file\n"));
    assert!(!dir.join("new").exists());
}

#[test]
fn a_damaged_input_is_solved_to_its_end_once_it_is_whole() {
    use std::io::Write as _;
    let dir = folder();
    let dir = dir.path();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    packed.write_all(&read(dir, "b.jsonl")).unwrap();
    let packed = packed.finish().unwrap();
    let words = format!("{SOLVE} --out out a.jsonl b.gz c.jsonl");
    std::fs::write(dir.join("b.gz"), &packed).unwrap();
    assert_eq!(run_in(dir, &words, b"").code, Some(0));
    let goal = read(dir, "out");
    std::fs::remove_file(dir.join("out")).unwrap();
    std::fs::remove_file(dir.join("out.tilefall")).unwrap();
    std::fs::write(dir.join("b.gz"), &packed[..packed.len() * 2 / 3]).unwrap();
    let run = run_in(dir, &words, b"");
    assert!(run.code == Some(1) && run.err.contains("b.gz: cannot be read"), "{}", run.err);
    std::fs::write(dir.join("b.gz"), &packed).unwrap();
    let run = run_in(dir, &format!("{words} --resume"), b"");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(read(dir, "out") == goal);
}
