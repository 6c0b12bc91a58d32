//! `tilefall samegame play` and `tilefall mayan play`: a game in the terminal, with the solver beside it.
//!
//! - [`session`]: the game, with undo and redo
//! - [`advice`]: the solver, in a thread of its own
//! - [`table`]: what each wish does; [`keys`]: which key or button wishes what
//! - [`screen`]: what it looks like
//! - [`maker`]: new boards
//! - [`saved`]: games in files; [`unfinished`]: games that were left before their end

pub mod advice;
pub mod keys;
pub mod maker;
pub mod saved;
pub mod screen;
pub mod session;
pub mod table;
pub mod unfinished;

use crate::error::{Misread, Unfit};
use crate::exit::{self, Exit};
use crate::format_word::Choice;
use crate::full_screen::frame::Frame;
use crate::full_screen::{self, Scene};
use crate::lines::Bounds;
use crate::numbers;
use crate::puzzles::Inputs;
use crate::show::palette;
use anyhow::Context as _;
use crossterm::event::Event;
use maker::Maker;
use session::Session;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;
use table::{Outside, Question, Table};
use tilefall::base::{self, StopFlag};
use tilefall::puzzle::Puzzle;
use tilefall::render::palette::Depth;
use unfinished::Keeper;

/// The arguments that both games share.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// The board to play, the first one of the file, continued from saved moves [default: a new board, or the game that was
    /// left last]
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
/// puzzle, and `make` the new game of a seed and a number. With `offer`, and without a file or a seed, the game that was
/// left last is offered first.
///
/// # Errors
/// If the board that is given cannot be read, none can be made, there is no terminal, or a game that is left cannot be
/// kept.
pub fn run(
    args: &PlayArgs,
    game: base::Game,
    offer: bool,
    begin: impl Fn(Puzzle) -> Option<Session>,
    make: impl Fn(u64, u64, &StopFlag) -> anyhow::Result<Session> + Send + Sync + 'static,
) -> anyhow::Result<Exit> {
    let offer = offer && args.file.is_none() && args.seed.is_none();
    let Meant { file, save, seed } = args.meant();
    let folder = unfinished::folder();
    let left = folder.as_ref().filter(|_| offer).and_then(|folder| unfinished::last(folder, game, &begin));
    let question = left.as_ref().map(|_| Question::GoOn);
    let first = file.map(|file| given(file, game, begin)).transpose()?.or(left);
    if !full_screen::is_there() {
        return Err(Unfit("play needs a terminal, for its keys and for its picture".into()).into());
    }
    let mut maker = Maker::new(seed, make);
    let first = match first {
        Some(first) => first,
        None => {
            maker.start()?;
            maker.wait()?
        }
    };
    let (depth, keeper) = (palette::of_terminal(), Arc::new(Keeper::default()));
    let mut played = Game {
        puzzle: Arc::new(saved::puzzle(&first)),
        table: Table::new(first, depth, folder.is_some()),
        save,
        maker,
        drops: false,
        depth,
        folder: folder.as_deref(),
        keeper: keeper.clone(),
    };
    played.table.question = question;
    let cut_off = (keeper.clone(), folder.clone());
    let shown = full_screen::show(&mut played, move || {
        // The program is about to end without a terminal: nothing is left to tell an error to.
        let _ = cut_off.1.as_deref().map(|folder| cut_off.0.keep(folder));
    });
    if let Some(folder) = &folder
        && keeper.keep(folder).context("the game cannot be kept for the next time")?
    {
        exit::note(&format!("the game is kept: 'tilefall {} play' offers to go on with it", game.name()));
    }
    shown
}

/// The first game of a file, with its saved turns.
fn given(
    file: &Path,
    game: base::Game,
    begin: impl Fn(Puzzle) -> Option<Session>,
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
    /// The puzzle of the game.
    puzzle: Arc<Puzzle>,
    /// Where `s` saves.
    save: &'a Path,
    maker: Maker,
    /// Whether the game is forgotten as soon as a new board is there.
    drops: bool,
    depth: Depth,
    /// Where games that are left are kept.
    folder: Option<&'a Path>,
    keeper: Arc<Keeper>,
}

impl Game<'_> {
    /// Begins to make the next board.
    fn begin(&mut self, drops: bool) -> anyhow::Result<String> {
        self.maker.start()?;
        (self.drops, self.table.question) = (drops, Some(Question::Wait));
        Ok(String::new())
    }

    /// Puts the next game on the table; the one before it is kept or forgotten.
    fn replace(&mut self, game: Session) -> anyhow::Result<()> {
        match self.folder {
            Some(folder) if self.drops => unfinished::remove(folder, &self.puzzle)?,
            Some(folder) => {
                self.keeper.keep(folder).context("this game cannot be kept")?;
            }
            None => {}
        }
        self.puzzle = Arc::new(saved::puzzle(&game));
        self.table = Table::new(game, self.depth, self.folder.is_some());
        self.remember();
        Ok(())
    }

    /// Gives the game as it stands to the keeper.
    fn remember(&self) {
        self.keeper.set(&self.puzzle, self.table.game.moves(), self.table.unfinished());
    }

    fn save(&mut self) -> anyhow::Result<String> {
        saved::write(self.save, &self.puzzle, &self.table.game.moves())?;
        self.table.saved = true;
        Ok(format!("saved as {}", self.save.display()))
    }
}

impl Scene for Game<'_> {
    fn draw(&mut self, frame: &mut Frame) {
        self.table.draw(frame);
    }

    fn pass(&mut self) -> bool {
        let Some(made) = self.maker.poll() else { return self.table.listen() };
        self.table.question = None;
        if let Err(error) = made.and_then(|game| self.replace(game)) {
            self.table.message = format!("{error:#}");
        }
        true
    }

    fn answer(&mut self, event: &Event) -> anyhow::Result<ControlFlow<()>> {
        let Some(wish) = keys::wish(event) else { return Ok(ControlFlow::Continue(())) };
        let outside = self.table.answer(wish);
        let done = match outside {
            Outside::Nothing => Ok(String::new()),
            Outside::Quit => return Ok(ControlFlow::Break(())),
            Outside::New => self.begin(false),
            Outside::Drop => self.begin(true),
            Outside::Stay => {
                self.maker.stop();
                Ok(String::new())
            }
            Outside::Save => self.save(),
        };
        match done {
            Ok(text) if text.is_empty() => {}
            Ok(text) => self.table.message = text,
            Err(error) => self.table.message = format!("{error:#}"),
        }
        if !matches!(wish, keys::Wish::Point(..)) {
            self.remember();
        }
        Ok(ControlFlow::Continue(()))
    }
}
