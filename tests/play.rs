//! The game in the terminal: keys, the mouse, saved games, and a screen that is given back.
#![cfg(target_os = "linux")]

use crate::support::signals::hear;
use crate::support::terminal::Terminal;
use std::path::Path;
use std::process::{Child, Command};

const SAMEGAME: &str = r#"{"v":1,"game":"samegame","rows":["112","122"]}"#;
const MAYAN: &str = r#"{"v":1,"game":"mayan","rows":["21...","12...","12..."],"moves":2,"mode":"within"}"#;

fn play(terminal: &Terminal, dir: &Path, words: &str) -> Child {
    hear();
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
    command.args(words.split_whitespace()).current_dir(dir).env("TERM", "xterm-256color");
    command.stdin(terminal.stream()).stdout(terminal.stream()).stderr(terminal.stream()).spawn().unwrap()
}

/// What takes the picture off the screen again.
const GIVEN_BACK: &str = "\x1b[?1049l";

#[test]
fn a_game_is_played_by_keys_saved_and_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("board.jsonl"), SAMEGAME).unwrap();
    let terminal = Terminal::new(80);
    let mut child = play(&terminal, dir.path(), "samegame play board.jsonl --save game.jsonl");
    terminal.wait_for("0 points   6 tiles left   0 clicks");
    // The group at the bottom left: column 1, and the first of row 2's ones.
    terminal.type_in("\r");
    terminal.wait_for("3 tiles left");
    terminal.type_in("s");
    terminal.wait_for("game.jsonl");
    terminal.type_in("\r");
    terminal.wait_for("CLEARED");
    terminal.type_in("q");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(terminal.rest().contains(GIVEN_BACK));
    // The turns that were saved are played.
    let terminal = Terminal::new(80);
    let mut child = play(&terminal, dir.path(), "samegame play game.jsonl");
    terminal.wait_for("1 points   3 tiles left   1 click");
    terminal.type_in("u");
    terminal.wait_for("6");
    terminal.type_in("\x03");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut verify = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
    verify.args(["samegame", "verify", "game.jsonl", "game.jsonl.moves"]).current_dir(dir.path());
    let output = verify.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn a_mayan_block_is_dragged_by_the_mouse() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("board.jsonl"), MAYAN).unwrap();
    let terminal = Terminal::new(80);
    let mut child = play(&terminal, dir.path(), "mayan play board.jsonl");
    terminal.wait_for("move 0 of 2   6 blocks left");
    // Row 2 is the second line of the screen; the columns begin at its third place and are three wide.
    terminal.type_in("\x1b[<0;4;2M\x1b[<0;7;2m");
    terminal.wait_for("SOLVED");
    terminal.type_in("q");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_signal_gives_the_screen_back() {
    let dir = tempfile::tempdir().unwrap();
    let terminal = Terminal::new(60);
    let mut child = play(&terminal, dir.path(), "samegame play --rows 6 --cols 6 --colors 3 --seed 1");
    terminal.wait_for("36 tiles left");
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(terminal.rest().contains(GIVEN_BACK));
}

#[test]
fn without_a_terminal_there_is_no_game() {
    let run = crate::support::tilefall("samegame play", b"");
    assert_eq!((run.out.as_str(), run.code), ("", Some(2)), "{run:?}");
    assert!(run.err.contains("needs a terminal"), "{run:?}");
    let run = crate::support::tilefall("mayan play data/samples/uva339.txt", b"");
    assert_eq!(run.code, Some(1), "{run:?}");
}
