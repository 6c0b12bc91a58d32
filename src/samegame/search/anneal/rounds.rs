//! Runs on one board, in rounds of competing tempering ladders with several tabu colours.

use super::chain::{BestList, Chain};
use super::click_list::Instance;
use super::cross::Elite;
use super::schedule::{
    self, MAX_FREQUENT_LADDERS, NEARLY_AS_FREQUENT, Round, Schedule, run_count, run_length, scratch_runs,
};
use super::state::State;
use super::tempering::TemperingLadder;
use crate::bits::cpu::{CpuToken as _, Kernel};
use crate::bits::plane::Plane;
use crate::rules::lock;
use crate::rules::threads::in_pool;
use crate::rules::{Random, StopReason, Threads, largest_first};
use rayon::prelude::*;
use std::sync::Mutex;

/// The number of trials after which the length of the whole search is estimated.
const CALIBRATION_TRIALS: u64 = 30_000;

/// Returns the number of trials after which the number of runs is fixed, for a search of `trials` in all: half the
/// length of a run, at most a million.
pub(super) fn decision_point(trials: f64, tiles: u64) -> u64 {
    ((run_length(trials, tiles) / 2.0) as u64).min(1_000_000)
}

/// The plan of a search on one board.
pub struct AnnealRun<'a, V, const PLANES: usize, const COLOURS: usize> {
    /// The data that the chains share in rounds with the plain objective.
    pub instance: &'a Instance,
    /// The data that the chains share in steep rounds.
    pub steep: &'a Instance,
    /// The first board.
    pub start: State<V, PLANES, COLOURS>,
    /// A list to start from, as the names of its tiles; may be empty.
    pub from: &'a [u16],
    /// Temperatures and stages, for tests; `None` chooses them by the length of the search.
    pub schedule: Option<Schedule>,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The maximum number of threads; 1 starts no thread.
    pub threads: usize,
    /// Bytes that chains may use.
    pub memory: usize,
    /// Returns how much of the search is over after this many trials, from 0 to 1; at 1 the search ends.
    pub part: &'a (dyn Fn(u64) -> f64 + Sync),
    /// The limit on trials; if `None`, the result need not be repeatable.
    pub trials: Option<u64>,
    /// Called with the trials made so far and each new best list; returns `true` if the list is good enough.
    pub improved: &'a (dyn Fn(u64, &BestList) -> bool + Sync),
    /// Called with the trials since the last call; a reason to stop ends the search.
    pub advanced: &'a (dyn Fn(u64) -> Option<StopReason> + Sync),
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct RunResult {
    /// The list with the best result of all runs.
    pub best: BestList,
    /// The number of trials at which the best list was found.
    pub found_at: u64,
    /// The number of trials made.
    pub trials: u64,
    /// The reason that [`advanced`](AnnealRun::advanced) returned; `None` if the search ended otherwise.
    pub stopped_by: Option<StopReason>,
}

/// The loop of a search, in a pool if there are several threads.
struct Loop<'a, 'p, V, const PLANES: usize, const COLOURS: usize>(&'a AnnealRun<'p, V, PLANES, COLOURS>);

