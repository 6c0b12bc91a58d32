//! Progress on standard error: a line at the end of a terminal that is redrawn in place, or a line every few seconds with
//! `--progress always`.

use super::output;
use crate::exit;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal as _, stderr};
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;
use tilefall::rules::lock;

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
    /// Returns when to show progress.
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

/// The intervals of printed lines and of drawing the line of a terminal.
const LINES: Duration = Duration::from_secs(3);
const DRAWING: Duration = Duration::from_millis(200);

/// The line of the terminal, while it is shown.
static LINE: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Wipes the line of the terminal, if it is drawn, and calls `print`. All output beside the line goes through this function.
pub fn suspend<T>(print: impl FnOnce() -> T) -> T {
    let line = lock(&LINE).clone();
    match line {
        Some(line) => line.suspend(print),
        None => print(),
    }
}

/// Wipes the line of the terminal and prevents further drawing. Waits at most 100 ms for output in progress.
pub fn close() {
    let (sender, closed) = channel();
    let close = move || {
        if let Some(line) = lock(&LINE).take() {
            line.finish_and_clear();
            line.set_draw_target(ProgressDrawTarget::hidden());
        }
        let _ = sender.send(());
    };
    if Builder::new().spawn(close).is_ok() {
        let _ = closed.recv_timeout(Duration::from_millis(100));
    }
}

/// Shows progress until it is dropped.
pub struct Progress {
    /// Closed to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts to show a text, according to `when`.
    pub fn start(when: ProgressMode, text: impl Fn() -> String + Send + 'static) -> Progress {
        let on_terminal = stderr().is_terminal() && output::has_screen();
        let (end, ended) = channel::<()>();
        let wanted = when == ProgressMode::Always || when == ProgressMode::Auto && on_terminal;
        let show = move || {
            let pause = if on_terminal { DRAWING } else { LINES };
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                match (on_terminal, lock(&LINE).clone()) {
                    (true, Some(line)) => output::track_write(|| line.set_message(text())),
                    (true, None) => {}
                    (false, _) => exit::note(&text()),
                }
            }
        };
        if wanted && on_terminal {
            let style = ProgressStyle::with_template("{wide_msg}").unwrap_or(ProgressStyle::default_bar());
            *lock(&LINE) = Some(ProgressBar::no_length().with_style(style));
        }
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
            let line = lock(&LINE).take();
            line.iter().for_each(ProgressBar::finish_and_clear);
        }
    }
}

/// Formats what is done: `60 of 120, 2 m left, 2.0/s`; of a `total` that is estimated unless `is_exact`. Without a total with the
/// time so far.
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
