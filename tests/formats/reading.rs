//! Boards and lists as people write them, through the command line.

use crate::support::{Run, run_in, sample, tilefall};
use tilefall::text::formats::{Format, auto};

/// Returns the output of a run, which must have no errors.
fn out(words: &str, input: &str) -> String {
    let Run { out, err, code } = tilefall(words, input.as_bytes());
    assert_eq!((err.as_str(), code), ("", Some(0)), "{words}: {input:?}");
    out
}

#[test]
fn a_board_of_letters_is_shown_solved_and_kept_with_its_letters() {
    let board = "# what I see\nRBB\nRRB\n";
    assert_eq!(out("samegame show", board), "<stdin>#1\n2  R B B\n1  R R B\n   1 2 3\n");
    let record = "{\"v\":1,\"game\":\"samegame\",\"rows\":[\"RBB\",\"RRB\"]}\n";
    assert_eq!(out("convert --to jsonl", board), record);
    assert_eq!(out("convert --to rows", record), "R B B\nR R B\n");
    assert!(out("samegame solve --goal clear", board).contains("\n  2  R B B\n  1  R R B\n"));
    // A record keeps signs as labels, and an answer to the record is an answer to the text.
    let signs = "\u{1f7e5}\u{1f7e6}\u{1f7e6}\n\u{1f7e5}\u{1f7e5}\u{1f7e6}\n";
    let record = out("convert --to jsonl", signs);
    assert!(record.contains(r#""rows":["011","001"],"labels":{"0":"🟥","1":"🟦"}"#), "{record}");
    assert_eq!(out("samegame show", &record), out("samegame show", signs));
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("board.txt"), signs).unwrap();
    std::fs::write(dir.path().join("board.jsonl"), &record).unwrap();
    let answer = run_in(dir.path(), "samegame solve --output jsonl board.jsonl", b"").out;
    let run = run_in(dir.path(), "samegame verify board.txt -", answer.as_bytes());
    assert_eq!(run.code, Some(0), "{run:?}");
    let wrong = run_in(dir.path(), "samegame verify board.txt -", b"1 1\n9 9\n");
    assert!(wrong.out.contains("\n   . \u{1f7e6}  .\n  \u{1f7e6} \u{1f7e6}  .\n"), "{wrong:?}");
    // The error of a format that cannot hold a colour names the colour as the text does.
    let run = tilefall("convert --to uva339", board.as_bytes());
    assert!(run.err.contains("colour R cannot be written, expected 0 to 9"), "{}", run.err);
}

#[test]
fn options_for_boards_of_text_go_with_rows_alone() {
    for (words, input) in [
        ("convert --to click --empty 0", "100\n122\n"),
        ("convert --to click --empty -", "1--\n122\n"),
        ("convert --to click --rows-from bottom", "1 2 2\n1 . .\n"),
        ("convert --to click --rows-from bottom --empty 0 --format rows", "2 3\n1 2 2\n1 0 0\n"),
    ] {
        assert_eq!(out(words, input), "1..\n122\n", "{words}");
    }
    for (flags, rows) in [("", "1 2\n1  2 1"), (" --columns stay --empty -", ". 1 2\n1  . 2 1")] {
        let shown = out(&format!("samegame show{flags}"), "- 1 2\n- 2 1\n");
        assert!(shown.contains(&format!("\n2  {rows}\n")), "{flags}: {shown}");
    }
    let err = tilefall("samegame show --columns stay", b"- 1 2\n- 2 1\n").err;
    assert!(err.contains("1:1: '-' can be a bullet or an empty cell: delete it, or add --empty -"), "{err}");
    // Options name the format without its loose reading: titles are no boards.
    for (words, text) in [
        ("--empty -", "My board\n\n1 2 -\n1 1 2\n"),
        ("--settle", "My board\n\n1 2 .\n1 1 2\n"),
        ("--rows-from bottom", "My board\n\n1 1 2\n1 2 .\n"),
    ] {
        let shown = out(&format!("convert --to click {words}"), text);
        assert_eq!(shown, "12.\n112\n", "{words}");
    }
    assert!(
        out("samegame solve --empty 0 --goal clear", "100\n122\n").contains("\n  2  1 . .\n  1  1 2 2\n")
    );
    for (words, message) in [
        (
            "convert --to click --empty 0 --format click",
            "--empty only affects --format rows, expected no --format click",
        ),
        (
            "samegame solve --rows-from top --format jsonl",
            "--rows-from only affects --format rows, expected no --format jsonl",
        ),
        ("convert --to click --empty #", "'#' cannot be a cell, expected a digit, a letter or another sign"),
        (
            "convert --to click --empty 0 --max-line 1K",
            "--max-line only affects --format jsonl; expected --max-unpacked",
        ),
        ("convert --to click --rows-from left", "[possible values: top, bottom]"),
    ] {
        let Run { out, err, code } = tilefall(words, b"");
        assert_eq!((out.as_str(), code), ("", Some(2)), "{words}: {err}");
        assert!(err.contains(message), "{words}: {err}");
    }
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("board.txt"), "100\n122\n").unwrap();
    let words = "samegame solve --progress never --no-timings --out out --empty 0 board.txt";
    assert_eq!(run_in(dir.path(), words, b"").code, Some(0));
    let other = run_in(dir.path(), &(words.replace("--empty 0", "") + " --resume"), b"");
    assert_eq!(other.code, Some(2), "other options, other puzzles: {other:?}");
}