impl<V: Plane, const PLANES: usize, const COLOURS: usize> Kernel<V::Cpu>
    for Loop<'_, '_, V, PLANES, COLOURS>
{
    type Out = RunResult;

    #[inline(always)]
    fn run(self, cpu: V::Cpu) -> RunResult {
        let Loop(plan) = self;
        let mut schedule = plan.schedule.unwrap_or(Schedule::SHORT);
        // The number of runs is adjusted until `decided_at` trials are made.
        let (mut calibrated, mut decided_at) = (plan.schedule.is_some(), 0);
        // The number of runs; the index of the current run, and of its current round.
        let (mut runs, mut run, mut round) = (1, 0, 0);
        let mut elite = Elite::default();
        let mut ladders = plan.ladders(cpu, &schedule, 0, 0, plan.from, None);
        let tiles = u64::from(plan.start.tally.left).max(1);
        // Time before the first trial does not count in the estimate of the trials to come.
        let before = (plan.part)(0);
        let sweep_of =
            |schedule: &Schedule| (schedule.sweep * 225 / tiles).clamp(8, 10 * schedule.sweep.max(1));
        // The best list of the round by its objective and of the run by the rules, each with its tabu colour.
        let (mut round_best, mut best) = ((BestList::NONE, None), (BestList::NONE, None));
        let mut result = RunResult { best: BestList::NONE, found_at: 0, trials: 0, stopped_by: None };
        loop {
            let (list, tabu) = best_ladder(&ladders);
            if list.objective_value > round_best.0.objective_value {
                round_best = (list.clone(), tabu);
                if list.rules_value > best.0.rules_value {
                    best = (list.clone(), tabu);
                }
                if list.rules_value > result.best.rules_value {
                    (result.best, result.found_at) = (list.clone(), result.trials);
                    if (plan.improved)(result.trials, &result.best) {
                        return result;
                    }
                }
            }
            let part = (plan.part)(result.trials);
            let left = plan.trials.map_or(u64::MAX, |most| most - result.trials);
            if part >= 1.0 || left == 0 {
                return result;
            }
            let all = result.trials as f64 * (1.0 - before) / (part - before).max(1e-9);
            if !calibrated && result.trials >= CALIBRATION_TRIALS {
                calibrated = true;
                if schedule::is_long(all, tiles) {
                    decided_at = decision_point(all, tiles);
                    // The search is young, so starting again with the long schedule loses nothing.
                    schedule = Schedule::LONG;
                    ladders = plan.ladders(cpu, &schedule, 0, 0, plan.from, None);
                }
            }
            if result.trials < decided_at {
                runs = run_count(all, tiles);
            }
            let of_runs = part * runs as f64;
            let part = of_runs - run as f64;
            if part >= 1.0 && run + 1 < runs {
                (run, round) = (of_runs as u64, 0);
                elite.add(best.0);
                let scratch = run < scratch_runs(runs);
                let from = if scratch { plan.from.to_vec() } else { plan.child(cpu, &elite, run) };
                ladders = plan.ladders(cpu, &schedule, run, 0, &from, None);
                (round_best, best) = ((BestList::NONE, None), (BestList::NONE, None));
                continue;
            }
            if schedule.round(part) > round {
                round = schedule.round(part);
                let (names, tabu) = if schedule.rounds[round].steep { &round_best } else { &best };
                ladders = plan.ladders(cpu, &schedule, run, round, &names.names, *tabu);
                round_best.0 = BestList::NONE;
            }
            let most = schedule.ladders(part, round).max(plan.min_ladders(&schedule.rounds[round]));
            if ladders.len() > most {
                let order = largest_first(ladders.iter().map(|ladder| ladder.best().objective_value));
                let mut all: Vec<_> = ladders.into_iter().map(Some).collect();
                ladders = order.iter().take(most).filter_map(|&at| all[at].take()).collect();
            }
            let sweep = sweep_of(&schedule);
            let instance = plan.instance_of(&schedule.rounds[round]);
            let mut rest = left;
            let chains = ladders.iter_mut().flat_map(|ladder| &mut ladder.chains);
            let mut sweeps: Vec<_> = chains
                .map(|chain| {
                    let trials = sweep.min(rest);
                    rest -= trials;
                    Sweep { chain, trials }
                })
                .collect();
            let stop = if Threads::AVAILABLE && plan.threads > 1 {
                run_sweeps(cpu, instance, sweeps, plan.threads, sweep.div_ceil(CHUNKS));
                (plan.advanced)(left - rest)
            } else {
                sweeps.iter_mut().find_map(|sweep| {
                    sweep.chain.run(cpu, instance, sweep.trials);
                    (plan.advanced)(sweep.trials)
                })
            };
            result.trials += left - rest;
            if stop.is_some() {
                result.stopped_by = stop;
                return result;
            }
            ladders.iter_mut().for_each(|ladder| ladder.swap(instance));
        }
    }
}

/// A chain, and the number of trials that are left to make with the chain.
struct Sweep<'a, V, const PLANES: usize, const COLOURS: usize> {
    chain: &'a mut Chain<V, PLANES, COLOURS>,
    trials: u64,
}

/// Removes and returns the sweep with the most trials left.
fn longest<'a, V, const PLANES: usize, const COLOURS: usize>(
    waiting: &mut Vec<Sweep<'a, V, PLANES, COLOURS>>,
) -> Option<Sweep<'a, V, PLANES, COLOURS>> {
    let at = (0..waiting.len()).max_by_key(|&at| waiting[at].trials)?;
    Some(waiting.swap_remove(at))
}

/// The number of pieces that a sweep is divided into on several threads.
const CHUNKS: u64 = 4;

/// Makes sweeps on the threads of the pool, a piece at a time: hot chains take longer than cold ones, and
/// threads that are done take over pieces of other chains.
fn run_sweeps<V: Plane, const PLANES: usize, const COLOURS: usize>(
    cpu: V::Cpu,
    instance: &Instance,
    sweeps: Vec<Sweep<'_, V, PLANES, COLOURS>>,
    threads: usize,
    piece: u64,
) {
    let workers = threads.min(sweeps.len());
    // Sweeps that no thread works on; empty at the end.
    let waiting = Mutex::new(sweeps);
    (0..workers).into_par_iter().with_max_len(1).for_each(|_| {
        let mut next = longest(&mut lock(&waiting));
        while let Some(mut sweep) = next {
            let trials = piece.min(sweep.trials);
            sweep.chain.run(cpu, instance, trials);
            sweep.trials -= trials;
            let mut waiting = lock(&waiting);
            if sweep.trials > 0 {
                waiting.push(sweep);
            }
            next = longest(&mut waiting);
        }
    });
}

