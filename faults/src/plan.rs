//! Runs the trials on several threads and prints their summary.

use crate::call::{self, Fault, KINDS};
use crate::power::{self, Op};
use crate::scenario::{self, Scenario};
use crate::sweep::{self, Hit};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

/// Without `--long`, one call in `STRIDE` is tested.
const STRIDE: u64 = 15;

/// A series of trials on one scenario. Each trial has a fault at another call, or another state of the disk.
#[derive(Clone)]
struct Series {
    scenario: usize,
    name: String,
    /// The row of the summary in which the trials are counted: `write`, `kills`.
    what: &'static str,
    work: Work,
}

#[derive(Clone, Copy)]
enum Work {
    Hits(Hit),
    /// Every state of the disk after a loss of power.
    Power,
    /// The disk without the syncs of one file. The checks must fail, which proves that they detect a missing sync.
    Control,
}

/// The results of all series.
#[derive(Default)]
struct Totals {
    /// The number of trials for each row of the summary.
    trials: BTreeMap<&'static str, u64>,
    failures: usize,
}

/// Runs the trials whose names contain `only` on `jobs` threads; the exit code is a failure if a check fails.
pub fn run(program: &Path, long: bool, jobs: usize, only: Option<&str>) -> anyhow::Result<ExitCode> {
    let scenarios = scenario::all(program)?;
    let mut rows: VecDeque<Series> = (0..scenarios.len()).flat_map(|at| rows(at, &scenarios[at])).collect();
    rows.retain(|row| only.is_none_or(|only| row.name.contains(only)));
    let (rows, totals) = (Mutex::new(rows), Mutex::new(Totals::default()));
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (rows, totals, scenarios) = (&rows, &totals, &scenarios);
            scope.spawn(move || {
                let next = || rows.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
                while let Some(row) = next() {
                    let scenario = &scenarios[row.scenario];
                    let (trials, failures) = run_series(program, scenario, &row, long);
                    let mut totals = totals.lock().unwrap_or_else(PoisonError::into_inner);
                    *totals.trials.entry(row.what).or_default() += trials;
                    for failure in failures {
                        eprintln!("FAILED {}: {failure}", row.name);
                        totals.failures += 1;
                    }
                }
            });
        }
    });
    let totals = totals.into_inner().unwrap_or_else(PoisonError::into_inner);
    for (what, trials) in &totals.trials {
        println!("{trials:>7} {what}");
    }
    println!("{:>7} trials, {} failures", totals.trials.values().sum::<u64>(), totals.failures);
    Ok(if totals.failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn rows(at: usize, scenario: &Scenario) -> Vec<Series> {
    let mut rows = Vec::new();
    let mut add = |name: String, what, work| {
        let name = format!("{} {name}", scenario.name);
        rows.push(Series { scenario: at, name, what, work });
    };
    for (kind, name, faults) in KINDS {
        for &fault in faults {
            // If every call were interrupted, the program would retry forever.
            for on in [false, true].into_iter().filter(|on| !on || fault != Fault::Error(call::EINTR)) {
                let when = if on { "from the nth on" } else { "the nth" };
                let hit = Hit { kind: Some(kind), fault, first: 1, on };
                add(format!("{name} {fault:?} {when}"), name, Work::Hits(hit));
            }
        }
    }
    for fault in [Fault::KillBefore, Fault::KillAfter] {
        let hit = Hit { kind: None, fault, first: 1, on: false };
        add(format!("{fault:?}"), "kills", Work::Hits(hit));
    }
    add("power".into(), "states of a disk", Work::Power);
    add("control".into(), "syncs left out", Work::Control);
    rows
}

/// Runs a series of trials. Returns the number of trials, and a message for each failure.
fn run_series(program: &Path, scenario: &Scenario, row: &Series, long: bool) -> (u64, Vec<String>) {
    match row.work {
        Work::Hits(hit) => {
            let (mut trials, mut failures) = (0, Vec::new());
            let stride = if long { 1 } else { STRIDE };
            // The series start at different calls, so that together they test more calls.
            let mut first = 1 + row.name.bytes().map(u64::from).sum::<u64>() % stride;
            loop {
                match sweep::hit(program, scenario, Hit { first, ..hit }) {
                    Ok(false) => return (trials, failures),
                    Ok(true) => {}
                    Err(why) => failures.push(format!("call {first}: {why}")),
                }
                trials += 1;
                first += stride;
            }
        }
        Work::Power => {
            let ops = power::record(program, scenario).map_err(|error| format!("{error:#}"));
            match ops.and_then(|ops| power::check(Some(program), scenario, &ops)) {
                Ok(states) => (states, Vec::new()),
                Err(why) => (1, vec![why]),
            }
        }
        Work::Control => control(program, scenario),
    }
}

/// Checks that omitting the syncs of any one file, or of the folder, is detected.
fn control(program: &Path, scenario: &Scenario) -> (u64, Vec<String>) {
    let ops = match power::record(program, scenario) {
        Ok(ops) => ops,
        Err(error) => return (1, vec![format!("{error:#}")]),
    };
    let synced: BTreeSet<_> = ops.iter().filter_map(Op::synced).collect();
    let missed = |what: &&Option<usize>| {
        let without: Vec<Op> = ops.iter().filter(|op| op.synced() != Some(**what)).cloned().collect();
        [None, Some(program)].into_iter().all(|program| power::check(program, scenario, &without).is_ok())
    };
    let missed: Vec<_> = synced.iter().filter(missed).collect();
    let why = (!missed.is_empty()).then(|| format!("nothing depends on the syncs of {missed:?} in {ops:?}"));
    (synced.len() as u64, why.into_iter().collect())
}
