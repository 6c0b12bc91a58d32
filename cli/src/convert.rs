//! `tilefall convert`.

use crate::error::Unfit;
use crate::exit::{self, Exit};
use crate::format_word::format_name;
use crate::item::Named;
use crate::output;
use crate::puzzles::{Inputs, PuzzleArgs, list_formats};
use crate::writer::Writer;
use crate::{files, input};
use std::collections::HashSet;
use std::path::PathBuf;
use tilefall::formats::{Format, WriteError};

const EXAMPLES: &str = "\
Examples:
  tilefall convert --to jsonl puzzles/*.txt > puzzles.jsonl
  echo '1..|122' | tr '|' '\\n' | tilefall convert --to tatham
  tilefall convert --list-formats";

/// The arguments of `tilefall convert`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("format", |arg| arg.visible_alias("from")))]
pub struct Args {
    /// The format to write
    #[arg(long, value_name = "FORMAT", required_unless_present = "list_formats")]
    #[arg(value_parser = format_name(), hide_possible_values = true)]
    to: Option<&'static Format>,
    /// Rename the colours, in the order of their names, to the first names of the format
    #[arg(long)]
    relabel: bool,
    #[command(flatten)]
    puzzles: PuzzleArgs,
}

/// What is converted, and to what.
struct Meant {
    inputs: Inputs,
    to: &'static Format,
    relabel: bool,
}

impl Args {
    /// `None` if the formats are asked for.
    fn meant(&self) -> Result<Option<Meant>, Unfit> {
        let inputs = self.puzzles.meant(None)?;
        let to = self.to.filter(|_| !self.puzzles.list_formats);
        Ok(to.map(|to| Meant { inputs, to, relabel: self.relabel }))
    }
}

/// Runs it: all puzzles of the inputs, in order, in one file of the format asked for. What cannot be read,
/// or written, is reported on standard error, and the rest continues.
///
/// # Errors
/// If standard output cannot be written, or the format cannot hold that many puzzles.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let Some(Meant { inputs, to, relabel }) = args.meant()? else { return list_formats(None) };
    let files = files::files(&inputs.files);
    output::refuse(files.iter().flatten().map(PathBuf::as_path))?;
    let mut exit = Exit::Done;
    let mut unwritten = false;
    let mut file = Writer::new(to, inputs.bounds.text);
    let mut others = HashSet::new();
    for named in inputs.reported(&mut exit) {
        match text_of(&named, to, relabel) {
            Ok(text) => file.add(text)?,
            // Of a file of the other game that is said once.
            Err(_) if !to.holds(named.puzzle.task.game()) && !others.insert(named.input.clone()) => {}
            Err(error) => {
                let (place, name) = (named.place(), to.name);
                exit::complain_of(&format!("{place}: this puzzle cannot be written as {name}: {error}"));
                unwritten = true;
            }
        }
    }
    if !file.is_empty() || !unwritten && exit == Exit::Done {
        file.end()?;
    }
    Ok(if unwritten { Exit::BadInput } else { exit })
}

fn text_of(named: &Named, to: &Format, relabel: bool) -> Result<String, WriteError> {
    let mut puzzle = if relabel { to.relabel(&named.puzzle) } else { Ok(named.puzzle.clone()) }?;
    // The id that readers would make up from a file is kept, since the new file has another name.
    if &*named.input != input::STDIN {
        puzzle.id = Some(named.id());
    }
    to.write(&puzzle)
}
