//! `--out FILE --resume`: however a run ends, the next one continues it, and the file is the same as without a stop.

use crate::support::{Run, run_in, schema};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A folder with puzzles that take a few milliseconds each.
struct Case {
    dir: TempDir,
    puzzles: PathBuf,
    /// The limit for each puzzle.
    nodes: u32,
}

const WORDS: &str = "mayan solve --no-timings --progress never --threads 2 --nodes";

impl Case {
    fn new(puzzles: usize) -> Case {
        Case::of(puzzles, 300)
    }

    fn of(puzzles: usize, nodes: u32) -> Case {
        let dir = tempfile::tempdir().unwrap();
        let all = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
        let lines: Vec<_> = all.lines().filter(|line| !line.contains("\"easy")).collect();
        let text: String = lines.iter().cycle().take(puzzles).map(|line| format!("{line}\n")).collect();
        let path = dir.path().join("puzzles.jsonl");
        std::fs::write(&path, text).unwrap();
        Case { dir, puzzles: path, nodes }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn command(&self, out: &Path, words: &str) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
        command
            .args(WORDS.split_whitespace())
            .arg(self.nodes.to_string())
            .args(words.split_whitespace())
            .arg("--out")
            .arg(out);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn start(&self, out: &Path, words: &str) -> Child {
        crate::support::signals::hear();
        self.command(out, words).arg(&self.puzzles).spawn().unwrap()
    }

    fn run(&self, out: &Path, words: &str) -> Run {
        let run = Run::of(self.start(out, words).wait_with_output().unwrap());
        schema::check_output(&std::fs::read(out).unwrap_or_default());
        run
    }

    /// Returns the file of an uninterrupted run.
    fn whole(&self, words: &str) -> Vec<u8> {
        let out = self.path("whole.jsonl");
        assert_eq!(self.run(&out, words), Run { out: String::new(), err: String::new(), code: Some(0) });
        std::fs::read(out).unwrap()
    }
}

#[test]
fn a_run_killed_anywhere_goes_on_to_the_same_file() {
    let case = Case::of(120, 200);
    let begun = std::time::Instant::now();
    let whole = case.whole("");
    let took = begun.elapsed();
    let out = case.path("out.jsonl");
    let mut before = 0;
    let (mut kills, mut files) = (0, 0);
    // Each run is killed after a different time, until one ends; then from the start.
    while kills < 50 {
        let mut child = case.start(&out, "--resume");
        std::thread::sleep(took.mul_f64(f64::from((kills * 37 + 11) % 50) / 100.0));
        child.kill().unwrap();
        let ended = child.wait().unwrap().success();
        kills += u32::from(!ended);
        let now = std::fs::read(&out).unwrap_or_default();
        assert!(whole.starts_with(&now), "what is written is the beginning of the whole");
        assert!(now.len() >= before, "no record that was whole is lost");
        before = now.len();
        if ended || kills % 10 == 0 {
            assert_eq!(case.run(&out, "--resume").code, Some(0));
            assert!(std::fs::read(&out).unwrap() == whole, "after {kills} kills");
            std::fs::remove_file(&out).unwrap();
            (before, files) = (0, files + 1);
        }
    }
    assert!(files >= 5);
    assert_eq!(std::fs::read_dir(&case.dir).unwrap().count(), 4, "no file that was being written is left");
}

#[test]
fn torn_and_interrupted_records_are_solved_again() {
    let case = Case::new(40);
    let whole = case.whole("");
    let out = case.path("out.jsonl");
    assert_eq!(case.run(&out, "").code, Some(0));
    let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    let interrupted = br#"{"v":1,"index":7,"id":"x","status":"unknown","stopped_by":"interrupt"}
"#;
    let torn = |at: usize| [&lines[..at].concat()[..], &lines[at][..lines[at].len() - 1]].concat();
    for (what, text) in [
        ("torn at a record's last byte", torn(39)),
        ("torn in the middle", torn(3)),
        ("nothing", Vec::new()),
        ("zeros of a lost power", [&lines[..9].concat()[..], &[0; 4096]].concat()),
        ("interrupted", [&lines[..7].concat()[..], interrupted, &lines[8..12].concat()].concat()),
        ("interrupted at the start", [interrupted, lines[1]].concat()),
    ] {
        std::fs::write(&out, text).unwrap();
        assert_eq!(case.run(&out, "--resume").code, Some(0), "{what}");
        assert!(std::fs::read(&out).unwrap() == whole, "{what}");
    }
    // Already complete: nothing changes.
    assert_eq!(case.run(&out, "--resume").code, Some(0));
    assert!(std::fs::read(&out).unwrap() == whole);
}

/// Replaces the first match in a line.
fn changed(line: &[u8], from: &str, to: &str) -> Vec<u8> {
    String::from_utf8_lossy(line).replacen(from, to, 1).into_bytes()
}

#[test]
fn a_file_is_cut_at_the_first_line_that_is_not_the_answer_to_the_next_puzzle() {
    let case = Case::new(40);
    let whole = case.whole("");
    let out = case.path("out.jsonl");
    assert_eq!(case.run(&out, "").code, Some(0));
    let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    let with = |at: usize, line: &[u8]| [&lines[..at].concat()[..], line, &lines[at + 1..].concat()].concat();
    let cases = [
        ("deleted", [&lines[..7].concat()[..], &lines[8..].concat()].concat(), 7, 32),
        ("swapped", [&lines[..3].concat()[..], lines[4], lines[3], &lines[5..].concat()].concat(), 3, 37),
        ("doubled", [&lines[..9].concat()[..], lines[4], &lines[9..].concat()].concat(), 9, 32),
        ("doubled at the end", [&whole[..], lines[0]].concat(), 40, 1),
        ("of another hash", with(12, &changed(lines[12], "\"hash\":\"", "\"hash\":\"0")), 12, 28),
        ("of another id", with(12, &changed(lines[12], "\"id\":\"", "\"id\":\"0")), 12, 28),
        ("garbage", [&lines[..9].concat()[..], b"\xff\n", &lines[9..].concat()].concat(), 9, 31),
        ("torn at the start", with(0, &lines[0][..20]), 0, 38),
    ];
    for (what, text, kept, behind) in cases {
        std::fs::write(&out, text).unwrap();
        let run = case.run(&out, "--resume");
        let plural = |number: u32| if number == 1 { "record" } else { "records" };
        let message = format!(
            "out.jsonl: cut behind {kept} {}; {behind} {} behind the cut {} solved again\n",
            plural(kept),
            plural(behind),
            if behind == 1 { "is" } else { "are" }
        );
        assert!(run.code == Some(0) && run.err.ends_with(&message), "{what}: {}", run.err);
        assert!(std::fs::read(&out).unwrap() == whole, "{what}");
    }
}

#[test]
fn what_does_not_fit_is_refused_and_changes_nothing() {
    let case = Case::new(12);
    let out = case.path("out.jsonl");
    let whole = case.whole("");
    assert_eq!(case.run(&out, "").code, Some(0));
    let refused = |words: &str, message: &str| {
        let output = case.command(&out, words).arg(&case.puzzles).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(err.starts_with("error: ") && err.contains(message), "{words}: {err}");
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(std::fs::read(&out).unwrap() == whole, "{words}");
    };
    refused("", "the file already holds results; --resume continues them");
    refused("--resume --moves 3", "was begun by another run: --moves none there, 3 here");
    refused("--resume --max-line 1M", "--max-line 16777216 there, 1048576 here");
    refused("--resume --shard 0/2", "--shard none there, 0/2 here");
    refused("--resume --output text", "--out takes records");
    let text = std::fs::read_to_string(&case.puzzles).unwrap();
    let reversed: String = text.lines().rev().map(|line| format!("{line}\n")).collect();
    for other in ["", &reversed] {
        std::fs::write(&case.puzzles, other).unwrap();
        refused("--resume", "out.jsonl: these results belong to another input");
    }
    std::fs::write(&case.puzzles, &text).unwrap();
    let file = std::fs::File::open(&out).unwrap();
    file.lock_shared().unwrap();
    refused("--resume", "another program uses this file");
    // A program that another test starts at this moment may still hold a copy of the file, so closing it is not enough.
    file.unlock().unwrap();
    let side = case.path("out.jsonl.tilefall");
    let read = std::fs::read_to_string(&side).unwrap();
    std::fs::write(&side, read.replacen(env!("CARGO_PKG_VERSION"), "0.1.9", 1)).unwrap();
    refused("--resume", "was begun by another run: version 0.1.9 there, ");
    std::fs::write(&side, "{\"v\":1}").unwrap();
    refused("--resume", "out.jsonl.tilefall:1:7: expected a sidecar of tilefall");
    std::fs::remove_file(&side).unwrap();
    refused("--resume", "out.jsonl.tilefall is missing");
}

#[test]
fn an_input_may_change_behind_the_records_that_stay() {
    let case = Case::new(12);
    let out = case.path("out.jsonl");
    assert_eq!(case.run(&out, "").code, Some(0));
    let text = std::fs::read_to_string(&case.puzzles).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for (input, message) in [
        (text.clone() + lines[0], ""),
        (lines[..9].concat(), "cut behind 9 records; 4 records behind the cut are solved again\n"),
        (
            [&lines[..5], &lines[8..]].concat().concat(),
            "cut behind 5 records; 4 records behind the cut are solved again\n",
        ),
    ] {
        use std::io::Write as _;
        let mut child = case.command(&out, "--resume").stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let run = Run::of(child.wait_with_output().unwrap());
        assert!(run.code == Some(0) && run.err.ends_with(message), "{}", run.err);
        assert_eq!(message.is_empty(), run.err.is_empty());
        std::fs::write(&case.puzzles, &input).unwrap();
        let fresh = case.path("fresh.jsonl");
        assert_eq!(case.run(&fresh, "").code, Some(0));
        assert!(std::fs::read(&out).unwrap() == std::fs::read(&fresh).unwrap());
        let side = |name: &str| std::fs::read(case.path(name)).unwrap();
        assert_eq!(side("out.jsonl.tilefall"), side("fresh.jsonl.tilefall"));
        std::fs::remove_file(fresh).unwrap();
    }
}

#[test]
fn bad_and_unreadable_inputs_have_records_in_their_place_and_are_solved_once_they_are_good() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let all = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
    let easy: Vec<&str> = all.split_inclusive('\n').filter(|line| line.contains("\"easy")).collect();
    let write = |name: &str, text: &str| std::fs::write(dir.join(name), text).unwrap();
    let other_game = "{\"game\":\"samegame\",\"rows\":[\"11\"]}\n";
    write("a.jsonl", &format!("{other_game}{}?\n", easy[0]));
    write("c.jsonl", &easy[4..6].concat());
    let words =
        "mayan solve --no-timings --nodes 200 --progress never --resume --out out a.jsonl b.jsonl c.jsonl";
    let solve = || run_in(dir, words, b"");
    let read = || std::fs::read_to_string(dir.join("out")).unwrap();
    let first = solve();
    assert!(first.code == Some(1) && first.err.contains("b.jsonl: cannot be read: No such file"));
    assert_eq!(read().lines().count(), 6);
    let before = read();
    // Nothing has changed, and nothing is solved again.
    let again = solve();
    assert_eq!((again.code, again.err.as_str(), read()), (Some(1), "", before));
    write("b.jsonl", &easy[2..4].concat());
    let run = solve();
    let cut = "out: cut behind 3 records; 3 records behind the cut are solved again\n";
    assert_eq!((run.code, run.err.as_str()), (Some(1), cut));
    assert_eq!(read().lines().count(), 7);
    write("a.jsonl", &easy[..2].concat());
    std::fs::remove_file(dir.join("out")).unwrap();
    std::fs::remove_file(dir.join("out.tilefall")).unwrap();
    assert_eq!(solve().code, Some(0));
    let good = read();
    write("a.jsonl", &format!("{}?\n", easy[0]));
    assert_eq!(solve().code, Some(1));
    write("a.jsonl", &easy[..2].concat());
    let run = solve();
    let cut = "out: cut behind 1 record; 5 records behind the cut are solved again\n";
    assert_eq!((run.code, run.err.as_str(), read()), (Some(0), cut, good));
}

