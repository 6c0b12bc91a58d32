//! Compares each operation of the packed Mayan board, on every CPU path, with the grid.

use crate::support::paths;
use proptest::prelude::*;
use tilefall::internals::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
use tilefall::internals::mayan::moves::{self, BitMove, MoveKind, Moves};
use tilefall::internals::mayan::packed::Packed;
use tilefall::rules::Cell;
use tilefall::rules::grid::Grid;

/// Generates settled boards of up to 8×8 cells with up to `colours` colours; boards may have runs.
fn board(colours: u64) -> impl Strategy<Value = Grid> {
    (1..=8usize, 1..=8usize)
        .prop_flat_map(move |(rows, cols)| {
            let column = prop::collection::vec(1..=colours, 0..=rows);
            (Just(rows), prop::collection::vec(column, cols))
        })
        .prop_map(|(rows, columns)| {
            let at = |cell: Cell| columns[cell.col].get(cell.row).copied();
            Grid::from_names(rows, columns.len(), at).unwrap()
        })
}

struct Settle<const B: usize>(Packed<B>);

impl<C: Cpu, const B: usize> Kernel<C> for Settle<B> {
    type Out = (Packed<B>, usize);
    #[inline(always)]
    fn run(mut self, cpu: C) -> (Packed<B>, usize) {
        let rounds = self.0.settle(cpu);
        (self.0, rounds)
    }
}

/// Compares every operation of a packed board with the grid.
fn check<const B: usize>(start: &Grid) {
    let packed = Packed::<B>::from_grid(start).unwrap();
    assert_eq!(packed.to_grid(start), *start);
    assert_eq!(packed.is_settled(), start.is_settled());
    let mut grid = start.clone();
    let rounds = grid.settle();
    for path in paths::tested() {
        let (settled, packed_rounds) = dispatch(path, Settle(packed));
        assert_eq!((settled.to_grid(start), packed_rounds), (grid.clone(), rounds), "{path:?}");
    }
    let (board, _) = dispatch(CpuPath::Portable, Settle(packed));
    assert!(board.is_settled());
    assert_eq!(board.is_empty(), grid.is_empty());
    let all = Moves::of(&board, start.cols() as u32);
    let noops = moves::noops(&board);
    for (steps, noop) in [(all.iter(0), false), (all.iter(noops), true)] {
        assert!(steps.map(BitMove::to_move).eq(grid.canonical_moves(noop)), "{grid:?}");
    }
    assert_eq!(all.iter(0).next().is_some(), !grid.canonical_moves(false).is_empty());
    for step in all.iter(noops) {
        assert_eq!(moves::bit_of(step.to_move()), step.bit);
        // A block that moves left may also have a no-op to its right, with the same bit.
        assert!(step.kind == MoveKind::Left || (step.kind == MoveKind::Noop) == (noops >> step.bit & 1 == 1));
        let swap = matches!(step.kind, MoveKind::Swap | MoveKind::Noop);
        let child = step.apply(&board);
        let hot = child.runs() != 0;
        assert_eq!(child.any_run(), hot);
        if swap {
            assert_eq!(hot, all.run_swaps >> step.bit & 1 == 1, "{grid:?} {step:?}");
        }
        let mut played = grid.clone();
        played.play(step.to_move()).unwrap();
        for path in paths::tested() {
            let (settled, rounds) = dispatch(path, Settle(child));
            assert_eq!(settled.to_grid(start), played, "{grid:?} {step:?} {path:?}");
            assert_eq!(rounds > 0, hot);
        }
    }
}

proptest! {
    #[test]
    fn boards_of_few_colours_play_like_the_grid(grid in board(4)) {
        check::<4>(&grid);
        check::<6>(&grid);
    }

    #[test]
    fn boards_of_many_colours_play_like_the_grid(grid in board(15)) {
        check::<4>(&grid);
    }

    #[test]
    fn boards_of_all_colours_play_like_the_grid(grid in board(62)) {
        check::<6>(&grid);
    }
}

#[test]
fn a_board_that_does_not_fit_says_why() {
    let pack =
        |drawing: &str| Packed::<4>::from_grid(&Grid::parse(drawing).unwrap()).unwrap_err().to_string();
    assert!(pack("1 / .").contains("floats"));
    assert!(pack(".........").contains("at most 8"));
    assert!(pack("123456 / 789abc / defghi").contains("colours"));
}
