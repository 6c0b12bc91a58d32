//! `tilefall man`.

use crate::exit::Exit;
use crate::io::disk;
use anyhow::Context as _;
use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  tilefall man ~/.local/share/man/man1
  man tilefall-mayan-solve";

/// The exit status of a verb whose help has no exit codes.
const EXIT: &str = "\
0 if all input was processed, 1 if some input was bad, 2 for wrong arguments, 3 if reading or writing failed, 130 if \
interrupted.";

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
    let mut all = Vec::new();
    pages(&command, "tilefall", &args.dir, &mut all)?;
    let all: Vec<_> = all.iter().map(|(path, text)| (&**path, &**text)).collect();
    disk::replace_all(&all)?;
    Ok(Exit::Done)
}

/// Appends the paths and pages of a command and its verbs.
fn pages(command: &Command, name: &str, dir: &Path, all: &mut Vec<(PathBuf, Vec<u8>)>) -> io::Result<()> {
    all.push((dir.join(format!("{name}.1")), page(command, name)?));
    let mut verbs = command.get_subcommands().filter(|verb| !verb.is_hide_set());
    verbs.try_for_each(|verb| pages(verb, &format!("{name}-{}", verb.get_name()), dir, all))
}

/// Returns the page of a command. `clap_mangen` writes the sections for the name, the synopsis, the options and the verbs.
fn page(command: &Command, name: &str) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone());
    let source = concat!("tilefall ", env!("CARGO_PKG_VERSION"));
    let mut page = Vec::new();
    // Without hyphenation and justification, so that text can be copied.
    let mut head = Roff::new();
    head.control("TH", [name, "1", "\"\"", source]).control("nh", []).control("ad", ["l"]);
    head.to_writer(&mut page)?;
    add(&mut page, |page| man.render_name_section(page))?;
    add(&mut page, |page| man.render_synopsis_section(page))?;
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (mut exit, mut examples, mut rest) = (EXIT, "", Vec::new());
    for paragraph in after.split("\n\n") {
        if let Some(text) = paragraph.strip_prefix("Exit code: ") {
            exit = text;
        } else if let Some(lines) =
            paragraph.strip_prefix("Examples:\n").or_else(|| paragraph.strip_prefix("Example:\n"))
        {
            examples = lines;
        } else if !paragraph.is_empty() {
            rest.push(paragraph);
        }
    }
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let mut description = Roff::new();
    description.control("SH", ["DESCRIPTION"]).text([roman(about + ".")]);
    for paragraph in rest {
        description.control("PP", []).text([roman(paragraph)]);
    }
    add(&mut page, |page| description.to_writer(page))?;
    add(&mut page, |page| man.render_options_section(page))?;
    if command.has_subcommands() {
        add(&mut page, |page| man.render_subcommands_section(page))?;
    }
    let mut end = Roff::new();
    end.control("SH", ["EXIT STATUS"]).text([roman(exit)]);
    if !examples.is_empty() {
        end.control("SH", ["EXAMPLES"]).control("nf", []);
        for line in examples.lines() {
            end.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
        }
        end.control("fi", []);
    }
    add(&mut page, |page| end.to_writer(page))?;
    Ok(page)
}

/// Appends rendered sections without the definitions at the start of each `roff` text.
fn add(page: &mut Vec<u8>, render: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut text = Vec::new();
    render(&mut text)?;
    let start = memchr::memmem::find(&text, b".SH ").unwrap_or(text.len());
    page.extend_from_slice(&text[start..]);
    Ok(())
}
