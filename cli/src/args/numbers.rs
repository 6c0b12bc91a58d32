//! Parsers for the numbers, times and sizes of arguments: `1e6`, `10k`, `500ms`, `256M`.

use std::fmt::Display;
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

/// Parses a whole number: `1000000`, `1e6`, `10k`, `2.5M`, `1G`; the letters are powers of 1000.
///
/// # Errors
/// The expected values.
///
/// ```
/// use tilefall_cli::numbers::number;
/// assert_eq!([number("7"), number("1e6"), number("10k"), number("2M")], [Ok(7), Ok(1_000_000), Ok(10_000), Ok(2_000_000)]);
/// assert!(number("-1").is_err() && number("1.5").is_err());
/// ```
pub fn number(text: &str) -> Result<u64, String> {
    let expected = || format!("expected a whole number from 0 to {}, like 250, 10k or 1e6", u64::MAX);
    let decimal = Decimal::of(text).ok_or_else(expected)?;
    let unit = match decimal.unit {
        "" => 1,
        "k" | "K" => 1_000,
        "m" | "M" => 1_000_000,
        "g" | "G" => 1_000_000_000,
        _ => return Err(expected()),
    };
    decimal.whole(unit).ok_or_else(expected)
}

/// Like [`number`], but at least 1.
///
/// # Errors
/// The expected values.
pub fn positive(text: &str) -> Result<u64, String> {
    let expected = || format!("expected a whole number from 1 to {}, like 250, 10k or 1e6", u64::MAX);
    number(text).ok().filter(|&number| number > 0).ok_or_else(expected)
}

/// Like [`number`], from `low` to `high`.
pub fn between<N>(low: N, high: N) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: TryFrom<u64> + PartialOrd + Display + Copy + Send + Sync + 'static,
{
    move |text| {
        let found = number(text).ok().and_then(|found| N::try_from(found).ok());
        let within = found.filter(|found| (low..=high).contains(found));
        within.ok_or_else(|| format!("expected a whole number from {low} to {high}"))
    }
}

/// Converts to `usize`, saturating.
pub fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Like [`number`], but the number may be negative.
///
/// # Errors
/// The expected values.
pub fn signed(text: &str) -> Result<i64, String> {
    let expected = || "expected a whole number, like -250, 10k or 1e6".to_owned();
    let (below, size) = text.strip_prefix('-').map_or((false, text), |size| (true, size));
    let size = number(size).ok().and_then(|size| i64::try_from(size).ok()).ok_or_else(expected)?;
    Ok(if below { -size } else { size })
}

/// Parses a number of threads, from 1 to 4096.
///
/// # Errors
/// The expected values.
pub fn threads(text: &str) -> Result<u16, String> {
    let least_to_most = between(1, 4096);
    least_to_most(text).map_err(|_| "expected a number of threads from 1 to 4096".to_owned())
}

/// Parses a time: seconds, or a number of `ms`, `s`, `m` or `h`.
///
/// # Errors
/// The expected values.
pub fn duration(text: &str) -> Result<Duration, String> {
    let expected = || "expected seconds, or a number and ms, s, m or h: 5, 500ms, 2m".to_owned();
    let decimal = Decimal::of(text).ok_or_else(expected)?;
    let unit = match decimal.unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(expected()),
    };
    let seconds: f64 = text[..text.len() - decimal.unit.len()].parse().map_err(|_| expected())?;
    Duration::try_from_secs_f64(seconds * unit).map_err(|_| expected())
}

/// Parses a number of bytes, at least 1, with K, M or G for 2¹⁰, 2²⁰, 2³⁰.
///
/// # Errors
/// The expected values.
pub fn bytes(text: &str) -> Result<usize, String> {
    let expected = || "expected a number of bytes with K, M or G, like 256M".to_owned();
    let decimal = Decimal::of(text).ok_or_else(expected)?;
    let unit = decimal.unit.to_ascii_uppercase();
    let unit = match unit.strip_suffix('B').unwrap_or(&unit) {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return Err(expected()),
    };
    let bytes = decimal.whole(unit).and_then(|bytes| usize::try_from(bytes).ok());
    bytes.filter(|&bytes| bytes > 0).ok_or_else(expected)
}

/// Like [`bytes`], but at least 64K, for tables.
///
/// # Errors
/// The expected values.
pub fn table_bytes(text: &str) -> Result<usize, String> {
    let least = |&bytes: &usize| bytes >= 1 << 16;
    Some(bytes(text)?).filter(least).ok_or_else(|| "expected at least 64K".to_owned())
}

/// Returns the name of an enum value on the command line.
pub fn value_name<V: clap::ValueEnum>(value: &V) -> String {
    value.to_possible_value().map(|word| word.get_name().to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!([signed("-10k"), signed("3"), signed("0")], [Ok(-10_000), Ok(3), Ok(0)]);
        assert!(signed("--1").is_err() && signed("1e19").is_err());
        assert!(positive("0").is_err() && positive("1") == Ok(1));
        assert!(threads("0").is_err() && threads("4097").is_err() && threads("4096") == Ok(4096));
        assert_eq!([threads("1e1"), threads("2k")], [Ok(10), Ok(2000)]);
        let few = between(2_u8, 200);
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
            assert_eq!(duration(text), Ok(Duration::from_millis(expected)), "{text}");
        }
        for wrong in ["", "ms", "-1s", "-1", "1d", "1e99h", "nans", "inf", "5 s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_binary_units() {
        assert_eq!(table_bytes("64K"), Ok(65536));
        assert_eq!(table_bytes("2m"), Ok(2 << 20));
        assert_eq!(
            [bytes("1"), bytes("100"), bytes("3KB"), bytes("1.5K")],
            [Ok(1), Ok(100), Ok(3072), Ok(1536)]
        );
        for wrong in ["", "M", "0", "1", "10", "99999999999G", "1X", "-1K", "64000", "1MBB", "1MBBBB"] {
            assert!(table_bytes(wrong).is_err(), "{wrong}");
        }
    }
}
