//! Playouts: only legal moves, the probabilities of the policy, groups updated as if computed from scratch, the same
//! on every path and every board.

use crate::support::paths;
use proptest::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use tilefall::internals::bits::cpu::{Cpu, CpuPath};
use tilefall::internals::samegame::playout::softmax::{GroupRecord, Softmax, SoftmaxState, Transcript};
use tilefall::internals::samegame::playout::{
    PlayoutBoard, Policy, Tabu, UniformGroups, UniformTiles, playout,
};
use tilefall::internals::samegame::repr::{BoardKernel, BoardRepr, Kind, dispatch_board};
use tilefall::rules::Cell;
use tilefall::rules::grid::Grid;

/// A few kinds, to save compile time.
const KINDS: &[Kind] = &[Kind::Lanes16x16, Kind::Lanes16x16Many, Kind::Lanes64x64Many, Kind::Plain];

/// A policy by name.
#[derive(Clone, Copy, Debug)]
enum How {
    Tiles,
    Groups,
    Tabu(u8),
    Softmax(Option<u8>),
}

const ALL: [How; 6] =
    [How::Tiles, How::Groups, How::Tabu(0), How::Tabu(1), How::Softmax(None), How::Softmax(Some(0))];

/// Weights that differ from code to code.
fn table() -> Vec<f32> {
    (0..1u32 << 12).map(|at| (at % 7 + 1) as f32).collect()
}

/// The clicks of some playouts, or of the first click only.
#[derive(Clone, Copy)]
struct Play<'a> {
    path: CpuPath,
    how: How,
    seed: u64,
    games: usize,
    first_only: bool,
    grid: &'a Grid,
}

impl Play<'_> {
    fn on(self, kind: Kind) -> Vec<Vec<(Cell, usize)>> {
        dispatch_board(self.path, kind, self.grid, self).unwrap()
    }
}

impl BoardKernel for Play<'_> {
    type Out = Vec<Vec<(Cell, usize)>>;
    const KINDS: &'static [Kind] = KINDS;
    #[inline(always)]
    fn run<C: Cpu, B: BoardRepr>(self, cpu: C, board: B) -> Self::Out {
        let (table, mut kept, mut line) = (table(), SoftmaxState::default(), Transcript::default());
        match self.how {
            How::Tiles => games(cpu, self, board.to_playout(cpu), UniformTiles),
            How::Groups => games(cpu, self, board.to_playout(cpu), UniformGroups),
            How::Tabu(colour) => games(cpu, self, board.to_playout(cpu), Tabu(colour)),
            How::Softmax(tabu) => {
                let policy = Softmax::new(&table, &[1.0, 2.0, 3.0], tabu, &mut kept, &mut line);
                games(cpu, self, board.to_playout(cpu), policy)
            }
        }
    }
}

#[inline(always)]
fn games<C: Cpu, L: PlayoutBoard<C>>(
    cpu: C,
    play: Play<'_>,
    live: L,
    mut policy: impl Policy<C, L>,
) -> Vec<Vec<(Cell, usize)>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(play.seed);
    let mut out = Vec::new();
    for _ in 0..play.games {
        let mut clicks = Vec::new();
        playout(cpu, &mut live.clone(), &mut policy, &mut rng, |cell, size| {
            clicks.push((cell, size));
            !play.first_only
        });
        out.push(clicks);
    }
    out
}

/// A settled board of random heights and colours.
fn random_grid(rows: usize, cols: usize, colours: u64, seed: u64) -> Grid {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut random = |n: usize| tilefall::internals::samegame::repr::below(&mut rng, n);
    let full = random(2) == 0;
    let width = if full { cols } else { random(cols + 1) };
    let heights: Vec<usize> = (0..cols)
        .map(|col| {
            if col >= width {
                0
            } else if full {
                rows
            } else {
                random(rows) + 1
            }
        })
        .collect();
    Grid::from_names(rows, cols, |cell| {
        (cell.row < heights[cell.col]).then(|| random(colours as usize) as u64)
    })
    .unwrap()
}

