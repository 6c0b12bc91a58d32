//! `tilefall completions`: the completion script for a shell.

use crate::exit::Exit;
use crate::io::output;
use clap_complete::Shell;

const EXAMPLES: &str = "\
Examples:
  tilefall completions bash > /etc/bash_completion.d/tilefall
  tilefall completions zsh > ~/.zfunc/_tilefall
  tilefall completions fish > ~/.config/fish/completions/tilefall.fish";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script for the program `command`.
pub fn run(args: &Args, mut command: clap::Command) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "tilefall", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}
