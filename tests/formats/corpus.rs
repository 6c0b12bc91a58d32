//! Checks every reader on the texts in tests/corpus/FORMAT.tsv and `auto.tsv`, which it must accept or refuse.

use crate::support::golden;
use std::path::Path;
use tilefall::rules::GameKind;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::Puzzle;
use tilefall::text::formats::rows::{Lists, Options, RowsFrom, Symbols};
use tilefall::text::formats::{FORMATS, Format, auto};

/// A line of a corpus file.
struct Case {
    line: usize,
    accept: bool,
    text: Vec<u8>,
    expected: String,
}

fn cases(format: &Format) -> Vec<Case> {
    let path = Path::new(".").join(format!("tests/corpus/{}.tsv", format.name));
    let file = std::fs::read_to_string(&path).unwrap();
    let case = |(at, line): (usize, &str)| {
        let [kind, text, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{path:?}:{at}")
        };
        Case { line: at + 1, accept: kind == "accept", text: unescape(text), expected: expected.into() }
    };
    file.lines().enumerate().skip(1).map(case).collect()
}

/// Undoes `\n`, `\r`, `\t`, `\\` and `\xHH`.
pub fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = text.bytes();
    let mut out = Vec::new();
    while let Some(byte) = bytes.next() {
        let hex = |b: Option<u8>| char::from(b.unwrap()).to_digit(16).unwrap() as u8;
        out.push(match byte {
            b'\\' => match bytes.next().unwrap() {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'x' => hex(bytes.next()) * 16 + hex(bytes.next()),
                other => other,
            },
            other => other,
        });
    }
    out
}

fn drawn(puzzles: &[Puzzle]) -> String {
    puzzles.iter().map(|puzzle| format!("{:?}", puzzle.grid)).collect::<Vec<_>>().join(" ")
}

