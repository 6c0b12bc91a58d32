//! Tests of the bound by the largest removals: it is never below the best score.

use super::columns::Columns;
use super::counts;
use super::group_reach::{COSTS, GroupReach};
use super::largest_removals::LargestRemovals;
use super::tests::{counts_of, random_grid, scores_of, truth};
use crate::bits::cpu::Portable;
use crate::rules::grid::Grid;
use crate::rules::{Cell, Colour, Rules};
use crate::samegame::repr::packed::Packed;
use crate::samegame::repr::{BoardRepr, below};
use crate::samegame::search::exact::points::PointTable;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;

/// Returns the largest group of a colour on columns from which tiles may be gone.
fn largest(columns: &[Vec<Option<Colour>>], colour: Colour) -> usize {
    let fallen = columns.iter().map(|column| column.iter().flatten().copied().collect::<Vec<Colour>>());
    let closed: Vec<_> = fallen.filter(|column| !column.is_empty()).collect();
    let mut seen: Vec<Vec<bool>> =
        closed.iter().map(|column| column.iter().map(|&here| here != colour).collect()).collect();
    let mut best = 0;
    for col in 0..closed.len() {
        for row in 0..closed[col].len() {
            let (mut size, mut rest) = (0, vec![(col, row)]);
            while let Some((col, row)) = rest.pop() {
                let Some(seen) = seen.get_mut(col).and_then(|column| column.get_mut(row)) else { continue };
                if !std::mem::replace(seen, true) {
                    size += 1;
                    let sides = [(col + 1, row), (col.wrapping_sub(1), row)];
                    rest.extend(sides.into_iter().chain([(col, row + 1), (col, row.wrapping_sub(1))]));
                }
            }
            best = best.max(size);
        }
    }
    best
}

/// Returns the vertical runs of equal tiles of a grid: column, lowest row, tiles, colour.
fn units(grid: &Grid) -> Vec<(usize, usize, usize, Colour)> {
    let mut units: Vec<(usize, usize, usize, Colour)> = Vec::new();
    for col in 0..grid.cols() {
        for row in 0..grid.height(col) {
            let colour = grid.get(Cell::new(row, col)).unwrap();
            match units.last_mut() {
                Some((at, _, tiles, here)) if *at == col && *here == colour => *tiles += 1,
                _ => units.push((col, row, 1, colour)),
            }
        }
    }
    units
}

#[test]
fn groups_are_the_largest_over_all_sets_of_tiles_that_may_be_gone() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(21);
    let (mut compared, mut grows) = (0, 0);
    for number in 0..400 {
        let (rows, cols) = [(4, 3), (3, 4), (2, 6), (6, 2), (1, 11), (11, 1), (5, 3), (3, 5)][number % 8];
        let colours = 2 + below(&mut rng, 4);
        let grid = random_grid(&mut rng, rows, cols, colours);
        let units = units(&grid);
        if units.len() > 12 {
            continue;
        }
        let colours: Vec<Colour> = (0..grid.colours() as Colour).collect();
        let (mut columns, mut reach) = (Columns::default(), GroupReach::default());
        reach.work = usize::MAX;
        assert!(columns.read(&Packed::<16, 4, 3>::from_grid(&grid).unwrap(), &colours));
        // For each set of units that are gone: the number of tiles gone of each colour, and the largest group
        // of each.
        let mut boards = Vec::new();
        for gone in 0..1 << units.len() {
            let column = |col| (0..grid.height(col)).map(|row| grid.get(Cell::new(row, col))).collect();
            let mut columns: Vec<Vec<_>> = (0..grid.cols()).map(column).collect();
            let mut taken = vec![0; colours.len()];
            for (_, &(col, row, tiles, colour)) in
                units.iter().enumerate().filter(|(unit, _)| gone >> unit & 1 == 1)
            {
                columns[col][row..row + tiles].fill(None);
                taken[usize::from(colour)] += tiles;
            }
            let largest: Vec<usize> = colours.iter().map(|&colour| largest(&columns, colour)).collect();
            boards.push((taken, largest));
        }
        for colour in 0..colours.len() {
            for free in (0..1 << colours.len()).filter(|free| free >> colour & 1 == 0) {
                let most = reach
                    .max_sizes(&columns, (colour, free), grid.count(colour as Colour), &mut || false)
                    .unwrap();
                let mut truth = [0; COSTS];
                for (taken, largest) in &boards {
                    let priced = |other: &usize| *other != colour && free >> other & 1 == 0;
                    let cost: usize = (0..colours.len()).filter(priced).map(|other| taken[other]).sum();
                    truth[cost] = truth[cost].max(largest[colour] as i8);
                }
                for cost in 1..COSTS {
                    truth[cost] = truth[cost].max(truth[cost - 1]);
                }
                assert_eq!(most, truth, "{colour} {free:b}: {grid:?}");
                compared += 1;
                grows += usize::from(truth[0] < truth[COSTS - 1]);
            }
        }
    }
    assert!(compared > 5000 && grows > 1000, "{compared} {grows}");
}

