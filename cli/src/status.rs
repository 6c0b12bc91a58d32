//! A line at the end of a terminal that is drawn anew in place, as wide as the terminal at most.

use super::output;
use std::io::{IsTerminal as _, Write as _};
use std::sync::{Mutex, PoisonError};

/// Columns where the system does not tell.
const WIDTH: usize = 80;

/// A status line on standard error. What else is shown goes through [`apart`](Self::apart), so that the two do not
/// run into each other.
#[derive(Debug, Default)]
pub struct StatusLine {
    /// Whether it stands there.
    drawn: Mutex<bool>,
}

impl StatusLine {
    /// A line, not drawn yet; `None` if standard error is no terminal.
    pub fn new() -> Option<StatusLine> {
        std::io::stderr().is_terminal().then(StatusLine::default)
    }

    /// Draws it.
    pub fn draw(&self, text: &str) {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        *drawn = true;
        write(&format!("\r\x1b[2K{}", cut(text, columns())));
    }

    /// Wipes the line if it is drawn, then does what prints something.
    pub fn apart<T>(&self, print: impl FnOnce() -> T) -> T {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::take(&mut *drawn) {
            write("\r\x1b[2K");
        }
        print()
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.apart(|| ());
    }
}

fn write(text: &str) {
    // Nothing is left to tell it to if standard error is closed.
    let _ = output::busy(|| std::io::stderr().lock().write_all(text.as_bytes()));
}

/// The width of the terminal.
fn columns() -> usize {
    terminal_size::terminal_size_of(std::io::stderr()).map_or(WIDTH, |(width, _)| width.0.into())
}

/// As much of a text as a line has room for; the last column stays free, for some terminals go on to the next line
/// behind it.
fn cut(text: &str, columns: usize) -> &str {
    let end = text.char_indices().nth(columns.saturating_sub(1)).map_or(text.len(), |(end, _)| end);
    &text[..end]
}

/// A bar of this many characters, of which a part from 0 to 1 is done.
pub fn bar(part: f64, width: usize) -> String {
    let done = (part.clamp(0.0, 1.0) * width as f64) as usize;
    let tip = if done < width { ">" } else { "" };
    format!("[{:<width$}]", "=".repeat(done) + tip)
}

/// Seconds for people: `45 s`, `12 m`, `3.4 h`.
pub fn span(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} m", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_narrower_than_the_terminal() {
        assert_eq!(
            [cut("abcdef", 80), cut("abcdef", 6), cut("abcdef", 1), cut("é1", 2)],
            ["abcdef", "abcde", "", "é"]
        );
        assert_eq!(
            [bar(0.0, 4), bar(0.5, 4), bar(1.0, 4), bar(7.0, 4)],
            ["[>   ]", "[==> ]", "[====]", "[====]"]
        );
        assert_eq!([span(3.4), span(150.0), span(9000.0)], ["3 s", "2 m", "2.5 h"]);
    }
}
