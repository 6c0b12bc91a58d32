//! Standard output that is full, and standard error that is closed.

#![cfg(unix)]

use crate::support::uva_stream::Stream;
use crate::support::{GAP, Run, sample, signals};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Runs the program in a shell with these arguments and redirections.
fn shell(words: &str) -> Run {
    let line = format!("exec \"$0\" {words}");
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).arg(assert_cmd::cargo::cargo_bin!("tilefall"));
    Run::of(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).output().unwrap())
}

#[test]
fn a_standard_output_that_cannot_be_written_is_a_failure_for_every_verb() {
    if !std::path::Path::new("/dev/full").exists() {
        eprintln!("skipped: no /dev/full");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let one = path("one.jsonl", GAP.as_bytes());
    let many = path("many.jsonl", format!("{GAP}\n").repeat(50).as_bytes());
    let results = path("results.jsonl", &[]);
    let [uva, p1312, click] = ["uva339.txt", "p1312.txt", "click.txt"].map(|name| path(name, &sample(name)));
    let verbs = [
        format!("mayan solve {one}"),
        format!("mayan solve --output native {one}"),
        format!("mayan solve --all {one}"),
        format!("mayan solve --progress never {many}"),
        format!("mayan simulate {p1312}"),
        format!("mayan verify {one} {results}"),
        format!("samegame solve --nodes 10 {click}"),
        format!("samegame simulate {uva}"),
        format!("samegame click 9 0 {click}"),
        format!("convert --to jsonl {one}"),
        "convert --list-formats".to_owned(),
        "--help".to_owned(),
        "mayan solve --version".to_owned(),
    ];
    for verb in &verbs {
        let Run { err, code, .. } = shell(&format!("{verb} > /dev/full"));
        assert!(code == Some(3) && err.contains("No space left on device"), "{verb}: {err}");
    }
    // With `--out`, nothing is written to standard output, so there is no error.
    let out = dir.path().join("out.jsonl");
    let Run { err, code, .. } =
        shell(&format!("mayan solve --progress never --out {} {one} > /dev/full", out.display()));
    assert_eq!((err.as_str(), code), ("", Some(0)));
}

#[test]
fn a_standard_error_that_is_closed_changes_nothing() {
    let Run { out, code, .. } = shell("convert --to rows no/such/file data/samples/click.txt 2>&-");
    assert_eq!(code, Some(1));
    assert!(!out.is_empty());
}

#[test]
fn a_full_disk_is_a_failure() {
    if !std::path::Path::new("/dev/full").exists() {
        eprintln!("skipped: no /dev/full");
        return;
    }
    for verb in ["mayan solve data/samples/noip.txt", "convert --to jsonl data/samples/noip.txt"] {
        let Run { err, code, .. } = shell(&format!("{verb} > /dev/full"));
        assert_eq!((err.lines().count(), code), (1, Some(3)), "{verb}: {err}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let line = format!("{GAP}\n");
    let grids = Stream { grids: 2000, rows: 10, cols: 40, colours: 3, selections: 5, seed: 1 }.text();
    for (words, input) in [
        ("mayan solve", line.repeat(3000).as_bytes()),
        ("mayan solve --all --moves 5 --within --output text", line.as_bytes()),
        ("mayan solve --output native", line.as_bytes()),
        ("convert --to jsonl", b"12\n34\n"),
        ("samegame simulate", &grids),
    ] {
        let mut child = signals::start(words);
        drop(child.stdout.take());
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), output.stderr.escape_ascii().to_string()),
            (Some(0), "".into()),
            "{words}"
        );
    }
}
