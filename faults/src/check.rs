//! The checks of a folder after a run that was ended, and after the run that continues it.

use crate::scenario::{self, Files, MODE, STDOUT, Scenario};
use std::collections::HashSet;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// Returns `true` if a file is an unfinished output file.
fn is_unfinished(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(".new")
}

/// Returns the correct records of a results file and of its salvage file, each without its index, which may change once an
/// input can be read again.
pub fn records(scenario: &Scenario, files: &Files) -> HashSet<Vec<u8>> {
    let Some(results) = scenario.results else { return HashSet::new() };
    let good = lines(&scenario.after, &[results]);
    &lines(files, &[results, &format!("{results}.salvage")]) & &good
}

fn lines(files: &Files, names: &[&str]) -> HashSet<Vec<u8>> {
    const START: &[u8] = b"{\"v\":1,\"index\":";
    let texts = names.iter().filter_map(|&name| files.get(name));
    let record = |line: &[u8]| {
        // A whole record may follow a torn one on the same line.
        let at = line.windows(START.len()).rposition(|part| part == START)?;
        let fields = line[at..].iter().position(|&byte| byte == b',')? + 1;
        let rest = &line[at + fields..];
        let digits = rest.iter().position(|&byte| byte == b',')?;
        Some(rest[digits..].to_vec())
    };
    texts.flat_map(|text| text.split_inclusive(|&byte| byte == b'\n')).filter_map(record).collect()
}

/// Checks that a run that was ended has not lost any record of a folder.
///
/// # Errors
/// If records are lost.
pub fn kept(scenario: &Scenario, folder: &Path) -> Result<(), String> {
    let now = scenario::read(folder).map_err(|error| error.to_string())?;
    let lost = (&records(scenario, &scenario.before) - &records(scenario, &now)).len();
    if lost > 0 && scenario.loose.is_empty() { Err(format!("{lost} records are lost")) } else { Ok(()) }
}

/// Checks that each file that a run replaces is unchanged or complete; with `nothing` all must be unchanged.
///
/// # Errors
/// Returns a message about the first violation.
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

/// Checks that the files of a folder after a completed run equal those of a run that was never ended. Unfinished files
/// of a killed run may remain where no lock shows that they are abandoned.
///
/// # Errors
/// Returns a message about the first violation.
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
        let sorted = |bytes: &[u8]| {
            let mut lines: Vec<_> =
                bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
            lines.sort();
            lines
        };
        let same = &now[name] == bytes
            || (scenario.any_order
                && Some(&**name) == scenario.results
                && sorted(&now[name]) == sorted(bytes));
        if !same {
            return Err(format!("{name} differs: {} bytes, expected {}", now[name].len(), bytes.len()));
        }
    }
    Ok(())
}

/// Checks that each system error in the messages of a failed run names what failed.
///
/// # Errors
/// Returns the first message without a subject.
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
