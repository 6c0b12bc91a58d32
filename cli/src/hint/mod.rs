//! What the `hint` of both games share: their arguments, and the steps of revelation.

use crate::error::{Misread, Unfit};
use crate::exit::{self, Exit};
use crate::format_word::FormatArgs;
use crate::item::Named;
use crate::limits::{LimitArgs, Spend};
use crate::lines::Bounds;
use crate::puzzles::Inputs;
use crate::watch::Watch;
use crate::{harmless, numbers, output};
use std::path::PathBuf;
use std::time::Duration;
use tilefall::base::{Game, Limits, StopFlag};
use tilefall::formats::Coordinates;
use tilefall::record::Step;
use tilefall::verify::lists;

/// The arguments that both games share.
#[derive(Debug, clap::Args)]
#[command(mut_arg("format", |arg| arg.visible_alias("from")))]
pub struct HintArgs {
    /// The puzzle; '-' is standard input
    puzzle: PathBuf,
    /// The moves played so far, as 'solve' prints them: separated by commas
    moves: Option<String>,
    /// How much to tell: 1 where to look, 2 the next move, 3 the whole line
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = numbers::between(1_u8, 3), allow_negative_numbers = true)]
    level: u8,
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

/// Time for a hint where no limit is given.
const TIME: Duration = Duration::from_secs(1);

/// Of which position a hint is wanted, how long it is searched for, and how much is told.
struct Meant<'a> {
    inputs: Inputs,
    id: Option<&'a str>,
    moves: &'a str,
    spend: Spend,
    level: u8,
}

impl HintArgs {
    fn meant(&self, game: Game) -> Result<Meant<'_>, Unfit> {
        let inputs = Inputs::one(&self.puzzle, self.format.meant(Some(game))?, self.bounds);
        let mut spend = self.limits.meant();
        spend.time = spend.time.or_else(|| spend.nodes.is_none().then_some(TIME));
        let (id, moves) = (self.id.as_deref(), self.moves.as_deref().unwrap_or_default());
        Ok(Meant { inputs, id, moves, spend, level: self.level })
    }
}

/// What is said of a position, a text for each level: what is known, where to look, the next move, the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The status and what it says, in words.
    pub known: String,
    /// The texts of levels 1 to 3; `None` if no move helps.
    pub levels: Option<[String; 3]>,
}

/// What a game needs to give a hint.
pub struct Position<'a> {
    /// The puzzle.
    pub named: &'a Named,
    /// The moves played so far.
    pub played: &'a [Step],
    /// The threads for the search.
    pub threads: usize,
    /// The limits of the search.
    pub limits: Limits<'a>,
    /// The time of the search, if that is its limit.
    pub time: Option<Duration>,
}

/// Runs it. A plain list is in `coordinates`, if given.
///
/// # Errors
/// If the words do not fit, the puzzle cannot be read, or a move cannot be played.
pub fn run(
    args: &HintArgs,
    game: Game,
    coordinates: Option<&'static Coordinates>,
    hint: &dyn Fn(&Position) -> Result<Hint, String>,
) -> anyhow::Result<Exit> {
    let Meant { inputs, id, moves, spend, level } = args.meant(game)?;
    let mut exit = Exit::Done;
    let fits = |named: &Named| id.is_none_or(|id| named.id() == id);
    let mut found = inputs.reported(&mut exit).filter(fits);
    let (named, more) = (found.next(), found.next().is_some());
    drop(found);
    let Some(named) = named else {
        let id = id.unwrap_or("there");
        if exit == Exit::Done {
            exit::complain(&format!("no puzzle {id}"));
        }
        return Ok(exit.worse(Exit::BadInput));
    };
    if more {
        let why = "the input holds several puzzles, expected --id ID for one of them";
        return Err(Unfit(why.into()).into());
    }
    if named.puzzle.task.game() != game {
        let why = named.puzzle.task.game().instead_of(game);
        return Err(Misread(format!("{}: {why}", named.place())).into());
    }
    let (played, note) = lists::one(moves.as_bytes(), &named.puzzle, named.counting(coordinates))
        .map_err(|error| Unfit(format!("the moves played: {error}")))?;
    note.iter().for_each(|note| exit::note(&format!("the moves played: {note}")));
    let Spend { time, nodes, memory, threads } = spend;
    let watch = Watch::start()?;
    let stop: std::sync::Arc<StopFlag> = watch.flag(time, None);
    let limits = Limits { nodes, memory, stop: &stop };
    let position = Position { named: &named, played: &played, threads: threads.number(), limits, time };
    let hint = hint(&position).map_err(Unfit)?;
    output::print(&(text(&named.id(), &hint, level) + "\n"))?;
    Ok(if watch.interrupted() { Exit::Interrupted } else { exit })
}

/// The hint up to a level.
fn text(id: &str, hint: &Hint, level: u8) -> String {
    let id = harmless::line(id);
    let mut text = format!("{id}: {}", hint.known);
    for line in hint.levels.iter().flatten().take(level.into()) {
        text += "\n  ";
        text += line;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_tells_what_those_below_it_tell_and_more() {
        let levels = Some(["look".to_owned(), "move".to_owned(), "line".to_owned()]);
        let hint = Hint { known: "optimal".into(), levels };
        assert_eq!(text("a", &hint, 1), "a: optimal\n  look");
        assert_eq!(text("a", &hint, 3), "a: optimal\n  look\n  move\n  line");
        let none = Hint { known: "infeasible".into(), levels: None };
        assert_eq!(text("a", &none, 3), "a: infeasible");
    }
}
