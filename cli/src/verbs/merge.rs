//! `tilefall merge`: the results of several runs as one.

use crate::args::output_conflicts;
use crate::batch::merge;
use crate::exit::Exit;
use crate::io::output::Stdout;
use std::io::BufWriter;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Prints the records of all files in the order of their indexes, as one whole run would have. Each file needs the \
sidecar (FILE.tilefall) that 'solve --out' writes. Prints nothing but an error if a run has not ended, a puzzle has \
no record or two, or the files belong to different inputs.

Example:
  tilefall mayan solve --shard 0/2 --out part-0.jsonl puzzles.jsonl
  tilefall mayan solve --shard 1/2 --out part-1.jsonl puzzles.jsonl
  tilefall merge part-0.jsonl part-1.jsonl > results.jsonl")]
pub struct Args {
    /// Results of 'solve --out'
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// Prints the records of all files, in the order of their indexes.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    output_conflicts::check(&[], &args.files)?;
    let mut out = BufWriter::with_capacity(1 << 16, Stdout);
    merge(&args.files, &mut out)?;
    Ok(Exit::Done)
}
