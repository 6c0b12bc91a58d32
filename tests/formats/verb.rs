//! Errors for texts with a mistake, and for texts of the other game.

use crate::support::{Run, tilefall};
use tilefall::rules::{Columns, GameKind};
use tilefall::text::formats::auto;

/// Returns the error message for the last item of a text that is read for a game, or "accepted".
fn message(text: &str, game: GameKind) -> String {
    let last = auto::read_for(text.as_bytes(), Some(game)).puzzles.pop().unwrap();
    last.map_or_else(|error| error.to_string(), |_| "accepted".into())
}

#[test]
fn a_verb_reads_only_formats_of_its_game() {
    // A column of digits is a board in rows, and also a noip puzzle of 2 moves on five empty columns.
    let text = "2\n0\n0\n0\n0\n0\n";
    assert!(message(text, GameKind::Mayan) == "accepted" && message(text, GameKind::SameGame) == "accepted");
    assert!(auto::read(text.as_bytes()).puzzles[0].is_err());
    for (game, other, formats) in [
        ("mayan", "--format uva339", "jsonl, rows, noip, p1312"),
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
fn every_bad_puzzle_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let record = "{\"game\":\"samegame\",\"rows\":[\"122\",\"113\"]}\n";
    let mayan = "{\"game\":\"mayan\",\"rows\":[\"11.1.\"],\"moves\":1}\n";
    let grids = write("grids.txt", &("2 3\n1 1 3\n1 2 2\n0 0\n".repeat(3) + "0 0\n"));
    let lines = write("lines.jsonl", &(record.repeat(3) + mayan + &record.repeat(2)));
    let wrong = "this is a SameGame puzzle, expected a Mayan one";
    let of_lines = [1, 2, 3, 5, 6].map(|line| format!("{lines}:{line}:1: {wrong}\n")).concat();
    // A text in a format of the other game is one error; each record has its own error.
    let run = tilefall(&format!("mayan solve --no-timings --progress never {grids} {lines}"), b"");
    assert_eq!(run.err, format!("{grids}:1:1: {wrong} (read as uva339)\n{of_lines}"));
    assert_eq!((run.out.matches("\"error\"").count(), run.out.lines().count(), run.code), (12, 7, Some(1)));
    let run = tilefall(&format!("mayan verify {lines} -"), b"");
    assert!(run.err.starts_with(&of_lines), "{}", run.err);
    // Results are no puzzles.
    let results = tilefall(&format!("samegame solve --no-timings {lines}"), b"").out;
    let run = tilefall("samegame solve --progress never", results.as_bytes());
    assert!(run.err.starts_with("<stdin>:1:1: this is a result, expected a puzzle record\n"), "{}", run.err);
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
        run.err.contains("<stdin>:1:1: this puzzle") && run.err.contains("\n<stdin>:3:3: this puzzle"),
        "{}",
        run.err
    );
    let records = "{\"game\":\"mayan\",\"rows\":[\"11.1.\"],\"moves\":1}\n\n {\"game\":\"mayan\",\"rows\":[\"11.1.\"]}\n";
    let run = tilefall("mayan solve --exactly --progress never", records.as_bytes());
    assert_eq!(
        run.err,
        "<stdin>:3:2: the puzzle has no number of moves, expected --moves M (in Python max_moves=M)\n"
    );
    let grids = "1 2\n0 0\n1 1\n0 0\n\n1 1\n5\n0 0\n0 0\n";
    let puzzles = auto::read(grids.as_bytes()).puzzles;
    let places: Vec<String> = puzzles.into_iter().map(|p| p.unwrap().place.unwrap().to_string()).collect();
    assert_eq!(places, ["1:1", "6:1"]);
}

#[test]
fn boards_with_gaps_are_read_where_columns_stay() {
    let read = |text: &str, columns| {
        let mut puzzles = Vec::new();
        auto::plan_by(text.as_bytes(), None, columns)
            .read(text.as_bytes(), &mut |puzzle| puzzles.push(puzzle));
        puzzles.remove(0).map_err(|error| error.to_string())
    };
    let gap = "column 2 is empty left of this tile, expected empty columns only at the right";
    for text in [
        "1.1\n2.2\n",
        "1 . 2\n1 . 2\n",
        "[[1,null,1],[2,null,2]]",
        "3x2c2s2:1,0,1,2,0,2\n",
        r#"{"game":"samegame","rows":["1.1","2.2"]}"#,
    ] {
        assert!(read(text, Some(Columns::Stay)).is_ok(), "{text}");
        for columns in [None, Some(Columns::Close)] {
            let error = read(text, columns).unwrap_err();
            assert!(error.contains(gap), "{text}: {error}");
        }
    }
    let ruled = |rules: &str| format!(r#"{{"game":"samegame","rows":["1.1","2.2"],"rules":{rules}}}"#);
    for (rules, fits) in [(r#"{"columns":"stay"}"#, true), (r#""former""#, true), (r#""samegame""#, false)] {
        let puzzle = read(&ruled(rules), None);
        assert_eq!(puzzle.is_ok(), fits, "{rules}");
        assert!(
            read(&ruled(rules), Some(Columns::Close)).is_err(),
            "the columns of the caller replace the puzzle's"
        );
    }
}
