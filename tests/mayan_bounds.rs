//! The arguments behind bounds and sleep sets, each tried on boards by the rule book.

use super::mayan_solve::small_board;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tilefall::base::{Cell, Move, Side};
use tilefall::grid::Grid;
use tilefall::mayan::solve::bound::column_flow::{LANES, SCALE, index};
use tilefall::mayan::solve::bound::lanes::{Lanes, has_rows};
use tilefall::mayan::solve::sleep::{MoveSet, of_slide, of_swap};

/// The sum of the rows of all colours, and whether every colour has three blocks or more.
fn lanes(grid: &Grid) -> ([u32; LANES], bool) {
    let (mut sum, mut alive) = ([0; LANES], true);
    for colour in 0..grid.colours() {
        let name = grid.names()[colour];
        let counts = std::array::from_fn(|col| {
            (0..grid.rows()).filter(|&row| grid.name_at(Cell::new(row, col)) == Some(name)).count() as u8
        });
        let total = counts.iter().map(|&count| usize::from(count)).sum();
        alive &= !matches!(total, 1 | 2);
        if has_rows(total) {
            let row = Lanes::row(index(counts) as u16);
            sum.iter_mut().zip(row.0).for_each(|(sum, lane)| *sum += u32::from(lane));
        }
    }
    (sum, alive)
}

/// One move takes at most one move off each lane, also if it eliminates: what vanishes could have been
/// counted on where it stood.
#[test]
fn a_move_lowers_no_lane_by_more_than_one_move() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let (mut quiet, mut loud, mut tight) = (0, 0, 0);
    for _ in 0..3000 {
        let mut grid = small_board(&mut rng, 7, 5);
        grid.settle();
        let (before, alive) = lanes(&grid);
        if !alive {
            continue;
        }
        for step in grid.canonical_moves(false) {
            let mut child = grid.clone();
            child.play(step).unwrap();
            let (after, alive) = lanes(&child);
            if !alive {
                continue;
            }
            *(if child.tiles() == grid.tiles() { &mut quiet } else { &mut loud }) += 1;
            for lane in 0..LANES {
                assert!(after[lane] + u32::from(SCALE) >= before[lane], "{grid:?} {step:?} lane {lane}");
                tight += usize::from(after[lane] + u32::from(SCALE) == before[lane]);
            }
        }
    }
    assert!(quiet > 10_000 && loud > 300 && tight > 1000, "{quiet} {loud} {tight}");
}

fn bit(step: Move) -> u32 {
    u32::from(step.x) * 8 + u32::from(step.y)
}

/// Moves that sleep sets take for independent, both of them quiet, lead to the same board in either order.
#[test]
fn independent_quiet_moves_commute() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(10);
    let (mut pairs, mut runs) = (0, 0);
    for round in 0..600 {
        let (rows, cols) = [(7, 5), (4, 4), (8, 8)][round % 3];
        let mut grid = small_board(&mut rng, rows, cols);
        grid.settle();
        let played = |grid: &Grid, step: Move| {
            let mut child = grid.clone();
            child.play(step).ok().map(|_| child)
        };
        let quiet: Vec<Move> = grid
            .canonical_moves(false)
            .into_iter()
            .filter(|&step| played(&grid, step).is_some_and(|child| child.tiles() == grid.tiles()))
            .collect();
        let full = |col: u8, row: u8| grid.name_at(Cell::new(usize::from(row), usize::from(col))).is_some();
        let swaps = grid
            .canonical_moves(true)
            .into_iter()
            .filter(|step| step.side == Side::Right && full(step.x + 1, step.y))
            .fold(0, |set, step| set | 1u64 << bit(step));
        for &a in &quiet {
            let independent: MoveSet = match a.side {
                Side::Right if swaps >> bit(a) & 1 == 1 => of_swap(bit(a), swaps),
                Side::Right => of_slide(bit(a), u32::from(a.x) + 1, swaps),
                Side::Left => of_slide(bit(a), u32::from(a.x) - 1, swaps),
            };
            for &b in quiet.iter().filter(|&&b| independent.contains(b)) {
                let one = played(&played(&grid, a).unwrap(), b);
                let other = played(&played(&grid, b).unwrap(), a);
                assert!(one.is_some() && one == other, "{grid:?} {a:?} {b:?}");
                runs += usize::from(one.is_some_and(|board| board.tiles() < grid.tiles()));
                pairs += 1;
            }
        }
    }
    assert!(pairs > 1000 && runs > 10, "{pairs} pairs, {runs} of them make a run together");
}
