//! Everything that prints or reads lists of moves uses the same notation and counts cells in the same way.

use crate::support::{GAP, Run, run_in, run_words};
use std::path::Path;

fn run(folder: &Path, words: &[&str]) -> Run {
    run_words(folder, words, b"")
}

/// Returns the list in an answer as text: the lines between its label and the final board.
fn list_of(text: &str) -> String {
    let list = text.split_once("bottom left):\n").expect("a label").1;
    list.split("  left, ").next().expect("a list").to_owned()
}

#[test]
fn what_solve_prints_is_read_by_every_verb() {
    let samples = std::fs::canonicalize("data/samples").unwrap();
    for (game, sample, limits, output) in [
        ("mayan", "noip.txt", "--time=30", "native"),
        ("mayan", "noip.txt", "--time=30", "text"),
        ("mayan", "noip.txt", "--time=30", "jsonl"),
        ("mayan", "p1312.txt", "--time=30", "native"),
        ("samegame", "codingame.txt", "--nodes=300", "text"),
        ("samegame", "codingame.txt", "--nodes=300", "jsonl"),
        ("samegame", "click.txt", "--nodes=300", "text"),
        ("samegame", "rows.txt", "--nodes=300", "text"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let case = format!("{game} {sample} {output}");
        let puzzle = dir.path().join("puzzle");
        let text = std::fs::read_to_string(samples.join(sample)).unwrap();
        std::fs::write(&puzzle, text.split("\n\n").next().unwrap()).unwrap();
        let solved = run(dir.path(), &[game, "solve", limits, "--output", output, "puzzle"]);
        assert_eq!((solved.code, solved.err.as_str()), (Some(0), ""), "{case}");
        let list = if output == "text" { list_of(&solved.out) } else { solved.out };
        std::fs::write(dir.path().join("list"), &list).unwrap();
        let verified = run(dir.path(), &[game, "verify", "puzzle", "list"]);
        assert!(verified.code == Some(0) && verified.out.contains("valid: "), "{case}: {list} {verified:?}");
        let replayed = run(dir.path(), &[game, "replay", "--text", "puzzle", "list"]);
        assert_eq!((replayed.code, replayed.err.as_str()), (Some(0), ""), "{case}: {list}");
        let typed = run(dir.path(), &[game, "replay", "--text", "puzzle", &list]);
        assert_eq!(typed, replayed, "{case}");
        let hint = run(dir.path(), &[game, "hint", "--nodes", "100", "puzzle", &list]);
        assert_eq!((hint.code, hint.err.as_str()), (Some(0), ""), "{case}: {list}");
        let ended = ["the board is cleared", "no group is left"].iter().any(|end| hint.out.contains(end));
        assert!(ended, "{case}: {}", hint.out);
    }
}

/// The text output of a verb is a list for verbs that take lists, and a board with its list for verbs that take
/// puzzles.
#[test]
fn what_is_printed_as_text_goes_through_a_pipe() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    write("same", "RBB\nRRB\nGGB\n\nAB\nAC\n");
    write("one", "RBB\nRRB\nGGB\n");
    write("mayan", "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n");
    write("grids", "3 3\n3 3 1\n1 3 3\n0 3 4\n3 2\n1 1\n0 0\n0 0\n");
    let text = |words: &str| {
        let run = run(dir.path(), &words.split(' ').collect::<Vec<_>>());
        assert_eq!(run.code, Some(0), "{words}: {run:?}");
        run.out
    };
    let pipe = |words: &str, input: &str| {
        write("piped", input);
        let run = run(dir.path(), &words.split(' ').collect::<Vec<_>>());
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{words}: {input}");
        run.out
    };
    let board = |text: &str| text.lines().nth(1).unwrap().to_owned();
    for (game, file) in [("samegame", "one"), ("mayan", "mayan")] {
        let moves = if game == "mayan" { "2 1 R, 3 1 R, 3 0 R" } else { "3 2, 2 1, 1 1" };
        let move_arg = run(dir.path(), &[game, "analyse", file, moves]);
        for printed in [
            text(&format!("{game} solve -o text {file}")),
            text(&format!("{game} hint --level 3 {file}")),
            move_arg.out,
        ] {
            write("list", &printed);
            let verified = text(&format!("{game} verify {file} list"));
            assert!(verified.contains("valid: 3 moves"), "{printed}{verified}");
            assert!(
                pipe(&format!("{game} replay --text {file} piped"), &printed).contains("3 "),
                "{printed}"
            );
        }
        let solved = text(&format!("{game} solve -o text {file}"));
        for verb in ["replay --text", "hint", "analyse"] {
            let shown = pipe(&format!("{game} {verb} piped"), &solved);
            assert!(shown.starts_with("piped#1: "), "{verb}: {shown}");
        }
        let shown = text(&format!("{game} show {file}"));
        let again = pipe(&format!("{game} show piped"), &shown);
        assert_eq!((board(&shown), shown.lines().count()), (board(&again), again.lines().count()));
    }
    let solved = text("samegame solve -o text same");
    write("list", &solved);
    let verified = run(dir.path(), &["samegame", "verify", "--all", "same", "list"]);
    assert_eq!(verified.out.matches("valid: ").count(), 2, "{solved}{verified:?}");
    let replayed = pipe("samegame replay --text piped", &solved);
    assert!(replayed.contains("piped#1: ") && replayed.contains("piped#2: "), "{solved}{replayed}");
    assert!(text("samegame show piped").contains("A B"), "{solved}");
    let simulated = text("samegame simulate grids");
    assert_eq!(pipe("samegame show piped", &simulated), "piped#1\n3  . . .\n2  . . .\n1  0 4 .\n   1 2 3\n");
}

