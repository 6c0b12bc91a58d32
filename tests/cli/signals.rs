//! Signals: the first signal ends a run with its results so far, even while output is blocked; ignored signals stay
//! ignored.

use crate::support::GAP;
use crate::support::signals::{end, hear, send, start, work};
use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Starts a run that blocks: it prints more than its pipe holds, and the pipe is not read.
fn blocked(words: &str, input: &str) -> Child {
    let mut child = start(words);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    work(&mut child, Duration::MAX);
    assert!(child.try_wait().unwrap().is_none(), "it is not blocked: {words}");
    child
}

#[test]
fn a_signal_is_obeyed_while_nobody_reads_the_output() {
    let many = format!("{GAP}\n").repeat(3000);
    let check = |words: &str, input: &str| {
        let mut child = blocked(words, input);
        send("TERM", &child);
        assert_eq!(end(&mut child).code(), Some(130), "{words}");
        let mut out = String::new();
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        assert!(out.len() > 10_000, "{words}: {out:?}");
    };
    std::thread::scope(|scope| {
        scope.spawn(|| check("mayan solve", &many));
        scope.spawn(|| check("mayan solve --threads 1 --progress never", &many));
        scope.spawn(|| check("mayan solve --all --within --moves 12 --output text", GAP));
    });
}

#[test]
fn a_second_signal_ends_the_program_at_once() {
    let mut child = blocked("mayan solve", &format!("{GAP}\n").repeat(3000));
    send("TERM", &child);
    std::thread::sleep(Duration::from_millis(100));
    send("INT", &child);
    assert_eq!(end(&mut child).code(), Some(130));
}

#[test]
fn other_verbs_tell_at_the_first_signal_what_they_have() {
    let dir = tempfile::tempdir().unwrap();
    let answers = dir.path().join("answers.jsonl");
    let generate = format!("mayan generate --moves 3 -n 1000000 --answers {}", answers.display());
    for (words, expected) in [
        ("samegame hint --id random/01 --time 10m data/bench/samegame15.jsonl", ", interrupted\n  "),
        (&generate, "\n"),
    ] {
        let mut child = start(words);
        let (mut stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take());
        let reader = std::thread::spawn(move || {
            let mut out = String::new();
            stdout.read_to_string(&mut out).unwrap();
            out
        });
        work(&mut child, Duration::from_millis(700));
        send("INT", &child);
        assert_eq!(end(&mut child).code(), Some(130), "{words}");
        let out = reader.join().unwrap();
        assert!(out.contains(expected), "{words}: {out}");
        if words == generate {
            let known = std::fs::read_to_string(&answers).unwrap();
            assert_eq!(known.lines().count(), out.lines().count());
            let mut err = String::new();
            stderr.as_mut().unwrap().read_to_string(&mut err).unwrap();
            assert_eq!(err, format!("interrupted after {} of 1000000 puzzles\n", known.lines().count()));
        }
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use super::*;
    use serde_json::Value;

    /// Starts a search with a time limit, and waits until it is at work.
    fn search(trap: &str, time: &str) -> Child {
        hear();
        let hard = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
        let hard = hard.lines().find(|line| line.contains("\"none-10/01\"")).unwrap();
        let line = format!("{trap} exec \"$0\" mayan solve --moves 14 --time {time}");
        let mut command = Command::new("sh");
        command.arg("-c").arg(line).arg(assert_cmd::cargo::cargo_bin!("tilefall"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(hard.as_bytes()).unwrap();
        work(&mut child, Duration::from_millis(200));
        child
    }

    fn stopped_by(mut child: Child) -> (Option<i32>, Value) {
        let code = end(&mut child).code();
        let mut out = String::new();
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        (code, serde_json::from_str::<Value>(&out).unwrap()["stopped_by"].clone())
    }

    #[test]
    fn signals_that_were_ignored_at_the_start_stay_ignored() {
        // `nohup` and the background of a shell ignore these signals.
        let child = search("trap '' HUP INT;", "2s");
        ["HUP", "INT", "HUP", "INT"].iter().for_each(|name| send(name, &child));
        assert_eq!(stopped_by(child), (Some(0), "time".into()));
        // The other signals are handled.
        let child = search("trap '' HUP INT;", "10m");
        send("HUP", &child);
        send("TERM", &child);
        assert_eq!(stopped_by(child), (Some(130), "interrupt".into()));
    }

    #[test]
    fn a_terminal_that_goes_away_ends_a_search_with_an_honest_record() {
        let child = search("", "10m");
        send("HUP", &child);
        assert_eq!(stopped_by(child), (Some(130), "interrupt".into()));
    }
}
