//! Times of Mayan moves and of whole searches: `cargo bench --bench mayan_solve`.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use tilefall::internals::bits::cpu::{CpuPath, dispatch};
use tilefall::internals::mayan::moves::Moves;
use tilefall::internals::mayan::packed::Packed;
use tilefall::internals::mayan::solve::{Request, solve};
use tilefall::rules::control::SearchLimits;
use tilefall::rules::puzzle::{Puzzle, Task};
use tilefall::rules::{Mode, StopFlag};
use tilefall::text::formats::jsonl;
use tilefall_benches::swaps::Play;

fn boards() -> Vec<Puzzle> {
    let text = include_bytes!("../data/bench/mayan.jsonl");
    jsonl::each(text).map(|puzzle| puzzle.expect("the shipped boards can be read")).collect()
}

fn of_set<'a>(all: &'a [Puzzle], set: &str) -> Vec<&'a Puzzle> {
    all.iter().filter(|puzzle| puzzle.id.as_deref().is_some_and(|id| id.starts_with(set))).collect()
}

fn moves(c: &mut Criterion) {
    let all = boards();
    let (mut quiet, mut hot) = (Vec::new(), Vec::new());
    for puzzle in &all {
        let board = Packed::<4>::from_grid(&puzzle.grid).expect("fifteen colours at most");
        let moves = Moves::of(&board, 5);
        for bit in (0..64).filter(|bit| moves.swaps >> bit & 1 == 1) {
            let list = if moves.run_swaps >> bit & 1 == 1 { &mut hot } else { &mut quiet };
            list.push((board, bit));
        }
    }
    for path in CpuPath::available_paths(|path| eprintln!("skipped: {}", path.name())) {
        let mut group = c.benchmark_group(format!("mayan move, {}", path.name()));
        for (name, list) in [("quiet", &quiet), ("eliminating", &hot)] {
            group.throughput(Throughput::Elements(list.len() as u64));
            group.bench_function(name, |b| b.iter(|| dispatch(path, Play(black_box(list)))));
        }
        group.throughput(Throughput::Elements(all.len() as u64));
        let packed: Vec<_> =
            all.iter().map(|p| Packed::<4>::from_grid(&p.grid).expect("few colours")).collect();
        group.bench_function("all moves of a board as masks", |b| {
            b.iter(|| packed.iter().fold(0, |sum, board| sum ^ Moves::of(black_box(board), 5).run_swaps));
        });
    }
}

fn puzzles(c: &mut Criterion) {
    let all = boards();
    let stop = StopFlag::new();
    let limits = SearchLimits { nodes: None, memory: 1 << 28, stop: &stop };
    let run = |set: &[&Puzzle]| {
        let mut nodes = 0;
        for puzzle in set {
            let Task::Mayan(task) = &puzzle.task else { continue };
            let request = Request::new(task.moves.unwrap_or(0), task.mode.unwrap_or(Mode::Shortest));
            nodes += solve(&puzzle.grid, &request, &limits).map_or(0, |o| o.stats.nodes);
        }
        nodes
    };
    let mut group = c.benchmark_group("mayan solve");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    for set in ["easy", "hard5", "none-7", "none-8", "few-4"] {
        let boards = of_set(&all, set);
        // `run` returns the number of nodes, so that the rate is in nodes per second.
        group.throughput(Throughput::Elements(run(&boards)));
        group
            .bench_function(set, |b| b.iter_batched(|| &boards, |boards| run(boards), BatchSize::SmallInput));
    }
}

criterion_group!(benches, moves, puzzles);
criterion_main!(benches);
