//! `tilefall man`.

use crate::Cli;
use crate::exit::Exit;
use anyhow::Context as _;
use clap::{Command, CommandFactory as _};
use std::path::{Path, PathBuf};
use tilefall::batch::disk;

const EXAMPLES: &str = "\
Examples:
  tilefall man ~/.local/share/man/man1
  man tilefall-mayan-solve";

/// The arguments of `tilefall man`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The directory for the pages, made if it is not there
    dir: PathBuf,
}

/// Runs it: a page for the program and for each of its verbs, `tilefall-mayan-solve.1`.
///
/// # Errors
/// If a page cannot be written.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let made = std::fs::create_dir_all(&args.dir);
    made.with_context(|| format!("{}: the directory cannot be made", args.dir.display()))?;
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    pages(&command, "tilefall", &args.dir)?;
    Ok(Exit::Done)
}

fn pages(command: &Command, name: &str, dir: &Path) -> anyhow::Result<()> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).title(name).render(&mut page)?;
    disk::replace(&dir.join(format!("{name}.1")), &page)?;
    for verb in command.get_subcommands().filter(|verb| !verb.is_hide_set()) {
        pages(verb, &format!("{name}-{}", verb.get_name()), dir)?;
    }
    Ok(())
}
