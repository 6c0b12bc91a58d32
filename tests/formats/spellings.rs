//! Boards in every spelling are read right. Texts with a mistake in the spelling are read right or refused.

use tilefall::rules::{Cell, GameKind, Random};
use tilefall::text::formats::auto;

/// The spellings: eight texts, and the kind of cells. The texts stand before the board, at the start and end of a row,
/// at the start and end of a cell, between cells, between rows, and after the board. The cells are single signs (`s`),
/// also numbers (`n`), or also words (`w`).
const SPELLINGS: &[[&str; 9]] = &[
    ["", "", "", "", "", "", "\n", "\n", "s"],
    ["", "", "", "", "", "", " / ", "", "s"],
    ["", "", ",", "", "", "", "\n", "\n", "s"],
    ["", "", ";", "", "", "", "\n", "", "s"],
    ["", "|", "|", "", "", "", "\n", "\n", "s"],
    ["", "│", "│", "", "", "", "\n", "\n", "s"],
    ["+----+\n", "|", "|", "", "", "", "\n", "\n+----+\n", "s"],
    ["┌────┐\n", "│", "│", "", "", "", "\n", "\n└────┘\n", "s"],
    ["", "\"", "\"", "", "", "", ",\n", "\n", "s"],
    ["", "\"", "\",", "", "", "", "\n", "\n", "s"],
    ["{", "\"", "\"", "", "", "", ",", "}", "s"],
    ["[", "'", "'", "", "", "", ", ", "]", "s"],
    ["new[] { ", "\"", "\"", "", "", "", ",\n ", " };\n", "s"],
    ["String[] board = {", "\"", "\"", "", "", "", ", ", "};", "s"],
    ["", "", "", "", "", " ", "\n", "\n", "n"],
    ["", "", "", "", "", "\t", "\n", "\n", "n"],
    ["", "", "", "", "", " ", " / ", "\n", "n"],
    ["", "", "", "", "", " ", "; ", "\n", "n"],
    ["", "|", "|", "", "", " ", "\n", "\n", "n"],
    ["", "", "", "", "", ",", "\n", "\n", "w"],
    ["", "", ",", "", "", ", ", "\n", "\n", "w"],
    ["", "", "", "\"", "\"", ",", "\n", "\n", "w"],
    ["", "", ";", "", "", ",", "\n", "\n", "w"],
    ["", "", ";", "", "", ",", "", "", "w"],
    ["", "", "", "", "", "，", "\n", "\n", "w"],
    ["", "", "", "", "", "、", "\n", "\n", "w"],
    ["", "", "", "", "", ";", "\n", "\n", "w"],
    ["", "", "", "", "", "；", "\n", "\n", "w"],
    ["", "", "", "", "", "|", "\n", "\n", "w"],
    ["", "", "", "", "", "｜", "\n", "\n", "w"],
    ["", "| ", " |", "", "", " | ", "\n", "\n", "w"],
    ["+---+\n", "| ", " |", "", "", " | ", "\n+---+\n", "\n+---+\n", "w"],
    ["[", "[", "]", "", "", ",", ",", "]\n", "w"],
    ["[", "[", "]", "'", "'", ", ", ",\n ", "]\n", "w"],
    ["[", "[", "]", "", "", " ", "\n ", "]\n", "w"],
    ["", "[", "]", "", "", ", ", "\n", "\n", "w"],
    ["", "(", ")", "", "", ", ", "\n", "\n", "w"],
    ["[", "(", ")", "'", "'", ", ", ", ", "]", "w"],
    ["[", "", "", "", "", " ", "; ", "]", "w"],
    ["array([", "[", "]", "", "", ", ", ",\n       ", "])\n", "w"],
    ["np.array([", "[", "]", "", "", ", ", ", ", "], dtype=object)", "w"],
    ["int board[9][9] = {\n  ", "{", "}", "", "", ",", ",\n  ", "\n};\n", "w"],
    ["let board = vec![", "vec![", "]", "", "", ", ", ", ", "];", "w"],
    ["Array(", "Array(", ")", "", "", ", ", ", ", ")", "w"],
    ["\"board\": [", "[", "]", "\"", "\"", ", ", ", ", "]", "w"],
    ["# a board\n", "", " // a row of it", "", "", " ", "\n", "\n", "n"],
];

