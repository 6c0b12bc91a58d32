//! Instruction counts of seven hot paths, which do not depend on the load of the machine: `bash benches/instructions.sh`.
//!
//! A path fails above 1.03 times its count in `instructions.tsv`. The counts belong to x86-64 with AVX2 and to one
//! compiler, which the file names.

#[path = "../tests/support/uva_stream.rs"]
mod uva_stream;

use gungraun::{Callgrind, EventKind, prelude::*};
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use tilefall::internals::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
use tilefall::internals::samegame::playout::{UniformTiles, playout};
use tilefall::internals::samegame::repr::packed::Packed;
use tilefall::internals::samegame::repr::{BoardRepr, below};
use tilefall::judge::uva339::Simulator;
use tilefall::mayan;
use tilefall::rules::Cell;
use tilefall::rules::grid::Grid;
use tilefall::samegame::{self, Method};
use tilefall::text::formats::{auto, jsonl};
use uva_stream::Stream;

type Tiles = Packed<16, 4, 3>;

/// The largest allowed count of a path: its count on record, and 3 % more. A path without a count has no limit.
fn limit(path: &str) -> LibraryBenchmarkConfig {
    let lines = include_str!("instructions.tsv").lines().filter_map(|line| line.split_once('\t'));
    let count = lines.filter(|(name, _)| *name == path).find_map(|(_, count)| count.parse::<u64>().ok());
    let mut callgrind = Callgrind::default();
    if let Some(count) = count {
        callgrind.hard_limits([(EventKind::Ir, count + count * 3 / 100)]);
    }
    LibraryBenchmarkConfig::default().tool(callgrind).clone()
}

/// Returns a full board of random tiles.
fn random(rows: usize, cols: usize, colours: usize, seed: u64) -> Grid {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    Grid::from_names(rows, cols, |_| Some(below(&mut rng, colours) as u64)).expect("a small board")
}

/// Returns the positions of random games, each with its click.
fn clicks() -> Clicks {
    let (mut clicks, mut rng) = (Vec::new(), Xoshiro256PlusPlus::seed_from_u64(1));
    for seed in 0..5 {
        let mut grid = random(15, 15, 5, seed);
        loop {
            let groups = grid.groups_of(2);
            if groups.is_empty() {
                break;
            }
            let cell = groups[below(&mut rng, groups.len())];
            clicks.push((BoardRepr::from_grid(&grid).expect("a small board"), cell));
            grid.click(cell);
        }
    }
    Clicks(clicks)
}

struct Clicks(Vec<(Tiles, Cell)>);
impl<C: Cpu> Kernel<C> for Clicks {
    type Out = usize;
    #[inline(always)]
    fn run(self, cpu: C) -> usize {
        let mut removed = 0;
        for (mut board, cell) in self.0 {
            removed += board.click(cpu, cell);
            black_box(&board);
        }
        removed
    }
}

struct Playout(Tiles);
impl<C: Cpu> Kernel<C> for Playout {
    type Out = usize;
    #[inline(always)]
    fn run(self, cpu: C) -> usize {
        let (mut board, mut rng, mut removed) =
            (self.0.to_playout(cpu), Xoshiro256PlusPlus::seed_from_u64(7), 0);
        playout(cpu, &mut board, &mut UniformTiles, &mut rng, |_, count| {
            removed += count;
            true
        });
        removed
    }
}

fn board() -> Playout {
    Playout(BoardRepr::from_grid(&random(15, 15, 5, 0)).expect("a small board"))
}

fn square(side: usize, colours: usize) -> samegame::Board {
    samegame::Board::try_from(&random(side, side, colours, 5)).expect("a settled board")
}

fn mayan_board() -> mayan::Board {
    let mut puzzles = jsonl::each(include_bytes!("../data/bench/mayan.jsonl")).filter_map(Result::ok);
    let puzzle = puzzles.find(|puzzle| puzzle.id.as_deref().is_some_and(|id| id.starts_with("none-10")));
    mayan::Board::try_from(&puzzle.expect("the set").grid).expect("a board that ships")
}

/// Returns input of UVa 339: grids of 10×40 with 60 selections.
fn selections() -> Vec<u8> {
    Stream { grids: 20, rows: 10, cols: 40, colours: 5, selections: 60, seed: 1 }.text()
}

/// Returns texts of one long line each, which have to be read in linear time: with more, the count would be many times as large.
fn long_lines() -> Vec<Vec<u8>> {
    let parts = ["1,2,", "|1", "12/", "[1,2],", "(1,2),", "[[[[1]]]],", "'12','21',"];
    parts.map(|part| part.repeat(10_000 / part.len()).into_bytes()).to_vec()
}

/// The benchmarks, in a module because macros make public items of them.
mod counted {
    use super::*;

    #[library_benchmark(config = limit("samegame_click"))]
    #[bench::samegame_click(super::clicks())]
    fn click(clicks: Clicks) -> usize {
        black_box(dispatch(CpuPath::best(), clicks))
    }

    #[library_benchmark(config = limit("samegame_playout"))]
    #[bench::samegame_playout(super::board())]
    fn random_playout(board: Playout) -> usize {
        black_box(dispatch(CpuPath::best(), board))
    }

    // The trials of an annealing run.
    #[library_benchmark(config = limit("samegame_anneal"))]
    #[bench::samegame_anneal(super::square(15, 5))]
    fn anneal(board: samegame::Board) -> u64 {
        let solver = samegame::Solver::new().method(Method::Anneal).threads(1).nodes(1000);
        black_box(solver.solve(&board).map_or(0, |outcome| outcome.nodes))
    }

    // The nodes of an exact search, with the start of the search.
    #[library_benchmark(config = limit("samegame_exact"))]
    #[bench::samegame_exact(super::square(8, 4))]
    fn exact(board: samegame::Board) -> u64 {
        let solver = samegame::Solver::new().method(Method::Exact).threads(1).nodes(2000).memory(1 << 24);
        black_box(solver.solve(&board).map_or(0, |outcome| outcome.nodes))
    }

    // The nodes of a proof that there is no list, with the start of the search.
    #[library_benchmark(config = limit("mayan_solve"))]
    #[bench::mayan_solve(super::mayan_board())]
    fn solve(board: mayan::Board) -> u64 {
        let solver =
            mayan::Solver::new().exactly(10).skip_noop(true).threads(1).nodes(20_000).memory(1 << 24);
        black_box(solver.solve(&board).stats.nodes)
    }

    #[library_benchmark(config = limit("uva339_simulate"))]
    #[bench::uva339_simulate(super::selections())]
    fn simulate(text: Vec<u8>) -> usize {
        let (mut judge, mut out) = (Simulator::new(), Vec::new());
        judge.feed(&text, &mut out).and_then(|()| judge.finish(&mut out)).expect("good input");
        black_box(out.len())
    }

    #[library_benchmark(config = limit("read_long_lines"))]
    #[bench::read_long_lines(super::long_lines())]
    fn read(texts: Vec<Vec<u8>>) -> usize {
        black_box(texts.iter().map(|text| auto::read(text).puzzles.len()).sum())
    }

    library_benchmark_group!(
        name = paths;
        benchmarks = click, random_playout, anneal, exact, solve, simulate, read
    );
}

use counted::paths;
main!(library_benchmark_groups = paths);
