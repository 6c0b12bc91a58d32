//! Tests of searches that make several runs.

use super::chain::BestList;
use super::click_list::Instance;
use super::cross::Elite;
use super::objective::{Logs, Objective};
use super::results::Results;
use super::rounds::{AnnealRun, RunResult, decision_point, ladder_seed};
use super::schedule::{Schedule, run_count, scratch_runs};
use super::state::{Play, State};
use crate::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
use crate::bits::plane::Plane;
use crate::rules::Rules;
use crate::rules::grid::Grid;
use crate::rules::lock;
use crate::samegame::search::Goal;
use std::sync::Mutex;

/// The output of a [`SingleRun`].
enum Aim<'a> {
    /// The result of a run.
    Run,
    /// The start list of the run with this number.
    Child(&'a Elite, u64),
}

/// A kernel that searches a board. Returns the result, and each improved list with the number of trials until then.
/// With [`Aim::Child`], nothing is searched, and the result only has the start list.
struct SingleRun<'a> {
    grid: &'a Grid,
    from: &'a [u16],
    schedule: Option<Schedule>,
    seed: u64,
    threads: usize,
    part: &'a (dyn Fn(u64) -> f64 + Sync),
    aim: Aim<'a>,
}

impl<C: Cpu> Kernel<C> for SingleRun<'_> {
    type Out = (RunResult, Vec<(u64, BestList)>);

    #[inline(always)]
    fn run(self, cpu: C) -> Self::Out {
        let SingleRun { grid, from, schedule, seed, threads, part, aim } = self;
        let (rules, goal) = (Rules::default(), Goal::Score);
        let objective = Objective::new(rules, goal, grid.tiles()).with_tabu_cost(grid.count(0));
        let play = Play::of(&rules);
        let colours = super::colours_of(grid, C::Plane16x16::BITS);
        let results = Results::new(rules, goal, grid.tiles() as u64);
        let instance = Instance { objective, results, play, colours, logs: Logs::default() };
        let better = Mutex::new(Vec::new());
        let plan = AnnealRun {
            instance: &instance,
            steep: &instance,
            start: State::<C::Plane16x16, 3, 8>::of_grid(cpu, play, grid),
            from,
            schedule,
            seed,
            threads,
            memory: usize::MAX,
            part,
            trials: None,
            improved: &|trials, list| {
                lock(&better).push((trials, list.clone()));
                false
            },
            advanced: &|_| None,
        };
        let result = match aim {
            Aim::Run => plan.run(cpu),
            Aim::Child(elite, run) => {
                let names = plan.child(cpu, elite, run);
                let best = BestList { names, objective_value: 0, rules_value: 0 };
                RunResult { best, found_at: 0, trials: 0, stopped_by: None }
            }
        };
        (result, better.into_inner().expect("no thread panicked"))
    }
}

/// Returns the start list of run number `run`, crossed from the lists of `elite`.
fn child_of(grid: &Grid, seed: u64, elite: &Elite, run: u64) -> Vec<u16> {
    let aim = Aim::Child(elite, run);
    let lists = SingleRun { grid, from: &[], schedule: None, seed, threads: 1, part: &|_| 1.0, aim };
    dispatch(CpuPath::best(), lists).0.best.names
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
    // Run r of a search equals the first run of another search, whose seed is chosen to give the same ladder seeds.
    let factor = ladder_seed(1, 0, 0);
    let inverse = (0..6).fold(factor, |x: u64, _| x.wrapping_mul(2_u64.wrapping_sub(factor.wrapping_mul(x))));
    let rounds = Schedule::LONG.rounds.len() as u64;
    let single_run = |run: u64, from: &[u16]| {
        let seed = SEED.wrapping_add(((run * rounds) << 32).wrapping_mul(inverse));
        assert_eq!(ladder_seed(seed, 2, 3), ladder_seed(SEED, run * rounds + 2, 3));
        let part = |made| made as f64 / TRIALS as f64;
        let schedule = Some(Schedule::LONG);
        dispatch(
            CpuPath::best(),
            SingleRun { grid: &grid, from, schedule, seed, threads: 1, part: &part, aim: Aim::Run },
        )
    };
    let length = single_run(1, &[]).0.trials;
    let whole =
        (1..).map(|n| f64::from(n) * 1e5).find(|&all| run_count(all, 14 * 14) == RUNS).expect("a length");
    let decided_at = decision_point(whole, 14 * 14);
    for threads in [1, 2] {
        // Until `decided_at`, the clock is slow enough for the search to plan seven runs; then the clock is faster.
        let first = Mutex::new(None);
        let part = |made: u64| {
            if made < decided_at {
                return made as f64 / whole;
            }
            let over = made - *lock(&first).get_or_insert(made);
            ((1 + over / length) as f64 + (over % length) as f64 / TRIALS as f64) / RUNS as f64
        };
        let lists = SingleRun {
            grid: &grid,
            from: &[],
            schedule: None,
            seed: SEED,
            threads,
            part: &part,
            aim: Aim::Run,
        };
        let (result, better) = dispatch(CpuPath::best(), lists);
        let mut begins = lock(&first).expect("the first run ended");
        let (early, late) = better.split_at(better.partition_point(|lists| lists.0 <= begins));
        let mut best = early.last().expect("a list").1.clone();
        let (mut elite, mut expected, mut crossed) = (Elite::default(), Vec::new(), 0);
        elite.add(best.clone());
        for run in 1..RUNS {
            let scratch = run < scratch_runs(RUNS);
            let child = if scratch { Vec::new() } else { child_of(&grid, SEED, &elite, run) };
            let (one, lists) = single_run(run, &child);
            assert_eq!(one.trials, length);
            for (at, list) in lists {
                if list.rules_value > best.rules_value {
                    crossed += usize::from(!scratch);
                    expected.push((begins + at, list.clone()));
                    best = list;
                }
            }
            elite.add(one.best);
            begins += length;
        }
        assert_eq!(late, expected, "{threads} threads");
        assert!(crossed > 0, "a run from scratch has the best list, so the test shows nothing");
        assert_eq!((result.best, result.trials), (best, begins));
    }
}
