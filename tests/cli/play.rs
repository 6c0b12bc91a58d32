//! `play`: keys, the mouse, the saved game, and restoring the screen.
#![cfg(target_os = "linux")]

use crate::support::screen::{Screen, spawn};
use crate::support::terminal::Terminal;
use crate::support::{PATIENCE, refuses, run_in, signals, tilefall};
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const SAMEGAME: &str = r#"{"v":1,"game":"samegame","rows":["112","122"]}"#;
const MAYAN: &str = r#"{"v":1,"game":"mayan","rows":["21...","12...","12..."],"moves":2,"mode":"within"}"#;

fn folder(board: &str) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("board.jsonl"), board).unwrap();
    dir
}

#[test]
fn a_game_is_played_by_keys() {
    let dir = folder(SAMEGAME);
    let mut screen = Screen::run(dir.path(), &["samegame", "play", "board.jsonl"], (24, 80));
    screen.wait_for("0 points   6 tiles left   0 clicks");
    let first = screen.wait_for("can be cleared");
    // The number of trailing blanks is not fixed: blanks erase a longer text only if that text was shown.
    insta::assert_snapshot!(first.lines().map(str::trim_end).collect::<Vec<_>>().join("\n"));
    screen.keys("\r");
    screen.wait_for("1 point   3 tiles left   1 click");
    screen.keys("\r");
    screen.wait_for("CLEARED");
    screen.keys("uu");
    screen.wait_for("0 points   6 tiles left   0 clicks");
    screen.keys("u");
    screen.wait_for("this is the start");
    screen.keys("rr");
    screen.wait_for("CLEARED");
    screen.keys("h");
    screen.wait_for("hint: the game is over");
    screen.keys("R");
    screen.wait_for("0 points   6 tiles left   0 clicks");
    screen.wait_for("can be cleared");
    screen.keys("h");
    let lit = screen.wait_for("hint: look at");
    assert!(lit.contains('*') && !lit.contains(">1<"), "{lit}");
    screen.keys("hh");
    screen.wait_until("the line", |text| {
        text.contains(">1<") && text.contains("1002 points from here, optimal")
    });
    screen.keys("?");
    insta::assert_snapshot!("the_help_of_samegame", screen.wait_for("any key"));
    // Ctrl-C is a key in raw mode.
    screen.keys("x\x03");
    assert_eq!(screen.end(), Some(0));
}

#[test]
fn a_game_for_the_fewest_clicks_keeps_its_goal() {
    let dir = folder(SAMEGAME);
    let words = ["samegame", "play", "board.jsonl", "--rules", "former"];
    let mut screen = Screen::run(dir.path(), &words, (24, 80));
    screen.wait_for("from here: cleared in 2 more clicks, no list clears it in fewer");
    screen.keys("\r");
    screen.wait_for("1 click   3 tiles left");
    screen.keys("\r");
    screen.wait_for("there is no tile");
    screen.keys("q");
    assert_eq!(screen.end(), Some(0));
    let mut screen = Screen::run(dir.path(), &["samegame", "play"], (24, 80));
    screen.wait_for("1 click   3 tiles left");
    screen.keys("y");
    screen.wait_for("from here: cleared in 1 more click");
    screen.keys("q");
    assert_eq!(screen.end(), Some(0));
    let checked = run_in(dir.path(), "samegame verify state/tilefall/samegame.jsonl", b"");
    assert_eq!(checked.code, Some(0), "{checked:?}");
}

#[test]
fn a_group_is_lit_under_the_pointer_with_its_points() {
    let dir = folder(SAMEGAME);
    let mut screen = Screen::run(dir.path(), &["samegame", "play", "board.jsonl"], (24, 80));
    screen.wait_for("6 tiles left");
    screen.point(9, 2);
    let shown = screen.wait_for("2  1  1 [2]");
    assert!(shown.contains("3 tiles, 1 point"), "{shown}");
    assert!(shown.contains("1  1 (2)(2)"), "{shown}");
    screen.button(true, 9, 2);
    screen.button(false, 9, 2);
    screen.wait_for("3 tiles left");
    screen.keys("qq");
    assert_eq!(screen.end(), Some(0));
}

