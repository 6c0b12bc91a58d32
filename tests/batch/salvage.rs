//! Resuming the worst possible files: however a resume ends, no complete record is lost.
//!
//! `TILEFALL_TRIALS=N` kills N runs of each kind instead of a few.

use crate::support::run_in;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const PUZZLES: usize = 1500;
const SOLVE: &str = "mayan solve --no-timings --nodes 200 --progress never --threads 2";

/// A complete results file in a folder with its puzzles and its sidecar.
struct Case {
    dir: TempDir,
    words: String,
    whole: Vec<u8>,
    lines: HashSet<Vec<u8>>,
}

impl Case {
    fn new(order: &str) -> Case {
        let dir = tempfile::tempdir().unwrap();
        let all = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
        let easy = all.lines().filter(|line| line.contains("\"easy"));
        let puzzles: String = easy.cycle().take(PUZZLES).map(|line| format!("{line}\n")).collect();
        std::fs::write(dir.path().join("puzzles.jsonl"), puzzles).unwrap();
        let words = format!("{SOLVE} {order} --out out puzzles.jsonl");
        assert_eq!(run_in(dir.path(), &words, b"").code, Some(0));
        let whole = std::fs::read(dir.path().join("out")).unwrap();
        let lines = whole.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        Case { dir, words, whole, lines }
    }

    fn out(&self) -> PathBuf {
        self.dir.path().join("out")
    }

    fn salvage(&self) -> PathBuf {
        self.dir.path().join("out.salvage")
    }

    /// Writes the file as of an unfinished run.
    fn put(&self, text: &[u8]) {
        let side = self.dir.path().join("out.tilefall");
        let open = std::fs::read_to_string(&side).unwrap().replace("\"complete\":true", "\"complete\":false");
        std::fs::write(side, open).unwrap();
        std::fs::write(self.out(), text).unwrap();
        let _ = std::fs::remove_file(self.salvage());
    }

    /// Returns the number of correct records in the file and in the salvage.
    fn records(&self) -> usize {
        let read = |path: &Path| std::fs::read(path).unwrap_or_default();
        let text = [read(&self.out()), read(&self.salvage())].concat();
        // A complete record may follow a torn one.
        let start = b"{\"v\":1,\"index\":";
        let tail = |line: &[u8]| {
            let at = line.windows(start.len()).rposition(|part| part == start).unwrap_or(0);
            line[at..].to_vec()
        };
        let found: HashSet<Vec<u8>> = text.split_inclusive(|&byte| byte == b'\n').map(tail).collect();
        found.intersection(&self.lines).count()
    }

