//! The command line. A subcommand is called a *verb*, and each verb has one thin file or folder. This crate parses
//! arguments, calls the library and prints, without any game logic.
//!
//! - `args`: arguments that verbs share, their values, and conflicts
//! - `batch`: many puzzles in parallel, results files, shards
//! - `io`: input, output, the terminal and signals
//! - `verbs`: one file or folder per verb
//! - `exit`: errors of arguments and inputs, exit codes, and the conversion of errors into messages and exit codes
//! - `version`: the output of `--version`
//!
//! clap fills the argument types: the `Args` of each verb, and groups that verbs share, such as `SolveArgs`. If a
//! default depends on another argument, on the terminal or on the clock, a method converts these types: `config`
//! returns the `Config` of `solve`; `resolve` returns a type that verbs share (`Inputs`, `View`) or a type of the
//! library (`Limits`). `RuleArgs` are resolved for each puzzle, because they override the rules of the puzzle.
//!
//! An option that has no effect next to another option is refused: by clap if only the presence of both options
//! matters, by the verb if their values matter.
//!
//! Only items that the program and the tests call are public. The compiler drops private code that is never called,
//! such as much of what clap derives, which saves a tenth of the build time.
#![deny(missing_docs)]

mod args;
mod batch;
mod exit;
mod io;
mod verbs;
mod version;

pub use args::values;
pub use batch::merge::merge;
pub use io::sanitize;
pub use verbs::bench::mayan::signature as mayan_signature;
pub use verbs::bench::samegame::signature as samegame_signature;

use args::deferred::Deferred;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use std::ffi::OsString;
use std::mem::ManuallyDrop;
use std::process::ExitCode;
use std::sync::OnceLock;
use tilefall::rules::GameKind;
use verbs::stress::supervise;
use verbs::{bench, completions, convert, man, mayan, merge, samegame};

const START: &str = "Start with: tilefall samegame play";

const EXAMPLES: &str = "\
Examples:
  tilefall mayan solve data/samples/noip.txt
  tilefall mayan solve --count --moves 4 puzzles.jsonl
  tilefall mayan simulate data/samples/p1312.txt
  tilefall samegame simulate data/samples/uva339.txt
  tilefall samegame click 9 0 data/samples/click.txt
  tilefall mayan verify puzzles.jsonl results.jsonl
  tilefall convert --to jsonl puzzles/*.txt > puzzles.jsonl
  tilefall merge results-*.jsonl > results.jsonl
  tilefall mayan generate --moves 4 --count 10 > puzzles.jsonl
  tilefall mayan show puzzles.jsonl
  tilefall mayan replay --html replay.html puzzles.jsonl results.jsonl
  tilefall mayan hint puzzle.jsonl '2 1 R'
  tilefall samegame play
  tilefall bench mayan --quick

Times are seconds or have a unit (5, 500ms, 2m); numbers may be short (1e6, 10k, 2M). If \
a flag is repeated, the last one wins.

The rules of both games are explained, with pictures, in docs/games.md, which the packages contain.

'tilefall VERB --help' explains each verb.";

/// Exact simulators and fast solvers for SameGame and the Mayan puzzle.
#[derive(Debug, Parser)]
#[command(name = "tilefall", version, long_version = version::long(), propagate_version = true, arg_required_else_help = true)]
#[command(args_override_self = true)]
#[command(after_help = START, after_long_help = EXAMPLES)]
struct Cli {
    /// The verb.
    #[command(subcommand)]
    command: Command,
}

/// The verbs.
#[derive(Debug, Subcommand)]
enum Command {
    /// SameGame: simulate, solve, click, generate, show, replay, hint, analyse, play, verify, stress
    #[command(subcommand)]
    Samegame(samegame::Verb),
    /// Mayan puzzle: simulate, solve, generate, show, replay, hint, analyse, play, verify, stress
    #[command(subcommand)]
    Mayan(mayan::Verb),
    /// Run a fixed workload; print node counts (a signature) and rates
    #[command(subcommand)]
    Bench(bench::Verb),
    /// Convert puzzles to another format
    Convert(Deferred<convert::Args>),
    /// Merge the results of several runs
    Merge(Deferred<merge::Args>),
    /// Print a shell completion script
    Completions(Deferred<completions::Args>),
    /// Write manual pages into a directory
    Man(Deferred<man::Args>),
}

/// Returns the clap command with all verbs.
pub fn command() -> clap::Command {
    let mut command = Cli::command();
    command.build();
    command
}

/// Returns the error for a verb that needs the name of a game but has none, as in `tilefall solve`; else `None`.
fn without_a_game(words: &[OsString]) -> Option<exit::UsageError> {
    let word = words.get(1)?.to_str()?;
    let command = Cli::command();
    let has =
        |game: &&str| command.find_subcommand(game).is_some_and(|game| game.find_subcommand(word).is_some());
    let games: Vec<_> = [GameKind::SameGame.name(), GameKind::Mayan.name()].into_iter().filter(has).collect();
    let names: Vec<_> = games.iter().map(|game| format!("'tilefall {game} {word}'")).collect();
    let why = || format!("'{word}' is a verb of a game, expected {}", names.join(" or "));
    (!names.is_empty() && command.find_subcommand(word).is_none()).then(|| exit::UsageError(why()))
}

/// Parses the words of the command line; the first is the name of the program.
fn parse(words: &[OsString]) -> Result<Cli, clap::Error> {
    // The destructor of the parser is skipped: it would take a third of the time of parsing.
    let words = ManuallyDrop::new(Cli::command()).try_get_matches_from_mut(words)?;
    Cli::from_arg_matches(&words)
}

/// The command that starts this program again. Set if the process runs another program, such as Python.
pub static RESTART: OnceLock<Vec<OsString>> = OnceLock::new();

/// Runs the program with the arguments of this process.
pub fn main() -> ExitCode {
    run(&std::env::args_os().collect::<Vec<_>>()).into()
}

/// Runs the program and returns the exit code. The first word is the name of the program, the others are its arguments.
/// To be called once in a process, because this function sets signal handlers.
pub fn run(words: &[OsString]) -> u8 {
    io::signals::ignore_size_limit_signal();
    if words.get(1).is_some_and(|word| word == supervise::WORD) {
        return supervise::run().code();
    }
    if !io::output::has_screen() {
        // Turns colours off: with CI set, anstream would print colours whatever the value of TERM.
        anstream::ColorChoice::Never.write_global();
    }
    let cli = match parse(words) {
        Ok(cli) => cli,
        Err(error) => {
            if let Some(why) = without_a_game(words) {
                return exit::report(Err(why.into()));
            }
            // clap's message quotes the arguments, so the error is made again from sanitized arguments.
            let words = words.iter().map(|word| sanitize::line(&word.to_string_lossy()).into_owned());
            return exit::usage(Cli::try_parse_from(words).err().unwrap_or(error));
        }
    };
    let done = match cli.command {
        Command::Samegame(verb) => samegame::run(verb, words),
        Command::Mayan(verb) => mayan::run(verb, words),
        Command::Bench(verb) => bench::run(verb),
        Command::Convert(Deferred(args)) => convert::run(&args),
        Command::Merge(Deferred(args)) => merge::run(&args),
        Command::Completions(Deferred(args)) => completions::run(&args, Cli::command()),
        Command::Man(Deferred(args)) => man::run(&args, Cli::command()),
    };
    exit::report(done)
}
