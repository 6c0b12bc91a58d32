//! `tilefall man`: manual pages.

use crate::exit::Exit;
use crate::io::disk;
use anyhow::Context as _;
use clap::Command;
use clap_mangen::Man;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  tilefall man ~/.local/share/man/man1
  man tilefall-mayan-solve";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The directory for the pages, created if missing
    dir: PathBuf,
}

/// Writes a page for the program and for each of its verbs, `tilefall-mayan-solve.1`.
pub fn run(args: &Args, command: Command) -> anyhow::Result<Exit> {
    let made = std::fs::create_dir_all(&args.dir);
    made.with_context(|| format!("{}: the directory cannot be created", args.dir.display()))?;
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let (mut commands, mut pages) = (vec![command], Vec::new());
    while let Some(command) = commands.pop() {
        commands.extend(command.get_subcommands().filter(|verb| !verb.is_hide_set()).cloned());
        let (man, mut page) = (Man::new(command), Vec::new());
        man.render(&mut page)?;
        pages.push((args.dir.join(man.get_filename()), page));
    }
    // Writes all pages or none; `clap_mangen::generate_to` would leave half a page on a full disk.
    let pages: Vec<_> = pages.iter().map(|(path, text)| (&**path, &**text)).collect();
    disk::replace_all(&pages)?;
    Ok(Exit::Done)
}
