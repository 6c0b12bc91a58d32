//! Random playouts of 15×15 boards with 5 colours, a path at a time.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use tilefall::bits::cpu::{Cpu, Job, Path, dispatch_on};
use tilefall::grid::Grid;
use tilefall::samegame::board::{Board, below};
use tilefall::samegame::packed::Packed;
use tilefall::samegame::playout::{Policy, UniformGroups, UniformTiles, playout};

type Fast = Packed<16, 4, 3>;

/// Uniform random boards.
fn boards(count: u64) -> Vec<Fast> {
    let board = |seed| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Fast::from_grid(&Grid::from_names(15, 15, |_| Some(below(&mut rng, 5) as u64)).unwrap()).unwrap()
    };
    (0..count).map(board).collect()
}

/// One playout a board; gives the tiles removed in all.
struct Play<'a, P, R>(&'a [Fast], P, &'a mut R);

impl<P: Policy<Fast>, R: Rng> Job for Play<'_, P, R> {
    type Out = usize;
    #[inline(always)]
    fn run<C: Cpu>(mut self, cpu: C) -> usize {
        let mut removed = 0;
        for board in self.0 {
            let mut board = *board;
            playout(cpu, &mut board, &mut self.1, self.2, |_, count| removed += count);
        }
        removed
    }
}

/// The same playouts on every path take the same tiles, and leave no move.
fn check(boards: &[Fast]) {
    let run = |path| dispatch_on(path, Play(boards, UniformTiles, &mut Xoshiro256PlusPlus::seed_from_u64(7)));
    for path in Path::ALL.into_iter().filter(|path| path.available()) {
        assert_eq!(run(path), run(Path::Portable));
    }
    assert!(run(Path::Portable) > boards.len() * 150);
}

fn playouts(c: &mut Criterion) {
    let boards = boards(100);
    check(&boards);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut group = c.benchmark_group("100 playouts 15x15x5");
    for path in Path::ALL.into_iter().filter(|path| path.available()) {
        group.bench_function(format!("tiles/{}", path.name()), |b| {
            b.iter_batched(
                || (),
                |()| dispatch_on(path, Play(black_box(&boards), UniformTiles, &mut rng)),
                BatchSize::SmallInput,
            )
        });
        group.bench_function(format!("groups/{}", path.name()), |b| {
            b.iter(|| dispatch_on(path, Play(black_box(&boards), UniformGroups, &mut rng)))
        });
    }
    group.finish();
}

criterion_group!(benches, playouts);
criterion_main!(benches);
