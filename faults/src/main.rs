//! Runs the command line of tilefall under failing system calls, kills and losses of power, and checks the guarantees of
//! `docs/reliability.md`. Only on Linux on x86-64.
//!
//! - [`tracer`]: traces the system calls of a process and injects faults; [`call`]: the kinds of calls
//! - [`scenario`]: the runs to test; [`check`]: the checks after each run
//! - [`plan`]: the list of trials; [`sweep`]: faults and kills; [`power`]: states of a disk after a loss of power

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod call;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod check;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod plan;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod power;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod scenario;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod sweep;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod tracer;

use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run tilefall under failing system calls, kills and losses of power
#[derive(Parser)]
#[command(name = "cargo faults")]
struct Args {
    /// Test every call, instead of a part that takes two minutes on two cores
    #[arg(long)]
    long: bool,
    /// The program to test
    #[arg(long, default_value = "target/release/tilefall")]
    program: PathBuf,
    /// Processes at a time [default: the number of cores]
    #[arg(long, short)]
    jobs: Option<usize>,
    /// Only trials whose name contains this, like 'damaged write'
    #[arg(long)]
    only: Option<String>,
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn main() -> anyhow::Result<ExitCode> {
    use anyhow::Context as _;

    let Args { long, program, jobs, only } = Args::parse();
    if !tracer::is_allowed()? {
        println!("skipped: processes may not be traced here");
        return Ok(ExitCode::SUCCESS);
    }
    let jobs = jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let found = program.canonicalize();
    let found = found
        .with_context(|| format!("{}, expected the program: cargo build --release", program.display()))?;
    plan::run(&found, long, jobs, only.as_deref())
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
fn main() -> ExitCode {
    let _ = Args::parse();
    println!("skipped: only available on Linux on x86-64");
    ExitCode::SUCCESS
}
