//! `tilefall samegame stress` and `tilefall mayan stress`: they test a contest program on many inputs.

mod kept;
mod process;
mod report;
pub mod supervise;

use process::Program;
use supervise::RunLimits;

use crate::args::limits::threads_or_all;
use crate::args::palette::Color;
use crate::args::shape::ShapeArgs;
use crate::args::values::{Number, Output, ThreadNumber, Time};
use crate::exit::{self, Exit, UsageError, file_error};
use crate::io::progress::{Progress, ProgressArgs, ProgressMode, format_done};
use crate::io::watch::Watch;
use crate::io::{disk, output};
use anyhow::bail;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tilefall::stress::{Compare, ContestTask, Failure, Stage, Stress, made};

/// The arguments that both games share. The last use of a repeated option counts, so the report can append options.
#[derive(Debug, clap::Args)]
#[command(args_override_self = true)]
pub struct StressArgs {
    /// The program with its arguments, after '--'
    #[arg(last = true, value_name = "PROGRAM", required_unless_present_any = ["write", "list_traps"])]
    program: Vec<OsString>,
    /// Read the input from file IN of the program's folder, and its output from OUT
    #[arg(long, num_args = 2, value_names = ["IN", "OUT"], value_parser = clap::value_parser!(PathBuf))]
    files: Vec<PathBuf>,
    /// Compare byte for byte; otherwise blanks at line ends, blank lines and the last newline do not count
    #[arg(long)]
    exact: bool,
    /// Compare word by word, whatever the blanks and lines
    #[arg(long, conflicts_with = "exact")]
    ignore_blanks: bool,
    /// Explain the known mistakes for which inputs are made
    #[arg(long)]
    list_traps: bool,
    /// Write inputs for all traps with their answers to DIR, and run no program
    #[arg(long, value_name = "DIR", conflicts_with_all = ["program", "list_traps"])]
    write: Option<PathBuf>,
    /// Keep failing inputs in folder DIR, and try those that are there first
    #[arg(long, value_name = "DIR")]
    save: Option<PathBuf>,
    /// The seed of the inputs
    #[arg(long, value_name = "N", default_value = "1")]
    seed: Number,
    /// The number of inputs
    #[arg(long, short = 'n', value_name = "N", default_value = "10k", help_heading = "Limits")]
    count: Number,
    /// Time for all inputs; to make a failing one smaller and to look for the mistake takes up to 30 s more
    #[arg(
        long,
        short,
        value_name = "DUR",
        default_value = "60s",
        help_heading = "Limits",
        allow_hyphen_values = true
    )]
    time: Time,
    #[command(flatten)]
    limits: RunLimits,
    /// Threads: programs that run at once [default: all cores]
    #[arg(long, short = 'j', value_name = "N", help_heading = "Limits")]
    threads: Option<ThreadNumber>,
    /// Print a report as text or as a line of JSON
    #[arg(long, short, value_name = "KIND", value_enum, default_value = "text", help_heading = "Output")]
    output: Output,
    /// Colours; labels are always there
    #[arg(
        long,
        visible_alias = "colour",
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        help_heading = "Output"
    )]
    color: Color,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// The maximum time for making a failing input smaller, and for finding the mistake.
const SEARCHES: [Duration; 2] = [Duration::from_secs(20), Duration::from_secs(10)];

/// The tasks of Mayan programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum MayanTask {
    /// NOIP 2011 and Luogu P1312: the first list of n moves
    #[value(alias = "noip", alias = "p1312")]
    Solve,
    /// Whether a list clears the board: Yes or No
    Simulate,
}

/// The arguments of `tilefall mayan stress`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The program gets an input on standard input and prints its answer, as on the judge's machine. It runs with your rights: \
test only programs that you would start yourself. Swaps of equal blocks count as moves or not, as the program likes: an answer \
is right if either reading gives it. Exit code 0: no input failed, 1: one did.

Example:
  $ tilefall mayan stress -- ./mayan
  $ tilefall mayan stress --files mayan.in mayan.out -- python3 mayan.py")]
pub struct MayanArgs {
    /// The task that the program solves
    #[arg(long, value_enum, default_value = "solve")]
    task: MayanTask,
    #[command(flatten)]
    common: StressArgs,
}

/// The tasks of SameGame programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum SameGameTask {
    /// UVa 339: the grids after the selections
    Uva339,
    /// UVa 758: the largest group is removed again and again
    Uva758,
    /// One click on a board of '.' and digits
    Click,
}

/// The arguments of `tilefall samegame stress`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The program gets an input on standard input and prints its answer, as on the judge's machine. It runs with your rights: \
test only programs that you would start yourself. For the task 'click' the words \
ROW and COL of the command become the clicked cell, from 0 at the top left; --rows, --cols and --types are those of its boards. Exit code 0: no input \
failed, 1: one did.

Example:
  $ tilefall samegame stress --task uva339 -- ./a.out
  $ tilefall samegame stress --task click --types 4 -- ./main ROW COL")]
pub struct SameGameArgs {
    /// The task that the program solves
    #[arg(long, value_enum)]
    task: SameGameTask,
    #[command(flatten)]
    shape: ShapeArgs<100>,
    #[command(flatten)]
    common: StressArgs,
}

/// Runs `tilefall mayan stress`. `words` are the words of the command line.
pub fn mayan(args: &MayanArgs, words: &[OsString]) -> anyhow::Result<Exit> {
    let task = match args.task {
        MayanTask::Solve => ContestTask::Solve,
        MayanTask::Simulate => ContestTask::Simulate,
    };
    run(&args.common, task, words)
}

