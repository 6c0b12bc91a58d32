//! Annealing over the list of clicks, by parallel tempering.
//!
//! A solution is the list of clicks, each named by the tile it hits on the first board. One trial changes
//! the list at one place and plays it again from there; clicks that can no longer be played are dropped, and
//! a list that has come to its end is completed by random clicks, the tabu colour last. Metropolis' rule
//! (1953) decides whether the new list is kept.
//!
//! - [`worth`]: what is maximised
//! - [`state`]: a board with the names of its tiles
//! - [`line`](mod@line): a list with the board before each click
//! - [`trial`]: one change, tried
//! - [`chain`]: a list, its temper, its random numbers
//! - [`tower`]: chains of rising temperature that swap
//! - [`plan`]: several towers, the better ones go on

pub mod chain;
pub mod line;
pub mod plan;
pub mod state;
pub mod tower;
pub mod trial;
#[cfg(test)]
mod twin;
pub mod worth;

use super::outcome::{Found, Goal, Outcome, Query, Report};
use crate::bits::cpu::{Cpu, Job, Path, Portable, dispatch_on};
use crate::bits::plane::{Plane, Wide};
use crate::grid::{Cell, Grid};
use crate::limits::{Limits, StopReason};
use crate::puzzle::Status;
use crate::samegame::Kind;
use chain::{Met, Shared};
use line::Setting;
use plan::{Plan, Ran, Shape};
use state::State;
use std::sync::atomic::{AtomicU64, Ordering};
use worth::{Logs, SCALE, Worth};

/// Trials of a run without any limit: some two seconds on a board of 15×15.
pub const TRIALS: u64 = 2_000_000;

/// How to anneal.
pub struct Settings<'a> {
    /// Temperatures and stages; `None` for those that fit the length of the run.
    pub shape: Option<Shape<'a>>,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Threads for this board. The result is the same for any number, if the clock does not end the run.
    pub threads: usize,
    /// Clicks to start from; those that cannot be played are left out.
    pub from: &'a [Cell],
    /// The part of the time that is over, from 0 to 1; `None` without a limit of time.
    pub time: Option<&'a (dyn Fn() -> f64 + Sync)>,
    /// The CPU path.
    pub path: Path,
}

impl Default for Settings<'_> {
    fn default() -> Self {
        Settings { shape: None, seed: 1, threads: 1, from: &[], time: None, path: Path::best() }
    }
}

/// Whether there is a board of lanes for the grid: up to 64×64.
pub fn fits(grid: &Grid) -> bool {
    Kind::Lanes64x64Many.holds(grid)
}

/// Anneals until a limit comes, or the target is reached; without a limit of time or trials it makes
/// [`TRIALS`].
///
/// The status is `optimal` only if the list reaches what no list can surpass at a glance: every colour taken
/// at once, and the bonus. `None` if the grid is not settled or has more than 64 rows or columns.
pub fn anneal(query: &Query, settings: &Settings, limits: &Limits, report: &dyn Report) -> Option<Outcome> {
    if !fits(query.grid) || crate::samegame::board::settled(query.grid).is_err() {
        return None;
    }
    let small = |kind: Kind| kind.holds(query.grid);
    let job = Anneal { query, settings, limits, report };
    Some(match () {
        _ if small(Kind::Lanes16x16) => dispatch_on(settings.path, Quad::<3, 7>(job)),
        _ if small(Kind::Lanes16x16Many) => dispatch_on(settings.path, Quad::<6, 62>(job)),
        _ if small(Kind::Lanes16x64) => dispatch_on(settings.path, Long::<16, 16, 3, 7>(job)),
        // Nothing is gained by newer instructions on so many words.
        _ => Portable::new().enter(Long::<64, 64, 6, 62>(job)),
    })
}

/// A run, for planes of the path's own.
struct Quad<'a, const PLANES: usize, const COLOURS: usize>(Anneal<'a>);

/// A run, for planes of plain words.
struct Long<'a, const BITS: u32, const WORDS: usize, const PLANES: usize, const COLOURS: usize>(Anneal<'a>);

impl<const PLANES: usize, const COLOURS: usize> Job for Quad<'_, PLANES, COLOURS> {
    type Out = Outcome;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Outcome {
        self.0.run::<C, C::Quad, PLANES, COLOURS>(cpu)
    }
}

impl<const BITS: u32, const WORDS: usize, const PLANES: usize, const COLOURS: usize> Job
    for Long<'_, BITS, WORDS, PLANES, COLOURS>
{
    type Out = Outcome;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Outcome {
        self.0.run::<C, Wide<BITS, WORDS>, PLANES, COLOURS>(cpu)
    }
}

