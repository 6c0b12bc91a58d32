//! `tilefall samegame play` and `tilefall mayan play`: a game in the terminal, with the solver beside it.
//!
//! - [`session`]: the game, with undo and redo
//! - [`advice`]: the solver, in a thread of its own
//! - [`table`]: what each wish does; [`keys`]: which key or button wishes what
//! - [`screen`]: what it looks like
//! - [`saved`]: games on disk

pub mod advice;
pub mod keys;
pub mod saved;
pub mod screen;
pub mod session;
pub mod table;

use crate::exit::{Exit, Misread, Unfit};
use crate::lines::Bounds;
use crate::puzzles::{Choice, PuzzleArgs};
use crate::{numbers, signals};
use anyhow::Context as _;
use ratatui_core::terminal::Terminal;
use ratatui_crossterm::CrosstermBackend;
use ratatui_crossterm::crossterm::{cursor, event, execute, terminal};
use session::Session;
use std::io::{self, IsTerminal as _, Stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, UNIX_EPOCH};
use table::{Outside, Table};
use tilefall::base::Game;
use tilefall::puzzle::Puzzle;
use tilefall::render::palette::Depth;

/// The arguments that both games share.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// The board to play, the first one of the file; turns that were saved beside it are played. None: a new board
    file: Option<PathBuf>,
    /// Where 's' saves: the board, and beside it the turns in FILE.moves
    #[arg(long, value_name = "FILE", default_value = "tilefall-game.jsonl")]
    pub save: PathBuf,
    /// The seed of new boards [default: by the clock]
    #[arg(long, value_name = "N", value_parser = numbers::number, allow_negative_numbers = true)]
    seed: Option<u64>,
}

impl PlayArgs {
    /// The seed of new boards.
    pub fn seed(&self) -> u64 {
        let clock = || UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64);
        self.seed.unwrap_or_else(clock)
    }

    /// The game that is given, with its saved turns, if one is.
    ///
    /// # Errors
    /// If the file has no puzzle of the game, or its saved turns do not fit it.
    pub fn given(
        &self,
        game: Game,
        begin: impl FnOnce(Puzzle) -> Option<Session>,
    ) -> anyhow::Result<Option<Session>> {
        let Some(file) = &self.file else { return Ok(None) };
        let (files, bounds) = (vec![file.clone()], Bounds::default());
        let words = PuzzleArgs { files, format: Choice::For(game), list_formats: false, bounds };
        let first = words.each().next().transpose().map_err(|bad| Misread(bad.to_string()))?;
        let puzzle = first.map(|named| named.puzzle).and_then(begin);
        let mut session =
            puzzle.ok_or_else(|| Misread(format!("{}: no puzzle, expected one", file.display())))?;
        saved::read(file, &mut session)?;
        Ok(Some(session))
    }
}

/// How often the solver is asked for news while no key is pressed.
const TICK: Duration = Duration::from_millis(50);

/// The screen while a game has it: given back whatever ends the program.
struct Screen(Terminal<CrosstermBackend<Stdout>>);

impl Screen {
    fn take() -> io::Result<Screen> {
        terminal::enable_raw_mode()?;
        // From here on it is given back.
        let back = Restore;
        execute!(io::stdout(), terminal::EnterAlternateScreen, event::EnableMouseCapture, cursor::Hide)?;
        let screen = Screen(Terminal::new(CrosstermBackend::new(io::stdout()))?);
        std::mem::forget(back);
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        drop(Restore);
    }
}

struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        let out = &mut io::stdout();
        // The terminal may be gone.
        let _ = execute!(out, event::DisableMouseCapture, terminal::LeaveAlternateScreen, cursor::Show);
        let _ = terminal::disable_raw_mode();
    }
}

/// What a terminal shows of colours, by its environment.
pub fn depth() -> Depth {
    let has = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let term = std::env::var("TERM").unwrap_or_default();
    let colour = std::env::var("COLORTERM").unwrap_or_default();
    match () {
        () if has("NO_COLOR") || term == "dumb" => Depth::None,
        () if colour == "truecolor" || colour == "24bit" => Depth::True,
        () if term.contains("256") => Depth::Xterm256,
        () => Depth::Ansi16,
    }
}

/// Plays games until the player ends: `game` at first, then what `next` makes. Saves to `path`.
///
/// # Errors
/// If standard input or output is no terminal, or fails.
pub fn play(
    game: Session,
    path: &Path,
    mut next: impl FnMut() -> anyhow::Result<Session>,
) -> anyhow::Result<Exit> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Unfit("play needs a terminal, for its keys and for its picture".into()).into());
    }
    let interrupted = Arc::new(AtomicBool::new(false));
    let heard = interrupted.clone();
    signals::at_first(move || heard.store(true, Ordering::SeqCst)).context("signals cannot be handled")?;
    let mut table = Table::new(game, depth());
    let mut screen = Screen::take().context("the terminal cannot be used")?;
    loop {
        screen.0.draw(|frame| {
            let area = frame.area();
            table.draw(area, frame.buffer_mut());
        })?;
        let mut news = false;
        while !news {
            if interrupted.load(Ordering::SeqCst) {
                return Ok(Exit::Interrupted);
            }
            news = event::poll(TICK)? || table.listen();
        }
        // All that has come since, so that a mouse in motion is not followed cell by cell.
        while event::poll(Duration::ZERO)? {
            let Some(wish) = keys::wish(&event::read()?) else { continue };
            match table.answer(wish) {
                Outside::Nothing => {}
                Outside::Quit => return Ok(Exit::Done),
                Outside::New => match next() {
                    Ok(game) => table = Table::new(game, depth()),
                    Err(error) => table.message = format!("{error:#}"),
                },
                Outside::Save => {
                    table.message = match saved::write(path, &table.game) {
                        Ok(()) => format!("saved as {}", path.display()),
                        Err(error) => format!("{error:#}"),
                    }
                }
            }
        }
    }
}
