//! The UVa 339 judge on a stream: input bytes per second on one core.
//!
//! 10,000 grids of 10×40 with 60 selections each, for several numbers of colours (fewer mean larger groups), in blocks
//! of 256 KiB, as the command reads them.

#[path = "../tests/support/uva_stream.rs"]
mod uva_stream;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use tilefall::internals::bits::cpu::CpuPath;
use tilefall::judge::uva339::Simulator;
use uva_stream::Stream;

fn run(path: CpuPath, text: &[u8], out: &mut Vec<u8>) -> usize {
    let mut judge = Simulator::on(path);
    let mut printed = 0;
    for block in text.chunks(1 << 18) {
        out.clear();
        judge.feed(block, out).unwrap();
        printed += black_box(&*out).len();
    }
    out.clear();
    judge.finish(out).unwrap();
    printed + out.len()
}

fn uva(c: &mut Criterion) {
    let mut group = c.benchmark_group("uva339");
    group.sample_size(10);
    for colours in [3, 5, 10] {
        let text = Stream { grids: 10_000, rows: 10, cols: 40, colours, selections: 60, seed: 1 }.text();
        let mut out = Vec::new();
        group.throughput(Throughput::Bytes(text.len() as u64));
        for path in CpuPath::available_paths(|path| eprintln!("skipped: {}", path.name())) {
            group.bench_with_input(BenchmarkId::new(path.name(), colours), &text, |b, text| {
                b.iter(|| run(path, text, &mut out))
            });
        }
    }
    group.finish();
}

criterion_group!(benches, uva);
criterion_main!(benches);
