//! `--out FILE --resume`: however a run ends, the next run continues the file, which ends up as if no run had stopped.

use crate::support::{Run, run_in, schema};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A folder with puzzles that take a few milliseconds each.
struct Case {
    dir: TempDir,
    puzzles: PathBuf,
    /// The node limit for each puzzle.
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

    /// Returns the results file of an uninterrupted run.
    fn whole(&self, words: &str) -> Vec<u8> {
        let out = self.path("whole.jsonl");
        assert_eq!(self.run(&out, words), Run { out: String::new(), err: String::new(), code: Some(0) });
        std::fs::read(out).unwrap()
    }
}

/// Replaces the first match in a line.
fn changed(line: &[u8], from: &str, to: &str) -> Vec<u8> {
    String::from_utf8_lossy(line).replacen(from, to, 1).into_bytes()
}

/// Returns a record as an interrupted search would have written it.
fn interrupted(line: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(line).unwrap();
    let (start, _) = text.split_once("\"asked\"").unwrap();
    format!("{start}\"status\":\"unknown\",\"stopped_by\":\"interrupt\"}}\n").into_bytes()
}

#[test]
fn torn_and_interrupted_records_are_solved_again_and_no_others() {
    let case = Case::new(40);
    let whole = case.whole("");
    let out = case.path("out.jsonl");
    assert_eq!(case.run(&out, "").code, Some(0));
    let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    let torn = |at: usize| [&lines[..at].concat()[..], &lines[at][..lines[at].len() - 2]].concat();
    let again = |at: usize| interrupted(lines[at]);
    for (what, text, kept, note) in [
        ("torn before a record's last byte", torn(39), 39, "a torn last line"),
        ("torn in the middle", torn(3), 3, "a torn last line"),
        ("without the last line end", whole[..whole.len() - 1].to_vec(), 40, ""),
        ("nothing", Vec::new(), 0, ""),
        ("zeros of a lost power", [&lines[..9].concat()[..], &[0; 4096]].concat(), 9, "a torn last line"),
        ("interrupted at the end", [lines[..7].concat(), again(7)].concat(), 7, "1 interrupted record"),
        ("interrupted at the start", [again(0), lines[1].to_vec()].concat(), 1, "1 interrupted record"),
        (
            "interrupted between others",
            [lines[..3].concat(), again(3), lines[4].to_vec(), again(5), again(6), lines[7..9].concat()]
                .concat(),
            6,
            "3 interrupted records",
        ),
        (
            "interrupted, and torn",
            [again(0), lines[1].to_vec(), again(2), lines[3][..90].to_vec()].concat(),
            1,
            "2 interrupted records and a torn last line",
        ),
    ] {
        std::fs::write(&out, text).unwrap();
        let run = case.run(&out, "--resume --progress auto");
        let note = if note.is_empty() { String::new() } else { format!("solving again {note}\n") };
        let summary = if kept == 0 { ", 0 bad".into() } else { format!("; {kept} of them before\n") };
        assert!(run.code == Some(0) && run.err.contains(&summary), "{what}: {}", run.err);
        assert!(
            run.err.contains(&note) && run.err.contains("solving again") != note.is_empty(),
            "{what}: {}",
            run.err
        );
        assert!(std::fs::read(&out).unwrap() == whole, "{what}");
    }
    // Resuming a complete run changes nothing.
    let before = crate::support::contents(case.dir.path());
    assert_eq!(case.run(&out, "--resume").code, Some(0));
    assert!(crate::support::contents(case.dir.path()) == before);
}

