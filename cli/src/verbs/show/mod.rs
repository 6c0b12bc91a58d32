//! `tilefall samegame show` and `tilefall mayan show`: boards side by side in the terminal, or in one picture.

use crate::args::output_conflicts::{self, OutputFile};
use crate::args::palette::Color;
use crate::args::rules::columns;
use crate::args::task::TaskArgs;
use crate::args::values::Number;
use crate::exit::{self, Exit};
use crate::io::board_text::{Line, View, board, side_by_side};
use crate::io::puzzles::{self, InputPuzzle, PuzzleArgs, list_formats};
use crate::io::{disk, output, sanitize};
use std::path::{Path, PathBuf};
use tilefall::rules::{Columns, GameKind};
use tilefall::text::record::PuzzleRecord;
use tilefall::text::render::svg;

const SAMEGAME: &str = "\
Rows and columns are counted from 1 at the bottom left. Each colour has its label.

Examples:
  tilefall samegame show data/samples/uva339.txt
  tilefall samegame generate --count 6 --rows 8 | tilefall samegame show
  tilefall samegame show --svg board.svg data/samples/codingame.txt";

const MAYAN: &str = "\
Columns are x from 0 at the left, rows y from 0 at the bottom. Each colour has its label.

Examples:
  tilefall mayan show data/samples/noip.txt
  tilefall mayan generate --count 4 --moves 3 | tilefall mayan show
  tilefall mayan show --svg board.svg data/samples/noip.txt";

/// The arguments of SameGame.
#[derive(Debug, clap::Args)]
pub struct SameGame {
    /// Empty columns: stay reads boards on which they stay
    #[arg(long, value_name = "RULE", value_parser = columns(), help_heading = "Rules")]
    columns: Option<Columns>,
}

impl TaskArgs for SameGame {
    const GAME: GameKind = GameKind::SameGame;

    fn columns(&self) -> Option<Columns> {
        self.columns
    }
}

/// The arguments of the Mayan puzzle: none.
#[derive(Debug, clap::Args)]
pub struct Mayan {}

impl TaskArgs for Mayan {
    const GAME: GameKind = GameKind::Mayan;
}

/// The arguments of `show`, including the arguments `G` of one game.
#[derive(Debug, clap::Args)]
#[command(after_help = G::either(SAMEGAME, MAYAN))]
pub struct Args<G: TaskArgs> {
    #[command(flatten)]
    puzzles: PuzzleArgs,
    #[command(flatten)]
    view: ViewArgs,
    /// Write the boards to FILE as an SVG picture, which carries the puzzles
    #[arg(long, value_name = "FILE", help_heading = "Output", conflicts_with_all = ["screen_width", "color"])]
    svg: Option<PathBuf>,
    #[command(flatten)]
    game: G,
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
    screen_width: Option<Number>,
}

/// The width of the screen in columns, if neither an argument nor the system provides it.
const WIDTH: usize = 80;
/// The width in pixels of a picture with several boards.
const PIXELS: usize = 960;

impl ViewArgs {
    /// Returns how boards of a game are drawn, by default with the colours and width of the terminal.
    pub fn resolve(&self, game: GameKind) -> View {
        let terminal = || terminal_size::terminal_size_of(std::io::stdout()).map(|(width, _)| width.0.into());
        let columns = self.screen_width.map(Number::to_usize).or_else(terminal).unwrap_or(WIDTH);
        View { game, depth: self.color.depth(), columns }
    }
}

/// Prints boards side by side, or writes a picture of them.
pub fn run<G: TaskArgs>(args: &Args<G>) -> anyhow::Result<Exit> {
    if args.puzzles.list_formats {
        return list_formats(Some(G::GAME));
    }
    let inputs = args.puzzles.resolve(Some(G::GAME))?.by(args.game.columns());
    let view = args.view.resolve(G::GAME);
    let svg = args.svg.as_deref();
    let read = puzzles::files(&inputs.files);
    let read: Vec<_> = read.iter().flatten().collect();
    match svg {
        Some(path) => output_conflicts::check_files(&[OutputFile::new("--svg", path)], &read)?,
        None => output_conflicts::check(&[], &read)?,
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
    let mut worst = Exit::Done;
    for mut named in inputs.reported(&mut exit) {
        let found = named.puzzle.task.game();
        if found != G::GAME {
            exit::print_located_error(&format!("{}: {}", named.place(), found.wrong_game(G::GAME)));
            worst = Exit::BadInput;
            continue;
        }
        args.game.set(&mut named.puzzle.task);
        if svg.is_some() {
            shown.push(named);
            continue;
        }
        let block = block(&named, view);
        let wide = block.iter().map(|line| line.width).max().unwrap_or(0);
        if !row.is_empty() && used + GAP + wide > view.columns {
            print(&mut row)?;
            used = 0;
        }
        used += if row.is_empty() { wide } else { GAP + wide };
        row.push(block);
    }
    print(&mut row)?;
    // No picture is written after a failure, because boards are missing.
    if let Some(path) = svg.filter(|_| exit != Exit::Failed && !shown.is_empty()) {
        picture(path, G::GAME, &shown)?;
    }
    Ok(exit.max(worst))
}

/// Blanks between two boards.
const GAP: usize = 3;

/// Returns the lines for one puzzle: a line with its id, then the board.
fn block(named: &InputPuzzle, view: View) -> Vec<Line> {
    let mut board = board(&named.puzzle.grid, view, &[]);
    let wide = board.iter().map(|line| line.width).max().unwrap_or(0).max(WIDTH / 3).min(view.columns);
    let id = named.id();
    let mut lines = vec![Line::plain(sanitize::end(&sanitize::line(&id), wide))];
    lines.append(&mut board);
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
    disk::replace(path, svg.as_bytes())
}
