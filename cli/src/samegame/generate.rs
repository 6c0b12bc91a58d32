//! `tilefall samegame generate`.

use crate::error::Unfit;
use crate::exit::Exit;
use crate::generate::{self, Failure, GenerateArgs};
use crate::numbers::{self, small};
use tilefall::base::Game;
use tilefall::report::samegame as report;
use tilefall::samegame::generate::{Impossible, Wish, make_counted};

const EXAMPLES: &str = "\
With --clearable each board has a list that clears it; --answers writes these lists. Without it, \
boards may or may not be clearable. A board that equals an earlier one up to the names of its \
colours and a mirror image is left out.

Exit code: 0 if all were made, 1 if there are no more boards of this kind, 2 for wrong arguments, 3 if writing \
failed.

Examples:
  tilefall samegame generate
  tilefall samegame generate --rows 10 --cols 15 --colors 4 --clearable --count 100 > puzzles.jsonl
  tilefall samegame generate --balanced --to tatham";

/// The arguments of `tilefall samegame generate`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Rows of the board
    #[arg(long, value_name = "N", default_value = "15", help_heading = "Puzzle")]
    #[arg(value_parser = numbers::number, allow_negative_numbers = true)]
    rows: u64,
    /// Columns of the board
    #[arg(long, value_name = "N", default_value = "15", help_heading = "Puzzle")]
    #[arg(value_parser = numbers::number, allow_negative_numbers = true)]
    cols: u64,
    /// Colours of the board, 1 to 62
    #[arg(long, visible_alias = "colours", value_name = "N", default_value = "5", help_heading = "Puzzle")]
    #[arg(value_parser = numbers::number, allow_negative_numbers = true)]
    colors: u64,
    /// Only boards that a list clears
    #[arg(long, help_heading = "Puzzle")]
    clearable: bool,
    /// As many tiles of each colour, or one more of some
    #[arg(long, help_heading = "Puzzle")]
    balanced: bool,
    #[command(flatten)]
    shared: GenerateArgs,
}

impl Args {
    fn meant(&self) -> Result<Wish, Unfit> {
        let (rows, cols, colours) = (small(self.rows), small(self.cols), small(self.colors));
        let wish = Wish { rows, cols, colours, balanced: self.balanced, clearable: self.clearable };
        wish.check().map_err(|impossible| Unfit(impossible.to_string()))?;
        Ok(wish)
    }
}

/// Runs it.
///
/// # Errors
/// If the wish is impossible, or the output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let wish = args.meant()?;
    let check = |format: &_| report::check(&wish, format);
    generate::run(
        &args.shared,
        Game::SameGame,
        &report::name(&wish),
        &check,
        &|seed, number, stop, tried, taken| {
            let made = make_counted(&wish, seed, number, stop, tried, taken).map_err(|why| match why {
                Impossible::Stopped(_) => Failure::Stopped,
                why => Failure::Reason(why.to_string()),
            })?;
            Ok(report::generated(&wish, made))
        },
    )
}