    fn resume(&self) -> Child {
        crate::support::signals::hear();
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
        command.args(self.words.split_whitespace()).arg("--resume").current_dir(self.dir.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Checks that a resume completes the file and leaves nothing beside it.
    #[track_caller]
    fn resumes_whole(&self, what: &str) {
        let output = self.resume().wait_with_output().unwrap();
        assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(self.same(&std::fs::read(self.out()).unwrap()), "{what}");
        assert!(!self.salvage().exists(), "{what}");
    }

    fn same(&self, text: &[u8]) -> bool {
        let sorted = |text: &[u8]| {
            let mut lines: Vec<_> = text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
            lines.sort();
            lines
        };
        if self.words.contains("--unordered") {
            sorted(text) == sorted(&self.whole)
        } else {
            text == self.whole
        }
    }

    /// A file with every kind of damage, most of it at the start.
    fn worst(&self) -> Vec<u8> {
        let lines: Vec<&[u8]> = self.whole.split_inclusive(|&byte| byte == b'\n').collect();
        let interrupted =
            br#"{"v":1,"index":5,"id":"x","status":"unknown","stopped_by":"interrupt"}"#.as_slice();
        let mut text = [&lines[..5].concat()[..], interrupted, b"\n", &lines[6..40].concat()[..]].concat();
        text.extend_from_slice(b"\xff\xfe garbage\n\n");
        text.extend_from_slice(&lines[40][..30]);
        text.extend_from_slice(&lines[41..700].concat());
        // A block lost in a power failure: the record after it is complete.
        text.extend_from_slice(&[0; 4096]);
        text.extend_from_slice(&lines[701..1200].concat());
        text.extend_from_slice(&lines[1201..1400].concat());
        text.extend_from_slice(&lines[1400][..lines[1400].len() / 2]);
        text
    }
}

fn trials(few: u32) -> u32 {
    std::env::var("TILEFALL_TRIALS").ok().and_then(|text| text.parse().ok()).unwrap_or(few)
}

/// Kills resumes of the worst file, each after a different time; then lets one finish.
fn kill(order: &str, signals: &[&str], few: u32) {
    let case = Case::new(order);
    case.put(&case.worst());
    let before = case.records();
    assert!(before > 1390, "{before}");
    let begun = Instant::now();
    assert!(case.resume().wait().unwrap().success());
    let took = begun.elapsed();
    assert!(case.same(&std::fs::read(case.out()).unwrap()));
    assert!(!case.salvage().exists());
    let (mut most, mut least, mut ended) = (0, usize::MAX, 0);
    let number = trials(few);
    for trial in 0..number {
        // Most goes wrong within the first moments.
        let part = f64::from(trial * 37 % 101) / 101.0;
        if trial % 4 == 0 {
            case.put(&case.worst());
        }
        let mut child = case.resume();
        std::thread::sleep(Duration::from_secs_f64(took.as_secs_f64() * part * part));
        let name = signals[trial as usize % signals.len()];
        let id = child.id().to_string();
        let _ = Command::new("kill").args(["-s", name, &id]).stderr(Stdio::null()).status();
        ended += u32::from(child.wait().unwrap().success());
        let now = case.records();
        assert!(now >= before, "trial {trial}, {name} after {part:.3}: {now} records of {before}");
        (most, least) = (most.max(now), least.min(now));
    }
    let output = case.resume().wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(case.same(&std::fs::read(case.out()).unwrap()));
    println!(
        "{order} {signals:?}: {number} trials, {ended} ended before; {before} records, {least} to {most} then"
    );
}

#[test]
fn salvage_is_on_the_disk_before_the_file_is_cut_in_order() {
    kill("", &["KILL", "KILL", "TERM"], 12);
}

#[test]
fn salvage_is_on_the_disk_before_the_file_is_cut_in_any_order() {
    kill("--unordered", &["KILL", "TERM"], 8);
}

#[test]
fn deleted_swapped_and_doubled_records_are_put_in_their_place() {
    for order in ["", "--unordered"] {
        let case = Case::new(order);
        let lines: Vec<&[u8]> = case.whole.split_inclusive(|&byte| byte == b'\n').collect();
        let swapped = {
            let mut lines = lines.clone();
            lines.swap(3, 900);
            lines.concat()
        };
        for (what, text) in [
            ("deleted", [&lines[..700].concat()[..], &lines[702..].concat()].concat()),
            ("the first deleted", lines[1..].concat()),
            ("swapped", swapped),
            ("doubled", [&lines[..9].concat()[..], lines[4], &lines[9..].concat()].concat()),
            ("the last doubled", [&case.whole[..], lines[PUZZLES - 1]].concat()),
            ("the first doubled at the end", [&case.whole[..], lines[0]].concat()),
            ("all doubled", case.whole.repeat(2)),
            ("backwards", lines.iter().rev().copied().collect::<Vec<_>>().concat()),
        ] {
            for complete in [false, true] {
                case.put(&text);
                if complete {
                    let side = case.dir.path().join("out.tilefall");
                    let text = std::fs::read_to_string(&side).unwrap();
                    std::fs::write(side, text.replace("\"complete\":false", "\"complete\":true")).unwrap();
                }
                case.resumes_whole(&format!("{order} {what}"));
            }
        }
    }
}

#[test]
fn what_a_killed_resume_has_put_in_its_place_is_not_kept_beside_the_file_for_ever() {
    for order in ["", "--unordered"] {
        let case = Case::new(order);
        let lines: Vec<&[u8]> = case.whole.split_inclusive(|&byte| byte == b'\n').collect();
        // Killed before the first record was placed, in the middle, before the cut, and after the last.
        for (placed, salvaged) in [(1, 2), (700, 1), (900, 400), (PUZZLES, 1), (PUZZLES, PUZZLES - 1)] {
            case.put(&lines[..placed].concat());
            std::fs::write(case.salvage(), lines[salvaged..].concat()).unwrap();
            case.resumes_whole(&format!("{order} {placed}"));
        }
    }
}

#[test]
fn an_interrupted_record_in_the_salvage_is_no_answer() {
    for order in ["", "--unordered"] {
        let case = Case::new(order);
        let lines: Vec<&[u8]> = case.whole.split_inclusive(|&byte| byte == b'\n').collect();
        let interrupted =
            String::from_utf8_lossy(lines[900]).replace("}\n", ",\"stopped_by\":\"interrupt\"}\n");
        case.put(&[&lines[..700].concat()[..], &lines[800..].concat()].concat());
        std::fs::write(case.salvage(), interrupted).unwrap();
        case.resumes_whole(order);
    }
}

#[test]
fn foreign_records_are_refused_and_nothing_is_changed() {
    for order in ["", "--unordered"] {
        let case = Case::new(order);
        let lines: Vec<&[u8]> = case.whole.split_inclusive(|&byte| byte == b'\n').collect();
        let hash = |line: &[u8]| String::from_utf8_lossy(line).replacen("\"hash\":\"", "\"hash\":\"0", 1);
        let index = |line: &[u8]| String::from_utf8_lossy(line).replacen("\"index\":", "\"index\":99", 1);
        for (what, at, foreign) in [
            ("another hash", 7, hash(lines[7])),
            ("another hash at the end", PUZZLES - 1, hash(lines[PUZZLES - 1])),
            ("another index", 30, index(lines[30])),
            ("another id", 30, String::from_utf8_lossy(lines[30]).replacen("easy", "hasty", 1)),
        ] {
            let mut lines = lines.clone();
            lines[at] = foreign.as_bytes();
            let text = lines.concat();
            case.put(&text);
            let output = case.resume().wait_with_output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{order} {what}: {err}");
            assert!(err.starts_with("error: the results belong to another input: "), "{order} {what}: {err}");
            assert!(std::fs::read(case.out()).unwrap() == text, "{order} {what}");
            assert!(!case.salvage().exists());
        }
    }
}

#[cfg(unix)]
#[test]
fn without_room_for_the_salvage_the_file_is_not_cut() {
    let case = Case::new("");
    let text = case.worst();
    case.put(&text);
    // With SIGXFSZ ignored, a write fails as on a full disk.
    let line = format!("ulimit -f 50; trap '' XFSZ; exec $TILEFALL {} --resume", case.words);
    let run = crate::support::shell_in(case.dir.path(), &line);
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(run.err.starts_with("error: out.salvage: cannot be written: File too large"), "{}", run.err);
    assert!(std::fs::read(case.out()).unwrap() == text);
    assert!(case.resume().wait().unwrap().success());
    assert!(std::fs::read(case.out()).unwrap() == case.whole);
}