impl<V: Plane, const PLANES: usize, const COLOURS: usize> AnnealRun<'_, V, PLANES, COLOURS> {
    /// Makes all runs of the search.
    pub fn run(&self, cpu: V::Cpu) -> RunResult {
        // The whole search runs in the pool: from outside, each sweep would wait for a thread to wake up.
        in_pool(self.threads, || cpu.call(Loop(self)))
    }

    /// Returns the data that the chains of a round share.
    fn instance_of(&self, round: &Round) -> &Instance {
        if round.steep { self.steep } else { self.instance }
    }

    /// Returns the minimum number of ladders of a round. A chain runs on one thread. So if the result need not be
    /// repeatable, there are enough ladders to give every thread a chain.
    fn min_ladders(&self, round: &Round) -> usize {
        if self.trials.is_some() { 1 } else { self.threads.div_ceil(round.temperatures.len()) }
    }

    /// Returns the start list of a run that does not begin from scratch.
    #[inline(always)]
    pub(super) fn child(&self, cpu: V::Cpu, elite: &Elite, run: u64) -> Vec<u16> {
        elite.child(cpu, self.instance, self.start, &mut Random::new(self.seed, run))
    }

    /// Creates the ladders that round `number` of a run begins with. Their chains start from the list `from`, which was
    /// found with the tabu colour `kept`.
    #[inline(always)]
    fn ladders(
        &self,
        cpu: V::Cpu,
        schedule: &Schedule,
        run: u64,
        number: usize,
        from: &[u16],
        kept: Option<u8>,
    ) -> Vec<TemperingLadder<V, PLANES, COLOURS>> {
        let round = &schedule.rounds[number];
        let colours = match kept.filter(|_| round.settled) {
            Some(kept) => vec![Some(kept)],
            None => self.colours(kept),
        };
        let count = |colour: &Option<u8>| colour.map_or(0, |c| self.start.tally.counts[usize::from(c)]);
        let most = colours.iter().map(count).max().unwrap_or(0);
        let near = colours
            .iter()
            .filter(|colour| f64::from(count(colour)) >= NEARLY_AS_FREQUENT * f64::from(most))
            .count();
        let wanted = near.min(MAX_FREQUENT_LADDERS).max(round.stages[0]).max(self.min_ladders(round));
        let clicks = self.instance.play.most_clicks(self.start.tally.left);
        let states = usize::from(self.start.tally.left).max(2 * clicks) + 4;
        let ladder = states * size_of::<State<V, PLANES, COLOURS>>() * round.temperatures.len();
        let ladders = (self.memory / ladder).clamp(1, wanted);
        let tabu = colours.into_iter().cycle().take(ladders);
        tabu.enumerate()
            .map(|(at, tabu)| {
                let seed =
                    ladder_seed(self.seed, run * schedule.rounds.len() as u64 + number as u64, at as u64);
                TemperingLadder::new(
                    cpu,
                    self.instance_of(round),
                    self.start,
                    from,
                    tabu,
                    round.temperatures,
                    seed,
                )
            })
            .collect()
    }

    /// Returns the possible tabu colours, which have two tiles or more: `kept` first, then the most frequent. Returns
    /// only `None` if there is no possible colour.
    fn colours(&self, kept: Option<u8>) -> Vec<Option<u8>> {
        let counts = &self.start.tally.counts;
        let rank = |colour: usize| if Some(colour as u8) == kept { i64::MAX } else { counts[colour].into() };
        let order = largest_first((0..COLOURS).map(rank)).into_iter().filter(|&colour| counts[colour] > 1);
        let colours: Vec<_> = order.map(|colour| Some(colour as u8)).collect();
        if colours.is_empty() { vec![None] } else { colours }
    }
}

/// Returns the best list of all ladders, the first of equally good ones, and the tabu colour of its ladder.
fn best_ladder<V: Plane, const PLANES: usize, const COLOURS: usize>(
    ladders: &[TemperingLadder<V, PLANES, COLOURS>],
) -> (&BestList, Option<u8>) {
    let lists = ladders.iter().map(|ladder| (ladder.best(), ladder.tabu()));
    lists
        .reduce(|a, b| if b.0.objective_value > a.0.objective_value { b } else { a })
        .expect("a round has ladders")
}

/// Returns the seed of a ladder from the number of its round and its number in the round. All seeds of a search are
/// distinct; for two searches to share a ladder seed, their own seeds would have to be astronomically far apart.
pub(super) fn ladder_seed(seed: u64, round: u64, ladder: u64) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(round << 32 | ladder)
}
