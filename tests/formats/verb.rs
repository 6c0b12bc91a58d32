//! Errors for texts with a mistake, or of the other game.

use crate::support::{Run, tilefall};
use tilefall::rules::GameKind;
use tilefall::text::formats::auto;

/// Returns the message for the last item of a text, read for a game.
fn message(text: &str, game: GameKind) -> String {
    let last = auto::read_for(text.as_bytes(), Some(game)).puzzles.pop().unwrap();
    last.map_or_else(|error| error.to_string(), |_| "accepted".into())
}

#[test]
fn the_real_fault_of_a_noip_file_is_shown() {
    for (text, expected) in [
        (
            "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n",
            "6:1: the input ends here, expected a block of column 4 from the left, or its 0 (read as noip)",
        ),
        (
            "3\n1 0\n2 1\n2 3 4 0\n3 1 0\n2 4 3 4 0\n",
            "7:1: the input ends here, expected a block of column 4 from the left, or its 0; line 3 does not end with a 0 (read as noip)",
        ),
        ("3\n1 0\n2 1 1 2 1\n2 3 4 0\n3 1 0\n2 4 3 4 0\n", "4:5: an eighth block"),
        (
            "3\n1 0\n2 1 0 5 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n",
            "3:7: this line continues after its 0, expected the lines of noip, or --format noip (read as noip)",
        ),
        (
            "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n0\n",
            "7:1: found '0', expected the end after the fifth column, an answer or another puzzle (read as noip)",
        ),
        (
            "3\n1 0\n2 1 0\n2 3 -1 0\n3 1 0\n2 4 3 4 0\n",
            "4:5: found '-1', expected a block of column 2 from the left, or its 0 (read as noip)",
        ),
        (
            "3\n1 0\n1 2 3 4 5 6 7 8 0\n0\n0\n0\n",
            "3:15: an eighth block in column 1 from the left, expected at most 7 and a 0 (read as noip)",
        ),
        (
            "3 1 0 2 1 0 2 3 4 0 3 1 0 2 4 3 4",
            "1:1: this is a SameGame puzzle, expected a Mayan one (read as rows)",
        ),
        (
            "three\n1 0\n0\n0\n0\n0\n",
            "1:1: no format of Mayan puzzles starts with 'three', expected one of jsonl, noip, p1312",
        ),
    ] {
        let found = message(text, GameKind::Mayan);
        assert!(found.starts_with(expected), "{text:?}: {found}");
        let run = tilefall("mayan solve", text.as_bytes());
        assert_eq!(
            run,
            Run { out: String::new(), err: format!("<stdin>:{found}\n"), code: Some(1) },
            "{text:?}"
        );
    }
}

#[test]
fn the_real_fault_of_a_p1312_file_is_shown() {
    let rows = "0 1 1 0 1\n".to_owned() + &"0 0 0 0 0\n".repeat(6);
    for (text, expected) in [
        (
            format!("1\n{}1\n4 0 L\n", rows.replacen("0 0 0 0 0\n", "0 0 0 0\n", 1)),
            "9:1: this tile floats, expected a tile or the floor right below it; line 3 has fewer than five cells",
        ),
        (format!("1\n{}1\n4 0 L\n", rows.replacen("0 0 0 0 0\n", "", 1)), "9:5: found 'L', expected a cell"),
        (format!("1\n{rows}1\n4 0 X\n"), "10:5: found 'X', expected L or R of move 1 of 1 (read as p1312)"),
        (
            format!("1\n{rows}2\n4 0 L\n"),
            "11:1: the input ends here, expected x of move 2 of 2 (read as p1312)",
        ),
        (format!("1\n{}0\n", rows.replacen("0 0 0 0 0", "1 0 0 0 0", 1)), "3:1: this tile floats"),
    ] {
        let found = message(&text, GameKind::Mayan);
        assert!(found.starts_with(expected) && found.ends_with("(read as p1312)"), "{text:?}: {found}");
    }
}

#[test]
fn a_verb_reads_only_formats_of_its_game() {
    // Digits in a column are a board with five empty columns.
    let text = "2\n0\n0\n0\n0\n0\n";
    assert!(message(text, GameKind::Mayan) == "accepted" && message(text, GameKind::SameGame) == "accepted");
    assert!(auto::read(text.as_bytes()).puzzles[0].is_err());
    for (game, other, formats) in [
        ("mayan", "--format rows", "jsonl, noip, p1312"),
        ("samegame", "--format noip", "jsonl, uva339, uva758, click, codingame, rows, tatham"),
    ] {
        let title = if game == "mayan" { "Mayan" } else { "SameGame" };
        let err = format!("error: {other} holds no {title} puzzles, expected one of {formats}\n");
        for verb in ["solve", "verify - no-such-file"] {
            let run = tilefall(&format!("{game} {verb} {other}"), text.as_bytes());
            assert_eq!(run, Run { out: String::new(), err: err.clone(), code: Some(2) });
        }
        let list = tilefall(&format!("{game} solve --list-formats"), b"").out;
        let names: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(names.join(", "), formats);
    }
}

