//! Counts with a noun in the singular or plural.

/// Returns the number and its noun: `1 move`, `2 moves`.
pub fn plural(number: impl TryInto<u128>, thing: &str) -> String {
    let number = number.try_into().unwrap_or(u128::MAX);
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Returns a score, which may be negative, with its unit: `1 point`, `-9 points`.
pub fn points(score: i64) -> String {
    format!("{score} point{}", if score == 1 { "" } else { "s" })
}
