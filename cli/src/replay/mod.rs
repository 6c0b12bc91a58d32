//! What the `replay` of both games share: lists step by step, as text, pictures, or a page.
//!
//! - [`answers`](mod@answers): which list goes with which puzzle
//! - [`files`]: pictures and pages
//! - [`stepper`]: step by step in a terminal

pub mod answers;
pub mod files;
pub mod stepper;

use crate::exit::{self, Exit, Unfit};
use crate::lines::Bounds;
use crate::puzzles::{Choice, Named, PuzzleArgs, choice};
use crate::show::ViewArgs;
use crate::{full_screen, harmless, output};
use answers::Played;
use std::path::PathBuf;
use tilefall::base::{Game, Rules};
use tilefall::puzzle::Task;
use tilefall::render::terminal::{Line, Look, board, side_by_side};
use tilefall::render::timeline::Timeline;

/// The arguments that both games share.
#[derive(Debug, clap::Args)]
pub struct ReplayArgs {
    /// The puzzles: a file, directory or glob; '-' is standard input. Pictures and pages hold their answers, too
    puzzles: PathBuf,
    /// The answers: records, a judge's output or plain lists; '-' is standard input
    #[arg(conflicts_with = "moves")]
    results: Option<PathBuf>,
    /// The list to play on the first puzzle: moves separated by commas, in the coordinates shown
    #[arg(long, value_name = "LIST")]
    moves: Option<String>,
    /// Print all boards at once, on a terminal as well
    #[arg(long)]
    text: bool,
    /// Only the puzzle with this id
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// The format of the puzzles
    #[arg(long, short, visible_alias = "from", value_name = "FORMAT", default_value = "auto", value_parser = choice())]
    #[arg(hide_possible_values = true)]
    format: Choice,
    #[command(flatten)]
    view: ViewArgs,
    #[command(flatten)]
    files: files::FileArgs,
    #[command(flatten)]
    bounds: Bounds,
}

/// Runs it. `rules` are those of a SameGame task.
///
/// # Errors
/// If the words do not fit, or an input cannot be read or a file not be written.
pub fn run(args: &ReplayArgs, game: Game, rules: &dyn Fn(Option<Rules>) -> Rules) -> anyhow::Result<Exit> {
    let results_in = args.results.as_ref().is_some_and(|path| path.as_os_str() == "-");
    if args.puzzles.as_os_str() == "-" && results_in {
        let why = "puzzles and answers are both standard input, expected a file for one of them";
        return Err(Unfit(why.into()).into());
    }
    let format = args.format.narrowed(game)?;
    let words =
        PuzzleArgs { files: vec![args.puzzles.clone()], format, list_formats: false, bounds: args.bounds };
    let mut exit = Exit::Done;
    let mut puzzles: Vec<Named> = words.reported(&mut exit).collect();
    for named in &mut puzzles {
        if let Task::SameGame(task) = &mut named.puzzle.task {
            task.rules = Some(rules(task.rules));
        }
    }
    if let Some(other) = puzzles.iter().find(|named| named.puzzle.task.game() != game) {
        let found = other.puzzle.task.game();
        anyhow::bail!("{}: {}", other.place(), found.instead_of(game));
    }
    let (lists, bad) =
        answers::of(&args.puzzles, args.results.as_deref(), args.moves.as_deref(), &puzzles, args.bounds)?;
    exit = if bad { exit.worse(Exit::BadInput) } else { exit };
    let mut shown = Vec::new();
    for played in lists.into_iter().filter(|played| args.id.as_ref().is_none_or(|id| played.id == *id)) {
        match played.timeline() {
            Ok(timeline) => shown.push((played, timeline)),
            Err(error) => {
                exit::complain_of(&format!("{}: {error}", played.id));
                exit = exit.worse(Exit::BadInput);
            }
        }
    }
    if shown.is_empty() {
        exit::complain("there is no list to replay");
        return Ok(exit.worse(Exit::BadInput));
    }
    if args.files.any() {
        files::write(&args.files, &shown)?;
        return Ok(exit);
    }
    if !args.text && full_screen::is_there() {
        let lists = shown.iter().map(|(played, timeline)| (played.title(timeline), timeline));
        return Ok(exit.worse(stepper::show(lists)?));
    }
    let (look, width) = (args.view.look(game), args.view.columns());
    for (at, (played, timeline)) in shown.iter().enumerate() {
        let apart = if at > 0 { "\n" } else { "" };
        output::paint(&(apart.to_owned() + &text(played, timeline, look, width)))?;
    }
    Ok(exit)
}

/// A list as boards side by side, each under what comes next.
fn text(played: &Played, time: &Timeline, look: Look, width: usize) -> String {
    let block = |at: usize| {
        let mut block = vec![Line::plain(time.caption(at))];
        block.extend(board(&time.board(at), look, &time.lit(at)));
        block
    };
    let blocks: Vec<Vec<Line>> = (0..=time.steps.len()).map(block).collect();
    let title = played.title(time);
    let title = harmless::line(&title);
    format!("{title}\n\n{}", side_by_side(&blocks, width))
}
