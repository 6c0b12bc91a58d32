//! Annealing of random 15×15 boards with 5 colours: trials, and single clicks with bookkeeping, for each CPU path.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use tilefall::internals::bits::cpu::CpuPath;
use tilefall::internals::samegame::search::anneal::replays::replays;
use tilefall::internals::samegame::search::{Method, NoReport, Query, Request, solve};
use tilefall::rules::control::SearchLimits;
use tilefall::rules::puzzle::Puzzle;
use tilefall::rules::{Rules, StopFlag};
use tilefall::samegame::{Found, Outcome};
use tilefall::text::formats::jsonl;

const TRIALS: u64 = 20_000;

const TIMES: u64 = 100;

fn run(puzzle: &Puzzle, path: CpuPath, seed: u64) -> Outcome {
    let stop = StopFlag::new();
    let limits = SearchLimits { nodes: Some(TRIALS), memory: 1 << 28, stop: &stop };
    let request = Request { method: Method::Anneal, seed, path, ..Request::default() };
    solve(&Query::score(&puzzle.grid, Rules::default()).unwrap(), &request, &limits, &NoReport)
        .expect("it fits")
}

fn trials(c: &mut Criterion) {
    let boards = jsonl::each(include_bytes!("../data/bench/samegame15.jsonl"));
    let boards: Vec<Puzzle> = boards.take(4).collect::<Result<_, _>>().expect("boards that ship");
    let mut group = c.benchmark_group("trials 15x15x5");
    group.throughput(Throughput::Elements(TRIALS * boards.len() as u64)).sample_size(20);
    for path in CpuPath::available_paths(|path| eprintln!("skipped: {}", path.name())) {
        for board in &boards {
            // Rates are comparable only if every path finds the same lists.
            assert_eq!(run(board, path, 1), run(board, CpuPath::Portable, 1));
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

fn clicks(c: &mut Criterion) {
    let boards = jsonl::each(include_bytes!("../data/bench/samegame15.jsonl"));
    let boards: Vec<Puzzle> = boards.take(4).collect::<Result<_, _>>().expect("boards that ship");
    // Lists found in 20,000 trials: the list of a first trial would be nearly random.
    let lists: Vec<_> =
        boards.iter().map(|board| run(board, CpuPath::Portable, 1).found.expect("a list")).collect();
    let mut group = c.benchmark_group("clicks 15x15x5");
    let count = TIMES * lists.iter().map(|list| list.clicks.len() as u64).sum::<u64>();
    group.throughput(Throughput::Elements(count));
    for path in CpuPath::available_paths(|path| eprintln!("skipped: {}", path.name())) {
        group.bench_function(path.name(), |b| {
            b.iter(|| {
                let all = boards.iter().zip(&lists);
                let play = |(board, list): (&Puzzle, &Found)| {
                    let rules = Rules { clear_bonus: 0, ..Rules::default() };
                    let made = replays(&board.grid, rules, black_box(&list.clicks), TIMES, path);
                    let (clicks, points) = made.expect("it fits");
                    let bonus = if list.cleared { 1000 } else { 0 };
                    assert_eq!(clicks, TIMES * list.clicks.len() as u64);
                    assert_eq!(points, TIMES as i64 * (list.score - bonus));
                    clicks
                };
                all.map(play).sum::<u64>()
            })
        });
    }
    group.finish();
}

criterion_group!(benches, trials, clicks);
criterion_main!(benches);
