//! Annealing over the list of clicks, by parallel tempering.
//!
//! A solution is a list of clicks. A click names a tile instead of a cell, because tiles fall. A trial edits the list
//! at one place and plays the list again from there. Clicks that can no longer be played are dropped. Then the list is
//! completed with random clicks; one colour, the tabu colour, is clicked only if no other colour can be clicked. The
//! Metropolis rule (1953) decides whether the new list is accepted.
//!
//! - [`objective`]: the function that is maximised
//! - [`results`]: the results of lists by the rules
//! - [`state`]: a board with the names of its tiles
//! - [`click_list`]: a list with the board before each click
//! - [`edit`]: random edits of a list
//! - [`trial`]: one edit, played and accepted or rejected
//! - [`chain`]: a list with its temperature and random numbers
//! - [`tempering`]: chains that swap their temperatures
//! - [`schedule`]: lengths of runs, numbers of ladders, temperatures
//! - [`rounds`]: rounds of several competing ladders; `cross`: start lists of later runs
//! - [`replays`]: lists replayed with the boards of chains, for measurements

pub mod chain;
pub mod click_list;
mod cross;
pub mod edit;
pub mod objective;
#[cfg(test)]
mod reference;
pub mod replays;
pub mod results;
pub mod rounds;
#[cfg(test)]
mod rounds_tests;
pub mod schedule;
pub mod state;
pub mod tempering;
pub mod trial;

use super::observer::Report;
use super::outcome::{Found, Goal, Outcome, Query};
use super::request::Request;
use crate::bits::cells::lowest;
use crate::bits::cpu::{Cpu, CpuToken as _, Kernel, Lanes, Layout, Portable, dispatch};
use crate::bits::plane::Plane;
use crate::rules::control::Budget;
use crate::rules::grid::Grid;
use crate::rules::{Cell, StopReason, Threads};
use crate::samegame::repr::Kind;
use chain::BestList;
use click_list::Instance;
use objective::Logs;
use results::Results;
use rounds::AnnealRun;
use schedule::Schedule;
use state::{Play, State};
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of trials of a search without limits on a board of up to 225 tiles: about two seconds. On larger boards
/// the number falls with the square of the number of tiles.
pub const TRIALS: u64 = 2_000_000;

/// Scales a number of steps from a board of 225 tiles to a larger board, for about the same time: both the steps of a
/// game and the time of a step grow with the tiles.
pub fn scaled(steps: u64, tiles: usize) -> u64 {
    let tiles = (tiles as u64).max(225);
    (u128::from(steps) * 225 * 225 / u128::from(tiles).pow(2)).max(4) as u64
}

/// Returns how many of `threads` threads find work. A chain runs on one thread, so more threads than chains are
/// useless. If the result need not be repeatable, there is a chain for each core.
fn useful_threads(threads: usize, repeatable: bool) -> usize {
    let chains = Schedule::SHORT.chains().max(Schedule::LONG.chains());
    let cores = if repeatable { 1 } else { Threads::All.number() };
    threads.min(chains.max(cores))
}

/// Anneals a board of up to 64×64 that needs a search, until a limit or the target is reached. Without a limit on time
/// or trials, makes [`TRIALS`], [`scaled`] to the board. The clock of `budget` may differ from `request.time`.
///
/// The status is `optimal` only if the list reaches the bound from the tile counts: every colour removed by one click,
/// and the bonus.
pub(super) fn anneal_within(
    query: &Query,
    request: &Request,
    budget: &Budget,
    report: &dyn Report,
) -> Outcome {
    let (path, work) = (request.path, Anneal { query, request, budget, report });
    match Kind::first_that_holds(KINDS, query.grid()) {
        Some(Kind::Lanes16x16) => dispatch(path, OnPlanes::<16, 4, 3, 8>(work)),
        #[cfg(not(target_arch = "wasm32"))]
        Some(Kind::Lanes16x16Many) => dispatch(path, OnPlanes::<16, 4, 6, 64>(work)),
        #[cfg(not(target_arch = "wasm32"))]
        Some(Kind::Lanes16x64) => dispatch(path, OnPlanes::<16, 16, 3, 8>(work)),
        Some(Kind::Lanes32x32) => dispatch(path, OnPlanes::<32, 16, 3, 8>(work)),
        // With this many words, newer instructions gain nothing.
        _ => Portable.call(OnPlanes::<64, 64, 6, 64>(work)),
    }
}

