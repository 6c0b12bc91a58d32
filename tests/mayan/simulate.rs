//! `mayan simulate`: the judge of P1312 input.

use crate::support::{Run, refuses, tilefall};

/// Returns seven rows of five cells, from the bottom; missing cells and rows are zeros.
fn board(rows: &[&str]) -> String {
    let row = |at: usize| {
        let given = rows.get(at).map_or(Vec::new(), |row| row.split(' ').collect());
        let cells: Vec<&str> = given.into_iter().chain(std::iter::repeat("0")).take(5).collect();
        cells.join(" ") + "\n"
    };
    (0..7).map(row).collect()
}

fn answer(text: &str) -> Result<bool, String> {
    let Run { out, err, code } = tilefall("mayan simulate", text.as_bytes());
    match (out.as_str(), err.as_str(), code) {
        ("Yes\n", "", Some(0)) => Ok(true),
        ("No\n", "", Some(0)) => Ok(false),
        _ => Err(format!("{out}{err}{code:?}")),
    }
}

#[test]
fn answers_follow_the_rules() {
    let gap = board(&["1 1 0 1"]);
    let two = board(&["1 2 1 1 0", "0 1 2 2 0"]);
    for (text, cleared) in [
        (format!("1\n{gap}1\n3 0 L\n"), true),
        // Only the first M moves count.
        (format!("0\n{gap}1\n3 0 L\n"), false),
        // A move of an empty cell changes nothing, but counts as a move.
        (format!("1\n{gap}2\n4 0 L 3 0 L\n"), false),
        (format!("2\n{gap}2\n4 6 L 3 0 L\n"), true),
        // Moves after the clearing one are ignored, and a huge M or huge names are allowed.
        (
            format!("18446744073709551615\n{}3\n3 0 L 1 1 R 2 2 L", gap.replace('1', "18446744073709551615")),
            true,
        ),
        (format!("5\n{gap}0\n"), false),
        // The board is empty before the first move, from the start or after settling.
        (format!("0\n{}0\n", board(&[])), true),
        (format!("0\n{}0\n", board(&["4 4 4"])), true),
        (format!("0\n{}0\n", board(&["1 1 2", "2 2 1", "2 2 1"])), false),
        (format!("0\n{}0\n", board(&["5", "3", "3", "3", "5", "5"])), true),
        (format!("1\n{two}1\n1 0 L\n"), false),
        (format!("1\n{two}1\n1 0 R\n"), false),
        (format!("1\n{}1\n1 1 L\n", board(&["1 2 1 1", "0 1 2 2"])), false),
        (format!("2\n{}2\n1 0 L 0 0 R", board(&["1 2 1 1"])), false),
    ] {
        assert_eq!(answer(&text), Ok(cleared), "{text}");
        let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(answer(&one_line), Ok(cleared), "{one_line}");
        assert_eq!(answer(&text.replace('\n', "\r\n\t")), Ok(cleared), "{text} with CRLF");
    }
}

#[test]
fn the_official_answers_clear_their_boards() {
    let folder = std::path::Path::new("../shared/data/mayan/official");
    for name in ["mayan1", "mayan3", "mayan5", "mayan10", "sample"] {
        let read = |end| std::fs::read_to_string(folder.join(format!("{name}.{end}"))).ok();
        let (Some(input), Some(list)) = (read("in"), read("ans")) else {
            println!("skipped: no {name} in {}", folder.display());
            continue;
        };
        if list.trim() == "-1" {
            continue;
        }
        let mut lines = input.split_ascii_whitespace();
        let n: usize = lines.next().unwrap().parse().unwrap();
        let mut column = || lines.by_ref().take_while(|&cell| cell != "0").collect::<Vec<_>>();
        let columns: [Vec<&str>; 5] = std::array::from_fn(|_| column());
        let cell = |row: usize| columns.each_ref().map(|column| *column.get(row).unwrap_or(&"0"));
        let rows: Vec<String> = (0..7).map(|row| cell(row).join(" ")).collect();
        let moves: Vec<&str> = list.lines().collect();
        let side = |line: &&str| match line.trim().rsplit_once(' ').unwrap() {
            (cell, "1") => format!("{cell} R"),
            (cell, _) => format!("{cell} L"),
        };
        let text = |n: usize| {
            let moves: Vec<String> = moves.iter().map(side).collect();
            format!("{n}\n{}\n{}\n{}\n", rows.join("\n"), moves.len(), moves.join("\n"))
        };
        assert_eq!((answer(&text(n)), answer(&text(n - 1))), (Ok(true), Ok(false)), "{name}");
    }
}

#[test]
fn mistakes_are_named_with_their_place() {
    let gap = board(&["1 1 0 1"]);
    for (text, message) in [
        (String::new(), "1:1: the input ends here, expected M, the number of moves allowed"),
        ("-1".into(), "1:1: found '-1', expected M, the number of moves allowed"),
        ("1 1 1 0".into(), "1:8: the input ends here, expected a cell, a number with 0 for empty"),
        (format!("1\n{gap}1\n3 0 L\n1"), "11:1: found '1', expected the end after 1 move, or another puzzle"),
        (format!("1\n{gap}2\n3 0 L\n"), "11:1: the input ends here, expected x of move 2 of 2"),
        (
            format!("1\n{gap}99999999999\n3 0 L\n"),
            "11:1: the input ends here, expected x of move 2 of 99999999999",
        ),
        (format!("1\n{gap}1\n3 0"), "10:4: the input ends here, expected L or R of move 1 of 1"),
        (format!("1\n{gap}1\n3 0 l"), "10:5: found 'l', expected L or R of move 1 of 1"),
        (format!("1\n{gap}1\n5 0 L"), "10:1: x of move 1 of 1 is 5, outside the board, expected 0 to 4"),
        (format!("1\n{gap}1\n4 7 L"), "10:3: y of move 1 of 1 is 7, outside the board, expected 0 to 6"),
        (
            format!("1\n{gap}2\n3 0 L\n0 0 L"),
            "11:1: move 2 of 2 leaves the board, expected a move to a cell of the board",
        ),
        (
            format!("0\n{}1\n4 5 R", board(&[])),
            "10:1: move 1 of 1 leaves the board, expected a move to a cell of the board",
        ),
        (
            format!("1\n{}0", board(&["1 0 1", "0 0 1 1"])),
            "3:7: this tile floats, expected a tile or the floor right below it",
        ),
        ("1 \0".into(), r"1:3: found '\x00', expected a cell, a number with 0 for empty"),
    ] {
        refuses("mayan simulate", text.as_bytes(), "", &format!("<stdin>:{message}"));
    }
}
