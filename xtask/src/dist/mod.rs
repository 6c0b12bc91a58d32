//! `cargo xtask dist`: builds the packages into one folder.
//!
//! - `context`: the folders, the version and the time of a build
//! - `target`: the targets, and which can be built on this machine
//! - `tool`: other programs that a part needs
//! - `program`: the program for a target, its manual pages and completions
//! - `archive`: `.tar.gz` files with equal bytes for equal contents
//! - `deb`: Debian packages, by dpkg-deb
//! - `wheels`: Python wheels and the source distribution, by maturin
//! - `npm`: the package for npm
//! - `crates`: the crates that are compiled into a package
//! - `licences`: the licences of these crates
//! - `sums`: checksums of all files
//!
//! A part whose tool is missing is skipped with a message.

mod archive;
pub mod context;
mod crates;
mod deb;
mod licences;
mod npm;
mod program;
mod sums;
mod target;
mod tool;
mod wheels;

use crate::web;
use clap::ValueEnum;
use context::Context;
use std::path::PathBuf;
use target::Target;

/// The arguments of `cargo xtask dist`.
#[derive(clap::Args)]
pub struct Args {
    /// The folder to write, which is emptied
    #[arg(long, default_value = "target/dist")]
    out: PathBuf,
    /// The parts to build
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Part::value_variants().to_vec())]
    parts: Vec<Part>,
    /// The targets: triples, or `host` [default: all that can be built here]
    #[arg(long, value_delimiter = ',')]
    targets: Vec<String>,
    /// The cargo profile: `dist` for packages, `release` for a try
    #[arg(long, default_value = "dist")]
    profile: String,
}

/// A part of the packages.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// `.tar.gz` files with the program, manual pages, completions, licences and samples
    Archive,
    /// Debian packages
    Deb,
    /// Python wheels
    Wheel,
    /// The source distribution of the Python package
    Sdist,
    /// The page for browsers
    Page,
    /// The package for npm: the solver and the page
    Npm,
}

/// Builds the packages.
///
/// # Errors
/// If a part cannot be built or written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let context = Context::new(&args.out, &args.profile)?;
    let has = |part: Part| args.parts.contains(&part);
    let targets = Target::choose(&args.targets)?;
    if has(Part::Archive) || has(Part::Deb) {
        let program = program::build(&context, Target::host()?)?;
        program::document(&context, &program)?;
        for &target in targets.iter().filter(|target| target.is_of_programs()) {
            if !target.has_linker() {
                continue;
            }
            let program = program::build(&context, target)?;
            let notices = licences::write(&context, "Cargo.toml", "tilefall-cli", target.triple)?;
            if has(Part::Archive) {
                program::archive(&context, target, &program, &notices)?;
            }
            if has(Part::Deb) {
                deb::build(&context, target, &program, &notices)?;
            }
        }
    }
    if has(Part::Wheel) {
        wheels::build(&context, &targets)?;
    }
    if has(Part::Sdist) {
        wheels::source(&context)?;
    }
    if has(Part::Page) || has(Part::Npm) {
        let page = context.stage.join("page");
        web::build(&page, false, false)?;
        let notices = licences::write(&context, "Cargo.toml", "tilefall-web", web::TARGET)?;
        if has(Part::Npm) {
            npm::build(&context, &page, &notices)?;
        }
        if has(Part::Page) {
            let name = format!("tilefall-{}-page", context.version);
            let contents = [("", page), (licences::NAME, notices)];
            archive::write(&context, &format!("{name}.tar.gz"), &name, &contents)?;
        }
    }
    sums::write(&context)
}