/// The kinds of boards that annealing is compiled for; fewer in WebAssembly builds, so that browsers load less code.
const KINDS: &[Kind] = &[
    Kind::Lanes16x16,
    #[cfg(not(target_arch = "wasm32"))]
    Kind::Lanes16x16Many,
    #[cfg(not(target_arch = "wasm32"))]
    Kind::Lanes16x64,
    Kind::Lanes32x32,
    Kind::Lanes64x64Many,
];

/// Returns `true` if the grid can be annealed: if it has at most 64 rows and 64 columns.
pub fn fits(grid: &Grid) -> bool {
    Kind::first_that_holds(KINDS, grid).is_some()
}

/// A run on planes of `BITS`-bit lanes in `WORDS` words.
struct OnPlanes<'a, const BITS: u32, const WORDS: usize, const PLANES: usize, const COLOURS: usize>(
    Anneal<'a>,
);

impl<C: Cpu, const BITS: u32, const WORDS: usize, const PLANES: usize, const COLOURS: usize> Kernel<C>
    for OnPlanes<'_, BITS, WORDS, PLANES, COLOURS>
where
    Lanes<BITS, WORDS>: Layout,
{
    type Out = Outcome;

    #[inline(always)]
    fn run(self, cpu: C) -> Outcome {
        self.0.run::<<Lanes<BITS, WORDS> as Layout>::Plane<C>, PLANES, COLOURS>(cpu)
    }
}

/// The arguments of [`anneal_within`].
struct Anneal<'a> {
    query: &'a Query<'a>,
    request: &'a Request<'a>,
    budget: &'a Budget<'a>,
    report: &'a dyn Report,
}

impl Anneal<'_> {
    #[inline(always)]
    fn run<V: Plane, const PLANES: usize, const COLOURS: usize>(self, cpu: V::Cpu) -> Outcome {
        let Anneal { query, request, budget, report } = self;
        let limits = budget.limits;
        let grid = query.grid();
        let [steep, objective] = objective::both(query.rules, query.goal, grid, grid.tiles());
        let colours = colours_of(grid, V::BITS);
        let play = Play::of(&query.rules);
        let start = State::<V, PLANES, COLOURS>::of_grid(cpu, play, grid);
        let bound = query.ceiling();
        let results = Results::new(query.rules, query.goal, grid.tiles() as u64);
        let instance = Instance { objective, results, play, colours, logs: Logs::default() };
        let steep = Instance { objective: steep, ..instance.clone() };
        let from = request.from.map_or(&[][..], |found| &found.clicks);
        let from = names_of(cpu, play, &instance.colours, start, from);
        let endless = scaled(TRIALS, grid.tiles());
        let trials = limits.nodes.or(if request.time.is_some() { None } else { Some(endless) });
        let clicks = |list: &BestList| clicks_of(cpu, &instance, start, &list.names);
        let found = |list: &BestList| {
            Found::replay(grid, query.rules, clicks(list)).expect("clicks that were played can be played")
        };
        let unreported = AtomicU64::new(0);
        let plan = AnnealRun {
            instance: &instance,
            steep: &steep,
            start,
            from: &from,
            schedule: None,
            seed: request.seed,
            threads: useful_threads(request.threads, trials.is_some()),
            memory: limits.memory,
            part: &|made| {
                let by_time = request.time.map_or(0.0, |part| part());
                by_time.max(trials.map_or(0.0, |all| made as f64 / all as f64))
            },
            trials,
            improved: &|trials, list| {
                let found = found(list);
                report.improved(trials, &found);
                query.suffices(&found) || (query.goal != Goal::Clear && query.value(&found) >= bound)
            },
            advanced: &|trials| {
                let before = unreported.fetch_add(trials, Ordering::Relaxed);
                if before + trials >= 1 << 15 {
                    report.advanced(unreported.swap(0, Ordering::Relaxed));
                }
                budget.poll()
            },
        };
        let result = plan.run(cpu);
        report.advanced(unreported.into_inner());
        let found = found(&result.best);
        let by_time = request.time.filter(|part| part() >= 1.0).map(|_| StopReason::Time);
        let by_nodes = limits.nodes.filter(|&nodes| result.trials >= nodes).map(|_| StopReason::Nodes);
        let limit = || result.stopped_by.or(by_nodes).or(by_time).unwrap_or(StopReason::Trials);
        let by = if query.suffices(&found) { StopReason::Target } else { limit() };
        Outcome::stopped(query, Some(found), bound, by).after(result.trials, result.found_at)
    }
}

