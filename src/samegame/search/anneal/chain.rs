//! A chain: a list, its temperature, its random numbers, and the best list it has met.

use super::click_list::{ClickList, Instance};
use super::state::State;
use super::trial::TrialScratch;
use crate::bits::cpu::{Cpu, KernelFor};
use crate::bits::plane::Plane;
use crate::samegame::search::anneal::objective::Logs;
use rand::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What all chains on a board share.
#[derive(Clone, Debug)]
pub struct Shared {
    /// Values and colours.
    pub instance: Instance,
    /// Draws for Metropolis' rule.
    pub logs: Logs,
}

/// A list that a chain has met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestList {
    /// The tiles clicked, by name.
    pub names: Vec<u16>,
    /// Its worth in units of value, without the soft bonus, by what the round aims at.
    pub objective_value: i64,
    /// The same by the rules.
    pub rules_value: i64,
}

impl BestList {
    /// No list, worse than any.
    pub const NONE: BestList =
        BestList { names: Vec::new(), objective_value: i64::MIN, rules_value: i64::MIN };
}

/// An annealing chain. On cache lines of its own: its neighbour runs on another thread.
#[derive(Clone, Debug)]
#[repr(align(128))]
pub struct Chain<V, const PLANES: usize, const COLOURS: usize> {
    /// The list.
    pub list: ClickList<V, PLANES, COLOURS>,
    /// Its temperature in units of value.
    pub temperature: i64,
    /// The best list met.
    pub best: BestList,
    rng: Xoshiro256PlusPlus,
    scratch: TrialScratch,
}

impl<V: Copy + Send + Sync, const PLANES: usize, const COLOURS: usize> Chain<V, PLANES, COLOURS> {
    /// A chain from a board and a list of names; the list is completed at random.
    #[inline(always)]
    pub fn new<C: Cpu>(
        cpu: C,
        shared: &Shared,
        start: State<V, PLANES, COLOURS>,
        names: &[u16],
        tabu: Option<u8>,
        temperature: i64,
        seed: u64,
    ) -> Self
    where
        V: Plane<C>,
    {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let list = ClickList::new(cpu, &shared.instance, start, names, tabu, || rng.next_u32());
        let (objective_value, rules_value) =
            (list.objective_value(&shared.instance), list.rules_value(&shared.instance));
        let best = BestList { names: list.names().collect(), objective_value, rules_value };
        Chain { list, temperature, best, rng, scratch: TrialScratch::default() }
    }

    /// Makes this many trials.
    pub fn run<C: Cpu>(&mut self, cpu: C, shared: &Shared, trials: u64)
    where
        V: Plane<C>,
    {
        cpu.call(Trials { chain: self, shared, trials });
    }
}

/// Trials as a job, so that they are compiled for the CPU path.
struct Trials<'a, V, const PLANES: usize, const COLOURS: usize> {
    chain: &'a mut Chain<V, PLANES, COLOURS>,
    shared: &'a Shared,
    trials: u64,
}

impl<C: Cpu, V: Plane<C>, const PLANES: usize, const COLOURS: usize> KernelFor<C>
    for Trials<'_, V, PLANES, COLOURS>
{
    type Out = ();

    #[inline(always)]
    fn run_on(self, cpu: C) {
        let Trials { chain, shared, trials } = self;
        for _ in 0..trials {
            let Chain { list, temperature, best, scratch, rng } = &mut *chain;
            if list.trial(cpu, &shared.instance, &shared.logs, *temperature, scratch, rng) {
                let objective_value = list.objective_value(&shared.instance);
                if objective_value > best.objective_value {
                    (best.objective_value, best.rules_value) =
                        (objective_value, list.rules_value(&shared.instance));
                    best.names.clear();
                    best.names.extend(list.names());
                }
            }
        }
    }
}
