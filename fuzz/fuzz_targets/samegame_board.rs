//! Law: on every CPU path, every representation of a SameGame board plays any clicks as the grid does.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilefall::internals::bits::cpu::{Cpu, CpuPath};
use tilefall::internals::samegame::repr::{BoardKernel, BoardRepr, Kind, dispatch_board};
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Columns};

struct Clicks<'a> {
    grid: Grid,
    clicks: &'a [u8],
}

impl BoardKernel for Clicks<'_> {
    type Out = ();
    const KINDS: &'static [Kind] = Kind::ALL;
    const EVERY_PATH: bool = true;

    fn run<C: Cpu, B: BoardRepr>(mut self, cpu: C, mut board: B) {
        let like = self.grid.clone();
        for &click in self.clicks {
            let cell = Cell::new(usize::from(click >> 4), usize::from(click & 15));
            assert_eq!(board.click(cpu, cell), self.grid.click(cell));
            assert_eq!(board.check_invariants(Columns::Close), Ok(()));
            assert_eq!(board.to_grid(&like), self.grid);
            assert_eq!(board.has_move(cpu), !self.grid.is_over());
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    // The bytes are: size, number of colours, then a tile for each cell, by columns from the left, then clicks.
    let [size, colours, rest @ ..] = bytes else { return };
    let (rows, cols) = (usize::from(size >> 4) + 1, usize::from(size & 15) + 1);
    let (tiles, clicks) = rest.split_at(rest.len().min(rows * cols));
    let colours = u64::from(colours % 9) + 1;
    let tile = |cell: Cell| tiles.get(cell.col * rows + cell.row).map(|&tile| u64::from(tile) % colours);
    let grid = Grid::from_names(rows, cols, tile).expect("a small board of few colours");
    for path in CpuPath::available_paths(|path| eprintln!("skipped: {}", path.name())) {
        for &kind in Kind::ALL.iter().filter(|kind| kind.holds(&grid)) {
            dispatch_board(path, kind, &grid, Clicks { grid: grid.clone(), clicks })
                .expect("the kind holds it");
        }
    }
});
