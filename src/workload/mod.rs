//! Fixed workloads: work on boards that ship, and one number for what the searches did. The number is the same in every
//! build, on every CPU path and in every run.
//!
//! - [`mayan`]: the benchmark boards, solved
//! - [`samegame`]: clicks, playouts and searches
//!
//! Whoever runs them brings the clock and the threads.

pub mod mayan;
pub mod samegame;
