//! The numbers, times and sizes of arguments: `1e6`, `10k`, `500ms`, `256M`.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

/// A decimal number and its unit: `1.5e3`, `k`.
struct Decimal<'a> {
    /// The number is `digits` · 10^`power`.
    digits: u128,
    power: i32,
    unit: &'a str,
}

impl Decimal<'_> {
    /// Parses the number at the start of a text. Returns `None` if there is none, or if it has too many digits.
    fn of(text: &str) -> Option<Decimal<'_>> {
        let bytes = text.as_bytes();
        let run = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let whole = run(0);
        let mut end = whole;
        let mut fraction = 0;
        if bytes.get(end) == Some(&b'.') {
            fraction = run(end + 1);
            end += 1 + fraction;
        }
        let digits = text[..end].replace('.', "");
        let mut power = -i32::try_from(fraction).ok()?;
        if let Some(b'e' | b'E') = bytes.get(end) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let length = run(end + 1 + sign);
            if length > 0 {
                power = power.checked_add(text[end + 1..end + 1 + sign + length].parse().ok()?)?;
                end += 1 + sign + length;
            }
        }
        let digits = digits.parse().ok().filter(|_| whole + fraction > 0)?;
        Some(Decimal { digits, power, unit: &text[end..] })
    }

    /// Returns the number times `unit`; `None` if the product is not whole or too large.
    fn whole(&self, unit: u64) -> Option<u64> {
        if self.digits == 0 {
            return Some(0);
        }
        let digits = self.digits.checked_mul(unit.into())?;
        let scale = 10_u128.checked_pow(self.power.unsigned_abs())?;
        let whole = match self.power {
            0.. => digits.checked_mul(scale)?,
            _ if digits.is_multiple_of(scale) => digits / scale,
            _ => return None,
        };
        whole.try_into().ok()
    }
}

/// A whole number from `LOW` to `HIGH`: `1000000`, `1e6`, `10k`, `2.5M`, `1G`; the letters are powers of 1000.
///
/// ```
/// use tilefall_cli::numbers::Number;
/// let number = |text: &str| text.parse::<Number>().map(|number| number.0);
/// assert_eq!([number("7"), number("1e6"), number("10k"), number("2M")], [Ok(7), Ok(1_000_000), Ok(10_000), Ok(2_000_000)]);
/// assert!(number("-1").is_err() && number("1.5").is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number<const LOW: u64 = 0, const HIGH: u64 = { u64::MAX }>(
    /// The number.
    pub u64,
);

impl<const LOW: u64, const HIGH: u64> Number<LOW, HIGH> {
    /// Converts to `usize`, saturating.
    pub fn to_usize(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl<const LOW: u64, const HIGH: u64> FromStr for Number<LOW, HIGH> {
    /// The expected values.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let whole = |decimal: Decimal<'_>| match decimal.unit {
            "" => decimal.whole(1),
            "k" | "K" => decimal.whole(1_000),
            "m" | "M" => decimal.whole(1_000_000),
            "g" | "G" => decimal.whole(1_000_000_000),
            _ => None,
        };
        let number = Decimal::of(text).and_then(whole).filter(|number| (LOW..=HIGH).contains(number));
        number.map(Number).ok_or_else(|| {
            let examples = if HIGH == u64::MAX { ", like 250, 10k or 1e6" } else { "" };
            format!("expected a whole number from {LOW} to {HIGH}{examples}")
        })
    }
}

/// A number of threads.
pub type ThreadNumber = Number<1, 4096>;

/// A [`Number`] that may be negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed(
    /// The number.
    pub i64,
);

impl FromStr for Signed {
    /// The expected values.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (below, size) = text.strip_prefix('-').map_or((false, text), |size| (true, size));
        let size = size.parse::<Number>().ok().and_then(|size| i64::try_from(size.0).ok());
        let size = size.ok_or("expected a whole number, like -250, 10k or 1e6")?;
        Ok(Signed(if below { -size } else { size }))
    }
}

/// A time: seconds, or a number of `ms`, `s`, `m` or `h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time(
    /// The time.
    pub Duration,
);

impl FromStr for Time {
    /// The expected values.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let time = Decimal::of(text).and_then(|decimal| {
            let unit = match decimal.unit {
                "ms" => 0.001,
                "" | "s" => 1.0,
                "m" => 60.0,
                "h" => 3600.0,
                _ => return None,
            };
            let seconds: f64 = text[..text.len() - decimal.unit.len()].parse().ok()?;
            Duration::try_from_secs_f64(seconds * unit).ok()
        });
        let expected = "expected seconds, or a number and ms, s, m or h: 5, 500ms, 2m";
        time.map(Time).ok_or_else(|| expected.into())
    }
}

/// A number of bytes, at least `LOW`, with K, M or G for 2¹⁰, 2²⁰, 2³⁰.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes<const LOW: usize = 1>(
    /// The number.
    pub usize,
);

