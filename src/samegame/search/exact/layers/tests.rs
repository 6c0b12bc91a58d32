//! Tests of the encoding and of the search by layers.

use super::encoding::Encoding;
use super::*;
use crate::bits::cpu::{CpuPath, tested_paths};
use crate::rules::control::SearchLimits;
use crate::rules::{Goal, LeftPenalty, Rules, Score, StopFlag};
use crate::samegame::repr::below;
use crate::samegame::search::Found;
use crate::samegame::search::exact::bound::tests::{random_grid, truth};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn boards_are_read_as_they_were_written() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut sizes = [false; encoding::MAX_WORDS + 1];
    for number in 0..3000 {
        let (rows, cols) = (1 + below(&mut rng, 16), 1 + below(&mut rng, 16));
        let mut grid = random_grid(&mut rng, rows, cols, 1 + number % 7);
        let encoding = Encoding::of(&grid).unwrap();
        // Boards after clicks have empty columns on the right.
        for _ in 0..below(&mut rng, 4) {
            if let Some(&first) = grid.groups().first() {
                grid.click(first);
            }
        }
        let board = Packed::<16, 4, 3>::from_grid(&grid).unwrap();
        let mut words = vec![0; encoding.words(grid.tiles())];
        encoding.write(&board, &mut words);
        sizes[words.len()] = true;
        assert_eq!(encoding.read(&words), board, "{grid:?}");
        if let Ok(small) = Packed::<8, 1, 3>::from_grid(&grid) {
            let mut same = vec![0; words.len()];
            encoding.write(&small, &mut same);
            assert_eq!((encoding.read(&same), same), (small, words), "{grid:?}");
        }
    }
    assert!(sizes.iter().filter(|&&seen| seen).count() >= 9);
    let tall = Grid::from_names(17, 2, |_| Some(1)).unwrap();
    let many = Grid::from_names(1, 8, |cell| Some(cell.col as u64)).unwrap();
    assert_eq!((Encoding::of(&tall), Encoding::of(&many)), (None, None));
}

/// Stops a search after this many progress reports.
struct Stopper<'a>(&'a StopFlag, AtomicUsize);

impl Report for Stopper<'_> {
    fn improved(&self, _: u64, _: &Found) {}

    fn advanced(&self, _: u64) {
        if self.1.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.raise(StopReason::Interrupt);
        }
    }
}

/// Runs narrow searches with `widths`, then a full search, with `memory` bytes; stops after `rounds` rounds in all.
fn search(
    (query, scores): (&Query, &PointTable),
    floor: i64,
    widths: &[usize],
    (path, threads): (CpuPath, usize),
    (memory, rounds): (usize, usize),
) -> LayersResult {
    let stop = StopFlag::new();
    let limits = SearchLimits { nodes: None, memory, stop: &stop };
    let (budget, report) = (Budget::new(&limits, None), Stopper(&stop, AtomicUsize::new(rounds)));
    let (scores, budget, report) = (scores.clone(), &budget, &report);
    Layers { query, scores, floor, widths, threads, budget, report }.run(path)
}

const AMPLE: (usize, usize) = (1 << 30, usize::MAX);

#[test]
fn the_best_list_is_found_and_proven() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let score_rules = [Score::N2, Score::N1, Score::Tri, Score::Nn1, Score::Count];
    let (mut cleared, mut stopped, mut again) = (0, 0, 0);
    for number in 0..140 {
        let (rows, cols) = (2 + below(&mut rng, 4), 2 + below(&mut rng, 4));
        let grid = random_grid(&mut rng, rows, cols, 1 + number % 7);
        let rules = Rules {
            score: score_rules[number / 7 % 5],
            clear_bonus: [0, 1000, 5, u64::MAX / 4][below(&mut rng, 4)],
            left_penalty: if number % 2 == 0 { LeftPenalty::None } else { LeftPenalty::N2 },
            ..Rules::USUAL
        };
        let scores = PointTable::new(Goal::Score, rules, grid.tiles());
        if !fits(&grid, &scores) {
            continue;
        }
        let query = Query::score(&grid, rules).unwrap();
        let best = truth(&grid, &scores, &mut HashMap::new());
        for floor in [-scores.range(), best - 1, best, best + 3] {
            let one = search((&query, &scores), floor, &[], (CpuPath::Portable, 1), AMPLE);
            assert_eq!(one.end, LayersEnd::Proven, "{grid:?}");
            let value = one.better.as_ref().map(|(_, found)| scores.value_of(found));
            // The search never reports an empty list.
            assert_eq!(value, (floor < best).then_some(best), "{floor}: {grid:?} {rules:?}");
            cleared += usize::from(value.is_some_and(|value| value >= scores.highest_end(false)));
            for path in tested_paths() {
                for threads in [1, 2, 3] {
                    let other = search((&query, &scores), floor, &[], (path, threads), AMPLE);
                    assert_eq!((other.end, &other.better, other.nodes), (one.end, &one.better, one.nodes));
                }
            }
            let narrow = search((&query, &scores), floor, &[1, 4], (CpuPath::Portable, 1), AMPLE);
            assert_eq!(narrow.end, LayersEnd::Proven, "{grid:?}");
            let by_narrow = narrow.better.as_ref().map(|(_, found)| scores.value_of(found));
            assert_eq!(by_narrow, value, "{floor}: {grid:?} {rules:?}");
            let other = search((&query, &scores), floor, &[1, 4], (CpuPath::best(), 3), AMPLE);
            assert_eq!((&other.better, other.nodes), (&narrow.better, narrow.nodes));
            again += usize::from(narrow.nodes > one.nodes);
            for (rounds, widths) in [(1, &[][..]), (2, &[]), (5, &[]), (3, &[1]), (9, &[2]), (14, &[1, 2])] {
                let early = search((&query, &scores), floor, widths, (CpuPath::best(), 2), (1 << 30, rounds));
                if let LayersEnd::Stopped(reason, bound) = early.end {
                    assert_eq!(reason, StopReason::Interrupt);
                    assert!(bound >= best.max(floor), "{bound} < {best}: {grid:?} {rules:?}");
                    stopped += 1;
                }
            }
            let full = search((&query, &scores), floor, &[], (CpuPath::best(), 2), (0, usize::MAX));
            assert_eq!(full.end, LayersEnd::Full);
            let value = full.better.as_ref().map(|(_, found)| scores.value_of(found));
            assert!(value.is_none_or(|value| floor < value && value <= best));
        }
    }
    assert!(cleared > 50 && stopped > 500 && again > 50, "{cleared} {stopped} {again}");
}
