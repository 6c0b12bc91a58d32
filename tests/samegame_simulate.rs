//! `samegame simulate`: the judge of UVa 339.

use crate::support::uva_stream::Stream;
use crate::support::{accepts, refuses, tilefall};
use proptest::prelude::*;
use std::fmt::Write as _;
use tilefall::bits::cpu::Path;
use tilefall::grid::{Cell, Grid};
use tilefall::samegame::simulate::Simulator;

/// A from-scratch judge on the plain board, for input without mistakes.
fn naive(text: &str) -> String {
    let tokens = text.split_whitespace();
    let mut numbers = tokens.map(|token| token.parse::<usize>().expect("input without mistakes"));
    let mut next = || numbers.next().unwrap_or(0);
    let mut grids = Vec::new();
    loop {
        let (rows, cols) = (next(), next());
        if rows == 0 || cols == 0 {
            return grids.join("\n");
        }
        let cells: Vec<usize> = (0..rows * cols).map(|_| next()).collect();
        let value = |cell: Cell| Some(cells[(rows - 1 - cell.row) * cols + cell.col] as u64);
        let mut grid = Grid::from_names(rows, cols, value).unwrap();
        loop {
            match (next(), next()) {
                (0, 0) => break,
                (row, col) => grid.click(Cell::new(row.wrapping_sub(1), col.wrapping_sub(1))),
            };
        }
        let mut out = format!("Grid {}.\n", grids.len() + 1);
        if grid.is_empty() {
            out += "    Game Won\n";
        } else {
            for row in (0..rows).rev() {
                let cell =
                    |col| grid.name_at(Cell::new(row, col)).map_or(" ".into(), |value| value.to_string());
                writeln!(out, "    {}", (0..cols).map(cell).collect::<Vec<String>>().join(" ")).unwrap();
            }
        }
        grids.push(out);
    }
}

/// Feeds the text in blocks that end at the given places, on one path.
fn judge(path: Path, text: &[u8], cuts: &[usize]) -> (String, Result<(), String>) {
    let (mut judge, mut out, mut start) = (Simulator::on(path), Vec::new(), 0);
    let mut run = || {
        for &cut in cuts.iter().filter(|&&cut| cut < text.len()) {
            judge.feed(&text[start.min(cut)..cut], &mut out)?;
            start = start.max(cut);
        }
        judge.feed(&text[start..], &mut out)?;
        judge.finish(&mut out)
    };
    let done = run().map_err(|error| error.to_string());
    (String::from_utf8(out).unwrap(), done)
}

/// Every path, fed whole, byte by byte and in blocks of some odd sizes: all must agree.
fn judge_all(text: &[u8]) -> (String, Result<(), String>) {
    let expected = judge(Path::Portable, text, &[]);
    for path in Path::ALL.into_iter().filter(|path| path.available()) {
        for size in [1, 2, 3, 7, 64, usize::MAX] {
            let cuts: Vec<usize> = (0..text.len()).step_by(size).collect();
            assert_eq!(judge(path, text, &cuts), expected, "{} in blocks of {size}", path.name());
        }
    }
    expected
}

/// White space that may stand between two numbers.
fn gap() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just(" "),
        Just(" "),
        Just(" "),
        Just("\n"),
        Just("\r\n"),
        Just("\t"),
        Just("  \n\n "),
        Just("\x0b\x0c")
    ]
}

/// The numbers of a few grids, of the shapes that matter: one row, one column, 16 and 17 rows, three digits.
fn numbers() -> impl Strategy<Value = Vec<String>> {
    let rows = prop_oneof![1usize..=10, 15usize..=17, Just(20)];
    let cols = prop_oneof![1usize..=6, 7usize..=12, Just(40), Just(101)];
    let grid = (rows, cols, 1u8..=10, 0usize..40).prop_flat_map(|(rows, cols, colours, selections)| {
        let cell = (0..colours).prop_map(|value| value.to_string());
        let some = prop_oneof![
            6 => (1..=rows, 1..=cols),
            1 => (0..=rows + 2, 0..=cols + 2),
            1 => prop_oneof![Just((999, 1)), Just((1, usize::MAX)), Just((0, 1)), Just((1, 0))],
        ];
        let some = some.prop_filter("the end mark", |&pair| pair != (0, 0));
        (proptest::collection::vec(cell, rows * cols), proptest::collection::vec(some, selections)).prop_map(
            move |(cells, selections)| {
                let mut numbers = vec![rows.to_string(), cols.to_string()];
                numbers.extend(cells);
                numbers.extend(selections.iter().flat_map(|(row, col)| [row.to_string(), col.to_string()]));
                numbers.extend(["0".to_string(), "0".to_string()]);
                numbers
            },
        )
    });
    proptest::collection::vec(grid, 0..4).prop_map(|grids| grids.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]
    #[test]
    fn output_is_that_of_the_naive_judge(
        numbers in numbers(), gaps in proptest::collection::vec(gap(), 1..50), plain: bool,
        cuts in proptest::collection::btree_set(0usize..3000, 0..6), terminators in 0usize..=4,
    ) {
        let gaps = if plain { vec![" "] } else { gaps };
        let numbers = [numbers, vec!["0".to_string(); 2]].concat();
        let numbers = &numbers[..numbers.len() - terminators.min(numbers.len())];
        let text: String = numbers.iter().zip(gaps.iter().cycle()).flat_map(|(n, gap)| [n, *gap]).collect();
        let expected = (naive(&text), Ok(()));
        let cuts: Vec<usize> = cuts.into_iter().collect();
        for path in Path::ALL.into_iter().filter(|path| path.available()) {
            prop_assert_eq!(&judge(path, text.as_bytes(), &cuts), &expected);
        }
        prop_assert_eq!(&judge(Path::best(), text.trim_end().as_bytes(), &cuts), &expected);
    }
}

