//! Nodes per second and time per proof of the exact SameGame search: `cargo bench --bench samegame_exact`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::time::Duration;
use tilefall::internals::bits::cpu::CpuPath;
use tilefall::internals::samegame::search::exact::exact;
use tilefall::internals::samegame::search::{NoReport, Query};
use tilefall::rules::control::SearchLimits;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Rules, StopFlag};
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

/// Runs the exact search, from the list `start` if there is one.
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
    // Ten searches of 20,000 nodes each, so that the rate is in nodes per second.
    group.throughput(Throughput::Elements(10 * 20_000));
    group.bench_function("8x8x4, 20,000 nodes of 10 boards", |b| {
        b.iter(|| boards[..10].iter().map(|grid| ask(&query(grid), Some(20_000)).nodes).sum::<u64>());
    });
    // Proofs that the best list is optimal. Only a search without a node limit works layer by layer. So the
    // depth-first search gets a limit that it never reaches.
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

criterion_group!(benches, samegame_exact);
criterion_main!(benches);