/// Replays a game: every click removes the reported number of tiles, no click is left, and no tabu group was clicked
/// unnecessarily.
fn check(grid: &Grid, how: How, game: &[(Cell, usize)]) {
    let mut board = grid.clone();
    for &(cell, size) in game {
        let colour = board.get(cell);
        let others = |tabu| board.groups().iter().any(|&cell| board.get(cell) != Some(tabu));
        match how {
            How::Softmax(Some(tabu)) | How::Tabu(tabu) => {
                assert!(colour != Some(tabu) || !others(tabu));
            }
            _ => {}
        }
        assert_eq!(board.click(cell), size, "{how:?}");
        assert!(size >= 2);
    }
    assert!(board.is_over(), "{how:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn games_are_legal_and_the_same_on_every_path_and_packed_kind(
        rows in 1usize..=16, cols in 1usize..=16, colours in 1u64..=7, seed: u64,
    ) {
        let grid = random_grid(rows, cols, colours, seed);
        for how in ALL {
            let play = Play { path: CpuPath::Portable, how, seed, games: 2, first_only: false, grid: &grid };
            let expected = play.on(Kind::Lanes16x16);
            expected.iter().for_each(|game| check(&grid, how, game));
            play.on(Kind::Plain).iter().for_each(|game| check(&grid, how, game));
            for path in paths::tested() {
                for kind in [Kind::Lanes16x16, Kind::Lanes16x16Many] {
                    prop_assert_eq!(&Play { path, ..play }.on(kind), &expected, "{:?}", how);
                }
            }
            if !matches!(how, How::Softmax(_)) {
                prop_assert_eq!(&play.on(Kind::Lanes64x64Many), &expected, "{:?}", how);
            }
        }
    }
}

/// A game, and the groups that its record has at every click, against the grid's.
struct Lists<'a>(&'a Grid, u64);
impl BoardKernel for Lists<'_> {
    type Out = ();
    const KINDS: &'static [Kind] = KINDS;
    #[inline(always)]
    fn run<C: Cpu, B: BoardRepr>(self, cpu: C, board: B) {
        let (table, mut kept, mut line) = (table(), SoftmaxState::default(), Transcript::default());
        let (mut grid, mut sizes) = (self.0.clone(), Vec::new());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.1);
        let mut policy = Softmax::new(&table, &[1.0], None, &mut kept, &mut line);
        playout(cpu, &mut board.to_playout(cpu), &mut policy, &mut rng, |_, size| {
            sizes.push(size);
            true
        });
        assert_eq!(line.clicks.len(), sizes.len());
        for (number, &(record, cell)) in line.clicks.iter().enumerate() {
            let alive =
                |record: &&GroupRecord| (record.first_click..=record.last_click).contains(&(number as u32));
            let mut codes: Vec<u32> = line.records.iter().filter(alive).map(|record| record.code).collect();
            codes.sort_unstable();
            // Computed from scratch.
            let fresh = B::from_grid(&grid).unwrap().to_playout(cpu);
            let links = fresh.links(cpu);
            let code = |first| (fresh.hash(&fresh.group(cpu, &links, first)) >> 52) as u32;
            let mut expected: Vec<u32> = grid.groups().into_iter().map(code).collect();
            expected.sort_unstable();
            assert_eq!(codes, expected);
            assert_eq!(line.records[record as usize].code, code(cell));
            assert_eq!(line.records[record as usize].last_click, number as u32);
            assert_eq!(grid.click(cell), sizes[number]);
        }
        assert!(grid.is_over());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn groups_recorded_are_those_labelled_afresh(
        rows in 1usize..=16, cols in 1usize..=16, colours in 1u64..=7, seed: u64,
    ) {
        let grid = random_grid(rows, cols, colours, seed);
        for path in paths::tested() {
            for &kind in KINDS {
                dispatch_board(path, kind, &grid, Lists(&grid, seed)).unwrap();
            }
        }
    }
}

/// Pearson's statistic of counts against weights, over the degrees of freedom.
fn chi_square(counts: &BTreeMap<Cell, u64>, weights: &[(Cell, f64)]) -> f64 {
    let (games, total): (u64, f64) = (counts.values().sum(), weights.iter().map(|weight| weight.1).sum());
    assert!(counts.keys().all(|cell| weights.iter().any(|weight| weight.0 == *cell)));
    let term = |&(cell, weight): &(Cell, f64)| {
        let expected = games as f64 * weight / total;
        (counts.get(&cell).copied().unwrap_or(0) as f64 - expected).powi(2) / expected
    };
    weights.iter().map(term).sum::<f64>() / (weights.len() - 1) as f64
}

