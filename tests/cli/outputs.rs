//! Output files: written under an unpredictable temporary name, with the old permissions, and never partly.

#![cfg(unix)]

use crate::support::{GAP, contents, run_in, shell_in};
use std::os::unix::fs::PermissionsExt as _;
use tempfile::TempDir;

const PAIR: &str = r#"{"id":"pair","game":"samegame","rows":["11"]}"#;
const LIST: &str = r#"{"v":1,"index":0,"id":"pair","game":"samegame","status":"feasible","moves":[[1,1]]}"#;

const SLIDE: &str = r#"{"v":1,"index":0,"id":"gap","game":"mayan","status":"feasible","moves":[[3,0,"L"]]}"#;

/// Every verb that writes files, and the files.
const VERBS: [(&str, &[&str]); 8] = [
    (
        "samegame generate --rows 3 --cols 3 --colors 2 --clearable --answers answers.jsonl",
        &["answers.jsonl"],
    ),
    ("mayan generate --moves 1 --answers answers.jsonl", &["answers.jsonl"]),
    ("samegame show --svg a.svg pair.jsonl", &["a.svg"]),
    ("mayan show --svg a.svg gap.jsonl", &["a.svg"]),
    ("samegame replay --animate b.svg --html c.html pair.jsonl list.jsonl", &["b.svg", "c.html"]),
    ("mayan replay --html c.html gap.jsonl slide.jsonl", &["c.html"]),
    ("man .", &["tilefall.1", "tilefall-mayan-solve.1"]),
    ("samegame solve --out out --resume pair.jsonl", &["out.tilefall"]),
];

/// Creates a folder with inputs and old files for `outputs`, except `out.tilefall`, which `--resume` would read.
fn folder(outputs: &[&str]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    write("pair.jsonl", &format!("{PAIR}\n"));
    write("gap.jsonl", &format!("{GAP}\n"));
    write("list.jsonl", &format!("{LIST}\n"));
    write("slide.jsonl", &format!("{SLIDE}\n"));
    for name in outputs.iter().filter(|name| **name != "out.tilefall") {
        write(name, "old\n");
    }
    dir
}

#[test]
fn outputs_replace_old_ones_with_their_permissions_and_leave_nothing_beside() {
    for (words, outputs) in VERBS {
        let dir = folder(outputs);
        let before = contents(dir.path());
        let mode = |name: &str, mode| {
            let permissions = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(dir.path().join(name), permissions).unwrap();
        };
        outputs.iter().filter(|name| before.contains_key(**name)).for_each(|name| mode(name, 0o604));
        let run = shell_in(dir.path(), &format!("umask 027; $TILEFALL {words}"));
        assert_eq!(run.code, Some(0), "{words}: {}", run.err);
        let now = contents(dir.path());
        for &name in outputs {
            assert!(now[name].len() > 4 && before.get(name) != now.get(name), "{words}: {name}");
            let mode = dir.path().join(name).metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, if before.contains_key(name) { 0o604 } else { 0o640 }, "{words}: {name}");
        }
        assert!(!now.keys().any(|name| name.ends_with(".new")), "{words}: {:?}", now.keys());
    }
}

#[test]
fn a_run_that_fails_replaces_no_file() {
    // The file size limit is 0; standard output is full.
    for how in ["ulimit -f 0;", "ulimit -f 0; trap '' XFSZ;", "exec > /dev/full;"] {
        let full = how.starts_with("exec");
        for (words, outputs) in VERBS.iter().filter(|(words, _)| !full || words.contains("generate")) {
            let dir = folder(outputs);
            let before = contents(dir.path());
            let run = shell_in(dir.path(), &format!("{how} exec $TILEFALL {words}"));
            assert_eq!(run.code, Some(3), "{how} {words}: {}", run.err);
            let subject = if full { "standard output" } else { outputs[0] };
            let named = run.err.contains(&format!("{subject}: cannot be written: "));
            assert!(named && run.err.lines().count() == 1, "{how} {words}: {}", run.err);
            let mut now = contents(dir.path());
            now.retain(|name, text| name != "out" || !text.is_empty());
            assert_eq!(now, before, "{how} {words}");
        }
    }
    // No thread can be started.
    let dir = folder(&["answers.jsonl"]);
    let before = contents(dir.path());
    for (words, _) in &VERBS[..2] {
        let line = format!("ulimit -v 700000; export RUST_MIN_STACK=1073741824; $TILEFALL {words}");
        let run = shell_in(dir.path(), &line);
        assert_eq!(run.code, Some(3), "{words}: {}", run.err);
        assert!(run.err.contains("no thread can be started"), "{words}: {}", run.err);
        assert_eq!(contents(dir.path()), before, "{words}");
    }
    // The run fails because there is no further puzzle, or because an input cannot be read.
    let run = run_in(
        dir.path(),
        "samegame generate --rows 1 --cols 2 --colors 2 --count 3 --answers answers.jsonl",
        b"",
    );
    assert_eq!((run.code, contents(dir.path())), (Some(1), before.clone()), "{}", run.err);
    std::fs::write(dir.path().join("a.svg"), "old\n").unwrap();
    let run = run_in(dir.path(), "samegame show --svg a.svg none.jsonl", b"");
    assert_eq!((run.code, &*contents(dir.path())["a.svg"]), (Some(1), &b"old\n"[..]), "{}", run.err);
}

#[test]
fn a_link_that_waits_under_the_name_of_a_file_of_the_program_is_not_followed() {
    for (words, outputs) in VERBS {
        let dir = folder(&[]);
        std::fs::write(dir.path().join("best.jsonl"), "").unwrap();
        let victim = dir.path().join("victim");
        std::fs::write(&victim, "old\n").unwrap();
        for name in outputs.iter().copied().chain(["out", "out.tilefall"]) {
            let planted = dir.path().join(format!("{name}.new"));
            if !planted.exists() {
                std::os::unix::fs::symlink(&victim, planted).unwrap();
            }
        }
        let run = run_in(dir.path(), words, b"");
        assert_eq!(run.code, Some(0), "{words}: {}", run.err);
        assert_eq!(std::fs::read(&victim).unwrap(), b"old\n", "{words}");
    }
}

#[test]
fn two_runs_may_write_one_file() {
    let dir = folder(&[]);
    let line = "
        run() { $TILEFALL mayan generate --moves 2 --answers answers.jsonl --count 3 > /dev/null || echo failed; }
        for turn in 1 2 3 4 5 6 7 8; do run & run & wait; done; cat answers.jsonl";
    let run = shell_in(dir.path(), line);
    assert_eq!((run.out.lines().count(), run.err.as_str()), (3, ""), "{}", run.out);
    assert_eq!(contents(dir.path()).len(), 5);
}
