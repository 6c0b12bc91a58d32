//! `tilefall merge`.

use crate::exit::Exit;
use crate::io::output::{self, Stdout};
use std::io::BufWriter;
use std::path::PathBuf;
use tilefall::internals::batch::merge;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Prints the records of all files in the order of the input, as one whole run would have; puzzles that name their own \
index in the order of these. Each file needs the \
sidecar (FILE.tilefall) that 'solve --out' writes. Prints nothing but a list of faults if a run \
has not ended, a puzzle has no record or two different ones, or the files belong to different inputs.

Example:
  tilefall mayan solve --shard 0/2 --out part-0.jsonl puzzles.jsonl
  tilefall mayan solve --shard 1/2 --out part-1.jsonl puzzles.jsonl
  tilefall merge part-0.jsonl part-1.jsonl > results.jsonl")]
pub struct Args {
    /// Results of 'solve --out'
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// Prints the merged records.
///
/// # Errors
/// If the results do not fit together, or a file cannot be read.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    output::refuse_as_input(args.files.iter().map(PathBuf::as_path))?;
    let mut out = BufWriter::with_capacity(1 << 16, Stdout);
    match merge::merge(&args.files, &mut out) {
        Ok(()) => Ok(Exit::Done),
        Err(tilefall::internals::batch::Error::Refused(list)) => {
            list.lines().for_each(crate::exit::print_error);
            Ok(Exit::BadInput)
        }
        Err(error) => Err(error.into()),
    }
}
