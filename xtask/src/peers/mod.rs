//! `cargo xtask bench --peers`: compares tilefall with programs of others, in one run.
//!
//! - `peer`: a program that solves one puzzle per process, and how it is run
//! - `program`: the program of this repository as a peer, converter and verifier
//! - `environments`: environments in Python, from PyPI
//! - `table`: the measurements as a table and as a file
//!
//! Programs take turns on each board, and every answer is checked by `tilefall verify`. The straightforward program of `benches` is
//! always there; sources of other programs are not part of this repository, so that a user builds them and names them by `--with`.

mod environments;
mod peer;
mod program;
mod table;

use anyhow::Context as _;
use clap::ValueEnum;
use peer::{Clock, Kind, Peer};
use program::Tilefall;
use std::path::{Path, PathBuf};
use std::time::Duration;
use table::{Outcome, Row};

/// The arguments of `cargo xtask bench`.
#[derive(clap::Args)]
pub struct Args {
    /// Compare with programs of others
    #[arg(long, required = true)]
    peers: bool,
    /// The parts of the comparison
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Part::value_variants().to_vec())]
    parts: Vec<Part>,
    /// A program as KIND:NAME=PROGRAM; `noip` reads and writes a Mayan puzzle as in NOIP 2011, `clicks` reads rows of
    /// numbers and writes clicks
    #[arg(long = "with", value_name = "KIND:NAME=PROGRAM")]
    others: Vec<Peer>,
    /// Rounds of Mayan puzzles, in turns
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// The largest number of Mayan moves
    #[arg(long, default_value_t = 10)]
    moves: u32,
    /// Processor seconds per board up to which a program goes on to one Mayan move more
    #[arg(long, default_value_t = 0.2)]
    patience: f64,
    /// Boards of SameGame, and Mayan puzzles of 5 moves
    #[arg(long, default_value_t = 5)]
    boards: usize,
    /// Seconds per board of SameGame for tilefall, on one thread
    #[arg(long, default_value_t = 20)]
    seconds: u32,
    /// The program to use [default: build it]
    #[arg(long)]
    program: Option<PathBuf>,
    /// The wheel to install for the environments [default: build it]
    #[arg(long)]
    wheel: Option<PathBuf>,
    /// The folder for programs and packages
    #[arg(long, default_value = "target/peers")]
    folder: PathBuf,
    /// Write the measurements as tab-separated values
    #[arg(long)]
    out: Option<PathBuf>,
    /// Print the table of a recorded file, and measure nothing
    #[arg(long, conflicts_with = "out")]
    table: Option<PathBuf>,
    /// The first line of the file: machine, load and commit
    #[arg(long, default_value = "unknown machine")]
    machine: String,
}

/// A part of the comparison.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Proofs that a Mayan puzzle has no list, and first lists of 5 moves
    Mayan,
    /// Scores of SameGame
    Samegame,
    /// Steps of environments in Python
    Environments,
}

impl Args {
    /// Returns the command without paths.
    fn command(&self) -> String {
        let parts: Vec<_> = self.parts.iter().filter_map(|part| part.to_possible_value()).collect();
        let parts: Vec<&str> = parts.iter().map(|part| part.get_name()).collect();
        let names: Vec<&str> = self.others.iter().map(|peer| peer.name.as_str()).collect();
        let Self { rounds, moves, patience, boards, seconds, .. } = self;
        format!(
            "`cargo xtask bench --peers --parts {} --rounds {rounds} --moves {moves} --patience {patience} \
             --boards {boards} --seconds {seconds}` with {}",
            parts.join(","),
            if names.is_empty() { String::from("no other program") } else { names.join(", ") },
        )
    }
}

/// The program that converts and checks, and the clock.
type Means<'a> = (&'a Tilefall, Clock<'a>);

/// The longest time of one process.
const LIMIT: Duration = Duration::from_secs(60);

/// Compares, and returns a table; `clock` returns the processor seconds of all processes that have ended.
///
/// # Errors
/// If a program cannot be built or started, or a file cannot be written.
pub fn run(args: &Args, clock: Clock<'_>) -> anyhow::Result<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the workspace")?;
    if let Some(recorded) = &args.table {
        return table_of(recorded);
    }
    let tilefall = Tilefall::new(root, &args.folder, args.program.as_deref())?;
    let has = |part: Part| args.parts.contains(&part);
    let mut rows = Vec::new();
    if has(Part::Mayan) {
        let mut peers = vec![tilefall.mayan(), tilefall.straightforward(root)?];
        peers.extend(of_kind(args, Kind::Noip));
        rows.extend(mayan(args, root, (&tilefall, clock), &peers)?);
    }
    if has(Part::Samegame) {
        let mut peers = tilefall.samegame(args.seconds);
        peers.extend(of_kind(args, Kind::Clicks));
        rows.extend(samegame(args, root, (&tilefall, clock), &peers)?);
    }
    if has(Part::Environments) {
        match environments::measure(root, &tilefall.folder("python"), args.wheel.as_deref()) {
            Ok(measured) => rows.extend(measured),
            Err(error) => {
                eprintln!("environments are skipped: {error:#}; they need Python with pip and PyPI")
            }
        }
    }
    if let Some(out) = &args.out {
        let comment = format!("{}; {}", args.machine, args.command());
        std::fs::write(out, table::tsv(&rows, &comment)).with_context(|| out.display().to_string())?;
    }
    Ok(table::markdown(&rows))
}

