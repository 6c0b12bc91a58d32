//! Playouts make only legal moves, with the probabilities of the policy, the same on every path and packed board.

use crate::boards::random_grid;
use crate::support::paths;
use proptest::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use tilefall::internals::bits::cpu::{Cpu, CpuPath, Kernel, Lanes, Layout, dispatch};
use tilefall::internals::samegame::playout::{Policy, Tabu, UniformGroups, UniformTiles, playout};
use tilefall::internals::samegame::repr::BoardRepr;
use tilefall::internals::samegame::repr::packed::Packed;
use tilefall::rules::Cell;
use tilefall::rules::grid::Grid;

/// A policy. `Tabu` holds the colour that is clicked only if no other colour has a group.
#[derive(Clone, Copy, Debug)]
enum How {
    Tiles,
    Groups,
    Tabu(u8),
}

const ALL: [How; 4] = [How::Tiles, How::Groups, How::Tabu(0), How::Tabu(1)];

/// Plays `games` playouts, or only the first click of each.
#[derive(Clone, Copy)]
struct Play<'a> {
    path: CpuPath,
    how: How,
    seed: u64,
    games: usize,
    first_only: bool,
    grid: &'a Grid,
}

/// The clicks of each game, with the number of tiles that each click removed.
type Games = Vec<Vec<(Cell, usize)>>;

impl Play<'_> {
    fn on<const BITS: u32, const WORDS: usize, const PLANES: usize>(self) -> Games
    where
        Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
    {
        dispatch(self.path, On(self, Packed::<BITS, WORDS, PLANES>::from_grid(self.grid).unwrap()))
    }
}

struct On<'a, const BITS: u32, const WORDS: usize, const PLANES: usize>(
    Play<'a>,
    Packed<BITS, WORDS, PLANES>,
);

impl<C: Cpu, const BITS: u32, const WORDS: usize, const PLANES: usize> Kernel<C>
    for On<'_, BITS, WORDS, PLANES>
where
    Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
{
    type Out = Games;
    #[inline(always)]
    fn run(self, cpu: C) -> Games {
        match self.0.how {
            How::Tiles => self.games(cpu, UniformTiles),
            How::Groups => self.games(cpu, UniformGroups),
            How::Tabu(colour) => self.games(cpu, Tabu(colour)),
        }
    }
}

impl<const BITS: u32, const WORDS: usize, const PLANES: usize> On<'_, BITS, WORDS, PLANES>
where
    Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
{
    #[inline(always)]
    fn games<C: Cpu>(
        self,
        cpu: C,
        mut policy: impl Policy<<Lanes<BITS, WORDS> as Layout>::Plane<C>, PLANES>,
    ) -> Games {
        let On(play, board) = self;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(play.seed);
        let mut out = Vec::new();
        for _ in 0..play.games {
            let mut clicks = Vec::new();
            playout(cpu, &mut board.to_playout(cpu), &mut policy, &mut rng, |cell, size| {
                clicks.push((cell, size));
                !play.first_only
            });
            out.push(clicks);
        }
        out
    }
}

/// Replays a game: every click removes the reported number of tiles, no click is left, and no tabu group was clicked
/// unnecessarily.
fn check(grid: &Grid, how: How, game: &[(Cell, usize)]) {
    let mut board = grid.clone();
    for &(cell, size) in game {
        let colour = board.get(cell);
        let others = |tabu| board.groups().iter().any(|&cell| board.get(cell) != Some(tabu));
        if let How::Tabu(tabu) = how {
            assert!(colour != Some(tabu) || !others(tabu));
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
            let expected = play.on::<16, 4, 3>();
            expected.iter().for_each(|game| check(&grid, how, game));
            for path in paths::tested() {
                let play = Play { path, ..play };
                prop_assert_eq!(&play.on::<16, 4, 3>(), &expected, "{:?}", how);
                prop_assert_eq!(&play.on::<16, 4, 6>(), &expected, "{:?}", how);
            }
            prop_assert_eq!(&play.on::<64, 64, 6>(), &expected, "{:?}", how);
        }
    }
}

/// Returns Pearson's chi-square statistic of counts against weights, divided by the degrees of freedom.
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
    // Groups of 3 to 9 tiles, one of them with two corners.
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
        let path = CpuPath::best();
        let play = Play { path, how, seed: 5, games: 4000, first_only: true, grid: &grid };
        let mut counts = BTreeMap::new();
        for game in play.on::<16, 4, 3>() {
            let first = grid.group(game[0].0).into_iter().min_by_key(|cell| (cell.col, cell.row)).unwrap();
            *counts.entry(first).or_default() += 1;
        }
        let statistic = chi_square(&counts, &weights);
        assert!(statistic < 2.5, "{how:?}: {statistic}");
    }
}

#[test]
fn odd_boards_are_played_to_the_end() {
    let stripes =
        |rows, cols| Grid::from_names(rows, cols, |cell| Some((cell.row / 2 + cell.col) as u64 % 4)).unwrap();
    let small = [
        Grid::parse(".").unwrap(),
        Grid::parse("1").unwrap(),
        Grid::parse("12 / 21").unwrap(),
        Grid::parse("1 1 2 2 1 1 3 1").unwrap(),
        Grid::from_names(16, 16, |_| Some(4)).unwrap(),
    ];
    for how in ALL {
        let play = |grid| Play { path: CpuPath::best(), how, seed: 1, games: 1, first_only: false, grid };
        small.iter().for_each(|grid| check(grid, how, &play(grid).on::<16, 4, 3>()[0]));
        let large = stripes(64, 64);
        check(&large, how, &play(&large).on::<64, 64, 6>()[0]);
    }
}
