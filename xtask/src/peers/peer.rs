//! A program that solves one puzzle per process, and how it is run.

use anyhow::{Context as _, bail, ensure};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The input and output of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A Mayan puzzle as in NOIP 2011, on standard input and in `mayan.in`; moves or -1, on standard output or in
    /// `mayan.out`.
    Noip,
    /// A board of SameGame as rows of numbers from the top; clicks in any notation that `samegame verify` reads.
    Clicks,
}

/// A program to compare with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peer {
    /// The name in tables.
    pub name: String,
    /// Its input and output.
    pub kind: Kind,
    /// The program and its arguments.
    pub command: Vec<String>,
}

impl FromStr for Peer {
    type Err = anyhow::Error;

    /// Reads `KIND:NAME=PROGRAM ARGUMENTS`.
    fn from_str(text: &str) -> anyhow::Result<Self> {
        let form = || format!("{text:?} is not of the form KIND:NAME=PROGRAM");
        let (kind, rest) = text.split_once(':').with_context(form)?;
        let kind = match kind {
            "noip" => Kind::Noip,
            "clicks" => Kind::Clicks,
            _ => bail!("unknown kind {kind:?}, expected noip or clicks"),
        };
        let (name, command) = rest.split_once('=').with_context(form)?;
        let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        ensure!(!name.is_empty() && !command.is_empty(), form());
        ensure!(!name.contains(['\t', '|']), "a name has no tabs and bars");
        Ok(Self { name: name.to_owned(), kind, command })
    }
}

/// Returns the processor seconds of all processes that have ended.
pub type Clock<'a> = &'a dyn Fn() -> f64;

/// The output and the times of a process.
#[derive(Debug)]
pub struct Answer {
    /// The text, or nothing if the process was stopped at the limit or failed.
    pub text: Option<String>,
    /// From the start of the process to its end.
    pub seconds: f64,
    /// The processor time of the process.
    pub processor_seconds: f64,
}

impl Peer {
    /// Runs the program on one puzzle, in a folder that is emptied first, and stops it at `limit`.
    ///
    /// # Errors
    /// If the folder cannot be written, or the program cannot be started.
    pub fn run(
        &self,
        puzzle: &str,
        folder: &Path,
        limit: Duration,
        clock: Clock<'_>,
    ) -> anyhow::Result<Answer> {
        if folder.exists() {
            std::fs::remove_dir_all(folder)?;
        }
        std::fs::create_dir_all(folder)?;
        let (input, output) = (folder.join("mayan.in"), folder.join("stdout"));
        std::fs::write(&input, puzzle)?;
        let mut command = Command::new(program(&self.command[0])?);
        command.args(&self.command[1..]).current_dir(folder);
        command.stdin(File::open(&input)?).stdout(File::create(&output)?).stderr(Stdio::null());
        let (begun, before) = (Instant::now(), clock());
        let mut child = command.spawn().with_context(|| format!("{} cannot be started", self.command[0]))?;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break Some(status);
            }
            let elapsed = begun.elapsed();
            if elapsed > limit {
                child.kill()?;
                child.wait()?;
                break None;
            }
            // The time is exact to half a percent, or a twentieth of a millisecond.
            std::thread::sleep((elapsed / 200).max(Duration::from_micros(50)));
        };
        let (seconds, processor_seconds) = (begun.elapsed().as_secs_f64(), clock() - before);
        let other = folder.join("mayan.out");
        let output = if other.exists() { other } else { output };
        let text = match status {
            Some(status) if status.success() => Some(std::fs::read_to_string(output)?),
            _ => None,
        };
        Ok(Answer { text, seconds, processor_seconds })
    }
}

/// Returns the path of a program: absolute if it is a path, because processes run in another folder.
fn program(name: &str) -> anyhow::Result<PathBuf> {
    if name.contains(std::path::MAIN_SEPARATOR) {
        std::path::absolute(name).with_context(|| name.to_owned())
    } else {
        Ok(name.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_are_read_from_text() {
        let peer: Peer = "noip:a b=./prog -x 1".parse().unwrap();
        let command = ["./prog", "-x", "1"].map(str::to_owned).to_vec();
        assert_eq!(peer, Peer { name: String::from("a b"), kind: Kind::Noip, command });
        for (text, message) in [
            ("a=b", "\"a=b\" is not of the form KIND:NAME=PROGRAM"),
            ("noip:a", "\"noip:a\" is not of the form KIND:NAME=PROGRAM"),
            ("noip:=b", "\"noip:=b\" is not of the form KIND:NAME=PROGRAM"),
            ("noip:a= ", "\"noip:a= \" is not of the form KIND:NAME=PROGRAM"),
            ("go:a=b", "unknown kind \"go\", expected noip or clicks"),
            ("clicks:a|b=c", "a name has no tabs and bars"),
        ] {
            assert_eq!(text.parse::<Peer>().unwrap_err().to_string(), message);
        }
    }

    #[cfg(unix)]
    #[test]
    fn answers_come_from_either_place_and_stop_at_the_limit() {
        let folder = std::env::temp_dir().join(format!("tilefall-peers-{}", std::process::id()));
        let shell = |script: &str| Peer {
            name: String::from("fake"),
            kind: Kind::Noip,
            command: vec![String::from("sh"), String::from("-c"), script.to_owned()],
        };
        let calls = std::cell::Cell::new(0.0);
        let clock = || calls.replace(calls.get() + 0.5);
        let run = |script, limit| shell(script).run("3\n", &folder, limit, &clock).unwrap();
        let long = Duration::from_secs(60);
        assert_eq!(run("cat; echo 1", long).text.as_deref(), Some("3\n1\n"));
        assert_eq!(run("cat mayan.in > mayan.out; echo 1", long).text.as_deref(), Some("3\n"));
        assert_eq!(run("echo 1; exit 3", long).text, None);
        let stopped = run("exec sleep 60", Duration::from_millis(100));
        assert_eq!((&stopped.text, stopped.processor_seconds), (&None, 0.5));
        assert!((0.1..30.0).contains(&stopped.seconds));
        std::fs::remove_dir_all(&folder).unwrap();
        let missing = Peer { command: vec![String::from("./no-such-program")], ..shell("") };
        let error = missing.run("", &folder, long, &clock).unwrap_err();
        assert_eq!(error.to_string(), "./no-such-program cannot be started");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
