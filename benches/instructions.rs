//! Runs the one of seven hot code paths that the argument names. `benches/instructions.sh` counts the instructions,
//! because their number, unlike the time, does not depend on the load of the machine.

#[path = "../tests/support/uva_stream.rs"]
mod uva_stream;

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

/// Returns a full board of random tiles.
fn random(rows: usize, cols: usize, colours: usize, seed: u64) -> Grid {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    Grid::from_names(rows, cols, |_| Some(below(&mut rng, colours) as u64)).expect("a small board")
}

/// Returns all positions of five random games, each with the click played there.
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

/// Returns texts of one long line each. A reader that takes quadratic time would need far more instructions.
fn long_lines() -> Vec<Vec<u8>> {
    let parts = ["1,2,", "|1", "12/", "1 1/", "[1,2],", "(1,2),", "[[[[1]]]],", "'12','21',"];
    parts.map(|part| part.repeat(10_000 / part.len()).into_bytes()).to_vec()
}

/// Runs `path` on `input`. The script counts only the instructions inside this function.
#[inline(never)]
fn measured<I, R>(path: impl Fn(I) -> R, input: I) {
    black_box(path(black_box(input)));
}

fn main() {
    let samegame = || samegame::Solver::new().threads(1);
    match std::env::args().nth(1).as_deref() {
        Some("samegame_click") => measured(|clicks| dispatch(CpuPath::best(), clicks), clicks()),
        Some("samegame_playout") => measured(|board| dispatch(CpuPath::best(), board), board()),
        Some("samegame_anneal") => {
            measured(|board| samegame().method(Method::Anneal).nodes(1000).solve(&board), square(15, 5))
        }
        Some("samegame_exact") => {
            let solver = samegame().method(Method::Exact).nodes(2000).memory(1 << 24);
            measured(|board| solver.solve(&board), square(8, 4))
        }
        Some("mayan_solve") => {
            let solver = mayan::Solver::new().exactly(10).skip_noop(true).threads(1).nodes(20_000);
            measured(|board| solver.clone().memory(1 << 24).solve(&board), mayan_board())
        }
        Some("uva339_simulate") => {
            let simulate = |text: Vec<u8>| {
                let (mut judge, mut out) = (Simulator::new(), Vec::new());
                judge.feed(&text, &mut out).and_then(|()| judge.finish(&mut out)).expect("good input");
                out
            };
            measured(simulate, selections())
        }
        Some("read_long_lines") => {
            let read = |texts: Vec<Vec<u8>>| texts.iter().map(|text| auto::read(text)).collect::<Vec<_>>();
            measured(read, long_lines())
        }
        // `cargo bench` runs every benchmark without arguments, so a missing argument is no error.
        _ => println!("expected the name of a path: bash benches/instructions.sh counts them"),
    }
}
