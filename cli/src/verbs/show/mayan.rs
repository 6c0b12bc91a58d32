//! `tilefall mayan show`.

use crate::args::rules::RuleArgs;
use crate::exit::Exit;
use crate::io::item::InputPuzzle;
use crate::verbs::show::{self, ShowArgs};
use tilefall::rules::GameKind;

const EXAMPLES: &str = "\
Columns are x from 0 at the left, rows y from 0 at the bottom. Each colour has its label.

Examples:
  tilefall mayan show data/samples/noip.txt
  tilefall mayan generate --count 4 --moves 3 | tilefall mayan show
  tilefall mayan show --moves data/samples/noip.txt
  tilefall mayan show --svg board.svg data/samples/noip.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    shared: ShowArgs,
    /// List the moves below each board, those that remove most blocks first
    #[arg(long, conflicts_with = "svg")]
    moves: bool,
}

/// Shows boards.
///
/// # Errors
/// If the output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let list = |named: &InputPuzzle| if args.moves { moves(named) } else { Vec::new() };
    show::run(&args.shared, GameKind::Mayan, &RuleArgs::default(), &list)
}

fn moves(named: &InputPuzzle) -> Vec<String> {
    let mut board = named.puzzle.grid.clone();
    board.settle();
    let mut moves: Vec<_> = board
        .canonical_moves(false)
        .into_iter()
        .map(|step| {
            let mut after = board.clone();
            let played = after.play(step).is_ok();
            (if played { board.tiles() - after.tiles() } else { 0 }, step)
        })
        .collect();
    // A stable sort keeps the canonical order of moves that remove equally many blocks.
    moves.sort_by_key(|&(removed, _)| std::cmp::Reverse(removed));
    moves.iter().map(|(removed, step)| format!("{step}  removes {removed}")).collect()
}
