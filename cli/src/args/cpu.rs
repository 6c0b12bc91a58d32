//! The hidden flag that names a CPU path.

use anyhow::Context as _;
use tilefall::CpuPath;

/// The arguments that choose the CPU path.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct CpuArgs {
    /// Use this CPU path
    #[arg(long, hide = true, value_parser = parse_path)]
    cpu: Option<CpuPath>,
}

impl CpuArgs {
    /// Returns the chosen path, by default the best one of this machine.
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