#[test]
fn a_record_that_is_not_the_answer_to_the_next_puzzle_is_refused_with_its_place() {
    let case = Case::new(40);
    let whole = case.whole("");
    let out = case.path("out.jsonl");
    assert_eq!(case.run(&out, "").code, Some(0));
    let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    let with = |at: usize, line: &[u8]| [&lines[..at].concat()[..], line, &lines[at + 1..].concat()].concat();
    let other = |from: &str, to: &str| with(12, &changed(lines[12], from, to));
    let no_record = "this is no record of a result, expected that of ";
    let cases = [
        (
            "deleted",
            [&lines[..7].concat()[..], &lines[8..].concat()].concat(),
            8,
            "found the record of index 8 (",
        ),
        (
            "swapped",
            [&lines[..3].concat()[..], lines[4], lines[3], &lines[5..].concat()].concat(),
            4,
            "found the record of index 4 (",
        ),
        (
            "doubled",
            [&lines[..9].concat()[..], lines[4], &lines[9..].concat()].concat(),
            10,
            "found the record of index 4 (",
        ),
        ("doubled at the end", [&whole[..], lines[0]].concat(), 41, "the input ends after 40 puzzles"),
        (
            "another hash",
            other("\"hash\":\"", "\"hash\":\"0"),
            13,
            "found the answer to another puzzle of this id (hash 0",
        ),
        (
            "no hash",
            other("\"hash\"", "\"hush\""),
            13,
            "found the answer to another puzzle of this id (hash none, here ",
        ),
        ("another id", other("\"id\":\"", "\"id\":\"0"), 13, "found the record of 0"),
        ("garbage", [&lines[..9].concat()[..], b"\xff\n", &lines[9..].concat()].concat(), 10, no_record),
        ("a blank line", [b"\n", &whole[..]].concat(), 1, no_record),
        ("a byte order mark", [b"\xef\xbb\xbf", &whole[..]].concat(), 1, no_record),
        ("zeros", [&[0; 100], &whole[..]].concat(), 1, no_record),
        ("torn at the start", with(0, &lines[0][..20]), 1, no_record),
        ("a note at the end", [&lines[..5].concat()[..], b"hands off"].concat(), 6, no_record),
        (
            "an interrupted record of another puzzle",
            with(0, &interrupted(lines[1])),
            1,
            "found the record of index 1 (",
        ),
    ];
    for (what, text, line, message) in cases {
        std::fs::write(&out, &text).unwrap();
        let before = crate::support::contents(case.dir.path());
        let run = Run::of(case.start(&out, "--resume").wait_with_output().unwrap());
        let place = format!("out.jsonl:{line}:1: {message}");
        assert!(
            run.err.contains(&place) && run.err.contains("; nothing was changed, "),
            "{what}: {}",
            run.err
        );
        assert_eq!(run.code, Some(2), "{what}");
        assert!(crate::support::contents(case.dir.path()) == before, "{what}");
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
    refused("", "the file already holds results; --resume continues them, --restart keeps them");
    refused("--resume --moves 3", "was begun by another run: --moves none there, 3 here");
    refused("--resume --max-line 1M", "--max-line 16777216 there, 1048576 here");
    refused("--resume --shard 0/2", "--shard none there, 0/2 here");
    refused("--resume --output text", "--out takes records");
    let text = std::fs::read_to_string(&case.puzzles).unwrap();
    let reversed: String = text.lines().rev().map(|line| format!("{line}\n")).collect();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let grown = text.clone() + lines[0];
    for (other, message) in [
        ("", "out.jsonl:1:1: found the answer to hard5/01, but the input has an error there ("),
        (&reversed, "out.jsonl:1:1: found the record of "),
        (&lines[..9].concat(), "out.jsonl:10:1: the input ends after 9 puzzles"),
        (&grown, "number of puzzles 12 there, 13 here; nothing was changed"),
    ] {
        std::fs::write(&case.puzzles, other).unwrap();
        refused("--resume", message);
    }
    std::fs::write(&case.puzzles, &text).unwrap();
    let file = std::fs::File::open(&out).unwrap();
    file.lock_shared().unwrap();
    refused("--resume", "another program uses this file");
    // A program that another test starts now may inherit the open file, so that closing it here would not unlock it.
    file.unlock().unwrap();
    let side = case.path("out.jsonl.tilefall");
    let read = std::fs::read_to_string(&side).unwrap();
    std::fs::write(&side, read.replacen(env!("CARGO_PKG_VERSION"), "0.1.9", 1)).unwrap();
    refused("--resume", "was begun by another run: version 0.1.9 there, ");
    std::fs::write(&side, "{\"v\":1}").unwrap();
    refused("--resume", "out.jsonl.tilefall:1:7: expected a sidecar of tilefall");
    std::fs::remove_file(&side).unwrap();
    refused(
        "--resume",
        "out.jsonl.tilefall is missing, which says what run these results are of; expected it beside",
    );
    refused("", "the file is not empty and has no ");
}

#[test]
fn the_rest_of_an_input_is_compared_if_the_run_has_read_it() {
    let case = Case::new(12);
    let out = case.path("out.jsonl");
    let whole = case.whole("");
    let text = std::fs::read_to_string(&case.puzzles).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let five: Vec<u8> = whole.split_inclusive(|&byte| byte == b'\n').take(5).flatten().copied().collect();
    assert_eq!(case.run(&out, "").code, Some(0));
    let piped = |input: &str| {
        use std::io::Write as _;
        let mut child = case.command(&out, "--resume").stdin(Stdio::piped()).spawn().unwrap();
        // The program may end before it reads its input, so an error of the write is ignored.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        Run::of(child.wait_with_output().unwrap())
    };
    // A complete run has lost records. The rest of its input must be compared, which is not possible for a stream.
    let other = [lines[..11].concat(), lines[10].into()].concat();
    for (input, code, message) in [(&other, 2, "out.jsonl: was begun by another run: input "), (&text, 0, "")]
    {
        std::fs::write(&out, &five).unwrap();
        std::fs::write(&case.puzzles, input).unwrap();
        let run = piped(input);
        assert!(run.code == Some(2) && run.err.contains("a stream cannot be compared with"), "{}", run.err);
        assert!(std::fs::read(&out).unwrap() == five);
        let run = case.run(&out, "--resume");
        assert!(run.code == Some(code) && run.err.contains(message), "{}", run.err);
        assert!(std::fs::read(&out).unwrap() == if code == 0 { &whole[..] } else { &five[..] });
    }
    // If no record is missing, the input may be another text with the same puzzles.
    std::fs::write(&case.puzzles, text.replace('\n', "\r\n\n")).unwrap();
    assert_eq!(case.run(&out, "--resume").code, Some(0));
    assert_eq!(piped(&text).code, Some(0));
    // A run that was killed has not read its input to the end: only puzzles with a record must be the same.
    let side = case.path("out.jsonl.tilefall");
    let known = std::fs::read_to_string(&side).unwrap();
    let (start, end) = (known.find("\"input\"").unwrap(), known.find("\"shard\"").unwrap());
    let unknown = format!("{}\"input\":null,\"count\":null,{}", &known[..start], &known[end..]);
    std::fs::write(&side, unknown.replace("true", "false")).unwrap();
    std::fs::write(&out, &five).unwrap();
    assert_eq!(piped(&other).code, Some(0));
    assert!(std::fs::read(&out).unwrap().starts_with(&five));
}

#[test]
fn a_restart_keeps_the_old_results_with_their_sidecar() {
    let case = Case::new(12);
    let out = case.path("out.jsonl");
    let whole = case.whole("");
    assert_eq!(case.run(&out, "--restart").code, Some(0), "there is nothing to keep");
    let old = std::fs::read(case.path("out.jsonl.tilefall")).unwrap();
    for number in 1..4 {
        let words = format!("--restart --progress auto --moves {}", number + 90);
        let run = case.run(&out, &words);
        let note = format!("out.jsonl: the old file is kept as {}.{number}\n", out.display());
        assert!(run.code == Some(0) && run.err.contains(&note), "{}", run.err);
    }
    assert!(std::fs::read(case.path("out.jsonl.1")).unwrap() == whole);
    assert!(std::fs::read(case.path("out.jsonl.1.tilefall")).unwrap() == old);
    // The old file is complete under its new name.
    assert_eq!(case.run(&case.path("out.jsonl.1"), "--resume").code, Some(0));
    // Makes the state after a run that was killed between the two renames.
    std::fs::rename(case.path("out.jsonl.tilefall"), case.path("out.jsonl.4.tilefall")).unwrap();
    let latest = std::fs::read(&out).unwrap();
    assert_eq!(case.run(&out, "--restart").code, Some(0));
    assert!(std::fs::read(case.path("out.jsonl.4")).unwrap() == latest);
    let run = case.run(&case.path("out.jsonl.4"), "--resume --moves 93");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let names = crate::support::contents(case.dir.path()).len();
    assert_eq!(names, 3 + 5 * 2, "the puzzles, the whole and its sidecar, five files with theirs");
}

#[test]
fn an_output_whose_sidecar_is_that_of_other_results_is_refused() {
    let case = Case::new(3);
    let out = case.path("out.jsonl");
    let side = case.path("out.jsonl.tilefall");
    assert_eq!(case.run(&out, "").code, Some(0));
    let refused = |words: &str, message: &str| {
        let before = crate::support::contents(case.dir.path());
        let run = Run::of(case.start(&out, words).wait_with_output().unwrap());
        assert!(run.code == Some(2) && run.err.contains(message), "{words}: {}", run.err);
        assert!(crate::support::contents(case.dir.path()) == before, "{words}");
    };
    std::fs::rename(&out, case.path("moved.jsonl")).unwrap();
    refused("", "out.jsonl.tilefall of an earlier run is there; --resume continues that run");
    refused("--resume --moves 3", "was begun by another run");
    std::fs::write(&side, "notes\n").unwrap();
    for words in ["", "--resume"] {
        refused(words, "out.jsonl.tilefall:1:2: expected a sidecar of tilefall");
    }
    std::fs::write(&side, vec![b' '; (1 << 20) + 1]).unwrap();
    refused("", "out.jsonl.tilefall: this is too long, expected a sidecar of tilefall");
    std::fs::remove_file(&side).unwrap();
    std::fs::create_dir(&side).unwrap();
    for words in ["", "--resume", "--restart"] {
        refused(words, "out.jsonl.tilefall: this is a folder, expected a sidecar of tilefall");
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
    assert_eq!((again.code, again.err.as_str(), read()), (Some(1), "", before.clone()));
    // If the missing input now has two puzzles, the index of every later record would change.
    write("b.jsonl", &easy[2..4].concat());
    let run = solve();
    assert!(run.code == Some(2) && read() == before, "{}", run.err);
    let message = "out:5:1: found the record of easy/05, expected that of index 4 (easy/04) (b.jsonl could not be read then)";
    assert!(run.err.contains(message), "{}", run.err);
    // If the missing input now has one puzzle, its record replaces the error, and all other records stay.
    write("b.jsonl", easy[2]);
    assert_eq!(solve().code, Some(1));
    let now = read();
    let changed: Vec<bool> = before.lines().zip(now.lines()).map(|(one, other)| one != other).collect();
    assert_eq!(changed, [false, false, false, true, false, false]);
    write("a.jsonl", &easy[..2].concat());
    let run = solve();
    assert!(run.code == Some(2) && read() == now, "{}", run.err);
    write("a.jsonl", &[easy[6], easy[0], easy[7]].concat());
    let run = run_in(dir, &words.replace("--progress never", ""), b"");
    let note = "out: solving again 2 records of an error that is gone\n";
    assert!(run.code == Some(0) && run.err.starts_with(note), "{}", run.err);
    let good = read();
    std::fs::remove_file(dir.join("out")).unwrap();
    std::fs::remove_file(dir.join("out.tilefall")).unwrap();
    assert_eq!(solve().code, Some(0));
    assert_eq!(read(), good);
    // If the unreadable input is the last one, it may turn out to have any number of puzzles.
    std::fs::rename(dir.join("c.jsonl"), dir.join("c")).unwrap();
    std::fs::remove_file(dir.join("out")).unwrap();
    std::fs::remove_file(dir.join("out.tilefall")).unwrap();
    assert_eq!(solve().code, Some(1));
    std::fs::rename(dir.join("c"), dir.join("c.jsonl")).unwrap();
    assert_eq!((solve().code, read()), (Some(0), good));
}

#[test]
fn an_error_of_the_solver_stays_only_as_long_as_the_solver_refuses_the_puzzle() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    let board = |name: &str| format!("{{\"game\":\"mayan\",\"rows\":[\"{name}{name}.{name}.\"]}}\n");
    let wide = "{\"game\":\"mayan\",\"rows\":[\"1.1.1.1.1.1.1\"]}\n";
    let solve =
        || run_in(dir.path(), "mayan solve --no-timings --progress never --resume --out out p.jsonl", b"");
    let read = || std::fs::read_to_string(dir.path().join("out")).unwrap();
    write("p.jsonl", &(board("1") + wide + &board("2")));
    assert_eq!(solve().code, Some(1));
    let before = read();
    assert_eq!((solve().code, read()), (Some(1), before.clone()));
    // The second board is another one with the same id: comparing error messages alone would not show the change.
    write("p.jsonl", &(board("1") + &board("3") + &board("2")));
    assert_eq!(solve().code, Some(0));
    let after = read();
    let kept = |at: usize| before.lines().nth(at) == after.lines().nth(at);
    assert!(kept(0) && !kept(1) && kept(2), "{after}");
}

#[cfg(unix)]
mod unix {
    use super::*;

    #[test]
    fn an_interrupted_run_goes_on_to_the_same_file() {
        let case = Case::of(200, 20_000);
        let whole = case.whole("");
        let out = case.path("out.jsonl");
        for name in ["INT", "TERM"] {
            let before = std::fs::metadata(&out).map_or(0, |data| data.len());
            let child = case.start(&out, "--resume");
            wait_for_more(&out, before);
            crate::support::signals::send(name, &child);
            assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
            assert!(whole.len() as u64 > std::fs::metadata(&out).unwrap().len());
        }
        assert_eq!(case.run(&out, "--resume").code, Some(0));
        assert!(std::fs::read(&out).unwrap() == whole);
    }

    #[test]
    fn an_interrupted_batch_says_how_far_it_came_and_how_to_go_on() {
        let case = Case::of(1010, 20_000);
        for is_stream in [false, true] {
            let out = case.path(if is_stream { "stream.jsonl" } else { "out.jsonl" });
            let start = |words: &str| {
                crate::support::signals::hear();
                let mut command = case.command(&out, words);
                match is_stream {
                    true => command.stdin(std::fs::File::open(&case.puzzles).unwrap()),
                    false => command.arg(&case.puzzles),
                };
                command.spawn().unwrap()
            };
            let interrupt = |child: Child| {
                let before = std::fs::metadata(&out).map_or(0, |data| data.len());
                wait_for_more(&out, before);
                crate::support::signals::send("INT", &child);
                let output = child.wait_with_output().unwrap();
                assert_eq!(output.status.code(), Some(130));
                let records = std::fs::read_to_string(&out).unwrap();
                let is_finished = |line: &&str| !line.contains("\"stopped_by\":\"interrupt\"");
                let finished = records.lines().filter(is_finished).count();
                let expected =
                    format!("interrupted: {finished} of 1010; the same command with --resume goes on");
                let err = String::from_utf8(output.stderr).unwrap();
                let last = err.lines().last().unwrap();
                // On a busy machine the input may not have been read to its end.
                let is_known = last == expected;
                assert!(
                    is_known || last.contains(&format!("{finished} of about ")) || is_stream,
                    "{expected}\n{err}"
                );
                is_known
            };
            let is_known = interrupt(start("--progress auto"));
            // The rest of a stream cannot be compared with the whole input, so the sidecar has no count.
            let count = if is_stream || !is_known { serde_json::Value::Null } else { 1010.into() };
            assert_eq!((&side(&out)["count"], &side(&out)["complete"]), (&count, &false.into()));
            interrupt(start("--progress auto --resume"));
        }
    }

    /// Waits until a file has more bytes than before.
    fn wait_for_more(out: &Path, before: u64) {
        let begun = std::time::Instant::now();
        while std::fs::metadata(out).map_or(0, |data| data.len()) <= before {
            assert!(begun.elapsed() < crate::support::PATIENCE);
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
        // More puzzles than are read ahead, so that the input grows before its end is reached.
        let case = Case::of(4000, 20);
        let (out, first) = (case.path("out.jsonl"), case.path("first.jsonl"));
        assert_eq!(case.run(&first, "").code, Some(0));
        let line = std::fs::read_to_string(&case.puzzles).unwrap().lines().next().unwrap().to_owned();
        let mut child = case.start(&out, "");
        wait_for_more(&out, 0);
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
        // Results of the input before it grew belong to another input.
        let before = std::fs::read(&first).unwrap();
        assert_eq!(case.run(&first, "--resume").code, Some(2));
        assert!(std::fs::read(&first).unwrap() == before);
    }

    #[test]
    fn a_file_that_is_taken_away_from_a_run_is_a_failure() {
        let case = Case::of(400, 2000);
        let out = case.path("out.jsonl");
        for replace in [false, true] {
            let child = case.start(&out, "--restart");
            wait_for_more(&out, 0);
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
        // The first bytes of this file cannot be read.
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
