//! `--shard`, `tilefall shard` and `tilefall merge`: parts join to what one run gives.

use crate::support::{Run, sample};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Runs the program in a folder.
fn run(dir: &Path, words: &str) -> Run {
    run_with(dir, words, &[])
}

fn run_with(dir: &Path, words: &str, variables: &[(&str, &str)]) -> Run {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
    command.args(words.split_whitespace()).current_dir(dir).envs(variables.iter().copied());
    Run::of(command.output().unwrap())
}

const SOLVE: &str = "mayan solve --no-timings --nodes 500 --progress never";

/// Puzzles of several files and formats, with a bad line, an unreadable file and a puzzle of the other game.
fn folder() -> (TempDir, String) {
    let dir = tempfile::tempdir().unwrap();
    let all = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
    let mut text: String = all.lines().step_by(10).map(|line| format!("{line}\n")).collect();
    text += "{\"game\":\"mayan\",\"rows\":[\"1\",\".\"]}\n{\"game\":\"samegame\",\"rows\":[\"11\"]}\n";
    std::fs::write(dir.path().join("a.jsonl"), text).unwrap();
    std::fs::write(dir.path().join("b.txt"), sample("noip.txt")).unwrap();
    std::fs::write(dir.path().join("c.txt"), sample("p1312.txt")).unwrap();
    let whole = run(dir.path(), &format!("{SOLVE} a.jsonl none.txt b.txt c.txt"));
    assert_eq!(whole.code, Some(1));
    assert!(whole.out.lines().count() > 25);
    (dir, whole.out)
}

const FILES: &str = "a.jsonl none.txt b.txt c.txt";

#[test]
fn shards_join_to_one_run() {
    let (dir, whole) = folder();
    let dir = dir.path();
    for part in 0..3 {
        // The first and the last in order, the one between in any.
        let order = if part == 1 { "--unordered" } else { "" };
        let done = run(dir, &format!("{SOLVE} {order} --shard {part}/3 --out r{part} {FILES}"));
        assert!(matches!(done.code, Some(0 | 1)), "{}", done.err);
    }
    let merged = run(dir, "merge r2 r0 r1");
    assert_eq!(merged, Run { out: whole.clone(), err: String::new(), code: Some(0) });
    // Without --out the same records come out.
    let mut lines = run(dir, &format!("{SOLVE} --shard 1/3 {FILES}")).out.lines().count();
    lines += run(dir, &format!("{SOLVE} --shard 0/3 {FILES}")).out.lines().count();
    assert_eq!(
        lines + std::fs::read_to_string(dir.join("r2")).unwrap().lines().count(),
        whole.lines().count()
    );
    // One file twice, byte for byte, is no fault.
    assert_eq!(run(dir, "merge r2 r0 r1 r2").out, whole);
}

#[test]
fn pieces_join_to_one_run() {
    let (dir, whole) = folder();
    let dir = dir.path();
    let cut = run(dir, &format!("shard -n 3 --dir pieces {FILES}"));
    assert_eq!((cut.out.as_str(), cut.code, cut.err.lines().count()), ("", Some(1), 2), "{}", cut.err);
    for part in 0..3 {
        run(dir, &format!("{SOLVE} --out p{part} pieces/piece-{part}-of-3.jsonl"));
    }
    assert_eq!(run(dir, "merge p0 p1 p2"), Run { out: whole, err: String::new(), code: Some(0) });
    let names: Vec<_> =
        std::fs::read_dir(dir.join("pieces")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 6, "{names:?}");
    // A piece that was changed is no piece any more.
    let path = dir.join("pieces/piece-0-of-3.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("moves\":", "moves\":1", 1)).unwrap();
    let changed = run(dir, &format!("{SOLVE} --out q0 pieces/piece-0-of-3.jsonl"));
    assert_eq!(changed.code, Some(2));
    assert!(changed.err.contains("this is not the piece that its sidecar tells of"), "{}", changed.err);
}