/// Returns the colour of each tile, indexed by the name of the tile; `bits` is the number of bits of a lane.
fn colours_of(grid: &Grid, bits: u32) -> Vec<u8> {
    let mut colours = vec![0; bits as usize * 64.max(grid.cols())];
    for cell in grid.cells() {
        colours[cell.col * bits as usize + cell.row] = grid.get(cell).unwrap_or(0);
    }
    colours
}

/// Returns the names of the tiles that a list of clicks hits; clicks that remove nothing are left out.
#[inline(always)]
fn names_of<V: Plane, const PLANES: usize, const COLOURS: usize>(
    cpu: V::Cpu,
    play: Play,
    colours: &[u8],
    start: State<V, PLANES, COLOURS>,
    clicks: &[Cell],
) -> Vec<u16> {
    let mut state = start;
    let mut names = Vec::new();
    for cell in clicks {
        let bit = cell.col * V::BITS as usize + cell.row;
        if cell.row >= V::BITS as usize || !state.is_tile(bit) {
            continue;
        }
        let name = state.name(cpu, bit);
        if state.click(cpu, play, (name, colours[usize::from(name)]), None).is_some() {
            names.push(name);
        }
    }
    names
}

/// Returns the cells to click for a list of tile names: the lowest in the leftmost column of each group.
#[inline(always)]
fn clicks_of<V: Plane, const PLANES: usize, const COLOURS: usize>(
    cpu: V::Cpu,
    instance: &Instance,
    start: State<V, PLANES, COLOURS>,
    names: &[u16],
) -> Vec<Cell> {
    let mut state = start;
    let mut clicks = Vec::new();
    for &name in names {
        let colour = instance.colours[usize::from(name)];
        if state.click(cpu, instance.play, (name, colour), None).is_some() {
            let bit = lowest(state.group.words().as_ref()).expect("a group has cells");
            clicks.push(Cell::new(bit % V::BITS as usize, bit / V::BITS as usize));
        }
    }
    clicks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::control::{ElapsedShare, SearchLimits};
    use crate::rules::{Random, Rules, StopFlag};

    /// A report that records the number of threads of the thread pool in which it is called.
    #[derive(Default)]
    struct Pool(AtomicU64);

    impl Report for Pool {
        fn improved(&self, _nodes: u64, _found: &Found) {
            self.0.fetch_max(rayon::current_num_threads() as u64, Ordering::Relaxed);
        }

        fn advanced(&self, _nodes: u64) {}
    }

    #[test]
    fn no_more_threads_are_started_than_find_work() {
        let mut random = Random::new(1, 0);
        let grid = Grid::from_names(5, 5, |_| Some(random.below(4) as u64)).unwrap();
        let (query, stop) = (Query::score(&grid, Rules::default()).unwrap(), StopFlag::new());
        let asked = AtomicU64::new(0);
        let clock = || asked.fetch_add(1, Ordering::Relaxed) as f64 / 1000.0;
        let cores = Threads::All.number() as u64;
        for (nodes, time, most) in
            [(Some(1000), None, 20), (None, Some(&clock as ElapsedShare), cores.max(20))]
        {
            let limits = SearchLimits { nodes, memory: 1 << 24, stop: &stop };
            let outcome = |threads| {
                let (pool, request) = (Pool::default(), Request { threads, time, ..Request::default() });
                let outcome = anneal_within(&query, &request, &Budget::new(&limits, time), &pool);
                (outcome, pool.0.into_inner())
            };
            let (outcome, threads) = (outcome(1).0, outcome(300));
            assert!((2..=most).contains(&threads.1), "{}", threads.1);
            assert!(nodes.is_none() || threads.0 == outcome);
        }
    }
}
