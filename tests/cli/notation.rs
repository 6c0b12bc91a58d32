//! Lists of moves: one notation and one way to count cells, in all that prints a list and all that reads one.

use crate::support::{GAP, Run, run_in, run_words};
use std::path::Path;

fn run(folder: &Path, words: &[&str]) -> Run {
    run_words(folder, words, b"")
}

/// The lines of an answer in text that hold its moves: those behind the last board.
fn list_of(text: &str, game: &str) -> String {
    let is_list = |line: &&str| match game {
        "samegame" => line.contains('×'),
        _ => line.contains(','),
    };
    text.lines().skip(1).filter(is_list).map(|line| line.to_owned() + "\n").collect()
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
        let list = if output == "text" { list_of(&solved.out, game) } else { solved.out };
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

#[test]
fn verify_replay_and_hint_count_cells_in_the_same_way() {
    let dir = tempfile::tempdir().unwrap();
    // The pair of 1s on top of column 1, then the square of 2s.
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
    // Without a way to play it, a list is what records would mean by it.
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
        (&["samegame", "solve", "--output", "text", "same"][..], "\n  1 1 ×2, 1 1 ×2\n"),
        (&["samegame", "hint", "--level", "3", "same"], "  line: 1 1, 1 1\n"),
        (&["samegame", "show", "--groups", "same"], "   1 1  colour 1    2 tiles"),
        (&["samegame", "replay", "--text", "same", "1 1"], "1: click 1 1 (+0)"),
        (&["mayan", "solve", "--output", "text", "mayan"], "\n  0 2 R\n"),
        (&["mayan", "solve", "--all", "--output", "text", "mayan"], "0 2 R\n"),
        (&["mayan", "hint", "--level", "3", "mayan"], "  line: 0 2 R\n"),
        (&["mayan", "show", "--moves", "mayan"], "0 2 R  removes 6"),
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