#[test]
fn a_size_before_rows_from_the_top_is_not_taken_for_uva_339() {
    let board = "3 3\n1 2 3\n1 1 3\n2 2 1\n";
    let run = tilefall("samegame show", board.as_bytes());
    let message = "<stdin>:1:1: the input can be read as uva339 or, differently, as rows: add --format uva339 or --format \
                   rows\n";
    assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("", message, Some(1)));
    let [rows, uva339] =
        ["rows", "uva339"].map(|format| out(&format!("convert --to click --format {format}"), board));
    assert_eq!((rows.as_str(), uva339.as_str()), ("123\n113\n221\n", "221\n113\n123\n"));
    assert_eq!(out("convert --to click --rows-from bottom", board), uva339);
}

#[test]
fn several_puzzles_of_a_judge_that_takes_one_are_read_and_so_are_answers_behind_them() {
    let noip = String::from_utf8(sample("noip.txt")).unwrap();
    let answer = out("mayan solve", &noip);
    let two = format!("{noip}{answer}\n{noip}");
    assert_eq!(out("convert --to jsonl", &two).lines().count(), 2);
    let summary = tilefall("mayan solve --no-timings", two.as_bytes());
    assert_eq!(summary.out.matches("\"optimal\"").count(), 2, "{summary:?}");
    assert!(out("mayan replay --text -", &format!("{noip}{answer}")).contains("2 1 R"));
    let p1312 = String::from_utf8(sample("p1312.txt")).unwrap();
    assert_eq!(out("mayan simulate", &format!("{p1312}Yes\n")), "Yes\n");
    assert_eq!(out("mayan simulate", &format!("{p1312}No\n\n{}", p1312.replacen('3', "1", 1))), "Yes\nNo\n");
    // The format of the judge holds one puzzle.
    let run = tilefall("convert --to noip", two.as_bytes());
    assert_eq!((run.err.as_str(), run.code), ("error: a noip file holds one puzzle, found 2\n", Some(1)));
}

#[test]
fn games_in_blocks_are_numbered_by_block() {
    let games = String::from_utf8(sample("uva758.txt")).unwrap();
    let one = out("samegame simulate --uva758", &games);
    for blocks in [format!("2\n\n{games}\n{games}"), format!("{games}\n{games}")] {
        assert_eq!(out("samegame simulate --uva758", &blocks), format!("{one}\n{one}"));
        assert_eq!(out("convert --to jsonl", &blocks).lines().count(), 6);
    }
}

#[test]
fn lists_are_read_in_one_way_whatever_the_format_of_the_board() {
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(dir.path().join(name), text).unwrap();
    // The only two equal neighbours are in the top row.
    let cell = |row: usize, col: usize| if row == 0 && (2..4).contains(&col) { 4 } else { (row + col) % 2 };
    let row = |row: usize| (0..15).map(|col| cell(row, col).to_string() + " ").collect::<String>() + "\n";
    write("board.txt", &(0..15).map(row).collect::<String>());
    write("board.jsonl", &run_in(dir.path(), "convert --to jsonl board.txt", b"").out);
    write("codingame.txt", "2 14\n");
    write("records.txt", "15 3\n");
    write("neither.txt", "7 99\n");
    let note = "codingame.txt: the first list can be played as COLUMN ROW from 0 at the bottom left (--coordinates \
                codingame), not as ROW COLUMN from 1 at the bottom left\n";
    for board in ["board.txt", "board.jsonl"] {
        for (words, list, note, code) in [
            ("", "records.txt", "", 0),
            ("", "codingame.txt", note, 1),
            ("--coordinates codingame", "codingame.txt", "", 0),
            ("--coordinates records", "codingame.txt", "", 1),
            ("", "neither.txt", "", 1),
        ] {
            let run = run_in(dir.path(), &format!("samegame verify {words} {board} {list}"), b"");
            assert_eq!(run.code, Some(code), "{words}: {run:?}");
            let notes: String =
                run.err.split_inclusive('\n').filter(|line| line.contains("can be played as")).collect();
            assert_eq!(notes, note, "{words} {board} {list}");
        }
    }
}