/// Returns the table of a recorded file.
///
/// # Errors
/// If the file cannot be read.
pub fn table_of(path: &Path) -> anyhow::Result<String> {
    let name = || path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(name)?;
    Ok(table::markdown(&table::read(&text).with_context(name)?))
}

/// Returns the named programs of a kind; if there is none, says so.
fn of_kind(args: &Args, kind: Kind) -> Vec<Peer> {
    let peers: Vec<Peer> = args.others.iter().filter(|peer| peer.kind == kind).cloned().collect();
    if peers.is_empty() {
        let name = if kind == Kind::Noip { "noip" } else { "clicks" };
        eprintln!(
            "no program of others by --with {name}:NAME=PROGRAM; docs/benchmarks/peers.md names sources"
        );
    }
    peers
}

/// Runs all programs on one board in each of `rounds`, and returns a row for each process.
fn in_turns(
    (task, board, puzzle): (&str, &str, &str),
    peers: &[Peer],
    rounds: u32,
    (tilefall, clock): Means<'_>,
) -> anyhow::Result<Vec<Row>> {
    eprintln!("{task}: {board}");
    let mut rows: Vec<Row> = Vec::new();
    // Rows of claims that there is no list, which a valid list refutes.
    let mut claims = Vec::new();
    let mut has_list = false;
    for round in 1..=rounds {
        // The first program of a round is another one each time.
        let first = (round as usize - 1) % peers.len();
        for peer in peers[first..].iter().chain(&peers[..first]) {
            let answer = peer.run(puzzle, &tilefall.folder("run"), LIMIT, clock)?;
            let result = match &answer.text {
                Some(text) => tilefall.check(peer.kind, puzzle, text)?,
                None => Outcome::Stopped,
            };
            if let (Outcome::Valid(_), Some(text)) = (result, &answer.text) {
                if text.trim() == "-1" { claims.push(rows.len()) } else { has_list = true }
            }
            rows.push(Row {
                task: task.to_owned(),
                board: board.to_owned(),
                peer: peer.name.clone(),
                round,
                result,
                seconds: answer.seconds,
                processor_seconds: answer.processor_seconds,
            });
        }
    }
    if has_list {
        for claim in claims {
            rows[claim].result = Outcome::Wrong;
        }
    }
    Ok(rows)
}

/// Compares programs on Mayan puzzles: boards without a list for growing numbers of moves, and boards with a list of 5.
fn mayan(args: &Args, root: &Path, (tilefall, clock): Means<'_>, peers: &[Peer]) -> anyhow::Result<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    let mut left = peers.to_vec();
    for moves in 2..=args.moves {
        let task = format!("Mayan, none in {moves} moves");
        let begun = rows.len();
        for (board, puzzle) in
            tilefall.boards(&root.join("data/bench/mayan.jsonl"), "none-10/", Some(moves))?
        {
            rows.extend(in_turns((&task, &board, &puzzle), &left, args.rounds, (tilefall, clock))?);
        }
        left.retain(|peer| {
            let of_peer = rows[begun..].iter().filter(|row| row.peer == peer.name);
            let (count, seconds) =
                of_peer.fold((0.0, 0.0), |(n, s), row| (n + 1.0, s + row.processor_seconds));
            seconds < args.patience * count
        });
        if left.is_empty() {
            break;
        }
    }
    let boards = tilefall.boards(&root.join("data/bench/mayan.jsonl"), "hard5/", Some(5))?;
    for (board, puzzle) in boards.iter().take(args.boards) {
        rows.extend(in_turns(
            ("Mayan, first list of 5 moves", board, puzzle),
            peers,
            args.rounds,
            (tilefall, clock),
        )?);
    }
    Ok(rows)
}

/// Compares programs on boards of SameGame.
fn samegame(
    args: &Args,
    root: &Path,
    (tilefall, clock): Means<'_>,
    peers: &[Peer],
) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    let boards = tilefall.boards(&root.join("data/bench/samegame15.jsonl"), "", None)?;
    for (board, puzzle) in boards.iter().take(args.boards) {
        rows.extend(in_turns(("SameGame, 15×15, 5 colours", board, puzzle), peers, 1, (tilefall, clock))?);
    }
    Ok(rows)
}
