//! Perft for falling tiles: the counts in `data/perft`, by every board kind on every CPU path.
//!
//! A file has one line per board and depth. Its columns are the rows of the board (top row first, joined by `/`), the
//! depth in moves, the number of move sequences of this length, the number of distinct boards at their ends, and the
//! number of sequences that clear the board. The counts come from the plain grid.

use crate::support::paths;
use std::collections::HashMap;
use std::hash::Hash;
use tilefall::internals::bits::cpu::{Cpu, Kernel, dispatch};
use tilefall::internals::mayan::moves::Moves;
use tilefall::internals::mayan::packed::Packed;
use tilefall::internals::samegame::repr::{BoardKernel, BoardRepr, Kind, dispatch_board};
use tilefall::rules::grid::Grid;

/// Lines with more move sequences than this are checked only by the deep run.
const QUICK: u64 = 4_000;

/// For one depth: the move sequences, the distinct boards at their ends, and the sequences that clear the board.
type Counts = (u64, u64, u64);

/// Returns the counts for each depth, from depth 1 on.
fn counts<B: Eq + Hash>(
    start: B,
    depth: usize,
    is_empty: impl Fn(&B) -> bool,
    mut children: impl FnMut(&B, &mut dyn FnMut(B)),
) -> Vec<Counts> {
    let mut layer = HashMap::from([(start, 1u64)]);
    let next = |layer: &HashMap<B, u64>| {
        let mut next = HashMap::new();
        for (board, ways) in layer {
            children(board, &mut |child| *next.entry(child).or_default() += ways);
        }
        next
    };
    let layers = std::iter::repeat_n((), depth).scan(next, |next, ()| {
        layer = next(&layer);
        let cleared = layer.iter().filter(|(board, _)| is_empty(board)).map(|(_, ways)| ways).sum();
        Some((layer.values().sum(), layer.len() as u64, cleared))
    });
    layers.collect()
}

fn samegame_by_grid(grid: &Grid, depth: usize) -> Vec<Counts> {
    counts(grid.clone(), depth, Grid::is_empty, |grid, child| {
        for first in grid.groups() {
            let mut next = grid.clone();
            next.click(first);
            child(next);
        }
    })
}

/// Counts for the Mayan puzzle on the plain grid: canonical moves, no swaps of equal blocks.
fn mayan_by_grid(grid: &Grid, depth: usize) -> Vec<Counts> {
    counts(grid.clone(), depth, Grid::is_empty, |grid, child| {
        for step in grid.canonical_moves(false) {
            let mut next = grid.clone();
            next.play(step).unwrap();
            child(next);
        }
    })
}

/// Counts for SameGame by a board kind on a CPU path. The field is the depth.
struct SameGame(usize);
impl BoardKernel for SameGame {
    type Out = Vec<Counts>;
    const KINDS: &'static [Kind] = Kind::ALL;
    const EVERY_PATH: bool = true;
    #[inline(always)]
    fn run<C: Cpu, B: BoardRepr>(self, cpu: C, board: B) -> Vec<Counts> {
        counts(board, self.0, B::is_empty, |board, child| {
            let mut groups = board.groups(cpu, 2);
            while let Some(group) = board.next_group(cpu, &mut groups) {
                let mut next = board.clone();
                next.remove(cpu, &group);
                child(next);
            }
        })
    }
}

/// Returns the boards of a file, each with its counts by depth, from depth 1 on.
fn read(text: &str) -> Vec<(Grid, Vec<Counts>)> {
    let mut boards: Vec<(&str, Vec<Counts>)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [board, depth, sequences, distinct, cleared] =
            line.split('\t').collect::<Vec<_>>().try_into().expect("five columns");
        let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("no number: {text:?}"));
        if boards.last().is_none_or(|last| last.0 != board) {
            boards.push((board, Vec::new()));
        }
        let counts = &mut boards.last_mut().unwrap().1;
        counts.push((number(sequences), number(distinct), number(cleared)));
        assert_eq!(number(depth), counts.len() as u64, "depths of a board follow each other");
    }
    boards.into_iter().map(|(board, counts)| (Grid::parse(board).unwrap(), counts)).collect()
}

