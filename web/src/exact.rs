//! Restricts records to integers that JavaScript represents exactly: its numbers are floating-point, exact up to 2⁵³.

use serde_json::Value;
use tilefall::rules::Rules;
use tilefall::rules::refusal::MAX_CELLS;
use tilefall::text::record::PuzzleRecord;

/// The largest integer of a record that the page accepts: half of 2⁵³, so that sums of two such integers are also
/// exact.
const LARGEST: u64 = 1 << 52;

/// Turns integers of `origin` beyond [`LARGEST`] into strings. Returns an error if another integer may be too large.
pub(crate) fn checked(mut record: PuzzleRecord) -> Result<PuzzleRecord, String> {
    let cells: usize = record.rows.iter().map(String::len).sum();
    if cells > MAX_CELLS {
        return Err(format!("the board has {cells} cells, expected at most {MAX_CELLS} on this page"));
    }
    let bonus = record.rules.map(|rules| rules.clear_bonus);
    for (name, number) in [("moves", record.moves), ("clear_bonus", bonus), ("index", record.index)] {
        if let Some(number) = number.filter(|&number| number > LARGEST) {
            return Err(format!("{name} is {number}, expected at most {LARGEST} on this page"));
        }
    }
    if let Some(rules) =
        record.rules.filter(|rules| most_points(rules, &record.rows) > 2 * i128::from(LARGEST))
    {
        let (score, factor) = (rules.score, rules.clear_factor);
        return Err(format!(
            "with score {score} and clear_factor {factor} a list might score more than 2^53, expected at most that on \
             this page"
        ));
    }
    if let Some(origin) = &mut record.origin {
        origin.values_mut().for_each(large_integers_to_strings);
    }
    Ok(record)
}

/// Returns an upper bound on the absolute value of the score that a list can have on a board.
fn most_points(rules: &Rules, rows: &[String]) -> i128 {
    let cells: i128 = rows.iter().map(|row| row.len() as i128).sum();
    let [a, b, c] = rules.score.doubled().map(|part| i128::from(part.abs()));
    // The coefficients are doubled, hence / 2; the penalties are at most cells².
    let points = (a * cells + b + c) * cells / 2 + cells * cells;
    (points + i128::from(rules.clear_bonus)) * i128::from(rules.clear_factor)
}

/// Replaces each integer beyond [`LARGEST`] in a JSON value by a string of its digits.
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
