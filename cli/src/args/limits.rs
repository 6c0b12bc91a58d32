//! The arguments that limit a search: `--time`, `--nodes`, `--memory`, `--threads`; and the hidden flag `--cpu`.

use super::values::{Number, TableBytes, ThreadNumber, Time};
use anyhow::Context as _;
use tilefall::ask::LimitRequest;
use tilefall::{CpuPath, Limits, Threads};

/// The arguments that limit a search.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Time limit for each puzzle, in seconds or with a unit: 5, 500ms, 2m, 1h
    #[arg(long, short, value_name = "DUR", allow_hyphen_values = true)]
    time: Option<Time>,
    /// Node limit for each puzzle: 5000, 10k, 1e6; the answer is then the same on any machine
    #[arg(long, value_name = "N")]
    pub nodes: Option<Number>,
    /// Memory for the tables of each puzzle that is being solved, and as much for its lists: 64K, 256M, 1G
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    memory: TableBytes,
    /// Threads [default: all cores]
    #[arg(long, short = 'j', value_name = "N")]
    threads: Option<ThreadNumber>,
}

impl LimitArgs {
    pub fn request(&self) -> LimitRequest {
        LimitRequest {
            time: self.time.map(|time| time.0.as_secs_f64()),
            nodes: self.nodes.map(|nodes| nodes.0),
            memory: Some(self.memory.0),
            threads: self.threads.map(ThreadNumber::to_usize),
        }
    }

    pub fn resolve(&self) -> Limits {
        self.request().limits()
    }
}

/// Returns the given number of threads, by default one for each core.
pub fn threads_or_all(threads: Option<ThreadNumber>) -> Threads {
    threads.map_or(Threads::All, |threads| Threads::Exactly(threads.to_usize()))
}

/// The arguments that choose the CPU path.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct CpuArgs {
    /// Use this CPU path
    #[arg(long, hide = true, value_parser = parse_path)]
    cpu: Option<CpuPath>,
}

impl CpuArgs {
    /// Returns the chosen CPU path, by default the best path that this machine supports.
    pub fn path(self) -> CpuPath {
        self.cpu.unwrap_or_else(CpuPath::best)
    }
}

fn parse_path(name: &str) -> anyhow::Result<CpuPath> {
    let path = CpuPath::ALL.into_iter().find(|path| path.name() == name);
    let path = path.with_context(|| format!("no CPU path '{name}', expected portable or avx2"))?;
    anyhow::ensure!(path.available(), "this CPU lacks the {name} path");
    Ok(path)
}
