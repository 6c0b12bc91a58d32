//! `tilefall bench mayan`: searches of fixed boards, counted in nodes.

use super::BenchArgs;
use super::table::{self, Part, Searched};
use crate::exit::Exit;
use tilefall::CpuPath;
use tilefall::internals::workload::mayan::{BOARDS, SLOW, read, run as solve, set_of};
use tilefall::rules::puzzle::Puzzle;

pub const EXAMPLES: &str = "\
The sets, each board solved by one thread:
  easy    60 boards, the shortest list of 2 to 4 moves
  hard5   40 boards, the first list of exactly 5 moves
  deep    30 boards, the shortest list of 6 to 9 moves
  none-M  20 full boards of 6 to 10 colours, proof of none in M moves (10 not with --quick)
  few-C   full boards of C colours, proof of none in 7 moves

The signature is the number of nodes, that is, of boards whose moves were tried: the same on every machine, number \\
of threads and CPU path, unless the search behaves differently.

Examples:
  tilefall bench mayan
  tilefall bench mayan --quick --runs 10
  tilefall bench mayan --output jsonl > bench.jsonl";

/// Solves every board on one thread, so that the node counts are the same on every machine, and prints a table or the
/// signature.
pub fn run(args: &BenchArgs) -> anyhow::Result<Exit> {
    let boards = read(BOARDS, |set| !(args.quick && set == SLOW))?;
    table::run(args, &parts(&boards, args.cpu.path()), add, |signature| signature.to_string())
}

/// Returns the signature of the selected sets: the total number of nodes. It is the same in every build, on every CPU
/// path, and in every run, unless a search behaves differently.
pub fn signature(wanted: impl Fn(&str) -> bool) -> anyhow::Result<u64> {
    table::signature(&parts(&read(BOARDS, wanted)?, CpuPath::best()), 1, add)
}

fn add(nodes: u64, more: u64) -> u64 {
    nodes + more
}

/// Returns a part of the workload for each set; the boards of a set must be adjacent in `boards`.
fn parts(boards: &[Puzzle], path: CpuPath) -> Vec<Part<'_>> {
    let sets = boards.chunk_by(|a, b| set_of(a) == set_of(b));
    sets.map(|set| Part {
        name: set_of(&set[0]).to_owned(),
        unit: "nodes",
        boards: set.len(),
        search: Box::new(move |at| {
            let outcome = solve(&set[at], path)?;
            let (cleared, nodes) = (outcome.found.is_some(), outcome.stats.nodes);
            Ok(Searched { cleared, done: nodes, digest: nodes })
        }),
    })
    .collect()
}
