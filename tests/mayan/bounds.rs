//! The arguments behind bounds and sleep sets, tested on boards by brute force.

use super::solve::small_board;
use crate::support::column_flow::{MAX_TOTAL, clearable, index};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tilefall::internals::bits::cpu::Portable;
use tilefall::internals::mayan::moves::Moves;
use tilefall::internals::mayan::packed::Packed;
use tilefall::internals::mayan::solve::bound::column_flow::{LANES, SCALE};
use tilefall::internals::mayan::solve::bound::final_moves::FinalBound;
use tilefall::internals::mayan::solve::bound::lanes::Lanes;
use tilefall::internals::mayan::solve::bound::{FlowBound, LowerBound};
use tilefall::internals::mayan::solve::sleep::{MoveSet, independent_of_slide, independent_of_swap};
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Move, Side};

/// Returns the bound of each lane (the sum over all colours), and whether no colour has 1 or 2 blocks.
fn lanes(grid: &Grid) -> ([u32; LANES], bool) {
    let (mut sum, mut alive) = ([0; LANES], true);
    for colour in 0..grid.colours() {
        let name = grid.names()[colour];
        let counts = std::array::from_fn(|col| {
            (0..grid.rows()).filter(|&row| grid.name_at(Cell::new(row, col)) == Some(name)).count() as u8
        });
        let total = counts.iter().map(|&count| usize::from(count)).sum();
        alive &= !matches!(total, 1 | 2);
        if total <= MAX_TOTAL {
            let row = Lanes::row(index(counts) as u16);
            sum.iter_mut().zip(row.0).for_each(|(sum, lane)| *sum += u32::from(lane));
        }
    }
    (sum, alive)
}

/// One move lowers the bound of each lane by at most one, also if blocks vanish: the bound before the move also lets
/// these blocks vanish in their columns.
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

/// Returns for each colour the number of its blocks in each column.
fn columns(grid: &Grid) -> Vec<[u8; 5]> {
    let count = |colour: usize, col: usize| {
        let is = |row: &usize| grid.get(Cell::new(*row, col)).map(usize::from) == Some(colour);
        (0..grid.rows()).filter(is).count() as u8
    };
    (0..grid.colours()).map(|colour| std::array::from_fn(|col| count(colour, col))).collect()
}

/// Returns the [`columns`] after a move, before anything vanishes.
fn columns_after(grid: &Grid, step: Move) -> Vec<[u8; 5]> {
    let mut columns = columns(grid);
    let to = if step.side == Side::Right { step.x + 1 } else { step.x - 1 };
    let at = |x: u8| grid.get(Cell::new(usize::from(step.y), usize::from(x)));
    for (colour, from, to) in [(at(step.x), step.x, to), (at(to), to, step.x)] {
        if let Some(colour) = colour {
            columns[usize::from(colour)][usize::from(from)] -= 1;
            columns[usize::from(colour)][usize::from(to)] += 1;
        }
    }
    columns
}

/// A last move is allowed exactly if all blocks of each colour can then vanish in their columns. With two moves left, a
/// first move is allowed whenever an allowed last move can follow it.
#[test]
fn the_last_two_moves_are_those_that_the_columns_allow() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let played = |grid: &Grid, step: Move| {
        let mut child = grid.clone();
        child.play(step).ok().map(|_| child)
    };
    let alive = |grid: &Grid| columns(grid).iter().all(|c| !matches!(c.iter().sum::<u8>(), 1 | 2));
    let all_clearable = |columns: Vec<[u8; 5]>| columns.into_iter().all(clearable);
    let (mut last, mut first, mut cut, mut solved, mut three) = (0, 0, 0, 0, 0);
    for round in 0..4000 {
        let mut grid = small_board(&mut rng, if round % 3 == 0 { 4 } else { 7 }, 5);
        grid.settle();
        if !alive(&grid) || grid.is_empty() {
            continue;
        }
        let board = Packed::<4>::from_grid(&grid).unwrap();
        let end = end_of::<4, FlowBound<16>>(&board);
        let all = Moves::of(&board, 5);
        let may_be_last = end.last(&board, 5);
        let everything = MoveSet { right: all.swaps | all.right, left: all.left };
        let may_be_first = end.first_of_two(&board, everything, all.swaps);
        if let Ok(few) = Packed::<2>::from_grid(&grid) {
            let end = end_of::<2, FlowBound<4>>(&few);
            assert_eq!(end.last(&few, 5), may_be_last, "{grid:?}");
            assert_eq!(end.first_of_two(&few, everything, all.swaps), may_be_first, "{grid:?}");
            three += 1;
        }
        for step in grid.canonical_moves(false) {
            let child = played(&grid, step).unwrap();
            let slide = (all.right | all.left) >> bit(step) & 1 == 1 && all.swaps >> bit(step) & 1 == 0;
            let slide = slide || step.side == Side::Left;
            let hot = all.run_swaps >> bit(step) & 1 == 1;
            let allowed = (slide || hot) && all_clearable(columns_after(&grid, step));
            assert_eq!(may_be_last.contains(step), allowed, "{grid:?} {step:?}");
            solved += usize::from(child.is_empty());
            assert!(allowed || !child.is_empty(), "{grid:?} {step:?}");
            last += usize::from(allowed);
            // Whether the columns allow a last move after this one.
            let mut fits = alive(&child) && !child.is_empty();
            fits = fits
                && child
                    .canonical_moves(false)
                    .into_iter()
                    .any(|next| all_clearable(columns_after(&child, next)));
            assert!(!fits || may_be_first.contains(step), "{grid:?} {step:?}");
            if child.tiles() == grid.tiles() {
                let (x, y) = (u32::from(step.x), u32::from(step.y));
                let to = if step.side == Side::Right { x + 1 } else { x - 1 };
                let (a, b) = (board.code(8 * x + y), board.code(8 * to + y));
                let child_end = if slide { end_slide(&end, x, to, a) } else { end_swap(&end, x, a, b) };
                assert!(!fits || child_end, "{grid:?} {step:?}");
                first += usize::from(child_end);
            }
            cut += usize::from(!may_be_first.contains(step));
        }
    }
    assert!(last > 500 && first > 2000 && cut > 10_000, "{last} {first} {cut}");
    assert!(solved > 300 && three > 500, "{solved} {three}");
}

fn end_of<const B: usize, M: LowerBound<B>>(board: &Packed<B>) -> M::Final {
    M::of(board, u64::MAX, Portable).unwrap().end()
}

fn end_swap<E: FinalBound<4>>(end: &E, x: u32, a: usize, b: usize) -> bool {
    end.swap(x, a, b).is_some()
}

fn end_slide<E: FinalBound<4>>(end: &E, x: u32, to: u32, a: usize) -> bool {
    end.slide(x, to, a).is_some()
}

fn bit(step: Move) -> u32 {
    u32::from(step.x) * 8 + u32::from(step.y)
}

/// Two quiet moves (no block vanishes) that sleep sets treat as independent lead to the same board in either order.
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
                Side::Right if swaps >> bit(a) & 1 == 1 => independent_of_swap(bit(a), swaps),
                Side::Right => independent_of_slide(bit(a), u32::from(a.x) + 1, swaps),
                Side::Left => independent_of_slide(bit(a), u32::from(a.x) - 1, swaps),
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
