//! The command line: clap types and one thin file per verb. It parses, calls the library and prints; it
//! holds no game logic.
//!
//! - `error`: what may be wrong with words and inputs
//! - `exit`: exit codes, and the one place that turns an error into a message and a code
//! - `files`: the files that words name
//! - `input`, `lines`: files and standard input, compressed or not, read up to a bound
//! - `page`: records inside pictures and pages
//! - `puzzles`, `stream`: the puzzles of a command's inputs, of one input; `item`: one of them, or what is none
//! - `format_word`: formats as words, and how that of an input is found
//! - `output`, `status`, `harmless`: standard output; the line that tells where a run is; text that is safe to show
//! - `quick`: the words of the verbs that are run often
//! - `idle`: flags that have no effect next to others
//! - `numbers`, `limits`: numbers, times and sizes as words; those that limit a search
//! - `cpu`: the hidden flag that names a CPU path
//! - `watch`, `signals`: the clock and Ctrl-C
//! - `batch`: what the `solve` verbs of both games share
//! - `verify`: what the `verify` of both games share
//! - `generate`, `show`, `replay`, `hint`: what these verbs of both games share
//! - `full_screen`: programs that have the whole terminal; `play`: the game there, for both games
//! - `writer`: puzzles on standard output
//! - `samegame/`, `mayan/`, `convert`, `shard`, `merge`, `completions`, `man`: the verbs; `version`: what `--version` tells
//!
//! What was typed and what is meant are two types. What clap fills has what was typed and decides nothing: `Args`,
//! and the groups of arguments that verbs share, `SolveArgs` and the like. `run` first calls its method `meant`, which
//! turns what was typed into what is meant, once: defaults that depend on another argument, on the terminal or on the
//! clock are filled in, choices are made, and what does not fit together is refused. What comes after never looks at
//! the words again. The types of what is meant are called `Meant`, or by a name of their own where several verbs share them
//! (`Inputs`, `Spend`, `View`) or the library has them (`Wish`).
//!
//! A single type is enough where there is nothing to decide: for `simulate`, `merge`, `completions`, `man`,
//! `bench mayan`, and the arguments that a game adds to `show`, `replay`, `hint` and `verify`. And what a word means may
//! depend on each puzzle: `RuleArgs` lay their rules over those of the puzzle. Which words were typed matters only to
//! `idle`, and to the sidecar of `--out`, which keeps them.
//!
//! Only what the program and the tests call is public. The compiler drops private code that nobody calls, much of what
//! clap derives among it; this saves a tenth of the build time.
#![deny(missing_docs)]

mod batch;
pub mod bench;
mod completions;
mod convert;
mod cpu;
mod error;
mod exit;
mod files;
mod format_word;
mod full_screen;
mod generate;
pub mod harmless;
mod hint;
mod idle;
mod input;
mod item;
mod limits;
mod lines;
mod man;
mod mayan;
mod merge;
pub mod numbers;
mod output;
mod page;
mod places;
mod play;
mod puzzles;
mod quick;
mod replay;
mod samegame;
mod shard;
mod show;
mod signals;
mod status;
mod stream;
mod verify;
mod version;
mod watch;
mod writer;

pub use generate::range;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use std::process::ExitCode;
use tilefall::base::Game;

const EXAMPLES: &str = "\
Examples:
  tilefall mayan solve data/samples/noip.txt
  tilefall mayan solve --count --moves 4 puzzles.jsonl
  tilefall mayan simulate data/samples/p1312.txt
  tilefall samegame simulate data/samples/uva339.txt
  tilefall samegame click 9 0 data/samples/click.txt
  tilefall mayan verify puzzles.jsonl results.jsonl
  tilefall convert --to jsonl puzzles/*.txt > puzzles.jsonl
  tilefall shard -n 8 --dir pieces puzzles.jsonl
  tilefall merge results-*.jsonl > results.jsonl
  tilefall mayan generate --moves 4 --count 10 > puzzles.jsonl
  tilefall mayan show puzzles.jsonl
  tilefall mayan replay --html replay.html puzzles.jsonl results.jsonl
  tilefall mayan hint puzzle.jsonl '2 1 R'
  tilefall samegame play
  tilefall bench mayan --quick

Times are seconds or have a unit (5, 500ms, 2m); numbers may be short (1e6, 10k, 2M). If \
a flag is repeated, the last one wins.

'tilefall VERB --help' explains each verb.";

/// Exact simulators and fast solvers for SameGame and the Mayan puzzle.
#[derive(Debug, Parser)]
#[command(name = "tilefall", version, long_version = version::long(), propagate_version = true, arg_required_else_help = true)]
#[command(args_override_self = true)]
#[command(after_help = EXAMPLES)]
struct Cli {
    /// What to do.
    #[command(subcommand)]
    command: Command,
}

/// The verbs.
#[derive(Debug, Subcommand)]
enum Command {
    /// Solve and simulate SameGame: click groups of two or more equal tiles
    #[command(subcommand)]
    Samegame(samegame::Verb),
    /// Solve and simulate the Mayan puzzle: slide blocks, clear the board within M moves
    #[command(subcommand)]
    Mayan(mayan::Verb),
    /// Run a fixed workload; print node counts (a signature) and rates
    #[command(subcommand)]
    Bench(bench::Verb),
    /// Convert puzzles to another format
    Convert(convert::Args),
    /// Cut puzzles into pieces for several machines
    Shard(shard::Args),
    /// Merge the results of several runs
    Merge(merge::Args),
    /// Print a shell completion script
    Completions(completions::Args),
    /// Write manual pages into a directory
    Man(man::Args),
}

/// The command line, as clap has it.
pub fn command() -> clap::Command {
    Cli::command()
}

/// The message for a verb of a game that is called without the game; `None` for any other first word.
fn without_a_game() -> Option<String> {
    let word = std::env::args_os().nth(1)?.into_string().ok()?;
    let command = Cli::command();
    let has = |command: &clap::Command| command.find_subcommand(&word).is_some();
    if has(&command) {
        return None;
    }
    let games: Vec<_> = [Game::SameGame, Game::Mayan]
        .into_iter()
        .filter(|game| command.find_subcommand(game.name()).is_some_and(has))
        .map(|game| format!("'tilefall {} {word}'", game.name()))
        .collect();
    (!games.is_empty()).then(|| format!("'{word}' is a verb of a game, expected {}", games.join(" or ")))
}

/// Runs the program.
pub fn main() -> ExitCode {
    signals::bear_size_limit();
    let words: Vec<_> = std::env::args_os().collect();
    let words = quick::parse(&words).map_or_else(|| Cli::command().try_get_matches_from(&words), Ok);
    let parsed = words.and_then(|words| Ok((Cli::from_arg_matches(&words)?, words)));
    let cli = match parsed {
        Ok((cli, words)) => match idle::check(&words) {
            Ok(()) => cli,
            Err(why) => return exit::report(Err(why.into())),
        },
        Err(error) => {
            if let Some(why) = without_a_game() {
                return exit::report(Err(error::Unfit(why).into()));
            }
            // The same error once more, of words that do nothing to a terminal.
            let words = std::env::args_os().map(|word| harmless::line(&word.to_string_lossy()).into_owned());
            return exit::usage(&Cli::try_parse_from(words).err().unwrap_or(error));
        }
    };
    let done = match cli.command {
        Command::Samegame(verb) => samegame::run(verb),
        Command::Mayan(verb) => mayan::run(verb),
        Command::Bench(verb) => bench::run(verb),
        Command::Convert(args) => convert::run(&args),
        Command::Shard(args) => shard::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    };
    exit::report(done)
}
