//! Tests of the encoding and of the search by layers.

use super::batch::{Batch, BatchBounds};
use super::encoding::Encoding;
use super::record::{BoardId, PathRecord};
use super::*;
use crate::bits::cpu::{CpuPath, Portable, dispatch, tested_paths};
use crate::bits::lanes32::BATCH;
use crate::rules::control::SearchLimits;
use crate::rules::{LeftPenalty, Rules, Score, StopFlag};
use crate::samegame::repr::batch::COLUMNS;
use crate::samegame::repr::packed::Packed;
use crate::samegame::repr::{BoardRepr, below};
use crate::samegame::search::Found;
use crate::samegame::search::exact::bound::click_losses::{ClickLosses, SetLosses, SplitLosses};
use crate::samegame::search::exact::bound::merging::MergeFacts;
use crate::samegame::search::exact::bound::tests::{counts_of, first_of, random_grid, truth};
use crate::samegame::search::exact::bound::{BoundEvaluator, Cutoff};
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
        let mut words = vec![0; encoding.words(grid.tiles())];
        encoding.write_grid(&grid, &mut words);
        sizes[words.len()] = true;
        let mut columns = [[[7; BATCH]; 3]; COLUMNS];
        let at = below(&mut rng, BATCH);
        encoding.read(&words, at, &mut columns);
        for cell in grid.cells() {
            let bit = |plane: usize| (columns[cell.col][plane][at] >> cell.row & 1) << plane;
            let code = grid.get(cell).map_or(0, |colour| u16::from(colour) + 1);
            assert_eq!(bit(0) | bit(1) | bit(2), code, "{cell:?} of {grid:?}");
        }
    }
    assert!(sizes.iter().filter(|&&seen| seen).count() >= 9);
    let tall = Grid::from_names(17, 2, |_| Some(1)).unwrap();
    let many = Grid::from_names(1, 8, |cell| Some(cell.col as u64)).unwrap();
    assert_eq!((Encoding::of(&tall), Encoding::of(&many)), (None, None));
}

#[test]
fn a_record_returns_its_fields() {
    for (gain, tiles, cell, from) in
        [(0, 0, 0, 0), (MAX_POINTS - 1, 255, 255, (1 << 30) - 1), (77, 2, 0x9a, 1 << 24)]
    {
        let record = PathRecord::new(gain, tiles, cell, BoardId(from));
        let Step { from: back, tiles: taken, cell: clicked } = record.step();
        assert_eq!((record.gain(), record.tiles(), record.column()), (gain, tiles, u16::from(cell) / 16));
        assert_eq!((back, usize::from(taken), clicked), (BoardId(from), tiles, cell));
    }
    assert_eq!(BoardId::new(SHARDS - 1, 12_345).shard_and_place(), (SHARDS - 1, 12_345));
}

/// Bounds thirty-two boards at once and returns which might surpass a floor.
struct Seen<'a>(&'a [Grid], &'a PointTable, i32);

impl<C: Cpu> Kernel<C> for Seen<'_> {
    type Out = (Vec<bool>, Vec<Option<ClickLosses>>);

    #[inline(always)]
    fn run(self, cpu: C) -> Self::Out {
        let Seen(grids, scores, floor) = self;
        let (encoding, colours) = (Encoding::of(&grids[0]).unwrap(), grids[0].colours());
        let mut batch_bounds = BatchBounds::<C::Lanes32>::new(cpu, encoding, colours, scores.clone());
        let mut batch = Batch::new();
        for (at, grid) in grids.iter().enumerate() {
            let mut words = vec![0; encoding.words(grid.tiles())];
            encoding.write_grid(grid, &mut words);
            encoding.read(&words, at, &mut batch.columns);
        }
        batch.len = grids.len();
        batch_bounds.load(cpu, &batch);
        batch_bounds.count(cpu, &mut batch);
        let mut least = [const { None }; BATCH];
        let open = batch_bounds.open_boards(cpu, &batch, floor, Some(&mut least));
        assert_eq!(batch_bounds.open_boards(cpu, &batch, floor, None), open);
        let seen = open[..grids.len()].iter().map(|&open| open > 0).collect();
        (seen, least[..grids.len()].to_vec())
    }
}