#[test]
fn a_mayan_block_is_dragged_by_the_mouse_and_the_game_is_analysed() {
    let dir = folder(MAYAN);
    let mut screen = Screen::run(dir.path(), &["mayan", "play", "board.jsonl"], (24, 80));
    screen.wait_for("move 0 of 2   6 blocks left");
    screen.wait_for("can be solved in the 2 moves left");
    screen.keys(">");
    screen.wait_for("move 1 of 2");
    let read = |verb: &str| run_in(dir.path(), &format!("mayan {verb} state/tilefall/mayan.jsonl"), b"");
    screen.wait_for("can be solved in the 1 move left");
    let run = read("verify");
    assert_eq!(run.code, Some(0), "{run:?}");
    screen.keys("u");
    screen.wait_for("move 0 of 2");
    // Row 2 is the second line of the screen; the columns begin at its third place and are three wide.
    screen.button(true, 4, 2);
    screen.button(false, 7, 2);
    screen.wait_for("SOLVED");
    screen.keys("q");
    screen.wait_for("the game is kept: 'tilefall mayan analyse ");
    assert_eq!(screen.end(), Some(0));
    let run = read("analyse");
    assert!(run.code == Some(0) && run.out.contains("solved in 1 move"), "{run:?}");
}

#[test]
fn a_light_says_no_only_with_a_proof() {
    let dir = folder(r#"{"v":1,"game":"mayan","rows":["1....","12...","12..."],"moves":3,"mode":"within"}"#);
    let mut screen = Screen::run(dir.path(), &["mayan", "play", "board.jsonl"], (24, 80));
    // The board cannot be solved from the start.
    screen.wait_for("cannot be solved in the 3 moves left from here, proven");
    screen.wait_for("colour");
    screen.keys("h");
    screen.wait_for("hint: nothing wins from here, proven");
    screen.keys("<");
    screen.wait_for("this block cannot go there");
    screen.keys("\x1b[C>");
    screen.wait_for("cannot be solved in the 2 moves left from here, proven");
    screen.keys("h");
    screen.wait_for("hint: nothing wins from here, proven");
    screen.keys("\x03");
    assert_eq!(screen.end(), Some(0));
}

#[test]
fn a_light_has_the_reason() {
    let dir = folder(r#"{"v":1,"game":"samegame","rows":["1.","22","11"]}"#);
    let mut screen = Screen::run(dir.path(), &["samegame", "play", "board.jsonl"], (24, 80));
    screen.wait_for("can be cleared");
    screen.keys("\r");
    screen.wait_for("○ cannot be cleared from here, proven");
    screen.wait_for("1 tile of colour 1 is left alone");
    screen.keys("\r");
    screen.wait_for("no group is left");
    screen.keys("\x03");
    assert_eq!(screen.end(), Some(0));
}

#[test]
fn a_game_that_is_left_is_kept_and_offered() {
    signals::hear();
    let dir = folder(SAMEGAME);
    let begin = || {
        let mut screen = Screen::run(dir.path(), &["samegame", "play", "board.jsonl"], (24, 80));
        screen.wait_for("6 tiles left");
        screen.keys("\r");
        screen.wait_for("3 tiles left");
        screen
    };
    let offered = |keys: &str| {
        let mut screen = Screen::run(dir.path(), &["samegame", "play"], (24, 80));
        let shown = screen.wait_for("You left this game.");
        assert!(shown.contains("1 point   3 tiles left   1 click"), "{shown}");
        screen.keys(keys);
        screen
    };
    let nothing_offered = || {
        let mut screen = Screen::run(dir.path(), &["samegame", "play"], (24, 80));
        let shown = screen.wait_for("150 tiles left");
        assert!(!shown.contains("You left"), "{shown}");
        screen.keys("q");
        assert_eq!(screen.end(), Some(0));
    };
    nothing_offered();
    let mut screen = begin();
    screen.keys("\x1b");
    assert_eq!(screen.end(), Some(0));
    // The kept game is left again, and given up only when another board is played.
    assert_eq!(offered("q").end(), Some(0));
    let mut screen = offered("n");
    screen.wait_for("150 tiles left");
    screen.keys("q");
    assert_eq!(screen.end(), Some(0));
    // The kept game is offered before the boards of a file, continued and finished.
    let mut screen = Screen::run(dir.path(), &["samegame", "play", "board.jsonl"], (24, 80));
    screen.wait_for("You left this game.");
    screen.keys("n");
    screen.wait_for("6 tiles left");
    screen.keys("q");
    assert_eq!(screen.end(), Some(0));
    let mut screen = offered("y");
    screen.keys("n");
    screen.wait_for("Give this game up for a new board?");
    screen.keys("n");
    screen.wait_for("q leave");
    screen.keys("\r");
    screen.wait_for("CLEARED");
    screen.keys("q");
    assert_eq!(screen.end(), Some(0));
    nothing_offered();
    // The game is also kept after a signal or a hangup of the terminal.
    for signal in ["INT", "TERM"] {
        let screen = begin();
        screen.kill(signal);
        assert_eq!(screen.end(), Some(130), "{signal}");
        assert_eq!(offered("\x03").end(), Some(0));
        std::fs::remove_dir_all(dir.path().join("state")).unwrap();
    }
    let terminal = Terminal::new(80);
    terminal.resize(24, 80);
    let mut child = spawn(&terminal, dir.path(), &["samegame", "play", "board.jsonl"]);
    terminal.wait_for("tiles");
    terminal.type_in("\r?");
    terminal.wait_for("backspace");
    drop(terminal);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(offered("q").end(), Some(0));
}

#[test]
fn a_game_that_cannot_be_kept_is_tried_again_at_the_end() {
    let dir = folder(SAMEGAME);
    let state = dir.path().join("state");
    for mended in [true, false] {
        // A file in place of the folder for saved games.
        std::fs::write(&state, "").unwrap();
        let mut screen = Screen::run(dir.path(), &["samegame", "play", "board.jsonl"], (24, 80));
        screen.wait_for("6 tiles left");
        screen.keys("\r");
        screen.wait_for("the game cannot be kept: ");
        if mended {
            std::fs::remove_file(&state).unwrap();
        }
        screen.keys("\x03");
        assert_eq!(screen.end(), Some(if mended { 0 } else { 3 }));
        let kept = std::fs::remove_dir_all(&state);
        assert_eq!(kept.is_ok(), mended);
    }
}

#[test]
fn a_new_size_and_a_new_board_are_drawn() {
    let dir = folder(SAMEGAME);
    let words = ["samegame", "play", "--rows", "6", "--cols", "9", "--colors", "3", "--seed", "1"];
    let mut screen = Screen::run(dir.path(), &words, (24, 80));
    let wide = screen.wait_for("54 tiles left");
    assert!(wide.lines().next().unwrap().trim_end().ends_with("8  9"), "{wide}");
    screen.resize(12, 20);
    // Long texts are wrapped between words.
    screen.wait_until("a narrow board", |text| text.lines().any(|line| line.starts_with("left   0 clicks")));
    screen.resize(24, 80);
    screen.wait_until("the wide board", |text| text.lines().next() == wide.lines().next());
    screen.resize(6, 80);
    screen.wait_for("only rows 1 to 2 of 6 are shown");
    screen.resize(24, 80);
    screen.wait_until("the whole board", |text| text.lines().take(7).eq(wide.lines().take(7)));
    screen.keys("n");
    screen.wait_until("another board", |text| {
        let board = |text: &str| text.lines().take(7).map(str::to_owned).collect::<Vec<_>>();
        text.contains("54 tiles left") && board(text) != board(&wide)
    });
    screen.keys("?");
    screen.wait_for("move the cursor");
    screen.keys("\x1b");
    screen.wait_for("54 tiles left");
    screen.keys("q");
    assert_eq!(screen.end(), Some(0));
}

#[test]
fn a_terminal_that_goes_away_ends_the_game() {
    signals::hear();
    let dir = folder(SAMEGAME);
    let (small, large) =
        ("samegame play board.jsonl", "samegame play --rows 40 --cols 60 --colors 5 --seed 1");
    // The terminal hangs up while the game is idle, after a resize, or while a picture is being written.
    for (words, seen, resized) in
        [(small, "tiles", false), (small, "tiles", true), (large, "\x1b[?1049h", false)]
    {
        let terminal = Terminal::new(130);
        terminal.resize(60, 130);
        let mut child = spawn(&terminal, dir.path(), &words.split(' ').collect::<Vec<_>>());
        terminal.wait_for(seen);
        let signal = |name: &str| {
            let words = ["-s", name, &child.id().to_string()];
            assert!(Command::new("kill").args(words).status().unwrap().success());
        };
        if resized {
            signal("STOP");
            terminal.resize(20, 50);
        }
        drop(terminal);
        signal("CONT");
        let begun = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if begun.elapsed() > PATIENCE {
                child.kill().unwrap();
                panic!("it does not end");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(child.wait().unwrap().code(), Some(130), "{words} {resized}");
    }
}

#[test]
fn a_search_for_a_board_that_takes_long_can_be_ended() {
    let dir = folder(MAYAN);
    let mut screen = Screen::run(dir.path(), &["mayan", "play", "--moves", "12"], (24, 80));
    screen.wait_for("looking for a board, ");
    screen.keys("\x03");
    // Before the game Ctrl-C is a signal.
    assert_eq!(screen.end(), None);
    let mut screen = Screen::run(dir.path(), &["mayan", "play", "board.jsonl", "--moves", "12"], (24, 80));
    screen.wait_for("move 0 of 12");
    for leave in ["\x1b", "q"] {
        screen.keys("n");
        screen.wait_for("Looking for a new board …   esc stay with this one");
        screen.keys(leave);
        screen.wait_for("q leave");
    }
    screen.keys("q");
    assert_eq!(screen.end(), Some(0));
}

#[test]
fn keys_are_read_from_the_terminal_where_standard_input_has_the_boards() {
    let dir = folder(SAMEGAME);
    std::fs::write(
        dir.path().join("next.jsonl"),
        MAYAN.replace("mayan", "samegame").replace(r#","moves":2,"mode":"within""#, ""),
    )
    .unwrap();
    let mut screen = Screen::shell(
        dir.path(),
        "(cat board.jsonl; echo; cat next.jsonl) | $TILEFALL samegame play -",
        (24, 80),
    );
    screen.wait_for("0 points   6 tiles left   0 clicks");
    screen.keys("\r");
    screen.wait_for("1 point   3 tiles left   1 click");
    screen.keys("ny");
    screen.wait_for("0 points   6 tiles left   0 clicks");
    screen.keys("q");
    assert_eq!(screen.end(), Some(0));
    let mut screen = Screen::shell(
        dir.path(),
        "$TILEFALL samegame solve -o jsonl board.jsonl | $TILEFALL samegame replay board.jsonl -",
        (24, 80),
    );
    screen.wait_for("→ step");
    screen.keys("q");
    assert_eq!(screen.end(), Some(0));
    // Standard output, which is open for writing only, cannot deliver keys.
    let mut screen =
        Screen::shell(dir.path(), "$TILEFALL samegame play - < board.jsonl > /dev/tty; echo ended", (24, 80));
    screen.wait_for("play needs a terminal");
    screen.wait_for("ended");
    assert_eq!(screen.end(), Some(0));
}

#[test]
fn without_a_terminal_there_is_no_game() {
    for (words, board, of) in [
        ("samegame play -", MAYAN, "Mayan puzzle, expected a SameGame"),
        ("mayan play -", SAMEGAME, "SameGame puzzle, expected a Mayan"),
    ] {
        refuses(words, board.as_bytes(), "", &format!("<stdin>:1:1: this is a {of} one"));
    }
    let run = tilefall("samegame play", b"");
    assert_eq!((run.out.as_str(), run.code), ("", Some(2)), "{run:?}");
    assert!(run.err.contains("needs a terminal"), "{run:?}");
    let run = tilefall("mayan play data/samples/uva339.txt", b"");
    assert_eq!(run.code, Some(1), "{run:?}");
}
