//! Runs of the program that are stopped from outside.

use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Starts the program with these words, parted by white space, and with pipes.
pub fn start(words: &str) -> Child {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
    command.args(words.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Lets it run for a while, sends a signal, and gives what comes and how long that takes.
pub fn signal(child: Child, name: &str) -> (Output, Duration) {
    std::thread::sleep(Duration::from_millis(300));
    let begun = Instant::now();
    let kill = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    super::schema::check_output(&output.stdout);
    (output, begun.elapsed())
}