/// Runs `tilefall samegame stress`. `words` are the words of the command line.
pub fn samegame(args: &SameGameArgs, words: &[OsString]) -> anyhow::Result<Exit> {
    let task = match args.task {
        SameGameTask::Uva339 => ContestTask::Uva339,
        SameGameTask::Uva758 => ContestTask::Uva758,
        SameGameTask::Click => ContestTask::Click(args.shape.resolve()),
    };
    run(&args.common, task, words)
}

fn run(args: &StressArgs, task: ContestTask, words: &[OsString]) -> anyhow::Result<Exit> {
    if args.list_traps {
        output::print(&report::traps(task))?;
        return Ok(Exit::Done);
    }
    let compare = match (args.exact, args.ignore_blanks) {
        (true, _) => Compare::Exact,
        (_, true) => Compare::Words,
        _ => Compare::Lines,
    };
    let (kept, names) =
        args.save.as_deref().map_or_else(|| Ok(Default::default()), |folder| kept::read(folder, task))?;
    let (seed, count) = (args.seed.0, args.count.0);
    let jobs = threads_or_all(args.threads).number();
    let stress = Stress { task, seed, kept, count, compare, jobs };
    if let Some(folder) = &args.write {
        return write(folder, &stress);
    }
    let has = |name: &str| args.program.iter().any(|word| word == name);
    if matches!(task, ContestTask::Click(_)) && !(has("ROW") && has("COL")) {
        bail!(UsageError(
            "the task 'click' needs the words ROW and COL in the command: ./main ROW COL".into()
        ));
    }
    let files = <[PathBuf; 2]>::try_from(args.files.clone()).ok();
    let is_name = |path: &PathBuf| path.file_name() == Some(path.as_os_str());
    if files.as_ref().is_some_and(|files| !files.iter().all(is_name) || files[0] == files[1]) {
        bail!(UsageError("--files needs two names without a folder, like mayan.in mayan.out".into()));
    }
    let watch = Watch::start()?;
    let reads_stdin = files.is_none();
    let program = Program::new(args.program.clone(), files, args.limits, watch.clone())?;
    let (tried, begun, count) = (Arc::new(AtomicU64::new(0)), Instant::now(), stress.count);
    let shown = tried.clone();
    let progress = Progress::start(args.progress.mode(), move || {
        let (tried, time) = (shown.load(Relaxed) as f64, begun.elapsed());
        format_done(tried, Some(count as f64), true, tried / time.as_secs_f64(), time) + " inputs"
    });
    let end = begun + args.time.0;
    // Making the input smaller and looking for the mistake have their own time limits.
    let ends = SEARCHES.map(|time| (time, OnceLock::new()));
    let mut report = stress.run(&program, &|stage| {
        let (time, search_end) = &ends[usize::from(stage == Stage::Explain)];
        let end = match stage {
            Stage::Input(at) => {
                tried.fetch_max(at, Relaxed);
                end
            }
            _ => *search_end.get_or_init(|| Instant::now() + *time),
        };
        !watch.interrupted() && Instant::now() < end
    });
    drop(progress);
    if let Some(Failure::NotRun(why)) = report.found.as_ref().map(|found| &found.failure) {
        if !watch.interrupted() {
            bail!(UsageError(why.clone()));
        }
        report.found = None;
    }
    let exit = match report.found {
        Some(_) => Exit::BadInput,
        None if watch.interrupted() => Exit::Interrupted,
        None => Exit::Done,
    };
    let kept_as = match (&args.save, &report.found) {
        (Some(folder), Some(found)) => Some(kept::write(folder, &stress, &names, found)?),
        _ => None,
    };
    let wrote = reads_stdin.then(|| program.wrote());
    let shown = report::Shown { stress: &stress, report: &report, args, words, kept_as, wrote };
    let printed = match args.output {
        Output::Jsonl => output::print(&format!("{}\n", report.json(&stress))),
        Output::Text if report.found.is_some() => output::print_raw(&shown.text(args.color.depth())),
        Output::Text if args.progress.mode() != ProgressMode::Never => {
            output::print(&shown.passed(begun.elapsed(), watch.interrupted()))
        }
        Output::Text => Ok(()),
    };
    match printed {
        // A closed pipe does not change the exit code, which shows whether an input failed.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(exit),
        printed => Ok(printed.map(|()| exit)?),
    }
}

/// Writes inputs for all traps (known mistakes) with their answers, and `TRAPS.txt`, which explains the traps.
fn write(folder: &Path, stress: &Stress) -> anyhow::Result<Exit> {
    std::fs::create_dir_all(folder).map_err(file_error(folder, "made"))?;
    // The folder must be empty: inputs of another task or seed would be mixed with the new ones.
    if std::fs::read_dir(folder).map_err(file_error(folder, "read"))?.next().is_some() {
        bail!(UsageError(format!("{}: the folder is not empty, expected a new one", folder.display())));
    }
    let (mut list, mut written) = (String::new(), 0);
    for (trap, input) in made(stress.task, stress.seed) {
        written += 1;
        let name = format!("{written:02}-{}", trap.name);
        let note = if trap.is_tested() { "" } else { " Judges do not seem to test it." };
        let _ = writeln!(list, "{name}: {}{note}", trap.about());
        kept::write_files(folder, &name, &input, &input.answer(true))?;
    }
    disk::replace(&folder.join("TRAPS.txt"), list.as_bytes())?;
    exit::note(&format!("{written} inputs with their answers are in {}", folder.display()));
    Ok(Exit::Done)
}
