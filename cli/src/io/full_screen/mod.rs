//! Full-screen terminal programs: `play`, and `replay` step by step.
//!
//! - [`frame`]: a picture of the screen, and the output that shows it
//! - [`board`]: a board on the screen; [`panel`]: the texts below it

pub mod board;
pub mod frame;
pub mod panel;

use super::{output, signals};
use crate::exit::{self, Exit, thread_error};
use anyhow::Context as _;
use crossterm::event::{self, Event, KeyCode, KeyModifiers};
use crossterm::{cursor, execute, terminal};
use frame::Frame;
use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A full-screen program, which [`show`] runs.
pub trait Scene {
    /// Draws the scene on an empty picture.
    fn draw(&mut self, frame: &mut Frame);

    /// Called regularly while there is no input. Returns `true` if the scene must be redrawn.
    fn tick(&mut self) -> bool;

    /// Handles a key, the mouse or a new size; `Break` ends the scene.
    fn handle(&mut self, event: &Event) -> anyhow::Result<ControlFlow<()>>;
}

/// The context of errors from calls to the terminal.
const FAILED: &str = "the terminal cannot be used";

/// The time between two calls of [`Scene::tick`].
const TICK: Duration = Duration::from_millis(50);

/// Returns `true` if a scene can be shown: standard output is a terminal with a screen, and keys can be read.
pub fn is_there() -> bool {
    io::stdout().is_terminal() && output::has_screen() && (io::stdin().is_terminal() || gives_keys())
}

/// Returns `true` if standard output can also be read, so that a terminal there provides the keys.
#[cfg(unix)]
fn gives_keys() -> bool {
    use rustix::fs::{OFlags, fcntl_getfl};
    fcntl_getfl(io::stdout()).is_ok_and(|flags| flags.contains(OFlags::RDWR))
}

/// Returns `true`: keys come from the console.
#[cfg(not(unix))]
fn gives_keys() -> bool {
    true
}

/// If standard input is no terminal, replaces it by the terminal of standard output.
#[cfg(unix)]
fn take_keys() -> io::Result<()> {
    if !io::stdin().is_terminal() {
        rustix::stdio::dup2_stdin(io::stdout())?;
    }
    Ok(())
}

/// Does nothing: keys come from the console.
#[cfg(not(unix))]
fn take_keys() -> io::Result<()> {
    Ok(())
}

/// Shows a scene until it ends, or a signal ends it. If standard input is no terminal, this function replaces it by the
/// terminal of standard output, so callers must read their input before.
pub fn show(scene: &mut dyn Scene) -> anyhow::Result<Exit> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = interrupted.clone();
    signals::on_first_signal(move || flag.store(true, Ordering::SeqCst))
        .context("signals cannot be handled")?;
    exit_on_hangup(interrupted.clone()).map_err(thread_error)?;
    take_keys().context(FAILED)?;
    let mut screen = Screen::take().context(FAILED)?;
    match play(&mut screen, scene, &interrupted) {
        // If the terminal is closed, reads may fail before or after the hangup is noticed.
        Err(_) if interrupted.load(Ordering::SeqCst) || is_gone() => Ok(Exit::Interrupted),
        end => end,
    }
}

/// Draws a scene and passes events to it until it ends.
fn play(screen: &mut Screen, scene: &mut dyn Scene, interrupted: &AtomicBool) -> anyhow::Result<Exit> {
    loop {
        screen.draw(scene).context(FAILED)?;
        let mut redraw = false;
        while !redraw {
            if interrupted.load(Ordering::SeqCst) {
                return Ok(Exit::Interrupted);
            }
            redraw = event::poll(TICK).context(FAILED)? || scene.tick();
        }
        // Handles all waiting events before drawing, so that a moving mouse does not redraw cell by cell.
        while event::poll(Duration::ZERO).context(FAILED)? {
            let event = event::read().context(FAILED)?;
            if matches!(event, Event::Resize(..)) {
                // The terminal may have wrapped or cut the old lines, so all lines are drawn again.
                screen.lines.clear();
            }
            if is_suspend(&event) {
                screen.suspend().context(FAILED)?;
            } else if scene.handle(&event)?.is_break() {
                return Ok(Exit::Done);
            }
        }
    }
}

/// Returns `true` for Ctrl-Z, the key that suspends programs, on Unix.
fn is_suspend(event: &Event) -> bool {
    let Event::Key(key) = event else { return false };
    cfg!(unix) && key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// The time that a scene has to end after a signal, before the program exits.
const GRACE: Duration = Duration::from_secs(1);

/// Starts a thread that ends the program if the terminal is closed, or if a scene does not end after a signal. The
/// thread of the scene cannot do this: crossterm reads a closed terminal in an endless loop.
fn exit_on_hangup(interrupted: Arc<AtomicBool>) -> io::Result<()> {
    let watch = std::thread::Builder::new().spawn(move || {
        loop {
            std::thread::sleep(5 * TICK);
            if interrupted.load(Ordering::SeqCst) || is_gone() {
                std::thread::sleep(GRACE);
                drop(Restore);
                exit::at_once(Exit::Interrupted);
            }
        }
    });
    watch.map(drop)
}

/// Returns `true` if the other end of the terminal is closed.
#[cfg(unix)]
fn is_gone() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = io::stdin();
    let mut ends = [PollFd::new(&stdin, PollFlags::empty())];
    let polled = poll(&mut ends, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
    polled.is_ok() && ends[0].revents().intersects(PollFlags::HUP | PollFlags::ERR)
}

/// Returns `false`: this system does not report a closed terminal.
#[cfg(not(unix))]
fn is_gone() -> bool {
    false
}

/// The screen in full-screen mode, restored on drop.
struct Screen {
    /// The lines on the screen; empty if they are unknown, so that all lines are drawn.
    lines: Vec<String>,
    _restore: Restore,
}

impl Screen {
    fn take() -> io::Result<Screen> {
        let screen = Screen { lines: Vec::new(), _restore: Restore };
        Screen::enter()?;
        Ok(screen)
    }

    fn enter() -> io::Result<()> {
        terminal::enable_raw_mode()?;
        execute!(io::stdout(), terminal::EnterAlternateScreen, event::EnableMouseCapture, cursor::Hide)
    }

    /// Restores the terminal, stops the program until its shell continues it, and takes the terminal again.
    fn suspend(&mut self) -> io::Result<()> {
        drop(Restore);
        signals::stop()?;
        self.lines.clear();
        Screen::enter()
    }

    /// Shows a scene at the current size of the terminal.
    fn draw(&mut self, scene: &mut dyn Scene) -> io::Result<()> {
        let (width, height) = terminal::size()?;
        let mut frame = Frame::new(width, height);
        scene.draw(&mut frame);
        let lines = frame.to_lines();
        let text = frame::update(&self.lines, &lines);
        self.lines = lines;
        if text.is_empty() { Ok(()) } else { output::print_raw(&text) }
    }
}

/// Restores the terminal on drop.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        let out = &mut io::stdout();
        // Errors are ignored: the terminal may be closed.
        let _ = execute!(out, event::DisableMouseCapture, terminal::LeaveAlternateScreen, cursor::Show);
        let _ = terminal::disable_raw_mode();
    }
}
