//! `tilefall samegame play` and `tilefall mayan play`: an interactive game in the terminal with a solver.
//!
//! - [`session`]: the game, with undo and redo
//! - [`background`]: work in a thread of its own; [`advice`]: the solver
//! - [`controller`]: the effects of actions; [`keys`]: the actions of keys and buttons
//! - [`known`]: the best results known of the positions
//! - [`screen`]: drawing the game; [`status`]: its texts on the state of the game; [`card`]: the result at the end;
//!   [`moves`]: the list of moves
//! - [`board_maker`]: generating new boards
//! - [`saved`]: games in files; [`unfinished`]: games that the player left before the end

pub mod advice;
pub mod background;
pub mod board_maker;
pub mod card;
pub mod controller;
pub mod keys;
pub mod known;
pub mod mayan;
pub mod moves;
pub mod samegame;
pub mod saved;
pub mod screen;
pub mod session;
pub mod status;
pub mod unfinished;

use crate::args::format_arg::FormatChoice;
use crate::args::numbers::Number;
use crate::args::palette::{self, Depth};
use crate::error::{InvalidInput, UsageError};
use crate::exit::{self, Exit};
use crate::io::full_screen::frame::Frame;
use crate::io::full_screen::{self, Scene};
use crate::io::item::{InputError, InputPuzzle};
use crate::io::lines::Bounds;
use crate::io::puzzles::Inputs;
use crate::verbs::replay::stepper::Stepper;
use anyhow::Context as _;
use board_maker::BoardMaker;
use controller::{Controller, Effect, Question};
use crossterm::event::Event;
use session::Session;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;
use tilefall::rules::puzzle::Puzzle;
use tilefall::rules::{self, Columns, StopFlag};
use tilefall::text::render::timeline::Timeline;
use unfinished::GameSaver;

/// The arguments that both games share.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// The boards to play, one after the other, the first one continued from saved moves; '-' is standard input [default: a
    /// new board, or the game that was left last]
    file: Option<PathBuf>,
    /// Where s saves the board and the moves
    #[arg(long, value_name = "FILE", default_value = "tilefall-game.jsonl")]
    save: PathBuf,
    /// The seed of new boards [default: from the clock]
    #[arg(long, value_name = "N")]
    seed: Option<Number>,
}

/// Runs games until the player leaves: first the given board, if any, then new ones. `begin` makes a game of a
/// puzzle, and `make` makes the new game of a seed and a number. `columns` replace those of the puzzle's rules. With `offer`, and without a file or a seed, the last
/// unfinished game is offered first.
///
/// # Errors
/// If the given board cannot be read, no board can be generated, there is no terminal, or an unfinished game cannot
/// be saved.
pub fn run(
    args: &PlayArgs,
    game: rules::GameKind,
    offer: bool,
    columns: Option<Columns>,
    begin: impl Fn(Puzzle) -> anyhow::Result<Session>,
    make: impl Fn(u64, u64, &StopFlag) -> anyhow::Result<Session> + Send + Sync + 'static,
) -> anyhow::Result<Exit> {
    let offer = offer && args.file.is_none() && args.seed.is_none();
    let clock = || UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64);
    let seed = args.seed.map_or_else(clock, |seed| seed.0);
    let folder = unfinished::folder();
    let left = folder.as_ref().filter(|_| offer).and_then(|folder| unfinished::last(folder, game, &begin));
    let question = left.as_ref().map(|_| Question::GoOn);
    let mut puzzles = args.file.as_deref().map(|file| puzzles_of(file, game, columns));
    let mut of_file = |is_first| match (&args.file, &mut puzzles) {
        (Some(file), Some(puzzles)) => load(file, puzzles.next(), is_first, &begin),
        _ => Ok(None),
    };
    let first = match (&args.file, of_file(true)?) {
        (Some(file), None) => {
            return Err(InvalidInput(format!("{}: no puzzle, expected one", file.display())).into());
        }
        (_, first) => first.or(left),
    };
    if !full_screen::is_there() {
        return Err(UsageError("play needs a terminal, for its keys and for its picture".into()).into());
    }
    let mut maker = BoardMaker::new(seed, make);
    let first = match first {
        Some(first) => first,
        None => {
            maker.start();
            maker.wait()?
        }
    };
    let (depth, saver) = (palette::of_terminal(), Arc::new(GameSaver::default()));
    let mut played = Game {
        controller: Controller::new(first, depth, folder.is_some()),
        save: &args.save,
        maker,
        discard_current: false,
        depth,
        folder: folder.as_deref(),
        saver: saver.clone(),
        watched: None,
        of_file: Box::new(move || of_file(false)),
    };
    played.controller.question = question;
    let on_hangup = (saver.clone(), folder.clone());
    let shown = full_screen::show(&mut played, move || {
        // Without a terminal an error cannot be reported.
        let _ = on_hangup.1.as_deref().map(|folder| on_hangup.0.save(folder));
    });
    if let Some(folder) = &folder
        && saver.save(folder).context("the game cannot be kept for the next time")?
    {
        exit::note(&format!("the game is kept: 'tilefall {} play' offers to go on with it", game.name()));
    }
    shown
}

/// The puzzles of a file, and the errors in their places.
type PuzzlesOfFile = Box<dyn Iterator<Item = Result<InputPuzzle, InputError>>>;

