//! Kernels to count instructions of: `docs/benchmarks/instructions.sh` runs each under callgrind.
//!
//! A run does one kernel on one CPU path a number of rounds, and prints how many operations a round has. The difference
//! of two numbers of rounds leaves out what comes before the first round.

mod swaps;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hint::black_box;
use swaps::Play;
use tilefall::base::{Cell, Limits, Rules, StopFlag};
use tilefall::bits::cpu::{Cpu, Job, Path, dispatch_on};
use tilefall::formats::jsonl;
use tilefall::grid::Grid;
use tilefall::mayan::board::Packed as Blocks;
use tilefall::mayan::moves::Moves;
use tilefall::samegame::board::packed::Packed;
use tilefall::samegame::board::{AtRest, below};
use tilefall::samegame::playout::scored::random_click;
use tilefall::samegame::playout::{UniformTiles, playout};
use tilefall::samegame::search::exact::exact_on;
use tilefall::samegame::search::{Query, Silent};

type Tiles = Packed<16, 4, 3>;

/// The kernels, by name.
const KERNELS: [&str; 6] = [
    "samegame-click",
    "samegame-playout",
    "samegame-exact-8x8",
    "samegame-exact-10x10",
    "mayan-quiet",
    "mayan-eliminating",
];

/// Positions of random games on boards of 15×15 and 5 colours, each with a click.
fn clicks() -> Vec<(Tiles, Cell)> {
    let (mut rng, mut clicks) = (Xoshiro256PlusPlus::seed_from_u64(3), Vec::new());
    for _ in 0..5 {
        let mut grid = Grid::from_names(15, 15, |_| Some(below(&mut rng, 5) as u64)).expect("a small board");
        while let Some(cell) = random_click(&grid, &mut rng) {
            clicks.push((AtRest::from_grid(&grid).expect("a small board"), cell));
            grid.click(cell);
        }
    }
    clicks
}

/// Swaps on the boards that `bench mayan` solves: those that make a run, or those that make none.
fn swaps(hot: bool) -> Vec<(Blocks<4>, u32)> {
    let mut swaps = Vec::new();
    for puzzle in jsonl::each(include_bytes!("../data/bench/mayan.jsonl")) {
        let board = Blocks::<4>::from_grid(&puzzle.expect("a board that ships").grid).expect("few colours");
        let moves = Moves::of(&board, 5);
        let list = if hot { moves.swaps & moves.hot } else { moves.swaps & !moves.hot };
        swaps.extend((0..64).filter(|bit| list >> bit & 1 == 1).map(|bit| (board, bit)));
    }
    swaps
}

struct Click<'a>(&'a [(Tiles, Cell)]);
impl Job for Click<'_> {
    type Out = usize;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> usize {
        let mut removed = 0;
        for &(mut board, cell) in self.0 {
            removed += board.click(cpu, cell);
            black_box(&board);
        }
        removed
    }
}

struct Playout(Tiles);
impl Job for Playout {
    type Out = usize;
    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> usize {
        let (mut rng, mut removed) = (Xoshiro256PlusPlus::seed_from_u64(7), 0);
        playout(cpu, &mut self.0.hold(cpu), &mut UniformTiles, &mut rng, |_, count| {
            removed += count;
            true
        });
        removed
    }
}

/// Nodes of the exact search of a square board of 4 colours.
fn nodes(path: Path, side: usize) -> usize {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let grid = Grid::from_names(side, side, |_| Some(below(&mut rng, 4) as u64)).expect("a small board");
    let (query, stop) = (Query::score(&grid, Rules::default()).expect("a settled board"), StopFlag::new());
    let limits = Limits { nodes: Some(2000), memory: 1 << 24, stop: &stop };
    exact_on(path, &query, &limits, None, &Silent).expect("it fits").nodes as usize
}

/// Does a kernel; gives the operations of a round.
fn run(kernel: &str, path: Path, rounds: u32) -> Option<usize> {
    let mut operations = 0;
    match kernel {
        "samegame-click" | "samegame-playout" => {
            let clicks = clicks();
            let playouts = kernel == "samegame-playout";
            operations = if playouts { 1 } else { clicks.len() };
            for _ in 0..rounds {
                let sum = if playouts {
                    dispatch_on(path, Playout(clicks[0].0))
                } else {
                    dispatch_on(path, Click(&clicks))
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
                black_box(dispatch_on(path, Play(&swaps)));
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
    let path = Path::here(|_| ()).into_iter().find(|known| known.name() == path);
    let operations =
        path.and_then(|path| run(kernel, path, rounds.parse().ok()?)).expect("KERNEL PATH ROUNDS");
    println!("{operations}");
}
