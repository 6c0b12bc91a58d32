//! The hidden flag that names a CPU path.

use anyhow::Context as _;
use tilefall::bits::cpu::Path;

/// The arguments that say on which CPU path to run.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct CpuArgs {
    /// Use this CPU path
    #[arg(long, hide = true, value_parser = named)]
    cpu: Option<Path>,
}

impl CpuArgs {
    /// The path to run on: the best one of this machine if none is named.
    pub fn path(self) -> Path {
        self.cpu.unwrap_or_else(Path::best)
    }
}

fn named(name: &str) -> anyhow::Result<Path> {
    let path = Path::ALL.into_iter().find(|path| path.name() == name);
    let path = path.with_context(|| format!("no CPU path '{name}', expected portable, avx2 or avx512"))?;
    anyhow::ensure!(path.available(), "this CPU lacks the {name} path");
    Ok(path)
}