#[test]
fn a_list_that_cannot_be_read_is_no_wrong_answer() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("board"), "RBB\nRRB\nGGB\n").unwrap();
    for (list, message) in [
        ("1 1\n1 q\n", "list:2:3: found 'q', expected two numbers, the row and column of a click\n"),
        ("1 1 1\n", "list:1:1: found '1 1 1', expected two numbers, the row and column of a click\n"),
        ("4\n3 2\n2 1\n", "list:1:1: found '4', expected 2, the number of moves below\n"),
        ("1. 3 2\n3. 2 1\n", "list:2:1: move 3 after move 1, expected the next number\n"),
        ("3 2\n\n2 1\n", "list:3:1: another list begins here, expected one list for the only puzzle\n"),
        (
            "I think 3 2, then 2 1\n",
            "list:1:1: found 'I think 3 2, then 2 1', expected moves, or a line without numbers\n",
        ),
    ] {
        std::fs::write(dir.path().join("list"), list).unwrap();
        for words in [
            &["samegame", "verify", "board", "list"][..],
            &["samegame", "verify", "-o", "jsonl", "board", "list"],
        ] {
            let run = run(dir.path(), words);
            assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("", message, Some(1)), "{list:?}");
        }
    }
}

#[test]
fn verify_replay_and_hint_count_cells_in_the_same_way() {
    let dir = tempfile::tempdir().unwrap();
    // Each list clicks the pair of 1s on top of column 1, then the square of 2s.
    std::fs::write(dir.path().join("board"), "1..\n122\n322\n").unwrap();
    let mut replays = Vec::new();
    for (list, words) in [
        ("2 1, 2 2", &[][..]),
        ("2,1×2   2,2×4", &[]),
        ("1 0, 1 1", &["--coordinates", "click"]),
        ("0 1, 1 1", &["--coordinates", "codingame"]),
        ("(col: 0, row: 1), (col: 1, row: 1)", &["--coordinates", "codingame"]),
        ("[[1,0],[1,1]]", &["--coordinates", "click"]),
        ("[(1, 0), (1, 1)]", &["--coordinates", "click"]),
    ] {
        std::fs::write(dir.path().join("list"), list).unwrap();
        let with = |verb: &[&'static str]| {
            let run = run(dir.path(), &[verb, words].concat());
            let err = run.err.strip_suffix("1 answer checked, 1 valid\n").unwrap_or(&run.err);
            assert_eq!((run.code, err), (Some(0), ""), "{verb:?} {list}");
            run.out
        };
        let verified = with(&["samegame", "verify", "board", "list"]);
        assert!(verified.contains("valid: 2 moves, score 4, not cleared"), "{list}: {verified}");
        replays.push(with(&["samegame", "replay", "--text", "board", "list"]));
        replays.push(with(&["samegame", "replay", "--text", "board", list]));
        let hint = with(&["samegame", "hint", "board", list]);
        assert_eq!(hint, "board#1: the game is over, no group is left\n", "{list}");
    }
    replays.dedup();
    assert_eq!(replays.len(), 1, "{replays:?}");
    // A list that cannot be played in any coordinates is reported in the coordinates of records.
    std::fs::write(dir.path().join("list"), "9 9\n").unwrap();
    let wrong = run(dir.path(), &["samegame", "verify", "board", "list"]);
    assert!(
        wrong.code == Some(1) && wrong.out.contains("move 1, 9 9: the cell lies outside the board"),
        "{wrong:?}"
    );
}