/// The text around a board: before it, before each line (`N` counts them), and after it.
const NOISE: &[[&str; 3]] = &[
    ["Board:\n", "", ""],
    ["Level 12\n", "", ""],
    ["Here is the level that I cannot clear:\n\n", "", ""],
    ["My board, from the top\n", "", "Can you solve it?\n"],
    ["Test case #4:\n", "", ""],
    ["$ cat board.txt\n", "", "$\n"],
    [">>> board\n", "", ">>> \n"],
    ["In [3]: board\nOut[3]:\n", "", ""],
    ["import numpy as np\n", "", "print(solve(board))\n"],
    ["#include <vector>\nusing namespace std;\n", "", "int main() { return 0; }\n"],
    ["def solve(board: List[List[int]]) -> int:\n    return 0\n\n", "", ""],
    ["-- the board\n", "", ""],
    ["/* the board\n   of today */\n", "", ""],
    ["# the board of today\n", "", "# thanks\n"],
    ["", "", "Score: 125\n"],
    ["", "", "\nMoves left: 3\n"],
    ["", "", "Enter row and column: "],
    ["", "", "\nclicks (row column, from the bottom left):\n1 1, 2 1\n"],
    ["", "", "\nmoves = [(0, 1), (1, 0)]\n"],
    ["", "", "\n1 1\n2 1\n"],
    ["=======\n", "", "\n=======\n"],
    ["----------\n", "", "\n----------\n"],
    ["```\n", "", "\n```\n"],
    ["Board\n-----\n", "", ""],
    ["\n\n", "", "\n\n\n"],
    ["", "> ", ""],
    ["", "N: ", ""],
    ["", "N) ", ""],
    ["", "Row N: ", ""],
    ["Board:\n", "  N. ", "Score: 0\n"],
    ["", "    ", "\nThanks!\n"],
    ["5\n", "", ""],
    ["40 x 50\n", "", ""],
    ["Size: 3x3\n", "", ""],
    ["", "", "\n[1,1]\n[2,1]\n"],
    ["\u{1b}[31mBoard\u{1b}[0m:\n", "", ""],
];

/// The symbols of cells: numbers that are no size of a board, letters, signs, larger numbers, and words.
const SYMBOLS: [&[&str]; 5] = [
    &["6", "7", "8", "9"],
    &["R", "G", "b", "Y"],
    &["*", "@", "\u{1f7e5}", "é"],
    &["10", "20", "345", "77"],
    &["red", "light-green", "B2B", "Y"],
];

type Board = Vec<Vec<&'static str>>;

/// Returns a random settled board of at least three rows and two columns, the top row first.
fn board(random: &mut Random, spelling: &[&str; 9]) -> Board {
    let kinds = ["s", "n", "w"].iter().position(|kind| *kind == spelling[8]).unwrap() + 3;
    let symbols = SYMBOLS[random.below(kinds)];
    let (rows, cols) = (random.between(3, 6), random.between(2, 5));
    let mut heights: Vec<usize> = (0..cols).map(|_| random.below(2 * rows).min(rows)).collect();
    heights.sort_by_key(|&height| height == 0);
    heights[0] = heights[0].max(1);
    let mut cell = |row: usize, col: usize| {
        if rows - row > heights[col] { "." } else { symbols[random.below(4)] }
    };
    (0..rows).map(|row| (0..cols).map(|col| cell(row, col)).collect()).collect()
}

/// Returns the characters of a board in a spelling, and whether each of them belongs to a cell or separates rows.
fn spelt(board: &Board, spelling: &[&str; 9]) -> Vec<(char, bool)> {
    let [before, start, end, open, close, comma, newline, after, _] = *spelling;
    let mut text = Vec::new();
    let mut add = |part: &str, fixed: bool| text.extend(part.chars().map(|c| (c, fixed)));
    add(before, false);
    for (i, row) in board.iter().enumerate() {
        add(if i > 0 { newline } else { "" }, true);
        add(start, false);
        for (j, cell) in row.iter().enumerate() {
            add(if j > 0 { comma } else { "" }, false);
            add(open, false);
            add(cell, true);
            add(close, false);
        }
        add(end, newline.is_empty());
    }
    add(after, false);
    text
}

fn string(text: &[(char, bool)]) -> String {
    text.iter().map(|&(c, _)| c).collect()
}

/// Returns whether the text is read as the board, or the message if it is refused.
fn is_read_as(text: &str, board: &Board) -> Result<bool, String> {
    let mut puzzles = Vec::new();
    for item in auto::read_for(text.as_bytes(), Some(GameKind::SameGame)).puzzles {
        puzzles.push(item.map_err(|error| error.to_string())?.grid);
    }
    let [grid] = &puzzles[..] else { return Ok(false) };
    let rows = board.len();
    let shown = |row: usize, col: usize| {
        grid.name_at(Cell::new(rows - 1 - row, col))
            .map_or(".".into(), |name| grid.label_of(name).into_owned())
    };
    let same =
        |(row, cells): (usize, &Vec<&str>)| (0..).zip(cells).all(|(col, cell)| shown(row, col) == *cell);
    Ok((grid.rows(), grid.cols()) == (rows, board[0].len()) && board.iter().enumerate().all(same))
}

