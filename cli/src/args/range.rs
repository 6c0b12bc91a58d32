//! Ranges as arguments: `5`, `3..7`, both ends included.

use super::numbers::Number;
use std::ops::RangeInclusive;

/// Parses a range: a number, or two numbers separated by `..`; an end that is left out is open.
///
/// ```
/// use tilefall_cli::range::range;
/// assert_eq!([range("5"), range("3..7"), range("..2")], [Ok(5..=5), Ok(3..=7), Ok(0..=2)]);
/// assert!(range("7..3").is_err());
/// ```
pub fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let expected = || "expected a number, or a range like 3..7".to_owned();
    let (low, high) = text.split_once("..").unwrap_or((text, text));
    let high = high.strip_prefix('=').unwrap_or(high);
    let end = |text: &str, open| {
        if text.is_empty() { Ok(Number(open)) } else { text.parse().map_err(|_| expected()) }
    };
    let (Number::<0>(low), Number::<0>(high)) = (end(low, 0)?, end(high, u64::MAX)?);
    if text.is_empty() || low > high { Err(expected()) } else { Ok(low..=high) }
}

/// Like [`range`], for sizes.
pub fn sizes(text: &str) -> Result<RangeInclusive<usize>, String> {
    let range = range(text)?;
    let to_usize = |number: &u64| Number::<0>(*number).to_usize();
    Ok(to_usize(range.start())..=to_usize(range.end()))
}
