//! Build tasks beyond cargo.

mod book;
mod dist;
mod flags;
mod peers;
mod puzzles;
mod server;
mod web;

use clap::Parser;
use std::io::Write as _;

/// Build tasks beyond cargo
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Task {
    /// Build the page that plays, solves and replays in a browser
    Web(web::Args),
    /// Build the site of documents, and check its links
    Book(book::Args),
    /// Build the packages: archives, Debian packages, wheels, the package for npm, the page, checksums
    Dist(dist::Args),
    /// Compare with programs of others
    Bench(peers::Args),
}

fn main() -> anyhow::Result<()> {
    match Task::parse() {
        Task::Web(args) => web::run(&args),
        Task::Book(args) => book::run(&args),
        Task::Dist(args) => dist::run(&args),
        Task::Bench(args) => {
            let table = peers::run(&args, &processor_seconds)?;
            Ok(std::io::stdout().write_all(table.as_bytes())?)
        }
    }
}

/// Returns the processor seconds of all child processes that have ended; elsewhere than on Unix, the time that has passed.
fn processor_seconds() -> f64 {
    #[cfg(unix)]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        use nix::sys::time::TimeValLike as _;
        getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0.0, |usage| {
            (usage.user_time().num_microseconds() + usage.system_time().num_microseconds()) as f64 / 1e6
        })
    }
    #[cfg(not(unix))]
    {
        static BEGUN: std::sync::LazyLock<std::time::Instant> =
            std::sync::LazyLock::new(std::time::Instant::now);
        BEGUN.elapsed().as_secs_f64()
    }
}
