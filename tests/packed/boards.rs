//! Compares each operation of every representation of SameGame boards, on every CPU path, with the plain grid.

use crate::support::paths;
use proptest::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tilefall::internals::bits::cpu::{Cpu, CpuPath};
use tilefall::internals::samegame::repr::{BoardKernel, BoardRepr, Cells, Kind, below, dispatch_board};
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Colour, Columns};
use tilefall::samegame::ClickSet;

/// Returns a settled board of random heights and colours; half of the boards are full.
pub fn random_grid(rows: usize, cols: usize, colours: u64, seed: u64) -> Grid {
    let mut state = seed;
    let mut random = move |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let full = random(2) == 0;
    let width = if full { cols } else { random(cols as u64 + 1) as usize };
    let mut heights = vec![0; cols];
    heights[..width].iter_mut().for_each(|h| *h = if full { rows } else { random(rows as u64) as usize + 1 });
    Grid::from_names(rows, cols, |cell| (cell.row < heights[cell.col]).then(|| random(colours))).unwrap()
}

fn sorted(cells: &impl Cells) -> Vec<Cell> {
    let mut out = Vec::new();
    cells.for_each(|cell| out.push(cell));
    assert_eq!(out.len(), cells.count());
    out.sort_unstable();
    out
}

/// Plays the same clicks on a board and on the plain grid, and compares everything after each click.
struct Compare<'a> {
    grid: Grid,
    clicks: &'a [(usize, usize)],
}

impl BoardKernel for Compare<'_> {
    type Out = ();
    const KINDS: &'static [Kind] = Kind::ALL;
    const EVERY_PATH: bool = true;
    #[inline(always)]
    fn run<C: Cpu, B: BoardRepr>(mut self, cpu: C, mut board: B) {
        let like = self.grid.clone();
        for &(row, col) in self.clicks {
            same(cpu, &board, &self.grid, &like);
            // Clicks are drawn from one row and one column too many, so that some lie outside.
            let cell = Cell::new(row % (like.rows() + 1), col % (like.cols() + 1));
            assert_eq!(sorted(&board.group(cpu, cell)), self.grid.group(cell));
            assert_eq!(board.click(cpu, cell), self.grid.click(cell));
            // Then removes a group, if there is one.
            if let Some(&first) = self.grid.groups().get(row % 7) {
                let group = board.group(cpu, first);
                board.remove(cpu, &group);
                assert_eq!(self.grid.click(first), group.count());
            }
        }
        same(cpu, &board, &self.grid, &like);
    }
}

#[inline(always)]
fn same<C: Cpu, B: BoardRepr>(cpu: C, board: &B, grid: &Grid, like: &Grid) {
    assert_eq!(board.check_invariants(Columns::Close), Ok(()));
    assert_eq!(&board.to_grid(like), grid);
    assert_eq!(B::from_grid(grid).as_ref(), Ok(board));
    assert_eq!(board.has_move(cpu), !grid.is_over());
    assert_eq!(board.is_empty(), grid.is_empty());
    for colour in 0..grid.colours() {
        assert_eq!(board.count(colour as Colour), grid.count(colour as Colour));
    }
    let mut rest = board.groups(cpu, 2);
    let groups: Vec<_> =
        std::iter::from_fn(|| board.next_group(cpu, &mut rest)).map(|group| sorted(&group)).collect();
    let expected: Vec<_> = grid.groups().into_iter().map(|first| grid.group(first)).collect();
    assert_eq!(groups, expected);
    for min_group in 1..6 {
        let mut rest = board.groups(cpu, min_group);
        let firsts: Vec<_> =
            std::iter::from_fn(|| board.next_group(cpu, &mut rest)).map(|group| group.first()).collect();
        assert_eq!(
            firsts,
            grid.groups_of(min_group).into_iter().map(Some).collect::<Vec<_>>(),
            "{min_group}"
        );
        for clicks in [ClickSet::All, ClickSet::First] {
            observed(cpu, board, grid, min_group, clicks);
        }
        let chosen = board.random_tile(cpu, min_group, &mut Xoshiro256PlusPlus::seed_from_u64(1));
        assert_eq!(chosen.is_none(), firsts.is_empty());
        assert!(chosen.is_none_or(|cell| grid.group(cell).len() >= min_group as usize), "{min_group}");
    }
    assert_eq!(B::Mask::default().first(), None);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(groups.len() as u64);
    let chosen = board.random_tile(cpu, 2, &mut rng);
    assert_eq!(chosen.is_none(), grid.is_over());
    assert!(chosen.is_none_or(|cell| grid.has_equal_neighbour(cell)));
    let first = board.random_first(cpu, &mut rng.clone());
    let nth = below(&mut rng, groups.len());
    assert_eq!(first, grid.groups().get(nth).copied());
}

