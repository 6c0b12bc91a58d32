//! Checks the files of a folder after a run with a fault, and after the run that continues the work.

use crate::scenario::{self, Files, MODE, STDOUT, Scenario};
use std::collections::HashSet;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// Returns `true` for the name of an unfinished output file: `.NAME.new`.
fn is_unfinished(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(".new")
}

/// Counts the correct records at the start of the results file, up to the first that differs from a run without faults.
pub fn records(scenario: &Scenario, files: &Files) -> usize {
    let lines = |files: &Files| -> Vec<Vec<u8>> {
        let text = scenario.results.and_then(|results| files.get(results)).map_or(&[][..], Vec::as_slice);
        text.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
    };
    let (here, good) = (lines(files), lines(&scenario.after));
    here.iter().zip(&good).take_while(|(here, good)| here == good).count()
}

/// Checks that a run with a fault has lost no record that the results file contained before the run.
pub fn kept(scenario: &Scenario, folder: &Path) -> Result<(), String> {
    let now = scenario::read(folder).map_err(|error| error.to_string())?;
    let (before, now) = (records(scenario, &scenario.before), records(scenario, &now));
    if now < before { Err(format!("{} records are lost", before - now)) } else { Ok(()) }
}

/// Checks that each file of `scenario.whole` has its old or its new contents; with `nothing`, its old contents.
pub fn replaced(scenario: &Scenario, folder: &Path, nothing: bool) -> Result<(), String> {
    let now = scenario::read(folder).map_err(|error| error.to_string())?;
    for name in &scenario.whole {
        let (old, new) = (scenario.before.get(name), scenario.after.get(name));
        let here = now.get(name);
        if here != old && (nothing || here != new) {
            return Err(format!("{name} is neither as before nor complete: {:?} bytes", here.map(Vec::len)));
        }
        let mode = folder.join(name).metadata().map_or(0, |data| data.permissions().mode() & 0o777);
        if old.is_some() && mode != MODE {
            return Err(format!("{name} has mode {mode:o}"));
        }
    }
    Ok(())
}

/// Checks that the files of a folder after a completed run equal the files of an uninterrupted run. A killed run
/// without a results file may leave unfinished files: without a lock, no later run knows that they are abandoned.
pub fn complete(scenario: &Scenario, folder: &Path, killed: bool) -> Result<(), String> {
    let now = scenario::read(folder).map_err(|error| error.to_string())?;
    let here = |name: &&String| !is_unfinished(name) || !killed || scenario.results.is_some();
    let names: HashSet<&String> = now.keys().filter(here).collect();
    let expected: HashSet<&String> = scenario.after.keys().collect();
    if names != expected {
        return Err(format!("the files are {names:?}, expected {expected:?}"));
    }
    for (name, bytes) in &scenario.after {
        if scenario.loose.contains(&&**name) {
            continue;
        }
        if now[name] != *bytes {
            return Err(format!("{name} differs: {} bytes, expected {}", now[name].len(), bytes.len()));
        }
    }
    Ok(())
}

/// Checks the messages of a failed run: no panic, and each system error names its file, stream or other subject.
pub fn messages(scenario: &Scenario, folder: &Path, err: &str) -> Result<(), String> {
    if err.contains("panicked") {
        return Err(format!("a panic: {err}"));
    }
    let names = scenario.before.keys().chain(scenario.after.keys()).filter(|name| *name != STDOUT);
    let mut subjects: Vec<String> = names.cloned().collect();
    subjects.extend([folder.display().to_string(), "error: .: ".into()]);
    subjects.extend(
        ["standard output", "standard input", "thread", "signals", "temporary file"].map(str::to_owned),
    );
    let named = |line: &str| subjects.iter().any(|subject| line.contains(&**subject));
    match err.lines().find(|line| line.contains("os error") && !named(line)) {
        Some(line) => Err(format!("a message without a subject: {line}")),
        None if !err.lines().any(named) => Err("no message that names what failed".into()),
        None => Ok(()),
    }
}
