//! `tilefall samegame replay`, `tilefall mayan replay`: lists step by step in a terminal, as text, pictures, or a page.
//!
//! - [`answers`](mod@answers): matching lists with puzzles
//! - [`files`]: pictures and pages
//! - [`stepper`]: step by step in a terminal

pub mod answers;
pub mod files;
pub mod stepper;

use crate::args::output_conflicts;
use crate::args::task::TaskArgs;
use crate::exit::{self, Exit};
use crate::io::board_text::{Line, View, board, side_by_side};
use crate::io::{full_screen, output, sanitize};
use crate::verbs::show::ViewArgs;
use answers::{ListArgs, Played};
use files::FileArgs;
use tilefall::text::render::timeline::Timeline;

const SAMEGAME: &str = "\
On a terminal you step through the lists: arrow keys step, space plays, digits jump, q quits. \
Elsewhere, and with --text, the boards are printed side by side, each below the click that comes \
next, the clicked group in brackets.

Examples:
  tilefall samegame replay puzzles.jsonl results.jsonl
  tilefall samegame replay board.txt '1 1, 1 2'
  tilefall samegame replay --html replay.html puzzles.jsonl results.jsonl
  tilefall samegame replay --animate replay.svg board.txt results.jsonl";

const MAYAN: &str = "\
On a terminal you step through the lists: arrow keys step, space plays, digits jump, q quits. \
Elsewhere, and with --text, the boards are printed side by side, each below the move that comes \
next, its blocks in brackets.

Examples:
  tilefall mayan replay puzzles.jsonl results.jsonl
  tilefall mayan replay data/samples/noip.txt '2 1 R, 3 1 R, 3 0 R'
  tilefall mayan replay --html replay.html puzzles.jsonl results.jsonl
  tilefall mayan replay data/samples/p1312.txt";

/// The arguments of `replay`, including the arguments `G` of one game.
#[derive(Debug, clap::Args)]
#[command(mut_arg("format", |arg| arg.visible_alias("from")), after_help = G::either(SAMEGAME, MAYAN))]
pub struct Args<G: TaskArgs> {
    /// Print all boards at once, on a terminal as well
    #[arg(long)]
    text: bool,
    #[command(flatten)]
    lists: ListArgs<G>,
    #[command(flatten)]
    view: ViewArgs,
    #[command(flatten)]
    files: FileArgs,
}

/// Replays lists in files, step by step on a terminal, or as text.
pub fn run<G: TaskArgs>(args: &Args<G>) -> anyhow::Result<Exit> {
    output_conflicts::check_files(&args.files.output_files(), &args.lists.files())?;
    let (played, mut exit) = args.lists.read("replay")?;
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
        return Ok(exit);
    }
    if !args.files.output_files().is_empty() {
        files::write(&args.files, &shown)?;
    } else if !args.text && full_screen::is_there() {
        let lists = shown.into_iter().map(|(played, timeline)| (played.title(&timeline), timeline));
        exit = exit.max(stepper::show(lists.collect())?);
    } else {
        let view = args.view.resolve(G::GAME);
        for (at, (played, timeline)) in shown.iter().enumerate() {
            let apart = if at > 0 { "\n" } else { "" };
            output::print_raw(&(apart.to_owned() + &text(played, timeline, view)))?;
        }
    }
    Ok(exit)
}

/// Formats a list as boards side by side, each under the move that comes next.
fn text(played: &Played, time: &Timeline, view: View) -> String {
    let block = |at: usize| {
        let mut block = vec![Line::plain(time.caption(at))];
        block.extend(board(&time.board(at), view, &time.lit(at)));
        block
    };
    let blocks: Vec<Vec<Line>> = (0..=time.steps.len()).map(block).collect();
    let title = played.title(time);
    let title = sanitize::line(&title);
    format!("{title}\n\n{}", side_by_side(&blocks, view.columns))
}
