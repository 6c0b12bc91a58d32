//! A line at the end of a terminal that is drawn again and again in place. At most one is drawn at a time.

use super::output;
use std::io::{IsTerminal as _, Write as _};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// Columns where the system does not say how many there are.
const WIDTH: usize = 80;

/// Columns at the end of the line that stay free: terminals show `^C` there when a user presses it, and some go on to the
/// next line behind the last column.
const FREE: usize = 5;

/// The line of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It is not on the screen.
    Blank,
    /// It is on the screen.
    Drawn,
    /// It is not drawn any more, for the program is about to end; the terminal may show a `^C` there.
    Over,
    /// The same, and the `^C` is wiped as well.
    Clean,
}

static STATE: Mutex<State> = Mutex::new(State::Blank);

/// A status line on standard error. Everything else is printed in [`apart`](Self::apart), so that the two do not run into
/// each other.
#[derive(Debug)]
pub struct StatusLine(());

impl StatusLine {
    /// A line, not drawn yet; `None` if standard error is no terminal.
    pub fn new() -> Option<StatusLine> {
        std::io::stderr().is_terminal().then_some(StatusLine(()))
    }

    /// Draws it.
    pub fn draw(&self, text: &str) {
        let mut state = lock();
        if matches!(*state, State::Blank | State::Drawn) {
            *state = State::Drawn;
            write(&format!("\r\x1b[2K{}", cut(text, columns())));
        }
    }

    /// Wipes the line if it is drawn, then does what prints something.
    pub fn apart<T>(&self, print: impl FnOnce() -> T) -> T {
        let mut state = lock();
        wipe(&mut state);
        print()
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.apart(|| ());
    }
}

/// Wipes the line, and lets nothing draw it any more. Does not wait long for what is being printed.
pub fn end() {
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
        *state = State::Over;
        return;
    }
}

fn lock() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn wipe(state: &mut State) {
    *state = match *state {
        State::Drawn => State::Blank,
        State::Over => State::Clean,
        State::Blank | State::Clean => return,
    };
    write("\r\x1b[2K");
}

fn write(text: &str) {
    // Nothing is left to tell it to if standard error is closed.
    let _ = output::busy(|| std::io::stderr().lock().write_all(text.as_bytes()));
}

/// The width of the terminal.
fn columns() -> usize {
    terminal_size::terminal_size_of(std::io::stderr()).map_or(WIDTH, |(width, _)| width.0.into())
}

/// As much of a text as a line has room for.
fn cut(text: &str, columns: usize) -> &str {
    let end = text.char_indices().nth(columns.saturating_sub(FREE)).map_or(text.len(), |(end, _)| end);
    &text[..end]
}

/// A bar of this many characters, of which a part from 0 to 1 is done.
pub fn bar(part: f64, width: usize) -> String {
    let done = (part.clamp(0.0, 1.0) * width as f64) as usize;
    let tip = if done < width { ">" } else { "" };
    format!("[{:<width$}]", "=".repeat(done) + tip)
}

/// How many there are of something in a second, for people: `120/s`, `1.5/s`, `12/min`.
pub fn rate(rate: f64) -> String {
    match rate {
        10.0.. => format!("{rate:.0}/s"),
        1.0.. => format!("{rate:.1}/s"),
        _ => format!("{:.0}/min", rate * 60.0),
    }
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
            [cut("abcdef", 80), cut("abcdef", 10), cut("abcdef", 4), cut("é1", 6)],
            ["abcdef", "abcde", "", "é"]
        );
        assert_eq!(
            [bar(0.0, 4), bar(0.5, 4), bar(1.0, 4), bar(7.0, 4)],
            ["[>   ]", "[==> ]", "[====]", "[====]"]
        );
        assert_eq!([span(3.4), span(150.0), span(9000.0)], ["3 s", "2 m", "2.5 h"]);
        assert_eq!([rate(120.4), rate(1.52), rate(0.2), rate(0.0)], ["120/s", "1.5/s", "12/min", "0/min"]);
    }
}
