//! Searches by random playouts that learn from the best ones.
//!
//! - [`nested`](mod@nested): nested Monte Carlo search
//! - [`nrpa`](mod@nrpa): nested rollout policy adaptation
//! - `adapt`: how its weights follow the best game
//! - `sampler`: from what is asked to runs on a board, the same for both
//! - `restarts`: run after run, the best list kept
//! - `seeds`: a generator for each run

mod adapt;
pub mod nested;
pub mod nrpa;
mod restarts;
mod sampler;
mod seeds;

pub use nested::{NestedSettings, nested};
pub use nrpa::{NrpaSettings, nrpa};
pub use sampler::sample_on;
pub(super) use sampler::sample_within;
