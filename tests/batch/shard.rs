//! `--shard`, `tilefall shard` and `tilefall merge`: merged parts equal the results of one run.

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
        // The first and the last run are ordered, the middle one is not.
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
    // The same file twice is no error.
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
    // A changed piece is refused.
    let path = dir.join("pieces/piece-0-of-3.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("moves\":", "moves\":1", 1)).unwrap();
    let changed = run(dir, &format!("{SOLVE} --out q0 pieces/piece-0-of-3.jsonl"));
    assert_eq!(changed.code, Some(2));
    assert!(changed.err.contains("this is not the piece that its sidecar describes"), "{}", changed.err);
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
    fails("r0 other r2", &["other: belongs to another run than r0: --moves none there, 2 here"]);
    fails("r0 less r2", &["less: belongs to another run than r0: input "]);
    fails("r0 r1 a.jsonl", &["a.jsonl: a.jsonl.tilefall is missing; it says which input"]);
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
    fails("r0 torn r2", &["this is not a complete record"]);
    let merged = run(dir, "merge r0 r1");
    assert_eq!((merged.code, merged.out.as_str()), (Some(1), ""));
    assert_eq!(merged.err, "error: shard 2/3 is missing, expected its results as well\n");
    let side = std::fs::read_to_string(dir.join("r1.tilefall")).unwrap();
    std::fs::write(dir.join("r1.tilefall"), side.replace("\"complete\":true", "\"complete\":false")).unwrap();
    fails("r0 r1 r2", &["r1 (shard 1/3): the run is not complete; continue it with --resume"]);
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

#[test]
fn more_pieces_than_puzzles_join() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let puzzles: String = std::fs::read_to_string("data/bench/mayan.jsonl")
        .unwrap()
        .lines()
        .take(3)
        .map(|l| format!("{l}\n"))
        .collect();
    std::fs::write(dir.join("a.jsonl"), puzzles).unwrap();
    let whole = run(dir, &format!("{SOLVE} a.jsonl")).out;
    assert_eq!(run(dir, "shard -n 7 --dir pieces a.jsonl").code, Some(0));
    let (mut cut, mut shards) = (Vec::new(), Vec::new());
    for part in 0..7 {
        for (words, list) in [
            (format!("--out p{part} pieces/piece-{part}-of-7.jsonl"), &mut cut),
            (format!("--shard {part}/7 --out s{part} a.jsonl"), &mut shards),
        ] {
            let done = run(dir, &format!("{SOLVE} {words}"));
            assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{words}");
            // An empty piece is resumed like any other.
            assert_eq!(run(dir, &format!("{SOLVE} {words} --resume")).code, Some(0), "{words}");
            list.push(words.split_whitespace().nth(words.split_whitespace().count() - 2).unwrap().to_owned());
        }
    }
    for list in [cut, shards] {
        let merged = run(dir, &format!("merge {}", list.join(" ")));
        assert_eq!(merged, Run { out: whole.clone(), err: String::new(), code: Some(0) });
    }
    // An empty file that is no piece is still no puzzle.
    std::fs::write(dir.join("empty.jsonl"), "").unwrap();
    assert_eq!(run(dir, &format!("{SOLVE} empty.jsonl")).code, Some(1));
}

#[test]
fn a_piece_can_be_cut_again() {
    let (dir, whole) = folder();
    let dir = dir.path();
    run(dir, &format!("shard -n 3 --dir pieces {FILES}"));
    let same = run(dir, "shard -n 1 --dir pieces pieces/piece-1-of-3.jsonl");
    assert_eq!(same.code, Some(2), "it would write over its input: {}", same.err);
    // The piece contains an item that is no puzzle.
    assert_eq!(run(dir, "shard -n 2 --dir pieces pieces/piece-1-of-3.jsonl").code, Some(1));
    for (name, piece) in
        [("a", "piece-0-of-3"), ("b", "piece-1-of-6"), ("c", "piece-4-of-6"), ("d", "piece-2-of-3")]
    {
        run(dir, &format!("{SOLVE} --out {name} pieces/{piece}.jsonl"));
    }
    assert_eq!(run(dir, "merge a b c d").out, whole);
    assert!(run(dir, "merge a b d").err.contains("shard 4/6 is missing"));
    // Or solved in parts.
    for part in [0, 1] {
        run(dir, &format!("{SOLVE} --shard {part}/2 --out e{part} pieces/piece-1-of-3.jsonl"));
    }
    assert_eq!(run(dir, "merge a e0 e1 d").out, whole);
    // Pieces of one input that are solved together keep their indexes in any order.
    run(
        dir,
        &format!(
            "{SOLVE} --out f pieces/piece-2-of-3.jsonl pieces/piece-0-of-3.jsonl pieces/piece-1-of-3.jsonl"
        ),
    );
    assert_eq!(run(dir, "merge f").out, whole);
}

