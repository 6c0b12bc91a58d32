//! The runs to test: the files before each run, its command line, and the files that it leaves without faults.

use anyhow::{Context as _, ensure};
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The contents of the files of a folder, by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A run to test.
#[derive(Clone, Debug, Default)]
pub struct Scenario {
    pub name: &'static str,
    /// The files before the run.
    pub before: Files,
    /// The arguments of the run, separated by spaces.
    pub words: String,
    /// The arguments of the run that continues a killed run.
    pub again: String,
    /// The results file, to which records are appended.
    pub results: Option<&'static str>,
    /// Names of the files that the run replaces as a whole.
    pub whole: Vec<String>,
    /// Names of files whose contents may differ from run to run.
    pub loose: Vec<&'static str>,
    /// The files after a run without faults.
    pub after: Files,
}

/// The name of the file that receives standard output.
pub const STDOUT: &str = "stdout";

/// The permissions of the files before a run, different from those of a new file.
pub const MODE: u32 = 0o640;

const SOLVE: &str = "mayan solve --no-timings --nodes 200 --progress never";
const BOARD: &[u8] =
    b"{\"id\":\"board\",\"game\":\"samegame\",\"rows\":[\"12112\",\"21321\",\"33213\",\"12122\",\"31231\"]}\n";

/// Returns all scenarios. Runs each once without faults to fill in `after`.
pub fn all(program: &Path) -> anyhow::Result<Vec<Scenario>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/bench/mayan.jsonl");
    let bench = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let easy = bench.lines().filter(|line| line.contains("\"easy"));
    let easy: Vec<String> = easy.take(12).map(|line| format!("{line}\n")).collect();
    let mut all = batches(program, &easy)?;
    all.extend(verbs(program, &easy)?);
    for scenario in &mut all {
        scenario.after = scenario.run(program, 0)?;
    }
    Ok(all)
}

/// Returns the name and the contents of a file of puzzles.
fn puzzles(name: &str, easy: &[String]) -> (String, Vec<u8>) {
    (name.to_owned(), easy.concat().into_bytes())
}

fn file(name: &str, bytes: &[u8]) -> (String, Vec<u8>) {
    (name.to_owned(), bytes.to_vec())
}

/// Returns the lines of a text, with their newlines.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

/// Turns a finished record into the record that an interrupted run writes.
fn interrupted(line: &[u8]) -> anyhow::Result<Vec<u8>> {
    let (start, _) =
        std::str::from_utf8(line)?.split_once("\"asked\"").context("a record without a question")?;
    Ok(format!("{start}\"status\":\"unknown\",\"stopped_by\":\"interrupt\"}}\n").into_bytes())
}

/// Returns the scenarios of batches, which `--resume` continues.
fn batches(program: &Path, easy: &[String]) -> anyhow::Result<Vec<Scenario>> {
    let input = || puzzles("puzzles.jsonl", easy);
    let sidecar = |after: &Files| {
        let text = String::from_utf8_lossy(&after["out.tilefall"]);
        file("out.tilefall", text.replace("\"complete\":true", "\"complete\":false").as_bytes())
    };
    let words = format!("{SOLVE} --threads 2 --out out puzzles.jsonl");
    let fresh = batch("fresh", [input()], &words);
    let complete = fresh.run(program, 0)?;

    // The results file of a killed run: an interrupted record among finished ones, and a torn record at the end.
    let all = lines(&complete["out"]);
    let torn = [&all[7][..30], &[0; 600]].concat();
    let out = [all[..2].concat(), interrupted(all[2])?, all[3..7].concat(), torn].concat();
    let damaged = batch("damaged", [input(), file("out", &out), sidecar(&complete)], &words).resumed();

    // For the first run, line 2 of `a.jsonl` is invalid and `b.jsonl` is missing; for the resumed run both are valid.
    let mended = &easy[..4];
    let bad = [easy[0].clone(), "?\n".into(), easy[2].clone(), easy[3].clone()];
    let words = format!("{SOLVE} --threads 2 --out out a.jsonl b.jsonl");
    let without = batch("", [puzzles("a.jsonl", &bad)], &words).run(program, 1)?;
    let [out, side] = ["out", "out.tilefall"].map(|name| file(name, &without[name]));
    let good = [puzzles("a.jsonl", mended), puzzles("b.jsonl", &easy[4..6])];
    let returned = batch("returned", good.into_iter().chain([out, side]), &words).resumed();

    let words = "samegame solve --no-timings --method exact --threads 1 --progress never --out out --trace trace \
                 board.jsonl";
    let trace = batch("trace", [file("board.jsonl", BOARD)], words);
    // The lines of the trace contain times.
    let trace = Scenario { loose: vec!["trace"], ..trace };
    Ok(vec![fresh, damaged, returned, trace])
}

