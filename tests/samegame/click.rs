//! `samegame click`: one move on a board of '.' and digits.

use crate::support::{Run, refuses, refuses_with, tilefall};
use proptest::prelude::*;
use tilefall::judge::click::{Shape, read, write};
use tilefall::rules::Cell;
use tilefall::rules::grid::Grid;

/// Returns a board of the default size, 10×15, with these rows at the bottom left and the rest empty.
fn board(rows: &str) -> String {
    let rows: Vec<&str> = rows.split(' ').collect();
    let empty = std::iter::repeat_n("", 10 - rows.len());
    empty.chain(rows).map(|row| format!("{row:.<15}\n")).collect()
}

fn run(words: &str, input: &str) -> String {
    let Run { out, err, code } = tilefall(&format!("samegame click {words}"), input.as_bytes());
    assert_eq!((err.as_str(), code), ("", Some(0)), "{words}\n{input}");
    out
}

#[test]
fn a_click_counts_from_the_top_left() {
    let before = board("3 123 1223 0223");
    assert_eq!(run("8 2", &before), board("3 1 1.3 033"));
    assert_eq!(run("7 0", &before), board(".23 3223 0223"));
}

#[test]
fn a_click_on_nothing_or_on_a_single_tile_changes_nothing() {
    let before = board("3 123 1223 0223");
    for cell in ["0 0", "0 14", "9 14", "6 0", "9 0", "7 1"] {
        let single = run(cell, &before);
        assert_eq!(single == before, cell != "7 1", "{cell}");
    }
}

#[test]
fn line_ends_do_not_matter_and_what_follows_is_not_read() {
    let before = board("11 0011");
    let after = board("0011");
    for text in [
        before.clone(),
        before.replace('\n', "\r\n"),
        before.trim_end().into(),
        before.clone() + "and\0so on",
        before.clone() + "\n\n",
    ] {
        assert_eq!(run("8 0", &text), after, "{text}");
        assert_eq!(run("8 1 -", &text), after);
    }
    assert_eq!(run("0 0 --rows 1 --cols 3 --types 10", "997"), "7..\n");
    assert_eq!(run("1 0 --rows 2 --cols 3", "1..\n122\n"), "...\n22.\n");
}

#[test]
fn mistakes_are_named_with_their_place() {
    let small = "samegame click 0 0 --rows 2 --cols 3";
    for (text, message) in [
        ("", "1:1: the input ends after 0 rows, expected 2"),
        ("...\n", "2:1: the input ends after 1 row, expected 2"),
        ("...\n11\n", "2:3: this row has 2 cells, expected 3 cells"),
        ("\n...\n111\n", "1:1: this row has 0 cells, expected 3 cells"),
        ("...\n1111\n", "2:4: this row is too long, expected 3 cells"),
        ("...\n11111111111111111111\n", "2:4: this row is too long, expected 3 cells"),
        ("...\n1 1\n", "2:2: found ' ', expected '.' or a digit"),
        ("...\n1x1\n", "2:2: found 'x', expected '.' or a digit"),
        ("...\n1\x001\n", r"2:2: found '\x00', expected '.' or a digit"),
        ("...\n143\n", "2:2: found type 4, expected 0 to 3"),
        ("1.1\n11.\n", "1:3: this tile floats, expected a tile or the floor right below it"),
        ("...\n1.1\n", "2:3: column 2 is empty left of this tile, expected empty columns only at the right"),
    ] {
        refuses(small, text.as_bytes(), "", &format!("<stdin>:{message}"));
    }
    for cell in ["2 0", "0 3", "-1 0", "0 9999999999"] {
        let why = "lies outside the board, expected a row from 0 to 1 and a column from 0 to 2";
        let words = format!("samegame click {cell} --rows 2 --cols 3");
        refuses_with(2, &words, b"...\n111\n", "", &format!("the cell {cell} {why}"));
    }
    let message = "a board of 100000 rows and 100000 columns is too large, expected at most 67108864 cells";
    refuses_with(2, "samegame click 0 0 --rows 100000 --cols 100000", b"1", "", message);
}

#[test]
fn words_that_do_not_fit_are_a_matter_of_usage() {
    for words in ["", "1", "x 1", "1 1 --rows 0", "1 1 --cols 0", "1 1 --types 0", "1 1 --types 11"] {
        assert_eq!(tilefall(&format!("samegame click {words}"), b"").code, Some(2), "{words}");
    }
}

#[test]
fn a_board_of_no_types_has_no_tiles() {
    let shape = Shape { rows: 2, cols: 2, types: 0 };
    assert_eq!(write(&read(b"..\n..\n", shape).unwrap()), b"..\n..\n");
    let error = read(b"..\n.0\n", shape).unwrap_err();
    assert_eq!(error.to_string(), "2:2: found type 0, expected only '.'");
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(rows in 1usize..12, cols in 1usize..12, cells in proptest::collection::vec(0u64..4, 121)) {
        let mut grid = Grid::from_names(rows, cols, |cell| Some(cells[cell.row * 11 + cell.col])).unwrap();
        for _ in 0..5 {
            let text = write(&grid);
            prop_assert_eq!(&read(&text, Shape { rows, cols, types: 4 }).unwrap(), &grid);
            let Some(&cell) = grid.groups().first() else { break };
            grid.click(Cell::new(cell.row, cell.col));
        }
    }
}
