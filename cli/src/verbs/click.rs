//! `tilefall samegame click`.

use crate::args::numbers::{Number, Signed};
use crate::error::{InvalidInput, Unreadable, UsageError};
use crate::exit::Exit;
use crate::io::input;
use crate::io::output::Stdout;
use std::io::{BufRead, Read as _, Write as _};
use std::path::{Path, PathBuf};
use tilefall::base::Cell;
use tilefall::grid::{GridError, MAX_CELLS};
use tilefall::judge::click::{Shape, read, write};

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

/// The click and the shape of the board.
struct Config<'a> {
    shape: Shape,
    /// The clicked cell; `None` outside the board, where a click changes nothing.
    cell: Option<Cell>,
    path: &'a Path,
}

impl Args {
    fn resolve(&self) -> Result<Config<'_>, UsageError> {
        let shape =
            Shape { rows: self.rows.to_usize(), cols: self.cols.to_usize(), types: self.types.0 as u8 };
        let Shape { rows, cols, .. } = shape;
        if rows.checked_mul(cols).is_none_or(|cells| cells > MAX_CELLS) {
            return Err(UsageError(GridError::TooLarge { rows, cols }.to_string()));
        }
        let within = |at: i64, size: usize| usize::try_from(at).ok().filter(|&at| at < size);
        let cell = within(self.row.0, rows).zip(within(self.col.0, cols));
        let cell = cell.map(|(row, col)| Cell::new(rows - 1 - row, col));
        Ok(Config { shape, cell, path: input::path(self.file.as_deref()) })
    }
}

/// Prints the board after the click.
///
/// # Errors
/// If the board is too large, or the input is bad or cannot be read.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let Config { shape, cell, path } = args.resolve()?;
    let (name, bytes) = (input::name(path), input::open(path)?);
    let text = rows(bytes, shape).map_err(|error| Unreadable::new(&name, error))?;
    let mut grid = read(&text, shape).map_err(|error| InvalidInput(format!("{name}:{error}")))?;
    if let Some(cell) = cell {
        grid.click(cell);
    }
    Stdout.write_all(&write(&grid))?;
    Ok(Exit::Done)
}

/// Reads the lines of the board and no more; a line that is too long is cut.
fn rows(mut bytes: impl BufRead, shape: Shape) -> std::io::Result<Vec<u8>> {
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
