//! `tilefall shard`.

use crate::args::numbers::Number;
use crate::error::InvalidInput;
use crate::exit::{self, Exit};
use crate::io::files;
use crate::io::input::Meter;
use crate::io::item::ErrorPlaceholder;
use crate::io::puzzles::{PuzzleArgs, list_formats};
use crate::io::stream::RawItem;
use anyhow::Context as _;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use tilefall::internals::batch::pieces::{self, Pieces};
use tilefall::internals::batch::sidecar::{self, Piece};
use tilefall::internals::batch::{Error, Shard, disk, record_key};
use tilefall::text::record::IndexSet;
use tilefall::text::record::PuzzleRecord;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Writes DIR/piece-0-of-N.jsonl and so on, each with a sidecar (.tilefall) that tells 'merge' which results \
belong together. Puzzle k goes to piece k mod N and keeps its number. A piece can be cut again; 'merge' treats \
its pieces as pieces of the whole.

Example:
  tilefall shard -n 2 --dir pieces puzzles.jsonl
  tilefall mayan solve --out results-0.jsonl pieces/piece-0-of-2.jsonl
  tilefall mayan solve --out results-1.jsonl pieces/piece-1-of-2.jsonl
  tilefall merge results-0.jsonl results-1.jsonl > results.jsonl")]
pub struct Args {
    /// The number of pieces
    #[arg(short = 'n', long, value_name = "N", required_unless_present = "list_formats")]
    pieces: Option<Number<1, 4096>>,
    /// The directory to write to; created if missing
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    #[command(flatten)]
    puzzles: PuzzleArgs,
}

/// Writes the pieces.
///
/// # Errors
/// If a puzzle cannot be written as a record, two puzzles have the same index, an input would be overwritten, or a
/// file cannot be read or written. No piece is left then.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let Some(Number(parts)) = args.pieces.filter(|_| !args.puzzles.list_formats) else {
        return list_formats(None);
    };
    let inputs = args.puzzles.resolve(None)?;
    inputs.check_bounds(true)?;
    let dir = &*args.dir;
    let files = files::files(&inputs.files);
    let outer = piece(&files)?;
    let shards: Vec<Shard> = (0..parts)
        .map(|part| {
            let shard = Shard { part, parts };
            outer.as_ref().map_or(Some(shard), |outer| shard.of(outer.shard))
        })
        .collect::<Option<_>>()
        .context("the input is a piece that cannot be cut again: too many parts")?;
    std::fs::create_dir_all(dir).map_err(Error::file(dir, "created"))?;
    refuse_inputs(&files, dir, &shards)?;
    let mut pieces = Pieces::new(dir, shards.into_iter())?;
    let meter = Meter::with_digest();
    let mut exit = Exit::Done;
    let mut count = 0;
    let mut indices = IndexSet::default();
    for raw in inputs.raw_of(files, meter.clone()) {
        if let Some(why) = raw.failed() {
            return Err(Error::Input(why).into());
        }
        let index = raw.index().unwrap_or(count);
        let place = raw.place();
        if !indices.add(index) {
            let why = format!("{place}: {}", record_key::duplicate_index(index));
            return Err(InvalidInput(why).into());
        }
        let (line, bad) = line(raw, index)?;
        if let Some(message) = bad {
            exit::print_located_error(&message);
            exit = Exit::BadInput;
        }
        pieces.add((count % parts) as usize, &line)?;
        count += 1;
    }
    let read = meter.get().1.unwrap_or_default().to_string();
    match outer {
        Some(outer) if outer.piece != read => {
            return Err(Error::Refused("the input is not the piece that its sidecar describes".into()).into());
        }
        Some(outer) => pieces.finish(&outer.input, outer.count)?,
        None => pieces.finish(&read, count)?,
    }
    Ok(exit)
}

/// Returns the sidecar of an input that is itself a piece. Its parts are pieces of the same whole.
fn piece(files: &[anyhow::Result<PathBuf>]) -> Result<Option<Piece>, Error> {
    match files {
        [Ok(path)] => sidecar::read(path),
        _ => Ok(None),
    }
}

/// Refuses pieces that would overwrite an input.
fn refuse_inputs(files: &[anyhow::Result<PathBuf>], dir: &Path, shards: &[Shard]) -> Result<(), Error> {
    let data = |path: &Path| std::fs::metadata(path).ok().as_ref().and_then(disk::file_id);
    let inputs: HashSet<_> = files.iter().flatten().filter_map(|path| data(path)).collect();
    for &shard in shards {
        let path = pieces::path(dir, shard);
        for path in [&path, &sidecar::path_for(&path)] {
            if data(path).is_some_and(|data| inputs.contains(&data)) {
                let why = format!("{}: this is an input, expected another --dir", path.display());
                return Err(Error::Refused(why));
            }
        }
    }
    Ok(())
}

/// Returns the line for an item, and the message if the item is bad.
fn line(raw: RawItem, index: u64) -> anyhow::Result<(String, Option<String>)> {
    let named = match raw.read() {
        Ok(named) => named,
        Err(bad) => {
            let error = bad.to_string();
            let placeholder = ErrorPlaceholder {
                v: tilefall::text::record::puzzle::VERSION,
                id: bad.id(),
                index,
                error: error.clone(),
            };
            return Ok((serde_json::to_string(&placeholder)? + "\n", Some(error)));
        }
    };
    let mut puzzle = named.puzzle.clone();
    puzzle.id = Some(named.id());
    puzzle.index = Some(index);
    Ok((PuzzleRecord::of(&puzzle).to_line(), None))
}
