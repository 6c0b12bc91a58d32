//! The program of this repository: as a peer, and to convert puzzles and check answers.

use super::peer::{Kind, Peer};
use super::table::{Outcome, REFERENCE};
use anyhow::{Context as _, ensure};
use serde_json::Value;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The program, and the folder for whatever a comparison writes.
pub struct Tilefall {
    program: PathBuf,
    folder: PathBuf,
}

impl Tilefall {
    /// Builds the program, unless its path is given.
    ///
    /// # Errors
    /// If it cannot be built.
    pub fn new(root: &Path, folder: &Path, program: Option<&Path>) -> anyhow::Result<Self> {
        let folder = root.join(folder);
        std::fs::create_dir_all(&folder)?;
        let program = match program {
            Some(program) => std::path::absolute(program)?,
            None => {
                let mut build = Command::new(env!("CARGO"));
                build.args(["build", "--release", "--locked", "--package", "tilefall-cli"]);
                build.args(["--target-dir", "target"]).current_dir(root);
                run(&mut build, "")?;
                root.join("target/release").join(format!("tilefall{}", std::env::consts::EXE_SUFFIX))
            }
        };
        Ok(Self { program, folder })
    }

    /// Returns the path of a folder for `name`.
    pub fn folder(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Returns the program as a peer for Mayan puzzles.
    pub fn mayan(&self) -> Peer {
        self.peer(REFERENCE, Kind::Noip, "mayan solve --first --threads 1 --output native -")
    }

    /// Returns the program as peers for SameGame: its own search and NRPA, each with a time limit in seconds.
    pub fn samegame(&self, seconds: u32) -> Vec<Peer> {
        let peer = |name: &str, method| {
            let arguments = format!(
                "samegame solve --method {method} --time {seconds}s --threads 1 --seed 1 --output jsonl -"
            );
            self.peer(name, Kind::Clicks, &arguments)
        };
        vec![peer(REFERENCE, "anneal"), peer("tilefall, NRPA", "nrpa")]
    }

    fn peer(&self, name: &str, kind: Kind, arguments: &str) -> Peer {
        let mut command = vec![self.program.display().to_string()];
        command.extend(arguments.split(' ').map(str::to_owned));
        Peer { name: name.to_owned(), kind, command }
    }

    /// Compiles the straightforward program of the benchmarks, and returns it as a peer.
    ///
    /// # Errors
    /// If the compiler fails.
    pub fn straightforward(&self, root: &Path) -> anyhow::Result<Peer> {
        let program = self.folder(&format!("straightforward{}", std::env::consts::EXE_SUFFIX));
        let mut compiler = Command::new("rustc");
        compiler.args(["--edition", "2024", "-C", "opt-level=3", "-C", "target-cpu=native", "-o"]);
        run(compiler.arg(&program).arg(root.join("benches/baseline/main.rs")), "")?;
        let command = vec![program.display().to_string()];
        Ok(Peer { name: String::from("straightforward program"), kind: Kind::Noip, command })
    }

    /// Returns the boards of a file whose ids begin with `prefix`: the id and the text for programs, with M moves if they
    /// are given.
    ///
    /// # Errors
    /// If the file cannot be read or converted.
    pub fn boards(
        &self,
        path: &Path,
        prefix: &str,
        moves: Option<u32>,
    ) -> anyhow::Result<Vec<(String, String)>> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let mut boards = Vec::new();
        for line in text.lines() {
            let mut record: Value = serde_json::from_str(line)?;
            let id = record["id"].as_str().context("a board without an id")?.to_owned();
            if !id.starts_with(prefix) {
                continue;
            }
            let format = if let Some(moves) = moves {
                record["moves"] = moves.into();
                record["mode"] = "exactly".into();
                &["--to", "noip"][..]
            } else {
                &["--to", "codingame", "--relabel"]
            };
            let output = self.call(&[&["convert"], format, &["-"]].concat(), &record.to_string())?;
            ensure!(output.status.success(), "{id}: {}", String::from_utf8_lossy(&output.stderr));
            boards.push((id, String::from_utf8(output.stdout)?));
        }
        ensure!(!boards.is_empty(), "no board {prefix:?} in {}", path.display());
        Ok(boards)
    }

    /// Checks the answer of a program.
    ///
    /// # Errors
    /// If the verifier cannot be run.
    pub fn check(&self, kind: Kind, puzzle: &str, answer: &str) -> anyhow::Result<Outcome> {
        let path = self.folder("puzzle.txt");
        std::fs::write(&path, puzzle)?;
        let path = path.to_str().context("the path of the repository is not UTF-8")?;
        let game = if kind == Kind::Noip { "mayan" } else { "samegame" };
        let output = self.call(&[game, "verify", "--output", "jsonl", path, "-"], answer)?;
        outcome(kind, std::str::from_utf8(&output.stdout)?)
    }

    fn call(&self, arguments: &[&str], input: &str) -> anyhow::Result<Output> {
        start(Command::new(&self.program).args(arguments), input)
    }
}

/// Returns what the verifier says about the only answer.
fn outcome(kind: Kind, lines: &str) -> anyhow::Result<Outcome> {
    let lines: Vec<Value> = lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    ensure!(!lines.is_empty(), "the verifier says nothing");
    if lines.len() > 1 || lines[0]["valid"] != true {
        return Ok(Outcome::Wrong);
    }
    let score =
        if kind == Kind::Clicks { Some(lines[0]["score"].as_i64().context("no score")?) } else { None };
    Ok(Outcome::Valid(score))
}

/// Runs a command, which must succeed.
///
/// # Errors
/// If it cannot be started or fails.
pub fn run(command: &mut Command, input: &str) -> anyhow::Result<String> {
    let output = start(command, input)?;
    let name = command.get_program().to_string_lossy();
    ensure!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr).trim_end());
    Ok(String::from_utf8(output.stdout)?)
}

/// Runs a command with a short text as its standard input.
fn start(command: &mut Command, input: &str) -> anyhow::Result<Output> {
    let name = command.get_program().to_string_lossy().into_owned();
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().with_context(|| format!("{name} cannot be started"))?;
    // A program that does not read its input closes it.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    Ok(child.wait_with_output()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_the_verifier_are_read() {
        let [noip, clicks] = [Kind::Noip, Kind::Clicks];
        assert_eq!(outcome(noip, "{\"valid\":true}\n").unwrap(), Outcome::Valid(None));
        let line = "{\"valid\":true,\"score\":-7}\n";
        assert_eq!(outcome(clicks, line).unwrap(), Outcome::Valid(Some(-7)));
        assert_eq!(outcome(clicks, "{\"valid\":false}\n").unwrap(), Outcome::Wrong);
        assert_eq!(outcome(clicks, &line.repeat(2)).unwrap(), Outcome::Wrong);
        assert!(outcome(clicks, "{\"valid\":true}\n").is_err());
        assert!(outcome(clicks, "").is_err());
    }
}
