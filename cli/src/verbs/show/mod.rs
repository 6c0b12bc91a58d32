//! Shared code of the `show` verbs of both games: boards side by side in the terminal, or in one picture.

pub mod mayan;
pub mod samegame;

use crate::args::numbers::Number;
use crate::args::output_conflicts::{self, OutputFile};
use crate::args::palette::Color;
use crate::args::rules::RuleArgs;
use crate::exit::{self, Exit};
use crate::io::item::InputPuzzle;
use crate::io::puzzles::{PuzzleArgs, list_formats};
use crate::io::{files, output, sanitize};
use std::path::{Path, PathBuf};
use tilefall::internals::batch::disk;
use tilefall::internals::render::terminal::{Line, Look, board, side_by_side};
use tilefall::rules::GameKind;
use tilefall::text::record::PuzzleRecord;
use tilefall::text::render::svg;

/// The arguments that both games share.
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    #[command(flatten)]
    puzzles: PuzzleArgs,
    #[command(flatten)]
    view: ViewArgs,
    /// Write the boards to FILE as an SVG picture, which carries the puzzles
    #[arg(long, value_name = "FILE", help_heading = "Output", conflicts_with_all = ["width", "color"])]
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
    #[arg(long, value_name = "N")]
    width: Option<Number>,
}

/// How boards look, and the width of the screen.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// How a board is drawn.
    pub look: Look,
    /// Columns of the screen.
    pub columns: usize,
}

/// The width in columns where the system does not report it.
const WIDTH: usize = 80;
/// The width of a picture with several boards in pixels.
const PIXELS: usize = 960;

impl ViewArgs {
    /// Returns how boards of a game look, by default as the terminal can show them.
    pub fn resolve(&self, game: GameKind) -> View {
        let terminal = || terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| width.0.into());
        let columns = self.width.map(Number::to_usize).or_else(terminal).unwrap_or(WIDTH);
        View { look: Look { game, depth: self.color.depth() }, columns }
    }
}

/// Shows boards under rules. `list` returns the lines below a board.
///
/// # Errors
/// If the picture would overwrite an input, or the output cannot be written.
pub fn run(
    args: &ShowArgs,
    game: GameKind,
    rules: &RuleArgs,
    list: &dyn Fn(&InputPuzzle) -> Vec<String>,
) -> anyhow::Result<Exit> {
    if args.puzzles.list_formats {
        return list_formats(Some(game));
    }
    let inputs = args.puzzles.resolve(Some(game))?.by(rules.columns());
    let view = args.view.resolve(game);
    let svg = args.svg.as_deref();
    let read = files::files(&inputs.files);
    let read: Vec<_> = read.iter().flatten().map(PathBuf::as_path).collect();
    match svg {
        Some(path) => output_conflicts::check_files(&[OutputFile::new("--svg", path)], &read)?,
        None => output::refuse_as_input(read)?,
    }
    let mut exit = Exit::Done;
    let (mut row, mut used, mut first) = (Vec::new(), 0, true);
    let mut shown = Vec::new();
    let mut print = |row: &mut Vec<Vec<Line>>| -> std::io::Result<()> {
        if row.is_empty() {
            return Ok(());
        }
        let apart = if std::mem::take(&mut first) { "" } else { "\n" };
        output::print_raw(&(apart.to_owned() + &side_by_side(&std::mem::take(row), usize::MAX)))
    };
    let mut others = false;
    for mut named in inputs.reported(&mut exit) {
        let found = named.puzzle.task.game();
        if found != game {
            // One message for all of them.
            if !std::mem::replace(&mut others, true) {
                exit::print_located_error(&format!("{}: {}", named.place(), found.wrong_game(game)));
            }
            continue;
        }
        rules.set(&mut named.puzzle.task);
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
    // The boards read before a failure are incomplete.
    if let Some(path) = svg.filter(|_| exit != Exit::Failed && !shown.is_empty()) {
        picture(path, game, &shown)?;
    }
    Ok(if others { exit.max(Exit::BadInput) } else { exit })
}

/// Columns between two boards.
const GAP: usize = 3;

/// Returns a board under its id, with lines below it.
fn block(named: &InputPuzzle, view: View, list: Vec<String>) -> Vec<Line> {
    let mut board = board(&named.puzzle.grid, view.look, &[]);
    let wide = board.iter().map(|line| line.width).max().unwrap_or(0).max(WIDTH / 3).min(view.columns);
    let id = named.id();
    let mut lines = vec![Line::plain(sanitize::end(&sanitize::line(&id), wide))];
    lines.append(&mut board);
    lines.extend(list.into_iter().map(Line::plain));
    lines
}

/// Writes the boards as one picture.
fn picture(path: &Path, game: GameKind, shown: &[InputPuzzle]) -> anyhow::Result<()> {
    let record = |named: &InputPuzzle| {
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
