//! `stress`: programs that are right, wrong, endless, crashing, forking and writing too much.
#![cfg(target_os = "linux")]

use crate::support::{Run, signals};
use std::path::Path;
use std::process::Command;

/// Runs `stress` in an empty folder, with `tilefall` as a command.
fn stress(options: &str, program: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let tilefall = Path::new(assert_cmd::cargo::cargo_bin!("tilefall")).canonicalize().unwrap();
    std::os::unix::fs::symlink(&tilefall, folder.path().join("tilefall")).unwrap();
    let mut command = Command::new(&tilefall);
    command.args(options.split_whitespace()).current_dir(folder.path());
    if !program.is_empty() {
        command.arg("--").args(program);
    }
    Run::of(command.output().unwrap())
}

#[test]
fn right_programs_pass() {
    for (options, program) in [
        ("mayan stress -n 60", "./tilefall mayan solve --format noip --output native --exactly -"),
        ("mayan stress -n 60 --task simulate", "./tilefall mayan simulate"),
        ("samegame stress -n 60 --task uva339", "./tilefall samegame simulate"),
        ("samegame stress -n 30 --task uva758 -j 1", "./tilefall samegame simulate --uva758"),
        (
            "samegame stress -n 60 --task click --rows 3 --cols 4 --types 2",
            "./tilefall samegame click ROW COL --rows 3 --cols 4 --types 2",
        ),
    ] {
        let run = stress(options, &program.split(' ').collect::<Vec<_>>());
        assert!(run.out.starts_with("passed: ") && run.code == Some(0), "{options}: {}{}", run.out, run.err);
    }
}

#[test]
fn a_wrong_program_is_shown_with_its_mistake() {
    let program =
        ["./tilefall", "samegame", "click", "COL", "ROW", "--rows", "2", "--cols", "2", "--types", "2"];
    let run = stress("samegame stress --task click --rows 2 --cols 2 --types 2 --save in", &program);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    for part in
        ["wrong answer: input ", "expected", "mistake \"row-and-column\"", "--number ", "The input is in in."]
    {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
}

#[test]
fn every_way_to_fail_has_a_verdict() {
    for (script, limits, verdict) in [
        ("true", "", "no output"),
        ("kill -SEGV $$", "", "runtime error"),
        ("echo problem >&2; exit 3", "", "runtime error"),
        ("cat; sleep 1000", "--time-limit 100ms", "time limit"),
        ("while :; do :; done", "--time-limit 100ms", "time limit"),
        ("yes", "--output-limit 1M", "output limit"),
        ("yes >file", "--output-limit 1M", "output limit"),
        ("yes >&2", "--output-limit 1M", "output limit"),
        ("trap '' XFSZ; yes >file; exit 1", "--output-limit 1M", "output limit"),
        ("echo 5 | cat", "", "wrong answer"),
    ] {
        let options = format!("samegame stress --task uva339 -j 2 -n 40 --output jsonl {limits}");
        let run = stress(&options, &["sh", "-c", script]);
        let found: serde_json::Value =
            serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
        assert_eq!((found["verdict"].as_str(), run.code), (Some(verdict), Some(1)), "{script}: {}", run.out);
    }
    let missing = stress("mayan stress", &["./nothing"]);
    assert_eq!(missing.code, Some(2));
    assert!(missing.err.contains("./nothing cannot be found"), "{}", missing.err);
}

#[test]
fn nothing_is_left_of_a_program() {
    // A number that no other process waits for.
    for script in [
        "sleep 86437 & sleep 86437",
        "setsid sleep 86437 & exit 0",
        "(setsid sh -c 'sleep 86437 & sleep 86437' &)",
    ] {
        stress("mayan stress -n 4 -j 2 --time-limit 300ms", &["sh", "-c", script]);
        let left = Command::new("pgrep").args(["-f", "sleep 86437"]).output().unwrap();
        let left = String::from_utf8(left.stdout).unwrap();
        assert_eq!(
            left.split_whitespace().filter(|id| Path::new("/proc").join(id).exists()).count(),
            0,
            "{script}"
        );
    }
}

#[test]
fn a_signal_ends_the_program_that_runs() {
    for name in ["INT", "TERM"] {
        let child = signals::start("mayan stress -j 1 --time-limit 10m -- sleep 86438");
        assert_eq!(signals::signal(child, name).status.code(), Some(130), "{name}");
    }
}

#[test]
fn files_take_the_place_of_standard_streams() {
    let options = "mayan stress --task simulate -n 20 --files a.in a.out";
    let run = stress(options, &["sh", "-c", "./tilefall mayan simulate a.in >a.out"]);
    assert!(run.out.starts_with("passed: 20 inputs"), "{}{}", run.out, run.err);
    for names in ["../a.in a.out", "/tmp/a.in a.out", "a a"] {
        let run = stress(&format!("mayan stress --files {names}"), &["true"]);
        assert_eq!(run.code, Some(2), "{names}: {}", run.err);
    }
}

#[test]
fn what_a_program_prints_cannot_act_on_the_terminal() {
    let run = stress("samegame stress --task uva339 -n 9", &["printf", "\\033[2Jx"]);
    assert!(run.out.contains(r"\u001b[2Jx") && !run.out.contains('\u{1b}'), "{}", run.out);
}

#[test]
fn the_traps_are_a_set_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str| {
        let run = stress(&format!("mayan stress --write {}", folder.path().join(name).display()), &[]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        crate::support::contents(&folder.path().join(name))
    };
    let (one, other) = (write("a"), write("b"));
    assert!(one == other && one.len() > 60);
    let (name, input) = one.iter().find(|(name, _)| name.ends_with(".in")).unwrap();
    let solve = crate::support::run_words(folder.path(), &["mayan", "solve", "--format", "noip"], input);
    assert_eq!(solve.out.as_bytes(), one[&name.replace(".in", ".ans")]);
    let again = stress(&format!("mayan stress --write {}", folder.path().join("a").display()), &[]);
    assert_eq!(again.code, Some(2), "the sets would be mixed");
    let list = stress("mayan stress --list-traps", &[]);
    assert!(list.out.contains("\nmodulo-three\n"), "{}", list.out);
}