#[test]
fn streams_of_judge_size_are_played_as_the_naive_judge_does() {
    for (colours, seed) in [(2, 1), (3, 2), (5, 3), (10, 4)] {
        let text = Stream { grids: 12, rows: 10, cols: 40, colours, selections: 60, seed }.text();
        let expected = naive(std::str::from_utf8(&text).unwrap());
        assert_eq!(judge_all(&text), (expected, Ok(())));
    }
}

#[test]
fn files_give_their_output() {
    assert_eq!(accepts("samegame simulate", "uva339"), 7);
}

#[test]
fn mistakes_are_named_with_their_place_behind_the_output_of_the_grids_before() {
    let first = "1 2\n0 0\n1 1\n0 0\n";
    let won = "Grid 1.\n    Game Won\n";
    for (text, message) in [
        ("1 2\n1 10\n", "6:3: found 10, expected a cell from 0 to 9"),
        ("1 2\n1 99999999999999999999999\n", "6:3: found a huge number, expected a cell from 0 to 9"),
        ("1 2\n1 10", "6:3: found 10, expected a cell from 0 to 9"),
        ("1 2\n1 -1\n", "6:3: found '-', expected a cell from 0 to 9"),
        ("1 2\r\n1 +1\n", "6:3: found '+', expected a cell from 0 to 9"),
        ("1 2\n1 2.0\n", "6:4: found '.', expected a cell from 0 to 9"),
        ("1 2 1 1\n1 x", "6:3: found 'x', expected a selection's column"),
        ("1 2 1 1\n1 1\n\n\n\x07", "9:1: found byte 0x07, expected a selection's row"),
        ("1 2 0 0\n1 1\n1 ;1 1 1 1 1", "7:3: found ';', expected a selection's column"),
        ("0 \0", "5:3: found byte 0x00, expected the number of columns"),
        ("rows", "5:1: found 'r', expected the number of rows"),
        (
            "70000 1000\n1",
            "5:7: a board of 70000 rows and 1000 columns is too large, expected at most 67108864 cells",
        ),
        (
            "99999999999999999999 1\n1",
            "5:22: a board of 18446744073709551615 rows and 1 columns is too large, expected at most 67108864 cells",
        ),
        (
            "60000 1000\n1",
            "6:2: the input ends too early, expected row 1, column 2 of the 60000 by 1000 cells",
        ),
        ("2 2\n1 2\n3\n", "8:1: the input ends too early, expected row 2, column 2 of the 2 by 2 cells"),
        ("7", "5:2: the input ends too early, expected the number of columns"),
        ("1 1 1\n1 1\n1", "7:2: the input ends too early, expected the selection's column"),
    ] {
        let text = [first, text].concat();
        refuses("samegame simulate", text.as_bytes(), won, &format!("<stdin>:{message}"));
        assert_eq!(judge_all(text.as_bytes()), (won.into(), Err(message.into())));
    }
    let missing = tilefall("samegame simulate no-such-file", b"");
    assert_eq!((missing.out.as_str(), missing.code), ("", Some(1)));
    assert!(missing.err.starts_with("error: no-such-file: cannot be read: "), "{}", missing.err);
}

#[test]
fn nothing_is_read_after_a_mistake() {
    let (mut judge, mut out) = (Simulator::new(), Vec::new());
    judge.feed(b"1 x", &mut out).unwrap_err();
    assert!(judge.is_over());
    assert_eq!((judge.feed(b"1 1 0 0 0", &mut out), judge.finish(&mut out), out.len()), (Ok(()), Ok(()), 0));
}

#[test]
fn large_boards_are_played() {
    for (rows, cols, selections) in [(1000, 1000, 3), (20, 100, 40), (16, 5000, 40), (1, 100_000, 40)] {
        let stream = Stream { grids: 1, rows, cols, colours: 2, selections, seed: 7 };
        let text = String::from_utf8(stream.text()).unwrap();
        assert_eq!(judge(Path::best(), text.as_bytes(), &[]), (naive(&text), Ok(())));
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    use std::process::{Command, Stdio};
    let text = Stream { grids: 2000, rows: 10, cols: 40, colours: 3, selections: 5, seed: 1 }.text();
    let mut file = tempfile::NamedTempFile::new().unwrap();
    std::io::Write::write_all(&mut file, &text).unwrap();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"))
        .args(["samegame", "simulate"])
        .arg(file.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}
