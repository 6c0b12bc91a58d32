//! `play`: the screen of a game: the sizes of tiles, and the card of the result.
#![cfg(target_os = "linux")]

use crate::support::screen::Screen;

#[test]
fn the_board_has_priority_over_what_is_below_it() {
    let dir = tempfile::tempdir().unwrap();
    let words = ["samegame", "play", "--rows", "15", "--cols", "15", "--colors", "5", "--seed", "1"];
    let mut screen = Screen::run(dir.path(), &words, (24, 80));
    let whole = |text: &str| {
        let rows =
            (1..=15).all(|row| text.lines().any(|line| line.trim_start().starts_with(&format!("{row} "))));
        rows && text.contains("q leave")
    };
    screen.wait_until("a whole board", whole);
    // Small tiles leave room for the whole hint.
    screen.keys("hhh");
    screen.wait_until("a whole line", |text| {
        whole(text) && text.contains(" clicks, ") && text.contains('▀') && !text.contains(" …")
    });
    screen.keys("h");
    screen.wait_for("any key");
    screen.keys("xth");
    screen.wait_until("tiles with labels", |text| whole(text) && !text.contains('▀'));
    let clue = |text: &str| text.contains("hint: look at");
    screen.wait_until("a clue", clue);
    screen.keys("hh");
    let shown = screen.wait_until("a line that is cut", |text| whole(text) && text.contains(" clicks, "));
    assert!(clue(&shown) && shown.contains(" …"), "{shown}");
    screen.keys("h");
    screen.wait_for("any key: back to the game");
    screen.keys("x");
    screen.wait_until("the board again", whole);
    // A note names the rows that do not fit.
    screen.resize(12, 80);
    let shown = screen.wait_for("only rows 1 to 8 of 15 are shown");
    assert!(shown.contains("225 tiles left") && shown.contains("q leave"), "{shown}");
    screen.keys("q");
    assert_eq!(screen.end(), Some(0));
}

#[test]
fn the_card_of_a_game_leads_to_the_best_line_and_to_the_next_board() {
    let dir = tempfile::tempdir().unwrap();
    let boards =
        [r#"{"game":"samegame","rows":["1..","22.","113"]}"#, r#"{"game":"samegame","rows":["1221"]}"#];
    std::fs::write(dir.path().join("boards.jsonl"), boards.join("\n?\n")).unwrap();
    let mut screen = Screen::run(dir.path(), &["samegame", "play", "boards.jsonl"], (24, 80));
    screen.wait_for("6 tiles left");
    screen.keys("b");
    screen.wait_for("the best line is shown after the end of the game");
    screen.keys("\r\r");
    screen.wait_for("★ ☆ ☆   no group is left");
    screen.wait_for("the solver reaches 1 point, the best possible");
    screen.keys("b");
    screen.wait_for("q back to the game");
    screen.keys("\x1b[C\x1b[C");
    screen.wait_for("1 point, 1 tile left");
    screen.keys("q");
    screen.wait_for("n next board   R again   b best line   u undo   q leave");
    // The first click is that to blame, as the list shows, too.
    screen.wait_for("click 1, 1 1, gave away most: 1 point, proven");
    screen.keys("m");
    screen.wait_until("the list of moves", |text| {
        let rows =
            ["  #  click  points  gave away", "  1  1 1         0         1", "  2  1 1         0         0"];
        text.contains("any key") && rows.iter().all(|row| text.contains(row))
    });
    screen.keys("x");
    screen.wait_for("next board");
    screen.keys("R");
    screen.wait_for("6 tiles left");
    screen.keys("\r\r");
    screen.wait_for("no group is left");
    // The next boards of the file, of which one cannot be read, then a random one.
    screen.keys("n");
    screen.wait_for("boards.jsonl:2:1: ");
    screen.keys("n");
    screen.wait_for("4 tiles left");
    screen.keys("n");
    screen.wait_for("150 tiles left");
    screen.keys("q");
    assert_eq!(screen.end(), Some(0));
}

#[test]
fn a_hint_lights_tiles_before_it_says_why_and_what_to_play() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("board.jsonl"), r#"{"v":1,"game":"samegame","rows":["1..","22.","113"]}"#)
        .unwrap();
    let mut screen = Screen::run(dir.path(), &["samegame", "play", "board.jsonl"], (24, 80));
    screen.wait_for("1 tile of colour 3 is left alone: the board can no longer be cleared");
    screen.keys("h");
    let lit = screen.wait_for("hint: look at");
    assert!(lit.contains('*') && !lit.contains(">2<") && !lit.contains("2 1"), "{lit}");
    screen.keys("h");
    let why = screen.wait_until("a reason", |text| text.contains(" tiles of colour "));
    assert!(why.contains('*') && !why.contains(">2<"), "{why}");
    screen.keys("h");
    screen.wait_until("the next click", |text| text.contains(">2<") && text.contains("optimal: 2 1, 1 1"));
    screen.keys("q");
    assert_eq!(screen.end(), Some(0));
}
