//! How the trials of a run are shared out: rounds, in which towers of several tabu colours compete.
//!
//! The most frequent colour is not always the one to keep for the end, so a round begins with a tower for each
//! of the most frequent ones, and drops the worse in stages of equal length. A long run has several rounds:
//! later ones begin with all towers at the best list so far, which is better by some half a percent than to
//! leave the first towers on their way.

use super::chain::{Chain, Met, Shared};
use super::state::State;
use super::tower::Tower;
use crate::bits::cpu::{Cpu, JobOn};
use crate::bits::plane::Plane;
use crate::limits::StopReason;
use rayon::prelude::*;

/// What is tuned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape<'a> {
    /// Temperatures of the chains of a tower in points, the coldest first; not empty.
    pub temperatures: &'a [f64],
    /// Towers in each of the stages of a round, which are of equal length; not empty, and nowhere 0.
    pub stages: &'a [usize],
    /// The parts of the run, from 0 to 1 and rising, at which another round begins.
    pub rounds: &'a [f64],
    /// Trials of a chain between two swaps on a board of 225 tiles; as much work on others.
    pub sweep: u64,
}

impl Shape<'_> {
    /// For runs of less than [`LONG`] trials.
    pub const SHORT: Shape<'static> =
        Shape { temperatures: &[25.0, 37.0, 54.0, 80.0], stages: &[3, 2, 1], rounds: &[0.5], sweep: 300 };

    /// For longer ones: they can afford to be cold.
    pub const LONG: Shape<'static> =
        Shape { temperatures: &[15.0, 25.0, 40.0, 65.0], stages: &[5, 3, 2], rounds: &[0.5], sweep: 1000 };

    /// The number of towers at a part of the run, if a round began at another.
    fn towers(&self, part: f64, round: usize) -> usize {
        let begun = if round == 0 { 0.0 } else { self.rounds[round - 1] };
        let end = self.rounds.get(round).copied().unwrap_or(1.0);
        let stage = (part - begun) / (end - begun).max(1e-9) * self.stages.len() as f64;
        self.stages[(stage as usize).min(self.stages.len() - 1)]
    }
}

/// Trials from which a run is long.
pub const LONG: u64 = 10_000_000;

/// Trials after which a run looks how long it will be.
const TASTE: u64 = 30_000;

/// A run on one board.
pub struct Plan<'a, V, const PLANES: usize, const COLOURS: usize> {
    /// What all chains share.
    pub shared: &'a Shared,
    /// The first board.
    pub start: State<V, PLANES, COLOURS>,
    /// A list for the first round to start from, by names.
    pub from: &'a [u16],
    /// Temperatures and stages; `None` for those that fit the length of the run.
    pub shape: Option<Shape<'a>>,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Threads to use.
    pub threads: usize,
    /// Bytes that chains may take.
    pub memory: usize,
    /// Tells, after so many trials, what part of the run is over; at 1 it ends.
    pub part: &'a (dyn Fn(u64) -> f64 + Sync),
    /// Trials at most.
    pub trials: Option<u64>,
    /// Looks at the best list so far, after so many trials; whether it suffices.
    pub better: &'a (dyn Fn(u64, &Met) -> bool + Sync),
    /// Hears of so many trials more; a reason ends the run.
    pub spent: &'a (dyn Fn(u64) -> Option<StopReason> + Sync),
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The best list.
    pub best: Met,
    /// After how many trials it was found.
    pub found_at: u64,
    /// Trials made.
    pub trials: u64,
    /// What ended it, if not its being over.
    pub stopped_by: Option<StopReason>,
}

/// Trials on one chain of the portable or another path.
struct Sweep<'a, V, const PLANES: usize, const COLOURS: usize> {
    chain: &'a mut Chain<V, PLANES, COLOURS>,
    trials: u64,
}

