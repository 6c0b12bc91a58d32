//! `tilefall convert`.

use crate::exit::{self, Exit};
use crate::lines::{TextBound, size};
use crate::output::{self, Out};
use crate::puzzles::{Named, PuzzleArgs, format_name};
use crate::{files, input};
use std::collections::HashSet;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;
use tilefall::formats::{self, Format, Framing, WriteError};

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

/// Runs it: all puzzles of the inputs, in order, in one file of the format asked for. What cannot be read,
/// or written, is reported on standard error, and the rest continues.
///
/// # Errors
/// If standard output cannot be written, or the format cannot hold that many puzzles.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let (false, Some(to)) = (args.puzzles.list_formats, args.to) else {
        output::print(&formats::list())?;
        return Ok(Exit::Done);
    };
    let inputs = files::files(&args.puzzles.files);
    output::refuse(inputs.iter().flatten().map(PathBuf::as_path))?;
    let mut exit = Exit::Done;
    let mut unwritten = false;
    let mut file = File { to, out: BufWriter::new(Out), number: 0, held: Vec::new(), spent: 0 };
    let mut others = HashSet::new();
    for named in args.puzzles.reported(&mut exit) {
        match text_of(&named, to, args.relabel) {
            Ok(text) => file.add(text, args.puzzles.bounds.text)?,
            // Of a file of the other game that is said once.
            Err(_) if !to.holds(named.puzzle.task.game()) && !others.insert(named.input.clone()) => {}
            Err(error) => {
                let (place, name) = (named.place(), to.name);
                exit::complain_of(&format!("{place}: this puzzle cannot be written as {name}: {error}"));
                unwritten = true;
            }
        }
    }
    if file.number > 0 || !unwritten && exit == Exit::Done {
        file.end()?;
    }
    Ok(if unwritten { Exit::BadInput } else { exit })
}

/// A file that is written: what can leave does so at once.
struct File {
    to: &'static Format,
    out: BufWriter<Out>,
    /// Puzzles so far.
    number: u64,
    /// Texts that wait for the number of puzzles, and their bytes.
    held: Vec<String>,
    spent: usize,
}

impl File {
    fn add(&mut self, text: String, bound: TextBound) -> anyhow::Result<()> {
        self.number += 1;
        match self.to.framing {
            Framing::Plain | Framing::Ended(_) => self.out.write_all(text.as_bytes())?,
            Framing::Blank if self.number == 1 => self.out.write_all(text.as_bytes())?,
            Framing::Blank => write!(self.out, "\n{text}")?,
            Framing::Single if self.number > 1 => {}
            Framing::Single | Framing::Counted => {
                self.spent += text.capacity() + size_of::<String>();
                self.held.push(text);
            }
        }
        if self.spent > bound.max_unpacked {
            let (name, most) = (self.to.name, size(bound.max_unpacked));
            anyhow::bail!(
                "a {name} file starts with its number of puzzles, and these take more than {most} bytes until it is \
                 known, expected at most that (--max-unpacked)"
            );
        }
        Ok(())
    }

    fn end(mut self) -> anyhow::Result<()> {
        match self.to.framing {
            Framing::Plain | Framing::Blank => {}
            Framing::Ended(end) => self.out.write_all(end.as_bytes())?,
            Framing::Single if self.number > 1 => {
                anyhow::bail!("a {} file holds one puzzle, found {}", self.to.name, self.number)
            }
            Framing::Single | Framing::Counted => {
                self.out.write_all(
                    self.to.join(&self.held).map_err(|error| anyhow::anyhow!("{error}"))?.as_bytes(),
                )?;
            }
        }
        Ok(self.out.flush()?)
    }
}

fn text_of(named: &Named, to: &Format, relabel: bool) -> Result<String, WriteError> {
    let mut puzzle = if relabel { to.relabel(&named.puzzle) } else { Ok(named.puzzle.clone()) }?;
    // The id that readers would make up from a file is kept, since the new file has another name.
    if &*named.input != input::STDIN {
        puzzle.id = Some(named.id());
    }
    to.write(&puzzle)
}