/// Adds, doubles or removes one character that is not part of a cell and does not separate rows.
fn mistaken(text: &mut Vec<(char, bool)>, random: &mut Random) {
    const ADDED: [char; 13] = ['|', ',', ';', '[', ']', '(', ')', '{', '}', '"', '\'', ' ', '/'];
    let at = random.below(text.len());
    match random.below(3) {
        0 => text.insert(at, (ADDED[random.below(13)], false)),
        1 if !text[at].1 => text.insert(at, text[at]),
        _ if !text[at].1 && text[at].0 != '\n' => _ = text.remove(at),
        _ => {}
    }
}

/// Replaces the symbols by `1` to `4` and `a` to `d`, which could also be labels of rows and columns.
fn counted(mut board: Board) -> Board {
    const PAIRS: [(&str, &str); 8] =
        [("6", "1"), ("7", "2"), ("8", "3"), ("9", "4"), ("R", "a"), ("G", "b"), ("b", "c"), ("Y", "d")];
    for cell in board.iter_mut().flatten() {
        *cell = PAIRS.iter().find(|(from, _)| from == cell).map_or(*cell, |(_, to)| to);
    }
    board
}

/// Returns a text with text before and after it and a label before each line, as in [`NOISE`].
fn noisy(text: &str, [before, label, after]: [&str; 3]) -> String {
    let label = |(number, line): (usize, &str)| label.replace('N', &number.to_string()) + line;
    let lines: Vec<String> = (1..).zip(text.trim_end().lines()).map(label).collect();
    format!("{before}{}\n{after}", lines.join("\n"))
}

/// Checks many boards with text around them: each is read, or refused with the place of the fault.
fn check_noise(texts: usize, seed: u64) {
    let mut random = Random::new(seed, 0);
    let (mut read, mut wrong) = (0, Vec::new());
    for number in 0..texts {
        let spelling = &SPELLINGS[number % SPELLINGS.len()];
        let board = board(&mut random, spelling);
        let board = if random.below(3) == 0 { counted(board) } else { board };
        let mut text = spelt(&board, spelling);
        if random.below(4) == 0 {
            mistaken(&mut text, &mut random);
        }
        // Each of the three parts is from one row of `NOISE` or, in half of the cases, from a random row.
        let first = random.below(NOISE.len());
        let mut part =
            |at: usize| NOISE[if random.below(2) == 0 { first } else { random.below(NOISE.len()) }][at];
        let text = noisy(&string(&text), [part(0), part(1), part(2)]);
        match is_read_as(&text, &board) {
            Ok(true) => read += 1,
            Ok(false) => wrong.push(format!("{text:?} is read as another board than {board:?}")),
            Err(error) if error.starts_with(|c: char| c.is_ascii_digit()) => {}
            Err(error) => wrong.push(format!("{text:?} is refused without a place: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {texts}:\n{}", wrong.len(), wrong[..wrong.len().min(30)].join("\n"));
    assert!(2 * read > texts, "{read} of {texts}");
}

#[test]
fn boards_with_text_around_them_are_read_or_refused() {
    check_noise(1000, 1);
}

#[test]
#[ignore = "takes a minute"]
fn many_boards_with_text_around_them_are_read_or_refused() {
    (2..12).for_each(|seed| check_noise(10_000, seed));
}

/// Checks many boards with and without mistakes.
fn check(texts: usize, seed: u64) {
    let mut random = Random::new(seed, 0);
    let (mut read, mut wrong) = (0, Vec::new());
    for number in 0..texts {
        let spelling = &SPELLINGS[number % SPELLINGS.len()];
        let board = board(&mut random, spelling);
        let text = spelt(&board, spelling);
        match is_read_as(&string(&text), &board) {
            Ok(true) => {}
            // Strings of two digits may be cells or rows.
            Err(error) if error.contains("strings that can be cells or rows") => {}
            other => wrong.push(format!("{:?}: {other:?}", string(&text))),
        }
        for _ in 0..4 {
            let mut text = text.clone();
            mistaken(&mut text, &mut random);
            match is_read_as(&string(&text), &board) {
                Ok(true) => read += 1,
                Ok(false) => {
                    wrong.push(format!("{:?} is read as another board than {board:?}", string(&text)))
                }
                Err(_) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong[..wrong.len().min(20)].join("\n"));
    assert!(read > texts / 2, "{read} of {texts}");
}

#[test]
fn boards_in_every_spelling_are_read_and_mistakes_are_refused() {
    check(2000, 1);
}

#[test]
#[ignore = "takes a minute"]
fn many_boards_in_every_spelling_are_read() {
    (2..12).for_each(|seed| check(10_000, seed));
}
