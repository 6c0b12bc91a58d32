//! Searches by random playouts that learn from the best ones.
//!
//! - [`nested`]: nested Monte Carlo search
//! - [`nrpa`]: nested rollout policy adaptation
//! - `adapt`: the adaptation of the weights of `nrpa` to the best game
//! - `sampler`: shared by both methods: from a query to runs on a board
//! - `restarts`: run after run, with the best list of all
//! - `seeds`: a random number generator for each run

mod adapt;
pub mod nested;
pub mod nrpa;
mod restarts;
mod sampler;
mod seeds;

pub use nested::NestedSettings;
pub use nrpa::NrpaSettings;
pub use sampler::sample;
pub(super) use sampler::sample_within;