/// Returns the scenarios of verbs that replace files, and of verbs that print.
fn verbs(program: &Path, easy: &[String]) -> anyhow::Result<Vec<Scenario>> {
    let prints = |name, before, words: &str| replaces(name, before, &[], words);
    let board = file("board.jsonl", BOARD);
    let list =
        prints("", vec![board.clone()], "samegame solve --output jsonl board.jsonl").run(program, 0)?;
    let list = file("list.jsonl", &list[STDOUT]);

    let input = puzzles("puzzles.jsonl", easy);
    let words = format!("{SOLVE} --threads 2 --out out puzzles.jsonl");
    let results = batch("", [input.clone()], &words).run(program, 0)?;
    let results = ["out", "out.tilefall"].map(|name| file(name, &results[name]));
    let both = [input.clone(), results[0].clone()];
    Ok(vec![
        replaces(
            "generate",
            Vec::new(),
            &["answers.jsonl"],
            "samegame generate --rows 4 --cols 4 --colors 2 --clearable -n 5 --threads 2 --answers answers.jsonl",
        ),
        replaces("show", vec![board.clone()], &["a.svg"], "samegame show --svg a.svg board.jsonl"),
        replaces(
            "replay",
            vec![board.clone(), list],
            &["b.svg", "c.html"],
            "samegame replay --animate b.svg --html c.html board.jsonl list.jsonl",
        ),
        replaces("man", Vec::new(), &["tilefall.1", "tilefall-merge.1"], "man ."),
        prints("print", vec![input], &format!("{SOLVE} --threads 2 puzzles.jsonl")),
        prints("merge", results.into(), "merge out"),
        prints("verify", both.into(), "mayan verify puzzles.jsonl out"),
        prints("convert", vec![board], "convert --to rows board.jsonl"),
    ])
}

/// Returns the scenario of a batch, which `--resume` continues.
fn batch(name: &'static str, before: impl IntoIterator<Item = (String, Vec<u8>)>, words: &str) -> Scenario {
    Scenario {
        name,
        before: before.into_iter().collect(),
        words: words.into(),
        again: format!("{words} --resume"),
        results: Some("out"),
        ..Scenario::default()
    }
}

/// Returns the scenario of a run that replaces files as a whole; after a kill, the same run starts over.
fn replaces(name: &'static str, before: Vec<(String, Vec<u8>)>, whole: &[&str], words: &str) -> Scenario {
    let old = whole.iter().map(|name| file(name, b"old\n"));
    Scenario {
        name,
        before: old.chain(before).collect(),
        words: words.into(),
        again: words.into(),
        whole: whole.iter().map(|&name| name.to_owned()).collect(),
        ..Scenario::default()
    }
}

impl Scenario {
    /// Writes the files of `before` to an empty folder.
    pub fn prepare(&self, folder: &Path) -> anyhow::Result<()> {
        write(folder, &self.before)
    }

    /// Continues a run in `folder` without faults, by the arguments `again`.
    pub fn finish(&self, program: &Path, folder: &Path) -> anyhow::Result<Output> {
        untraced(program, folder, &self.again)
    }

    /// Returns the scenario that tests the continuing run: `again` replaces `words`.
    fn resumed(self) -> Scenario {
        Scenario { words: self.again.clone(), ..self }
    }

    /// Runs the scenario in a new folder and returns the files there; fails unless the exit code is `code`.
    fn run(&self, program: &Path, code: i32) -> anyhow::Result<Files> {
        let folder = tempfile::tempdir()?;
        self.prepare(folder.path())?;
        let output = untraced(program, folder.path(), &self.words)?;
        let err = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.code() == Some(code), "{}: {:?}: {err}", self.words, output.status);
        read(folder.path())
    }
}

/// Runs a command line in a folder, without tracing.
fn untraced(program: &Path, folder: &Path, words: &str) -> anyhow::Result<Output> {
    let mut command = Command::new(program);
    arguments(&mut command, folder, words)?;
    Ok(command.stderr(Stdio::piped()).output()?)
}

/// Adds the arguments of a command line, and sets its folder, an empty standard input, and [`STDOUT`] as its output.
pub fn arguments(command: &mut Command, folder: &Path, words: &str) -> anyhow::Result<()> {
    let stdout = std::fs::File::create(folder.join(STDOUT))?;
    command.args(words.split_whitespace()).current_dir(folder).stdin(Stdio::null()).stdout(stdout);
    Ok(())
}

/// Reads the files of a folder, without its subfolders.
pub fn read(folder: &Path) -> anyhow::Result<Files> {
    let entries = std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let paths: Vec<PathBuf> =
        entries.iter().map(std::fs::DirEntry::path).filter(|path| path.is_file()).collect();
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(paths.iter().map(|path| Ok((name(path), std::fs::read(path)?))).collect::<std::io::Result<_>>()?)
}

/// Writes files to a folder, with the permissions [`MODE`].
pub fn write(folder: &Path, files: &Files) -> anyhow::Result<()> {
    for (name, bytes) in files {
        let path = folder.join(name);
        std::fs::write(&path, bytes)?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(MODE))?;
    }
    Ok(())
}