#[test]
fn without_work_the_bound_is_that_of_the_counts() {
    let grid = Grid::parse("123 / 231 / 312").unwrap();
    let board = Packed::<16, 4, 3>::from_grid(&grid).unwrap();
    let (mut columns, mut reach) = (Columns::default(), GroupReach::default());
    assert!(columns.read(&board, &[0, 1, 2]));
    assert_eq!(reach.max_sizes(&columns, (0, 0), 3, &mut || false), None);
    let (counts, scores) = (counts_of(&grid), PointTable::new(Rules::default(), 9));
    let most = |work, give_up| {
        LargestRemovals::new(9, &scores)
            .upper_bound(Portable, &board, &counts, &scores, work, &mut || give_up)
    };
    assert_eq!(most(0, false), Some(counts::upper_bound(&counts, &scores)));
    assert_eq!(most(usize::MAX, true), Some(counts::upper_bound(&counts, &scores)));
    assert!(most(usize::MAX, false) < most(0, false));
}

/// Checks the bound on boards of games from random grids, under all rules. Returns the number of boards, and on
/// how many of them the bound is below the bound by counts, and equal to the best score.
fn check_boards(seed: u64, grids: usize, sizes: &[(usize, usize)]) -> [usize; 3] {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut asked = [0; 3];
    for number in 0..grids {
        let (rows, cols) = sizes[number % sizes.len()];
        let colours = 2 + below(&mut rng, 4);
        let grid = random_grid(&mut rng, rows, cols, colours);
        let scores = scores_of(number, grid.tiles());
        let mut known = HashMap::new();
        truth(&grid, &scores, &mut known);
        for (grid, &value) in known.iter().take(30) {
            let (counts, board) = (counts_of(grid), Packed::<16, 4, 3>::from_grid(grid).unwrap());
            let mut bound = LargestRemovals::new(counts.iter().copied().max().unwrap_or(0), &scores);
            let work = if number % 7 == 6 { 100 } else { usize::MAX };
            let most = bound.upper_bound(Portable, &board, &counts, &scores, work, &mut || false).unwrap();
            assert!(most >= value, "{most} < {value}: {grid:?} {scores:?}");
            let rough = counts::upper_bound(&counts, &scores);
            assert!(most <= rough, "{most} > {rough}: {grid:?} {scores:?}");
            asked[0] += 1;
            asked[1] += usize::from(most < rough);
            asked[2] += usize::from(most < rough && most == value);
        }
    }
    asked
}

const SIZES: [(usize, usize); 8] = [(8, 2), (2, 8), (3, 6), (6, 3), (4, 4), (1, 14), (14, 1), (5, 4)];

#[test]
fn no_order_of_largest_removals_is_below_the_truth() {
    let [asked, below_counts, exact] = check_boards(22, 3000, &SIZES);
    assert!(asked > 20_000 && below_counts > 5000 && exact > 500, "{asked} {below_counts} {exact}");
}

#[test]
#[ignore = "takes minutes"]
fn no_order_of_largest_removals_is_below_the_truth_at_length() {
    for seed in 100..140 {
        println!("{seed}: {:?}", check_boards(seed, 20_000, &SIZES));
    }
    println!("larger: {:?}", check_boards(140, 400, &[(5, 5), (4, 6), (6, 4), (3, 8)]));
}