/// What a run is given.
struct Anneal<'a> {
    query: &'a Query<'a>,
    settings: &'a Settings<'a>,
    limits: &'a Limits<'a>,
    report: &'a dyn Report,
}

impl Anneal<'_> {
    #[inline(always)]
    fn run<C: Cpu, V: Plane<C>, const PLANES: usize, const COLOURS: usize>(self, cpu: C) -> Outcome {
        let Anneal { query, settings, limits, report } = self;
        let grid = query.grid;
        let worth = Worth::new(query.rules, query.goal, grid.tiles());
        let name = |cell: Cell| cell.col * V::BITS as usize + cell.row;
        let mut colours = vec![0; V::BITS as usize * 64.max(grid.cols())];
        for cell in grid.cells() {
            colours[name(cell)] = grid.get(cell).unwrap_or(0);
        }
        let start = State::<V, PLANES, COLOURS>::of_grid(cpu, &worth, grid);
        let most = Worth::new(query.rules, Goal::Score, grid.tiles());
        let bound = State::<V, PLANES, COLOURS>::of_grid(cpu, &most, grid).tally.most(&most) / SCALE;
        let shared = Shared { setting: Setting { worth, colours }, logs: Logs::new() };
        let from = names_of(cpu, &shared.setting, start, settings.from);
        let trials = limits.nodes.or(if settings.time.is_some() { None } else { Some(TRIALS) });
        let clicks = |met: &Met| clicks_of(cpu, &shared.setting, start, &met.names);
        let found = |met: &Met| {
            Found::replay(grid, query.rules, clicks(met)).expect("clicks that were played can be played")
        };
        let untold = AtomicU64::new(0);
        let plan = Plan {
            shared: &shared,
            start,
            from: &from,
            shape: settings.shape,
            seed: settings.seed,
            threads: settings.threads,
            memory: limits.memory,
            part: &|made| {
                let by_time = settings.time.map_or(0.0, |part| part());
                by_time.max(trials.map_or(0.0, |all| made as f64 / all as f64))
            },
            trials,
            better: &|trials, met| {
                let found = found(met);
                report.better(trials, &found);
                query.suffices(&found) || found.score >= bound
            },
            spent: &|trials| {
                let untold_before = untold.fetch_add(trials, Ordering::Relaxed);
                if untold_before + trials >= 1 << 15 {
                    report.spent(untold.swap(0, Ordering::Relaxed));
                }
                limits.stop.raised()
            },
        };
        let ran: Ran = cpu.enter(plan);
        report.spent(untold.into_inner());
        let found = found(&ran.best);
        let proven = found.score >= bound || (query.goal == Goal::Clear && found.cleared);
        let by_time = settings.time.filter(|part| part() >= 1.0).map(|_| StopReason::Time);
        let by_nodes = limits.nodes.filter(|&nodes| ran.trials >= nodes).map(|_| StopReason::Nodes);
        let stopped_by = ran.stopped_by.or(by_nodes).or(by_time).filter(|_| !query.suffices(&found));
        Outcome {
            status: match () {
                _ if proven => Status::Optimal,
                _ if query.goal == Goal::Clear => Status::Unknown,
                _ => Status::Feasible,
            },
            bound: Some(bound),
            nodes: ran.trials,
            found_at: ran.best.at,
            stopped_by: stopped_by.filter(|_| !proven),
            found: Some(found).filter(|found| query.goal == Goal::Score || found.cleared),
        }
    }
}

/// The names of the tiles that a list of clicks hits; clicks that remove nothing are left out.
#[inline(always)]
fn names_of<C: Cpu, V: Plane<C>, const PLANES: usize, const COLOURS: usize>(
    cpu: C,
    setting: &Setting,
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
        let colour = setting.colours[usize::from(name)];
        if state.click(cpu, &setting.worth, name, colour, None).is_some() {
            names.push(name);
        }
    }
    names
}

/// The cells that a list of names clicks.
#[inline(always)]
fn clicks_of<C: Cpu, V: Plane<C>, const PLANES: usize, const COLOURS: usize>(
    cpu: C,
    setting: &Setting,
    start: State<V, PLANES, COLOURS>,
    names: &[u16],
) -> Vec<Cell> {
    let mut state = start;
    let mut clicks = Vec::new();
    for &name in names {
        let colour = setting.colours[usize::from(name)];
        if state.click(cpu, &setting.worth, name, colour, None).is_some() {
            let group = state.group.words();
            let word = group.as_ref().iter().position(|&word| word != 0).expect("a group has cells");
            let bit = word * 64 + group.as_ref()[word].trailing_zeros() as usize;
            clicks.push(Cell::new(bit % V::BITS as usize, bit / V::BITS as usize));
        }
    }
    clicks
}