/// Returns the puzzles of a file. Standard input is read to its end, because keys are read from it later.
fn puzzles_of(file: &Path, game: rules::GameKind, columns: Option<Columns>) -> PuzzlesOfFile {
    let inputs = Inputs::one(file, FormatChoice::of_game(game), Bounds::default()).by(columns);
    let puzzles = inputs.each();
    if file.as_os_str() == "-" {
        Box::new(puzzles.collect::<Vec<_>>().into_iter())
    } else {
        Box::new(puzzles)
    }
}

/// Makes a game of the next puzzle of a file, a saved one with its turns if it is the first; `None` after the last one.
fn load(
    file: &Path,
    puzzle: Option<Result<InputPuzzle, InputError>>,
    is_first: bool,
    begin: impl Fn(Puzzle) -> anyhow::Result<Session>,
) -> anyhow::Result<Option<Session>> {
    let text = Some(file).filter(|_| is_first).and_then(|file| saved::read(file).ok()?);
    let saved = text.and_then(|text| tilefall::insight::saved::parsed(&text));
    let Some(named) = puzzle.transpose().map_err(|bad| InvalidInput(bad.to_string()))? else {
        return Ok(None);
    };
    let place = named.place();
    let session = match saved {
        Some((_, turns)) => saved::resumed(named.puzzle, turns, begin),
        None => begin(named.puzzle),
    };
    session.map(Some).map_err(|why| InvalidInput(format!("{place}: {why}")).into())
}

/// The game on the screen, and the maker of new boards.
struct Game<'a> {
    controller: Controller,
    /// The file that `s` writes.
    save: &'a Path,
    maker: BoardMaker,
    /// Whether the unfinished game is removed when the new board is ready.
    discard_current: bool,
    depth: Depth,
    /// The folder for unfinished games.
    folder: Option<&'a Path>,
    saver: Arc<GameSaver>,
    /// The replay of the best list, while the player watches it.
    watched: Option<Stepper>,
    /// Returns the next game of the given file; `None` after the last one, and without a file.
    of_file: Box<dyn FnMut() -> anyhow::Result<Option<Session>> + 'a>,
}

impl Game<'_> {
    /// Takes the next board of the file, or starts to generate a board.
    fn begin(&mut self, discard_current: bool) -> anyhow::Result<()> {
        self.discard_current = discard_current;
        if let Some(game) = (self.of_file)()? {
            return self.replace(game);
        }
        self.maker.start();
        self.controller.question = Some(Question::Wait);
        Ok(())
    }

    /// Replaces the game; the old game is saved as unfinished or removed.
    fn replace(&mut self, game: Session) -> anyhow::Result<()> {
        match self.folder {
            Some(folder) if self.discard_current => unfinished::remove(folder, &self.controller.game)?,
            Some(folder) => {
                self.saver.save(folder).context("this game cannot be kept")?;
            }
            None => {}
        }
        self.controller = Controller::new(game, self.depth, self.folder.is_some());
        self.remember();
        Ok(())
    }

    /// Passes the current game to the saver.
    fn remember(&self) {
        self.saver.set(self.controller.game.clone());
    }

    /// Starts the replay of the best list.
    fn watch(&mut self) -> anyhow::Result<()> {
        if let Some(list) = self.controller.best_list() {
            let time = Timeline::of(self.controller.game.puzzle(), list)?;
            let list = vec![("the best line".to_owned(), time)];
            self.watched = Some(Stepper::new(list, self.depth, "q back to the game"));
        }
        Ok(())
    }

    /// Saves the game, or asks whether it is to replace another one.
    fn save(&mut self, replace: bool) -> anyhow::Result<()> {
        if saved::holds_another(self.save, &self.controller.game)? && !replace {
            self.controller.question = Some(Question::Replace);
            return Ok(());
        }
        saved::write(self.save, &self.controller.game)?;
        self.controller.saved = true;
        self.controller.message = format!("saved as {}", self.save.display());
        Ok(())
    }
}

impl Scene for Game<'_> {
    fn draw(&mut self, frame: &mut Frame) {
        match &mut self.watched {
            Some(watched) => watched.draw(frame),
            None => self.controller.draw(frame),
        }
    }

    fn tick(&mut self) -> bool {
        let watched = self.watched.as_mut().is_some_and(Stepper::tick);
        let Some(made) = self.maker.poll() else { return self.controller.listen() || watched };
        self.controller.question = None;
        if let Err(error) = made.and_then(|game| self.replace(game)) {
            self.controller.message = format!("{error:#}");
        }
        true
    }

    fn handle(&mut self, event: &Event) -> anyhow::Result<ControlFlow<()>> {
        let Some(action) = keys::action(event) else { return Ok(ControlFlow::Continue(())) };
        if let Some(watched) = self.watched.as_mut().filter(|_| action != keys::Action::Quit) {
            if watched.handle(event)?.is_break() {
                self.watched = None;
            }
            return Ok(ControlFlow::Continue(()));
        }
        let done = match self.controller.handle(action) {
            Effect::Nothing => Ok(()),
            Effect::Quit => return Ok(ControlFlow::Break(())),
            Effect::New => self.begin(false),
            Effect::Drop => self.begin(true),
            Effect::Stay => {
                self.maker.stop();
                Ok(())
            }
            Effect::Save => self.save(false),
            Effect::Replace => self.save(true),
            Effect::Watch => self.watch(),
        };
        if let Err(error) = done {
            self.controller.message = format!("{error:#}");
        }
        if !matches!(action, keys::Action::Point(..)) {
            self.remember();
        }
        Ok(ControlFlow::Continue(()))
    }
}
