//! Programs that have the whole screen of a terminal: `play`, and `replay` step by step.
//!
//! - [`frame`]: a picture of the screen
//! - [`painter`]: what has to be written so that a terminal shows it
//! - [`board`]: a board on the screen; [`panel`]: the texts below it

pub mod board;
pub mod frame;
pub mod painter;
pub mod panel;

use crate::exit::Exit;
use crate::{output, signals};
use anyhow::Context as _;
use crossterm::event::{self, Event};
use crossterm::{cursor, execute, terminal};
use frame::Frame;
use painter::Painter;
use std::io::{self, IsTerminal as _};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tilefall::batch::no_thread;

/// What has the screen.
pub trait Scene {
    /// Draws it on an empty picture.
    fn draw(&mut self, frame: &mut Frame);

    /// Time has passed; `true` if there is something new to draw.
    fn pass(&mut self) -> bool;

    /// Answers a key, the mouse or a new size.
    ///
    /// # Errors
    /// Those of the scene, which end it.
    fn answer(&mut self, event: &Event) -> anyhow::Result<ControlFlow<()>>;
}

/// The beginning of the message if the terminal fails.
const FAILED: &str = "the terminal cannot be used";

/// How often a scene hears that time passes while no key is pressed.
const TICK: Duration = Duration::from_millis(50);

/// Whether there is a terminal for keys and for pictures.
pub fn is_there() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Shows a scene until it ends, or a signal ends it. `cut_off` is called before the program ends because its terminal is
/// gone and nothing else can be done.
///
/// # Errors
/// If the terminal fails, and those of the scene. The screen is given back before.
pub fn show(scene: &mut dyn Scene, cut_off: impl Fn() + Send + 'static) -> anyhow::Result<Exit> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let heard = interrupted.clone();
    signals::at_first(move || heard.store(true, Ordering::SeqCst)).context("signals cannot be handled")?;
    leave_when_cut_off(interrupted.clone(), cut_off).map_err(no_thread)?;
    let mut screen = Screen::take().context(FAILED)?;
    match play(&mut screen, scene, &interrupted) {
        // Whether the terminal fails before its end is noticed, or after, is chance.
        Err(_) if interrupted.load(Ordering::SeqCst) || is_gone() => Ok(Exit::Interrupted),
        end => end,
    }
}

/// Draws a scene and hands it what happens, until one of them ends.
fn play(screen: &mut Screen, scene: &mut dyn Scene, interrupted: &AtomicBool) -> anyhow::Result<Exit> {
    loop {
        screen.draw(scene).context(FAILED)?;
        let mut news = false;
        while !news {
            if interrupted.load(Ordering::SeqCst) {
                return Ok(Exit::Interrupted);
            }
            news = event::poll(TICK).context(FAILED)? || scene.pass();
        }
        // All that has come since, so that a mouse in motion is not followed cell by cell.
        while event::poll(Duration::ZERO).context(FAILED)? {
            let event = event::read().context(FAILED)?;
            if matches!(event, Event::Resize(..)) {
                // Nobody knows what the terminal has kept of the old picture.
                screen.painter.forget();
            }
            if scene.answer(&event)?.is_break() {
                return Ok(Exit::Done);
            }
        }
    }
}

/// How long a scene may take to end after a signal.
const GRACE: Duration = Duration::from_secs(1);

/// Ends the program if its terminal is gone, or if it does not end by itself after a signal: the library that waits for
/// keys reads a terminal that is gone for ever.
fn leave_when_cut_off(interrupted: Arc<AtomicBool>, cut_off: impl Fn() + Send + 'static) -> io::Result<()> {
    let watch = std::thread::Builder::new().spawn(move || {
        loop {
            std::thread::sleep(5 * TICK);
            if interrupted.load(Ordering::SeqCst) || is_gone() {
                std::thread::sleep(GRACE);
                cut_off();
                drop(Restore);
                std::process::exit(130);
            }
        }
    });
    watch.map(drop)
}

/// Whether nobody has the other end of the terminal any more.
#[cfg(unix)]
fn is_gone() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = io::stdin();
    let mut ends = [PollFd::new(&stdin, PollFlags::empty())];
    let polled = poll(&mut ends, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
    polled.is_ok() && ends[0].revents().intersects(PollFlags::HUP | PollFlags::ERR)
}

/// Whether nobody has the other end of the terminal any more: not known here.
#[cfg(not(unix))]
fn is_gone() -> bool {
    false
}

/// The screen while a game has it: given back whatever ends the program.
struct Screen {
    painter: Painter,
    /// Dropped with the screen.
    _back: Restore,
}

impl Screen {
    fn take() -> io::Result<Screen> {
        terminal::enable_raw_mode()?;
        let screen = Screen { painter: Painter::default(), _back: Restore };
        execute!(io::stdout(), terminal::EnterAlternateScreen, event::EnableMouseCapture, cursor::Hide)?;
        Ok(screen)
    }

    /// Shows what a scene draws, at the size that the terminal has now.
    fn draw(&mut self, scene: &mut dyn Scene) -> io::Result<()> {
        let (width, height) = terminal::size()?;
        let mut frame = Frame::new(width, height);
        scene.draw(&mut frame);
        match self.painter.paint(frame) {
            text if text.is_empty() => Ok(()),
            text => output::paint(&text),
        }
    }
}

/// Gives the terminal back when it is dropped.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        let out = &mut io::stdout();
        // The terminal may be gone.
        let _ = execute!(out, event::DisableMouseCapture, terminal::LeaveAlternateScreen, cursor::Show);
        let _ = terminal::disable_raw_mode();
    }
}