/// Compares an observation with the grid: the code of each cell, and the marks of the clicks in a [`ClickSet`].
#[inline(always)]
fn observed<C: Cpu, B: BoardRepr>(cpu: C, board: &B, grid: &Grid, min_group: u32, clicks: ClickSet) {
    let (rows, cols) = (grid.rows(), grid.cols());
    let (mut codes, mut marks) = (vec![9; rows * cols], vec![true; rows * cols]);
    let any = board.write_observation(cpu, (rows, cols), min_group, clicks, &mut codes, &mut marks);
    let at = |cell: Cell| (rows - 1 - cell.row) * cols + cell.col;
    let (mut expected_codes, mut expected_marks) = (vec![0; rows * cols], vec![false; rows * cols]);
    grid.cells().for_each(|cell| expected_codes[at(cell)] = grid.get(cell).map_or(0, |colour| colour + 1));
    for first in grid.groups_of(min_group) {
        let group = if clicks == ClickSet::First { vec![first] } else { grid.group(first) };
        group.into_iter().for_each(|cell| expected_marks[at(cell)] = true);
    }
    assert_eq!((codes, any), (expected_codes, expected_marks.contains(&true)));
    assert_eq!(marks, expected_marks, "{min_group} {clicks:?}");
}

/// Compares a board on every kind that holds it and every CPU path of the machine; returns the number of runs.
fn everywhere(grid: &Grid, clicks: &[(usize, usize)]) -> usize {
    let mut runs = 0;
    for path in paths::tested() {
        for &kind in Kind::ALL.iter().filter(|kind| kind.holds(grid)) {
            dispatch_board(path, kind, grid, Compare { grid: grid.clone(), clicks }).unwrap();
            runs += 1;
        }
    }
    runs
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn small_boards_of_every_kind_play_as_the_grid_does(
        rows in 1usize..=16, cols in 1usize..=16, colours in 1u64..=9, seed: u64,
        clicks in prop::collection::vec((0usize..99, 0usize..99), 1..12),
    ) {
        everywhere(&random_grid(rows, cols, colours, seed), &clicks);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]
    #[test]
    fn larger_boards_of_every_kind_play_as_the_grid_does(
        rows in 1usize..=66, cols in 1usize..=66, colours in 1u64..=62, seed: u64,
        clicks in prop::collection::vec((0usize..99, 0usize..99), 1..4),
    ) {
        everywhere(&random_grid(rows, cols, colours, seed), &clicks);
    }
}

#[test]
fn edges_of_every_kind_are_played_on_every_path() {
    let sizes = [
        (1, 1),
        (1, 16),
        (16, 1),
        (15, 15),
        (16, 16),
        (16, 17),
        (17, 16),
        (16, 32),
        (16, 64),
        (17, 24),
        (32, 24),
        (32, 32),
        (32, 33),
        (33, 32),
        (32, 64),
        (33, 4),
        (64, 64),
        (65, 2),
        (2, 65),
        (1, 64),
        (64, 1),
    ];
    let clicks: Vec<_> = (0..6).map(|i| (i * 5, i * 3)).collect();
    let mut runs = 0;
    for (rows, cols) in sizes {
        for colours in [1, 3, 7, 8, 62] {
            let grid = Grid::from_names(rows, cols, |cell| {
                Some((cell.row * 7 + cell.col * cell.col / 3) as u64 % colours)
            });
            runs += everywhere(&grid.unwrap(), &clicks);
        }
    }
    let paths = paths::tested().len();
    assert_eq!(runs, paths * RUNS_A_PATH);
}

/// The runs on one CPU path in `edges_of_every_kind_are_played_on_every_path`: each board runs on every kind that can
/// hold the board.
const RUNS_A_PATH: usize = 475;

#[test]
fn the_smallest_kind_that_holds_a_board_is_chosen() {
    let kind = |rows, cols, colours| {
        Kind::first_that_holds(Kind::ALL, &random_grid(rows, cols, colours, 0)).unwrap()
    };
    assert_eq!(kind(8, 8, 5), Kind::Lanes8x8);
    assert_eq!(kind(15, 15, 5), Kind::Lanes16x16);
    assert_eq!(kind(16, 16, 40), Kind::Lanes16x16Many);
    assert_eq!(kind(16, 17, 5), Kind::Lanes16x32);
    assert_eq!(kind(10, 40, 5), Kind::Lanes16x64);
    assert_eq!(kind(10, 40, 8), Kind::Lanes16x64Many);
    assert_eq!(kind(17, 17, 5), Kind::Lanes32x24);
    assert_eq!(kind(24, 25, 5), Kind::Lanes32x32);
    assert_eq!(kind(32, 32, 7), Kind::Lanes32x32);
    assert_eq!(kind(17, 33, 5), Kind::Lanes64x64);
    assert_eq!(kind(17, 17, 8), Kind::Lanes64x64Many);
    assert_eq!(kind(64, 64, 60), Kind::Lanes64x64Many);
    assert_eq!(kind(65, 1, 5), Kind::Plain);
}

#[test]
fn a_thousand_by_a_thousand_is_played() {
    struct Some100;
    impl BoardKernel for Some100 {
        type Out = usize;
        const KINDS: &'static [Kind] = &[Kind::Plain];
        fn run<C: Cpu, B: BoardRepr>(self, cpu: C, mut board: B) -> usize {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            let mut click = || {
                let cell = board.random_tile(cpu, 2, &mut rng)?;
                Some(board.click(cpu, cell))
            };
            (0..100).map_while(|_| click()).sum()
        }
    }
    let grid =
        Grid::from_names(1000, 1000, |cell| Some((cell.row / 2 * 31 + cell.col * 17) as u64 % 5)).unwrap();
    assert!(dispatch_board(CpuPath::Portable, Kind::Plain, &grid, Some100).unwrap() >= 200);
}
