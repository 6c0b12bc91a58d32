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
use tilefall::base::{Mode, several};
use tilefall::formats::{Format, WriteError};
use tilefall::puzzle::{MayanTask, Task};

const EXAMPLES: &str = "\
Examples:
  tilefall convert --to jsonl puzzles/*.txt > puzzles.jsonl
  echo '1..|122' | tr '|' '\\n' | tilefall convert --to tatham
  tilefall convert --to rows --empty 0 --rows-from bottom board.txt
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
    let mut lost = Lost::default();
    for named in inputs.reported(&mut exit) {
        match text_of(&named, to, relabel) {
            Ok(text) => {
                lost.look(&named.puzzle.task, to, &text);
                file.add(text)?;
            }
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
    lost.tell(to);
    Ok(if unwritten { Exit::BadInput } else { exit })
}

/// The parts of a task that a text may lose.
const PARTS: [&str; 3] = ["mode", "allow_noop", "rules"];

/// The number of puzzles whose text loses each of [`PARTS`].
#[derive(Default)]
struct Lost([u64; 3]);

impl Lost {
    /// Compares the task of a puzzle with the task of its text.
    fn look(&mut self, task: &Task, to: &Format, text: &str) {
        let named = match task {
            Task::Mayan(task) => task.mode.is_some() || task.allow_noop,
            Task::SameGame(task) => task.rules.is_some(),
        };
        // JSON Lines hold all parts.
        if !named || to.by_line.is_some() {
            return;
        }
        let mut again = Vec::new();
        let whole = to.join(&[text.to_owned()]).unwrap_or_default();
        if to.read(whole.as_bytes(), &mut again).is_ok() {
            for again in again {
                let lost = lost_parts(task, &again.task);
                self.0.iter_mut().zip(lost).for_each(|(count, lost)| *count += u64::from(lost));
            }
        }
    }

    fn tell(&self, to: &Format) {
        for (count, what) in self.0.into_iter().zip(PARTS).filter(|&(count, _)| count > 0) {
            let puzzles = several(count, "puzzle");
            exit::note(&format!(
                "{puzzles} written without the {what} asked for, which {} does not hold",
                to.name
            ));
        }
    }
}

/// Returns which of [`PARTS`] differ between two tasks.
fn lost_parts(task: &Task, again: &Task) -> [bool; 3] {
    match (task, again) {
        (Task::Mayan(task), Task::Mayan(again)) => {
            let mode = |task: &MayanTask| task.mode.unwrap_or(Mode::Shortest);
            [mode(task) != mode(again), task.allow_noop != again.allow_noop, false]
        }
        (Task::SameGame(task), Task::SameGame(again)) => {
            [false, false, task.rules.unwrap_or_default() != again.rules.unwrap_or_default()]
        }
        _ => [false; 3],
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
