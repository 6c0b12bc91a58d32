//! Input and output files of a run: no input is overwritten, and the program's own files are not read as puzzles.

#![cfg(unix)]

use crate::support::{GAP, Run, contents, run_in, shell_in};
use tempfile::TempDir;

const PAIR: &str = r#"{"id":"pair","game":"samegame","rows":["11"]}"#;

fn folder() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    write("gaps.jsonl", &format!("{GAP}\n").repeat(3));
    write("pairs.jsonl", &format!("{PAIR}\n").repeat(3));
    write("list.txt", "1 1\n");
    dir
}

#[test]
fn no_output_is_an_input_or_another_output_by_whatever_name() {
    let dir = folder();
    let path = dir.path();
    std::os::unix::fs::symlink("pairs.jsonl", path.join("link.jsonl")).unwrap();
    std::fs::hard_link(path.join("pairs.jsonl"), path.join("hard.jsonl")).unwrap();
    std::os::unix::fs::symlink(".", path.join("here")).unwrap();
    std::os::unix::fs::symlink("new.jsonl.tilefall", path.join("dangling")).unwrap();
    std::fs::write(path.join("empty.jsonl"), "").unwrap();
    let known = run_in(path, "samegame solve --no-timings pairs.jsonl --trace known.jsonl", b"").out;
    std::fs::write(path.join("new.jsonl.tilefall"), known.lines().next().unwrap()).unwrap();
    let before = contents(path);
    for (words, message) in [
        ("--out pairs.jsonl pairs.jsonl", "pairs.jsonl: this is an input and --out"),
        ("--out pairs.jsonl --resume pairs.jsonl", "pairs.jsonl: this is an input and --out"),
        ("--out link.jsonl --resume pairs.jsonl", "pairs.jsonl: this is an input and --out"),
        ("--out hard.jsonl --resume pairs.jsonl", "pairs.jsonl: this is an input and --out"),
        ("--out pairs.jsonl --resume here/link.jsonl", "here/link.jsonl: this is an input and --out"),
        ("--out empty.jsonl empty.jsonl pairs.jsonl", "empty.jsonl: this is an input and --out"),
        ("--trace pairs.jsonl pairs.jsonl", "pairs.jsonl: this is an input and --trace"),
        ("--trace here/hard.jsonl pairs.jsonl", "pairs.jsonl: this is an input and --trace"),
        ("--trace pairs.jsonl .", "hard.jsonl: this is an input and --trace"),
        ("--trace list.txt pairs.jsonl", "list.txt: this file is not a trace and would be damaged"),
        ("--out new.jsonl --trace new.jsonl pairs.jsonl", "new.jsonl: this is --out and --trace"),
        ("--out new.jsonl --trace ./here/new.jsonl pairs.jsonl", "this is --out and --trace"),
        (
            "--out new.jsonl --trace new.jsonl.tilefall pairs.jsonl",
            "this is the sidecar of --out and --trace",
        ),
        ("--out pairs.jsonl --from pairs.jsonl gaps.jsonl", "pairs.jsonl: this is an input and --out"),
        ("--out new.jsonl --from dangling gaps.jsonl", "this is an input and the sidecar of --out"),
        ("--out new --trace known.jsonl --from here/known.jsonl gaps.jsonl", "this is an input and --trace"),
    ] {
        let Run { out, err, code } = run_in(path, &format!("samegame solve {words}"), b"");
        assert_eq!((out.as_str(), code), ("", Some(2)), "{words}: {err}");
        assert!(err.contains(message) && err.lines().count() == 1, "{words}: {err}");
        assert_eq!(contents(path), before, "{words}");
    }
}

