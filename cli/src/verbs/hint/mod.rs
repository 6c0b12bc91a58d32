//! Shared code of the `hint` verbs of both games: arguments and the levels of a hint.

pub mod mayan;
pub mod samegame;

use crate::args::format_arg::FormatArgs;
use crate::args::limits::LimitArgs;
use crate::args::numbers::Number;
use crate::error::{InvalidInput, UsageError};
use crate::exit::{self, Exit};
use crate::io::item::InputPuzzle;
use crate::io::lines::Bounds;
use crate::io::puzzles::Inputs;
use crate::io::watch::Watch;
use crate::io::{output, sanitize};
use std::path::PathBuf;
use std::time::Duration;
use tilefall::Limits;
use tilefall::base::{Columns, GameKind};
use tilefall::formats::Coordinates;
use tilefall::internals::batch::thread_error;
use tilefall::internals::control::start_clock;
use tilefall::internals::verify::lists;
use tilefall::record::Step;

/// The arguments that both games share.
#[derive(Debug, clap::Args)]
#[command(mut_arg("format", |arg| arg.visible_alias("from")))]
pub struct HintArgs {
    /// The puzzle; '-' is standard input
    puzzle: PathBuf,
    /// The moves played so far, as 'solve' prints them: separated by commas
    moves: Option<String>,
    /// How much to tell: 1 where to look, 2 the next move, 3 the whole line
    #[arg(long, short, value_name = "N", default_value = "1")]
    level: Number<1, 3>,
    /// The puzzle with this id, if there are several
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    bounds: Bounds,
}

/// The time limit of a search if no limit is given.
const TIME: Duration = Duration::from_secs(1);

/// The texts of a hint: the status, and where to look, the next move, and the whole line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The status in words.
    pub known: String,
    /// The texts of levels 1 to 3; `None` if no move helps.
    pub levels: Option<[String; 3]>,
}

/// The position and the limits for a hint.
pub struct Position<'a> {
    /// The puzzle.
    pub named: &'a InputPuzzle,
    /// The moves played so far.
    pub played: &'a [Step],
    /// The limits of the search.
    pub limits: Limits,
}

/// Prints a hint. A plain list is in `coordinates`, if given; `columns` replace those of the puzzle's rules.
///
/// # Errors
/// If the arguments are not valid, the puzzle cannot be read, or a move cannot be played.
pub fn run(
    args: &HintArgs,
    game: GameKind,
    coordinates: Option<&'static Coordinates>,
    columns: Option<Columns>,
    hint: &dyn Fn(&Position) -> Result<Hint, String>,
) -> anyhow::Result<Exit> {
    let inputs = Inputs::one(&args.puzzle, args.format.resolve(Some(game))?, args.bounds).by(columns);
    let (id, moves) = (args.id.as_deref(), args.moves.as_deref().unwrap_or_default());
    let mut limits = args.limits.resolve();
    limits.time = limits.time.or_else(|| limits.nodes.is_none().then_some(TIME));
    let mut exit = Exit::Done;
    let fits = |named: &InputPuzzle| id.is_none_or(|id| named.id() == id);
    let mut found = inputs.reported(&mut exit).filter(fits);
    let (named, more) = (found.next(), found.next().is_some());
    drop(found);
    let Some(named) = named else {
        let id = id.unwrap_or("there");
        if exit == Exit::Done {
            exit::print_error(&format!("no puzzle {id}"));
        }
        return Ok(exit.max(Exit::BadInput));
    };
    if more {
        let why = "the input holds several puzzles, expected --id ID for one of them";
        return Err(UsageError(why.into()).into());
    }
    if named.puzzle.task.game() != game {
        let why = named.puzzle.task.game().wrong_game(game);
        return Err(InvalidInput(format!("{}: {why}", named.place())).into());
    }
    let (played, note) = lists::one(moves.as_bytes(), &named.puzzle, named.counting(coordinates))
        .map_err(|error| UsageError(format!("the moves played: {error}")))?;
    note.iter().for_each(|note| exit::note(&format!("the moves played: {note}")));
    let watch = Watch::start()?;
    start_clock().map_err(thread_error)?;
    limits.cancel = watch.cancel().clone();
    let position = Position { named: &named, played: &played, limits };
    let hint = hint(&position).map_err(UsageError)?;
    output::print(&(text(&named.id(), &hint, args.level.to_usize()) + "\n"))?;
    Ok(if watch.interrupted() { Exit::Interrupted } else { exit })
}

/// Formats the hint up to a level.
fn text(id: &str, hint: &Hint, level: usize) -> String {
    let id = sanitize::line(id);
    let mut text = format!("{id}: {}", hint.known);
    for line in hint.levels.iter().flatten().take(level) {
        text += "\n  ";
        text += line;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_includes_the_levels_below_it() {
        let levels = Some(["look".to_owned(), "move".to_owned(), "line".to_owned()]);
        let hint = Hint { known: "optimal".into(), levels };
        assert_eq!(text("a", &hint, 1), "a: optimal\n  look");
        assert_eq!(text("a", &hint, 3), "a: optimal\n  look\n  move\n  line");
        let none = Hint { known: "infeasible".into(), levels: None };
        assert_eq!(text("a", &none, 3), "a: infeasible");
    }
}