#[test]
fn what_does_not_fit_together_is_listed() {
    let (dir, _) = folder();
    let dir = dir.path();
    for (out, words) in [("r0", "--shard 0/3"), ("r1", "--shard 1/3"), ("r2", "--shard 2/3")] {
        run(dir, &format!("{SOLVE} {words} --out {out} {FILES}"));
    }
    run(dir, &format!("{SOLVE} --shard 1/3 --moves 2 --out other {FILES}"));
    run(dir, &format!("{SOLVE} --shard 1/3 --out less a.jsonl"));
    let fails = |words: &str, faults: &[&str]| {
        let merged = run(dir, &format!("merge {words}"));
        assert_eq!((merged.out.as_str(), merged.code), ("", Some(1)), "{words}");
        assert_eq!(merged.err.lines().count(), faults.len(), "{words}: {}", merged.err);
        for fault in faults {
            assert!(merged.err.contains(fault), "{words}: {}", merged.err);
        }
    };
    fails("r0 other r2", &["other: this is of another run than r0: --moves none there, 2 here"]);
    fails("r0 less r2", &["less: this is of another run than r0: input "]);
    fails("r0 r1 a.jsonl", &["a.jsonl: a.jsonl.tilefall is missing, which tells of which input"]);
    let text = std::fs::read_to_string(dir.join("r1")).unwrap();
    let put = |name: &str, text: &str| {
        std::fs::write(dir.join(name), text).unwrap();
        std::fs::copy(dir.join("r1.tilefall"), dir.join(format!("{name}.tilefall"))).unwrap();
    };
    put("changed", &text.replacen("\"nodes\":", "\"nodes\":1", 1));
    fails("r0 r1 changed r2", &["index "]);
    let (first, rest) = text.split_once('\n').unwrap();
    put("missing", rest);
    fails("r0 missing r2", &["index 1: no record"]);
    put("torn", &format!("{rest}{first}"));
    fails("r0 torn r2", &["this is no whole record"]);
    let merged = run(dir, "merge r0 r1");
    assert_eq!((merged.code, merged.out.as_str()), (Some(1), ""));
    assert!(
        merged.err.starts_with("error: index 2: no record\nerror: index 5: no record\n"),
        "{}",
        merged.err
    );
    let side = std::fs::read_to_string(dir.join("r1.tilefall")).unwrap();
    std::fs::write(dir.join("r1.tilefall"), side.replace("\"complete\":true", "\"complete\":false")).unwrap();
    fails("r0 r1 r2", &["r1 (shard 1/3): the run has not ended; go on with it by --resume"]);
}

#[test]
fn the_shard_comes_from_the_environment_only_if_asked_for() {
    let (dir, whole) = folder();
    let solve = |words: &str, variables: &[(&str, &str)]| {
        run_with(dir.path(), &format!("{SOLVE} {words} {FILES}"), variables)
    };
    let slurm =
        [("SLURM_ARRAY_TASK_ID", "11"), ("SLURM_ARRAY_TASK_MIN", "10"), ("SLURM_ARRAY_TASK_COUNT", "4")];
    let second = solve("--shard 1/4", &[]).out;
    assert_eq!(solve("--shard env", &slurm).out, second);
    assert_eq!(solve("--shard env/4", &[("JOB_COMPLETION_INDEX", "1")]).out, second);
    assert_eq!(solve("--shard env/4", &[("HQ_TASK_ID", "1")]).out, second);
    assert_eq!(solve("", &slurm).out, whole);
    for (words, variables, message) in [
        ("--shard env", &[][..], "expected the variables of a Slurm array"),
        ("--shard env/4", &[("HQ_TASK_ID", "4")], "part 4 of 4, expected 0 to 3"),
        ("--shard env/4", &[("HQ_TASK_ID", "x")], "HQ_TASK_ID is 'x', expected a number"),
        ("--shard 3/3", &[], "part 3 of 3, expected 0 to 2"),
        ("--shard 1", &[], "expected i/N with i from 0, env, or env/N"),
        ("--shard 0/0", &[], "found 0 parts, expected 1 or more"),
    ] {
        let run = solve(words, variables);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{words}");
        assert!(run.err.contains(message), "{words}: {}", run.err);
    }
}
