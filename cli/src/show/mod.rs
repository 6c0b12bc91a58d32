//! What the `show` of both games share: boards side by side in the terminal, or on one picture.
//!
//! - [`palette`]: which colours standard output can show

pub mod palette;

use crate::error::Unfit;
use crate::exit::{self, Exit};
use crate::item::Named;
use crate::places::{self, Place};
use crate::puzzles::{Inputs, PuzzleArgs, list_formats};
use crate::{files, harmless, numbers, output};
use palette::Color;
use std::path::{Path, PathBuf};
use tilefall::base::Game;
use tilefall::batch::disk;
use tilefall::record::PuzzleRecord;
use tilefall::render::svg;
use tilefall::render::terminal::{Line, Look, board, side_by_side};

/// The arguments that both games share.
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    #[command(flatten)]
    puzzles: PuzzleArgs,
    #[command(flatten)]
    view: ViewArgs,
    /// Write the boards to FILE as an SVG picture, which carries the puzzles
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    svg: Option<PathBuf>,
}

/// How boards look in a terminal.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct ViewArgs {
    /// Colours; labels are always there
    #[arg(long, visible_alias = "colour", value_name = "WHEN", value_enum, default_value = "auto")]
    color: Color,
    /// Columns of the screen [default: those of the terminal, or 80]
    #[arg(long, value_name = "N", value_parser = numbers::number, allow_negative_numbers = true)]
    width: Option<u64>,
}

/// The boards to show, and how.
struct Meant<'a> {
    inputs: Inputs,
    view: View,
    svg: Option<&'a Path>,
}

/// How boards look, on a screen of so many columns.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// How a board is drawn.
    pub look: Look,
    /// Columns of the screen.
    pub columns: usize,
}

/// Columns where the system does not tell.
const WIDTH: usize = 80;
/// Pixels of a picture with several boards.
const PIXELS: usize = 960;

impl ViewArgs {
    /// How boards of a game look: what no word says is asked of the terminal.
    pub fn meant(&self, game: Game) -> View {
        let terminal = || terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| width.0.into());
        let columns = self.width.map(numbers::small).or_else(terminal).unwrap_or(WIDTH);
        View { look: Look { game, depth: self.color.depth() }, columns }
    }
}

impl ShowArgs {
    /// `None` if the formats are asked for.
    fn meant(&self, game: Game) -> Result<Option<Meant<'_>>, Unfit> {
        let inputs = self.puzzles.meant(Some(game))?;
        let meant = || Meant { inputs, view: self.view.meant(game), svg: self.svg.as_deref() };
        Ok((!self.puzzles.list_formats).then(meant))
    }
}

/// Runs it. `list` gives the lines below a board.
///
/// # Errors
/// If the picture would be written over an input; if the output or a file cannot be written.
pub fn run(args: &ShowArgs, game: Game, list: &dyn Fn(&Named) -> Vec<String>) -> anyhow::Result<Exit> {
    let Some(Meant { inputs, view, svg }) = args.meant(game)? else { return list_formats(Some(game)) };
    let read = files::files(&inputs.files);
    let read: Vec<_> = read.iter().flatten().map(PathBuf::as_path).collect();
    match svg {
        Some(path) => places::check_files(&[Place::new("--svg", path)], &read)?,
        None => output::refuse(read)?,
    }
    let mut exit = Exit::Done;
    let (mut row, mut used, mut first) = (Vec::new(), 0, true);
    let mut shown = Vec::new();
    let mut print = |row: &mut Vec<Vec<Line>>| -> std::io::Result<()> {
        if row.is_empty() {
            return Ok(());
        }
        let apart = if std::mem::take(&mut first) { "" } else { "\n" };
        output::paint(&(apart.to_owned() + &side_by_side(&std::mem::take(row), usize::MAX)))
    };
    let mut others = false;
    for named in inputs.reported(&mut exit) {
        let found = named.puzzle.task.game();
        if found != game {
            // Of several that is said once.
            if !std::mem::replace(&mut others, true) {
                exit::complain_of(&format!("{}: {}", named.place(), found.instead_of(game)));
            }
            continue;
        }
        if svg.is_some() {
            shown.push(named);
            continue;
        }
        let block = block(&named, view, list(&named));
        let wide = block.iter().map(|line| line.width).max().unwrap_or(0);
        if !row.is_empty() && used + GAP + wide > view.columns {
            print(&mut row)?;
            used = 0;
        }
        used += if row.is_empty() { wide } else { GAP + wide };
        row.push(block);
    }
    print(&mut row)?;
    // What could be read before a failure is not all there is to show.
    if let Some(path) = svg.filter(|_| exit != Exit::Failed && !shown.is_empty()) {
        picture(path, game, &shown)?;
    }
    Ok(if others { exit.worse(Exit::BadInput) } else { exit })
}

/// Columns between two boards.
const GAP: usize = 3;

/// A board under its id, with lines below it.
fn block(named: &Named, view: View, list: Vec<String>) -> Vec<Line> {
    let mut board = board(&named.puzzle.grid, view.look, &[]);
    let wide = board.iter().map(|line| line.width).max().unwrap_or(0).max(WIDTH / 3).min(view.columns);
    let id = named.id();
    let mut lines = vec![Line::plain(harmless::end(&harmless::line(&id), wide))];
    lines.append(&mut board);
    lines.extend(list.into_iter().map(Line::plain));
    lines
}

/// The boards on one picture.
fn picture(path: &Path, game: Game, shown: &[Named]) -> anyhow::Result<()> {
    let record = |named: &Named| {
        let mut record = PuzzleRecord::of(&named.puzzle);
        record.id = Some(named.id());
        record.to_line()
    };
    let records: String = shown.iter().map(record).collect();
    let svg = match shown {
        [one] => svg::board(&one.puzzle.grid, game, &one.id(), &records),
        _ => {
            let boards: Vec<_> = shown.iter().map(|named| (named.id(), named.puzzle.grid.clone())).collect();
            svg::sheet(&boards, game, PIXELS, &format!("{} puzzles", boards.len()), &records)
        }
    };
    Ok(disk::replace(path, svg.as_bytes())?)
}
