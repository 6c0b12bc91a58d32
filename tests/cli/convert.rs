//! `tilefall convert`.

use assert_cmd::Command;

fn convert(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("tilefall").unwrap();
    command.arg("convert").args(args);
    command
}

/// Runs a command; returns the exit code, standard output and standard error.
fn run(command: &mut Command) -> (i32, String, String) {
    let out = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (out.status.code().unwrap(), text(out.stdout), text(out.stderr))
}

#[test]
fn standard_input_is_read_without_a_file_and_for_a_dash() {
    for args in
        [&["--to", "tatham"][..], &["--to", "tatham", "-"], &["--to", "tatham", "--from", "click", "-"]]
    {
        let (code, out, err) = run(convert(args).write_stdin("1..\n122\n"));
        assert_eq!((code, out.as_str(), err.as_str()), (0, "3x2c3s2:1,0,0,1,2,2\n", ""));
    }
}

#[test]
fn colours_are_renamed_only_when_asked() {
    let (code, out, err) = run(convert(&["--to", "tatham"]).write_stdin("0..\n055\n"));
    assert_eq!((code, out.as_str()), (1, ""));
    let expected = "<stdin>:1:1: this puzzle cannot be written as tatham: colour 0 cannot be written, expected 1 to 9 \
                    (--relabel renames colours)\n";
    assert_eq!(err, expected);
    let (code, out, _) = run(convert(&["--to", "tatham", "--relabel"]).write_stdin("0..\n055\n"));
    assert_eq!((code, out.as_str()), (0, "3x2c3s2:1,0,0,1,2,2\n"));
}

#[test]
fn bad_lines_and_files_are_told_and_the_rest_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    write(
        "a.jsonl",
        "{\"game\":\"samegame\",\"rows\":[\"12\"]}\n{\"game\":\"samegame\",\"rows\":[\"1\",\".\"]}\n",
    );
    write("b.txt", "7.\n.7\n");
    write("c.txt", "33\n");
    write(".hidden", "44\n");
    std::fs::create_dir(dir.path().join("below")).unwrap();
    write("below/a.txt", "55\n");
    let (code, out, err) = run(convert(&["--to", "jsonl", ".", "none.txt"]).current_dir(dir.path()));
    let line = |id: &str, row: &str| {
        format!("{{\"v\":1,\"id\":\"{id}\",\"game\":\"samegame\",\"rows\":[\"{row}\"]}}\n")
    };
    let expected =
        [line("./a.jsonl#1", "12"), line("./c.txt#1", "33"), line("./below/a.txt#1", "55")].concat();
    assert_eq!((code, out), (1, expected.replace("./", &format!(".{}", std::path::MAIN_SEPARATOR))));
    let errors: Vec<&str> = err.lines().collect();
    assert!(
        errors[0].ends_with("a.jsonl:2:29: this tile floats, expected a tile or the floor right below it"),
        "{err}"
    );
    assert!(errors[1].contains("b.txt:1:1: this tile floats"), "{err}");
    assert!(errors[2].starts_with("none.txt: cannot be read: "), "{err}");
    assert_eq!(errors.len(), 3);
    let (code, out, err) = run(convert(&["--to", "rows", "*.txt"]).current_dir(dir.path()));
    assert_eq!((code, out.as_str(), err.lines().count()), (1, "3 3\n", 1));
}

#[test]
fn several_puzzles_fit_one_file_only_where_the_format_says_so() {
    let text = "1\n\n2\n";
    let (code, out, err) = run(convert(&["--to", "click"]).write_stdin(text));
    let expected = "error: a click file holds one puzzle, found 2\n";
    assert_eq!((code, out.as_str(), err.as_str()), (1, "", expected));
    assert_eq!(run(convert(&["--to", "uva339"]).write_stdin(text)).1, "1 1\n1\n0 0\n1 1\n2\n0 0\n0 0\n");
    let (code, out, _) = run(convert(&["--to", "rows", "--format", "jsonl"]).write_stdin(""));
    assert_eq!((code, out.as_str()), (0, ""));
}

#[test]
fn the_formats_are_listed() {
    let (code, out, _) = run(&mut convert(&["--list-formats"]));
    let names: Vec<_> = out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    let all = ["jsonl", "uva339", "uva758", "click", "codingame", "rows", "tatham", "noip", "p1312"];
    assert_eq!((code, names), (0, all.to_vec()));
    for word in all {
        assert!(run(&mut convert(&["--to", "?"])).2.contains(word));
    }
}

#[test]
fn json_lines_come_out_before_the_input_has_ended() {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("tilefall"))
        .args(["convert", "--to", "jsonl"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let line = "{\"v\":1,\"game\":\"samegame\",\"rows\":[\"12\"]}\n";
    let mut input = child.stdin.take().unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let reader = std::thread::spawn(move || {
        let mut first = String::new();
        output.read_line(&mut first).unwrap();
        sender.send(first).unwrap();
        output.lines().count()
    });
    input.write_all(line.repeat(10_000).as_bytes()).unwrap();
    let first = receiver.recv_timeout(crate::support::PATIENCE);
    drop(input);
    assert_eq!(first.as_deref(), Ok(line));
    assert_eq!(reader.join().unwrap(), 9_999);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_do_not_matter() {
    for text in ["\u{feff}1..\r\n122\r\n", "\u{feff}{\"game\":\"samegame\",\"rows\":[\"1..\",\"122\"]}\r\n"] {
        let (code, out, err) = run(convert(&["--to", "tatham"]).write_stdin(text));
        assert_eq!((code, out.as_str(), err.as_str()), (0, "3x2c3s2:1,0,0,1,2,2\n", ""));
    }
}

#[test]
fn what_a_format_does_not_hold_of_the_question_is_told() {
    let rows = r#"[".....",".....",".....",".....",".....",".....","1.11."]"#;
    let mayan = |more: &str| format!(r#"{{"game":"mayan","rows":{rows},"moves":8{more}}}"#);
    let [any, within, exactly] = ["", r#","mode":"within""#, r#","mode":"exactly""#].map(mayan);
    let skips = mayan(r#","mode":"exactly","allow_noop":false"#);
    let n1 = r#"{"game":"samegame","rows":["1122"],"rules":{"score":"n1"}}"#;
    let plain = r#"{"game":"samegame","rows":["1122"]}"#;
    let usual = r#"{"game":"samegame","rows":["1122"],"rules":{"score":"n2","clear_bonus":1000}}"#;
    for (to, puzzle, expected) in [
        ("noip", &*within, "1 puzzle written without the mode asked for, which noip does not hold\n"),
        ("p1312", &*exactly, "1 puzzle written without the mode asked for, which p1312 does not hold\n"),
        ("click", n1, "1 puzzle written without the rules asked for, which click does not hold\n"),
        ("tatham", usual, "1 puzzle written without the rules asked for, which tatham does not hold\n"),
        ("noip", &*skips, "1 puzzle written without the allow_noop asked for, which noip does not hold\n"),
        ("jsonl", &*skips, ""),
        ("noip", &*exactly, ""),
        // Puzzles without the parts that a format lacks give no note.
        ("noip", &*any, ""),
        ("p1312", &*any, ""),
        ("tatham", plain, ""),
        ("click", usual, ""),
        ("jsonl", &*within, ""),
        ("jsonl", n1, ""),
    ] {
        let (code, out, err) = run(convert(&["--to", to]).write_stdin(puzzle));
        assert_eq!((code, err.as_str()), (0, expected), "{to}: {puzzle}");
        assert!(!out.is_empty());
    }
}