#[test]
fn a_batch_has_the_bounds_of_its_boards() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let (mut dropped, mut open) = (0, 0);
    for number in 0..60 {
        let (rows, cols) = (2 + below(&mut rng, 8), 2 + below(&mut rng, 8));
        let first = random_grid(&mut rng, rows, cols, 2 + number % 4);
        let scores = PointTable::new(Rules::default(), first.tiles());
        let mut grids = vec![first];
        while grids.len() < BATCH {
            let mut next = grids[grids.len() - 1].clone();
            let groups = next.groups();
            // A game that is over begins again.
            let Some(&cell) = groups.get(below(&mut rng, groups.len().max(1))) else {
                grids.push(grids[0].clone());
                continue;
            };
            next.click(cell);
            grids.push(next);
        }
        let (mut bounder, split) = (BoundEvaluator::new(scores.clone()), SplitLosses::new(&scores));
        for floor in [0, 300, 700, 1000, 1100, 1300, 1600] {
            let seen: Vec<_> =
                tested_paths().into_iter().map(|path| dispatch(path, Seen(&grids, &scores, floor))).collect();
            for (at, grid) in grids.iter().enumerate() {
                let (board, counts) = (Packed::<16, 4, 3>::from_grid(grid).unwrap(), counts_of(grid));
                let (rough, single) = (bounder.rough(&counts), counts.contains(&1));
                let fine = bounder.fine(
                    Portable,
                    (&board, &counts),
                    None,
                    Cutoff { rough, enough: floor },
                    &mut MergeFacts::NONE.clone(),
                );
                let lost = SetLosses::of(&counts, &split);
                let lost =
                    rough > floor && lost.enough(first_of(&board, &counts, 0), single, rough - floor, &split);
                let expected = fine > floor && !lost;
                (dropped, open) = (dropped + usize::from(!expected), open + usize::from(expected));
                let least = SetLosses::of(&counts, &split).after_click(&std::array::from_fn(|j| {
                    if j < counts.len() { first_of(&board, &counts, 1 << j) } else { 0 }
                }));
                for (seen, losses) in &seen {
                    assert_eq!(seen[at], expected, "{floor}: {grid:?}");
                    assert_eq!(losses[at], expected.then_some(least), "{floor}: {grid:?}");
                }
            }
        }
    }
    assert!(dropped > 1000 && open > 1000, "{dropped} {open}");
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

/// Runs a search with this much memory that is stopped after this many rounds, with narrow searches before it.
fn search(
    (query, scores): (&Query, &PointTable),
    floor: i32,
    widths: &[usize],
    (path, threads): (CpuPath, usize),
    (memory, rounds): (usize, usize),
) -> LayersResult {
    let stop = StopFlag::new();
    let limits = SearchLimits { nodes: None, memory, stop: &stop };
    let (budget, report) = (Budget::new(&limits, None), Stopper(&stop, AtomicUsize::new(rounds)));
    let (scores, budget, report) = (scores.clone(), &budget, &report);
    dispatch(path, Layers { query, scores, floor, widths, threads, budget, report })
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
        let scores = PointTable::new(rules, grid.tiles());
        if !fits(&grid, &scores) {
            continue;
        }
        let query = Query::score(&grid, rules).unwrap();
        let best = truth(&grid, &scores, &mut HashMap::new());
        for floor in [i32::MIN / 2, best - 1, best, best + 3] {
            let one = search((&query, &scores), floor, &[], (CpuPath::Portable, 1), AMPLE);
            assert_eq!(one.end, End::Proven, "{grid:?}");
            let value =
                one.better.as_ref().map(|(_, found)| scores.score_list(&grid, &found.clicks).unwrap());
            // The search never reports an empty list.
            assert_eq!(value, (floor < best).then_some(best), "{floor}: {grid:?} {rules:?}");
            cleared += usize::from(value.is_some_and(|value| value >= scores.bonus()));
            for path in tested_paths() {
                for threads in [1, 2, 3] {
                    let other = search((&query, &scores), floor, &[], (path, threads), AMPLE);
                    assert_eq!((other.end, &other.better, other.nodes), (one.end, &one.better, one.nodes));
                }
            }
            let narrow = search((&query, &scores), floor, &[1, 4], (CpuPath::Portable, 1), AMPLE);
            assert_eq!(narrow.end, End::Proven, "{grid:?}");
            let by_narrow =
                narrow.better.as_ref().map(|(_, found)| scores.score_list(&grid, &found.clicks).unwrap());
            assert_eq!(by_narrow, value, "{floor}: {grid:?} {rules:?}");
            let other = search((&query, &scores), floor, &[1, 4], (CpuPath::best(), 3), AMPLE);
            assert_eq!((&other.better, other.nodes), (&narrow.better, narrow.nodes));
            again += usize::from(narrow.nodes > one.nodes);
            for (rounds, widths) in [(1, &[][..]), (2, &[]), (5, &[]), (3, &[1]), (9, &[2]), (14, &[1, 2])] {
                let early = search((&query, &scores), floor, widths, (CpuPath::best(), 2), (1 << 30, rounds));
                if let End::Stopped(reason, bound) = early.end {
                    assert_eq!(reason, StopReason::Interrupt);
                    assert!(bound >= best.max(floor), "{bound} < {best}: {grid:?} {rules:?}");
                    stopped += 1;
                }
            }
            let full = search((&query, &scores), floor, &[], (CpuPath::best(), 2), (0, usize::MAX));
            assert_eq!(full.end, End::Full);
            let value = full.better.map(|(_, found)| scores.score_list(&grid, &found.clicks).unwrap());
            assert!(value.is_none_or(|value| floor < value && value <= best));
        }
    }
    assert!(cleared > 50 && stopped > 500 && again > 50, "{cleared} {stopped} {again}");
}
