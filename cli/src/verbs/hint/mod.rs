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
use tilefall::internals::batch::thread_error;
use tilefall::internals::control::start_clock;
use tilefall::internals::play::reasons::{Fact, Reason, reasons};
use tilefall::internals::play::{self, Aim};
use tilefall::internals::verify::lists;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Columns, GameKind};
use tilefall::text::formats::Coordinates;
use tilefall::text::record::Step;

/// The arguments that both games share.
#[derive(Debug, clap::Args)]
#[command(mut_arg("format", |arg| arg.visible_alias("from")))]
pub struct HintArgs {
    /// The puzzle; '-' is standard input
    puzzle: PathBuf,
    /// The moves played so far, as 'solve' prints them: separated by commas
    moves: Option<String>,
    /// How much to tell: 1 where to look, 2 why, 3 the next move and the whole line
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

/// The texts of a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The status in words.
    pub known: String,
    /// The texts of level 1, of level 2, and the two of level 3. Where no move helps, only the reasons, which every level
    /// has.
    pub texts: Vec<String>,
}

impl Hint {
    /// Creates the hint for a list, or for a position without a list.
    pub fn new(known: String, board: &Grid, aim: &Aim, list: Option<Vec<Step>>) -> Hint {
        let hint = list.and_then(|list| play::hint::Hint::new(board, aim, &list));
        let texts = match hint {
            Some(hint) => hint.texts(board).to_vec(),
            None => reasons(board, aim).iter().take(1).map(|reason| why(reason, board)).collect(),
        };
        Hint { known, texts }
    }

    /// Creates the hint for a game that is over.
    pub fn over(known: &str) -> Hint {
        Hint { known: known.into(), texts: Vec::new() }
    }
}

/// Returns the text of a reason, below a status that states that there is no solution.
fn why(reason: &Reason, board: &Grid) -> String {
    match &reason.fact {
        Fact::NoSolution { why, .. } => why.clone(),
        _ => reason.to_text(board),
    }
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

/// The number of texts of each level.
const TEXTS: [usize; 3] = [1, 2, 4];

/// Formats the hint up to a level, from 1.
fn text(id: &str, hint: &Hint, level: usize) -> String {
    let id = sanitize::line(id);
    let mut text = format!("{id}: {}", hint.known);
    for line in hint.texts.iter().take(TEXTS[level - 1]) {
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
        let texts = ["look", "why", "move", "line"].map(str::to_owned).to_vec();
        let hint = Hint { known: "optimal".into(), texts };
        assert_eq!(text("a", &hint, 1), "a: optimal\n  look");
        assert_eq!(text("a", &hint, 2), "a: optimal\n  look\n  why");
        assert_eq!(text("a", &hint, 3), "a: optimal\n  look\n  why\n  move\n  line");
        assert_eq!(text("a", &Hint::over("infeasible"), 3), "a: infeasible");
    }
}
