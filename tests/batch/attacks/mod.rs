//! Attacks on results files: whatever is done to inputs, results and sidecars, no finished record is ever lost.
//!
//! [`kinds`] is the table of attacks: a name, the state of the folder before, the damage, the command and the exit
//! codes. After every command
//! - each finished record of the old FILE is still there byte for byte, in FILE or in the old file that was kept;
//! - a refusal (exit code 2) has changed no file;
//! - a completed FILE equals the FILE of an uninterrupted run on the same input.
//!
//! `TILEFALL_ATTACKS` is the number of attacks (by default one of each kind).
#![cfg(unix)]

mod damage;
mod kinds;

use crate::support::{contents, schema};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;
use std::time::Duration;

type Files = BTreeMap<String, Vec<u8>>;

/// How the command is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// Runs to its end.
    Once,
    /// Reads the first input from standard input.
    Piped,
    /// Killed after a random time.
    Killed,
    /// Interrupted by SIGINT after a random time.
    Interrupted,
    /// Under a file size limit of one or two kilobytes.
    Full,
    /// Runs twice at the same time, the second time with this mode.
    Twice(&'static str),
}

/// A kind of attack.
struct Kind {
    name: &'static str,
    /// The states of the folder before the attack, tried in turn.
    bases: &'static [Base],
    damage: fn(&mut Scene),
    how: How,
    codes: &'static [i32],
}

/// The state of a folder before an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Base {
    /// Nothing was solved.
    Fresh,
    /// The run was completed.
    Whole,
    /// The run was killed within a record.
    Killed,
    /// The run was interrupted, and finished records follow the interrupted one.
    Stopped,
    /// The input had a bad line, and another input could not be read.
    Erring,
    /// The results of `--shard 0/2`, `1/2` and `1/3` are in `r0`, `r1` and `s1`.
    Shards,
}

/// A folder under attack.
struct Scene {
    dir: PathBuf,
    dice: Xoshiro256PlusPlus,
    base: Base,
    /// The results file.
    out: String,
    /// The options that records depend on.
    options: String,
    /// `--resume`, `--restart` or nothing.
    mode: &'static str,
    inputs: String,
    /// A command in place of `solve`.
    command: Option<String>,
    /// Whether `--resume` may accept the damage, so that the completed file differs from a new one.
    edited: bool,
}

const OPTIONS: &str = "--no-timings --nodes 100 --progress never --threads 2";
const INPUTS: &str = "a.jsonl b.jsonl";
/// The number of puzzles in each input.
const PUZZLES: usize = 6;

/// Returns a record of a Mayan board. One move clears the board if `number` is even, no move if `number` is odd.
fn puzzle(number: usize) -> String {
    let name = if number.is_multiple_of(3) { String::new() } else { format!("\"id\":\"p{number}\",") };
    let (one, two) = (number % 9 + 1, (number + 1) % 9 + 1);
    let row = if number.is_multiple_of(2) {
        format!("{one}{one}.{one}.")
    } else {
        format!("{one}{one}{two}{two}.")
    };
    format!("{{{name}\"game\":\"mayan\",\"rows\":[\".....\",\"{row}\"]}}\n")
}

fn puzzles(from: usize) -> Vec<u8> {
    (from..from + PUZZLES).map(puzzle).collect::<String>().into_bytes()
}

fn lines(text: &[u8]) -> Vec<Vec<u8>> {
    text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
}

/// The files in the folder for each base, made by runs of the program.
static BASES: LazyLock<BTreeMap<Base, Files>> = LazyLock::new(|| {
    let inputs = [("a.jsonl".to_owned(), puzzles(0)), ("b.jsonl".to_owned(), puzzles(PUZZLES))];
    let made = |inputs: &[(String, Vec<u8>)], words: &[&str]| {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), &inputs.iter().cloned().collect());
        for words in words {
            let words = format!("mayan solve {OPTIONS} {words} {INPUTS}");
            assert!(matches!(end(start(dir.path(), &words, None)).status.code(), Some(0 | 1)), "{words}");
        }
        contents(dir.path())
    };
    let mut bad = inputs.clone();
    let mut with_error = lines(&bad[0].1);
    with_error[2] = b"?\n".to_vec();
    bad[0].1 = with_error.concat();
    let shards = ["--shard 0/2 --out r0", "--shard 1/2 --out r1", "--shard 1/3 --out s1"];
    let whole = made(&inputs, &["--out out"]);
    BTreeMap::from([
        (Base::Fresh, inputs.iter().cloned().collect()),
        (Base::Whole, whole.clone()),
        (Base::Killed, whole.clone()),
        (Base::Stopped, whole),
        (Base::Erring, made(&bad[..1], &["--out out"])),
        (Base::Shards, made(&inputs, &shards)),
    ])
});

