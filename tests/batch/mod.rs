//! Results files: batches, resume, shards, salvage.

mod corrupt_archives;
mod foreign_records;
mod resume;
mod run;
mod salvage;
mod shard;
mod unread;
