//! Progress on standard error: a line that is redrawn in place on a terminal, or with `--progress always` a new line
//! every few seconds elsewhere.

use super::output;
use crate::exit;
use std::io::{IsTerminal as _, Write as _, stderr};
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::Duration;
use tilefall::internals::lock;

/// The arguments that choose when to show progress.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct ProgressArgs {
    /// Show progress on standard error: auto draws a line on a terminal, always also prints a line every few seconds elsewhere,
    /// and where TERM is dumb
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    progress: ProgressMode,
    /// Print neither progress nor summary; errors are still printed
    #[arg(long, short, conflicts_with = "progress")]
    quiet: bool,
}

impl ProgressArgs {
    /// Returns when to show progress; `Never` with `--quiet`.
    pub fn mode(self) -> ProgressMode {
        if self.quiet { ProgressMode::Never } else { self.progress }
    }
}

/// The values of `--progress`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ProgressMode {
    Auto,
    Always,
    Never,
}

/// The time between two printed lines, and the time between two drawings of the line on a terminal.
const LINES: Duration = Duration::from_secs(3);
const DRAWING: Duration = Duration::from_millis(200);

/// The width of the terminal in columns, if the system does not report it.
const WIDTH: usize = 80;

/// The number of columns at the end of the line that stay free: terminals show `^C` there when a user presses Ctrl-C,
/// and some terminals wrap after the last column.
const FREE: usize = 5;

/// The progress line at the end of the terminal.
struct Line {
    /// Whether the line, or a `^C` in its place, may be on the screen.
    is_shown: bool,
    /// Whether the line is no longer drawn, because the program is about to end.
    is_closed: bool,
}

static LINE: Mutex<Line> = Mutex::new(Line { is_shown: false, is_closed: false });

impl Line {
    fn draw(&mut self, text: &str) {
        if !self.is_closed {
            self.is_shown = true;
            let columns =
                terminal_size::terminal_size_of(stderr()).map_or(WIDTH, |(width, _)| width.0.into());
            let fitting: String = text.chars().take(columns.saturating_sub(FREE)).collect();
            write(&format!("\r\x1b[2K{fitting}"));
        }
    }

    fn wipe(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            write("\r\x1b[2K");
        }
    }
}

fn write(text: &str) {
    // An error of standard error cannot be reported anywhere.
    let _ = output::track_write(|| stderr().lock().write_all(text.as_bytes()));
}

/// Wipes the progress line, if it is drawn, and calls `print`. All output meanwhile must use this.
pub fn suspend<T>(print: impl FnOnce() -> T) -> T {
    let mut line = lock(&LINE);
    line.wipe();
    print()
}

/// Wipes the progress line and prevents further drawing. Waits at most about 100 ms for output in progress.
pub fn close() {
    for _ in 0..100 {
        if let Ok(mut line) = LINE.try_lock() {
            let was_shown = line.is_shown;
            line.wipe();
            *line = Line { is_shown: was_shown, is_closed: true };
            return;
        }
        sleep(Duration::from_millis(1));
    }
}

/// Shows progress until this value is dropped.
pub struct Progress {
    /// Dropping this sender ends the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts a thread that shows the result of `text` again and again, if `when` and the terminal allow it.
    pub fn start(when: ProgressMode, text: impl Fn() -> String + Send + 'static) -> Progress {
        let on_terminal = stderr().is_terminal() && output::has_screen();
        let (end, ended) = channel::<()>();
        let wanted = when == ProgressMode::Always || when == ProgressMode::Auto && on_terminal;
        let show = move || {
            let pause = if on_terminal { DRAWING } else { LINES };
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                if on_terminal { lock(&LINE).draw(&text()) } else { exit::note(&text()) }
            }
        };
        // No progress is shown if the thread cannot be started.
        let thread = if wanted { Builder::new().spawn(show).ok() } else { None };
        Progress { end: Some(end), thread }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        suspend(|| ());
    }
}

/// Formats progress: `60 of 120, 30 s left, 2.0/s`, or `60 of about 120` if the total is not exact. If `total` is
/// unknown or `rate` is 0, shows the time so far instead of the time left.
pub fn format_done(done: f64, total: Option<f64>, is_exact: bool, rate: f64, time: Duration) -> String {
    let of = if is_exact { "of" } else { "of about" };
    let (of, time) = match total {
        Some(total) if rate > 0.0 => {
            (format!(" {of} {total:.0}"), format!("{} left", format_seconds((total - done).max(0.0) / rate)))
        }
        Some(total) => (format!(" {of} {total:.0}"), format_seconds(time.as_secs_f64())),
        None => (String::new(), format_seconds(time.as_secs_f64())),
    };
    format!("{done}{of}, {time}, {rate:.1}/s")
}

/// Formats a number of seconds: `45 s`, `12 m`, `3.4 h`.
pub fn format_seconds(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} m", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}
