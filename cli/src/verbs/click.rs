//! `tilefall samegame click`.

use crate::args::numbers::{Number, Signed};
use crate::error::{InvalidInput, Unreadable, UsageError};
use crate::exit::Exit;
use crate::io::input;
use crate::io::output::Stdout;
use std::io::{BufRead, Read as _, Write as _};
use std::path::PathBuf;
use tilefall::judge::click::{Shape, read, write};
use tilefall::rules::Cell;
use tilefall::rules::grid::{GridError, MAX_CELLS};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Input: the rows of the board, the top row first: '.' is an empty cell, a digit from 0 to TYPES-1 a tile. \
What follows the last row is not read. Prints the board after the click; a click on an empty cell or a \
single tile changes nothing.

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
    /// Rows of the board
    #[arg(long, default_value = "10")]
    rows: Number<1, 0xffff_ffff>,
    /// Columns of the board
    #[arg(long, default_value = "15")]
    cols: Number<1, 0xffff_ffff>,
    /// Types of tiles: the digits from 0 to TYPES-1
    #[arg(long, default_value = "4")]
    types: Number<1, 10>,
    /// The input; none, or '-', is standard input
    file: Option<PathBuf>,
}

/// Prints the board after the click.
///
/// # Errors
/// If the board is too large, or the input is bad or cannot be read.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let (rows, cols) = (args.rows.to_usize(), args.cols.to_usize());
    if rows.checked_mul(cols).is_none_or(|cells| cells > MAX_CELLS) {
        return Err(UsageError(GridError::TooLarge { rows, cols }.to_string()).into());
    }
    let shape = Shape { rows, cols, types: args.types.0 as u8 };
    let path = input::path(args.file.as_deref());
    let (name, bytes) = (input::name(path), input::open(path)?);
    let text = read_rows(bytes, shape).map_err(|error| Unreadable::new(&name, error))?;
    let mut grid = read(&text, shape).map_err(|error| InvalidInput(format!("{name}:{error}")))?;
    // A click outside the board changes nothing.
    let within = |at: i64, size: usize| usize::try_from(at).ok().filter(|&at| at < size);
    if let (Some(row), Some(col)) = (within(args.row.0, rows), within(args.col.0, cols)) {
        grid.click(Cell::new(rows - 1 - row, col));
    }
    Stdout.write_all(&write(&grid))?;
    Ok(Exit::Done)
}

/// Reads the lines of the board and no more; a line that is too long is cut.
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
