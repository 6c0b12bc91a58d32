//! `--shard` and `tilefall merge`: merged parts equal the results of one run.

use crate::support::{Run, run_in, sample, shell_in, tilefall};
use std::path::Path;
use tempfile::TempDir;

fn run(dir: &Path, words: &str) -> Run {
    run_in(dir, words, b"")
}

const SOLVE: &str = "mayan solve --no-timings --nodes 500 --progress never";

/// Creates a folder with puzzles in several formats, a bad line, an unreadable file and a puzzle of the other game.
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
        let done = run(dir, &format!("{SOLVE} --shard {part}/3 --out r{part} {FILES}"));
        assert!(matches!(done.code, Some(0 | 1)), "{}", done.err);
    }
    let merged = run(dir, "merge r2 r0 r1");
    assert_eq!(merged, Run { out: whole.clone(), err: String::new(), code: Some(0) });
    // Without --out the same number of records is printed.
    let mut lines = run(dir, &format!("{SOLVE} --shard 1/3 {FILES}")).out.lines().count();
    lines += run(dir, &format!("{SOLVE} --shard 0/3 {FILES}")).out.lines().count();
    assert_eq!(
        lines + std::fs::read_to_string(dir.join("r2")).unwrap().lines().count(),
        whole.lines().count()
    );
    // Shards of different sizes can be merged.
    for part in [1, 4] {
        run(dir, &format!("{SOLVE} --shard {part}/6 --out s{part} {FILES}"));
    }
    assert_eq!(run(dir, "merge r0 r2 s4 s1").out, whole);
    // The file of a run without --shard can be merged alone.
    run(dir, &format!("{SOLVE} --out all {FILES}"));
    assert_eq!(run(dir, "merge all").out, whole);
}

#[test]
fn what_does_not_fit_together_is_named_and_nothing_is_printed() {
    let (dir, _) = folder();
    let dir = dir.path();
    for (out, words) in [("r0", "--shard 0/3"), ("r1", "--shard 1/3"), ("r2", "--shard 2/3")] {
        run(dir, &format!("{SOLVE} {words} --out {out} {FILES}"));
    }
    run(dir, &format!("{SOLVE} --shard 1/3 --moves 2 --out other {FILES}"));
    run(dir, &format!("{SOLVE} --shard 1/3 --out less a.jsonl"));
    let fails = |words: &str, fault: &str| {
        let merged = run(dir, &format!("merge {words}"));
        assert_eq!((merged.out.as_str(), merged.code), ("", Some(1)), "{words}");
        assert!(merged.err.contains(fault) && merged.err.lines().count() == 1, "{words}: {}", merged.err);
    };
    fails("r0 other r2", "other: belongs to another run than r0: --moves none there, 2 here");
    fails("r0 less r2", "less: belongs to another run than r0: input ");
    fails("r0 r1 a.jsonl", "a.jsonl: a.jsonl.tilefall is missing; it says which input");
    fails("r0 r1 none", "none: there is no such file");
    fails("r0 r1 r2 r0", "index 0: r0 and r0 both have a record, expected each in one file");
    fails("r0 r1", "index 2: no record, expected the results of all parts of the input");
    let text = std::fs::read_to_string(dir.join("r1")).unwrap();
    let put = |name: &str, text: &str| {
        std::fs::write(dir.join(name), text).unwrap();
        std::fs::copy(dir.join("r1.tilefall"), dir.join(format!("{name}.tilefall"))).unwrap();
    };
    let (first, rest) = text.split_once('\n').unwrap();
    put("missing", rest);
    fails("r0 missing r2", "index 1: no record");
    put("torn", &format!("{rest}{first}"));
    fails("r0 torn r2", "this is not a complete record");
    put("moved", &format!("{rest}{first}\n"));
    fails("r0 moved r2", "expected ascending indexes");
    let side = std::fs::read_to_string(dir.join("r1.tilefall")).unwrap();
    std::fs::write(dir.join("r1.tilefall"), side.replace("\"complete\":true", "\"complete\":false")).unwrap();
    fails("r0 r1 r2", "r1: the run is not complete; continue it with --resume");
}

#[test]
fn a_part_is_a_number_below_the_number_of_parts() {
    for (words, message) in [
        ("3/3", "part 3 of 3, expected 0 to 2"),
        ("1", "expected i/N with i from 0"),
        ("env", "expected i/N with i from 0"),
        ("x/2", "found 'x', expected a part from 0"),
        ("0/x", "found 'x', expected the number of parts"),
        ("0/0", "found 0 parts, expected 1 or more"),
    ] {
        let run = tilefall(&format!("mayan solve --shard {words}"), b"");
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{words}");
        assert!(run.err.contains(message), "{words}: {}", run.err);
    }
}

#[test]
fn puzzles_that_name_their_index_keep_it() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let puzzle =
        |index: u32| format!("{{\"game\":\"mayan\",\"rows\":[\"11.1.\"],\"ind\\u0065x\":{index}}}\n");
    let solve = |indexes: &[u32]| {
        let text: String = indexes.iter().map(|&index| puzzle(index)).collect();
        std::fs::write(dir.join("a.jsonl"), text).unwrap();
        for part in 0..2 {
            let solve = format!("{SOLVE} --shard {part}/2 --restart --out r{part} a.jsonl");
            assert_eq!(run(dir, &solve).code, Some(0));
        }
        (run(dir, "merge r1 r0"), run(dir, &format!("{SOLVE} a.jsonl")))
    };
    let (merged, whole) = solve(&[3, 7, 8, 20]);
    assert!(whole.out.contains("\"index\":20,") && !whole.out.contains("\"index\":0,"));
    assert_eq!(merged, whole);
    let (merged, whole) = solve(&[9, 7, 8, 20]);
    assert_eq!(whole.code, Some(0));
    assert!(merged.code == Some(1) && merged.err.contains("expected ascending indexes"), "{}", merged.err);
}

#[cfg(unix)]
#[test]
fn sixty_four_descriptors_are_enough_for_a_thousand_parts() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let (parts, puzzles) = (1000, 1500);
    std::fs::write(dir.join("a.jsonl"), "{\"game\":\"mayan\",\"rows\":[\"11.1.\"]}\n".repeat(puzzles))
        .unwrap();
    let whole = run(dir, &format!("{SOLVE} a.jsonl"));
    // Splits the records as if each part had had a run of its own.
    run(dir, &format!("{SOLVE} --shard 0/{parts} --out s a.jsonl"));
    let side = std::fs::read_to_string(dir.join("s.tilefall")).unwrap();
    let lines: Vec<&str> = whole.out.split_inclusive('\n').collect();
    for part in 0..parts {
        let name = dir.join(format!("r{part:04}"));
        let records: Vec<&str> = lines.iter().copied().skip(part).step_by(parts).collect();
        std::fs::write(&name, records.concat()).unwrap();
        let side = side.replace(&format!("\"0/{parts}\""), &format!("\"{part}/{parts}\""));
        std::fs::write(name.with_extension("tilefall"), side).unwrap();
    }
    let merged = shell_in(dir, "ulimit -n 64; rm s s.tilefall; $TILEFALL merge $(ls -r r???? )");
    assert_eq!((merged.err.as_str(), merged.code), ("", Some(0)));
    assert!(merged.out == whole.out);
    let less = shell_in(dir, "ulimit -n 64; rm r0007; $TILEFALL merge r????");
    assert_eq!((less.out.as_str(), less.code), ("", Some(1)));
    assert_eq!(less.err, "error: index 7: no record, expected the results of all parts of the input\n");
}
