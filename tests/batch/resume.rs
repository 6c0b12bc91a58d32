//! `--out FILE --resume`: however a run ends, the next one continues it, and the file is the same as without a stop.

use crate::support::{Run, schema};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A folder with puzzles that take a few milliseconds each.
struct Case {
    dir: TempDir,
    puzzles: PathBuf,
    /// The time limit for each puzzle.
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

#[test]
fn records_in_any_order_are_gone_on_with() {
    let case = Case::new(60);
    let sorted = |text: &[u8]| {
        let text = String::from_utf8(text.to_vec()).unwrap();
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let whole = sorted(&case.whole("--unordered"));
    let out = case.path("out.jsonl");
    for part in [2, 5, 9] {
        let mut child = case.start(&out, "--unordered --resume");
        std::thread::sleep(Duration::from_millis(30 * part));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(case.run(&out, "--unordered --resume").code, Some(0));
    assert_eq!(sorted(&std::fs::read(&out).unwrap()), whole);
}

#[test]
fn what_does_not_fit_is_refused_and_changes_nothing() {
    let case = Case::new(12);
    let out = case.path("out.jsonl");
    let whole = case.whole("");
    assert_eq!(case.run(&out, "").code, Some(0));
    let refused = |words: &str, puzzles: &Path, message: &str| {
        let output = case.command(&out, words).arg(puzzles).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(err.starts_with("error: ") && err.contains(message), "{words}: {err}");
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(std::fs::read(&out).unwrap() == whole, "{words}");
    };
    refused("", &case.puzzles, "the file already holds results; --resume continues them");
    refused(
        "--resume --moves 3",
        &case.puzzles,
        "was written with other options: --moves none there, 3 here",
    );
    refused("--resume --max-line 1M", &case.puzzles, "--max-line 16777216 there, 1048576 here");
    refused("--resume --shard 0/2", &case.puzzles, "--shard none then, 0/2 now");
    refused("--resume --unordered", &case.puzzles, "--unordered differs");
    let other = case.path("other.jsonl");
    let text = std::fs::read_to_string(&case.puzzles).unwrap();
    std::fs::write(&other, &text).unwrap();
    refused("--resume", &other, "the names of the inputs differ");
    // Only the last puzzle differs.
    std::fs::write(&case.puzzles, text.trim_end().rsplit_once('\n').unwrap().0).unwrap();
    refused("--resume", &case.puzzles, "the results belong to another input: it has fewer puzzles");
    std::fs::write(&case.puzzles, &text).unwrap();
    let file = std::fs::File::open(&out).unwrap();
    file.lock_shared().unwrap();
    refused("--resume", &case.puzzles, "another program uses this file");
    // A program that another test starts at this moment may still hold a copy of the file, so closing it is not enough.
    file.unlock().unwrap();
    let side = case.path("out.jsonl.tilefall");
    std::fs::write(&side, "{\"v\":2}").unwrap();
    refused("--resume", &case.puzzles, "version 2 is unknown");
    std::fs::remove_file(&side).unwrap();
    refused("--resume", &case.puzzles, "out.jsonl.tilefall is missing");
    let output = case.command(&out, "--resume --output text").arg(&case.puzzles).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn standard_input_is_compared_record_by_record() {
    let case = Case::new(12);
    let text = std::fs::read_to_string(&case.puzzles).unwrap();
    let out = case.path("out.jsonl");
    let feed = |words: &str, text: &str| {
        use std::io::Write as _;
        let mut child = case.command(&out, words).stdin(Stdio::piped()).spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(feed("", &text), (Some(0), String::new()));
    let whole = std::fs::read(&out).unwrap();
    assert_eq!(feed("--resume", &text), (Some(0), String::new()));
    let reversed: String = text.lines().rev().map(|line| format!("{line}\n")).collect();
    let shorter: String = text.lines().take(9).map(|line| format!("{line}\n")).collect();
    for (input, message) in [
        (&reversed, "puzzle 0 does not match its record"),
        (&shorter, "it has fewer puzzles"),
        (&format!("{text}{text}"), "the results are complete, but it has more puzzles"),
    ] {
        let (code, err) = feed("--resume", input);
        assert!(code == Some(2) && err.contains(message), "{err}");
    }
    std::fs::write(&out, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(feed("--resume", &text), (Some(0), String::new()));
    assert!(std::fs::read(&out).unwrap() == whole);
}

#[cfg(unix)]
mod unix {
    use super::*;

    /// A run that may write only four KiB to a file and leaves the start of the results; SIGXFSZ may be ignored.
    fn run_in_little_room(case: &Case, ignored: bool, whole: &[u8]) -> Vec<u8> {
        let words = format!("{WORDS} {} --resume --out out.jsonl {}", case.nodes, case.puzzles.display());
        let program = assert_cmd::cargo::cargo_bin!("tilefall");
        let signal = if ignored { "trap '' XFSZ;" } else { "" };
        let script = format!("ulimit -f 4; {signal} exec {} {words}", program.display());
        let output = Command::new("bash").args(["-c", &script]).current_dir(&case.dir).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{err}");
        assert_eq!(err, "error: out.jsonl: cannot be written: File too large (os error 27)\n");
        let part = std::fs::read(case.path("out.jsonl")).unwrap();
        assert!(!part.is_empty() && part.len() < whole.len() && whole.starts_with(&part));
        part
    }

    #[test]
    fn a_file_that_may_not_grow_is_gone_on_with() {
        let case = Case::new(60);
        let whole = case.whole("");
        run_in_little_room(&case, true, &whole);
        run_in_little_room(&case, false, &whole);
        // With the same name as before.
        let words = format!("{WORDS} {} --resume --out out.jsonl {}", case.nodes, case.puzzles.display());
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
        let status = command.args(words.split_whitespace()).current_dir(case.dir.path()).status().unwrap();
        assert!(status.success() && std::fs::read(case.path("out.jsonl")).unwrap() == whole);
    }

    #[test]
    fn of_records_that_leave_together_those_that_fit_are_kept() {
        // The easy puzzles are done during the search for the first, and all are written at once.
        let case = Case { nodes: 300_000, ..Case::new(0) };
        let all = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
        let hard = all.lines().find(|line| line.contains("\"none-10/")).unwrap();
        let easy = all.lines().filter(|line| line.contains("\"easy/"));
        let text: String = std::iter::once(hard).chain(easy).map(|line| format!("{line}\n")).collect();
        std::fs::write(&case.puzzles, text).unwrap();
        let whole = case.whole("");
        let part = run_in_little_room(&case, true, &whole);
        assert!(part.ends_with(b"\n"), "whole records");
        let next = whole[part.len()..].iter().position(|&byte| byte == b'\n').unwrap() + 1;
        assert!(part.len() <= 4096 && part.len() + next > 4096, "all that fit: {} and {next}", part.len());
    }

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
                    assert_eq!((code, String::from_utf8(output.stderr).unwrap()), (Some(0), String::new()));
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
        // The results before the input grew are complete, and belong to another input.
        let run = case.run(&first, "--resume");
        assert!(run.code == Some(2) && run.err.contains("but it has more puzzles"), "{}", run.err);
    }

    #[test]
    fn an_input_that_changes_behind_the_records_is_refused_at_the_end() {
        let case = Case::new(12);
        let out = case.path("out.jsonl");
        assert_eq!(case.run(&out, "").code, Some(0));
        let text = std::fs::read_to_string(&case.puzzles).unwrap();
        std::fs::write(&case.puzzles, format!("{text}\n")).unwrap();
        let run = case.run(&out, "--resume");
        assert!(run.code == Some(2) && run.err.contains("the input has changed"), "{}", run.err);
        std::fs::write(&case.puzzles, text).unwrap();
        assert_eq!(case.run(&out, "--resume").code, Some(0));
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
