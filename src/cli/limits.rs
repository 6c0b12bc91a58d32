//! The words that limit a search: `--time`, `--nodes`, `--memory`, `--threads`.

use crate::limits::Threads;
use std::time::Duration;

/// The words that limit a search.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Time for each puzzle: 500ms, 2s, 5m, 1h
    #[arg(long, value_name = "DUR", value_parser = duration)]
    pub time: Option<Duration>,
    /// Nodes for each puzzle; the answer is then the same on any machine
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Memory for tables, and as much for the lists of a record: 64K, 256M, 1G; divided by the puzzles solved at once,
    /// but with --nodes for each
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = size)]
    pub memory: usize,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub threads: Option<u16>,
}

impl LimitArgs {
    /// The threads for one puzzle.
    pub fn for_one(&self) -> Threads {
        self.threads.map_or(Threads::All, |threads| Threads::Some(threads.into()))
    }

    /// The threads to use.
    pub fn threads(&self) -> usize {
        self.for_one().number()
    }
}

/// A duration of `ms`, `s`, `m` or `h`.
///
/// # Errors
/// What was expected.
pub fn duration(text: &str) -> Result<Duration, String> {
    let expected = || "expected a number and ms, s, m or h, like 500ms or 2s".to_owned();
    let split = text.find(|c: char| c.is_ascii_alphabetic()).ok_or_else(expected)?;
    let number: f64 = text[..split].parse().map_err(|_| expected())?;
    let unit = match &text[split..] {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(expected()),
    };
    Duration::try_from_secs_f64(number * unit).map_err(|_| expected())
}

/// A number of bytes, with K, M or G for 2¹⁰, 2²⁰, 2³⁰; at least 1.
///
/// # Errors
/// What was expected.
pub fn bytes(text: &str) -> Result<usize, String> {
    let expected = || "expected a number of bytes with K, M or G, like 256M".to_owned();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().trim_end_matches('B') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err(expected()),
    };
    let number: usize = digits.parse().map_err(|_| expected())?;
    number.checked_mul(1 << shift).filter(|&bytes| bytes > 0).ok_or_else(expected)
}

/// As [`bytes`], for tables: at least 64K.
///
/// # Errors
/// What was expected.
pub fn size(text: &str) -> Result<usize, String> {
    let least = |&bytes: &usize| bytes >= 1 << 16;
    Some(bytes(text)?).filter(least).ok_or_else(|| "expected at least 64K".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_need_a_unit() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
        for wrong in ["5", "", "ms", "-1s", "1d", "1e99h", "nans"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_binary_units() {
        assert_eq!(size("64K"), Ok(65536));
        assert_eq!(size("2m"), Ok(2 << 20));
        assert_eq!([bytes("1"), bytes("100"), bytes("3KB")], [Ok(1), Ok(100), Ok(3072)]);
        for wrong in ["", "M", "0", "1", "10", "99999999999G", "1X", "-1K", "64000"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
