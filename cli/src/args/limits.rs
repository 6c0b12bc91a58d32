//! The arguments that limit a search: `--time`, `--nodes`, `--memory`, `--threads`.

use super::numbers;
use std::time::Duration;
use tilefall::{Limits, Threads};

/// The arguments that limit a search.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Time limit for each puzzle, in seconds or with a unit: 5, 500ms, 2m, 1h
    #[arg(long, short, value_name = "DUR", value_parser = numbers::duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Node limit for each puzzle: 5000, 10k, 1e6; the answer is then the same on any machine
    #[arg(long, value_name = "N", value_parser = numbers::number, allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Memory for the tables of each puzzle that is being solved, and as much for its lists: 64K, 256M, 1G
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    #[arg(value_parser = numbers::table_bytes, allow_negative_numbers = true)]
    memory: usize,
    /// Threads [default: all cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = numbers::threads, allow_negative_numbers = true)]
    threads: Option<u16>,
}

impl LimitArgs {
    /// Returns the limits.
    pub fn resolve(&self) -> Limits {
        let mut limits = Limits::default();
        (limits.time, limits.nodes, limits.memory) = (self.time, self.nodes, self.memory);
        limits.threads = threads_or_all(self.threads);
        limits
    }
}

/// Returns the number of threads given, by default all.
pub fn threads_or_all(threads: Option<u16>) -> Threads {
    threads.map_or(Threads::All, |threads| Threads::Exactly(threads.into()))
}
