//! `hint` of both games: more at each level, and a clear message where no move helps.

use crate::support::{Run, run_in, run_words, sample};
use std::path::Path;

fn run(game: &str, board: &[u8], words: &[&str]) -> Run {
    run_words(Path::new("."), &[&[game, "hint", "-"], words].concat(), board)
}

#[test]
fn each_level_tells_more() {
    let known = "<stdin>#1: optimal: cleared in 3 more moves\n";
    let lines = [
        "  look at columns 1 to 4\n",
        "  only one of 12 moves leads to a solution of 3 moves; 3 moves make 6 blocks of colour 2 and colour 3 vanish, \
         and 6 more fall into place and vanish\n",
        "  next: 2 1 R\n  line: 2 1 R, 3 1 R, 3 0 R\n",
    ];
    for level in 1..=3 {
        let result = run("mayan", &sample("noip.txt"), &["--level", &level.to_string()]);
        let expected = [known.to_owned(), lines[..level].concat()].concat();
        assert_eq!((result.out, result.err.as_str(), result.code), (expected, "", Some(0)));
    }
}

#[test]
fn moves_that_were_played_count() {
    let after = run("mayan", &sample("noip.txt"), &["--level", "3", "2 1 R, 3 1 R"]);
    assert!(
        after.out.ends_with("  line: 3 0 R\n") && after.out.contains("cleared in 1 more move\n"),
        "{}",
        after.out
    );
    let lost = run("mayan", &sample("noip.txt"), &["--level", "3", "0 0 R"]);
    assert!(
        lost.out.contains(": infeasible: no list of exactly 2 moves clears the board from here"),
        "{}",
        lost.out
    );
    assert_eq!((lost.out.lines().count(), lost.code), (2, Some(0)));
    let done = run("mayan", &sample("noip.txt"), &["2 1 R, 3 1 R, 3 0 R"]);
    assert_eq!(done.out, "<stdin>#1: the board is cleared\n");
    let board = br#"{"game":"samegame","id":"a","rows":["1..","122"]}"#;
    let next = run("samegame", board, &["--level", "3", "1 1"]);
    let texts = "\n  look at columns 1 and 2\n  this line makes 1000 points and clears the board\n  \
                 next: 1 1, 2 tiles of colour 2, 0 points\n  line: 1 1\n";
    assert!(next.out.ends_with(texts), "{}", next.out);
    assert!(
        next.out.starts_with("a: optimal: 1000 more points, the board cleared, no list scores more\n"),
        "{}",
        next.out
    );
    let done = run("samegame", board, &["1 1, 1 1"]);
    assert_eq!(done.out, "a: the board is cleared\n");
}

#[test]
fn moves_are_only_taken_back_where_that_helps() {
    let never = br#"{"game":"samegame","id":"a","rows":["12","11"]}"#;
    let clear = &["--goal", "clear"];
    let hint = run("samegame", never, clear);
    let why = "  1 tile of colour 2 is left alone: the board can no longer be cleared\n";
    assert_eq!(hint.out, ["a: infeasible: no list clears the board\n", why].concat());
    let hint = run(
        "samegame",
        br#"{"game":"samegame","id":"a","rows":["1.","22","11"]}"#,
        &["--goal", "clear", "1 1"],
    );
    let why = "  1 tile of colour 1 is left alone: the board can no longer be cleared\n";
    let status = "a: infeasible: no list clears the board from here; take clicks back\n";
    assert_eq!(hint.out, [status, why].concat());
    let never = br#"{"game":"mayan","id":"a","rows":["12...","21..."],"moves":2,"mode":"within"}"#;
    let why = "  colour 1 has 2 blocks left, so they can no longer vanish\n";
    let status = "a: infeasible: no list of at most 2 moves clears the board\n";
    assert_eq!(run("mayan", never, &[]).out, [status, why].concat());
    let hint = run("mayan", never, &["0 0 R"]);
    let status = "a: infeasible: no list of at most 1 move clears the board from here\n";
    assert_eq!(hint.out, [status, why].concat());
    let hint = run(
        "mayan",
        br#"{"game":"mayan","id":"a","rows":["21...","12...","12..."],"moves":2,"mode":"within"}"#,
        &["1 0 R"],
    );
    assert!(hint.out.contains("clears the board from here; take moves back\n"), "{}", hint.out);
    // The board can never be cleared: it has only one 3.
    let never = br#"{"game":"samegame","id":"a","rows":["221","223","114"]}"#;
    let hint = run("samegame", never, &["--goal", "clear", "1 1"]);
    assert!(hint.out.contains("from here\n"), "{}", hint.out);
}

