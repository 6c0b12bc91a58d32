//! Restricts records to integers that JavaScript represents exactly: its numbers are floating-point, exact up to 2⁵³.

use serde_json::Value;
use tilefall::text::record::PuzzleRecord;

/// The largest integer of a record that the page accepts: half of 2⁵³, so that sums of two such integers are also
/// exact.
const LARGEST: u64 = 1 << 52;

/// Returns the record with every integer of `origin` beyond [`LARGEST`] as a string of digits.
///
/// # Errors
/// If another integer of the record is beyond [`LARGEST`]; the message names it.
pub(crate) fn checked(mut record: PuzzleRecord) -> Result<PuzzleRecord, String> {
    let bonus = record.rules.map(|rules| rules.clear_bonus);
    for (name, number) in [("moves", record.moves), ("clear_bonus", bonus), ("index", record.index)] {
        if let Some(number) = number.filter(|&number| number > LARGEST) {
            return Err(format!("{name} is {number}, expected at most {LARGEST} on this page"));
        }
    }
    if let Some(origin) = &mut record.origin {
        origin.values_mut().for_each(large_integers_to_strings);
    }
    Ok(record)
}

/// Replaces integers beyond [`LARGEST`] by strings of digits.
fn large_integers_to_strings(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {}
        Value::Number(number) if number.as_i128().is_some_and(|n| n.unsigned_abs() <= LARGEST.into()) => {}
        Value::Number(number) => *value = Value::String(number.to_string()),
        Value::Array(values) => values.iter_mut().for_each(large_integers_to_strings),
        Value::Object(values) => values.values_mut().for_each(large_integers_to_strings),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}
