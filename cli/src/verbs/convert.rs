//! `tilefall convert`: puzzles of any format, written in another.

use crate::args::format_arg::format_name;
use crate::args::output_conflicts;
use crate::args::rules::RuleArgs;
use crate::args::values::{Number, one_of};
use crate::exit::{self, Exit};
use crate::io::input;
use crate::io::puzzles::{self, InputPuzzle, PuzzleArgs, list_formats};
use crate::io::writer::Writer;
use clap::builder::TypedValueParser;
use tilefall::internals::plural;
use tilefall::rules::puzzle::{MayanTask, Task};
use tilefall::rules::{GameKind, Mode};
use tilefall::text::formats::{Format, WriteError, rows};

const EXAMPLES: &str = "\
Examples:
  tilefall convert --to jsonl puzzles/*.txt > puzzles.jsonl
  echo '1..|122' | tr '|' '\\n' | tilefall convert --to tatham
  tilefall convert --to jsonl --rules former boards.txt > puzzles.jsonl
  tilefall convert --to rows --empty 0 --rows-from bottom board.txt
  tilefall convert --to noip --game mayan --moves 3 board.txt
  tilefall convert --list-formats";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("format", |arg| arg.visible_alias("from")))]
pub struct Args {
    /// The format to write
    #[arg(long, value_name = "FORMAT", required_unless_present = "list_formats", help_heading = "Output")]
    #[arg(value_parser = format_name(), hide_possible_values = true)]
    to: Option<&'static Format>,
    /// Rename the colours, in the order of their names, to the first names of the format
    #[arg(long, help_heading = "Output")]
    relabel: bool,
    /// The game of boards of text (format rows) [default: samegame]
    #[arg(long, value_name = "GAME", value_parser = game())]
    game: Option<GameKind>,
    /// The number of moves M of Mayan puzzles, instead of their own
    #[arg(long, value_name = "M")]
    moves: Option<Number>,
    #[command(flatten)]
    puzzles: PuzzleArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

/// Returns a parser for the name of a game.
fn game() -> impl TypedValueParser<Value = GameKind> {
    one_of(&[GameKind::SameGame, GameKind::Mayan].map(|game| (game.name().into(), game)))
}

/// Writes all puzzles of the inputs, in order, as one file of the format `--to`. Puzzles that cannot be read or
/// written are reported on standard error and skipped.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let Some(to) = args.to.filter(|_| !args.puzzles.list_formats) else { return list_formats(None) };
    let inputs = args.puzzles.resolve(args.game)?.by(args.rules.columns());
    let files = puzzles::files(&inputs.files);
    let files: Vec<_> = files.iter().flatten().collect();
    output_conflicts::check(&[], &files)?;
    let mut exit = Exit::Done;
    let mut unwritten = false;
    let mut file = Writer::new(to);
    let mut lost = LostParts::default();
    for mut named in inputs.reported(&mut exit) {
        args.rules.set(&mut named.puzzle.task);
        if let Task::Mayan(task) = &mut named.puzzle.task {
            task.moves = args.moves.map(|moves| moves.0).or(task.moves);
        }
        match text_of(&named, to, args.relabel) {
            Ok(text) => {
                lost.compare(&named.puzzle.task, to, &text);
                file.add(text)?;
            }
            Err(error) => {
                let (place, name) = (named.place(), to.name);
                let (game, is_rows) = (named.puzzle.task.game(), named.format.name == rows::FORMAT.name);
                let hint = match &named.puzzle.task {
                    _ if !args.relabel && text_of(&named, to, true).is_ok() => " (--relabel renames colours)",
                    Task::SameGame(_) if is_rows && !to.holds(game) => {
                        " (--game mayan reads a board of text as one)"
                    }
                    Task::Mayan(task) if task.moves.is_none() && to.holds(game) => " (--moves M)",
                    _ => "",
                };
                exit::print_located_error(&format!(
                    "{place}: this puzzle cannot be written as {name}: {error}{hint}"
                ));
                unwritten = true;
            }
        }
    }
    if !file.is_empty() || !unwritten && exit == Exit::Done {
        file.end()?;
    }
    lost.print(to);
    Ok(if unwritten { Exit::BadInput } else { exit })
}

/// The names of the parts of a task that a format may be unable to represent.
const PARTS: [&str; 4] = ["number of moves", "mode", "allow_noop", "rules"];

/// For each of [`PARTS`], the number of puzzles whose text lacks this part.
#[derive(Default)]
pub struct LostParts([u64; 4]);

impl LostParts {
    /// Counts the parts of a task that its text does not contain.
    pub fn compare(&mut self, task: &Task, to: &Format, text: &str) {
        let named = match task {
            Task::Mayan(task) => task.moves.is_some() || task.mode.is_some() || task.skip_noop,
            Task::SameGame(task) => task.rules.is_some(),
        };
        // JSON Lines lose no part of a task: each has a field.
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

    /// Prints a note for each of [`PARTS`] that some texts lack.
    pub fn print(&self, to: &Format) {
        for (count, what) in self.0.into_iter().zip(PARTS).filter(|&(count, _)| count > 0) {
            let puzzles = plural(count, "puzzle");
            exit::note(&format!(
                "{puzzles} written without the {what} asked for, which {} does not hold",
                to.name
            ));
        }
    }
}

/// Returns which of [`PARTS`] differ between two tasks.
fn lost_parts(task: &Task, again: &Task) -> [bool; 4] {
    match (task, again) {
        (Task::Mayan(task), Task::Mayan(again)) => {
            let mode = |task: &MayanTask| task.mode.unwrap_or(Mode::Shortest);
            let moves = task.moves != again.moves;
            let named = task.mode.is_some() || task.skip_noop;
            [moves, named && mode(task) != mode(again), task.skip_noop != again.skip_noop, false]
        }
        (Task::SameGame(task), Task::SameGame(again)) => {
            [false, false, false, task.rules.unwrap_or_default() != again.rules.unwrap_or_default()]
        }
        // A Mayan board as text is read as a SameGame board, which has none of these parts.
        (Task::Mayan(task), _) => [task.moves.is_some(), task.mode.is_some(), task.skip_noop, false],
        _ => [false; 4],
    }
}

fn text_of(named: &InputPuzzle, to: &Format, relabel: bool) -> Result<String, WriteError> {
    let mut puzzle = if relabel { to.relabel(&named.puzzle) } else { Ok(named.puzzle.clone()) }?;
    // Also writes a default id: it contains the name of the input, and the new file has another name.
    if &*named.input != input::STDIN {
        puzzle.id = Some(named.id());
    }
    to.write(&puzzle)
}