#[test]
fn the_reason_of_a_lost_board_is_one_for_the_loss() {
    // A hint that tiles must go with one click would not show that the board is lost.
    for rows in [r#"["...1","..22","2.31","1313"]"#, r#"["...4","..11","1.24","4242"]"#] {
        let puzzle = format!(r#"{{"game":"samegame","id":"a","rows":{rows}}}"#);
        let hint = run("samegame", puzzle.as_bytes(), &["--goal", "clear", "--level", "2"]);
        assert!(hint.out.starts_with("a: infeasible") && !hint.out.contains("must go"), "{}", hint.out);
    }
}

#[test]
fn points_that_were_made_count_where_an_empty_board_multiplies_them() {
    // The click that was played has 1 point. Groups of 3 and 6 tiles add 1 and 16; the empty board multiplies all by 4.
    let board = br#"{"game":"samegame","id":"a","rows":["3322","3312","3111"],"rules":"topcoder"}"#;
    let hint = run("samegame", board, &["--level", "3", "2 4"]);
    assert!(hint.out.contains("optimal: "), "{}", hint.out);
}

#[test]
fn what_a_search_did_not_finish_is_said() {
    let board = crate::support::tilefall("samegame generate --seed 3", b"").out;
    let result = run("samegame", board.as_bytes(), &["--nodes", "200", "--level", "3"]);
    assert!(
        result.out.contains(": feasible: ")
            && result.out.contains("upper bound")
            && result.out.contains("--nodes"),
        "{}",
        result.out
    );
    let long = run("samegame", board.as_bytes(), &["--goal", "clear", "--nodes", "1"]);
    assert!(long.out.contains("unknown: no list found") || long.out.contains("optimal"), "{}", long.out);
}

#[test]
fn what_does_not_fit_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let two = "{\"game\":\"samegame\",\"id\":\"a\",\"rows\":[\"11\"]}\n{\"game\":\"samegame\",\"id\":\"b\",\"rows\":[\"12\"]}\n";
    std::fs::write(dir.path().join("two.jsonl"), two).unwrap();
    for (words, out, err, code) in [
        ("two.jsonl", "", "error: the input holds several puzzles, expected --id ID for one of them\n", 2),
        (
            "two.jsonl --id c",
            "",
            "error: no puzzle has the id 'c', expected that of a puzzle of the input\n",
            1,
        ),
        ("two.jsonl --id b", "b: the game is over, no group is left\n", "", 0),
        (
            "two.jsonl --id a 1",
            "",
            "error: the moves played: 1:1: found '1', expected two numbers, the row and column of a click\n",
            2,
        ),
        ("two.jsonl --id a 1,1", "a: the board is cleared\n", "", 0),
        ("two.jsonl --id b 1,9", "", "error: click 1, 1 9: the cell lies outside the board\n", 2),
        (
            "two.jsonl --id b [[1,1]]",
            "",
            "error: click 1, 1 1: the tile stands alone, expected a group of two or more\n",
            2,
        ),
    ] {
        let run = run_in(dir.path(), &format!("samegame hint {words}"), b"");
        assert_eq!((run.out.as_str(), run.err.as_str(), run.code), (out, err, Some(code)), "{words}");
    }
}
