//! Shared code of the `replay` verbs of both games: lists step by step in the terminal, as text, pictures, or a page.
//!
//! - [`answers`](mod@answers): matching lists with puzzles
//! - [`files`]: pictures and pages
//! - [`stepper`]: step by step in a terminal

pub mod answers;
pub mod files;
pub mod mayan;
pub mod samegame;
pub mod stepper;

use crate::args::format_arg::FormatArgs;
use crate::args::output_conflicts;
use crate::args::rules::RuleArgs;
use crate::exit::{self, Exit};
use crate::io::lines::Bounds;
use crate::io::puzzles::Inputs;
use crate::io::{full_screen, input, output, sanitize};
use crate::verbs::show::{View, ViewArgs};
use answers::{Lists, Played, Source};
use files::FileArgs;
use std::path::PathBuf;
use tilefall::internals::render::terminal::{Line, board, side_by_side};
use tilefall::rules::GameKind;
use tilefall::text::formats::Coordinates;
use tilefall::text::render::timeline::Timeline;

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

/// The output of a replay.
enum Target<'a> {
    /// Files.
    Files(&'a FileArgs),
    /// Step by step on the whole terminal.
    Steps,
    /// Text on standard output.
    Text(View),
}

impl ReplayArgs {
    /// Returns the source of the lists.
    fn lists(&self) -> Lists<'_> {
        match (&self.moves, &self.results) {
            (Some(moves), _) => Lists::Inline("--moves", moves),
            (None, Some(results)) => Lists::File(results),
            (None, None) => Lists::FromPuzzles(&self.puzzles),
        }
    }

    /// Returns the output.
    fn target(&self, game: GameKind) -> Target<'_> {
        match (self.files.any(), !self.text && full_screen::is_there()) {
            (true, _) => Target::Files(&self.files),
            (false, true) => Target::Steps,
            (false, false) => Target::Text(self.view.resolve(game)),
        }
    }
}

/// Replays lists. `rules` replace those of a SameGame task; plain lists are in `coordinates`, if given.
///
/// # Errors
/// If the arguments are not valid, a file would overwrite an input or another output, an input cannot be read, or a
/// file cannot be written.
pub fn run(
    args: &ReplayArgs,
    game: GameKind,
    coordinates: Option<&'static Coordinates>,
    rules: &RuleArgs,
) -> anyhow::Result<Exit> {
    if let Some(results) = &args.results {
        input::refuse_stdin_twice(&args.puzzles, results)?;
    }
    let read = crate::io::files::files(std::slice::from_ref(&args.puzzles));
    let read: Vec<_> = read.iter().flatten().chain(&args.results).map(PathBuf::as_path).collect();
    output_conflicts::check_files(&args.files.output_files(), &read)?;
    let inputs = Inputs::one(&args.puzzles, args.format.resolve(Some(game))?, args.bounds);
    let inputs = inputs.by(rules.columns());
    let source = Source { lists: args.lists(), id: args.id.as_deref(), coordinates, rules };
    let (played, mut exit) = source.read(&inputs, game)?;
    let id = args.id.as_deref();
    let mut shown = Vec::new();
    for played in played {
        match played.timeline() {
            Ok(timeline) => shown.push((played, timeline)),
            Err(error) => {
                exit::print_located_error(&format!("{}: {error}", played.id));
                exit = exit.max(Exit::BadInput);
            }
        }
    }
    if exit == Exit::Failed {
        // The lists read so far are incomplete.
        return Ok(exit);
    }
    if shown.is_empty() {
        let of = id.map_or(String::new(), |id| format!(" for the id '{id}'"));
        exit::print_error(&format!("there is no list to replay{of}"));
        return Ok(exit.max(Exit::BadInput));
    }
    match args.target(game) {
        Target::Files(files) => files::write(files, &shown)?,
        Target::Steps => {
            let lists = shown.iter().map(|(played, timeline)| (played.title(timeline), timeline));
            exit = exit.max(stepper::show(lists)?);
        }
        Target::Text(view) => {
            for (at, (played, timeline)) in shown.iter().enumerate() {
                let apart = if at > 0 { "\n" } else { "" };
                output::print_raw(&(apart.to_owned() + &text(played, timeline, view)))?;
            }
        }
    }
    Ok(exit)
}

/// Formats a list as boards side by side, each under the next move.
fn text(played: &Played, time: &Timeline, view: View) -> String {
    let block = |at: usize| {
        let mut block = vec![Line::plain(time.caption(at))];
        block.extend(board(&time.board(at), view.look, &time.lit(at)));
        block
    };
    let blocks: Vec<Vec<Line>> = (0..=time.steps.len()).map(block).collect();
    let title = played.title(time);
    let title = sanitize::line(&title);
    format!("{title}\n\n{}", side_by_side(&blocks, view.columns))
}
