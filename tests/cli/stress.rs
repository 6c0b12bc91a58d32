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
    let run = stress("samegame stress --task click --rows 2 --cols 2 --types 2", &program);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    for part in [
        "wrong answer: input ",
        "expected",
        "the second the column. The output is that of a program that took them the other way round (\"row-and-column\").",
        "--count ",
    ] {
        let words = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(part.trim_end()), "{part}: {}", run.out);
    }
}

#[test]
fn failing_inputs_are_kept_and_tried_first() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    let test = |program: &str| {
        let options = format!("samegame stress --task uva339 --output jsonl -n 99 --save {}", kept.display());
        let run = stress(&options, &["sh", "-c", program]);
        serde_json::from_str::<serde_json::Value>(&run.out).unwrap_or_else(|_| panic!("{}", run.err))
    };
    let first = test("./tilefall samegame simulate | sed s/Won/won/");
    let files = crate::support::contents(&kept);
    assert_eq!(files.keys().collect::<Vec<_>>(), ["uva339-01.ans", "uva339-01.in"]);
    assert_eq!(files["uva339-01.in"], first["input"].as_str().unwrap().as_bytes());
    // An input added by hand to the kept ones is tested too.
    std::fs::write(kept.join("own.in"), "1 1\n7\n0 0\n0\n0\n").unwrap();
    let again = test("./tilefall samegame simulate | sed s/7/8/");
    assert_eq!(
        (&again["kept"], &again["tried"]),
        (&0.into(), &0.into()),
        "own.in is the first by name: {again}"
    );
    assert_eq!(test("./tilefall samegame simulate | sed s/Won/won/")["kept"], 1);
    assert_eq!(crate::support::contents(&kept).len(), 5, "equal inputs are kept once");
    assert_eq!(test("./tilefall samegame simulate")["tried"], 102);
    std::fs::write(kept.join("own.in"), "1 1\nx\n").unwrap();
    let bad = stress(&format!("samegame stress --task uva339 --save {}", kept.display()), &["true"]);
    assert!(bad.err.contains("own.in:2:1: ") && bad.code == Some(1), "{}", bad.err);
    let file = stress(&format!("mayan stress --save {}", kept.join("own.in").display()), &["true"]);
    assert!(file.err.contains("own.in: a file, expected a folder") && file.code == Some(2), "{}", file.err);
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
        ("rm ../err; ln -s /dev/zero ../err; exit 3", "", "runtime error"),
        ("rm ../out; ln -s /dev/zero ../out", "", "no output"),
    ] {
        let options = format!("samegame stress --task uva339 -j 2 -n 40 --output jsonl {limits}");
        let run = stress(&options, &["sh", "-c", script]);
        let found: serde_json::Value =
            serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
        assert_eq!((found["verdict"].as_str(), run.code), (Some(verdict), Some(1)), "{script}: {}", run.out);
    }
}

#[test]
fn what_cannot_be_run_gets_a_sentence_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("mayan.cpp"), "int main() {}\n").unwrap();
    std::fs::write(path("mayan.py"), "print(-1)\n").unwrap();
    std::fs::write(path("plain"), "text\n").unwrap();
    let name = path("mayan");
    for (program, message) in [
        (&["./nothing"][..], "./nothing cannot be found".to_owned()),
        (&["nothing"], "nothing cannot be run".into()),
        (&["tilefall"], "tilefall cannot be run, expected ./tilefall".into()),
        (&[&path("")], "is a folder, expected a program".into()),
        (&[&path("plain")], "is not executable, expected a program: 'chmod +x ".into()),
        (
            &[&path("mayan.cpp")],
            format!("is a source file, expected a program: 'g++ -O2 -o {name} {name}.cpp', then '-- {name}'"),
        ),
        (&[&path("mayan.py")], format!("is a source file, expected a program: '-- python3 {name}.py'")),
        (&["sh", "-c", "rm -rf $PWD"], "sh removes the folder that it is run in".into()),
    ] {
        let run = stress("mayan stress -n 3", program);
        assert!(run.err.contains(&message) && run.code == Some(2), "{program:?}: {}{}", run.out, run.err);
    }
    for (script, part) in [
        ("true", "(freopen)"),
        ("echo -1 >mayan.out", "It wrote mayan.out:"),
        ("echo -1 >OUTPUT.TXT; exit 3", "--files INPUT.TXT OUTPUT.TXT"),
    ] {
        let run = stress("mayan stress -n 3", &["sh", "-c", script]);
        assert!(run.out.contains("--files ") && run.out.contains(part), "{script}: {}", run.out);
    }
}

