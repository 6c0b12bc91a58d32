//! What holds of a folder after a run that something has ended, and after the run that continues it.

use crate::scenario::{self, Files, MODE, STDOUT, Scenario};
use std::collections::HashSet;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// Whether a file is one that is being written.
fn is_unfinished(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(".new")
}

/// The true records of a results file and of its salvage, each without its index, which may change once an input can be
/// read again.
pub fn records(scenario: &Scenario, files: &Files) -> HashSet<Vec<u8>> {
    let Some(results) = scenario.results else { return HashSet::new() };
    let good = lines(&scenario.after, &[results]);
    &lines(files, &[results, &format!("{results}.salvage")]) & &good
}

fn lines(files: &Files, names: &[&str]) -> HashSet<Vec<u8>> {
    const START: &[u8] = b"{\"v\":1,\"index\":";
    let texts = names.iter().filter_map(|&name| files.get(name));
    let record = |line: &[u8]| {
        // A whole record may stand behind a torn one.
        let at = line.windows(START.len()).rposition(|part| part == START)?;
        let fields = line[at..].iter().position(|&byte| byte == b',')? + 1;
        let rest = &line[at + fields..];
        let digits = rest.iter().position(|&byte| byte == b',')?;
        Some(rest[digits..].to_vec())
    };
    texts.flat_map(|text| text.split_inclusive(|&byte| byte == b'\n')).filter_map(record).collect()
}

/// Checks that no record of a folder is lost by a run that something has ended.
///
/// # Errors
/// If one is.
pub fn kept(scenario: &Scenario, folder: &Path) -> Result<(), String> {
    let now = scenario::read(folder).map_err(|error| error.to_string())?;
    let lost = (&records(scenario, &scenario.before) - &records(scenario, &now)).len();
    if lost > 0 && scenario.loose.is_empty() { Err(format!("{lost} records are lost")) } else { Ok(()) }
}

/// Checks that the files that a run replaces are as before or complete; `nothing` is whether none may have been replaced.
///
/// # Errors
/// What does not hold.
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

/// Checks a folder after a run that nothing ended: its files are those of a run that never was ended. Files that a
/// killed run had not finished may be left where no lock tells whose they are.
///
/// # Errors
/// What does not hold.
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

/// Checks the messages of a run that failed: each error of the system names what failed.
///
/// # Errors
/// The message that names nothing.
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
