//! Searches by random playouts that learn from the best ones.
//!
//! - [`nested`](mod@nested): nested Monte Carlo search
//! - [`nrpa`](mod@nrpa): nested rollout policy adaptation
//! - `adapt`: how its weights follow the best game
//! - `restarts`: run after run, the best list kept
//! - `seeds`: a generator for each run

mod adapt;
pub mod nested;
pub mod nrpa;
mod restarts;
mod seeds;

pub use nested::{NestedSettings, nested};
pub use nrpa::{NrpaSettings, nrpa};
