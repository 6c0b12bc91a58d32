//! A status line at the end of a terminal, redrawn in place. At most one is shown at a time.

use super::output;
use std::io::{IsTerminal as _, Write as _};
use std::sync::{Mutex, TryLockError};
use std::time::{Duration, Instant};
use tilefall::internals::rules::lock;

/// The width in columns where the system does not report it.
const WIDTH: usize = 80;

/// Columns at the end of the line that stay free: terminals show `^C` there when a user presses it, and some wrap
/// after the last column.
const FREE: usize = 5;

/// The state of the status line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The line is not on the screen.
    Blank,
    /// The line is on the screen.
    Drawn,
    /// The line is no longer drawn, because the program is about to end; the terminal may show `^C` on it.
    Closed,
    /// Like `Closed`, after the `^C` was erased.
    Wiped,
}

static STATE: Mutex<State> = Mutex::new(State::Blank);

/// A status line on standard error. All other output goes through [`suspend`](Self::suspend), so that it does not mix
/// with the line.
#[derive(Debug)]
pub struct StatusLine(());

impl StatusLine {
    /// Creates a line that is not drawn yet; `None` if standard error is no terminal.
    pub fn new() -> Option<StatusLine> {
        std::io::stderr().is_terminal().then_some(StatusLine(()))
    }

    /// Draws the line with this text.
    pub fn draw(&self, text: &str) {
        let mut state = lock(&STATE);
        if matches!(*state, State::Blank | State::Drawn) {
            *state = State::Drawn;
            write(&format!("\r\x1b[2K{}", truncated(text, columns())));
        }
    }

    /// Wipes the line if it is drawn, then calls `print`.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        let mut state = lock(&STATE);
        wipe(&mut state);
        print()
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.suspend(|| ());
    }
}

/// Wipes the line and prevents further drawing. Waits at most 100 ms for output in progress.
pub fn close() {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(100) {
        let mut state = match STATE.try_lock() {
            Ok(state) => state,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                std::thread::sleep(Duration::from_millis(1));
                continue;
            }
        };
        wipe(&mut state);
        *state = State::Closed;
        return;
    }
}

fn wipe(state: &mut State) {
    *state = match *state {
        State::Drawn => State::Blank,
        State::Closed => State::Wiped,
        State::Blank | State::Wiped => return,
    };
    write("\r\x1b[2K");
}

fn write(text: &str) {
    // Nothing is left to tell it to if standard error is closed.
    let _ = output::track_write(|| std::io::stderr().lock().write_all(text.as_bytes()));
}

/// Returns the width of the terminal in columns.
fn columns() -> usize {
    terminal_size::terminal_size_of(std::io::stderr()).map_or(WIDTH, |(width, _)| width.0.into())
}

/// Returns the start of a text that fits a line.
fn truncated(text: &str, columns: usize) -> &str {
    let end = text.char_indices().nth(columns.saturating_sub(FREE)).map_or(text.len(), |(end, _)| end);
    &text[..end]
}

/// Formats a bar of `width` characters; `part`, from 0 to 1, is done.
pub fn bar(part: f64, width: usize) -> String {
    let done = (part.clamp(0.0, 1.0) * width as f64) as usize;
    let tip = if done < width { ">" } else { "" };
    format!("[{:<width$}]", "=".repeat(done) + tip)
}

/// Formats a rate per second: `120/s`, `1.5/s`, `12/min`.
pub fn format_rate(rate: f64) -> String {
    match rate {
        10.0.. => format!("{rate:.0}/s"),
        1.0.. => format!("{rate:.1}/s"),
        _ => format!("{:.0}/min", rate * 60.0),
    }
}

/// Formats a number of seconds: `45 s`, `12 m`, `3.4 h`.
pub fn format_seconds(seconds: f64) -> String {
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
            [truncated("abcdef", 80), truncated("abcdef", 10), truncated("abcdef", 4), truncated("é1", 6)],
            ["abcdef", "abcde", "", "é"]
        );
        assert_eq!(
            [bar(0.0, 4), bar(0.5, 4), bar(1.0, 4), bar(7.0, 4)],
            ["[>   ]", "[==> ]", "[====]", "[====]"]
        );
        assert_eq!(
            [format_seconds(3.4), format_seconds(150.0), format_seconds(9000.0)],
            ["3 s", "2 m", "2.5 h"]
        );
        assert_eq!([120.4, 1.52, 0.2, 0.0].map(format_rate), ["120/s", "1.5/s", "12/min", "0/min"]);
    }
}
