//! Sleep sets: which moves are independent, and which boards must be quiet.

use crate::support::boards;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tilefall::internals::control::SearchLimits;
use tilefall::internals::mayan::moves::bit_of;
use tilefall::internals::mayan::solve::sleep::{MoveSet, independent_of_slide, independent_of_swap};
use tilefall::internals::mayan::solve::tuning::Tuning;
use tilefall::internals::mayan::solve::{Request, solve};
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Mode, Move, Side, StopFlag};

/// The effect of a move on the cells: a swap of the columns x and x + 1 in a row, or a slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Swap { x: u8, y: u8 },
    Slide { x: u8, y: u8, to: u8 },
}

fn kind(grid: &Grid, step: Move) -> Kind {
    let Move { x, y, side } = step;
    let to = if side == Side::Right { x + 1 } else { x - 1 };
    match grid.get(Cell::new(usize::from(y), usize::from(to))) {
        Some(_) => Kind::Swap { x, y },
        None => Kind::Slide { x, y, to },
    }
}

/// The rule as in the documentation of sleep sets.
fn independent(one: Kind, other: Kind) -> bool {
    match (one, other) {
        (Kind::Swap { x, y }, Kind::Swap { x: u, y: v }) => y != v || x.abs_diff(u) > 1,
        (Kind::Swap { x, y }, Kind::Slide { x: u, y: v, .. })
        | (Kind::Slide { x: u, y: v, .. }, Kind::Swap { x, y }) => (u != x && u != x + 1) || y < v,
        (Kind::Slide { x, to, .. }, Kind::Slide { x: u, to: v, .. }) => {
            x != u && x != v && to != u && to != v
        }
    }
}

/// Returns the moves that the solver treats as independent of a move.
fn set(kind: Kind, step: Move, swaps: u64) -> MoveSet {
    match kind {
        Kind::Swap { .. } => independent_of_swap(bit_of(step), swaps),
        Kind::Slide { to, .. } => independent_of_slide(bit_of(step), to.into(), swaps),
    }
}

#[test]
fn independent_are_exactly_the_moves_that_the_rule_names() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(30);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..400 {
        let mut grid = boards::any(&mut dice);
        grid.settle();
        let moves = grid.canonical_moves(true);
        let kinds: Vec<Kind> = moves.iter().map(|&step| kind(&grid, step)).collect();
        let swaps = std::iter::zip(&moves, &kinds).filter(|(_, kind)| matches!(kind, Kind::Swap { .. }));
        let swaps = swaps.fold(0, |set, (&step, _)| set | 1u64 << bit_of(step));
        for (&a, &one) in std::iter::zip(&moves, &kinds) {
            let found = set(one, a, swaps);
            for (&b, &other) in std::iter::zip(&moves, &kinds) {
                assert_eq!(found.contains(b), independent(one, other), "{grid:?} {a:?} {b:?}");
                let words = |kind| if matches!(kind, Kind::Swap { .. }) { "swap" } else { "slide" };
                let key = (words(one), words(other), b.side, independent(one, other));
                *seen.entry(key).or_insert(0) += 1;
            }
        }
    }
    // Swaps are right moves; every other pair occurred in both sorts.
    assert!(seen.len() == 12 && seen.values().all(|&pairs| pairs > 100), "{seen:?}");
}

/// Checks that sleep sets alone and all parts give the same first list of exactly `moves` moves of a board (columns
/// from the bottom).
fn first(board: &str, moves: u64) -> String {
    let blocks = |text: &str| text.bytes().map(|digit| usize::from(digit - b'1')).collect();
    let columns: Vec<Vec<usize>> =
        board.split('|').map(|text| blocks(text.trim().trim_matches('-'))).collect();
    let grid = boards::grid(7, &columns, 0);
    let stop = StopFlag::new();
    let limits = SearchLimits { nodes: None, memory: 1 << 16, stop: &stop };
    let lists = [Tuning { sleep: true, ..Tuning::PLAIN }, Tuning::default()].map(|tuning| {
        let request = Request { tuning, ..Request::new(moves, Mode::Exactly) };
        solve(&grid, &request, &limits).unwrap().list.unwrap_or_default()
    });
    assert_eq!(lists[0], lists[1]);
    let side = |step: &Move| if step.side == Side::Right { 'R' } else { 'L' };
    let word = |step: &Move| format!("{}{}{}", step.x, step.y, side(step));
    lists[0].iter().map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn independence_without_quietness_would_lose_this_answer() {
    assert_eq!(first("- | 33 | 3312 | 2112 | 33", 2), "31R 30R");
}

#[test]
fn quietness_not_tested_again_would_change_this_answer() {
    assert_eq!(first("1 | 1221 | 21 | 11 | -", 4), "11R 11R 30R 10R");
}
