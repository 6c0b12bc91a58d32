//! Output on a terminal: the progress line does not mix with other output, and inputs cannot control the terminal.

use crate::support::screen::Screen;
use crate::support::terminal::{Terminal, shown};
use crate::support::{GAP, tilefall};
use serde_json::Value;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// An id that would clear the screen, set the title, and reverse the rest of the line.
const EVIL: &str = "a\u{1b}[2J\u{1b}]0;title\u{7}\u{9b}31m\u{202e}b";
const SHOWN: &str = r"a\u001b[2J\u001b]0;title\u0007\u009b31m\u202eb";

fn program(words: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
    command.args(words.split_whitespace());
    command
}

/// Returns puzzles that take more than a third of a second, each followed by an easy one.
fn slow(number: usize) -> String {
    let hard = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
    let hard = hard.lines().find(|line| line.contains("\"none-10/01\"")).unwrap();
    let hard = hard.replace("\"moves\":10", "\"moves\":14");
    format!("{hard}\n{GAP}\n").repeat(number)
}

#[test]
fn the_progress_line_is_wiped_before_each_record_and_no_wider_than_the_terminal() {
    let check = |columns: u16, both: bool| {
        let terminal = Terminal::new(columns);
        let mut command = program("mayan solve --threads 1 --time 350ms --output jsonl");
        command.stdin(Stdio::piped()).stderr(terminal.stream()).env("TERM", "xterm");
        command.stdout(if both { terminal.stream() } else { Stdio::piped() });
        let mut child = command.spawn().unwrap();
        drop(command);
        let input = slow(4) + "?\n";
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let text = terminal.rest();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let (lines, longest) = shown(&text.replace("\x1b[1m", "").replace("\x1b[0m", ""));
        assert!((1..usize::from(columns)).contains(&longest), "{columns} columns, {longest} used: {text:?}");
        // Eight records, the error's record, the error, the summary, each on a line of its own.
        let (records, others): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| line.starts_with('{'));
        let out = String::from_utf8(output.stdout).unwrap();
        let records: Vec<_> = records.into_iter().chain(out.lines().map(str::to_owned)).collect();
        assert_eq!((records.len(), others.len()), (9, 2), "{text:?}");
        assert!(records.iter().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{records:?}");
        assert!(others[0].starts_with("<stdin>:9:1: ") && others[1].starts_with("9 puzzles: "), "{others:?}");
    };
    std::thread::scope(|scope| {
        for (columns, both) in [(200, true), (40, true), (40, false), (7, true)] {
            scope.spawn(move || check(columns, both));
        }
    });
}

#[test]
fn a_dumb_terminal_gets_no_escape_codes() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("slow.jsonl"), slow(1)).unwrap();
    std::fs::write(dir.path().join("list.jsonl"), tilefall("mayan solve", GAP.as_bytes()).out).unwrap();
    std::fs::write(dir.path().join("gap.jsonl"), GAP).unwrap();
    std::fs::write(dir.path().join("pair.txt"), "1 1\n").unwrap();
    for words in [
        "mayan solve --threads 1 --time 350ms slow.jsonl no-such-file",
        "mayan solve --progress always --time 350ms slow.jsonl",
        "mayan solve --no-such-flag",
        "mayan solve --help",
        "mayan show gap.jsonl",
        "samegame show pair.txt",
        "mayan replay gap.jsonl list.jsonl",
        "mayan hint gap.jsonl",
        "samegame analyse pair.txt [[1,1]]",
        "mayan verify gap.jsonl list.jsonl",
        "mayan generate --moves 5 --unique --count 3",
        "mayan stress --list-traps",
        "mayan stress --time 1s -- cat",
        "samegame play pair.txt",
    ] {
        let terminal = Terminal::new(80);
        let mut command = program(words);
        command.current_dir(dir.path()).env("TERM", "dumb").env("COLORTERM", "truecolor").env("CI", "true");
        command.stdin(terminal.stream()).stdout(terminal.stream()).stderr(terminal.stream());
        let mut child = command.spawn().unwrap();
        drop(command);
        let text = terminal.rest().replace("\r\n", "\n");
        child.wait().unwrap();
        assert!(!text.is_empty(), "{words}");
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{words}: {text:?}");
    }
}

