//! What is asked of a search that makes several runs.

use super::objective::{Logs, Objective};
use super::rounds::{AnnealRun, Ran, SURE, tower_seed};
use super::schedule::Schedule;
use super::state::State;
use super::trail::Setting;
use crate::base::Rules;
use crate::bits::cpu::{Cpu, Job, Path, dispatch_on};
use crate::bits::plane::Plane;
use crate::control::lock;
use crate::grid::Grid;
use crate::samegame::search::Goal;
use std::sync::Mutex;

/// A run, with every better list that it told of: after how many trials, and its worth.
struct Told<'a> {
    grid: &'a Grid,
    shape: Option<Schedule<'a>>,
    seed: u64,
    threads: usize,
    part: &'a (dyn Fn(u64) -> f64 + Sync),
}

impl Job for Told<'_> {
    type Out = (Ran, Vec<(u64, i64)>);

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Self::Out {
        let Told { grid, shape, seed, threads, part } = self;
        let truth = Objective::new(Rules::default(), Goal::Score, grid.tiles());
        let colours = super::colours_of(grid, <C::Quad as Plane<C>>::BITS);
        let setting = Setting { worth: truth.clone().keeping(grid.count(0)), truth, colours };
        let shared = super::chain::Shared { setting, logs: Logs::default() };
        let better = Mutex::new(Vec::new());
        let plan = AnnealRun {
            shared: &shared,
            steep: &shared,
            start: State::<C::Quad, 3, 8>::of_grid(cpu, grid),
            from: &[],
            shape,
            seed,
            threads,
            memory: usize::MAX,
            part,
            trials: None,
            better: &|trials, met| {
                lock(&better).push((trials, met.truth));
                false
            },
            spent: &|_| None,
        };
        let ran = cpu.enter(plan);
        (ran, better.into_inner().expect("nobody panics"))
    }
}

#[test]
fn a_long_search_makes_the_runs_of_several_seeds_and_keeps_the_best_list() {
    const RUNS: u64 = 4;
    const TRIALS: u64 = 1 << 18;
    const SEED: u64 = 1;
    let colours = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3];
    let rows: Vec<String> = (0..10)
        .map(|row| (0..10).map(|col| (b'1' + colours[(row * 11 + col * 3) % 28] % 4) as char).collect())
        .collect();
    let grid = Grid::parse(&rows.join("\n")).expect("a board");
    // Run number r of a search is the first run of another seed: that of the same towers.
    let factor = tower_seed(1, 0, 0);
    let inverse = (0..6).fold(factor, |x: u64, _| x.wrapping_mul(2_u64.wrapping_sub(factor.wrapping_mul(x))));
    let rounds = Schedule::LONG.rounds.len() as u64;
    let alone: Vec<(Ran, Vec<_>)> = (1..RUNS)
        .map(|run| {
            let seed = SEED.wrapping_add(((run * rounds) << 32).wrapping_mul(inverse));
            assert_eq!(tower_seed(seed, 2, 3), tower_seed(SEED, run * rounds + 2, 3));
            let part = |made| made as f64 / TRIALS as f64;
            let shape = Some(Schedule::LONG);
            dispatch_on(Path::best(), Told { grid: &grid, shape, seed, threads: 1, part: &part })
        })
        .collect();
    for threads in [1, 2] {
        // By its first million trials it is to have four runs; then the clock hurries.
        let first = Mutex::new(None);
        let part = |made: u64| {
            if made < SURE {
                return made as f64 / 44e6;
            }
            let mut begins = *lock(&first).get_or_insert(made);
            for (run, (ran, _)) in (1..).zip(&alone) {
                if made < begins + ran.trials {
                    return (run as f64 + (made - begins) as f64 / TRIALS as f64) / RUNS as f64;
                }
                begins += ran.trials;
            }
            1.0
        };
        let search = Told { grid: &grid, shape: None, seed: SEED, threads, part: &part };
        let (ran, better) = dispatch_on(Path::best(), search);
        let mut begins = lock(&first).expect("the first run ended");
        let (early, late) = better.split_at(better.partition_point(|told| told.0 <= begins));
        let mut best = early.last().expect("a list").1;
        let mut expected = Vec::new();
        for (one, told) in &alone {
            for &(at, worth) in told {
                if worth > best {
                    expected.push((begins + at, worth));
                    best = worth;
                }
            }
            begins += one.trials;
        }
        assert_eq!(late, expected, "{threads} threads");
        assert!(!late.is_empty(), "the first run has the best list, which tells nothing");
        assert_eq!((ran.best.truth, ran.trials), (best, begins));
    }
}
