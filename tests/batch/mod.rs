//! Results files: batches, resume, shards.

mod corrupt_archives;
mod resume;
mod run;
mod shard;
