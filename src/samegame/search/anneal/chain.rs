//! A chain: a list, its temperature, its random numbers, and the best list it has met.

use super::state::State;
use super::trail::{Setting, Trail};
use super::trial::TrialRoom;
use crate::bits::cpu::{Cpu, JobOn};
use crate::bits::plane::Plane;
use crate::samegame::search::anneal::objective::Logs;
use rand::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What all chains on a board share.
#[derive(Clone, Debug)]
pub struct Shared {
    /// Values and colours.
    pub setting: Setting,
    /// Draws for Metropolis' rule.
    pub logs: Logs,
}

/// A list that a chain has met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// The tiles clicked, by name.
    pub names: Vec<u16>,
    /// Its worth in units of value, without the soft bonus, by what the round aims at.
    pub worth: i64,
    /// The same by the rules.
    pub truth: i64,
}

impl Met {
    /// No list, worse than any.
    pub const NONE: Met = Met { names: Vec::new(), worth: i64::MIN, truth: i64::MIN };
}

/// An annealing chain. On cache lines of its own: its neighbour runs on another thread.
#[derive(Clone, Debug)]
#[repr(align(128))]
pub struct Chain<V, const PLANES: usize, const COLOURS: usize> {
    /// The list.
    pub line: Trail<V, PLANES, COLOURS>,
    /// Its temperature in units of value.
    pub temperature: i64,
    /// The best list met.
    pub best: Met,
    rng: Xoshiro256PlusPlus,
    scratch: TrialRoom,
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
        let line = Trail::new(cpu, &shared.setting, start, names, tabu, || rng.next_u32());
        let (worth, truth) = (line.worth(&shared.setting), line.truth(&shared.setting));
        let best = Met { names: line.names().collect(), worth, truth };
        Chain { line, temperature, best, rng, scratch: TrialRoom::default() }
    }

    /// Makes this many trials.
    pub fn run<C: Cpu>(&mut self, cpu: C, shared: &Shared, trials: u64)
    where
        V: Plane<C>,
    {
        cpu.enter(Trials { chain: self, shared, trials });
    }
}

/// Trials as a job, so that they are compiled for the CPU path.
struct Trials<'a, V, const PLANES: usize, const COLOURS: usize> {
    chain: &'a mut Chain<V, PLANES, COLOURS>,
    shared: &'a Shared,
    trials: u64,
}

impl<C: Cpu, V: Plane<C>, const PLANES: usize, const COLOURS: usize> JobOn<C>
    for Trials<'_, V, PLANES, COLOURS>
{
    type Out = ();

    #[inline(always)]
    fn run_on(self, cpu: C) {
        let Trials { chain, shared, trials } = self;
        for _ in 0..trials {
            let Chain { line, temperature, best, scratch, rng } = &mut *chain;
            if line.trial(cpu, &shared.setting, &shared.logs, *temperature, scratch, rng) {
                let worth = line.worth(&shared.setting);
                if worth > best.worth {
                    (best.worth, best.truth) = (worth, line.truth(&shared.setting));
                    best.names.clear();
                    best.names.extend(line.names());
                }
            }
        }
    }
}
