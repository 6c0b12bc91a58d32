//! A chain: a list of clicks with its temperature, its random number generator, and the best list it has
//! visited.

use super::click_list::{ClickList, Instance};
use super::state::State;
use super::trial::TrialScratch;
use crate::bits::cpu::{CpuToken as _, Kernel};
use crate::bits::plane::Plane;
use rand::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The best list that a chain has visited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestList {
    /// The [names](super::state) of the tiles clicked, first to last.
    pub names: Vec<u16>,
    /// The value under the objective of the round, without the soft bonus for a nearly empty board; `rules_value` if
    /// [`Results::differ_from_sums`](super::results::Results::differ_from_sums).
    pub objective_value: i64,
    /// The result under the rules and the goal; higher is better.
    pub rules_value: i64,
}

impl BestList {
    /// A placeholder with a lower value than every list.
    pub const NONE: BestList =
        BestList { names: Vec::new(), objective_value: i64::MIN, rules_value: i64::MIN };

    /// Replaces the best list with `list` if the objective value of `list` is higher.
    #[inline(always)]
    fn update<V: Plane, const PLANES: usize, const COLOURS: usize>(
        &mut self,
        list: &ClickList<V, PLANES, COLOURS>,
        instance: &Instance,
    ) {
        let known = instance.results.differ_from_sums().then(|| list.result(instance));
        let objective_value = known.map_or_else(|| list.objective_value(instance), |(value, _)| value);
        if objective_value > self.objective_value {
            let (rules_value, clicks) = known.unwrap_or_else(|| list.result(instance));
            (self.objective_value, self.rules_value) = (objective_value, rules_value);
            self.names.clear();
            self.names.extend(list.names().take(clicks));
        }
    }
}

/// An annealing chain. Aligned to its own cache lines, since neighbouring chains run on other threads.
#[derive(Clone, Debug)]
#[repr(align(128))]
pub struct Chain<V, const PLANES: usize, const COLOURS: usize> {
    /// The current list, which trials edit.
    pub list: ClickList<V, PLANES, COLOURS>,
    /// The temperature, in units of the value of a list.
    pub temperature: i64,
    /// The best list visited.
    pub best: BestList,
    rng: Xoshiro256PlusPlus,
    scratch: TrialScratch,
}

impl<V: Plane, const PLANES: usize, const COLOURS: usize> Chain<V, PLANES, COLOURS> {
    /// Creates a chain on the board `start`. Its first list clicks the tiles `names`, then random tiles.
    #[inline(always)]
    pub fn new(
        cpu: V::Cpu,
        instance: &Instance,
        start: State<V, PLANES, COLOURS>,
        names: &[u16],
        tabu: Option<u8>,
        temperature: i64,
        seed: u64,
    ) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let list = ClickList::new(cpu, instance, start, names, tabu, || rng.next_u32());
        let mut best = BestList::NONE;
        best.update(&list, instance);
        Chain { list, temperature, best, rng, scratch: TrialScratch::default() }
    }

    /// Makes this many trials.
    pub fn run(&mut self, cpu: V::Cpu, instance: &Instance, trials: u64) {
        cpu.call(Trials { chain: self, instance, trials });
    }
}

/// Trials as a kernel, so that they are compiled for the CPU path.
struct Trials<'a, V, const PLANES: usize, const COLOURS: usize> {
    chain: &'a mut Chain<V, PLANES, COLOURS>,
    instance: &'a Instance,
    trials: u64,
}

impl<V: Plane, const PLANES: usize, const COLOURS: usize> Kernel<V::Cpu> for Trials<'_, V, PLANES, COLOURS> {
    type Out = ();

    #[inline(always)]
    fn run(self, cpu: V::Cpu) {
        let Trials { chain, instance, trials } = self;
        for _ in 0..trials {
            let Chain { list, temperature, best, scratch, rng } = &mut *chain;
            if list.trial(cpu, instance, *temperature, scratch, rng) {
                best.update(list, instance);
            }
        }
    }
}