#[test]
fn pictures_pages_and_answers_are_written_over_nothing_that_is_read_or_written() {
    let dir = folder();
    let path = dir.path();
    std::fs::hard_link(path.join("pairs.jsonl"), path.join("hard.jsonl")).unwrap();
    std::os::unix::fs::symlink("pairs.jsonl", path.join("link.svg")).unwrap();
    let answers = run_in(path, "samegame solve --no-timings pairs.jsonl", b"").out;
    std::fs::write(path.join("answers.jsonl"), answers).unwrap();
    let before = contents(path);
    let one = "samegame replay --id pair pairs.jsonl";
    for (words, message) in [
        ("samegame show --svg pairs.jsonl pairs.jsonl", "pairs.jsonl: this is an input and --svg"),
        ("samegame show --svg hard.jsonl .", "this is an input and --svg"),
        ("samegame show --svg link.svg pairs.jsonl", "pairs.jsonl: this is an input and --svg"),
        (&format!("{one} answers.jsonl --html answers.jsonl"), "answers.jsonl: this is an input and --html"),
        (&format!("{one} answers.jsonl --animate hard.jsonl"), "pairs.jsonl: this is an input and --animate"),
        (&format!("{one} answers.jsonl --animate new --html new"), "new: this is --animate and --html"),
        ("samegame show --svg - pairs.jsonl", "--svg -: expected the name of a file"),
        ("samegame solve --out - pairs.jsonl", "--out -: expected the name of a file"),
    ] {
        let Run { out, err, code } = run_in(path, words, b"");
        assert_eq!((out.as_str(), code), ("", Some(2)), "{words}: {err}");
        assert!(err.contains(message) && err.lines().count() == 1, "{words}: {err}");
        assert_eq!(contents(path), before, "{words}");
    }
    let run = shell_in(path, "$TILEFALL mayan generate --moves 1 --answers new > new");
    assert_eq!(
        (run.code, run.err.as_str()),
        (Some(2), "error: new: this is standard output and --answers, expected another name\n")
    );
}

#[test]
fn outputs_go_through_links_and_into_pipes() {
    let dir = folder();
    let path = dir.path();
    std::os::unix::fs::symlink("picture.svg", path.join("link.svg")).unwrap();
    std::fs::write(path.join("picture.svg"), "old").unwrap();
    let script = "
        $TILEFALL samegame show --svg link.svg pairs.jsonl && test -L link.svg && head -c 4 picture.svg && echo &&
        mkfifo pipe && (timeout 20 head -c 4 pipe > read &) && $TILEFALL samegame show --svg pipe pairs.jsonl;
        test -p pipe && $TILEFALL samegame show --svg /dev/stdout pairs.jsonl | head -c 4 &&
        $TILEFALL samegame show --svg /dev/null pairs.jsonl && test -c /dev/null";
    let run = shell_in(path, script);
    assert_eq!((run.out.as_str(), run.code), ("<svg\n<svg", Some(0)), "{}", run.err);
}

#[test]
fn what_is_printed_is_not_read_again() {
    let dir = folder();
    let before = contents(dir.path());
    for line in [
        "$TILEFALL samegame solve pairs.jsonl >> pairs.jsonl",
        "$TILEFALL samegame solve - < pairs.jsonl >> pairs.jsonl",
        "$TILEFALL samegame solve . >> pairs.jsonl",
        "$TILEFALL convert --to jsonl pairs.jsonl >> pairs.jsonl",
        "$TILEFALL merge pairs.jsonl >> pairs.jsonl",
    ] {
        let Run { err, code, .. } = shell_in(dir.path(), line);
        assert_eq!(code, Some(2), "{line}: {err}");
        assert!(err.contains("this is an input and standard output"), "{line}: {err}");
        assert_eq!(contents(dir.path()), before, "{line}");
    }
}

#[test]
fn no_other_output_replaces_results_or_their_sidecar() {
    let dir = folder();
    let path = dir.path();
    let solved = run_in(path, "samegame solve -q --nodes 50 --out out.jsonl pairs.jsonl", b"");
    assert_eq!(solved.code, Some(0), "{}", solved.err);
    let before = contents(path);
    for words in [
        "samegame generate --clearable --answers",
        "samegame show pairs.jsonl --svg",
        "samegame replay pairs.jsonl out.jsonl --html",
        "samegame solve --nodes 50 pairs.jsonl --trace",
    ] {
        for name in ["out.jsonl", "out.jsonl.tilefall"] {
            let run = run_in(path, &format!("{words} {name}"), b"");
            assert!(run.code == Some(2) && run.err.contains("out.jsonl"), "{words} {name}: {run:?}");
            assert!(contents(path) == before, "{words} {name}");
        }
    }
}

