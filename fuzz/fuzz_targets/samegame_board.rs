//! Law: every kind of SameGame board plays any clicks as the grid does, on every CPU path.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilefall::base::Cell;
use tilefall::internals::bits::cpu::{Cpu, CpuPath, Kernel, dispatch_on};
use tilefall::grid::Grid;
use tilefall::internals::samegame::repr::{BoardRepr, Kind, Visitor, with_kind};

struct Clicks<'a, B> {
    board: B,
    grid: Grid,
    clicks: &'a [u8],
}

impl<B: BoardRepr> Kernel for Clicks<'_, B> {
    type Out = ();

    fn run<C: Cpu>(mut self, cpu: C) {
        let like = self.grid.clone();
        for &click in self.clicks {
            let cell = Cell::new(usize::from(click >> 4), usize::from(click & 15));
            assert_eq!(self.board.click(cpu, cell), self.grid.click(cell));
            assert_eq!(self.board.check_invariants(), Ok(()));
            assert_eq!(self.board.to_grid(&like), self.grid);
            assert_eq!(self.board.has_move(cpu), !self.grid.is_over());
        }
    }
}

struct On<'a>(CpuPath, &'a Grid, &'a [u8]);

impl Visitor for On<'_> {
    type Out = ();

    fn visit<B: BoardRepr>(self, board: B) {
        dispatch_on(self.0, Clicks { board, grid: self.1.clone(), clicks: self.2 });
    }
}

fuzz_target!(|bytes: &[u8]| {
    // Size, number of colours, then tiles in columns from the left, each full, then clicks.
    let [size, colours, rest @ ..] = bytes else { return };
    let (rows, cols) = (usize::from(size >> 4) + 1, usize::from(size & 15) + 1);
    let (tiles, clicks) = rest.split_at(rest.len().min(rows * cols));
    let colours = u64::from(colours % 9) + 1;
    let tile = |cell: Cell| tiles.get(cell.col * rows + cell.row).map(|&tile| u64::from(tile) % colours);
    let grid = Grid::from_names(rows, cols, tile).expect("a small board of few colours");
    for path in CpuPath::available_paths(|path| eprintln!("skipped: {}", path.name())) {
        for &kind in Kind::ALL.iter().filter(|kind| kind.holds(&grid)) {
            with_kind(kind, &grid, On(path, &grid, clicks)).expect("the kind holds it");
        }
    }
});