#[test]
fn readers_take_and_refuse_what_the_corpora_say() {
    let mut wrong = Vec::new();
    for format in FORMATS {
        let cases = cases(format);
        let accepted = cases.iter().filter(|case| case.accept).count();
        let refused = cases.len() - accepted;
        assert!(
            accepted >= 6 && refused >= accepted && refused <= 2 * accepted,
            "{} {accepted} {refused}",
            format.name
        );
        for case in cases {
            let mut puzzles = Vec::new();
            let found = match format.read(&case.text, &mut puzzles) {
                Ok(_) => (true, drawn(&puzzles)),
                Err(error) => (false, error.to_string()),
            };
            if found != (case.accept, case.expected.clone()) {
                wrong.push(format!(
                    "{}.tsv:{}: found {found:?}, expected {}",
                    format.name, case.line, case.expected
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn auto_never_reads_another_puzzle_than_the_format_does() {
    let mut sure = 0;
    for format in FORMATS {
        for case in cases(format).iter().filter(|case| case.accept && !case.expected.is_empty()) {
            let reading = auto::read(&case.text);
            let read: Result<Vec<_>, _> = reading.puzzles.into_iter().collect();
            if let Ok(puzzles) = read {
                assert_eq!(drawn(&puzzles), case.expected, "{}.tsv:{}", format.name, case.line);
                sure += 1;
            }
        }
    }
    assert!(sure >= 40, "{sure}");
}

/// Checks the corpus `auto.tsv`: texts read without a named format, for one game or any, with their boards or messages.
#[test]
fn what_no_format_takes_is_told_by_the_one_that_knows_it() {
    let path = "tests/corpus/auto.tsv";
    let mut found = String::new();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        if line.starts_with('#') {
            found += &format!("{line}\n");
            continue;
        }
        let mut cells = line.split('\t');
        let [game, text] = [(); 2].map(|()| cells.next().expect(line));
        let kind = [GameKind::SameGame, GameKind::Mayan].into_iter().find(|kind| kind.name() == game);
        let items = auto::read_for(&unescape(text), kind).puzzles.into_iter().map(|item| match item {
            Ok(puzzle) => format!("{:?}", puzzle.grid),
            Err(error) => error.to_string(),
        });
        found += &format!("{game}\t{text}\t{}\n", items.collect::<Vec<_>>().join(" "));
    }
    golden(path, &found);
}

#[test]
fn options_say_which_symbols_are_empty_and_which_row_stands_first() {
    let read = |text: &str, empty: &str, rows_from: RowsFrom| {
        let rows_from = Some(rows_from);
        let options = Options { empty: Symbols::new(empty).unwrap(), rows_from, ..Options::default() };
        let mut found = Vec::new();
        auto::ReadPlan::rows(options, false).read(text.as_bytes(), &mut |item| found.push(item));
        let puzzles: Result<Vec<Puzzle>, _> = found.into_iter().collect();
        puzzles.map(|all| drawn(&all)).map_err(|error| error.to_string())
    };
    use RowsFrom::{Bottom, Top};
    for (text, empty, from, expected) in [
        ("100\n122\n", "0", Top, "1../122"),
        ("1 0 0\n1 2 2\n", "0", Top, "1../122"),
        ("1 10\n1 20\n", "0", Top, "1a/1k"),
        ("1--\n122\n", "-", Top, "1../122"),
        ("1_.\n122\n", "_", Top, "1../122"),
        ("[[1,0],[1,2]]", "0", Top, "1./12"),
        ("Rxx\nRBB\n", "x", Top, "R../RBB"),
        ("\u{1f7e5}\u{2b1c}\n\u{1f7e5}\u{1f7e6}\n", "\u{2b1c}", Top, "0./01"),
        ("122\n1..\n", "", Bottom, "1../122"),
        // A size and rows from the bottom: the grid of UVa 339.
        ("2 3\n1 2 2\n1 0 0\n", "0", Bottom, "1../122"),
    ] {
        assert_eq!(read(text, empty, from), Ok(expected.into()), "{text:?}");
    }
    let floats = "1:1: this tile floats, expected a tile or the floor right below it";
    let floats = Err(format!("{floats}; --settle lets tiles fall and columns close"));
    assert_eq!(read("100\n022\n", "0", Top), floats);
}

#[test]
fn columns_begin_where_the_option_says_and_tiles_settle() {
    let read = |text: &str, lists: Lists, rows_from: Option<RowsFrom>, settle: bool| {
        let options = Options { lists, rows_from, settle, ..Options::default() };
        let mut found = Vec::new();
        auto::ReadPlan::rows(options, false).read(text.as_bytes(), &mut |item| found.push(item));
        let puzzles: Result<Vec<Puzzle>, _> = found.into_iter().collect();
        puzzles.map(|all| drawn(&all)).map_err(|error| error.to_string())
    };
    use RowsFrom::{Bottom, Top};
    for (text, lists, from, settle, expected) in [
        ("[[1,2],[2,2],[3,3]]", Lists::Columns, None, false, "223/123"),
        ("[[1,2],[2,2],[3,3]]", Lists::Columns, Some(Bottom), false, "223/123"),
        ("[[1,2],[2,2],[3,3]]", Lists::Columns, Some(Top), false, "123/223"),
        ("[[1,2,3],[2,2],[3]]", Lists::Columns, None, false, "3../22./123"),
        ("[[1,2,3],[2,2],[3]]", Lists::Columns, Some(Top), false, "1../22./323"),
        ("R.G\n..G\nRBG\n", Lists::Rows, None, true, "..G/R.G/RBG"),
        ("1.2\n1.2\n", Lists::Rows, None, true, "12./12."),
        ("1.2\n1.2\n", Lists::Rows, Some(Bottom), true, "12./12."),
    ] {
        assert_eq!(read(text, lists, from, settle), Ok(expected.into()), "{text:?}");
    }
}

#[test]
fn colours_have_the_names_of_records_and_the_labels_of_the_text() {
    for (text, names, labels) in [
        ("RB\nBB\n", &[37, 53][..], &["B", "R"][..]),
        ("1 10\n1 10\n", &[1, 10], &["1", "10"]),
        // Signs and words are sorted before they get the free names, so their cells do not matter.
        ("+*\nb+\n", &[0, 1, 11], &["*", "+", "b"]),
        ("b+\n*+\n", &[0, 1, 11], &["*", "+", "b"]),
        ("red,1\nblue,0\n", &[0, 1, 2, 3], &["0", "1", "blue", "red"]),
        // A letter gets another name if a number already has the letter's name.
        ("10 a\n10 b\n", &[0, 10, 11], &["a", "10", "b"]),
        ("001 1\n2 2\n", &[1, 2], &["1", "2"]),
    ] {
        let puzzle = Format::named("rows").unwrap().read_each(text.as_bytes()).puzzles.remove(0).unwrap();
        let shown: Vec<_> = puzzle.grid.colour_names().labels().collect();
        assert_eq!(
            (puzzle.grid.names(), &shown[..]),
            (
                names,
                &labels.iter().map(|&label| label.into()).collect::<Vec<std::borrow::Cow<'_, str>>>()[..]
            ),
            "{text:?}"
        );
    }
}

#[test]
fn huge_numbers_and_long_tokens_are_refused_at_once() {
    let long = vec![b'9'; 10_000_000];
    for format in FORMATS {
        let mut puzzles = Vec::new();
        let done = format.read(&long, &mut puzzles);
        // Formats that take digits side by side read a line of digits as a board of one row.
        let takes = ["click", "rows"].contains(&format.name);
        assert_eq!(done.is_ok(), takes, "{}", format.name);
    }
    let grid = |puzzle: &Puzzle| puzzle.grid == Grid::parse(&"9".repeat(10)).unwrap();
    assert!(auto::read(b"9999999999").puzzles[0].as_ref().is_ok_and(grid));
}