#[test]
fn a_bad_board_does_not_hide_the_boards_after_it() {
    let uva758 = |rows: [&str; 3]| {
        let game = |row: &str| format!("\n{}", format!("{row}\n").repeat(10));
        format!("3\n{}", rows.map(game).concat())
    };
    let codingame = |cells: [&str; 3]| {
        let row = |cell: &str| format!("{cell} {}\n", ["0"; 14].join(" "));
        cells.map(|cell| row("1").repeat(7) + &row(cell) + &row("1").repeat(7) + "0 0\n").concat()
    };
    let letters = "RGBRGBRGBRGBRGB";
    for (format, text, place) in [
        ("uva339", "1 2\n1 1\n0 0\n2 2\n1 1\n1 x\n1 1\n0 0\n1 1\n5\n0 0\n0 0\n".to_owned(), "6:3: "),
        ("uva758", uva758([letters, "RGBRGBRGBRGBRGX", letters]), "14:15: "),
        ("uva758", uva758([letters, "RGB", letters]), "14:1: "),
        ("codingame", codingame(["1", "7", "1"]), "24:1: "),
        ("codingame", codingame(["1", "1 1", "1"]), "24:1: "),
    ] {
        let read = Format::named(format).unwrap().read_each(text.as_bytes()).puzzles;
        let read: Vec<_> = read.iter().map(|item| item.as_ref().map_err(ToString::to_string)).collect();
        assert!(
            matches!(&read[..], [Ok(_), Err(error), Ok(_)] if error.starts_with(place)),
            "{format}: {read:?}"
        );
    }
}

#[test]
fn a_list_of_lists_in_an_object_of_json_is_a_board() {
    let rows = auto::read(b"1 2 2\n1 1 2\n").puzzles.remove(0).unwrap().grid;
    for text in [
        "{\"board\":[[1,2,2],[1,1,2]]}",
        "{\n  \"name\": \"a, b\",\n  \"level\": 3,\n  \"grid\": [\n    [1, 2, 2],\n    [1, 1, 2]\n  ],\n  \"size\": 6\n}\n",
    ] {
        assert_eq!(
            auto::read(text.as_bytes()).puzzles[0].as_ref().map(|puzzle| &puzzle.grid),
            Ok(&rows),
            "{text}"
        );
    }
    let result = auto::read(b"{\"v\":1,\"index\":0,\"moves\":[[1,2]],\"status\":\"optimal\"}\n");
    assert_eq!(result.format.name, "jsonl");
}

/// Boards behind a list without an end were once read twice and out of order; random damage to records found this.
#[test]
fn boards_behind_a_damaged_list_are_read_once() {
    let text = "[}\n{\"\":e,\"\":[\"B0\"]\"\":{}\n\n{\"\":,\"\":[\"....\"\"....\"\"1...\"]\"\":,\"\":n,\"\":[\"....4\"\"..4.3\"\".1314\"\"12232\"]\"es\"\"\":e}";
    let run = tilefall("convert --to jsonl --format rows", text.as_bytes());
    let second = "<stdin>:4:36: found 'n', expected a list, as above\n";
    let errors = format!("<stdin>:1:2: found '}}', expected ']'\n{second}");
    assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("", errors.as_str(), Some(1)));
    let text = "[}\n\n[\"B0\"]\n\n{\"a\":[\"22\",\"12\"],\"b\":[\"44\",\"34\"]\n";
    let run = tilefall("convert --to jsonl --format rows", text.as_bytes());
    let boards: Vec<_> =
        run.out.lines().filter_map(|line| line.split_once("\"rows\":")).map(|(_, rows)| rows).collect();
    assert_eq!(boards, [r#"["B0"]}"#], "{run:?}");
    assert_eq!(run.err.lines().count(), 2, "{run:?}");
}
