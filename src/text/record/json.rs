//! Messages of `serde_json`.

/// Returns `true` if a message states the expected input. `unexpected end of hex escape` does not.
pub fn states_expectation(message: &str) -> bool {
    message.starts_with("expected ") || message.contains(", expected ")
}

/// Returns the message of an error without the place at its end: ` at line 1 column 7`.
pub fn message(error: &serde_json::Error) -> String {
    let mut text = error.to_string();
    text.truncate(text.rfind(" at line ").unwrap_or(text.len()));
    text
}
