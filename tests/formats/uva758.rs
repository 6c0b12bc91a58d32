//! `samegame simulate --uva758`: always the biggest group.

use crate::support::{Run, accepts, refuses, tilefall};
use proptest::prelude::*;
use std::fmt::Write as _;
use tilefall::judge::uva758::play;
use tilefall::rules::Cell;
use tilefall::rules::grid::Grid;

#[test]
fn files_give_their_output() {
    assert_eq!(accepts("samegame simulate --uva758", "uva758"), 2);
}

#[test]
fn mistakes_come_behind_the_games_before() {
    let game =
        "RGB".repeat(50).as_bytes().chunks(15).map(|row| [row, b"\n"].concat()).collect::<Vec<_>>().concat();
    let game = String::from_utf8(game).unwrap();
    let run = tilefall("samegame simulate --uva758 -", format!("1\n{game}").as_bytes());
    let Run { out: first, code: Some(0), .. } = run else { panic!("{run:?}") };
    let words = "samegame simulate --uva758";
    let text = format!("2\n\n{game}\n{}", game.replacen('B', "Y", 1));
    refuses(words, text.as_bytes(), &first, "<stdin>:14:3: found 'Y', expected R, G or B");
    let text = format!("2\n\n{game}\nRGB\n");
    refuses(words, text.as_bytes(), &first, "<stdin>:14:1: this row has 3 letters, expected 15");
    let text = format!("2\n\n{game}");
    refuses(
        words,
        text.as_bytes(),
        &first,
        "<stdin>:13:1: the input ends here, expected a row of 15 letters R, G, B",
    );
    refuses(words, b"", "", "<stdin>:1:1: the input ends here, expected the number of games");
}

/// Plays the game by the rule book: looks at the group of every tile.
fn naive(mut grid: Grid) -> String {
    let (mut out, mut score, mut number) = ("Game 1:\n\n".to_string(), 0, 0);
    loop {
        let sized: Vec<_> = grid.cells().map(|cell| (grid.group(cell).len(), cell)).collect();
        let most = sized.iter().map(|&(size, _)| size).max().unwrap_or(0);
        if most < 2 {
            break;
        }
        let cell = sized
            .into_iter()
            .filter(|&(size, _)| size == most)
            .map(|(_, cell)| (cell.col, cell.row))
            .min()
            .unwrap();
        let (row, col) = (cell.1 + 1, cell.0 + 1);
        let cell = Cell::new(cell.1, cell.0);
        let letter = Grid::character(grid.name_at(cell).unwrap()).unwrap();
        let points = (most - 2) * (most - 2);
        (score, number) = (score + points, number + 1);
        let text = format!("removed {most} balls of color {letter}, got {points} points.");
        writeln!(out, "Move {number} at ({row},{col}): {text}").unwrap();
        grid.click(cell);
    }
    score += if grid.is_empty() { 1000 } else { 0 };
    writeln!(out, "Final score: {score}, with {} balls remaining.", grid.tiles()).unwrap();
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]
    #[test]
    fn output_is_that_of_the_rule_book(
        rows in 1usize..=18, cols in 1usize..=15, colours in 1usize..=4,
        cells in proptest::collection::vec(0usize..12, 18 * 15),
    ) {
        let name = |cell: Cell| Grid::name_of(['R', 'G', 'B', 'Y'][cells[cell.row * cols + cell.col] % colours]);
        let grid = Grid::from_names(rows, cols, name).unwrap();
        let mut out = Vec::new();
        play(1, &grid, &mut out);
        prop_assert_eq!(String::from_utf8(out).unwrap(), naive(grid));
    }
}
