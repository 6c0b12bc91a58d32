//! Zeros in boards as text: empty cells of the Mayan puzzle in every form, a colour of SameGame.

use crate::support::{Run, tilefall};

/// The board of the problem statement as a grid from the top, with 0 for empty cells.
const PICTURE: &str = "0 0 0 0 4\n0 0 4 0 3\n0 1 3 1 4\n1 2 2 3 2\n";

fn solve(words: &str, text: &str) -> Run {
    tilefall(&format!("mayan solve --moves 3 --output text {words}"), text.as_bytes())
}

#[test]
fn a_mayan_board_with_zeros_is_read_in_every_form() {
    let rows: Vec<Vec<&str>> = PICTURE.lines().map(|row| row.split(' ').collect()).collect();
    let written = |before: &str, between: &str, after: &str| -> Vec<String> {
        rows.iter().map(|row| format!("{before}{}{after}", row.join(between))).collect()
    };
    let reversed = |mut rows: Vec<String>| {
        rows.reverse();
        rows.join("\n")
    };
    let columns: Vec<String> = (0..5)
        .map(|x| {
            let cells: Vec<&str> = (0..4).rev().map(|y| rows[y][x]).chain([""; 3].map(|_| "0")).collect();
            format!("[{}]", cells.join(","))
        })
        .collect();
    for (words, text) in [
        ("", PICTURE.to_owned()),
        ("", PICTURE.replace(' ', "")),
        ("", PICTURE.replace(' ', "").replace('0', "00").replace("00", "0")),
        ("", PICTURE.replace('0', "00")),
        ("", PICTURE.replace(' ', "\t")),
        ("", PICTURE.replace(' ', ",")),
        ("", PICTURE.replace(' ', ";")),
        ("", PICTURE.replace('\n', " / ")),
        ("", PICTURE.replacen('0', ".", 4)),
        ("--empty .", PICTURE.to_owned()),
        ("", written("| ", " | ", " |").join("\n")),
        ("--rows-from bottom", reversed(written("", " ", ""))),
        ("--width 5", PICTURE.replace('\n', " ")),
        ("", format!("[{}]", written("[", ",", "]").join(","))),
        ("", format!("[{}]", written("[", " ", "]").join("\n"))),
        ("", format!("int a[4][5] = {{{}}};", written("{", ",", "}").join(",\n"))),
        ("", format!("board = [{}]", written("(", ", ", ")").join(", "))),
        ("", format!("[{}]", written("\"", "", "\"").join(","))),
        ("", format!("[{}]", written("[\"", "\",\"", "\"]").join(","))),
        ("", format!("{{\"board\":[{}]}}", written("[", ",", "]").join(","))),
        ("--rows-from bottom", format!("[{}]", reversed(written("[", ",", "],")).trim_end_matches(','))),
        ("--lists columns", format!("[{}]", columns.join(","))),
        ("", format!("{{\"game\":\"mayan\",\"rows\":[{}]}}", written("\"", "", "\"").join(","))),
    ] {
        let run = solve(words, &text);
        assert!(run.out.contains("cleared in 3 moves, no shorter list exists\n"), "{words} {text}: {run:?}");
        assert!(run.out.contains("2 1 R, 3 1 R, 3 0 R"), "{words} {text}: {run:?}");
    }
}

#[test]
fn lists_with_zeros_that_can_be_rows_or_columns_are_refused() {
    let both = "[[1,0,0,0],[2,1,0,0],[3,1,0,0],[2,3,4,0],[2,4,3,4]]";
    let refused = solve("", both);
    assert!(
        refused.err.contains("1:1: lists that can be rows or columns: add --lists rows, or --lists columns")
    );
    let shown = |words: &str| tilefall(&format!("mayan show {words}"), both.as_bytes()).out;
    assert!(
        shown("--lists rows").contains("0  2 4 3 4\n") && shown("--lists columns").contains("0  1 2 3 2 2\n")
    );
    // Read as rows, the lists have a floating tile.
    let columns = "[[1,0,0,0],[2,1,0,0],[2,3,4,0],[3,1,0,0],[2,4,3,4]]";
    let refused = solve("", columns);
    assert!(
        refused.err.contains("1:27: this tile floats") && refused.err.contains("--lists columns"),
        "{refused:?}"
    );
    // Lists without an empty cell are read as rows, as documented.
    assert!(solve("", "[[1,2],[2,1]]").out.contains("no solution"));
}

#[test]
fn tiles_above_zeros_float() {
    for text in ["0 1 0\n0 0 0\n1 1 1\n", "[[0,1,0],[0,0,0],[1,1,1]]", "010\n000\n111\n", "0,1\n1,0\n"] {
        let run = solve("", text);
        assert!(run.out.is_empty() && run.code == Some(1) && !run.err.is_empty(), "{text}: {run:?}");
        assert!(solve("--format rows", text).err.contains("this tile floats"), "{text}");
    }
    let record = solve("", r#"{"game":"mayan","rows":["010","000","111"]}"#);
    assert!(record.err.contains("1:27: this tile floats"), "{record:?}");
}

#[test]
fn mayan_records_have_colour_0_only_with_a_label() {
    let again = |record: &str| {
        let run = tilefall("convert --to jsonl", format!("{record}\n").as_bytes());
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
        run.out.trim_end().to_owned()
    };
    for (record, written) in [
        (r#"{"v":1,"game":"mayan","rows":["0.","10"]}"#, r#"{"v":1,"game":"mayan","rows":["..","1."]}"#),
        (
            r#"{"v":1,"game":"samegame","rows":["0.","10"]}"#,
            r#"{"v":1,"game":"samegame","rows":["0.","10"]}"#,
        ),
    ] {
        assert_eq!(again(record), written);
    }
    for record in [
        r#"{"v":1,"game":"mayan","rows":["0.","10"],"labels":{"0":"red"}}"#,
        r#"{"v":1,"game":"mayan","rows":["0.","10"],"labels":{"0":"0"}}"#,
    ] {
        assert_eq!(again(record), record);
    }
    assert_eq!(
        again(r#"{"v":1,"game":"mayan","rows":["0.","10"],"labels":{"0":"100"}}"#),
        r#"{"v":1,"game":"mayan","rows":["2.","12"],"labels":{"2":"100"}}"#
    );
}

#[test]
fn a_note_names_the_flag_where_zeros_of_samegame_lie_as_empty_cells_do() {
    let note = "<stdin>: note: 0 is a colour here; --empty 0 makes it an empty cell\n";
    let levels = "250000\n520050\n130440\n321255\n145355\n";
    let err = |words: &str, text: &str| tilefall(&format!("samegame show {words}"), text.as_bytes()).err;
    assert_eq!(err("", levels), note);
    assert_eq!(err("", "[[1,0,0],[1,2,0],[2,2,0]]"), note);
    assert_eq!(err("--empty 0", levels), "");
    // No note for a few zeros, zeros below other tiles, a gap, and boards with other empty cells.
    for text in ["100\n110\n", "250000\n520050\n130440\n321205\n145355\n", "0000\n1002\n", "2...00\n110000\n"]
    {
        assert_eq!(err("", text), "", "{text}");
    }
}
