//! Code that several tests share.

pub mod analysis_claims;
pub mod answers;
pub mod boards;
pub mod claims;
pub mod column_flow;
pub mod good_records;
pub mod mayan_brute_force;
pub mod mayan_oracle;
pub mod memory;
pub mod paths;
pub mod samegame_brute_force;
pub mod schema;
#[cfg(target_os = "linux")]
pub mod screen;
#[cfg(unix)]
pub mod signals;
pub mod small_claims;
pub mod solver_records;
#[cfg(target_os = "linux")]
pub mod terminal;
pub mod truth;
pub mod uva_stream;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Output;

/// The result of a run of the program.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

impl Run {
    /// Returns the result of a process, and validates the records in its output.
    #[track_caller]
    pub fn of(output: Output) -> Run {
        schema::check_output(&output.stdout);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Run { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
    }
}

/// Runs `tilefall` with these arguments, separated by white space, and this standard input. Validates records on
/// standard output, and in the file of `--out` if its path is absolute, against their schema, and the claims of
/// SameGame records against their status.
#[track_caller]
pub fn tilefall(words: &str, input: &[u8]) -> Run {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("tilefall");
    let run = Run::of(command.args(words.split_whitespace()).write_stdin(input).output().unwrap());
    if words.starts_with("samegame solve") {
        claims::check(&run.out);
    }
    let mut after = words.split_whitespace().skip_while(|&word| word != "--out").skip(1).map(Path::new);
    if let Some(path) = after.next().filter(|path| path.is_absolute() && path.is_file()) {
        schema::check_output(&std::fs::read(path).unwrap());
    }
    run
}

/// Compares a text with a file; with `TILEFALL_BLESS` in the environment the file is written first.
#[track_caller]
pub fn golden(path: &str, text: &str) {
    if std::env::var_os("TILEFALL_BLESS").is_some() {
        std::fs::write(path, text).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap();
    for (number, (new, kept)) in text.lines().zip(kept.lines()).enumerate() {
        assert_eq!(new, kept, "{path}:{}: TILEFALL_BLESS=1 writes the new text", number + 1);
    }
    assert_eq!(text.len(), kept.len(), "{path}: the lengths differ; TILEFALL_BLESS=1 writes the new text");
}

/// A Mayan board that one move clears.
pub const GAP: &str = r#"{"id":"gap","game":"mayan","rows":["11.1."]}"#;

/// Returns all files of a folder with their contents.
pub fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    paths.filter(|path| path.is_file()).map(|path| (name(&path), std::fs::read(path).unwrap())).collect()
}

/// Runs the program in a folder with these arguments, which may contain white space.
#[track_caller]
pub fn run_words(folder: &Path, words: &[&str], input: &[u8]) -> Run {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("tilefall");
    Run::of(command.args(words).current_dir(folder).write_stdin(input).output().unwrap())
}

/// The time limit for what takes a moment on an idle machine: a test that waits longer fails.
pub const PATIENCE: std::time::Duration = std::time::Duration::from_secs(120);

/// Runs the program in a folder.
pub fn run_in(folder: &Path, words: &str, input: &[u8]) -> Run {
    run_words(folder, &words.split_whitespace().collect::<Vec<_>>(), input)
}

/// Runs a line of the shell in a folder, where `$TILEFALL` is the program.
#[cfg(unix)]
pub fn shell_in(folder: &Path, line: &str) -> Run {
    let mut command = std::process::Command::new("bash");
    command.args(["-c", line]).current_dir(folder).stdin(std::process::Stdio::null());
    command.env("TILEFALL", assert_cmd::cargo::cargo_bin!("tilefall"));
    Run::of(command.output().unwrap())
}

/// Returns the content of a sample file.
pub fn sample(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(".").join("data/samples").join(name)).unwrap()
}

/// Returns the content of a file in tests/data.
pub fn data(name: &str) -> String {
    std::fs::read_to_string(Path::new(".").join("tests/data").join(name)).unwrap()
}

/// Runs the program on every `NAME.in` of a folder of tests/data and compares with `NAME.out`; returns the number of
/// cases.
pub fn accepts(words: &str, folder: &str) -> usize {
    let folder = Path::new(".").join("tests/data").join(folder);
    let mut cases = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "in") {
            let out = std::fs::read_to_string(path.with_extension("out")).unwrap();
            let run = tilefall(words, &std::fs::read(&path).unwrap());
            assert_eq!(run, Run { out, err: String::new(), code: Some(0) }, "{}", path.display());
            cases += 1;
        }
    }
    cases
}

/// Returns the expected standard error for a message, which starts with the place if it has one.
fn message_of(message: &str) -> String {
    if message.starts_with("<stdin>:") { format!("{message}\n") } else { format!("error: {message}\n") }
}

/// Checks that the program refuses an input with exit code 1 and this message, after printing `out`.
pub fn refuses(words: &str, input: &[u8], out: &str, message: &str) {
    refuses_with(1, words, input, out, message);
}

/// Like [`refuses`], but with another exit code.
pub fn refuses_with(code: i32, words: &str, input: &[u8], out: &str, message: &str) {
    let expected = Run { out: out.into(), err: message_of(message), code: Some(code) };
    assert_eq!(tilefall(words, input), expected, "{words} < {}", input.escape_ascii());
}

/// Returns a line of a trace with a list for the puzzle of this id; `moves` are the moves in JSON.
pub fn traced(id: &str, moves: &str) -> String {
    format!("{{\"v\":1,\"index\":0,\"id\":\"{id}\",\"status\":\"feasible\",\"moves\":{moves}}}\n")
}
