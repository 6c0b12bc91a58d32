//! Random number generators for the runs of a search, a different one for each seed and run.

use crate::rules::mix;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Returns the generator of a run. Its first words encode the seed and the run, so that no other pair begins
/// with the same state; the other words mix both, so that neighbours are independent.
pub(super) fn generator(seed: u64, run: u64) -> Xoshiro256PlusPlus {
    let (of_seed, of_run) = (mix(seed), mix(run ^ 0x6a09_e667_f3bc_c908));
    let both = mix(of_seed ^ of_run.rotate_left(32));
    let words = [of_seed, of_run, both, mix(both)];
    let mut state = [0; 32];
    for (bytes, word) in state.chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    Xoshiro256PlusPlus::from_seed(state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use std::collections::HashSet;

    #[test]
    fn no_two_pairs_of_seed_and_run_share_a_generator() {
        let seeds = (0..200).chain([1 << 31, 1 << 32, (1 << 32) + 1, u64::MAX - 1, u64::MAX]);
        let (mut states, mut firsts, mut pairs) = (HashSet::new(), HashSet::new(), 0);
        for seed in seeds {
            for run in (0..200).chain([1 << 32, u64::MAX]) {
                let mut rng = generator(seed, run);
                states.insert(format!("{rng:?}"));
                // Even the first numbers differ.
                firsts.insert([rng.next_u64(), rng.next_u64()]);
                pairs += 1;
            }
        }
        assert_eq!((states.len(), firsts.len()), (pairs, pairs));
    }

    #[test]
    fn neighbours_draw_independent_numbers() {
        // The number of different bits in the first numbers of neighbours: 32 of 64 on average.
        for (one, two) in [((5, 0), (5, 1)), ((5, 0), (6, 0)), ((5, 1), (6, 0)), ((0, 0), (0, 1 << 32))] {
            let (mut one, mut two) = (generator(one.0, one.1), generator(two.0, two.1));
            let differ: u32 = (0..100).map(|_| (one.next_u64() ^ two.next_u64()).count_ones()).sum();
            assert!((2900..3500).contains(&differ), "{differ}");
        }
    }
}