/// Returns the sidecar as an unfinished run leaves it.
fn unfinished(sidecar: &[u8]) -> Vec<u8> {
    let mut side: Value = serde_json::from_slice(sidecar).unwrap();
    for (name, value) in [("input", Value::Null), ("count", Value::Null), ("complete", false.into())] {
        side[name] = value;
    }
    serde_json::to_vec(&side).unwrap()
}

/// Returns a record as an interrupted search would have written it.
fn interrupted(line: &[u8]) -> Vec<u8> {
    let mut record: Value = serde_json::from_slice(line).unwrap();
    let record = record.as_object_mut().unwrap();
    record.retain(|name, _| ["v", "index", "id", "game", "hash"].contains(&&**name));
    let text = serde_json::to_string(record).unwrap();
    format!("{},\"status\":\"unknown\",\"stopped_by\":\"interrupt\"}}\n", text.trim_end_matches('}'))
        .into_bytes()
}

fn write(dir: &Path, files: &Files) {
    files.iter().for_each(|(name, bytes)| fs::write(dir.join(name), bytes).unwrap());
}

fn start(dir: &Path, words: &str, stdin: Option<&str>) -> Child {
    crate::support::signals::hear();
    let stdin = stdin.map_or_else(Stdio::null, |name| fs::File::open(dir.join(name)).unwrap().into());
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
    command.args(words.split_whitespace()).current_dir(dir).stdin(stdin);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits for the end of a program, which must come within a minute.
fn end(mut child: Child) -> Output {
    crate::support::signals::end(&mut child);
    child.wait_with_output().unwrap()
}

impl Scene {
    fn new(dir: &Path, base: Base, seed: u64) -> Scene {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut files = BASES[&base].clone();
        if matches!(base, Base::Killed | Base::Stopped) {
            let all = lines(&files["out"]);
            let stop = dice.random_range(0..all.len() - 1);
            let out = if base == Base::Killed {
                let torn = &all[stop + 1][..dice.random_range(0..all[stop + 1].len())];
                [&all[..=stop].concat(), torn].concat()
            } else {
                let end = dice.random_range(stop + 1..all.len()) + 1;
                [all[..stop].concat(), interrupted(&all[stop]), all[stop + 1..end].concat()].concat()
            };
            let side = unfinished(&files["out.tilefall"]);
            files.extend([("out".to_owned(), out), ("out.tilefall".to_owned(), side)]);
        }
        write(dir, &files);
        let (out, options, inputs) = ("out".to_owned(), OPTIONS.to_owned(), INPUTS.to_owned());
        let (mode, dir) = ("--resume", dir.to_owned());
        Scene { dir, dice, base, out, options, mode, inputs, command: None, edited: false }
    }

    /// Returns the arguments of the program: `solve` with this mode, or `command` if it is set.
    fn words(&self, mode: &str) -> String {
        let Scene { options, out, inputs, .. } = self;
        let solve = || format!("mayan solve {options} --out {out} {mode} {inputs}");
        self.command.clone().unwrap_or_else(solve)
    }

    /// Starts the command in a folder.
    fn start(&self, dir: &Path, how: How, mode: &str) -> Child {
        let words = self.words(mode);
        if how != How::Piped {
            return start(dir, &words, None);
        }
        let (first, others) = self.inputs.split_once(' ').unwrap();
        start(dir, &words.replace(&self.inputs, &format!("- {others}")), Some(first))
    }

    /// Runs the command; returns the exit codes.
    fn run(&mut self, how: How) -> Vec<Option<i32>> {
        let wait = Duration::from_micros(self.dice.random_range(0..30_000));
        let words = self.words(self.mode);
        let code = |child| {
            let output = end(child);
            let err = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!err.contains("panicked"), "{words}: {err}");
            output.status.code()
        };
        match how {
            How::Once | How::Piped => vec![code(self.start(&self.dir, how, self.mode))],
            How::Killed | How::Interrupted => {
                let mut child = self.start(&self.dir, how, self.mode);
                std::thread::sleep(wait);
                if how == How::Killed {
                    child.kill().unwrap();
                } else {
                    // `kill` fails if the program has already ended.
                    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).output();
                }
                // A program ended by a signal has no exit code: killed, or interrupted before it handled SIGINT.
                vec![code(child).or(Some(130))]
            }
            How::Full => {
                let (most, program) =
                    (self.dice.random_range(1..3), assert_cmd::cargo::cargo_bin!("tilefall"));
                let line = format!("ulimit -f {most}; exec {} {words}", program.display());
                let mut shell = Command::new("bash");
                shell.args(["-c", &line]).current_dir(&self.dir).stdin(Stdio::null());
                vec![code(shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())]
            }
            How::Twice(other) => {
                let one = self.start(&self.dir, how, self.mode);
                std::thread::sleep(wait / 10);
                let two = self.start(&self.dir, how, other);
                vec![code(one), code(two)]
            }
        }
    }

    /// Returns the results of a new run on the same input.
    fn fresh(&self, how: How) -> Vec<u8> {
        let dir = tempfile::tempdir().unwrap();
        let inputs = contents(&self.dir).into_iter().filter(|(name, _)| name.ends_with(".jsonl")).collect();
        write(dir.path(), &inputs);
        end(self.start(dir.path(), how, ""));
        fs::read(dir.path().join(&self.out)).unwrap()
    }
}

