//! Code that several benchmarks use.

pub mod baseline;
pub mod swaps;
