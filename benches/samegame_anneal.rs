//! Annealing of random 15×15 boards with 5 colours: trials, a path at a time.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use tilefall::bits::cpu::Path;
use tilefall::formats::jsonl;
use tilefall::limits::{Limits, StopFlag};
use tilefall::puzzle::Puzzle;
use tilefall::samegame::Rules;
use tilefall::samegame::search::anneal::{Settings, anneal};
use tilefall::samegame::search::{Outcome, Query, Silent};

const TRIALS: u64 = 20_000;

fn run(puzzle: &Puzzle, path: Path, seed: u64) -> Outcome {
    let stop = StopFlag::new();
    let limits = Limits { nodes: Some(TRIALS), memory: 1 << 28, stop: &stop };
    let settings = Settings { seed, path, ..Settings::default() };
    anneal(&Query::score(&puzzle.grid, Rules::default()), &settings, &limits, &Silent).expect("it fits")
}

fn trials(c: &mut Criterion) {
    let boards = jsonl::each(include_bytes!("../data/bench/samegame15.jsonl"));
    let boards: Vec<Puzzle> = boards.take(4).collect::<Result<_, _>>().expect("boards that ship");
    let mut group = c.benchmark_group("trials 15x15x5");
    group.throughput(Throughput::Elements(TRIALS * boards.len() as u64)).sample_size(20);
    for path in Path::ALL.into_iter().filter(|path| path.available()) {
        for board in &boards {
            // The same lists on every path, or the rates say nothing.
            assert_eq!(run(board, path, 1), run(board, Path::Portable, 1));
        }
        let mut seed = 0;
        group.bench_function(path.name(), |b| {
            b.iter(|| {
                seed += 1;
                boards.iter().map(|board| run(black_box(board), path, seed).nodes).sum::<u64>()
            })
        });
    }
    group.finish();
}

criterion_group!(benches, trials);
criterion_main!(benches);
