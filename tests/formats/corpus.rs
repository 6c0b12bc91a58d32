//! Every reader against texts that it accepts and texts that it refuses: tests/corpus/FORMAT.tsv.

use std::path::Path;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::Puzzle;
use tilefall::text::formats::rows::{Options, RowsFrom, Symbols};
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
fn unescape(text: &str) -> Vec<u8> {
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

#[test]
fn a_text_of_two_meanings_names_both_formats() {
    for (text, one, other) in [
        ("1 2\n3 3\n0 0\n0 0\n", "uva339", "rows"),
        ("2\n0\n0\n0\n0\n0\n", "click", "noip"),
        ("3 1 0 2 1 0 0 3 1 0 2 4 0\n", "rows", "noip"),
        ("0 0\n", "uva339", "rows"),
        // A size, then rows from the top or from the bottom.
        ("3 3\n1 2 3\n1 1 3\n2 2 1\n", "uva339", "rows"),
        ("2 3\n1 2 3\n1 1 3\n", "uva339", "rows"),
        ("1 2\n2 1\n", "uva339", "rows"),
        // The selection can be made.
        ("1 2\n3 3\n1 1\n", "uva339", "rows"),
        ("2\n2\n1\n1\n2\n2\n", "uva339", "click"),
    ] {
        let reading = auto::read(text.as_bytes());
        let message = reading.puzzles[0].as_ref().unwrap_err().to_string();
        let expected = format!(
            "1:1: the input can be read as {one} or, differently, as {other}: add --format {one} or --format {other}"
        );
        assert_eq!((message, reading.puzzles.len()), (expected, 1));
    }
}

#[test]
fn what_no_format_takes_is_told_by_the_one_that_knows_it() {
    for (text, expected) in [
        ("", "1:1: the input is empty, expected a puzzle"),
        ("\n \r\n", "3:1: the input is empty, expected a puzzle"),
        (
            "3 1 2\n3 1 2\n1 2 x\n",
            "3:5: found 'x', expected either numbers or letters, or --format rows for both (read as rows)",
        ),
        ("3 1 2\n3 1 2\n1 2 ?!\n", "3:5: found '?!', expected a number, a letter or '.' (read as rows)"),
        ("312\n312\n12x\n", "3:3: found 'x', expected '.' or a digit (read as click)"),
        (
            "3\n1 0\n2 1 x\n",
            "3:5: found 'x', expected a block of column 1 from the left, or its 0 (read as noip)",
        ),
        ("2 3\n1 2 3\n1 x 2\n", "3:3: found 'x', expected a cell from 0 to 9 (read as uva339)"),
        ("1\n\nRGBRGBRGBRGBRGB\nRGx", "4:3: found 'x', expected R, G or B (read as uva758)"),
        (
            "1\n1 2 3 4 5\n0 0 0 0 x",
            "3:9: found 'x', expected a cell, a number with 0 for empty (read as p1312)",
        ),
        ("hello\n", "1:1: a single row of letters, expected more rows, or --format rows for one"),
        (
            "hello world\n",
            "1:1: no format starts with 'hello', expected one of jsonl, uva339, uva758, click, codingame, rows, tatham, noip, p1312",
        ),
        ("--1\n-22\n", "1:1: found '-', expected a colour, or '.' or a symbol named as empty (read as rows)"),
        ("3 3 1 2 3\n1 1 3 2 2 1\n", "2:1: this row has 6 cells, expected 5 as above (read as rows)"),
        (
            "\u{7f}\0",
            r"1:1: no format starts with '\x7f\x00', expected one of jsonl, uva339, uva758, click, codingame, rows, tatham, noip, p1312",
        ),
        ("1.\n.2\n", "1:1: this tile floats, expected a tile or the floor right below it (read as click)"),
        ("2 1\n. 3\n", "1:1: this tile floats, expected a tile or the floor right below it (read as rows)"),
        ("1 .\n. .\n3 :\n", "3:3: found ':', expected a number, a letter or '.' (read as rows)"),
        (
            "3 . .\n. 3 .\n",
            "1:1: this tile floats, expected a tile or the floor right below it (read as rows)",
        ),
        ("{\"game\":\"mayan\",\"rows\":[\"1\",\".\"]}", "1:26: this tile floats"),
        ("5x5c3s2#7", "1:8: this ID holds a random seed"),
        (
            "2\n0 1 0 0 0\n1 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0\n",
            "3:1: this tile floats",
        ),
        ("999999999 999999999\n1 2 3\n", "1:1: a board of 999999999 rows and 999999999 columns is too large"),
    ] {
        let reading = auto::read(text.as_bytes());
        let message = reading.puzzles[0].as_ref().unwrap_err().to_string();
        assert!(message.starts_with(expected), "{text:?}: {message}");
    }
}

#[test]
fn boards_of_one_or_two_columns_need_no_format_where_one_reading_is_impossible() {
    for (text, format, boards) in [
        // As UVa 339: a grid of one cell, no grid, selections of nothing.
        ("1\n1\n2\n", "click", "1/1/2"),
        ("0\n1\n", "click", "0/1"),
        ("1\n1\n2\n2\n1\n", "click", "1/1/2/2/1"),
        ("1 2\n3 3\n0 1\n", "rows", "12/33/01"),
        ("1 2\n3 4\n1 1\n", "rows", "12/34/11"),
        // A row that is as long as the size is one board either way.
        ("1 3\n1 2 3\n", "uva339", "123"),
        // Selections, or an end, confirm a grid.
        ("2 3\n1 1 3\n1 2 3\n1 1\n", "uva339", "123/113"),
        ("2 3\n1 1 3\n1 2 3\n0 0\n", "uva339", "123/113"),
        // Digits side by side are no cells of UVa 339.
        ("2 3\n113\n123\n", "rows", "113/123"),
    ] {
        let reading = auto::read(text.as_bytes());
        let puzzles: Result<Vec<Puzzle>, _> = reading.puzzles.into_iter().collect();
        assert_eq!(
            (reading.format.name, puzzles.map(|all| drawn(&all))),
            (format, Ok(boards.into())),
            "{text:?}"
        );
    }
}

/// Boards as other programs, sites and libraries write them: read as they are meant, or refused.
#[test]
fn boards_from_elsewhere_are_read_or_refused() {
    for (text, expected) in [
        ("{\"GKK\",\"GGG\",\"GKK\"}\n", "GKK/GGG/GKK"),
        ("|KGG|\n|KKG|\n", "KGG/KKG"),
        ("\u{2503}KGG\u{2503}\n\u{2503}KKG\u{2503}\n", "KGG/KKG"),
        ("+---+\n|KGG|\n|KKG|\n+---+\n", "KGG/KKG"),
        ("D，B，B\nD，D，B\n", "DBB/DDB"),
        ("KGG,\nKKG,\n", "KGG/KKG"),
        ("255;\n225;\n", "255/225"),
        ("2,5,5;2,2,5;", "255/225"),
        ("2,5,\n2,2,\n", "25/22"),
        ("[2, 5, 5]\n[2, 2, 5]\n\n[5]\n[2]\n", "255/225 5/2"),
        ("['K', 'G']\n['K', 'K']\n", "KG/KK"),
        ("array([[2, 5, 5],\n       [2, 2, 5]], dtype=int8)\n", "255/225"),
        ("char b[2][3] = {{'K','G','G'},{'K','K','G'}};\n", "KGG/KKG"),
        ("var b = new[] { \"KGG\", \"KKG\" };\n", "KGG/KKG"),
        ("2  K G G\n1  K K G\n   1 2 3\n", "KGG/KKG"),
        ("KGG // the top\nKKG\n", "KGG/KKG"),
        // A table with the header and the index of a library.
        (",0,1,2\n0,2,5,5\n1,2,2,5\n", "1:1: the header of a table"),
        ("|   | 0 | 1 |\n|---|---|---|\n| 0 | 2 | 5 |\n", "1:5: the header of a table"),
        ("0,1,2\n2,5,5\n2,2,5\n", "1:1: the first row counts the columns"),
        // Two meanings.
        ("2 3 3\n3 1 1\n3 3 1\n", "1:1: this line can be the size of the board or its first row"),
        ("2 2\n1 1\n2 1\n", "1:1: this line can be the size of the board or its first row"),
        ("225;255\n", "1:1: numbers of a single row, or digits of several rows"),
        ("[[\"KG\",\"GK\"],[\"KK\",\"GG\"]]", "1:1: strings that can be cells or rows"),
        ("KG\n+--+\nGG\n", "2:2: found '-', expected a colour"),
        ("\u{250c}\u{2500}\n", "1:1: no format starts with"),
        ("[2,5,5]\n", "1:2: a flat list, expected a list of rows"),
        ("[[2,5],[2]]\n[[5,5]]\n", "1:8: this row has 1 cell, expected 2 as above (read as rows) 55"),
        (
            "KGG\nKKG\n\nKG\nKKG\n\nGGK\nKKG\n",
            "KGG/KKG 5:1: this row has 3 cells, expected 2 as above (read as rows) GGK/KKG",
        ),
        ("[[2,5]\n\n25\n22\n", "3:1: found '25', expected a list, as above (read as rows) 25/22"),
    ] {
        let items = auto::read(text.as_bytes()).puzzles.into_iter().map(|item| match item {
            Ok(puzzle) => format!("{:?}", puzzle.grid),
            Err(error) => error.to_string(),
        });
        let found = items.collect::<Vec<_>>().join(" ");
        let is_board = !expected.contains(':');
        assert!(if is_board { found == expected } else { found.starts_with(expected) }, "{text:?}: {found}");
    }
}

/// Boards of SameGame with a mistake, read as puzzles of either game.
#[test]
fn errors_name_no_reader_of_the_other_game() {
    let uva758 = format!("2\n\n{}\n", "RGBRGBRGBRGBRGB\n".repeat(10));
    for text in [
        "1 2 3\n1 2\n",
        "1 2 3\n1 2\n1 2 3\n",
        "3 0 0 1\n2 2 1 0\n1 1 1\n",
        "1 0 2\n1 0\n",
        "5\n14111\n23334\n43212\n33323\n2123\n",
        "5\n14111\n23334\n43212\n33323\n21232\n12\n0 4, 3 0\n",
        "3 3\n1 2 3\n1 1 3\n2 2\n",
        "3 3\n1 2 3\n1 1 3\n2 2 10\n0 0\n0 0\n",
        "2 2\n1 0\n0 1\n2 2\n1\n",
        "1 0\n0 1 1\n0\n",
        "0 1 2\n0 1 2\n0 1 ?2\n",
        "1..\n12\n",
        "RBB\nRB\n",
        "R,B\nB\n",
        "[[1,2],[0]]\n",
        "2x2c3s2:1,0,1\n",
        &uva758,
    ] {
        let reading = auto::read(text.as_bytes());
        let error = reading.puzzles.into_iter().find_map(Result::err).expect(text).to_string();
        assert!(!error.contains("noip") && !error.contains("p1312"), "{text:?}: {error}");
        assert!(error.contains("read as") || error.contains("--format"), "{text:?}: {error}");
    }
    // And those of the Mayan puzzle.
    let p1312 = format!("1\n{}1\n4 0 X\n", "0 1 1 0 1\n".to_owned() + &"0 0 0 0 0\n".repeat(6));
    for text in ["3\n1 0\n2 1 0\n0\n3 1 0\n2 4 x\n", "3\n1 0\n2 1 0\n0\n3 1 0\n", &p1312] {
        let error = auto::read(text.as_bytes()).puzzles.remove(0).unwrap_err().to_string();
        assert!(error.contains("(read as noip)") || error.contains("(read as p1312)"), "{text:?}: {error}");
    }
}

#[test]
fn options_say_which_symbols_are_empty_and_which_row_stands_first() {
    let read = |text: &str, empty: &str, rows_from: RowsFrom| {
        let options = Options { empty: Symbols::new(empty).unwrap(), rows_from };
        let mut found = Vec::new();
        auto::ReadPlan::rows(options).read(text.as_bytes(), &mut |item| found.push(item));
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
    let floats = Err("1:1: this tile floats, expected a tile or the floor right below it".to_owned());
    assert_eq!(read("100\n022\n", "0", Top), floats);
}

#[test]
fn colours_have_the_names_of_records_and_the_labels_of_the_text() {
    for (text, names, labels) in [
        ("RB\nBB\n", &[37, 53][..], &["B", "R"][..]),
        ("1 10\n1 10\n", &[1, 10], &["1", "10"]),
        // Signs and words take the names that are free, by their characters, wherever they stand.
        ("+*\nb+\n", &[0, 1, 11], &["*", "+", "b"]),
        ("b+\n*+\n", &[0, 1, 11], &["*", "+", "b"]),
        ("red,1\nblue,0\n", &[0, 1, 2, 3], &["0", "1", "blue", "red"]),
        // A letter whose name is that of a number takes another one.
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
        // A line of digits is a board of one row to those that take digits side by side.
        let takes = ["click", "rows"].contains(&format.name);
        assert_eq!(done.is_ok(), takes, "{}", format.name);
    }
    let grid = |puzzle: &Puzzle| puzzle.grid == Grid::parse(&"9".repeat(10)).unwrap();
    assert!(auto::read(b"9999999999").puzzles[0].as_ref().is_ok_and(grid));
}

#[test]
fn the_puzzles_before_an_error_are_given() {
    for (text, before) in [
        ("1 2\n7 7\n0 0\n1 2\n7 x\n", "77"),
        ("77\n77\n\n1 2\n3 4\n\n5\n6\n7 8\n", "77/77 12/34"),
        ("2x1c3s2:1,1\n2x1c3s2:1,9\n", "11"),
        ("{\"game\":\"mayan\",\"rows\":[\"1\"]}\n{}\n", "1"),
    ] {
        let mut puzzles = auto::read(text.as_bytes()).puzzles;
        assert!(puzzles.pop().unwrap().is_err(), "{text:?}");
        let puzzles: Vec<Puzzle> = puzzles.into_iter().map(Result::unwrap).collect();
        assert_eq!(drawn(&puzzles), before, "{text:?}");
    }
}