impl<C: Cpu, V: Plane<C>, const PLANES: usize, const COLOURS: usize> JobOn<C>
    for Plan<'_, V, PLANES, COLOURS>
{
    type Out = Ran;

    #[inline(always)]
    fn run_on(self, cpu: C) -> Ran {
        let mut shape = self.shape.unwrap_or(Shape::SHORT);
        let mut tasted = self.shape.is_some();
        let mut round = 0;
        let mut towers = self.towers(cpu, &shape, self.from, round);
        let tiles = u64::from(self.start.tally.left).max(1);
        let sweep_of = |shape: &Shape| (shape.sweep * 225 / tiles).clamp(8, 10 * shape.sweep.max(1));
        let mut ran = Ran { best: towers[0].best().clone(), found_at: 0, trials: 0, stopped_by: None };
        let pool = (self.threads > 1)
            .then(|| rayon::ThreadPoolBuilder::new().num_threads(self.threads).build().ok())
            .flatten();
        let mut first = true;
        loop {
            let best = towers.iter().map(Tower::best).reduce(|a, b| if b.worth > a.worth { b } else { a });
            if let Some(best) = best.filter(|best| first || best.worth > ran.best.worth) {
                (ran.best, ran.found_at) = (best.clone(), ran.trials);
                if (self.better)(ran.trials, &ran.best) {
                    return ran;
                }
            }
            first = false;
            let part = (self.part)(ran.trials);
            let left = self.trials.map_or(u64::MAX, |most| most - ran.trials);
            if part >= 1.0 || left == 0 {
                return ran;
            }
            if !tasted && ran.trials >= TASTE {
                tasted = true;
                if ran.trials as f64 >= part * LONG as f64 {
                    shape = Shape::LONG;
                    towers.iter_mut().for_each(|tower| tower.heat(shape.temperatures));
                }
            }
            if shape.rounds.get(round).is_some_and(|&begins| part >= begins) {
                round = shape.rounds.iter().filter(|&&begins| part >= begins).count();
                towers = self.towers(cpu, &shape, &ran.best.names, round);
            }
            let most = shape.towers(part, round);
            if towers.len() > most {
                towers.sort_by_key(|tower| std::cmp::Reverse(tower.best().worth));
                towers.truncate(most);
            }
            let sweep = sweep_of(&shape);
            let mut rest = left;
            let mut sweeps: Vec<_> = towers
                .iter_mut()
                .flat_map(|tower| &mut tower.chains)
                .map(|chain| {
                    let trials = sweep.min(rest);
                    rest -= trials;
                    Sweep { chain, trials }
                })
                .collect();
            let stop = match &pool {
                Some(pool) => pool.install(|| {
                    sweeps.par_iter_mut().for_each(|sweep| sweep.chain.run(cpu, self.shared, sweep.trials));
                    (self.spent)(left - rest)
                }),
                None => sweeps.iter_mut().find_map(|sweep| {
                    sweep.chain.run(cpu, self.shared, sweep.trials);
                    (self.spent)(sweep.trials)
                }),
            };
            ran.trials += left - rest;
            if stop.is_some() {
                ran.stopped_by = stop;
                return ran;
            }
            towers.iter_mut().for_each(|tower| tower.swap(self.shared));
        }
    }
}

impl<V: Copy + Send + Sync, const PLANES: usize, const COLOURS: usize> Plan<'_, V, PLANES, COLOURS> {
    /// A tower for each of the most frequent colours, from a list.
    #[inline(always)]
    fn towers<C: Cpu>(
        &self,
        cpu: C,
        shape: &Shape,
        from: &[u16],
        round: usize,
    ) -> Vec<Tower<V, PLANES, COLOURS>>
    where
        V: Plane<C>,
    {
        let tally = &self.start.tally;
        let mut colours: Vec<u8> = (0..COLOURS as u8).filter(|&c| tally.counts[usize::from(c)] > 1).collect();
        colours.sort_by_key(|&colour| std::cmp::Reverse(tally.counts[usize::from(colour)]));
        let states = usize::from(tally.left) + 4;
        let chain = states * size_of::<State<V, PLANES, COLOURS>>();
        let most = (self.memory / (chain * shape.temperatures.len())).clamp(1, shape.stages[0]);
        // Round after round of the colours; a board where nothing can be kept is played without.
        let colours: Vec<Option<u8>> =
            if colours.is_empty() { vec![None] } else { colours.into_iter().map(Some).collect() };
        let tabu = colours.into_iter().cycle().take(most);
        tabu.enumerate()
            .map(|(at, tabu)| {
                let seed =
                    self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add((round << 32 | at) as u64);
                Tower::new(cpu, self.shared, self.start, from, tabu, shape.temperatures, seed)
            })
            .collect()
    }
}
