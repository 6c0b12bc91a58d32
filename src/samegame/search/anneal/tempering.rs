//! Parallel tempering: a ladder of chains with one tabu colour and rising temperatures, which neighbours swap.
//!
//! Geyer (1991), Hukushima and Nemoto (1996): after a number of trials each pair of neighbours swaps its
//! temperatures with probability min(1, exp((v_hot − v_cold)(1/T_cold − 1/T_hot))). Good lists of hot chains
//! sink to the cold ones. There is no cooling schedule, so a ladder can be stopped or prolonged at any time.

use super::chain::{BestList, Chain};
use super::click_list::Instance;
use super::state::State;
use crate::bits::plane::Plane;
use rand::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A ladder of chains that swap their temperatures.
#[derive(Clone, Debug)]
pub struct TemperingLadder<V, const PLANES: usize, const COLOURS: usize> {
    /// The chains, the coldest first.
    pub chains: Vec<Chain<V, PLANES, COLOURS>>,
    rng: Xoshiro256PlusPlus,
}

impl<V: Plane, const PLANES: usize, const COLOURS: usize> TemperingLadder<V, PLANES, COLOURS> {
    /// Creates one chain for each temperature. The first list of a chain clicks the tiles `names`, then random tiles.
    #[inline(always)]
    pub fn new(
        cpu: V::Cpu,
        instance: &Instance,
        start: State<V, PLANES, COLOURS>,
        names: &[u16],
        tabu: Option<u8>,
        temperatures: &[f64],
        seed: u64,
    ) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let chain = |&points: &f64| {
            let temperature = ((points * instance.objective.unit as f64).round() as i64).max(1);
            Chain::new(cpu, instance, start, names, tabu, temperature, rng.next_u64())
        };
        let chains = temperatures.iter().map(chain).collect();
        TemperingLadder { chains, rng }
    }

    /// Returns the tabu colour of the chains.
    pub fn tabu(&self) -> Option<u8> {
        self.chains.first().and_then(|chain| chain.list.tabu)
    }

    /// Returns the best list of the chains.
    pub fn best(&self) -> &BestList {
        let best = self
            .chains
            .iter()
            .map(|chain| &chain.best)
            .reduce(|a, b| if b.objective_value > a.objective_value { b } else { a });
        best.expect("a ladder has chains")
    }

    /// Swaps the temperatures of neighbours by the Metropolis rule, from the hot end to the cold end.
    pub fn swap(&mut self, instance: &Instance) {
        for hot in (1..self.chains.len()).rev() {
            let [cold, hot] = &mut self.chains[hot - 1..=hot] else { unreachable!("a slice of two") };
            let (low, high) = (cold.temperature, hot.temperature);
            let loss = (i128::from(cold.list.value - hot.list.value) * i128::from(high - low)) << 20;
            if instance.logs.accepts(self.rng.next_u64(), loss / (i128::from(low) * i128::from(high))) {
                std::mem::swap(cold, hot);
                std::mem::swap(&mut cold.temperature, &mut hot.temperature);
            }
        }
    }
}
