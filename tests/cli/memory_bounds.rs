//! Every input is read in bounded memory, and an excess over a bound is reported with its place.

use crate::support::memory::{measured, packed};
use crate::support::{GAP, Run, tilefall};
use std::path::{Path, PathBuf};

const MIB: u64 = 1 << 20;
const SAME: &str = r#"{"id":"two","game":"samegame","rows":["11"]}"#;

/// A folder for inputs, some of which decompress to half a gigabyte.
struct Bombs {
    dir: tempfile::TempDir,
}

impl Bombs {
    fn new() -> Bombs {
        Bombs { dir: tempfile::tempdir().unwrap() }
    }

    /// Writes a file that decompresses to 512 MiB: `start`, then `piece` again and again. Returns the path.
    fn bomb(&self, name: &str, start: &str, piece: &[u8]) -> PathBuf {
        let [first, _] = packed(start.as_bytes(), 1);
        let piece = piece.repeat((MIB as usize).div_ceil(piece.len()));
        let [rest, _] = packed(&piece, 512);
        self.file(name, &[first, rest].concat())
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.dir.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

fn run(words: &str, files: &[&Path]) -> (Run, u64) {
    let files: Vec<_> = files.iter().map(|path| path.display().to_string()).collect();
    measured(&format!("{words} {}", files.join(" ")), b"")
}

#[test]
fn a_packed_file_that_unpacks_to_far_more_is_refused_in_bounded_memory_by_every_verb() {
    let bombs = Bombs::new();
    let digits = bombs.bomb("digits.gz", "1", b"1");
    let line = bombs.bomb("line.gz", "{", b" ");
    let mayan = bombs.file("mayan.jsonl", GAP.as_bytes());
    let same = bombs.file("same.jsonl", SAME.as_bytes());
    let beyond_text = "expected at most that (--max-unpacked)";
    let beyond_line = "expected at most that (--max-line)";
    for (words, files, expected) in [
        ("mayan solve --max-unpacked 8M", vec![&digits], beyond_text),
        ("samegame solve --max-unpacked 8M", vec![&digits], beyond_text),
        ("convert --to jsonl --max-unpacked 8M", vec![&digits], beyond_text),
        ("mayan simulate --max-unpacked 8M", vec![&digits], beyond_text),
        ("samegame simulate --uva758 --max-unpacked 8M", vec![&digits], beyond_text),
        ("mayan verify --max-unpacked 8M", vec![&digits, &mayan], beyond_text),
        ("mayan verify --max-unpacked 8M", vec![&mayan, &digits], beyond_text),
        ("samegame verify --max-unpacked 8M", vec![&same, &digits], beyond_text),
        ("mayan solve", vec![&line], beyond_line),
        ("convert --to jsonl", vec![&line], beyond_line),
        ("mayan verify", vec![&line, &mayan], beyond_line),
        ("mayan verify", vec![&mayan, &line], beyond_line),
        ("samegame solve same.jsonl --from", vec![&line], beyond_line),
    ] {
        let words = words.replace("same.jsonl", &same.display().to_string());
        let files: Vec<_> = files.iter().map(|path| path.as_path()).collect();
        let (run, peak) = run(&words, &files);
        assert_eq!(run.code, Some(1), "{words}: {}", run.err);
        assert!(format!("{}{}", run.err, run.out).contains(expected), "{words}: {}{}", run.err, run.out);
        assert!(peak < 128 * MIB, "{words} took {} MiB", peak / MIB);
    }
}

#[test]
fn the_defaults_of_the_bounds_hold() {
    let bombs = Bombs::new();
    let digits = bombs.bomb("digits.gz", "1", b"1");
    let line = bombs.bomb("line.gz", "{", b" ");
    let (run_text, peak) = run("mayan solve", &[&digits]);
    assert!(
        run_text.err.contains("digits.gz:1:67108865: the input is longer than 64M bytes"),
        "{}",
        run_text.err
    );
    assert!(peak < 192 * MIB, "{} MiB", peak / MIB);
    let (run_line, peak) = run("mayan solve", &[&line]);
    assert!(
        run_line.err.contains("line.gz:1:16777217: the line is longer than 16M bytes"),
        "{}",
        run_line.err
    );
    assert!(peak < 64 * MIB, "{} MiB", peak / MIB);
}

/// Sixty megabytes of clicks, packed into a few kilobytes, once took almost a gigabyte.
#[test]
fn a_list_of_more_moves_than_any_board_has_is_refused_in_bounded_memory() {
    let bombs = Bombs::new();
    let [list, _] = packed(&b"1 1, ".repeat(12_000), 1000);
    let (list, same) = (bombs.file("list.gz", &list), bombs.file("same.jsonl", SAME.as_bytes()));
    for words in ["samegame verify", "samegame analyse", "samegame replay --text"] {
        let (run, peak) = run(words, &[&same, &list]);
        let output = format!("{}{}", run.err, run.out);
        assert!(
            output.contains("this list has more than 1000000 moves, expected at most that"),
            "{words}: {output}"
        );
        assert_eq!(run.code, Some(1), "{words}: {output}");
        assert!(peak < 160 * MIB, "{words} took {} MiB", peak / MIB);
    }
}

#[test]
fn a_long_line_is_an_error_of_that_line_alone() {
    let long = format!("{{\"game\":\"mayan\",\"rows\":[\"11.1.\"],\"note\":\"{}\"}}", "x".repeat(300));
    let input = format!("{GAP}\n{long}\n{GAP}\n");
    let Run { out, err, code } =
        tilefall("mayan solve --no-timings --progress never --max-line 300", input.as_bytes());
    assert_eq!((out.lines().count(), code), (3, Some(1)));
    let place = "<stdin>:2:301: the line is longer than 300 bytes";
    assert_eq!(err, format!("{place}, expected at most that (--max-line)\n"));
    assert!(out.lines().nth(2).unwrap().contains(r#""status":"optimal""#));
    let fine = tilefall("mayan solve --no-timings --progress never --max-line 400", input.as_bytes());
    assert_eq!((fine.out.lines().count(), fine.err.as_str(), fine.code), (3, "", Some(0)));
}

#[test]
fn a_stream_of_records_of_any_length_is_read_in_bounded_memory() {
    let bombs = Bombs::new();
    // A puzzle, then blank lines for a megabyte.
    let blank = format!("{:63}\n", "");
    let piece = format!("{GAP}\n{}", blank.repeat(MIB as usize / blank.len()));
    let [packed, _] = packed(piece.as_bytes(), 64);
    let path = bombs.file("stream.gz", &packed);
    for words in ["mayan solve --threads 2", "convert --to jsonl"] {
        let (run, peak) = run(words, &[&path]);
        assert_eq!((run.out.lines().count(), run.code), (64, Some(0)), "{words}: {}", run.err);
        assert!(peak < 48 * MIB, "{words} took {} MiB", peak / MIB);
    }
    let results = bombs.file("results.jsonl", tilefall("mayan solve", GAP.as_bytes()).out.as_bytes());
    let (run, peak) = run("mayan verify", &[&path, &results]);
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(peak < 48 * MIB, "verify took {} MiB", peak / MIB);
}

/// A board on which many moves are possible before three blocks meet.
const WIDE: &str = r#"{"id":"wide","game":"mayan","rows":["1..1...1"]}"#;

#[test]
fn all_lists_take_no_more_memory_than_they_may() {
    for (words, bound) in [("--memory 64K --threads 1", 24), ("--memory 8M --threads 1", 48)] {
        let (run, peak) =
            measured(&format!("mayan solve --all --within --moves 14 {words}"), WIDE.as_bytes());
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{words}");
        let record: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(
            (&record["status"], &record["stopped_by"]),
            (&"feasible".into(), &"memory".into()),
            "{words}"
        );
        let lists = record["solutions"].as_array().unwrap();
        assert!(lists.len() > 20, "{words}: {} lists", lists.len());
        assert_eq!(record["moves"], lists[0], "{words}");
        assert!(peak < bound * MIB, "{words} took {} KiB", peak / 1024);
    }
    // With several puzzles, lists as text are held until it is their puzzle's turn.
    let words = "mayan solve --all --within --moves 14 --time 5s --memory 64K --threads 1 --output text -q";
    let run = tilefall(words, format!("{WIDE}\n{WIDE}\n").as_bytes());
    assert_eq!((run.out.matches("stopped by --memory").count(), run.code), (2, Some(0)), "{}", run.err);
    assert!((64 << 10..256 << 10).contains(&run.out.len()), "{} bytes", run.out.len());
    // The lists asked for fit into the memory.
    for (words, status) in [("--moves 14 --max-solutions 5", "feasible"), ("--moves 5", "optimal")] {
        let run = tilefall(&format!("mayan solve --all --within {words} --memory 64K"), WIDE.as_bytes());
        let record: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(record["status"], status, "{words}: {}", run.out);
        assert_ne!(record["stopped_by"], "memory", "{words}");
    }
}

#[test]
fn a_large_board_is_read_cheaply() {
    // A board of 2000 rows and 4000 columns.
    let row = "1".repeat(4000);
    let rows = vec![format!("\"{row}\""); 2000].join(",");
    let record = format!("{{\"game\":\"samegame\",\"rows\":[{rows}]}}\n");
    let (run, peak) = measured("convert --to jsonl", record.as_bytes());
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    assert!(run.out.ends_with(&record[1..]) && run.out.len() > record.len());
    // The peak is the line, its rows, the board, and the output.
    assert!((1..80 * MIB).contains(&peak), "{} MiB", peak / MIB);
}

#[test]
fn tiny_boards_are_not_all_held() {
    let bombs = Bombs::new();
    // So many tiny boards that the memory allowed below does not hold them all.
    let rows = bombs.file("rows.gz", &packed(&b"1\n\n".repeat(1 << 16), 16)[0]);
    let tatham = bombs.file("tatham.gz", &packed(&b"2x1c2:1,1\n".repeat(1 << 15), 16)[0]);
    let same = bombs.file("same.gz", &packed(format!("{SAME}\n").repeat(1 << 14).as_bytes(), 48)[0]);
    let rules = "524288 puzzles written without the rules asked for, which rows does not hold\n";
    for (words, path, boards, expected, most) in [
        ("convert --to jsonl", &rows, 16 << 16, "", 56),
        ("convert --to rows", &tatham, 16 << 15, rules, 96),
        ("convert --to uva339", &same, 48 << 14, "", 56),
    ] {
        let (run, peak) = run(words, &[path]);
        assert_eq!((run.err.as_str(), run.code), (expected, Some(0)), "{words}");
        assert!(run.out.len() > boards * 2);
        assert!(peak < most * MIB, "{words} took {} MiB", peak / MIB);
    }
}
