//! `tilefall samegame click`: one click on a board of `.` and digits.

use crate::args::shape::ShapeArgs;
use crate::args::values::Signed;
use crate::exit::{Exit, InvalidInput, Unreadable, UsageError};
use crate::io::input;
use crate::io::output::Stdout;
use std::io::{BufRead, Read as _, Write as _};
use std::path::PathBuf;
use tilefall::judge::click::{Shape, play, read};
use tilefall::rules::grid::{GridError, MAX_CELLS};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Input: the rows of the board, the top row first: '.' is an empty cell, a digit from 0 to TYPES-1 a tile. \
What follows the last row is not read. Prints the board after the click; a click on an empty cell or a \
single tile changes nothing, and one outside the board is an error.

Example:
  $ printf '1..\\n122\\n' | tilefall samegame click 1 0 --rows 2 --cols 3
  ...
  22.")]
pub struct Args {
    /// Row of the clicked cell, 0 at the top
    #[arg(allow_negative_numbers = true)]
    row: Signed,
    /// Column of the clicked cell, 0 at the left
    #[arg(allow_negative_numbers = true)]
    col: Signed,
    #[command(flatten)]
    shape: ShapeArgs<{ MAX_CELLS as u64 }>,
    /// The input; none, or '-', is standard input
    file: Option<PathBuf>,
}

/// Prints the board after the click.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let shape @ Shape { rows, cols, .. } = args.shape.resolve();
    if rows.checked_mul(cols).is_none_or(|cells| cells > MAX_CELLS) {
        return Err(UsageError(GridError::TooLarge { rows, cols }.to_string()).into());
    }
    let clicked = [args.row.0, args.col.0];
    let within = |at: i64, size: usize| usize::try_from(at).is_ok_and(|at| at < size);
    if !(within(clicked[0], rows) && within(clicked[1], cols)) {
        let why = format!(
            "the cell {} {} lies outside the board, expected a row from 0 to {} and a column from 0 to {}",
            clicked[0],
            clicked[1],
            rows - 1,
            cols - 1
        );
        return Err(UsageError(why).into());
    }
    let path = input::path(args.file.as_deref());
    let (name, bytes) = (input::name(path), input::open(path)?);
    let text = read_rows(bytes, shape).map_err(|error| Unreadable::new(&name, error))?;
    let grid = read(&text, shape).map_err(|error| InvalidInput(format!("{name}:{error}")))?;
    Stdout.write_all(&play(grid, clicked))?;
    Ok(Exit::Done)
}

/// Reads at most `shape.rows` lines, so that a pipe need not end. A line that is too long is cut.
fn read_rows(mut bytes: impl BufRead, shape: Shape) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    input::skip_byte_order_mark(&mut bytes)?;
    for _ in 0..shape.rows {
        (&mut bytes).take(shape.cols as u64 + 2).read_until(b'\n', &mut text)?;
        if text.last() != Some(&b'\n') {
            break;
        }
    }
    Ok(text)
}
