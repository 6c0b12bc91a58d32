//! `tilefall samegame simulate`: the judge's output for input of UVa 339, or with `--uva758` of UVa 758.

use crate::exit::{Exit, InvalidInput, Unreadable};
use crate::io::input::{self, Input, TextBound};
use crate::io::output::Stdout;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use tilefall::judge::uva339::Simulator;
use tilefall::judge::uva758::play;
use tilefall::text::formats::scan::without_mark;
use tilefall::text::formats::uva758;

#[derive(Debug, clap::Args)]
#[command(mut_arg("max_unpacked", |arg| arg.requires("uva758")))]
#[command(after_help = "\
Input: a stream of numbers with any white space between them. A grid is M N (rows, columns), then M rows of \
N values 0 to 9, the bottom row first, then selections ROW COLUMN, 1-based from the bottom left, ended by \
0 0. M or N zero ends the input. Selections that are not allowed change nothing. Prints the top row first.

Example:
  $ printf '2 3  1 1 2  3 4 5  1 1  0 0  0 0' | tilefall samegame simulate
  Grid 1.
          5
      3 4 2

With --uva758 the input is a number of games, each 10 rows of 15 letters R, G or B; the biggest group \
is removed (of equal ones the leftmost, then the lowest) until none is left.")]
pub struct Args {
    /// The input; none, or '-', is standard input
    file: Option<PathBuf>,
    /// Judge UVa 758, "The Same Game": always remove the biggest group
    #[arg(long)]
    uva758: bool,
    #[command(flatten)]
    bound: TextBound,
}

/// The number of bytes to read before judging them, and of bytes of output to collect before writing them.
const BLOCK: usize = 1 << 18;

/// Prints the judge's output. Input of UVa 339 is judged while it is read; input of UVa 758 is read completely first.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let path = input::path(args.file.as_deref());
    if args.uva758 {
        return judge_biggest(path, args.bound);
    }
    let (name, mut bytes) = (input::name(path), input::open(path)?);
    let (mut judge, mut out, mut block) = (Simulator::new(), Vec::new(), vec![0; BLOCK]);
    let mut stdout = Stdout;
    input::skip_byte_order_mark(&mut bytes).map_err(|error| Unreadable::new(&name, error))?;
    while !judge.is_over() {
        let length = bytes.read(&mut block).map_err(|error| Unreadable::new(&name, error))?;
        let done = if length > 0 { judge.feed(&block[..length], &mut out) } else { judge.finish(&mut out) };
        stdout.write_all(&out)?;
        out.clear();
        done.map_err(|error| InvalidInput(format!("{name}:{error}")))?;
        if length == 0 {
            break;
        }
    }
    stdout.flush()?;
    Ok(Exit::Done)
}

/// Plays the games of UVa 758, and prints the judge's output.
fn judge_biggest(path: &Path, bound: TextBound) -> anyhow::Result<Exit> {
    let Input { name, text } = input::read(path, bound)?;
    let (mut out, mut first, mut written) = (Vec::new(), true, Ok(()));
    let done = uva758::games(without_mark(&text), &mut |number, _, grid| {
        let grid = grid?;
        if written.is_err() {
            return Ok(());
        }
        // Game 1 begins a block of games. A blank line separates blocks; `play` writes the blank lines within a block.
        if number == 1 && !std::mem::take(&mut first) {
            out.push(b'\n');
        }
        play(number, &grid, &mut out);
        if out.len() >= BLOCK {
            written = Stdout.write_all(&out);
            out.clear();
        }
        Ok(())
    });
    written?;
    Stdout.write_all(&out)?;
    Stdout.flush()?;
    done.map_err(|error| InvalidInput(format!("{name}:{error}")))?;
    Ok(Exit::Done)
}
