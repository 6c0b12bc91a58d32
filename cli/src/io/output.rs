//! Writes to standard output in a form that is safe for terminals, and notices blocked writes.

use super::sanitize;
use std::io::{self, IsTerminal as _, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Standard output. Terminal controls are escaped on a terminal, and error messages start with `standard output`.
#[derive(Clone, Copy, Debug)]
pub struct Stdout;

/// Adds the name `standard output` to an error.
fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: cannot be written: {error}"))
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !is_terminal() {
            return track_write(|| io::stdout().write(bytes)).map_err(named);
        }
        // Callers write whole texts, so `bytes` is valid UTF-8.
        let text = String::from_utf8_lossy(bytes);
        track_write(|| io::stdout().write_all(sanitize::lines(&text).as_bytes())).map_err(named)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        track_write(|| io::stdout().flush()).map_err(named)
    }
}

pub fn is_terminal() -> bool {
    static IS: OnceLock<bool> = OnceLock::new();
    *IS.get_or_init(|| io::stdout().is_terminal())
}

/// Returns `false` if TERM is `dumb`: such a terminal can only print lines.
pub fn has_screen() -> bool {
    std::env::var_os("TERM").is_none_or(|kind| kind != "dumb")
}

/// Prints a text of whole lines and flushes.
pub fn print(text: &str) -> io::Result<()> {
    Stdout.write_all(text.as_bytes())?;
    Stdout.flush()
}

/// Prints a text with escape sequences. The caller must sanitize text that comes from inputs.
pub fn print_raw(text: &str) -> io::Result<()> {
    track_write(|| io::stdout().write_all(text.as_bytes())).map_err(named)?;
    Stdout.flush()
}

/// The numbers of writes that were started and that were finished.
static WRITES: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

/// Runs a write to a standard stream, and counts its start and its end in [`WRITES`]. A write that a full pipe blocks
/// has a start but no end, which [`wait_until_stuck`] notices.
pub fn track_write<T>(write: impl FnOnce() -> T) -> T {
    WRITES[0].fetch_add(1, Ordering::SeqCst);
    let done = write();
    WRITES[1].fetch_add(1, Ordering::SeqCst);
    done
}

/// Waits until a write to a standard stream has been blocked for `time`.
pub fn wait_until_stuck(time: Duration) {
    let ended = || WRITES[1].load(Ordering::SeqCst);
    loop {
        let before = ended();
        std::thread::sleep(time);
        if ended() == before && WRITES[0].load(Ordering::SeqCst) > before {
            return;
        }
    }
}
