//! Results files: batches, resume, shards.

mod attacks;
mod corrupt_archives;
mod resume;
mod run;
mod shard;
