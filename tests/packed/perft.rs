//! Perft for falling tiles: the counts in `data/perft`, by every board kind on every CPU path.
//!
//! A file has one line per board and depth: the rows from the top joined by `/`, the depth in moves, the
//! number of move sequences of that length, of distinct boards they end on, and of sequences that end on
//! the empty board. The plain grid wrote them (`rewrite`, by hand).

use crate::support::paths;
use std::collections::HashMap;
use std::hash::Hash;
use tilefall::internals::bits::cpu::{Cpu, Kernel, dispatch};
use tilefall::internals::mayan::moves::Moves;
use tilefall::internals::mayan::packed::Packed;
use tilefall::internals::samegame::repr::{BoardKernel, BoardRepr, Kind, dispatch_board};
use tilefall::rules::grid::Grid;

/// Lines of more sequences than this are checked by the deep run only.
const QUICK: u64 = 4_000;

/// Sequences, distinct boards, sequences that clear the board.
type Counts = (u64, u64, u64);

/// The counts by depth, from depth 1 on.
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

/// SameGame on the plain grid.
fn samegame_by_grid(grid: &Grid, depth: usize) -> Vec<Counts> {
    counts(grid.clone(), depth, Grid::is_empty, |grid, child| {
        for first in grid.groups() {
            let mut next = grid.clone();
            next.click(first);
            child(next);
        }
    })
}

/// The Mayan puzzle on the plain grid: canonical moves, no swaps of equal blocks.
fn mayan_by_grid(grid: &Grid, depth: usize) -> Vec<Counts> {
    counts(grid.clone(), depth, Grid::is_empty, |grid, child| {
        for step in grid.canonical_moves(false) {
            let mut next = grid.clone();
            next.play(step).unwrap();
            child(next);
        }
    })
}

/// SameGame by a board kind on a path.
struct SameGame(usize);
impl BoardKernel for SameGame {
    type Out = Vec<Counts>;
    const KINDS: &'static [Kind] = Kind::ALL;
    const EVERY_PATH: bool = true;
    #[inline(always)]
    fn run<C: Cpu, B: BoardRepr>(self, cpu: C, board: B) -> Vec<Counts> {
        counts(board, self.0, B::is_empty, |board, child| {
            let mut groups = board.groups(cpu);
            while let Some(group) = board.next_group(cpu, &mut groups) {
                let mut next = board.clone();
                next.remove(cpu, &group);
                child(next);
            }
        })
    }
}

/// The lines of a file: a board, and its counts by depth from 1 on.
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

/// Checks every board of a file down to the depth of its last wanted line; gives the number of lines
/// checked, all implementations taken together.
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

/// All kinds that hold the board on all paths of this machine; the reference too.
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

/// The Mayan puzzle by the packed board on a path.
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

/// The reference, and the packed board with four and six planes on all paths of this machine.
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

/// Quick lines for the reference, and lines × kinds for a path.
const SAMEGAME_LINES: (usize, usize) = (108, 591);

#[test]
fn mayan_counts_are_met_by_every_path() {
    let paths = paths::tested().len();
    let lines = check(MAYAN, |counts| counts.0 <= QUICK, all_mayan);
    assert_eq!(lines, MAYAN_LINES.0 + paths * MAYAN_LINES.1);
}

/// Quick lines of the Mayan file for the reference, and for the packed boards of a path: all of them fit
/// six planes, and all but two lines, of a board of many colours, four.
const MAYAN_LINES: (usize, usize) = (62, 122);

#[test]
#[ignore = "the deep lines take minutes without --release"]
fn deep_counts_are_met() {
    assert!(check(SAMEGAME, |_| true, all_samegame) > SAMEGAME_LINES.0);
    assert!(check(MAYAN, |_| true, all_mayan) > MAYAN_LINES.0);
}

/// A full board from a small generator, settled for the Mayan puzzle if asked.
fn made(rows: usize, cols: usize, colours: u64, height: usize, mayan: bool) -> Grid {
    let mut state = (rows * 1000 + cols * 10) as u64 + colours;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % colours
    };
    let mut grid = Grid::from_names(rows, cols, |cell| (cell.row < height).then(&mut random)).unwrap();
    if mayan {
        grid.settle();
    }
    grid
}

/// Rewrites both files.
#[test]
#[ignore = "rewrites data/perft with the plain grid"]
fn rewrite() {
    let write = |name: &str,
                 note: &str,
                 boards: Vec<Grid>,
                 by: fn(&Grid, usize) -> Vec<Counts>,
                 most: u64| {
        let mut text = format!(
            "# {note}\n# Made by the plain grid, checked by tests/page/test_perft.py. Columns: rows from the top, depth, "
        );
        text += "sequences of moves, distinct boards, sequences that end on the empty board.\n";
        for grid in boards {
            let board = format!("{grid:?}");
            let mut depth = 1;
            let mut known = by(&grid, 1);
            while known[depth - 1].0 > 0 && known[depth - 1].0 * 8 < most && depth < 12 {
                depth += 1;
                known = by(&grid, depth);
            }
            for (at, (sequences, distinct, cleared)) in known.into_iter().enumerate() {
                text += &format!("{board}\t{}\t{sequences}\t{distinct}\t{cleared}\n", at + 1);
            }
        }
        std::fs::write(format!("data/perft/{name}"), text).unwrap();
    };
    let sizes = [
        (1, 1, 1),
        (1, 9, 2),
        (1, 16, 3),
        (1, 40, 3),
        (9, 1, 2),
        (16, 1, 2),
        (30, 1, 3),
        (2, 7, 3),
        (2, 20, 3),
        (2, 40, 4),
        (7, 2, 3),
        (20, 2, 3),
        (3, 3, 2),
        (4, 4, 2),
        (4, 4, 3),
        (5, 5, 3),
        (5, 5, 4),
        (6, 6, 5),
        (8, 8, 9),
        (10, 15, 3),
        (15, 15, 5),
        (16, 16, 4),
        (10, 40, 5),
        (17, 17, 6),
        (40, 5, 4),
        (5, 60, 40),
    ];
    let boards = sizes.map(|(rows, cols, colours)| made(rows, cols, colours, rows, false)).to_vec();
    write("samegame.tsv", "SameGame, one move a group.", boards, samegame_by_grid, 400_000);
    let sizes = [
        (1, 5, 3, 1),
        (2, 2, 2, 2),
        (3, 3, 3, 2),
        (7, 5, 3, 3),
        (7, 5, 4, 4),
        (7, 5, 5, 5),
        (7, 5, 8, 4),
        (7, 5, 3, 1),
        (7, 5, 10, 7),
        (8, 8, 5, 4),
        (8, 8, 9, 8),
        (8, 3, 4, 5),
        (4, 8, 4, 2),
        (8, 1, 3, 6),
        (6, 6, 20, 6),
    ];
    let boards = sizes.map(|(rows, cols, colours, height)| made(rows, cols, colours, height, true)).to_vec();
    let note = "The Mayan puzzle, canonical moves, no swaps of equal blocks; a move settles the board.";
    write("mayan.tsv", note, boards, mayan_by_grid, 400_000);
}
