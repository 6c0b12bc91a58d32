//! No bound lies below what a board truly brings.

use super::barriers::Barriers;
use super::{Bounder, counts};
use crate::base::{Cell, Colour, LeftPenalty, Rules, Score};
use crate::bits::cpu::Portable;
use crate::grid::Grid;
use crate::samegame::board::packed::Packed;
use crate::samegame::board::{Board, below};
use crate::samegame::search::exact::points::Worth;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;

fn counts_of(grid: &Grid) -> Vec<usize> {
    (0..grid.colours()).map(|colour| grid.count(colour as Colour)).collect()
}

/// What a board brings, by playing everything.
fn truth(grid: &Grid, worth: &Worth, known: &mut HashMap<Grid, i32>) -> i32 {
    if let Some(&value) = known.get(grid) {
        return value;
    }
    let children = grid.groups().into_iter().map(|first| {
        let mut next = grid.clone();
        let removed = next.click(first);
        worth.points(removed) + truth(&next, worth, known)
    });
    let value = children.max().unwrap_or_else(|| worth.at_end(counts_of(grid).into_iter()));
    known.insert(grid.clone(), value);
    value
}

#[test]
fn no_bound_is_below_the_truth() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let scores = [Score::N2, Score::N1, Score::Tri, Score::Nn1, Score::Count];
    let (mut proven, mut below_rough, mut sharper) = (0, 0, 0);
    for number in 0..60 {
        let (rows, cols) = (2 + below(&mut rng, 4), 2 + below(&mut rng, 4));
        let colours = 2 + below(&mut rng, 4);
        let grid = Grid::from_names(rows, cols, |_| Some(below(&mut rng, colours) as u64)).unwrap();
        let penalty = if number % 3 == 0 { LeftPenalty::N2 } else { LeftPenalty::None };
        let clear_bonus = [0, 1000, 7][number / 5 % 3];
        let rules = Rules { score: scores[number % 5], clear_bonus, left_penalty: penalty };
        let worth =
            if number % 10 == 9 { Worth::clearing(grid.tiles()) } else { Worth::new(rules, grid.tiles()) };
        let mut known = HashMap::new();
        truth(&grid, &worth, &mut known);
        for (grid, &value) in known.iter().take(400) {
            let counts = counts_of(grid);
            let rough = counts::most(&counts, &worth);
            assert!(rough >= value, "{rough} < {value}: {grid:?}");
            let board = Packed::<8, 1, 3>::from_grid(grid).unwrap();
            let most = Barriers::default().most(&board, counts.len(), &worth);
            assert!(most >= value, "{most} < {value}: {grid:?}");
            below_rough += usize::from(most < rough);
            let mut bounder = Bounder::new(worth.clone());
            let sharp = bounder.sharp(Portable, &board, &counts);
            assert!(sharp >= value, "{sharp} < {value}: {grid:?}");
            sharper += usize::from(sharp < most);
            for enough in [value - 1, value - 2, value - 9, value, value + 1, value + 5] {
                let fine = bounder.fine(Portable, &board, &counts, rough, enough);
                assert!(fine >= value, "{fine} < {value}, {enough} asked: {grid:?}");
                proven += usize::from(fine == enough && rough > enough);
            }
        }
    }
    // The test looks at something.
    assert!(proven > 100 && below_rough > 100 && sharper > 100, "{proven} {below_rough} {sharper}");
}

/// A settled grid, its columns of any heights.
fn random_grid(rng: &mut Xoshiro256PlusPlus, rows: usize, cols: usize, colours: usize) -> Grid {
    let heights: Vec<usize> = (0..cols).map(|_| 1 + below(rng, rows)).collect();
    let colour = |cell: Cell| (cell.row < heights[cell.col]).then(|| below(rng, colours) as u64);
    Grid::from_names(rows, cols, colour).unwrap()
}

#[test]
fn the_sharp_bound_holds_on_boards_of_every_shape() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let scores = [Score::N2, Score::N1, Score::Tri, Score::Nn1, Score::Count];
    let (mut asked, mut sharper, mut exact) = (0, 0, 0);
    for number in 0..3000 {
        let (rows, cols) = [(8, 2), (2, 8), (3, 6), (6, 3), (4, 4), (1, 14), (14, 1), (5, 4)][number % 8];
        let colours = 2 + below(&mut rng, 4);
        let grid = random_grid(&mut rng, rows, cols, colours);
        let left_penalty = if number % 3 == 0 { LeftPenalty::N2 } else { LeftPenalty::None };
        let clear_bonus = [0, 1000, 7, 40, u64::MAX / 4][number / 8 % 5];
        let worth = match number % 11 {
            10 => Worth::clearing(grid.tiles()),
            _ => Worth::new(Rules { score: scores[number / 8 % 5], clear_bonus, left_penalty }, grid.tiles()),
        };
        let mut known = HashMap::new();
        truth(&grid, &worth, &mut known);
        for (grid, &value) in known.iter().take(40) {
            let (counts, mut bounder) = (counts_of(grid), Bounder::new(worth.clone()));
            let board = Packed::<16, 4, 3>::from_grid(grid).unwrap();
            let rough = counts::most(&counts, &worth);
            let sharp = bounder.sharp(Portable, &board, &counts);
            assert!(sharp >= value, "{sharp} < {value}: {grid:?} {worth:?}");
            asked += 1;
            sharper += usize::from(sharp < rough);
            exact += usize::from(sharp < rough && sharp == value);
        }
    }
    assert!(asked > 20_000 && sharper > 5000 && exact > 500, "{asked} {sharper} {exact}");
}