#[test]
fn results_inside_the_folder_of_the_input_can_be_gone_on_with() {
    let dir = folder();
    let path = dir.path();
    let words = "samegame solve --no-timings --nodes 50 --progress never --out in/out.jsonl --trace in/trace.jsonl in";
    std::fs::create_dir(path.join("in")).unwrap();
    std::fs::copy(path.join("pairs.jsonl"), path.join("in/a.jsonl")).unwrap();
    std::fs::copy(path.join("pairs.jsonl"), path.join("in/z.jsonl")).unwrap();
    let first = run_in(path, words, b"");
    assert_eq!((first.code, first.err.as_str()), (Some(0), ""));
    let out = path.join("in/out.jsonl");
    let whole = std::fs::read(&out).unwrap();
    assert_eq!(whole.iter().filter(|&&byte| byte == b'\n').count(), 6);
    std::fs::write(&out, &whole[..whole.len() / 2]).unwrap();
    std::fs::write(path.join("in/.out.jsonl.tilefall.a1b2c3.new"), "{").unwrap();
    let again = run_in(path, &format!("{words} --resume"), b"");
    assert_eq!((again.code, again.err.as_str()), (Some(0), ""));
    assert!(std::fs::read(&out).unwrap() == whole);
}

#[test]
fn pipes_and_loops_of_links_in_folders_are_passed_over() {
    let dir = folder();
    let script = "
        mkdir -p in/deep && mv gaps.jsonl in/deep/ && cd in &&
        mkfifo pipe.jsonl deep/pipe && ln -s self.jsonl self.jsonl && ln -s . loop && ln -s ../.. deep/up &&
        ln -s two.jsonl one.jsonl && ln -s one.jsonl two.jsonl && cd .. &&
        for words in in 'in/**/*.jsonl' 'in/*' 'in/**' 'in/deep/*'; do
            timeout 20 $TILEFALL mayan solve --no-timings --progress never \"$words\" | wc -l
        done";
    let run = shell_in(dir.path(), script);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("3\n3\n3\n3\n3\n", ""));
    // A dangling link may be a missing puzzle, and a pipe given by name is read.
    let run = shell_in(
        dir.path(),
        "ln -s none in/lost.jsonl; $TILEFALL mayan solve --output jsonl in; (cat in/deep/gaps.jsonl > in/deep/pipe &) ;
         timeout 20 $TILEFALL mayan solve --output jsonl --progress never in/deep/pipe | wc -l",
    );
    assert!(run.err.contains("in/lost.jsonl: cannot be read: No such file"), "{}", run.err);
    assert!(run.out.ends_with("\n3\n"), "{}", run.out);
}

#[test]
fn an_input_that_is_a_loop_of_links_or_a_socket_stops_no_other_puzzle() {
    let dir = folder();
    let path = dir.path();
    std::os::unix::fs::symlink("loop.jsonl", path.join("loop.jsonl")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(path.join("socket.jsonl")).unwrap();
    for bad in ["loop.jsonl", "socket.jsonl"] {
        for words in ["", "--out out --resume"] {
            let words = format!("mayan solve --no-timings --progress never {words} {bad} gaps.jsonl");
            let run = run_in(path, &words, b"");
            assert_eq!(run.code, Some(1), "{words}: {}", run.err);
            assert!(run.err.starts_with(&format!("{bad}: cannot be read: ")), "{}", run.err);
            let text = if run.out.is_empty() { contents(path)["out"].clone() } else { run.out.into_bytes() };
            assert_eq!(text.split(|&byte| byte == b'\n').count(), 5, "the three, and one that is bad");
        }
        std::fs::remove_file(path.join("out")).unwrap();
        std::fs::remove_file(path.join("out.tilefall")).unwrap();
    }
}
