//! Random playouts of 15×15 boards with 5 colours, a policy and a path at a time.

use criterion::{Criterion, criterion_group, criterion_main};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use tilefall::base::Rules;
use tilefall::bits::cpu::{Cpu, Job, Path, dispatch_on};
use tilefall::grid::Grid;
use tilefall::samegame::board::packed::Packed;
use tilefall::samegame::board::{AtRest, below};
use tilefall::samegame::playout::scored::{Draw, scored};
use tilefall::samegame::playout::softmax::{Kept, Softmax, Transcript};
use tilefall::samegame::playout::{Exception, Tabu, UniformGroups, UniformTiles, playout};

type Fast = Packed<16, 4, 3>;

/// A uniform random board.
fn grid(seed: u64) -> Grid {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    Grid::from_names(15, 15, |_| Some(below(&mut rng, 5) as u64)).unwrap()
}

/// Uniform random boards.
fn boards(count: u64) -> Vec<Fast> {
    (0..count).map(|seed| Fast::from_grid(&grid(seed)).unwrap()).collect()
}

/// What is measured.
#[derive(Clone, Copy, Debug)]
enum How {
    Tiles,
    Groups,
    Tabu(Exception),
    Softmax(Option<u8>),
}

/// One playout a board; gives the tiles removed in all.
struct Play<'a, R>(&'a [Fast], How, &'a mut R);

impl<R: Rng> Job for Play<'_, R> {
    type Out = usize;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> usize {
        let Play(boards, how, rng) = self;
        let mut removed = 0;
        macro_rules! each {
            ($policy:expr) => {
                for board in boards {
                    playout(cpu, &mut board.hold(cpu), $policy, rng, |_, count| {
                        removed += count;
                        true
                    })
                }
            };
        }
        match how {
            How::Tiles => each!(&mut UniformTiles),
            How::Groups => each!(&mut UniformGroups),
            How::Tabu(exception) => each!(&mut Tabu::new(Some(0), exception)),
            How::Softmax(tabu) => {
                let (table, mut kept, mut line) =
                    (vec![1.0; 1 << 16], Kept::default(), Transcript::default());
                each!(&mut Softmax::<C, _>::new(&table, &[1.0], tabu, &mut kept, &mut line));
            }
        }
        removed
    }
}

/// The same playouts on every path take the same tiles, and leave no move.
fn check(boards: &[Fast], how: How) {
    let run = |path| dispatch_on(path, Play(boards, how, &mut Xoshiro256PlusPlus::seed_from_u64(7)));
    for path in Path::here(|path| eprintln!("skipped: {}", path.name())) {
        assert_eq!(run(path), run(Path::Portable));
    }
    assert!(run(Path::Portable) > boards.len() * 150);
}

fn playouts(c: &mut Criterion) {
    let boards = boards(100);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut group = c.benchmark_group("100 playouts 15x15x5");
    for (name, how) in [
        ("tiles", How::Tiles),
        ("groups", How::Groups),
        ("tabu", How::Tabu(Exception::Never)),
        ("tabu whole", How::Tabu(Exception::Whole)),
        ("softmax", How::Softmax(None)),
        ("softmax tabu", How::Softmax(Some(0))),
    ] {
        check(&boards, how);
        for path in Path::here(|path| eprintln!("skipped: {}", path.name())) {
            group.bench_function(format!("{name}/{}", path.name()), |b| {
                b.iter(|| dispatch_on(path, Play(black_box(&boards), how, &mut rng)))
            });
        }
    }
    group.finish();
}

/// A thousand games on one board, played in step.
fn games_in_step(c: &mut Criterion) {
    let board = grid(1);
    let mut group = c.benchmark_group("1000 games in step 15x15x5");
    for (name, draw) in [("tiles", Draw::Tiles), ("groups", Draw::Groups), ("tabu", Draw::Tabu)] {
        let play = |path| scored(black_box(&board), Rules::default(), draw, 1000, 1, path).unwrap();
        for path in Path::here_wide(|path| eprintln!("skipped: {}", path.name())) {
            assert_eq!(play(path), play(Path::Portable));
            group.bench_function(format!("{name}/{}", path.name()), |b| b.iter(|| play(path)));
        }
    }
    group.finish();
}

criterion_group!(benches, playouts, games_in_step);
criterion_main!(benches);
