//! Runs a workload and prints the results as a table or as JSON.

use super::BenchArgs;
use crate::args::values::Output;
use crate::exit::{self, Exit};
use crate::io::output;
use std::fmt::Write as _;
use std::time::Instant;
use tilefall::internals::results_in_order;

/// The result of a search of one board.
pub struct Searched {
    /// Whether the search found a list that clears the board.
    pub cleared: bool,
    /// The work done, in the unit of the part: nodes, trials, playouts or clicks.
    pub done: u64,
    /// The contribution of this search to the signature.
    pub digest: u64,
}

/// A part of the workload: boards that are searched in the same way, with a row of their own in the table.
pub struct Part<'a> {
    pub name: String,
    /// The unit of [`Searched::done`], such as `nodes`.
    pub unit: &'static str,
    pub boards: usize,
    /// Searches the board with this index.
    pub search: Box<dyn Fn(usize) -> anyhow::Result<Searched> + Sync + 'a>,
}

/// The result of a search, and the time that the search took.
struct Timed {
    searched: Searched,
    seconds: f64,
    /// The processor time of the search's thread, if the system reports it.
    processor: Option<f64>,
}

/// The totals over all boards of a part in one run, and the time of the slowest board.
#[derive(Default)]
struct Row {
    cleared: usize,
    done: u64,
    seconds: f64,
    processor: Option<f64>,
    worst: f64,
}

impl Part<'_> {
    /// Searches all boards; calls `digest` with the digest of each search, in the order of the boards.
    fn run(&self, threads: usize, mut digest: impl FnMut(u64)) -> anyhow::Result<Row> {
        let timed = |at: usize| -> anyhow::Result<Timed> {
            let (begun, before) = (Instant::now(), processor_time());
            let searched = (self.search)(at)?;
            let (seconds, after) = (begun.elapsed().as_secs_f64(), processor_time());
            let processor = before.zip(after).map(|(before, after)| after - before);
            Ok(Timed { searched, seconds, processor })
        };
        let mut row = Row { processor: Some(0.0), ..Row::default() };
        for timed in results_in_order(threads, || |at| (at < self.boards).then(|| timed(at))) {
            let Timed { searched, seconds, processor } = timed?;
            digest(searched.digest);
            row.cleared += usize::from(searched.cleared);
            row.done += searched.done;
            row.seconds += seconds;
            row.processor = row.processor.zip(processor).map(|(all, one)| all + one);
            row.worst = row.worst.max(seconds);
        }
        Ok(row)
    }
}

/// Returns the signature of a workload; `add` adds the digest of a board to the signature so far.
pub fn signature(parts: &[Part<'_>], threads: usize, add: fn(u64, u64) -> u64) -> anyhow::Result<u64> {
    let mut signature = 0;
    for part in parts {
        part.run(threads, |digest| signature = add(signature, digest))?;
    }
    Ok(signature)
}

/// Runs a workload and prints a table or JSON with the signature; with `--signature`, only the signature.
pub fn run(
    args: &BenchArgs,
    parts: &[Part<'_>],
    add: fn(u64, u64) -> u64,
    format: fn(u64) -> String,
) -> anyhow::Result<Exit> {
    let threads = args.threads.to_usize();
    if args.signature {
        output::print(&(format(signature(parts, threads, add)?) + "\n"))?;
        return Ok(Exit::Done);
    }
    // The rows of each part. The parts take turns, so that a slow phase of the machine affects all of them.
    let mut rows: Vec<Vec<Row>> = parts.iter().map(|_| Vec::new()).collect();
    let mut signature = 0;
    for _ in 0..args.runs.0 {
        signature = 0;
        for (part, rows) in parts.iter().zip(&mut rows) {
            rows.push(part.run(threads, |digest| signature = add(signature, digest))?);
        }
    }
    let signature = format(signature);
    let text = match args.output {
        Output::Text => text(parts, &rows, &signature)?,
        Output::Jsonl => jsonl(parts, &rows, &signature)?,
    };
    output::print(&text)?;
    let all = || rows.iter().flatten();
    let seconds: f64 = all().map(|row| row.seconds).sum();
    let processor: Option<f64> = all().map(|row| row.processor).sum();
    if let Some(processor) = processor.filter(|&processor| processor < 0.95 * seconds) {
        let share = 100.0 * processor / seconds;
        exit::note(&format!(
            "this machine was busy: the searches had a processor for {share:.0} % of their time, expected more than 95 %"
        ));
    }
    Ok(Exit::Done)
}

/// Returns the rate of each run of a part, in units of work a second.
fn rates(rows: &[Row]) -> impl Iterator<Item = f64> {
    rows.iter().map(|row| row.done as f64 / row.seconds.max(1e-9))
}

/// Formats the table, at most 80 columns wide.
fn text(parts: &[Part<'_>], rows: &[Vec<Row>], signature: &str) -> anyhow::Result<String> {
    let mut text = format!(
        "{:<13}{:>7}{:>8}{:>10} {:<8}{:>9}{:>9}{:>10}{:>5}\n",
        "", "boards", "cleared", "done", "", "ms mean", "ms worst", "a second", "±%"
    );
    for (part, rows) in parts.iter().zip(rows) {
        let (last, runs) = (&rows[rows.len() - 1], rows.len() as f64);
        let mean = rates(rows).sum::<f64>() / runs;
        let (low, high) =
            rates(rows).fold((f64::MAX, 0.0_f64), |(low, high), rate| (low.min(rate), high.max(rate)));
        let spread = 50.0 * (high - low) / mean.max(1e-9);
        let milliseconds = 1e3 * rows.iter().map(|row| row.seconds).sum::<f64>() / runs / part.boards as f64;
        let worst = 1e3 * rows.iter().map(|row| row.worst).fold(0.0, f64::max);
        writeln!(
            text,
            "{:<13}{:>7}{:>8}{:>10} {:<8}{milliseconds:>9.3}{worst:>9.3}{mean:>10.0}{spread:>5.1}",
            part.name, part.boards, last.cleared, last.done, part.unit
        )?;
    }
    let seconds: f64 = rows.iter().flatten().map(|row| row.seconds).sum();
    if let Some(processor) = rows.iter().flatten().map(|row| row.processor).sum::<Option<f64>>() {
        writeln!(text, "{seconds:.2} s in searches, {processor:.2} s of processor time")?;
    }
    writeln!(text, "signature {signature}")?;
    Ok(text)
}

/// Formats a line of JSON for each part, and one for the signature.
fn jsonl(parts: &[Part<'_>], rows: &[Vec<Row>], signature: &str) -> anyhow::Result<String> {
    let mut text = String::new();
    for (part, rows) in parts.iter().zip(rows) {
        let last = &rows[rows.len() - 1];
        let (seconds, processor): (Vec<_>, Vec<_>) =
            rows.iter().map(|row| (row.seconds, row.processor)).unzip();
        let line = serde_json::json!({
            "name": part.name, "boards": part.boards, "cleared": last.cleared, "done": last.done, "unit": part.unit,
            "seconds": seconds, "processor_seconds": processor, "worst_seconds": last.worst,
        });
        writeln!(text, "{line}")?;
    }
    writeln!(text, "{}", serde_json::json!({ "signature": signature }))?;
    Ok(text)
}

/// Returns the processor time of this thread in seconds.
#[cfg(unix)]
fn processor_time() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9)
}

/// Returns `None`: the processor time is not read on this system.
#[cfg(not(unix))]
fn processor_time() -> Option<f64> {
    None
}
