//! The words that limit a search: `--time`, `--nodes`, `--memory`, `--threads`.

use super::numbers;
use std::time::Duration;
use tilefall::base::Threads;

/// The words that limit a search.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Time limit for each puzzle, in seconds or with a unit: 5, 500ms, 2m, 1h
    #[arg(long, short, value_name = "DUR", value_parser = numbers::duration, allow_hyphen_values = true)]
    pub time: Option<Duration>,
    /// Node limit for each puzzle: 5000, 10k, 1e6; the answer is then the same on any machine
    #[arg(long, value_name = "N", value_parser = numbers::number, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Memory for tables, and as much for the lists of a record: 64K, 256M, 1G; divided by the puzzles solved at once,
    /// but with --nodes for each
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    #[arg(value_parser = numbers::tables, allow_negative_numbers = true)]
    pub memory: usize,
    /// Threads [default: all cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = numbers::threads, allow_negative_numbers = true)]
    pub threads: Option<u16>,
}

impl LimitArgs {
    /// The threads for one puzzle.
    pub fn for_one(&self) -> Threads {
        self.threads.map_or(Threads::All, |threads| Threads::Some(threads.into()))
    }

    /// The threads to use.
    pub fn threads(&self) -> usize {
        self.for_one().number()
    }
}