/// Each run of the program gets the same files, whatever an earlier run did to its copies.
#[test]
fn each_run_has_the_same_files() {
    let script = "cat notes || exit 3; rm -rf *; echo more >notes; mkdir tilefall; echo x >y";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("notes"), "Yes\n").unwrap();
    let words = [
        "mayan", "stress", "--task", "simulate", "-n", "9", "-j", "1", "--output", "jsonl", "--", "sh", "-c",
        script,
    ];
    let run = crate::support::run_words(folder.path(), &words, b"");
    let found: serde_json::Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err));
    assert_eq!(found["given"], "Yes\n", "{found}");
}

#[test]
fn nothing_is_left_of_a_program() {
    // No other process on the machine sleeps for 86437 seconds, so the test counts only its own.
    for script in [
        "sleep 86437 & sleep 86437",
        "setsid sleep 86437 & exit 0",
        "(setsid sh -c 'sleep 86437 & sleep 86437' &)",
    ] {
        stress("mayan stress -n 4 -j 2 --time-limit 300ms", &["sh", "-c", script]);
        assert_eq!(processes("sleep 86437"), 0, "{script}");
    }
}

/// Returns the number of processes with a word in their command line.
fn processes(word: &str) -> usize {
    let found = Command::new("pgrep").args(["-f", word]).output().unwrap();
    let ids = String::from_utf8(found.stdout).unwrap();
    ids.split_whitespace().filter(|id| Path::new("/proc").join(id).exists()).count()
}

#[test]
fn what_the_shell_has_started_is_spared() {
    let folder = tempfile::tempdir().unwrap();
    let run = crate::support::shell_in(
        folder.path(),
        "sleep 86439 >/dev/null 2>&1 & exec $TILEFALL mayan stress -n 3 --task simulate -- echo No > >(cat >log; echo end >>log)",
    );
    assert_eq!(processes("sleep 86439"), 1, "{}", run.err);
    Command::new("pkill").args(["-f", "sleep 86439"]).status().unwrap();
    let log = || std::fs::read_to_string(folder.path().join("log")).unwrap_or_default();
    let begun = std::time::Instant::now();
    while !log().ends_with("end\n") && begun.elapsed() < crate::support::PATIENCE {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(log().contains("wrong answer") && log().ends_with("end\n"), "{}", log());
}

#[test]
fn a_kill_leaves_no_run_behind() {
    let program = ["-c", "setsid sleep 86440 & sleep 86440"];
    let words = ["mayan", "stress", "-j", "2", "--time-limit", "10m", "--", "sh"];
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
    let mut child = command.args(words).args(program).spawn().unwrap();
    let wait = |until: &dyn Fn(usize) -> bool| {
        let begun = std::time::Instant::now();
        while !until(processes("sleep 86440$")) && begun.elapsed() < crate::support::PATIENCE {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        assert!(until(processes("sleep 86440$")));
    };
    wait(&|count| count >= 4);
    child.kill().unwrap();
    child.wait().unwrap();
    wait(&|count| count == 0);
}

#[test]
fn a_failure_is_exit_code_1_also_where_nobody_reads_it() {
    let folder = tempfile::tempdir().unwrap();
    for options in ["", "--output jsonl"] {
        let line = format!("$TILEFALL mayan stress -n 3 {options} -- echo 5 | true; echo ${{PIPESTATUS[0]}}");
        assert_eq!(crate::support::shell_in(folder.path(), &line).out, "1\n", "{options}");
    }
}

/// A program that waits for a busy processor does not exceed its time limit.
#[test]
fn a_busy_machine_makes_no_program_too_slow() {
    let folder = tempfile::tempdir().unwrap();
    let busy = "for i in $(seq 24); do timeout 60 sh -c 'while :; do :; done' & done; ";
    let slow = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done; echo 5";
    let line = format!(
        "{busy}$TILEFALL mayan stress -n 2 -j 1 --output jsonl --time-limit 800ms -- sh -c '{slow}'; kill $(jobs -p)"
    );
    let run = crate::support::shell_in(folder.path(), &line);
    assert!(run.out.contains(r#""verdict":"wrong answer""#), "{}{}", run.out, run.err);
}

#[test]
fn a_report_says_that_inputs_are_few_and_why() {
    let solve = ["./tilefall", "mayan", "simulate"];
    let few = stress("mayan stress --task simulate -n 30", &solve);
    assert!(few.out.contains("few, as -n 30 asks for"), "{}", few.out);
    let slow = stress(
        "mayan stress --task simulate --time 1s -j 1",
        &["sh", "-c", "sleep 0.3; ./tilefall mayan simulate"],
    );
    assert!(
        slow.out.contains("few, because a run takes 0.") && slow.out.contains("--time 10s"),
        "{}",
        slow.out
    );
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