#[cfg(unix)]
mod unix {
    use super::*;

    #[test]
    fn an_interrupted_run_goes_on() {
        let case = Case::of(200, 20_000);
        let whole = case.whole("");
        let out = case.path("out.jsonl");
        let (mut interrupts, mut heard) = (0, 0);
        loop {
            let child = case.start(&out, "--resume");
            std::thread::sleep(Duration::from_millis(40 + 30 * interrupts));
            let name = if interrupts % 2 == 0 { "INT" } else { "TERM" };
            let _ = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
            let output = child.wait_with_output().unwrap();
            match output.status.code() {
                Some(130) => (interrupts, heard) = (interrupts + 1, heard + 1),
                // On a busy machine the signal may arrive before the handler is set.
                None => interrupts += 1,
                code => {
                    assert_eq!(code, Some(0));
                    break;
                }
            }
            assert!(interrupts < 100);
        }
        assert!(heard > 0, "too fast to be interrupted");
        assert!(std::fs::read(&out).unwrap() == whole);
    }

    fn wait_for_a_record(out: &Path) {
        let begun = std::time::Instant::now();
        while std::fs::metadata(out).map_or(0, |data| data.len()) == 0 {
            assert!(begun.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Returns the content of the sidecar.
    fn side(out: &Path) -> serde_json::Value {
        let text = std::fs::read_to_string(format!("{}.tilefall", out.display())).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn the_digest_is_of_what_was_read() {
        use std::io::Write as _;
        // More than is read ahead, so that the input grows before its end is reached.
        let case = Case::of(4000, 20);
        let (out, first) = (case.path("out.jsonl"), case.path("first.jsonl"));
        assert_eq!(case.run(&first, "").code, Some(0));
        let line = std::fs::read_to_string(&case.puzzles).unwrap().lines().next().unwrap().to_owned();
        let mut child = case.start(&out, "");
        wait_for_a_record(&out);
        let mut file = std::fs::OpenOptions::new().append(true).open(&case.puzzles).unwrap();
        file.write_all(format!("{line}\n").repeat(5).as_bytes()).unwrap();
        assert!(child.wait().unwrap().success());
        let grown = side(&out);
        assert_eq!((&grown["count"], &grown["complete"]), (&4005.into(), &true.into()));
        assert_eq!(std::fs::read_to_string(&out).unwrap().lines().count(), 4005);
        assert_ne!(grown["input"], side(&first)["input"]);
        let again = case.path("again.jsonl");
        assert_eq!(case.run(&again, "").code, Some(0));
        assert_eq!(grown["input"], side(&again)["input"]);
        assert!(std::fs::read(&out).unwrap() == std::fs::read(again).unwrap());
        assert_eq!(case.run(&out, "--resume").code, Some(0));
        // The results before the input grew are continued.
        assert_eq!(case.run(&first, "--resume").code, Some(0));
        assert!(std::fs::read(&out).unwrap() == std::fs::read(&first).unwrap());
    }

    #[test]
    fn a_file_that_is_taken_away_from_a_run_is_a_failure() {
        let case = Case::of(400, 2000);
        let out = case.path("out.jsonl");
        for replace in [false, true] {
            let child = case.start(&out, "");
            wait_for_a_record(&out);
            std::fs::remove_file(&out).unwrap();
            if replace {
                std::fs::write(&out, "").unwrap();
            }
            let output = child.wait_with_output().unwrap();
            let err = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(3), "{err}");
            assert!(
                err.contains("out.jsonl: cannot be synced: another program removed or replaced it"),
                "{err}"
            );
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_input_that_fails_is_no_answer_and_the_run_goes_on_later() {
        let case = Case::new(6);
        let whole = case.whole("");
        let (out, puzzles) = (case.path("out.jsonl"), case.path("later.jsonl"));
        // Its first bytes cannot be read.
        std::os::unix::fs::symlink("/proc/self/mem", &puzzles).unwrap();
        for words in ["--out out.jsonl --resume", ""] {
            let line = format!("$TILEFALL {WORDS} {} {words} later.jsonl puzzles.jsonl", case.nodes);
            let run = crate::support::shell_in(case.dir.path(), &line);
            assert_eq!((run.code, run.out.as_str()), (Some(3), ""), "{words}: {}", run.err);
            assert!(run.err.contains("later.jsonl: cannot be read: Input/output error"), "{}", run.err);
        }
        assert_eq!(std::fs::read(&out).unwrap_or_default(), b"");
        std::fs::remove_file(&puzzles).unwrap();
        std::fs::rename(&case.puzzles, &puzzles).unwrap();
        std::fs::write(&case.puzzles, "").unwrap();
        let line =
            format!("$TILEFALL {WORDS} {} --out out.jsonl --resume later.jsonl puzzles.jsonl", case.nodes);
        assert_eq!(crate::support::shell_in(case.dir.path(), &line).code, Some(1));
        let read = String::from_utf8(std::fs::read(&out).unwrap()).unwrap();
        assert_eq!(
            read.lines().count(),
            whole.split(|&byte| byte == b'\n').count(),
            "six, and the empty file"
        );
    }
}
