//! What is asked of a search that makes several runs.

use super::chain::Met;
use super::cross::Elite;
use super::objective::{Logs, Objective};
use super::rounds::{AnnealRun, Ran, sure_of, tower_seed};
use super::schedule::{Schedule, from_scratch, repeats};
use super::state::State;
use super::trail::Setting;
use crate::base::Rules;
use crate::bits::cpu::{Cpu, Job, Path, dispatch_on};
use crate::bits::plane::Plane;
use crate::control::lock;
use crate::grid::Grid;
use crate::samegame::search::Goal;
use std::sync::Mutex;

/// What a plan is for.
enum Aim<'a> {
    /// A run.
    Run,
    /// The list that the run of this number begins with.
    Child(&'a Elite, u64),
}

/// A run on a board, with every better list that it told of, and after how many trials; or the list that one begins with.
struct Told<'a> {
    grid: &'a Grid,
    from: &'a [u16],
    shape: Option<Schedule<'a>>,
    seed: u64,
    threads: usize,
    part: &'a (dyn Fn(u64) -> f64 + Sync),
    aim: Aim<'a>,
}

impl Job for Told<'_> {
    type Out = (Ran, Vec<(u64, Met)>);

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Self::Out {
        let Told { grid, from, shape, seed, threads, part, aim } = self;
        let truth = Objective::new(Rules::default(), Goal::Score, grid.tiles());
        let colours = super::colours_of(grid, <C::Quad as Plane<C>>::BITS);
        let setting = Setting { worth: truth.clone().keeping(grid.count(0)), truth, colours };
        let shared = super::chain::Shared { setting, logs: Logs::default() };
        let better = Mutex::new(Vec::new());
        let plan = AnnealRun {
            shared: &shared,
            steep: &shared,
            start: State::<C::Quad, 3, 8>::of_grid(cpu, grid),
            from,
            shape,
            seed,
            threads,
            memory: usize::MAX,
            part,
            trials: None,
            better: &|trials, met| {
                lock(&better).push((trials, met.clone()));
                false
            },
            spent: &|_| None,
        };
        let ran = match aim {
            Aim::Run => cpu.enter(plan),
            Aim::Child(elite, run) => {
                let names = plan.child(cpu, elite, run);
                let best = Met { names, worth: 0, truth: 0 };
                Ran { best, found_at: 0, trials: 0, stopped_by: None }
            }
        };
        (ran, better.into_inner().expect("nobody panics"))
    }
}

/// The list that a run begins with.
fn child_of(grid: &Grid, seed: u64, elite: &Elite, run: u64) -> Vec<u16> {
    let aim = Aim::Child(elite, run);
    let told = Told { grid, from: &[], shape: None, seed, threads: 1, part: &|_| 1.0, aim };
    dispatch_on(Path::best(), told).0.best.names
}

#[test]
fn a_long_search_makes_the_runs_of_several_seeds_and_later_ones_of_crossed_lists() {
    const RUNS: u64 = 7;
    const TRIALS: u64 = 1 << 17;
    const SEED: u64 = 2;
    let colours = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3];
    let rows: Vec<String> = (0..14)
        .map(|row| (0..14).map(|col| (b'1' + colours[(row * 11 + col * 3) % 28] % 5) as char).collect())
        .collect();
    let grid = Grid::parse(&rows.join("\n")).expect("a board");
    // Run number r of a search is the first run of another seed: that of the same towers.
    let factor = tower_seed(1, 0, 0);
    let inverse = (0..6).fold(factor, |x: u64, _| x.wrapping_mul(2_u64.wrapping_sub(factor.wrapping_mul(x))));
    let rounds = Schedule::LONG.rounds.len() as u64;
    let alone = |run: u64, from: &[u16]| {
        let seed = SEED.wrapping_add(((run * rounds) << 32).wrapping_mul(inverse));
        assert_eq!(tower_seed(seed, 2, 3), tower_seed(SEED, run * rounds + 2, 3));
        let part = |made| made as f64 / TRIALS as f64;
        let shape = Some(Schedule::LONG);
        dispatch_on(
            Path::best(),
            Told { grid: &grid, from, shape, seed, threads: 1, part: &part, aim: Aim::Run },
        )
    };
    let length = alone(1, &[]).0.trials;
    let whole =
        (1..).map(|n| f64::from(n) * 1e5).find(|&all| repeats(all, 14 * 14) == RUNS).expect("a length");
    let sure = sure_of(whole, 14 * 14);
    for threads in [1, 2] {
        // By its first trials it is to have seven runs; then the clock hurries.
        let first = Mutex::new(None);
        let part = |made: u64| {
            if made < sure {
                return made as f64 / whole;
            }
            let over = made - *lock(&first).get_or_insert(made);
            ((1 + over / length) as f64 + (over % length) as f64 / TRIALS as f64) / RUNS as f64
        };
        let told =
            Told { grid: &grid, from: &[], shape: None, seed: SEED, threads, part: &part, aim: Aim::Run };
        let (ran, better) = dispatch_on(Path::best(), told);
        let mut begins = lock(&first).expect("the first run ended");
        let (early, late) = better.split_at(better.partition_point(|told| told.0 <= begins));
        let mut best = early.last().expect("a list").1.clone();
        let (mut elite, mut expected, mut crossed) = (Elite::default(), Vec::new(), 0);
        elite.add(best.clone());
        for run in 1..RUNS {
            let scratch = run < from_scratch(RUNS);
            let child = if scratch { Vec::new() } else { child_of(&grid, SEED, &elite, run) };
            let (one, told) = alone(run, &child);
            assert_eq!(one.trials, length);
            for (at, met) in told {
                if met.truth > best.truth {
                    crossed += usize::from(!scratch);
                    expected.push((begins + at, met.clone()));
                    best = met;
                }
            }
            elite.add(one.best);
            begins += length;
        }
        assert_eq!(late, expected, "{threads} threads");
        assert!(crossed > 0, "a run from scratch has the best list, which tells nothing");
        assert_eq!((ran.best, ran.trials), (best, begins));
    }
}
