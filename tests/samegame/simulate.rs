//! `samegame simulate`: the judge of UVa 339, problem 339 of the UVa Online Judge.
//!
//! `uva339-sample` is the sample of the statement with the judge's spacing. `uva339-walkthrough` is the example that
//! the statement plays, cut after 0, 1, … 5 of its selections.

use crate::support::uva_stream::Stream;
use crate::support::{accepts, data, paths, refuses, sample, tilefall};
use proptest::prelude::*;
use std::collections::HashSet;
use std::fmt::Write as _;
use tilefall::internals::bits::cpu::CpuPath;
use tilefall::judge::uva339::Simulator;

/// The game of the statement in its coordinates: cell (row, col) is `columns[col - 1][row - 1]`, and (1,1) is the lower
/// left corner. Shares no code with the program.
struct Slow {
    columns: Vec<Vec<usize>>,
}

impl Slow {
    fn at(&self, row: usize, col: usize) -> Option<usize> {
        self.columns.get(col.checked_sub(1)?)?.get(row.checked_sub(1)?).copied()
    }

    fn select(&mut self, row: usize, col: usize) {
        let Some(value) = self.at(row, col) else { return };
        let mut region = vec![(row, col)];
        let mut seen = HashSet::from([(row, col)]);
        let mut done = 0;
        while let Some(&(row, col)) = region.get(done) {
            for (row, col) in [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)] {
                if self.at(row, col) == Some(value) && seen.insert((row, col)) {
                    region.push((row, col));
                }
            }
            done += 1;
        }
        if region.len() < 2 {
            return;
        }
        // Removes cells from the top, so that the positions of later cells do not change.
        region.sort();
        for (row, col) in region.into_iter().rev() {
            self.columns[col - 1].remove(row - 1);
        }
        self.columns.retain(|column| !column.is_empty());
    }
}

/// Returns the output for valid input, played on [`Slow`]. Numbers missing at the end of the input count as zeros.
fn naive(text: &str) -> String {
    let tokens = text.split_whitespace();
    let mut numbers = tokens.map(|token| token.parse::<usize>().expect("input without mistakes"));
    let mut next = || numbers.next().unwrap_or(0);
    let mut grids = Vec::new();
    loop {
        let (m, n) = (next(), next());
        if m == 0 || n == 0 {
            return grids.join("\n");
        }
        let mut game = Slow { columns: vec![Vec::new(); n] };
        for _row in 1..=m {
            for col in 1..=n {
                game.columns[col - 1].push(next());
            }
        }
        loop {
            match (next(), next()) {
                (0, 0) => break,
                (row, col) => game.select(row, col),
            };
        }
        let mut out = format!("Grid {}.\n", grids.len() + 1);
        if game.columns.is_empty() {
            out += "    Game Won\n";
        } else {
            for row in (1..=m).rev() {
                let cell = |col| game.at(row, col).map_or(" ".into(), |value| value.to_string());
                writeln!(out, "    {}", (1..=n).map(cell).collect::<Vec<String>>().join(" ")).unwrap();
            }
        }
        grids.push(out);
    }
}

/// Feeds the text to the judge on one CPU path, in blocks that end at `cuts`; returns the output and the error.
fn judge(path: CpuPath, text: &[u8], cuts: &[usize]) -> (String, Result<(), String>) {
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

/// Checks that every path agrees, with the input as a whole, byte by byte, and in blocks of odd sizes.
fn judge_all(text: &[u8]) -> (String, Result<(), String>) {
    let expected = judge(CpuPath::Portable, text, &[]);
    for path in paths::tested() {
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

/// The numbers of a few grids, of the shapes that matter: one row, one column, 16, 17 and 64 rows, three digits.
fn numbers() -> impl Strategy<Value = Vec<String>> {
    let rows = prop_oneof![1usize..=10, 15usize..=17, Just(20), Just(64)];
    let cols = prop_oneof![1usize..=6, 7usize..=12, Just(40), Just(101)];
    let colours = prop_oneof![1u8..=2, 1u8..=10];
    let grid = (rows, cols, colours, 0usize..40).prop_flat_map(|(rows, cols, colours, selections)| {
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
    #![proptest_config(ProptestConfig { cases: 160, ..ProptestConfig::default() })]
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
        for path in paths::tested() {
            prop_assert_eq!(&judge(path, text.as_bytes(), &cuts), &expected);
        }
        prop_assert_eq!(&judge(CpuPath::best(), text.trim_end().as_bytes(), &cuts), &expected);
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
    assert_eq!(accepts("samegame simulate", "uva339"), 8);
}

#[test]
fn the_statement_s_sample_and_example_are_judged_byte_for_byte_on_every_path() {
    for name in ["uva339-sample", "uva339-walkthrough"] {
        let (text, out) = (data(&format!("uva339/{name}.in")), data(&format!("uva339/{name}.out")));
        assert_eq!(naive(&text), out, "{name}");
        assert_eq!(judge_all(text.as_bytes()), (out, Ok(())), "{name}");
    }
}

#[test]
fn mistakes_are_named_with_their_place_behind_the_output_of_the_grids_before() {
    let first = "1 2\n0 0\n1 1\n0 0\n";
    let won = "Grid 1.\n    Game Won\n";
    for (text, message) in [
        ("1 2\n1 10\n", "6:3: found 10, expected a cell from 0 to 9"),
        ("1 2\n1 99999999999999999999999\n", "6:3: found a huge number, expected a cell from 0 to 9"),
        ("1 2\n1 0010", "6:3: found 10, expected a cell from 0 to 9"),
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
            "5:22: a board of 18446744073709551615 rows or more and 1 column is too large, expected at most 67108864 cells",
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
        assert_eq!(judge(CpuPath::best(), text.as_bytes(), &[]), (naive(&text), Ok(())));
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_input() {
    for (words, file) in [("samegame simulate", "uva339.txt"), ("samegame simulate --uva758", "uva758.txt")] {
        let plain = tilefall(words, &sample(file));
        assert_eq!(plain.code, Some(0), "{words}");
        assert_eq!(tilefall(words, &[b"\xef\xbb\xbf", &sample(file)[..]].concat()), plain, "{words}");
        // The byte order mark does not count as a column.
        let run = tilefall("samegame simulate", b"\xef\xbb\xbfx");
        assert!(run.err.starts_with("<stdin>:1:1: "), "{}", run.err);
    }
    let run = tilefall("samegame click 0 0 --rows 1 --cols 3", b"\xef\xbb\xbf112\n");
    assert_eq!((run.out.as_str(), run.code), ("2..\n", Some(0)), "{}", run.err);
}
