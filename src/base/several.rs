//! Numbers of things in words.

/// `1 move`, `2 moves`.
pub fn several(number: impl TryInto<u128>, thing: &str) -> String {
    let number = number.try_into().unwrap_or(u128::MAX);
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// A score in words, which may be below 0: `1 point`, `-9 points`.
pub fn points(score: i64) -> String {
    format!("{score} point{}", if score == 1 { "" } else { "s" })
}
