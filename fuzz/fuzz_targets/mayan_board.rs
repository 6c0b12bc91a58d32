//! Law: on every CPU path, the packed Mayan board settles, lists its moves and plays moves as the grid does.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilefall::internals::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
use tilefall::internals::mayan::moves::{self, Moves};
use tilefall::internals::mayan::packed::Packed;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Side};

struct Settle<const B: usize>(Packed<B>);

impl<C: Cpu, const B: usize> Kernel<C> for Settle<B> {
    type Out = Packed<B>;

    fn run(mut self, cpu: C) -> Packed<B> {
        self.0.settle(cpu);
        self.0
    }
}

fn check<const B: usize>(start: &Grid, choices: &[u8], path: CpuPath) {
    let mut grid = start.clone();
    grid.settle();
    let mut board = dispatch(path, Settle(Packed::<B>::from_grid(start).expect("a small board")));
    for &choice in choices {
        assert!(board.is_settled());
        assert_eq!(board.to_grid(start), grid);
        let list = grid.canonical_moves(true);
        assert_eq!(
            Moves::of(&board, start.cols() as u32).iter(0).next().is_some(),
            !grid.canonical_moves(false).is_empty()
        );
        if list.is_empty() {
            break;
        }
        let step = list[usize::from(choice) % list.len()];
        let bit = moves::bit_of(step);
        let to = if step.side == Side::Right { bit / 8 + 1 } else { bit / 8 - 1 };
        let full = board.occupied() >> (to * 8 + bit % 8) & 1 == 1;
        let child = if full { board.swapped(bit) } else { board.slid(bit, to) };
        board = dispatch(path, Settle(child));
        grid.play(step).expect("a canonical move can be played");
    }
    assert_eq!(board.to_grid(start), grid);
}

fuzz_target!(|bytes: &[u8]| {
    // The bytes are: size, number of colours, a height for each column, then blocks, then moves.
    let [size, colours, rest @ ..] = bytes else { return };
    let (rows, cols) = (usize::from(size >> 3 & 7) + 1, usize::from(size & 7) + 1);
    let (heights, rest) = rest.split_at(rest.len().min(cols));
    let (blocks, choices) = rest.split_at(rest.len().min(rows * cols));
    let colours = u64::from(colours % 15) + 1;
    let block = |cell: Cell| {
        let high = heights.get(cell.col).map_or(0, |&height| usize::from(height) % (rows + 1));
        let name = blocks.get(cell.col * rows + cell.row).map_or(0, |&block| u64::from(block) % colours);
        (cell.row < high).then_some(name + 1)
    };
    let grid = Grid::from_names(rows, cols, block).expect("a small board of few colours");
    let choices = &choices[..choices.len().min(64)];
    for path in CpuPath::available_paths(|path| eprintln!("skipped: {}", path.name())) {
        check::<4>(&grid, choices, path);
        check::<6>(&grid, choices, path);
    }
});
