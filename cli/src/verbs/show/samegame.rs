//! `tilefall samegame show`.

use crate::args::rules::{GroupRuleArgs, RuleArgs, ScoreParser};
use crate::exit::Exit;
use crate::io::item::InputPuzzle;
use crate::verbs::show::{self, ShowArgs};
use tilefall::rules::puzzle::Task;
use tilefall::rules::{Cell, GameKind, Score, Step};

const EXAMPLES: &str = "\
Rows and columns are counted from 1 at the bottom left. Each colour has its label.

Examples:
  tilefall samegame show data/samples/uva339.txt
  tilefall samegame generate --count 6 --rows 8 --cols 8 | tilefall samegame show
  tilefall samegame show --groups data/samples/codingame.txt
  tilefall samegame show --groups --rules former board.txt
  tilefall samegame show --svg board.svg data/samples/codingame.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: ShowArgs,
    /// List the groups below each board, the largest first: a cell of it, its colour, tiles, points
    #[arg(long, conflicts_with = "svg")]
    groups: bool,
    #[command(flatten)]
    rules: GroupRuleArgs,
    /// With --groups, points for n tiles: n2 is (n-2)², n1 (n-1)², tri n(n-1)/2, nn1 n(n-1), count n, sq n², tri1
    /// n(n+1)/2, poly:A,B,C A·n²+B·n+C [default: the puzzle's, or n2]
    #[arg(long, value_name = "RULE", value_parser = ScoreParser, requires = "groups", help_heading = "Rules")]
    // clap does not derive conflicts with arguments that conflict with the required one.
    #[arg(conflicts_with = "svg")]
    score: Option<Score>,
}

/// Shows boards.
///
/// # Errors
/// If the output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let rules = RuleArgs { groups: args.rules, score: args.score, ..RuleArgs::default() };
    let list = |named: &InputPuzzle| if args.groups { groups(named) } else { Vec::new() };
    show::run(&args.shared, GameKind::SameGame, &rules, &list)
}

fn groups(named: &InputPuzzle) -> Vec<String> {
    let Task::SameGame(task) = &named.puzzle.task else { return Vec::new() };
    let rules = task.rules.unwrap_or_default();
    let grid = &named.puzzle.grid;
    let mut groups: Vec<(usize, Cell)> = Vec::new();
    grid.each_group(rules.min_group, |cells| groups.extend(cells.first().map(|&cell| (cells.len(), cell))));
    groups.sort_by_key(|&(size, cell)| (std::cmp::Reverse(size), cell.col, cell.row));
    let line = |&(size, cell): &(usize, Cell)| {
        let place = Step::from(cell).to_string();
        let label = grid.get(cell).map_or(".".into(), |colour| grid.label(colour));
        let tiles = if size == 1 { "tile " } else { "tiles" };
        let points = rules.score.points(size as u64);
        let thing = if points == 1 { "point" } else { "points" };
        format!("{place:>6}  colour {label:<2} {size:>3} {tiles} {points:>5} {thing}")
    };
    if groups.is_empty() { vec![rules.no_group()] } else { groups.iter().map(line).collect() }
}
