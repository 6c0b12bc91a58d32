//! Batches of puzzles: read as a stream, solved in parallel, written in the order of the input, on one machine or
//! several.
//!
//! - [`pipeline`]: reader, workers and writer with bounded memory
//! - [`results`]: a results file that survives a killed run, and that another run continues; [`records`]: its lines;
//!   [`sidecar`]: the file beside it that identifies the run
//! - [`shard`]: the division of an input among runs; [`merge`](mod@merge): the results of several runs as one

pub mod merge;
pub mod pipeline;
pub mod records;
pub mod results;
pub mod shard;
pub mod sidecar;

pub use merge::merge;
pub use pipeline::{Pipeline, Weigh};
pub use results::Results;
pub use shard::Shard;
