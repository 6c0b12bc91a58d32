//! Times one click (flood fill, gravity, closing of columns) and the parts of a click on each CPU path.
//!
//! The positions are those of random games on 15×15 boards with 5 colours, each with the click played there. The
//! throughput is in positions per second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use tilefall::internals::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
use tilefall::internals::samegame::repr::packed::Packed;
use tilefall::internals::samegame::repr::{BoardRepr, Cells, below};
use tilefall::internals::workload::samegame::random_game;
use tilefall::rules::Cell;
use tilefall::rules::grid::Grid;

type Position = (Packed<16, 4, 3>, Cell);

/// Returns positions with a click each, and the total number of tiles that these clicks remove by [`Grid::click`].
fn positions() -> (Vec<Position>, usize) {
    let (mut positions, mut removed) = (Vec::new(), 0);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for seed in 0..20 {
        let mut grid = Grid::from_names(15, 15, |_| Some(below(&mut rng, 5) as u64)).unwrap();
        for cell in random_game(&grid, seed) {
            positions.push((BoardRepr::from_grid(&grid).unwrap(), cell));
            removed += grid.click(cell);
        }
    }
    (positions, removed)
}

macro_rules! job {
    ($(#[$doc:meta])* $name:ident, |$cpu:ident, $board:ident, $cell:ident| $body:expr) => {
        $(#[$doc])*
        struct $name<'a>(&'a [Position]);
        impl<C: Cpu> Kernel<C> for $name<'_> {
            type Out = usize;
            #[inline(always)]
            fn run(self, $cpu: C) -> usize {
                let mut sum = 0;
                for &(mut $board, $cell) in self.0 {
                    let _ = &mut $board;
                    sum += $body;
                }
                sum
            }
        }
    };
}

job!(/// The whole click: flood fill, gravity, closing.
Click, |cpu, board, cell| {
    let removed = board.click(cpu, cell);
    black_box(&board);
    removed
});
job!(/// Only the flood fill of the click.
    Group, |cpu, board, cell| board.group(cpu, cell).count());
job!(/// Only the test whether any two equal tiles touch.
    HasMove, |cpu, board, _cell| usize::from(board.has_move(cpu)));
job!(/// The flood fill of each group of the board.
Groups, |cpu, board, _cell| {
    let (mut groups, mut sum) = (board.groups(cpu, 2), 0);
    while let Some(group) = board.next_group(cpu, &mut groups) {
        sum += group.count();
    }
    sum
});

fn kernels(c: &mut Criterion) {
    let (positions, removed) = positions();
    let mut group = c.benchmark_group("15x15x5");
    group.throughput(Throughput::Elements(positions.len() as u64));
    for path in CpuPath::available_paths(|path| eprintln!("skipped: {}", path.name())) {
        assert_eq!(dispatch(path, Click(&positions)), removed);
        assert_eq!(dispatch(path, Group(&positions)), removed);
        assert_eq!(dispatch(path, HasMove(&positions)), positions.len());
        let name = |part: &str| format!("{part}/{}", path.name());
        group.bench_function(name("click"), |b| b.iter(|| dispatch(path, Click(black_box(&positions)))));
        group.bench_function(name("flood"), |b| b.iter(|| dispatch(path, Group(black_box(&positions)))));
        group.bench_function(name("has move"), |b| b.iter(|| dispatch(path, HasMove(black_box(&positions)))));
        group.bench_function(name("groups"), |b| b.iter(|| dispatch(path, Groups(black_box(&positions)))));
    }
    group.finish();
}

criterion_group!(benches, kernels);
criterion_main!(benches);