#[test]
fn puzzles_of_one_index_are_refused_when_they_are_solved_and_when_they_are_cut() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let puzzle = |id: &str, index: &str| {
        format!("{{\"id\":\"{id}\",\"game\":\"mayan\",\"rows\":[\"11.1.\"]{index}}}\n")
    };
    // An explicit index, and a position in the input, which may coincide.
    for twice in [",\"index\":7", ",\"index\":0", ",\"ind\\u0065x\":1"] {
        let text =
            [puzzle("a", ""), puzzle("b", ",\"index\":7"), puzzle("c", ",\"index\":1"), puzzle("d", twice)];
        std::fs::write(dir.join("a.jsonl"), text.concat()).unwrap();
        let _ = std::fs::remove_file(dir.join("out"));
        for words in ["", "--unordered", "--out out"] {
            let done = run(dir, &format!("{SOLVE} --threads 1 {words} a.jsonl"));
            assert_eq!(done.code, Some(1), "{words} {twice}: {}", done.err);
            let message = "an earlier puzzle has index ";
            assert!(
                done.err.starts_with("a.jsonl:4:1: an earlier") && done.err.contains(message),
                "{}",
                done.err
            );
            let joined = "error: out: the results cannot be merged: the input has 1 puzzle whose index another puzzle has";
            assert_eq!(done.err.contains(joined), words == "--out out", "{}", done.err);
        }
        // The others are solved all the same.
        let text = std::fs::read_to_string(dir.join("out")).unwrap();
        assert_eq!((text.lines().count(), text.matches("\"optimal\"").count()), (4, 3));
        let again = run(dir, &format!("{SOLVE} --out out --resume a.jsonl"));
        assert_eq!((again.code, std::fs::read_to_string(dir.join("out")).unwrap()), (Some(1), text));
        let cut = run(dir, "shard -n 2 --dir pieces a.jsonl");
        assert!(cut.code == Some(1) && cut.err.starts_with("a.jsonl:4:1: an earlier"), "{}", cut.err);
        assert_eq!(std::fs::read_dir(dir.join("pieces")).unwrap().count(), 0);
    }
}

#[test]
fn puzzles_that_name_their_index_are_joined_in_the_order_of_it() {
    let (dir, whole) = folder();
    let dir = dir.path();
    run(dir, &format!("shard -n 2 --dir pieces {FILES}"));
    let read =
        |part: u32| std::fs::read_to_string(dir.join(format!("pieces/piece-{part}-of-2.jsonl"))).unwrap();
    std::fs::write(dir.join("all.jsonl"), read(1) + &read(0)).unwrap();
    for part in 0..2 {
        run(dir, &format!("{SOLVE} --shard {part}/2 --out r{part} all.jsonl"));
    }
    // Merged by the input that the pieces were cut from, not the input of the run.
    assert_eq!(run(dir, "merge r1 r0").out, whole);
    assert_ne!(run(dir, &format!("{SOLVE} all.jsonl")).out, whole);
}

#[cfg(unix)]
#[test]
fn sixty_four_descriptors_are_enough_for_4096_pieces() {
    use crate::support::shell_in;
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let puzzles = 5000;
    std::fs::write(dir.join("a.jsonl"), "{\"game\":\"mayan\",\"rows\":[\"11.1.\"]}\n".repeat(puzzles))
        .unwrap();
    let cut = shell_in(dir, "ulimit -n 64; $TILEFALL shard -n 4096 --dir pieces a.jsonl");
    assert_eq!((cut.code, cut.err.as_str()), (Some(0), ""));
    assert_eq!(std::fs::read_dir(dir.join("pieces")).unwrap().count(), 2 * 4096);
    // Solved together, then split as if each piece had been solved alone.
    let whole =
        shell_in(dir, &format!("ulimit -n 64; $TILEFALL {SOLVE} pieces > whole; $TILEFALL {SOLVE} a.jsonl"));
    assert_eq!(whole.code, Some(0), "{}", whole.err);
    let of_pieces = std::fs::read_to_string(dir.join("whole")).unwrap();
    assert_eq!(of_pieces.lines().count(), puzzles);
    run(dir, &format!("{SOLVE} --shard 0/4096 --out s a.jsonl"));
    let side = std::fs::read_to_string(dir.join("s.tilefall")).unwrap();
    let lines: Vec<&str> = whole.out.lines().collect();
    for part in 0..4096 {
        // Some in order, some not.
        let mut records: Vec<String> =
            lines.iter().skip(part).step_by(4096).map(|line| format!("{line}\n")).collect();
        if part % 3 == 0 {
            records.reverse();
        }
        let name = dir.join(format!("r{part:04}"));
        std::fs::write(&name, records.concat()).unwrap();
        std::fs::write(
            name.with_extension("tilefall"),
            side.replace("\"0/4096\"", &format!("\"{part}/4096\"")),
        )
        .unwrap();
    }
    let merged = shell_in(dir, "ulimit -n 64; rm s s.tilefall; $TILEFALL merge $(ls -r r???? )");
    assert_eq!((merged.err.as_str(), merged.code), ("", Some(0)));
    assert!(merged.out == whole.out);
    let less = shell_in(dir, "ulimit -n 64; rm r0007; $TILEFALL merge r????");
    assert_eq!((less.out.as_str(), less.code), ("", Some(1)));
    assert_eq!(less.err, "error: shard 7/4096 is missing, expected its results as well\n");
}
