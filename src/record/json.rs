//! What `serde_json` says of a line.

/// Whether a message says what was expected. `unexpected end of hex escape` does not.
pub fn expects(message: &str) -> bool {
    message.starts_with("expected ") || message.contains(", expected ")
}

/// What is wrong, without the place that the message ends with: ` at line 1 column 7`.
pub fn message(error: &serde_json::Error) -> String {
    let mut text = error.to_string();
    text.truncate(text.rfind(" at line ").unwrap_or(text.len()));
    text
}
