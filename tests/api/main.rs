//! Tests of the types that other programs embed.

mod analysis;
#[path = "../support/analysis_claims.rs"]
mod analysis_claims;
mod boards;
mod choose;
mod every_limit;
mod family;
#[allow(dead_code)]
#[path = "../support/mayan_brute_force.rs"]
mod mayan_brute_force;
mod panics;
mod reasons;
#[path = "../support/samegame_brute_force.rs"]
mod samegame_brute_force;
#[path = "../support/samegame_games.rs"]
mod samegame_games;
mod solvers;
mod stress;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Returns a function that returns random numbers below its argument.
fn generator(seed: u64) -> impl FnMut(usize) -> usize {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    move |n| (rng.next_u64() % n as u64) as usize
}
