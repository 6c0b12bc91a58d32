//! Tests the program with a client that writes a puzzle, waits for the answer, and then writes the next puzzle.

use crate::support::GAP;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const PAIR: &str = r#"{"id":"pair","game":"samegame","rows":["112","122"]}"#;

/// A running program and the lines that it prints.
struct Partner {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Partner {
    fn new(folder: &Path, words: &str) -> Partner {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
        command.args(words.split_whitespace()).current_dir(folder).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = channel();
        std::thread::spawn(move || output.lines().try_for_each(|line| send.send(line.unwrap())));
        Partner { input: child.stdin.take(), child, lines }
    }

    fn write(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
    }

    fn read(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(60)).expect("an answer before the next question")
    }

    fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().unwrap().code()
    }
}

#[test]
fn a_client_that_waits_for_each_answer_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    for (game, puzzle) in [("mayan", GAP), ("samegame --nodes 100", PAIR)] {
        let (game, limit) = game.split_once(' ').unwrap_or((game, ""));
        for words in ["--output jsonl", "", "--threads 3", "--shard 0/1"] {
            let mut partner = Partner::new(folder.path(), &format!("{game} solve {limit} {words}"));
            for number in 0..5 {
                partner.write(puzzle);
                let answer: serde_json::Value = serde_json::from_str(&partner.read()).unwrap();
                assert_eq!(
                    (&answer["index"], &answer["status"]),
                    (&number.into(), &"optimal".into()),
                    "{words}"
                );
                assert!(partner.lines.try_recv().is_err(), "{words}");
            }
            assert_eq!(partner.end(), Some(0), "{words}");
        }
    }
}

#[test]
fn a_named_file_has_each_answer_before_the_next_question() {
    let folder = tempfile::tempdir().unwrap();
    for (game, puzzle) in [("mayan", GAP), ("samegame", PAIR)] {
        let out = folder.path().join(game);
        let mut partner = Partner::new(folder.path(), &format!("{game} solve --out {game}"));
        for number in 1..=4 {
            partner.write(puzzle);
            let begun = Instant::now();
            while std::fs::read_to_string(&out).unwrap_or_default().lines().count() < number {
                assert!(begun.elapsed() < Duration::from_secs(60), "{game}: no answer {number}");
                std::thread::sleep(Duration::from_millis(2));
            }
        }
        assert_eq!(partner.end(), Some(0));
    }
}

#[test]
fn a_stream_of_one_puzzle_is_one_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let dead = r#"{"game":"mayan","rows":["1122."]}"#;
    for (puzzle, code) in [(GAP, 10), (dead, 20)] {
        let mut partner = Partner::new(folder.path(), "mayan solve --output jsonl --exit-code solver");
        partner.write(puzzle);
        partner.read();
        assert_eq!(partner.end(), Some(code));
    }
}
