//! Kernels for counting instructions: `docs/benchmarks/instructions.sh` runs each under callgrind.
//!
//! A run repeats one kernel on one CPU path for a number of rounds, and prints the number of operations per round. The
//! difference between two numbers of rounds excludes the setup before the first round.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use tilefall::internals::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
use tilefall::internals::control::SearchLimits;
use tilefall::internals::mayan::moves::Moves;
use tilefall::internals::mayan::packed::Packed as Blocks;
use tilefall::internals::samegame::playout::{UniformTiles, playout};
use tilefall::internals::samegame::repr::packed::Packed;
use tilefall::internals::samegame::repr::{BoardRepr, below};
use tilefall::internals::samegame::search::exact::exact;
use tilefall::internals::samegame::search::{NoReport, Query};
use tilefall::internals::workload::samegame::random_game;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Rules, StopFlag};
use tilefall::text::formats::jsonl;
use tilefall_benches::swaps::Play;

type Tiles = Packed<16, 4, 3>;

/// The names of the kernels.
const KERNELS: [&str; 6] = [
    "samegame-click",
    "samegame-playout",
    "samegame-exact-8x8",
    "samegame-exact-10x10",
    "mayan-quiet",
    "mayan-eliminating",
];

/// Returns all positions of random games on boards of 15×15 and 5 colours, each with a click.
fn clicks() -> Vec<(Tiles, Cell)> {
    let (mut rng, mut clicks) = (Xoshiro256PlusPlus::seed_from_u64(3), Vec::new());
    for seed in 0..5 {
        let mut grid = Grid::from_names(15, 15, |_| Some(below(&mut rng, 5) as u64)).expect("a small board");
        for cell in random_game(&grid, seed) {
            clicks.push((BoardRepr::from_grid(&grid).expect("a small board"), cell));
            grid.click(cell);
        }
    }
    clicks
}

/// Returns the swaps on the boards of `bench mayan` that make a run, or those that make none.
fn swaps(hot: bool) -> Vec<(Blocks<4>, u32)> {
    let mut swaps = Vec::new();
    for puzzle in jsonl::each(include_bytes!("../data/bench/mayan.jsonl")) {
        let board = Blocks::<4>::from_grid(&puzzle.expect("a board that ships").grid).expect("few colours");
        let moves = Moves::of(&board, 5);
        let list = if hot { moves.swaps & moves.run_swaps } else { moves.swaps & !moves.run_swaps };
        swaps.extend((0..64).filter(|bit| list >> bit & 1 == 1).map(|bit| (board, bit)));
    }
    swaps
}

struct Click<'a>(&'a [(Tiles, Cell)]);
impl<C: Cpu> Kernel<C> for Click<'_> {
    type Out = usize;
    #[inline(always)]
    fn run(self, cpu: C) -> usize {
        let mut removed = 0;
        for &(mut board, cell) in self.0 {
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
        let (mut rng, mut removed) = (Xoshiro256PlusPlus::seed_from_u64(7), 0);
        playout(cpu, &mut self.0.to_playout(cpu), &mut UniformTiles, &mut rng, |_, count| {
            removed += count;
            true
        });
        removed
    }
}

/// Returns the nodes of the exact search of a square board of 4 colours.
fn nodes(path: CpuPath, side: usize) -> usize {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let grid = Grid::from_names(side, side, |_| Some(below(&mut rng, 4) as u64)).expect("a small board");
    let (query, stop) = (Query::score(&grid, Rules::default()).expect("a settled board"), StopFlag::new());
    let limits = SearchLimits { nodes: Some(2000), memory: 1 << 24, stop: &stop };
    exact(path, &query, &limits, None, &NoReport).expect("it fits").nodes as usize
}

/// Runs a kernel and returns the number of operations per round.
fn run(kernel: &str, path: CpuPath, rounds: u32) -> Option<usize> {
    let mut operations = 0;
    match kernel {
        "samegame-click" | "samegame-playout" => {
            let clicks = clicks();
            let playouts = kernel == "samegame-playout";
            operations = if playouts { 1 } else { clicks.len() };
            for _ in 0..rounds {
                let sum = if playouts {
                    dispatch(path, Playout(clicks[0].0))
                } else {
                    dispatch(path, Click(&clicks))
                };
                black_box(sum);
            }
        }
        "samegame-exact-8x8" | "samegame-exact-10x10" => {
            let side = if kernel == "samegame-exact-8x8" { 8 } else { 10 };
            for _ in 0..rounds {
                operations = black_box(nodes(path, side));
            }
        }
        "mayan-quiet" | "mayan-eliminating" => {
            let swaps = swaps(kernel == "mayan-eliminating");
            operations = swaps.len();
            for _ in 0..rounds {
                black_box(dispatch(path, Play(&swaps)));
            }
        }
        _ => {}
    }
    (operations > 0).then_some(operations)
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let [kernel, path, rounds] = words.as_slice() else {
        println!("{}", KERNELS.join("\n"));
        return;
    };
    let path = CpuPath::available_paths(|_| ()).into_iter().find(|known| known.name() == path);
    let operations =
        path.and_then(|path| run(kernel, path, rounds.parse().ok()?)).expect("KERNEL PATH ROUNDS");
    println!("{operations}");
}