#[test]
fn ids_do_not_command_the_terminal() {
    let record =
        |game: &str| format!("{{\"id\":{},\"game\":\"{game}\",\"rows\":[\"11.1.\"]}}", Value::from(EVIL));
    let dir = tempfile::tempdir().unwrap();
    let (puzzles, results) = (dir.path().join("puzzles"), dir.path().join("results"));
    std::fs::write(&puzzles, record("mayan") + "\n").unwrap();
    std::fs::write(&results, tilefall("mayan solve", record("mayan").as_bytes()).out).unwrap();
    let (puzzles, results) = (puzzles.display(), results.display());
    for words in [
        format!("mayan solve --output text {puzzles}"),
        format!("mayan solve --exactly --moves 1 --output native {puzzles}"),
        format!("mayan solve --output jsonl {puzzles}"),
        format!("samegame solve --output jsonl {puzzles}"),
        format!("convert --to jsonl {puzzles}"),
        format!("mayan verify --all {puzzles} {results}"),
        format!("samegame verify {puzzles} {results}"),
    ] {
        let terminal = Terminal::new(80);
        let mut command = program(&words);
        command.stdin(Stdio::null()).stdout(terminal.stream()).stderr(terminal.stream());
        let mut child = command.spawn().unwrap();
        drop(command);
        let text = terminal.rest();
        child.wait().unwrap();
        // The program's own bold and red are allowed.
        let mut plain = text.replace("\r\n", "\n");
        for style in ["\x1b[1m", "\x1b[31m", "\x1b[0m"] {
            plain = plain.replace(style, "");
        }
        assert!(
            !plain.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'),
            "{words}: {text:?}"
        );
        if !words.contains("native") && !words.contains("samegame") {
            assert!(plain.contains(SHOWN), "{words}: {text:?}");
        }
        for line in plain.lines().filter(|line| line.starts_with('{')) {
            let record: Value = serde_json::from_str(line).unwrap();
            assert_eq!(record["id"], EVIL, "{words}");
        }
    }
    // Records are not changed in a file or a pipe.
    let plain = tilefall("convert --to jsonl", record("mayan").as_bytes()).out;
    assert!(plain.contains('\u{202e}') && plain.contains('\u{9b}'));
}

#[test]
fn messages_do_not_command_the_terminal_wherever_they_go() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a\x1b[31m\u{202e}b\nerror: c");
    std::fs::write(&path, "?\n").unwrap();
    for verb in [&["mayan", "solve"][..], &["convert", "--to", "rows"], &["samegame", "simulate"]] {
        let mut command = program("");
        let output = command.args(verb).arg(&path).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert!(err.contains(r"a\u001b[31m\u202eb\nerror: c"), "{verb:?}: {err:?}");
        assert!(!err.contains(['\x1b', '\u{202e}']), "{verb:?}: {err:?}");
        assert!(err.lines().all(|line| !line.starts_with("error: c")), "{verb:?}: {err:?}");
    }
    for words in
        [&["mayan", "solve", "--a\x1b[31m"][..], &["mayan", "solve", "--time", "\x1b[31m"], &["\x1b[31m"]]
    {
        let terminal = Terminal::new(80);
        let mut command = program("");
        command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(terminal.stream());
        let mut child = command.spawn().unwrap();
        drop(command);
        let text = terminal.rest();
        assert_eq!(child.wait().unwrap().code(), Some(2));
        assert!(text.contains(r"\u001b[31m"), "{text:?}");
    }
}

#[test]
fn a_verb_without_a_file_says_that_it_reads_standard_input() {
    for words in ["mayan solve", "samegame solve", "samegame simulate", "convert --to rows", "mayan solve -"]
    {
        let terminal = Terminal::new(80);
        let mut command = program(words);
        command.stdin(terminal.stream()).stdout(Stdio::piped()).stderr(terminal.stream());
        let mut child = command.spawn().unwrap();
        drop(command);
        terminal.wait_for("reading standard input; Ctrl-D ends it\r\n");
        terminal.type_in("\u{4}");
        child.wait().unwrap();
    }
    // The message is not printed if standard input is no terminal.
    assert_eq!(tilefall("mayan solve", GAP.as_bytes()).err, "");
}

#[test]
fn a_bar_has_the_total_and_the_time_left_and_is_wiped_by_ctrl_c() {
    let dir = tempfile::tempdir().unwrap();
    let boards = tilefall("samegame generate --count 300 --seed 2", b"").out;
    std::fs::write(dir.path().join("boards.jsonl"), &boards).unwrap();
    for (words, totals) in [
        (
            "samegame solve --time 400ms --threads 1 --restart --out results boards.jsonl",
            ["of 300, ", "of about 300, "],
        ),
        ("mayan generate --moves 12 --unique --count 3", ["0 of 3, ", " of 3, "]),
    ] {
        for presses in [1, 2] {
            let mut screen = Screen::run(dir.path(), &words.split(' ').collect::<Vec<_>>(), (24, 80));
            let has_total = |text: &str| totals.iter().any(|total| text.contains(total));
            let shown = screen.wait_until("a bar", |text| {
                has_total(text) && (text.contains(" left, ") || text.contains("0 of 3, "))
            });
            // The line leaves room for the ^C that the terminal shows.
            assert!(
                shown.lines().filter(|line| has_total(line)).all(|line| line.chars().count() <= 76),
                "{shown}"
            );
            for _ in 0..presses {
                screen.keys("\x03");
                screen.wait_until("an empty line", |text| !has_total(text));
            }
            let (code, text) = screen.rest();
            assert_eq!(code, Some(130), "{words}: {text}");
            assert!(!has_total(&text) && !text.contains('['), "{words}, {presses} times: {text}");
        }
    }
}
