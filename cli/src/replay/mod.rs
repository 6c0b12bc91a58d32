//! What the `replay` of both games share: lists step by step, as text, pictures, or a page.
//!
//! - [`answers`](mod@answers): which list goes with which puzzle
//! - [`files`]: pictures and pages
//! - [`stepper`]: step by step in a terminal

pub mod answers;
pub mod files;
pub mod stepper;

use crate::exit::{self, Exit};
use crate::format_word::FormatArgs;
use crate::item::Named;
use crate::lines::Bounds;
use crate::puzzles::Inputs;
use crate::show::{View, ViewArgs};
use crate::{full_screen, harmless, input, output, places};
use answers::{Lists, Played};
use files::FileArgs;
use std::path::PathBuf;
use tilefall::base::{Game, Rules};
use tilefall::formats::Coordinates;
use tilefall::puzzle::Task;
use tilefall::render::terminal::{Line, board, side_by_side};
use tilefall::render::timeline::Timeline;

/// The arguments that both games share.
#[derive(Debug, clap::Args)]
#[command(mut_arg("format", |arg| arg.visible_alias("from")))]
pub struct ReplayArgs {
    /// The puzzles: a file, directory or glob; '-' is standard input. Pictures and pages hold their answers, too
    puzzles: PathBuf,
    /// The answers: records, a judge's output or plain lists; '-' is standard input
    #[arg(conflicts_with = "moves")]
    results: Option<PathBuf>,
    /// The list to play on the first puzzle, or on that of --id, as 'solve' prints it: moves separated by commas
    #[arg(long, value_name = "LIST")]
    moves: Option<String>,
    /// Print all boards at once, on a terminal as well
    #[arg(long)]
    text: bool,
    /// Only the puzzle with this id
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    view: ViewArgs,
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    bounds: Bounds,
}

/// What is replayed, and where.
struct Meant<'a> {
    inputs: Inputs,
    lists: Lists<'a>,
    id: Option<&'a str>,
    place: Place<'a>,
}

/// Where lists are replayed.
enum Place<'a> {
    /// In files.
    Files(&'a FileArgs),
    /// Step by step on the whole terminal.
    Steps,
    /// As text on standard output.
    Text(View),
}

impl ReplayArgs {
    fn meant(&self, game: Game) -> anyhow::Result<Meant<'_>> {
        let puzzles = &self.puzzles;
        if let Some(results) = &self.results {
            input::refuse_both(puzzles, results)?;
        }
        let read = crate::files::files(std::slice::from_ref(puzzles));
        let read: Vec<_> = read.iter().flatten().chain(&self.results).map(PathBuf::as_path).collect();
        places::check_files(&self.files.places(), &read)?;
        let inputs = Inputs::one(puzzles, self.format.meant(Some(game))?, self.bounds);
        let lists = match (&self.moves, &self.results) {
            (Some(moves), _) => Lists::Spelt(moves),
            (None, Some(results)) => Lists::In(results),
            (None, None) => Lists::With(puzzles),
        };
        let place = match (self.files.any(), !self.text && full_screen::is_there()) {
            (true, _) => Place::Files(&self.files),
            (false, true) => Place::Steps,
            (false, false) => Place::Text(self.view.meant(game)),
        };
        Ok(Meant { inputs, lists, id: self.id.as_deref(), place })
    }
}

/// Runs it. `rules` are those of a SameGame task; plain lists are in `coordinates`, if given.
///
/// # Errors
/// If the words do not fit, or a file would be written over an input or another output; if an input cannot be read or a file
/// not be written.
pub fn run(
    args: &ReplayArgs,
    game: Game,
    coordinates: Option<&'static Coordinates>,
    rules: &dyn Fn(Option<Rules>) -> Rules,
) -> anyhow::Result<Exit> {
    let Meant { inputs, lists, id, place } = args.meant(game)?;
    let mut exit = Exit::Done;
    let mut puzzles: Vec<Named> = inputs.reported(&mut exit).collect();
    for named in &mut puzzles {
        if let Task::SameGame(task) = &mut named.puzzle.task {
            task.rules = Some(rules(task.rules));
        }
    }
    if let Some(other) = puzzles.iter().find(|named| named.puzzle.task.game() != game) {
        let found = other.puzzle.task.game();
        anyhow::bail!("{}: {}", other.place(), found.instead_of(game));
    }
    // A list that is typed is of the first puzzle, or of the one with this id.
    if let (Lists::Spelt(_), Some(id)) = (&lists, id) {
        puzzles.retain(|named| named.id() == id);
    }
    let (lists, bad) = answers::of(lists, &puzzles, coordinates, inputs.bounds)?;
    exit = if bad { exit.worse(Exit::BadInput) } else { exit };
    let mut shown = Vec::new();
    for played in lists.into_iter().filter(|played| id.is_none_or(|id| played.id == id)) {
        match played.timeline() {
            Ok(timeline) => shown.push((played, timeline)),
            Err(error) => {
                exit::complain_of(&format!("{}: {error}", played.id));
                exit = exit.worse(Exit::BadInput);
            }
        }
    }
    if exit == Exit::Failed {
        // What could be read is not all there is to show.
        return Ok(exit);
    }
    if shown.is_empty() {
        let of = id.map_or(String::new(), |id| format!(" for the id '{id}'"));
        exit::complain(&format!("there is no list to replay{of}"));
        return Ok(exit.worse(Exit::BadInput));
    }
    match place {
        Place::Files(files) => files::write(files, &shown)?,
        Place::Steps => {
            let lists = shown.iter().map(|(played, timeline)| (played.title(timeline), timeline));
            exit = exit.worse(stepper::show(lists)?);
        }
        Place::Text(view) => {
            for (at, (played, timeline)) in shown.iter().enumerate() {
                let apart = if at > 0 { "\n" } else { "" };
                output::paint(&(apart.to_owned() + &text(played, timeline, view)))?;
            }
        }
    }
    Ok(exit)
}

/// A list as boards side by side, each under what comes next.
fn text(played: &Played, time: &Timeline, view: View) -> String {
    let block = |at: usize| {
        let mut block = vec![Line::plain(time.caption(at))];
        block.extend(board(&time.board(at), view.look, &time.lit(at)));
        block
    };
    let blocks: Vec<Vec<Line>> = (0..=time.steps.len()).map(block).collect();
    let title = played.title(time);
    let title = harmless::line(&title);
    format!("{title}\n\n{}", side_by_side(&blocks, view.columns))
}
