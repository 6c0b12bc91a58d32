//! Random playouts of 15×15 boards with 5 colours, for each policy and CPU path.

use criterion::{Criterion, criterion_group, criterion_main};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use tilefall::internals::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
use tilefall::internals::samegame::playout::{Tabu, UniformGroups, UniformTiles, playout};
use tilefall::internals::samegame::repr::packed::Packed;
use tilefall::internals::samegame::repr::{BoardRepr, below};
use tilefall::rules::grid::Grid;

type Fast = Packed<16, 4, 3>;

/// Returns a uniform random board.
fn grid(seed: u64) -> Grid {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    Grid::from_names(15, 15, |_| Some(below(&mut rng, 5) as u64)).unwrap()
}

fn boards(count: u64) -> Vec<Fast> {
    (0..count).map(|seed| Fast::from_grid(&grid(seed)).unwrap()).collect()
}

/// The policy of the playouts.
#[derive(Clone, Copy, Debug)]
enum How {
    Tiles,
    Groups,
    Tabu,
}

/// One playout per board; returns the total number of removed tiles.
struct Play<'a, R>(&'a [Fast], How, &'a mut R);

impl<C: Cpu, R: Rng> Kernel<C> for Play<'_, R> {
    type Out = usize;
    #[inline(always)]
    fn run(self, cpu: C) -> usize {
        let Play(boards, how, rng) = self;
        let mut removed = 0;
        macro_rules! each {
            ($policy:expr) => {
                for board in boards {
                    playout(cpu, &mut board.to_playout(cpu), $policy, rng, |_, count| {
                        removed += count;
                        true
                    })
                }
            };
        }
        match how {
            How::Tiles => each!(&mut UniformTiles),
            How::Groups => each!(&mut UniformGroups),
            How::Tabu => each!(&mut Tabu(0)),
        }
        removed
    }
}

/// Checks that playouts remove equally many tiles on every CPU path, on average more than 150 of the 225.
fn check(boards: &[Fast], how: How) {
    let run = |path| dispatch(path, Play(boards, how, &mut Xoshiro256PlusPlus::seed_from_u64(7)));
    for path in CpuPath::available_paths(|path| eprintln!("skipped: {}", path.name())) {
        assert_eq!(run(path), run(CpuPath::Portable));
    }
    assert!(run(CpuPath::Portable) > boards.len() * 150);
}

fn playouts(c: &mut Criterion) {
    let boards = boards(100);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut group = c.benchmark_group("100 playouts 15x15x5");
    for (name, how) in [("tiles", How::Tiles), ("groups", How::Groups), ("tabu", How::Tabu)] {
        check(&boards, how);
        for path in CpuPath::available_paths(|path| eprintln!("skipped: {}", path.name())) {
            group.bench_function(format!("{name}/{}", path.name()), |b| {
                b.iter(|| dispatch(path, Play(black_box(&boards), how, &mut rng)))
            });
        }
    }
    group.finish();
}

criterion_group!(benches, playouts);
criterion_main!(benches);
