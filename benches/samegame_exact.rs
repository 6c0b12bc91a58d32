//! The exact SameGame search: nodes and whole boards. `cargo bench --bench samegame_exact`.
//!
//! `EXACT_EACH=1` instead prints the time and the nodes of each included board from number 1 on, and of generated
//! clearable boards of 10 rows and 40 columns, and of 40 rows and 10 columns.

use criterion::{Criterion, Throughput, criterion_group};
use std::time::{Duration, Instant};
use tilefall::internals::bits::cpu::CpuPath;
use tilefall::internals::control::SearchLimits;
use tilefall::internals::samegame::search::exact::exact;
use tilefall::internals::samegame::search::{NoReport, Query};
use tilefall::rules::grid::Grid;
use tilefall::rules::{Rules, StopFlag, StopReason};
use tilefall::samegame::{Found, Outcome};
use tilefall::text::formats::jsonl;

#[path = "../tests/support/clearable.rs"]
mod clearable;

const MEMORY: usize = 1 << 30;

fn boards() -> Vec<Grid> {
    let text = include_bytes!("../data/bench/samegame8x8.jsonl");
    jsonl::each(text).map(|puzzle| puzzle.expect("the shipped boards can be read").grid).collect()
}

fn ask(query: &Query, nodes: Option<u64>) -> Outcome {
    prove(query, nodes, None)
}

/// Searches from a list.
fn prove(query: &Query, nodes: Option<u64>, start: Option<&Found>) -> Outcome {
    let stop = StopFlag::new();
    exact(CpuPath::best(), query, &SearchLimits { nodes, memory: MEMORY, stop: &stop }, start, &NoReport)
        .expect("it fits")
}

fn samegame_exact(c: &mut Criterion) {
    let boards = boards();
    let mut group = c.benchmark_group("samegame exact");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    let query = |grid| Query::score(grid, Rules::default()).unwrap();
    // Nodes per second.
    group.throughput(Throughput::Elements(10 * 20_000));
    group.bench_function("8x8x4, 20,000 nodes of 10 boards", |b| {
        b.iter(|| boards[..10].iter().map(|grid| ask(&query(grid), Some(20_000)).nodes).sum::<u64>());
    });
    // A proof from the best list. Only a search without a node limit uses layers, so the other one has a limit that it
    // does not reach.
    let (long, best) = (query(&boards[8]), ask(&query(&boards[8]), None).found);
    group.throughput(Throughput::Elements(1));
    for (name, nodes) in [("depth first", Some(u64::MAX)), ("by layers", None)] {
        group.bench_function(format!("8x8x4, proof of board 9, {name}"), |b| {
            b.iter(|| prove(&long, nodes, best.as_ref()).bound);
        });
    }
    let planted: Vec<Grid> = (0..3).map(|seed| clearable::clearable(10, 40, 3 + seed, seed)).collect();
    group.throughput(Throughput::Elements(planted.len() as u64));
    group.bench_function("clear 10x40 of 3 to 5 colours", |b| {
        b.iter(|| {
            planted.iter().filter(|grid| ask(&Query::clear(grid).unwrap(), None).found.is_some()).count()
        });
    });
}

/// Prints the results of single boards.
fn each(first: usize) {
    let mut seconds = Vec::new();
    for (number, grid) in boards().iter().enumerate().skip(first.saturating_sub(1)) {
        let start = Instant::now();
        let answer = ask(&Query::score(grid, Rules::default()).unwrap(), None);
        seconds.push(start.elapsed().as_secs_f64());
        let score = answer.found.map(|found| found.score);
        println!(
            "8x8 {:02}: {score:?}, {} nodes, {:.2} s",
            number + 1,
            answer.nodes,
            seconds[seconds.len() - 1]
        );
    }
    if !seconds.is_empty() {
        summary("8x8", &mut seconds);
    }
    for (rows, cols) in [(10, 40), (40, 10)] {
        let mut seconds = Vec::new();
        for seed in 0..30 {
            let grid = clearable::clearable(rows, cols, 3 + seed % 3, seed);
            let start = Instant::now();
            let stop = StopFlag::new();
            let limits = SearchLimits { nodes: None, memory: MEMORY, stop: &stop };
            let answer = std::thread::scope(|scope| {
                let worker = scope.spawn(|| {
                    exact(CpuPath::best(), &Query::clear(&grid).unwrap(), &limits, None, &NoReport)
                });
                while !worker.is_finished() {
                    std::thread::sleep(Duration::from_millis(2));
                    if start.elapsed() > Duration::from_secs(10) {
                        stop.raise(StopReason::Time);
                    }
                }
                worker.join().expect("the search does not panic").expect("it fits")
            });
            seconds.push(start.elapsed().as_secs_f64());
            let (tiles, nodes) = (grid.tiles(), answer.nodes);
            println!("{rows}x{cols} {seed}: {tiles} tiles, {:?}, {nodes} nodes", answer.status);
        }
        summary(&format!("{rows}x{cols}"), &mut seconds);
    }
}

fn summary(name: &str, seconds: &mut [f64]) {
    seconds.sort_by(f64::total_cmp);
    let at = |share: usize| seconds[(seconds.len() - 1) * share / 100];
    println!("{name}: median {:.2} s, 90% {:.2} s, longest {:.2} s", at(50), at(90), at(100));
}

criterion_group!(benches, samegame_exact);

fn main() {
    if let Some(first) = std::env::var("EXACT_EACH").ok().and_then(|first| first.parse().ok()) {
        return each(first);
    }
    benches();
    Criterion::default().configure_from_args().final_summary();
}
