//! What several benchmarks share.

pub mod baseline;
pub mod swaps;
