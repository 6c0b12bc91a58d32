//! Many puzzles: streamed in, solved side by side, written in order.
//!
//! What is here does not know what an item is, nor how it is solved: both are handed in.
//!
//! - [`pipeline`]: reader, workers and writer with bounded memory

pub mod pipeline;

pub use pipeline::{Pipeline, Settings, Weigh};
