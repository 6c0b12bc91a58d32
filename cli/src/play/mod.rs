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

use crate::error::{Misread, Unfit};
use crate::exit::Exit;
use crate::format_word::Choice;
use crate::full_screen::frame::Frame;
use crate::full_screen::{self, Scene};
use crate::lines::Bounds;
use crate::numbers;
use crate::puzzles::Inputs;
use anyhow::Context as _;
use crossterm::event::Event;
use session::Session;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use table::{Outside, Table};
use tilefall::base::{self, StopFlag};
use tilefall::puzzle::Puzzle;
use tilefall::render::palette::Depth;

/// The arguments that both games share.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// The board to play, the first one of the file, continued from saved moves [default: a new board]
    file: Option<PathBuf>,
    /// Where s saves the board; the moves go to FILE.moves beside it
    #[arg(long, value_name = "FILE", default_value = "tilefall-game.jsonl")]
    save: PathBuf,
    /// The seed of new boards [default: from the clock]
    #[arg(long, value_name = "N", value_parser = numbers::number, allow_negative_numbers = true)]
    seed: Option<u64>,
}

/// Which board is played first, where it is saved, and which come after it.
struct Meant<'a> {
    file: Option<&'a Path>,
    save: &'a Path,
    seed: u64,
}

impl PlayArgs {
    fn meant(&self) -> Meant<'_> {
        let clock = || UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64);
        Meant { file: self.file.as_deref(), save: &self.save, seed: self.seed.unwrap_or_else(clock) }
    }
}

/// Plays games until the player ends: first the one that is given, if one is, then new ones. `begin` makes a game of a
/// puzzle, and `make` the new game of a seed and a number.
///
/// # Errors
/// If the board that is given cannot be read, none can be made, or there is no terminal.
pub fn run(
    args: &PlayArgs,
    game: base::Game,
    begin: impl FnOnce(Puzzle) -> Option<Session>,
    make: impl Fn(u64, u64, &StopFlag) -> anyhow::Result<Session>,
) -> anyhow::Result<Exit> {
    let Meant { file, save, seed } = args.meant();
    let (stop, mut number) = (StopFlag::new(), 0);
    let mut new = || {
        let made = make(seed, number, &stop)?;
        number += 1;
        Ok(made)
    };
    let first = match file {
        Some(file) => given(file, game, begin)?,
        None => new().context("no board can be made")?,
    };
    play(first, save, &mut new)
}

/// The first game of a file, with its saved turns.
fn given(
    file: &Path,
    game: base::Game,
    begin: impl FnOnce(Puzzle) -> Option<Session>,
) -> anyhow::Result<Session> {
    let inputs = Inputs::one(file, Choice::For(game), Bounds::default());
    let first = inputs.each().next().transpose().map_err(|bad| Misread(bad.to_string()))?;
    let puzzle = first.map(|named| named.puzzle).and_then(begin);
    let mut session =
        puzzle.ok_or_else(|| Misread(format!("{}: no puzzle, expected one", file.display())))?;
    saved::read(file, &mut session)?;
    Ok(session)
}

/// A game on the screen, and what makes the next one.
struct Game<'a> {
    table: Table,
    path: &'a Path,
    next: &'a mut dyn FnMut() -> anyhow::Result<Session>,
    depth: Depth,
}

impl Scene for Game<'_> {
    fn draw(&mut self, frame: &mut Frame) {
        self.table.draw(frame);
    }

    fn pass(&mut self) -> bool {
        self.table.listen()
    }

    fn answer(&mut self, event: &Event) -> anyhow::Result<ControlFlow<()>> {
        let outside = keys::wish(event).map_or(Outside::Nothing, |wish| self.table.answer(wish));
        match outside {
            Outside::Nothing => {}
            Outside::Quit => return Ok(ControlFlow::Break(())),
            Outside::New => match (self.next)() {
                Ok(game) => self.table = Table::new(game, self.depth),
                Err(error) => self.table.message = format!("{error:#}"),
            },
            Outside::Save => {
                self.table.message = match saved::write(self.path, &self.table.game) {
                    Ok(()) => format!("saved as {}", self.path.display()),
                    Err(error) => format!("{error:#}"),
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Plays `game` at first, then what `next` makes. Saves to `path`.
fn play(
    game: Session,
    path: &Path,
    next: &mut dyn FnMut() -> anyhow::Result<Session>,
) -> anyhow::Result<Exit> {
    if !full_screen::is_there() {
        return Err(Unfit("play needs a terminal, for its keys and for its picture".into()).into());
    }
    let depth = full_screen::depth();
    full_screen::show(&mut Game { table: Table::new(game, depth), path, next, depth })
}
