//! Shared code of the `generate` verbs of both games: the common arguments, and the loop that generates puzzles in
//! parallel and writes them in order.

pub mod mayan;
pub mod samegame;

use crate::args::format_arg::format_name;
use crate::args::limits::threads_or_all;
use crate::args::output_conflicts::{self, OutputFile};
use crate::args::values::{Number, ThreadNumber};
use crate::batch::{Pipeline, Weigh};
use crate::exit::{self, Exit, UsageError};
use crate::io::disk;
use crate::io::progress::{Progress, ProgressArgs, ProgressMode, format_done, suspend};
use crate::io::watch::Watch;
use crate::io::writer::Writer;
use crate::verbs::convert::LostParts;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use tilefall::ask::{GenerateRequest, Maker};
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::Task;
use tilefall::rules::{GameKind, Rules};
use tilefall::text::formats::{Format, Framing, WriteError};
use tilefall::text::record::{Digest, ResultRecord};
use tilefall::text::report::Generated;

/// The arguments that both games share.
#[derive(Debug, clap::Args)]
pub struct GenerateArgs {
    /// The number of puzzles
    #[arg(long, short = 'n', value_name = "N", default_value = "1", help_heading = "Puzzle")]
    count: Number,
    /// The seed; puzzle k of a seed is the same whatever --count, the machine and the threads
    #[arg(long, value_name = "N", default_value = "1", help_heading = "Puzzle")]
    seed: Number,
    /// The format to write
    #[arg(
        long,
        visible_alias = "format",
        value_name = "FORMAT",
        default_value = tilefall::text::formats::jsonl::FORMAT.name,
        help_heading = "Output"
    )]
    #[arg(value_parser = format_name(), hide_possible_values = true)]
    to: &'static Format,
    /// Write a result record for each puzzle to FILE: the list that proves it, for verify and replay
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    answers: Option<PathBuf>,
    #[command(flatten)]
    progress: ProgressArgs,
    /// Threads [default: all cores]
    #[arg(long, short = 'j', value_name = "N")]
    #[arg(help_heading = "Limits")]
    threads: Option<ThreadNumber>,
}

impl GenerateArgs {
    /// Returns whether `--quiet` is given, so that neither progress nor notes are printed.
    fn is_quiet(&self) -> bool {
        self.progress.mode() == ProgressMode::Never
    }

    /// Checks that the format of `--to` can hold the puzzles and their number.
    fn check_format(&self, game: GameKind, maker: &Maker) -> Result<(), UsageError> {
        let (to, count) = (self.to, self.count.0);
        if !to.holds(game) {
            return Err(UsageError(format!("--to {} holds no {} puzzles", to.name, game.title())));
        }
        if to.framing == Framing::Single && count > 1 {
            return Err(UsageError(format!("a {} file holds one puzzle, found {count}", to.name)));
        }
        maker.check_format(to).map_err(|WriteError(why)| UsageError(format!("--to {}: {why}", to.name)))
    }
}

impl Weigh for Result<Generated, String> {
    fn weight(&self) -> usize {
        let made = self.as_ref().ok();
        size_of::<Self>() + made.map_or(0, |made| made.grid.rows() * made.grid.cols() + 1024)
    }
}

/// Returns a digest of the canonical form of a board. Boards with equal digests count as duplicates. A collision of
/// digests does no harm: a new board is left out.
fn digest(grid: &Grid) -> u64 {
    let mut digest = Digest::default();
    digest.add(&grid.canonical());
    digest.value()
}

/// Returns whether a task has unusual rules, which only some formats can represent.
fn has_own_rules(task: &Task) -> bool {
    matches!(task, Task::SameGame(task) if task.rules.is_some_and(|rules| rules != Rules::default()))
}

/// Generates the puzzles and writes them in order, without duplicates.
pub fn run(args: &GenerateArgs, game: GameKind, request: &GenerateRequest) -> anyhow::Result<Exit> {
    let maker = request.maker(game).map_err(|error| UsageError::of_request(&error))?;
    args.check_format(game, &maker)?;
    let name = maker.name();
    let (count, seed, to, path) = (args.count.0, args.seed.0, args.to, args.answers.as_deref());
    let answered: Vec<_> = path.iter().map(|path| OutputFile::new("--answers", path)).collect();
    output_conflicts::check(&answered, &[] as &[PathBuf])?;
    let watch = Watch::start()?;
    let cancel = watch.cancel();
    let threads = threads_or_all(args.threads).number();
    let line = Pipeline::new(threads, 64 * threads);
    let handle = line.clone();
    watch.at_signal(move || handle.stop());
    let (written, begun) = (Arc::new(AtomicU64::new(0)), Instant::now());
    let shown = written.clone();
    let progress = Progress::start(args.progress.mode(), move || {
        let (written, time) = (shown.load(Ordering::Relaxed) as f64, begun.elapsed());
        format_done(written, Some(count as f64), true, written / time.as_secs_f64(), time)
    });
    let mut writer = Writer::new(to);
    let (mut taken, mut number, mut answers) = (HashSet::new(), 0, String::new());
    let mut lost = LostParts::default();
    let write = |made: &mut Vec<Result<Generated, String>>| -> anyhow::Result<()> {
        for made in made.drain(..) {
            // Threads do not know the puzzles of other threads, so a puzzle may be a duplicate.
            let made = match made {
                Ok(made) if taken.contains(&digest(&made.grid)) => {
                    maker.make(seed, number, cancel, |grid| taken.contains(&digest(grid)))
                }
                made => made,
            };
            let made = match made {
                Ok(made) => made,
                Err(_) if cancel.is_cancelled() => break,
                Err(why) => anyhow::bail!("puzzle {} of {count}: {why}", number + 1),
            };
            taken.insert(digest(&made.grid));
            let unfit = |WriteError(why)| anyhow::anyhow!("{}: {why}", to.name);
            let (puzzle, answer) = made.fit(to).map_err(unfit)?.named(&name, seed, number);
            let text = to.write(&puzzle).map_err(unfit)?;
            if has_own_rules(&puzzle.task) {
                lost.compare(&puzzle.task, to, &text);
            }
            number += 1;
            suspend(|| writer.add(text).and_then(|()| writer.flush()))?;
            answers.extend(answer.iter().map(ResultRecord::to_line));
            written.store(number, Ordering::Relaxed);
        }
        Ok(())
    };
    let done = line.run(0..count, |_, at| maker.make(seed, at, cancel, |_| false), write);
    drop(progress);
    // After an error or an interrupt, the puzzles made so far are still written, with their answers. But if writing to
    // standard output failed, the file of `--answers` is left as it was.
    let done = if writer.is_empty() { done } else { writer.end().and(done) };
    match path {
        Some(_) if done.as_ref().is_err_and(exit::is_io_failure) => {}
        Some(path) if !answers.is_empty() => disk::replace(path, answers.as_bytes())?,
        Some(path) if done.is_ok() && number > 0 => {
            exit::note(&format!("{}: not written, these puzzles come without answers", path.display()));
        }
        _ => {}
    }
    done?;
    lost.print(to);
    if watch.interrupted() {
        exit::note(&format!("interrupted after {number} of {count} puzzles"));
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Done)
}
