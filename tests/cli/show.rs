//! `show` of both games, character by character.

use crate::support::{run_in, sample, tilefall};
use assert_cmd::Command;

const BOARD: &[u8] = br#"{"game":"samegame","id":"small","rows":["1..","122"]}"#;

fn shown(words: &str, input: &[u8]) -> String {
    let run = tilefall(words, input);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{words}");
    run.out
}

#[test]
fn boards_have_the_coordinates_of_their_game() {
    assert_eq!(shown("samegame show", BOARD), "small\n2  1 . .\n1  1 2 2\n   1 2 3\n");
    let noip = "<stdin>#1\n6  . . . . .\n5  . . . . .\n4  . . . . .\n3  . . . . 4\n2  . . 4 . 3\n1  . 1 3 1 4\n0  1 2 2 3 2\n   0 1 2 3 4\n";
    assert_eq!(shown("mayan show", &sample("noip.txt")), noip);
}

#[test]
fn colours_are_shown_as_their_author_wrote_them() {
    let letters = br#"{"game":"samegame","id":"x","rows":["RBB"]}"#;
    assert_eq!(shown("samegame show", letters), "x\n1  R B B\n   1 2 3\n");
    let hint = shown("samegame hint --level 3 -", br#"{"game":"samegame","rows":["RBBB"]}"#);
    assert!(hint.contains("next: 1 2, 3 tiles of colour B, 1 point\n"), "{hint}");
    let signs = "{\"game\":\"samegame\",\"id\":\"x\",\"rows\":[\"0.\",\"11\"],\"labels\":{\"0\":\"\u{1f7e5}\",\"1\":\"<\"}}";
    let wrong = tilefall("samegame show", signs.as_bytes());
    assert_eq!(wrong.code, Some(1), "a sign that parts cells is no label");
    let signs = signs.replace('<', "&");
    assert_eq!(shown("samegame show", signs.as_bytes()), "x\n2  \u{1f7e5}  .\n1   &  &\n    1  2\n");
    let solved = shown("samegame solve --output text", signs.as_bytes());
    assert!(solved.contains("\n  2  \u{1f7e5}  .\n  1   &  &\n"), "{solved}");
    let games = String::from_utf8(shown("samegame show", &sample("uva758.txt")).into()).unwrap();
    assert!(games.contains("10   R  G  G  B  B  G  G  R  B  R  R  G  G  B  G"), "{games}");
    let dead = r#"{"game":"mayan","id":"x","rows":["RRRB"],"moves":2}"#;
    let why = tilefall("mayan solve --output text", dead.as_bytes());
    assert!(why.out.contains("colour B has only one or two blocks"), "{why:?}");
}

#[test]
fn boards_stand_side_by_side_as_far_as_the_width_goes() {
    let line = |id: &str| format!("{{\"game\":\"samegame\",\"id\":\"{id}\",\"rows\":[\"12\"]}}\n");
    let three = [line("a"), line("b"), line("c")].concat();
    assert_eq!(
        shown("samegame show --screen-width 20", three.as_bytes()),
        "a        b\n1  1 2   1  1 2\n   1 2      1 2\n\nc\n1  1 2\n   1 2\n"
    );
}

#[test]
fn colours_are_for_terminals_that_know_them() {
    let first = |words: &str| shown(words, BOARD).lines().nth(1).unwrap().to_owned();
    assert_eq!(first("samegame show --color 16"), "2 \x1b[30m\x1b[103m 1\x1b[0m . .");
    assert_eq!(first("samegame show --color 256"), "2 \x1b[38;5;16m\x1b[48;5;220m 1\x1b[0m . .");
    assert_eq!(first("samegame show --color true"), "2 \x1b[38;2;0;0;0m\x1b[48;2;255;215;0m 1\x1b[0m . .");
    assert!(first("samegame show --color always").contains("\x1b["));
    // Without a terminal there are no colours, and NO_COLOR does not override --color.
    assert_eq!(first("samegame show"), "2  1 . .");
}

#[cfg(target_os = "linux")]
#[test]
fn no_color_is_obeyed_on_a_terminal() {
    for (variable, colours) in [("NO_COLOR", false), ("TILEFALL_NO_SUCH", true)] {
        let program = assert_cmd::cargo::cargo_bin!("tilefall");
        let line = format!("{} samegame show data/samples/codingame.txt", program.display());
        let mut command = Command::new("script");
        command.args(["-qec", &line, "/dev/null"]).env("TERM", "xterm-256color").env_remove("NO_COLOR");
        let Ok(output) = command.env(variable, "1").output() else {
            eprintln!("skipped: there is no script(1)");
            return;
        };
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("15"), "{text}");
        assert_eq!(text.contains("\x1b[38;5;"), colours, "{variable}: {text}");
    }
}

#[test]
fn boards_are_drawn_as_a_picture() {
    let dir = tempfile::tempdir().unwrap();
    let two = [BOARD, b"\n", br#"{"game":"samegame","id":"<&>","rows":["33"]}"#].concat();
    for (input, boards) in [(BOARD, 1), (&two[..], 2)] {
        let run = run_in(dir.path(), "samegame show --svg boards.svg -", input);
        assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("", "", Some(0)));
        let svg = std::fs::read_to_string(dir.path().join("boards.svg")).unwrap();
        assert!(svg.starts_with("<svg ") && !svg.contains("<script"));
        assert_eq!(svg.matches("class=\"f\"").count(), boards);
    }
}

#[test]
fn names_of_an_input_do_not_command_the_terminal() {
    let text = shown("samegame show", br#"{"game":"samegame","id":"a\u001b[2Jb","rows":["11"]}"#);
    assert!(text.starts_with("a\\u001b[2Jb\n"), "{text:?}");
}

#[test]
fn bad_puzzles_and_those_of_the_other_game_are_told() {
    let run = tilefall(
        "samegame show",
        b"{\"game\":\"mayan\",\"rows\":[\"11\"]}\n{\"game\":\"samegame\",\"rows\":[\"22\"]}\n",
    );
    assert_eq!(run.code, Some(1));
    assert!(run.err.starts_with("<stdin>:1:1: ") && run.out.contains("2 2"), "{} {}", run.err, run.out);
}
