//! The values of arguments: numbers, times, sizes and ranges (`1e6`, `10k`, `500ms`, `256M`, `3..7`), and values chosen by name.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use parse_size::{ByteSuffix, Config};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;
use tilefall::ask::generate::Ends;

/// A whole number from `LOW` to `HIGH`: `1000000`, `1e6`, `10k`, `2.5M`, `1G`; the letters are powers of 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number<const LOW: u64 = 0, const HIGH: u64 = { u64::MAX }>(
    /// The parsed number.
    pub u64,
);

impl<const LOW: u64, const HIGH: u64> Number<LOW, HIGH> {
    /// Converts to `usize`, saturating.
    pub fn to_usize(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl<const LOW: u64, const HIGH: u64> FromStr for Number<LOW, HIGH> {
    /// The error message: what was expected.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // `parse_size` would round fractions.
        let is_fraction =
            text.contains('-') || text.contains('.') && text.ends_with(|c: char| c.is_numeric());
        let parsed = Config::new().with_byte_suffix(ByteSuffix::Deny).parse_size(text).ok();
        let number = parsed.filter(|number| !is_fraction && (LOW..=HIGH).contains(number));
        number.map(Number).ok_or_else(|| {
            let examples = if HIGH == u64::MAX { ", like 250, 10k or 1e6" } else { "" };
            format!("expected a whole number from {LOW} to {HIGH}{examples}")
        })
    }
}

/// The number of threads of `--threads`, from 1 to 4096.
pub type ThreadNumber = Number<1, 4096>;

/// A [`Number`] that may be negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed(
    /// The parsed number.
    pub i64,
);

impl FromStr for Signed {
    /// The error message: what was expected.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (sign, size) = text.strip_prefix('-').map_or((1, text), |size| (-1, size));
        let size = size.parse::<Number>().ok().and_then(|size| i64::try_from(size.0).ok());
        size.map(|size| Signed(sign * size)).ok_or("expected a whole number, like -250, 10k or 1e6".into())
    }
}

/// A time: seconds, or numbers with units such as `ms`, `s`, `m` or `h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Time(
    /// The sum of the parts: 90 minutes for `1h 30m`.
    pub Duration,
);

impl FromStr for Time {
    /// The error message: what was expected.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unit = if text.ends_with(|c: char| c.is_ascii_digit()) { "s" } else { "" };
        let time = humantime::parse_duration(&format!("{text}{unit}"));
        time.map(Time).map_err(|_| "expected seconds, or a number and ms, s, m or h: 5, 500ms, 2m".into())
    }
}

/// A number of bytes, at least `LOW`: `100`, `64M`. The letters K, M and G are 2¹⁰, 2²⁰ and 2³⁰ bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bytes<const LOW: usize = 1>(
    /// The number of bytes.
    pub usize,
);

/// The size of a table in bytes: 64 KiB or more.
pub type TableBytes = Bytes<{ 1 << 16 }>;

impl<const LOW: usize> FromStr for Bytes<LOW> {
    /// The error message: what was expected.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bytes = Config::new().with_binary().parse_size(text).ok();
        match bytes.and_then(|bytes| usize::try_from(bytes).ok()).filter(|&bytes| bytes > 0) {
            None => Err("expected a number of bytes with K, M or G, like 256M".into()),
            Some(bytes) if bytes < LOW => Err(format!("expected at least {}", Bytes::<1>(LOW))),
            Some(bytes) => Ok(Bytes(bytes)),
        }
    }
}

impl<const LOW: usize> Display for Bytes<LOW> {
    /// Formats the number as flags accept it: `64M`, `100`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(1 << 30, "G"), (1 << 20, "M"), (1 << 10, "K"), (1, "")];
        let fitting = units.into_iter().find(|(unit, _)| self.0 >= *unit && self.0.is_multiple_of(*unit));
        let (unit, letter) = fitting.unwrap_or((1, ""));
        write!(f, "{}{letter}", self.0 / unit)
    }
}

/// Returns the name of an enum value on the command line.
pub fn value_name<V: clap::ValueEnum>(value: &V) -> String {
    value.to_possible_value().map(|word| word.get_name().to_owned()).unwrap_or_default()
}

