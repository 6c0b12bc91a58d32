//! Environments in Python: steps per second, by `python/bench/environments.py` with packages from PyPI.

use super::program::run;
use super::table::{Outcome, REFERENCE, Row};
use anyhow::{Context as _, ensure};
use std::path::Path;
use std::process::Command;

/// The package that is compared, and its version.
const PACKAGES: [&str; 1] = ["momaland==0.2.0"];

/// Lines of the output that are compared, and their names here.
const NAMES: [(&str, &str); 3] = [
    ("SameGameEnv.step", REFERENCE),
    ("vector, 1,024 boards, one thread", "tilefall, 1,024 boards in one call"),
    ("MOMAland mosame_game_v0", "MOMAland 0.2.0"),
];

/// Installs the packages into a folder and measures.
///
/// # Errors
/// If a package cannot be installed, or the output cannot be read.
pub fn measure(root: &Path, folder: &Path, wheel: Option<&Path>) -> anyhow::Result<Vec<Row>> {
    run(Command::new("python3").args(["-m", "venv"]).arg(folder), "")?;
    let python = ["bin/python", "Scripts/python.exe"].map(|name| folder.join(name));
    let python = python.iter().find(|path| path.exists()).context("the virtual environment has no Python")?;
    let wheel = wheel.map_or_else(|| root.join("python"), Path::to_owned);
    let mut install = Command::new(python);
    install.args(["-m", "pip", "install", "--quiet", &format!("{}[gym]", wheel.display())]).args(PACKAGES);
    run(install.current_dir(root), "")?;
    parse(&run(Command::new(python).arg(root.join("python/bench/environments.py")), "")?)
}

/// Reads lines of a name, steps per second and more numbers.
fn parse(output: &str) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for line in output.lines().skip(1) {
        let Some((_, name)) = NAMES.iter().find(|(shown, _)| line.starts_with(shown)) else { continue };
        // Names have two spaces or more after them.
        let numbers = line.split_once("  ").context("a name without numbers")?.1;
        let rate = numbers.split_whitespace().next().context("no rate")?.replace(',', "");
        let rate: f64 = rate.parse().with_context(|| format!("the rate {rate:?}"))?;
        rows.push(Row {
            task: String::from("step of a Python environment, 15×15, 5 colours"),
            board: String::from("random legal play"),
            peer: (*name).to_owned(),
            round: 1,
            result: Outcome::Unchecked,
            seconds: 1.0 / rate,
            // The environments run on one thread, and measure by themselves.
            processor_seconds: 1.0 / rate,
        });
    }
    ensure!(rows.len() == NAMES.len(), "only {} of {} environments were measured", rows.len(), NAMES.len());
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_become_seconds_per_step() {
        let line = |name: &str, rate: &str| format!("{name:42}{rate:>12}{:>12}{:>12}\n", "1.234", "99");
        let head = line("random legal play", "steps/s");
        let text = head.clone()
            + &line("vector, 1,024 boards, one thread", "2,000,000")
            + &line("SameGameEnv.step", "100,000")
            + &line("the same with wrappers", "5")
            + &line("MOMAland mosame_game_v0", "200");
        let rows = parse(&text).unwrap();
        let rates: Vec<_> = rows.iter().map(|row| (row.peer.as_str(), (1.0 / row.seconds).round())).collect();
        assert_eq!(
            rates,
            [("tilefall, 1,024 boards in one call", 2e6), (REFERENCE, 1e5), ("MOMAland 0.2.0", 200.0)]
        );
        let error = parse(&(head + &line("SameGameEnv.step", "100"))).unwrap_err();
        assert_eq!(error.to_string(), "only 1 of 3 environments were measured");
    }
}
