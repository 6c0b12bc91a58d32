//! Progress on standard error: a bar on a terminal, or a line every few seconds with `--progress always`.

use super::status::StatusLine;
use crate::exit;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// The arguments that choose when to show progress.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct ProgressArgs {
    /// Show progress on standard error: auto draws a bar on a terminal, always also prints a line every few seconds elsewhere
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

/// The intervals of printed lines and of drawing the bar.
const LINES: Duration = Duration::from_secs(3);
const BAR: Duration = Duration::from_millis(200);

/// Shows progress until it is dropped.
pub struct Progress {
    line: Option<Arc<StatusLine>>,
    /// Closed to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts to show a text, according to `when`. The text is for the status line of a terminal if the argument of
    /// `text` is `true`.
    pub fn start(when: ProgressMode, text: impl Fn(bool) -> String + Send + 'static) -> Progress {
        let line = if when == ProgressMode::Never { None } else { StatusLine::new().map(Arc::new) };
        let (end, ended) = channel::<()>();
        let shown = line.clone();
        let show = move || {
            let pause = if shown.is_some() { BAR } else { LINES };
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                match &shown {
                    Some(line) => line.draw(&text(true)),
                    None => exit::note(&text(false)),
                }
            }
        };
        let wanted = line.is_some() || when == ProgressMode::Always;
        // No progress is shown if the thread cannot be started.
        let thread = if wanted { Builder::new().spawn(show).ok() } else { None };
        Progress { line, end: Some(end), thread }
    }

    /// Calls `print` without the bar on the screen.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.line {
            Some(line) => line.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