/// The size of a table in bytes.
pub type TableBytes = Bytes<{ 1 << 16 }>;

impl<const LOW: usize> FromStr for Bytes<LOW> {
    /// The expected values.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bytes = Decimal::of(text).and_then(|decimal| {
            let unit = decimal.unit.to_ascii_uppercase();
            let unit = match unit.strip_suffix('B').unwrap_or(&unit) {
                "" => 1,
                "K" => 1 << 10,
                "M" => 1 << 20,
                "G" => 1 << 30,
                _ => return None,
            };
            decimal.whole(unit).and_then(|bytes| usize::try_from(bytes).ok()).filter(|&bytes| bytes > 0)
        });
        match bytes {
            None => Err("expected a number of bytes with K, M or G, like 256M".into()),
            Some(bytes) if bytes < LOW => Err(format!("expected at least {}", Bytes::<1>(LOW))),
            Some(bytes) => Ok(Bytes(bytes)),
        }
    }
}

impl<const LOW: usize> Display for Bytes<LOW> {
    /// Formats the number as flags take it: `64M`, `100`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0"),
            bytes if bytes.is_multiple_of(1 << 30) => write!(f, "{}G", bytes >> 30),
            bytes if bytes.is_multiple_of(1 << 20) => write!(f, "{}M", bytes >> 20),
            bytes if bytes.is_multiple_of(1 << 10) => write!(f, "{}K", bytes >> 10),
            bytes => write!(f, "{bytes}"),
        }
    }
}

/// Returns the name of an enum value on the command line.
pub fn value_name<V: clap::ValueEnum>(value: &V) -> String {
    value.to_possible_value().map(|word| word.get_name().to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Result<u64, String> {
        text.parse().map(|Number::<0>(number)| number)
    }

    #[test]
    fn numbers_may_have_powers_and_letters() {
        for (text, expected) in [
            ("0", 0),
            ("18446744073709551615", u64::MAX),
            ("1e6", 1_000_000),
            ("1E+3", 1000),
            ("2.5e1", 25),
            ("2000e-3", 2),
            ("10k", 10_000),
            ("1.5K", 1500),
            ("2M", 2_000_000),
            ("3g", 3_000_000_000),
            ("1e3k", 1_000_000),
            (".5k", 500),
            ("0e99", 0),
        ] {
            assert_eq!(number(text), Ok(expected), "{text}");
        }
        for wrong in [
            "",
            "-1",
            "+1",
            "1.5",
            "1e-1",
            "1e20",
            "e6",
            ".",
            "1 000",
            "10kk",
            "1e",
            "0x10",
            "k",
            "18446744073709551616",
            "1e99999999999",
            "1e-99999999999",
            "1e2147483647",
            "1e-2147483648",
            "300000000000000000000000000000000000000e-50",
        ] {
            assert!(number(wrong).is_err(), "{wrong}");
        }
        let signed = |text: &str| text.parse().map(|Signed(number)| number);
        assert_eq!([signed("-10k"), signed("3"), signed("0")], [Ok(-10_000), Ok(3), Ok(0)]);
        assert!(signed("--1").is_err() && signed("1e19").is_err());
        let few = |text: &str| text.parse().map(|Number::<2, 200>(number)| number);
        assert_eq!([few("2"), few("2e2")], [Ok(2), Ok(200)]);
        for wrong in ["", "1", "201", "258", "x"] {
            assert_eq!(few(wrong), Err("expected a whole number from 2 to 200".into()), "{wrong}");
        }
    }

    #[test]
    fn durations_without_a_unit_are_seconds() {
        for (text, expected) in [
            ("5", 5000),
            ("0.25", 250),
            ("500ms", 500),
            ("1.5s", 1500),
            ("2m", 120_000),
            ("2h", 7_200_000),
            ("1e1s", 10_000),
        ] {
            assert_eq!(text.parse(), Ok(Time(Duration::from_millis(expected))), "{text}");
        }
        for wrong in ["", "ms", "-1s", "-1", "1d", "1e99h", "nans", "inf", "5 s"] {
            assert!(wrong.parse::<Time>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_binary_units() {
        let (table, bytes) = (|text: &str| text.parse::<TableBytes>(), |text: &str| text.parse::<Bytes>());
        assert_eq!([table("64K"), table("2m")], [Ok(Bytes(65536)), Ok(Bytes(2 << 20))]);
        for (text, expected) in [("1", 1), ("100", 100), ("3KB", 3072), ("1.5K", 1536)] {
            assert_eq!(bytes(text), Ok(Bytes(expected)), "{text}");
        }
        for wrong in ["", "M", "0", "1", "10", "99999999999G", "1X", "-1K", "64000", "1MBB", "1MBBBB"] {
            assert!(table(wrong).is_err(), "{wrong}");
        }
        let shown = [0, 1, 1536, 64 << 20, 3 << 30].map(|bytes| Bytes::<1>(bytes).to_string());
        assert_eq!(shown, ["0", "1", "1536", "64M", "3G"]);
    }
}
