//! `tilefall shard`.

use crate::batch::Shard;
use crate::batch::sidecar::{self, Piece, VERSION};
use crate::cli::exit::{self, Exit};
use crate::cli::input::{self, Meter};
use crate::cli::output;
use crate::cli::puzzles::{PuzzleArgs, Told};
use crate::cli::stream::Raw;
use crate::formats;
use crate::record::PuzzleRecord;
use anyhow::Context as _;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

/// The words of `tilefall shard`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Writes DIR/piece-0-of-N.jsonl and so on, each with a sidecar (.tilefall) by which 'merge' knows that results \
of the pieces belong together. Puzzle k goes to piece k mod N and keeps its number.

Example:
  tilefall shard -n 2 --dir pieces puzzles.jsonl
  tilefall mayan solve --out results-0.jsonl pieces/piece-0-of-2.jsonl
  tilefall mayan solve --out results-1.jsonl pieces/piece-1-of-2.jsonl
  tilefall merge results-0.jsonl results-1.jsonl > results.jsonl")]
pub struct Args {
    /// The number of pieces
    #[arg(short = 'n', long, value_name = "N", required_unless_present = "list_formats")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=4096))]
    pieces: Option<u16>,
    /// The directory to write to; made if it is not there
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    #[command(flatten)]
    puzzles: PuzzleArgs,
}

/// A piece under way, written beside.
struct Open {
    path: PathBuf,
    new: PathBuf,
    out: BufWriter<File>,
}

/// Runs it.
///
/// # Errors
/// If a puzzle cannot be written as a record, or a file fails; no piece is then left.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let (false, Some(pieces)) = (args.puzzles.list_formats, args.pieces) else {
        output::print(&formats::list())?;
        return Ok(Exit::Done);
    };
    std::fs::create_dir_all(&args.dir).with_context(|| args.dir.display().to_string())?;
    let mut open = Vec::new();
    let done = write(args, pieces.into(), &mut open);
    if done.is_err() {
        open.iter().for_each(|piece| drop(std::fs::remove_file(&piece.new)));
    }
    done
}

fn write(args: &Args, parts: u64, open: &mut Vec<Open>) -> anyhow::Result<Exit> {
    for part in 0..parts {
        let path = args.dir.join(format!("piece-{part}-of-{parts}.jsonl"));
        let new = args.dir.join(format!("piece-{part}-of-{parts}.jsonl.new"));
        let file = File::create(&new).with_context(|| new.display().to_string())?;
        open.push(Open { path, new, out: BufWriter::new(file) });
    }
    let meter = Meter::with_digest();
    let mut exit = Exit::Done;
    let mut count = 0;
    for raw in args.puzzles.raw_of(input::files(&args.puzzles.files), meter.clone()) {
        let (line, bad) = line(raw, count)?;
        if let Some(message) = bad {
            exit::complain_of(&message);
            exit = Exit::BadInput;
        }
        let piece = &mut open[(count % parts) as usize];
        piece.out.write_all(line.as_bytes()).with_context(|| piece.new.display().to_string())?;
        count += 1;
    }
    let input = meter.get().1.unwrap_or_default().to_string();
    for (part, piece) in (0..).zip(open) {
        let name = || piece.path.display().to_string();
        piece.out.flush().and_then(|()| piece.out.get_ref().sync_all()).with_context(name)?;
        let digest = input::digest(&[Ok(piece.new.clone())]).unwrap_or_default().to_string();
        let shard = Shard { part, parts };
        sidecar::write(
            &piece.path,
            &Piece { v: VERSION, piece: digest, input: input.clone(), count, shard },
        )?;
        std::fs::rename(&piece.new, &piece.path).with_context(name)?;
    }
    Ok(exit)
}

/// The line of an item, and what to complain of.
fn line(raw: Raw, index: u64) -> anyhow::Result<(String, Option<String>)> {
    let named = match raw.read() {
        Ok(named) => named,
        Err(bad) => {
            let error = bad.to_string();
            let index = bad.index().unwrap_or(index);
            let told = Told { v: crate::record::puzzle::VERSION, id: bad.id(), index, error: error.clone() };
            return Ok((serde_json::to_string(&told)? + "\n", Some(error)));
        }
    };
    let mut puzzle = named.puzzle.clone();
    puzzle.id = Some(named.id());
    puzzle.index.get_or_insert(index);
    let record = PuzzleRecord::of(&puzzle).map_err(|name| {
        let place = named.place();
        anyhow::anyhow!("{place}: no record has colour {name}, expected 0 to 61; use solve --shard")
    })?;
    Ok((record.to_line(), None))
}