#[test]
fn moves_are_written_in_one_way() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("same"), "{\"game\":\"samegame\",\"rows\":[\"1..\",\"122\"]}\n").unwrap();
    std::fs::write(
        dir.path().join("mayan"),
        "{\"game\":\"mayan\",\"rows\":[\"21...\",\"12...\",\"12...\"]}\n",
    )
    .unwrap();
    for (words, shown) in [
        (
            &["samegame", "solve", "--output", "text", "same"][..],
            "\n  clicks (row column ×tiles, from the bottom left):\n  1 1 ×2, 1 1 ×2\n",
        ),
        (&["samegame", "hint", "--level", "3", "same"], "  line: 1 1, 1 1\n"),
        (&["samegame", "replay", "--text", "same", "1 1"], "1: click 1 1 (+0)"),
        (&["mayan", "solve", "--output", "text", "mayan"], "\n  0 2 R\n"),
        (&["mayan", "solve", "--all", "--output", "text", "mayan"], "0 2 R\n"),
        (&["mayan", "hint", "--level", "3", "mayan"], "  line: 0 2 R\n"),
        (&["mayan", "replay", "--text", "mayan", "0 2 R"], "1: 0 2 R"),
    ] {
        let run = run(dir.path(), words);
        assert!(run.code == Some(0) && run.out.contains(shown), "{words:?}: {run:?}");
    }
}

#[test]
fn a_move_outside_the_board_is_called_that_by_every_verb() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("samegame.txt"), "112\n122\n").unwrap();
    std::fs::write(dir.path().join("mayan.jsonl"), GAP).unwrap();
    for (board, list) in [
        ("samegame.txt", "[[1,9]]"),
        ("samegame.txt", "[[3,1]]"),
        ("samegame.txt", "[[0,1]]"),
        ("mayan.jsonl", "9,9,R"),
    ] {
        let game = board.split('.').next().unwrap();
        std::fs::write(dir.path().join("list.txt"), format!("{list}\n")).unwrap();
        for words in [
            format!("hint {board} {list}"),
            format!("analyse {board} {list}"),
            format!("replay {board} {list}"),
            format!("replay {board} list.txt"),
            format!("analyse {board} list.txt"),
            format!("verify {board} list.txt"),
        ] {
            let run = run_in(dir.path(), &format!("{game} {words}"), b"");
            assert!(matches!(run.code, Some(1 | 2)), "{words}: {run:?}");
            assert!((run.out + &run.err).contains("the cell lies outside the board"), "{words}: {}", run.err);
        }
    }
}