/// Parses a range: a number, or two numbers separated by `..`; an end that is left out is open.
///
/// ```
/// use tilefall::ask::generate::Ends;
/// use tilefall_cli::values::range;
/// assert_eq!([range("5"), range("3..7"), range("..2")], [Ok(Ends(5, 5)), Ok(Ends(3, 7)), Ok(Ends(0, 2))]);
/// assert!(range("7..3").is_err());
/// ```
pub fn range(text: &str) -> Result<Ends, String> {
    let expected = || "expected a number, or a range like 3..7".to_owned();
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let high = high.strip_prefix('=').unwrap_or(high);
    let end = |text: &str, open| {
        if text.is_empty() { Ok(Number(open)) } else { text.parse().map_err(|_| expected()) }
    };
    let (Number::<0>(low), Number::<0>(high)) = (end(low, 0)?, end(high, u64::MAX)?);
    if text.is_empty() || low > high { Err(expected()) } else { Ok(Ends(low, high)) }
}

/// Returns a parser that takes the name of a choice and returns its value.
pub fn one_of<T: Clone + Send + Sync + 'static>(
    choices: &[(PossibleValue, T)],
) -> impl TypedValueParser<Value = T> + use<T> {
    let (names, values): (Vec<_>, Vec<_>) = choices.iter().cloned().unzip();
    PossibleValuesParser::new(names.clone()).map(move |found| {
        let at = names.iter().position(|name| name.get_name() == found);
        values[at.expect("clap lets only known names through")].clone()
    })
}

/// A value that an argument can choose: its name on the command line, the value, its help text.
pub type Choice<T> = (&'static str, T, &'static str);

/// Like [`one_of`], for a table of choices.
pub fn one_of_table<T: Clone + Send + Sync + 'static>(
    table: &'static [Choice<T>],
) -> impl TypedValueParser<Value = T> {
    let named = |(name, value, help): &Choice<T>| (PossibleValue::new(*name).help(*help), value.clone());
    one_of(&table.iter().map(named).collect::<Vec<_>>())
}

/// Returns the name of a value; empty if the table lacks the value.
pub fn name_of<T: PartialEq>(table: &[Choice<T>], value: &T) -> String {
    table.iter().find(|(_, other, _)| other == value).map_or(String::new(), |&(name, ..)| name.to_owned())
}

/// The values of `--output`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Output {
    /// Text for people
    Text,
    /// One line of JSON for each result
    #[value(alias = "json")]
    Jsonl,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_times_and_sizes_have_units() {
        let number = |text: &str| text.parse().map(|Number::<0>(number)| number);
        for (text, expected) in
            [("18446744073709551615", u64::MAX), ("1e6", 1_000_000), ("1.5K", 1500), ("2M", 2_000_000)]
        {
            assert_eq!(number(text), Ok(expected), "{text}");
        }
        for wrong in ["", "-1", "1.5", "1e-1", "1e20", "10kk", "10kB", "0x10", "18446744073709551616"] {
            assert!(number(wrong).is_err(), "{wrong}");
        }
        let few = |text: &str| text.parse().map(|Number::<2, 200>(number)| number);
        assert_eq!([few("2"), few("2e2")], [Ok(2), Ok(200)]);
        assert_eq!(few("201"), Err("expected a whole number from 2 to 200".into()));
        let signed = |text: &str| text.parse().map(|Signed(number)| number);
        assert_eq!([signed("-10k"), signed("3"), signed("0")], [Ok(-10_000), Ok(3), Ok(0)]);
        assert!(signed("--1").is_err() && signed("1e19").is_err());

        for (text, millis) in [
            ("5", 5000),
            ("0.25", 250),
            ("500ms", 500),
            ("1.5s", 1500),
            ("2m", 120_000),
            ("1h 30m", 5_400_000),
        ] {
            assert_eq!(text.parse(), Ok(Time(Duration::from_millis(millis))), "{text}");
        }
        for wrong in ["", "ms", "-1s", "5x", "inf", "99999999999999999999h"] {
            assert!(wrong.parse::<Time>().is_err(), "{wrong}");
        }

        for (text, expected) in [("64K", 1 << 16), ("2m", 2 << 20), ("1.5MB", 3 << 19)] {
            assert_eq!(text.parse::<TableBytes>(), Ok(Bytes(expected)), "{text}");
        }
        for wrong in ["", "M", "0", "64000", "99999999999G", "1X", "-1K", "1MBB"] {
            assert!(wrong.parse::<TableBytes>().is_err(), "{wrong}");
        }
        let shown = [0, 1, 1536, 64 << 20, 3 << 30].map(|bytes| Bytes::<1>(bytes).to_string());
        assert_eq!(shown, ["0", "1", "1536", "64M", "3G"]);
    }
}