#[test]
fn a_mistake_in_a_board_is_shown_where_its_numbers_happen_to_be_another_format() {
    // As numbers, this is a UVa grid of 1 by 3 with a selection.
    let ragged = "1 3 2\n2 2 1\n1\n";
    let expected = "3:1: this row has 1 cell, expected 3 as above (read as rows)";
    // Selections that remove nothing are not counted.
    let other = "1 2 3\n2 1 3\n3 2\n";
    assert_eq!(
        message(other, GameKind::SameGame),
        "3:1: this row has 2 cells, expected 3 as above (read as rows)"
    );
    assert_eq!(message(ragged, GameKind::SameGame), expected);
    assert_eq!(auto::read(ragged.as_bytes()).puzzles[0].as_ref().unwrap_err().to_string(), expected);
}

#[test]
fn puzzles_of_the_wrong_game_have_an_error_each() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let board = "1 2 2\n1 1 3\n";
    let record = "{\"game\":\"samegame\",\"rows\":[\"122\",\"113\"]}\n";
    let mayan = "{\"game\":\"mayan\",\"rows\":[\"11.1.\"],\"moves\":1}\n";
    let rows = write("rows.txt", &[board; 3].join("\n"));
    let lines = write("lines.jsonl", &(record.repeat(3) + mayan + &record.repeat(2)));
    let wrong = "this is a SameGame puzzle, expected a Mayan one";
    // A text of another format is no puzzle; each record has its own error.
    let run = tilefall(&format!("mayan solve --no-timings --progress never {rows} {lines}"), b"");
    let each = [1, 2, 3, 5, 6].map(|line| format!("{lines}:{line}:1: {wrong}\n")).concat();
    assert_eq!(run.err, format!("{rows}:1:1: {wrong} (read as rows)\n{each}"));
    assert_eq!((run.out.matches("\"error\"").count(), run.out.lines().count(), run.code), (12, 7, Some(1)));
    let run = tilefall(&format!("mayan solve {rows}"), b"");
    assert_eq!((run.err, run.code), (format!("{rows}:1:1: {wrong} (read as rows)\n"), Some(1)));
    let run = tilefall(&format!("mayan verify {lines} -"), b"");
    assert_eq!(run.err.matches("expected a Mayan one").count(), 5, "{}", run.err);
    let run = tilefall(&format!("convert --to p1312 {rows} {lines}"), b"");
    let wrong = format!("this puzzle cannot be written as p1312: {wrong}");
    assert!(run.err.starts_with(&format!("{rows}:1:1: {wrong}\n{rows}:4:1: {wrong}\n")), "{}", run.err);
    assert_eq!((run.err.matches("cannot be written").count(), run.code), (9, Some(1)), "{}", run.err);
    let noip = tilefall("samegame solve", b"3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n");
    let err = "<stdin>:1:1: this is a Mayan puzzle, expected a SameGame one (read as noip)\n";
    assert_eq!(noip, Run { out: String::new(), err: err.into(), code: Some(1) });
}

#[test]
fn every_error_of_a_puzzle_names_line_and_column() {
    let rows = "1 2 2\n1 1 3\n\n1 2 12\n1 1 3\n";
    let run = tilefall("convert --to click", rows.as_bytes());
    assert!(
        run.err.starts_with("<stdin>:4:1: this puzzle cannot be written as click: colour 12"),
        "{}",
        run.err
    );
    let ids = "2x1c3s2:1,1\n\n  2x1c3s2:1,1\n";
    let run = tilefall("convert --to uva758", ids.as_bytes());
    assert!(
        run.err.contains("<stdin>:1:1: this puzzle") && run.err.contains("<stdin>:3:3: this puzzle"),
        "{}",
        run.err
    );
    let records = "{\"game\":\"mayan\",\"rows\":[\"11.1.\"],\"moves\":1}\n\n {\"game\":\"mayan\",\"rows\":[\"11.1.\"]}\n";
    let run = tilefall("mayan solve --exactly --progress never", records.as_bytes());
    assert_eq!(run.err, "<stdin>:3:2: the puzzle has no number of moves, expected --moves M\n");
    let grids = "1 2\n0 0\n1 1\n0 0\n\n1 1\n5\n0 0\n0 0\n";
    let puzzles = auto::read(grids.as_bytes()).puzzles;
    let places: Vec<String> = puzzles.into_iter().map(|p| p.unwrap().place.unwrap().to_string()).collect();
    assert_eq!(places, ["1:1", "6:1"]);
}