/// Checks every board of a file down to the depth of its last wanted line. Returns the number of lines checked, summed
/// over all implementations.
fn check(
    text: &str,
    wanted: impl Fn(&Counts) -> bool,
    by_all: impl Fn(&Grid, usize) -> Vec<(String, Vec<Counts>)>,
) -> usize {
    let mut lines = 0;
    for (grid, expected) in read(text) {
        let depth = expected.iter().take_while(|counts| wanted(counts)).count();
        for (name, got) in by_all(&grid, depth) {
            assert_eq!(got, expected[..depth], "{name}, {grid:?}");
            lines += depth;
        }
    }
    lines
}

/// Returns the names and counts of the plain grid and of all kinds that hold the board on all CPU paths.
fn all_samegame(grid: &Grid, depth: usize) -> Vec<(String, Vec<Counts>)> {
    let mut all = vec![("reference".into(), samegame_by_grid(grid, depth))];
    for path in paths::tested() {
        for &kind in Kind::ALL.iter().filter(|kind| kind.holds(grid) && **kind != Kind::Plain) {
            all.push((
                format!("{kind:?} {path:?}"),
                dispatch_board(path, kind, grid, SameGame(depth)).unwrap(),
            ));
        }
    }
    all
}

/// Counts for the Mayan puzzle on a CPU path. The fields are the packed board, its number of columns, and the depth.
struct Mayan<const PLANES: usize>(Packed<PLANES>, u32, usize);
impl<C: Cpu, const PLANES: usize> Kernel<C> for Mayan<PLANES> {
    type Out = Vec<Counts>;
    #[inline(always)]
    fn run(self, cpu: C) -> Vec<Counts> {
        counts(self.0, self.2, Packed::is_empty, |board, child| {
            for step in Moves::of(board, self.1).iter(0) {
                let mut next = step.apply(board);
                next.settle(cpu);
                child(next);
            }
        })
    }
}

/// Returns the names and counts of the plain grid and of the packed boards of four and six planes on all CPU paths.
fn all_mayan(grid: &Grid, depth: usize) -> Vec<(String, Vec<Counts>)> {
    let mut all = vec![("reference".into(), mayan_by_grid(grid, depth))];
    let cols = grid.cols() as u32;
    for path in paths::tested() {
        if let Ok(board) = Packed::<4>::from_grid(grid) {
            all.push((format!("4 planes {path:?}"), dispatch(path, Mayan(board, cols, depth))));
        }
        let board = Packed::<6>::from_grid(grid).unwrap();
        all.push((format!("6 planes {path:?}"), dispatch(path, Mayan(board, cols, depth))));
    }
    all
}

const SAMEGAME: &str = include_str!("../../data/perft/samegame.tsv");
const MAYAN: &str = include_str!("../../data/perft/mayan.tsv");

#[test]
fn samegame_counts_are_met_by_every_kind_and_path() {
    let lines = check(SAMEGAME, |counts| counts.0 <= QUICK, all_samegame);
    let paths = paths::tested().len();
    assert_eq!(lines, SAMEGAME_LINES.0 + paths * SAMEGAME_LINES.1);
}

/// The number of quick lines, and of pairs of a quick line and a kind that holds its board.
const SAMEGAME_LINES: (usize, usize) = (108, 866);

#[test]
fn mayan_counts_are_met_by_every_path() {
    let paths = paths::tested().len();
    let lines = check(MAYAN, |counts| counts.0 <= QUICK, all_mayan);
    assert_eq!(lines, MAYAN_LINES.0 + paths * MAYAN_LINES.1);
}

/// The number of quick lines, and of pairs of a quick line and a packed board: all 62 lines fit six planes, and all but
/// the two of a board of many colours fit four planes.
const MAYAN_LINES: (usize, usize) = (62, 122);

#[test]
#[ignore = "the deep lines take minutes without --release"]
fn deep_counts_are_met() {
    assert!(check(SAMEGAME, |_| true, all_samegame) > SAMEGAME_LINES.0);
    assert!(check(MAYAN, |_| true, all_mayan) > MAYAN_LINES.0);
}