#[test]
fn first_clicks_have_the_chances_promised() {
    // Groups of 1 to 9 tiles, among them some with two corners.
    let grid = Grid::parse("1 2 2 3 3 3 / 1 1 2 3 1 3 / 2 1 1 2 2 3 / 2 2 1 2 1 1 / 3 2 2 2 1 3").unwrap();
    let sizes: Vec<(Cell, usize)> =
        grid.groups().into_iter().map(|cell| (cell, grid.group(cell).len())).collect();
    let colour = |cell| grid.get(cell).unwrap();
    let keep = |wanted: &dyn Fn(Cell, usize) -> bool| -> Vec<(Cell, f64)> {
        sizes.iter().filter(|group| wanted(group.0, group.1)).map(|group| (group.0, 1.0)).collect()
    };
    let cases = [
        (How::Tiles, sizes.iter().map(|&(cell, size)| (cell, size as f64)).collect()),
        (How::Groups, keep(&|_, _| true)),
        (How::Tabu(0), keep(&|cell, _| colour(cell) != 0)),
        (How::Tabu(2), keep(&|cell, _| colour(cell) != 2)),
    ];
    for (how, weights) in cases {
        for kind in [Kind::Lanes16x16, Kind::Plain] {
            let path = CpuPath::best();
            let play = Play { path, how, seed: 5, games: 4000, first_only: true, grid: &grid };
            let mut counts = BTreeMap::new();
            for game in play.on(kind) {
                let first =
                    grid.group(game[0].0).into_iter().min_by_key(|cell| (cell.col, cell.row)).unwrap();
                *counts.entry(first).or_default() += 1;
            }
            let statistic = chi_square(&counts, &weights);
            assert!(statistic < 2.5, "{how:?} {kind:?}: {statistic}");
        }
    }
}

#[test]
fn softmax_draws_by_weight() {
    let grid = Grid::parse("1 2 2 3 3 3 / 1 1 2 3 1 3 / 2 1 1 2 2 3 / 2 2 1 2 1 1 / 3 2 2 2 1 3").unwrap();
    struct Weights<'a>(&'a Grid);
    impl BoardKernel for Weights<'_> {
        type Out = Vec<(Cell, f64)>;
        const KINDS: &'static [Kind] = KINDS;
        fn run<C: Cpu, B: BoardRepr>(self, cpu: C, board: B) -> Self::Out {
            let (live, table) = (board.to_playout(cpu), table());
            let links = live.links(cpu);
            let weight = |cell: Cell| {
                let set = live.group(cpu, &links, cell);
                let bias = [1.0, 2.0, 3.0][live.size(&set).min(2)];
                (cell, f64::from(table[(live.hash(&set) >> 52) as usize]) * bias)
            };
            self.0.groups().into_iter().map(weight).collect()
        }
    }
    for kind in [Kind::Lanes16x16, Kind::Plain] {
        let (path, how) = (CpuPath::best(), How::Softmax(None));
        let play = Play { path, how, seed: 9, games: 4000, first_only: true, grid: &grid };
        let mut counts = BTreeMap::new();
        for game in play.on(kind) {
            *counts.entry(game[0].0).or_default() += 1;
        }
        let statistic = chi_square(&counts, &dispatch_board(path, kind, &grid, Weights(&grid)).unwrap());
        assert!(statistic < 2.5, "{kind:?}: {statistic}");
    }
}

#[test]
fn odd_boards_are_played_to_the_end() {
    let stripes =
        |rows, cols| Grid::from_names(rows, cols, |cell| Some((cell.row / 2 + cell.col) as u64 % 4)).unwrap();
    let mut grids = vec![
        Grid::parse(".").unwrap(),
        Grid::parse("1").unwrap(),
        Grid::parse("12 / 21").unwrap(),
        Grid::parse("1 1 2 2 1 1 3 1").unwrap(),
        Grid::from_names(16, 16, |_| Some(4)).unwrap(),
        stripes(1, 300),
        stripes(300, 1),
        stripes(64, 64),
    ];
    grids.push(stripes(70, 70));
    for grid in &grids {
        let kind = Kind::first_that_holds(KINDS, grid).unwrap();
        for how in ALL {
            let play = Play { path: CpuPath::best(), how, seed: 1, games: 1, first_only: false, grid };
            check_end(grid, &play.on(kind)[0]);
        }
    }
}

fn check_end(grid: &Grid, game: &[(Cell, usize)]) {
    let mut board = grid.clone();
    assert!(game.iter().all(|&(cell, size)| board.click(cell) == size));
    assert!(board.is_over());
}