/// Returns the finished records of a results file, without their line ends.
fn finished(text: &[u8]) -> Vec<Vec<u8>> {
    let is_finished = |line: &Vec<u8>| {
        serde_json::from_slice::<Value>(line).is_ok_and(|record| {
            record["index"].is_u64() && record["status"] != "error" && record["stopped_by"] != "interrupt"
        })
    };
    lines(text).iter().map(|line| line.trim_ascii_end().to_vec()).filter(is_finished).collect()
}

/// Returns the number of finished records that are lost: in none of `out`, `out.1`, `out.2` and so on.
fn lost(out: &str, before: &Files, after: &Files) -> usize {
    let is_results = |name: &str| {
        let tail = name.strip_prefix(out).unwrap_or("?");
        tail.is_empty()
            || tail.strip_prefix('.').is_some_and(|tail| tail.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let records = |files: &Files| -> Vec<Vec<u8>> {
        files.iter().filter(|(name, _)| is_results(name)).flat_map(|(_, text)| finished(text)).collect()
    };
    let mut now = records(after);
    let is_lost = |line: &Vec<u8>| {
        let at = now.iter().position(|other| other == line);
        at.map(|at| now.swap_remove(at)).is_none()
    };
    let mut old = records(before);
    old.retain(is_lost);
    old.len()
}

#[test]
fn no_attack_destroys_a_finished_record() {
    let kinds = kinds::KINDS;
    let number = std::env::var("TILEFALL_ATTACKS").map_or(kinds.len(), |number| number.parse().unwrap());
    let mut faults = Vec::new();
    for at in 0..number {
        let kind = &kinds[at % kinds.len()];
        let round = at / kinds.len();
        let dir = tempfile::tempdir().unwrap();
        let base = kind.bases[round % kind.bases.len()];
        let mut scene = Scene::new(dir.path(), base, at as u64);
        (kind.damage)(&mut scene);
        let before = contents(dir.path());
        let codes = scene.run(kind.how);
        let after = contents(dir.path());
        let mut fault = |why: String| faults.push(format!("{} on {base:?}, attack {at}: {why}", kind.name));
        if !codes.iter().all(|code| code.is_some_and(|code| kind.codes.contains(&code))) {
            fault(format!("exit codes {codes:?}, expected of {:?}", kind.codes));
        }
        for out in [&*scene.out, "r0", "r1", "s1"] {
            match lost(out, &before, &after) {
                0 => {}
                number => fault(format!("{number} finished records of {out} are lost")),
            }
        }
        if codes == [Some(2)] && before != after {
            fault("a refusal has changed files".into());
        }
        if scene.command.is_some() || scene.edited || codes == [Some(2)] {
            continue;
        }
        let mut codes = codes;
        if matches!(kind.how, How::Killed | How::Interrupted | How::Full) {
            // A run killed between the two renames of --restart leaves a file without a sidecar.
            let mode = if contents(dir.path()).contains_key(&format!("{}.tilefall", scene.out)) {
                "--resume"
            } else {
                "--restart"
            };
            scene.mode = mode;
            codes = scene.run(How::Once);
            if lost(&scene.out, &before, &contents(dir.path())) > 0 {
                fault("finished records are lost in the run after it".into());
            }
        }
        let out = fs::read(dir.path().join(&scene.out)).unwrap_or_default();
        if !codes.iter().any(|code| matches!(code, Some(0 | 1))) {
            fault(format!("it does not end: exit codes {codes:?}"));
        } else if out != scene.fresh(kind.how) {
            fault("the completed file differs from that of a run without a stop".into());
        }
        schema::check_output(&out);
    }
    println!("{number} attacks of {} kinds", kinds.len());
    assert!(faults.is_empty(), "{} of {number} attacks:\n{}", faults.len(), faults.join("\n"));
}
