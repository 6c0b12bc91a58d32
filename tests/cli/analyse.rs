//! `analyse` of both games: what each move lost, and what is wrong with inputs.

use crate::support::{Run, run_in, run_words, sample};
use serde_json::Value;
use std::path::Path;

fn run(game: &str, board: &[u8], words: &[&str]) -> Run {
    run_words(Path::new("."), &[&[game, "analyse", "-"], words].concat(), board)
}

const STAIRS: &[u8] = br#"{"game":"samegame","id":"stairs","rows":["1..","22.","113"]}"#;
const PAIRS: &[u8] = br#"{"game":"samegame","id":"pairs","rows":["1.","22","11"]}"#;

#[test]
fn each_move_has_a_row_with_its_loss() {
    let table = run("samegame", PAIRS, &["1 1"]);
    insta::assert_snapshot!(table.out, @r"
    pairs: 0 points; the best is 1001 points (proven)
      the costliest click is 1: 1001 points lost (proven)
      clicks (row column, from the bottom left):
      1 1

       #  click  removed              points     best  with   loss
       1  1 1    2 tiles, colour 1         0     1001  2 1     1001 proven
    ");
    assert_eq!((table.err.as_str(), table.code), ("", Some(0)));
    let american = run_words(Path::new("."), &["samegame", "analyze", "-", "1 1"], PAIRS);
    assert_eq!(american.out, table.out);
    let table = run("mayan", &sample("noip.txt"), &["0 0 R, 2 1 R"]);
    insta::assert_snapshot!(table.out, @r"
    <stdin>#1: not solved; the best is 3 moves (proven)
      move 1 threw the win away: after it no list solves the board (proven)
      moves (x y direction, from 0 at the bottom left):
      0 0 R, 2 1 R

       #  move   vanished                 best  with   loss
       1  0 0 R  no block                    3  2 1 R    win proven
       2  2 1 R  no block                 none             0 proven
    ");
    let won = run("mayan", &sample("noip.txt"), &["2 1 R, 3 1 R, 3 0 R"]);
    insta::assert_snapshot!(won.out, @r"
    <stdin>#1: solved in 3 moves; the best is 3 moves (proven)
      moves (x y direction, from 0 at the bottom left):
      2 1 R, 3 1 R, 3 0 R

       #  move   vanished                 best  with   loss
       1  2 1 R  no block                    3             0 proven
       2  3 1 R  no block                    3             0 proven
       3  3 0 R  12 blocks                   3             0 proven
    ");
}

#[test]
fn a_record_with_the_rules_of_former_is_analysed_for_the_fewest_clicks() {
    let board = br#"{"game":"samegame","id":"day","rows":["12","12"],"rules":"former"}"#;
    let usual = run("samegame", board, &["1 1, 2 2"]);
    assert!(usual.out.starts_with("day: "), "{}", usual.out);
    assert!(usual.out.contains("2 clicks (proven)"), "{}", usual.out);
    let score = run("samegame", board, &["--goal", "score", "1 1, 2 2"]);
    assert!(score.out.contains("points"), "{}", score.out);
}

#[test]
fn every_goal_has_its_own_sentence() {
    let first = |board: &[u8], goal: &str, list: &str| {
        let run = run("samegame", board, &["--goal", goal, list]);
        let lines: Vec<_> = run
            .out
            .lines()
            .take_while(|line| !line.is_empty() && !line.starts_with("  clicks ("))
            .map(str::to_owned)
            .collect();
        lines.join("\n")
    };
    for (goal, list, expected) in [
        (
            "clear",
            "1 1",
            "pairs: not cleared; the board can be cleared (proven)\n  click 1 threw the win away: after it no list \
             clears the board (proven)",
        ),
        ("clear", "2 1, 1 1", "pairs: cleared"),
        ("fewest", "2 1, 1 1", "pairs: cleared in 2 clicks; the best is 2 clicks (proven)"),
        (
            "left",
            "1 1",
            "pairs: 3 tiles left; the best is 0 tiles (proven)\n  the costliest click is 1: 1 tile lost (proven)",
        ),
        (
            "biggest",
            "1 1",
            "pairs: largest removal 2 tiles; the best is 3 tiles (proven)\n  the costliest click is 1: 1 tile lost \
             (proven)",
        ),
    ] {
        assert_eq!(first(PAIRS, goal, list), expected, "{goal} {list}");
    }
    assert_eq!(first(STAIRS, "clear", ""), "stairs: not cleared; no list clears the board (proven)");
}

#[test]
fn the_line_of_json_has_what_the_table_has() {
    let json = run("samegame", PAIRS, &["--output", "jsonl", "1 1"]);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    let first = &json["positions"][0];
    assert_eq!(
        *first,
        serde_json::json!({
            "at": 0, "best": 1001, "bound": 1001, "status": "optimal", "line": [[2, 1], [1, 1]], "move": [1, 1],
            "points": 0, "tiles": 2, "loss": 1001, "loss_proven": true
        })
    );
    assert_eq!((&json["unit"], &json["result"], &json["id"]), (&"points".into(), &0.into(), &"pairs".into()));
    assert!(json["seconds"].is_f64() && json["stopped_by"].is_null());
    let lost = run("mayan", &sample("noip.txt"), &["--output", "jsonl", "0 0 R, 2 1 R"]);
    let lost: Value = serde_json::from_str(&lost.out).unwrap();
    assert_eq!((&lost["lost_at"], &lost["lost_proven"]), (&0.into(), &true.into()));
    assert_eq!((&lost["unit"], &lost["positions"][2]["move"]), (&"moves".into(), &Value::Null));
}

#[test]
fn a_page_has_the_marks() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("pairs.jsonl"), PAIRS).unwrap();
    std::fs::write(dir.path().join("noip.txt"), sample("noip.txt")).unwrap();
    let made = run_in(dir.path(), "samegame analyse --html page.html pairs.jsonl 1,1", b"");
    assert_eq!((made.err.as_str(), made.code), ("", Some(0)));
    let page = std::fs::read_to_string(dir.path().join("page.html")).unwrap();
    for part in ["−1001", r#""size":"large""#, r#""better":[[1,0],[1,1]]"#, "1001 points: 2 1, 1 1"] {
        assert!(page.contains(part), "{part}");
    }
    let again = run_in(dir.path(), "samegame analyse --html pairs.jsonl pairs.jsonl 1,1", b"");
    assert!(again.err.contains("this is an input and --html"), "{}", again.err);
    assert_eq!(again.code, Some(2));
}

#[test]
fn what_does_not_fit_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let two = "{\"game\":\"samegame\",\"id\":\"a\",\"rows\":[\"11\"]}\n{\"game\":\"samegame\",\"id\":\"b\",\"rows\":[\"12\"]}\n";
    std::fs::write(dir.path().join("two.jsonl"), two).unwrap();
    std::fs::write(dir.path().join("bad.txt"), "1 x\n").unwrap();
    std::fs::write(dir.path().join("illegal.txt"), "1 1\n\n1 1\n").unwrap();
    for (words, out, err, code) in [
        ("two.jsonl --id c 1,1", "", "error: there is no list to analyse for the id 'c'\n", 1),
        (
            "two.jsonl --id b [[1,1]]",
            "",
            "error: click 1, 1 1: the tile stands alone, expected a group of two or more\n",
            2,
        ),
        (
            "two.jsonl 1",
            "",
            "error: the list: 1:1: found '1', expected two numbers, the row and column of a click\n",
            2,
        ),
        (
            "two.jsonl",
            "",
            "error: the puzzles come without lists, expected a file of answers, or a list\n",
            2,
        ),
        (
            "two.jsonl bad.txt",
            "",
            "bad.txt:1:3: found 'x', expected two numbers, the row and column of a click\n",
            1,
        ),
        (
            "two.jsonl none.txt",
            "",
            "error: none.txt: cannot be read: No such file or directory (os error 2)\n",
            1,
        ),
    ] {
        let run = run_in(dir.path(), &format!("samegame analyse {words}"), b"");
        assert_eq!((run.out.as_str(), run.err.as_str(), run.code), (out, err, Some(code)), "{words}");
    }
    let run = run_in(dir.path(), "samegame analyse two.jsonl illegal.txt", b"");
    assert!(run.out.starts_with("a: 1000 points; the best is 1000 points (proven)\n"), "{}", run.out);
    assert_eq!(run.err, "b: click 1, 1 1: the tile stands alone, expected a group of two or more\n");
    assert_eq!(run.code, Some(1));
    let other = run_in(dir.path(), "mayan analyse two.jsonl 1,1", b"");
    assert!(other.err.contains("this is a SameGame puzzle, expected a Mayan one"), "{}", other.err);
}

#[test]
fn an_empty_list_is_a_position() {
    let run = run("samegame", PAIRS, &[""]);
    assert_eq!(run.out, "pairs: 0 points; the best is 1001 points (proven)\n");
    assert_eq!(run.code, Some(0));
}
