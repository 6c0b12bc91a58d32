//! `tilefall samegame play` and `tilefall mayan play`: an interactive game in the terminal with a solver.
//!
//! - [`session`]: the game, with undo and redo; [`kept`]: the game saved in a file
//! - [`background`]: work in a thread of its own; [`advice`]: the solver
//! - [`state`]: the state of the screen, and how keys and the mouse change it; [`view`]: drawing it

pub mod advice;
pub mod background;
pub mod kept;
pub mod mayan;
pub mod samegame;
pub mod session;
pub mod state;
pub mod view;

use crate::args::format_arg::FormatChoice;
use crate::args::palette;
use crate::args::values::Number;
use crate::exit::{self, Exit, InvalidInput, UsageError};
use crate::io::full_screen::frame::Frame;
use crate::io::full_screen::{self, Scene};
use crate::io::input::Bounds;
use crate::io::progress::{Progress, ProgressMode, format_seconds};
use crate::io::puzzles::{InputError, InputPuzzle, Inputs};
use anyhow::Context as _;
use background::Background;
use crossterm::event::Event;
use session::Session;
use state::{Effect, Question, State};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Instant, UNIX_EPOCH};
use tilefall::Cancel;
use tilefall::rules::puzzle::Puzzle;
use tilefall::rules::{self, Columns};

/// The arguments that both games share.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// The boards to play, one after the other; '-' is standard input [default: new boards]
    file: Option<PathBuf>,
    /// The seed of new boards [default: from the clock]
    #[arg(long, value_name = "N")]
    seed: Option<Number>,
}

/// Runs games until the player leaves: first the saved game, if the player wants it, then the given boards, then new
/// ones. `begin` makes a game from a puzzle, `make` a new game from a seed and the number of the board. `columns`, if
/// given, sets whether empty columns close or stay, instead of the rule of a puzzle.
pub fn run(
    args: &PlayArgs,
    game: rules::GameKind,
    columns: Option<Columns>,
    begin: impl Fn(Puzzle) -> anyhow::Result<Session>,
    make: impl Fn(u64, u64, &Cancel) -> anyhow::Result<Session> + Send + Sync + 'static,
) -> anyhow::Result<Exit> {
    let clock = || UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64);
    let seed = args.seed.map_or_else(clock, |seed| seed.0);
    let mut boards = VecDeque::new();
    if let Some(file) = &args.file {
        // Reads all boards now: later, standard input is needed for keys.
        let inputs = Inputs::one(file, FormatChoice::of_game(game), Bounds::default()).by(columns);
        boards.extend(inputs.each().map(|puzzle| load(puzzle, &begin)));
        match boards.pop_front() {
            None => return Err(InvalidInput(format!("{}: no puzzle, expected one", file.display())).into()),
            Some(first) => boards.push_front(Ok(first?)),
        }
    }
    if !full_screen::is_there() {
        return Err(UsageError("play needs a terminal, for its keys and for its picture".into()).into());
    }
    let file = kept::file(game);
    let left = file.as_deref().and_then(kept::read).filter(Session::is_unfinished);
    let question = left.as_ref().map(|_| Question::GoOn);
    let (make, mut number): (Arc<Make>, _) = (Arc::new(make), 0);
    let first = match left.map(Ok).or_else(|| boards.pop_front()) {
        Some(first) => first?,
        None => {
            let begun = Instant::now();
            let _shown = Progress::start(ProgressMode::Auto, move || {
                let time = format_seconds(begun.elapsed().as_secs_f64());
                format!("looking for a board, {time}; Ctrl-C stops")
            });
            number = 1;
            start(&make, seed, 0).wait().context("no board can be made")??
        }
    };
    let mut state = State::new(first, palette::of_terminal());
    state.question = question;
    let mut played = Game { state, file, boards, make, seed, number, search: None };
    let shown = full_screen::show(&mut played);
    let Game { state, file, .. } = played;
    if let Some(file) = file.as_deref().filter(|_| state.is_unkept) {
        kept::write(file, &state.game).context("the game cannot be kept")?;
    }
    if let Some(file) = file.filter(|_| !state.game.turns.is_empty()) {
        let (name, file) = (game.name(), file.display());
        exit::note(&format!(
            "the game is kept: 'tilefall {name} analyse {file}' shows what each {} lost",
            state.game.turn()
        ));
    }
    shown
}

/// Makes a game from a puzzle of a file; an error names the place of the puzzle.
fn load(
    puzzle: Result<InputPuzzle, InputError>,
    begin: impl Fn(Puzzle) -> anyhow::Result<Session>,
) -> anyhow::Result<Session> {
    let named = puzzle.map_err(|bad| InvalidInput(bad.to_string()))?;
    let place = named.place();
    begin(named.puzzle).map_err(|why| InvalidInput(format!("{place}: {why}")).into())
}

/// A function that makes a game from a seed and the number of the board.
type Make = dyn Fn(u64, u64, &Cancel) -> anyhow::Result<Session> + Send + Sync;

/// Starts to generate a board in the background, so that the player can stop a long search.
fn start(make: &Arc<Make>, seed: u64, number: u64) -> Background<anyhow::Result<Session>> {
    let make = make.clone();
    Background::start(move |cancel, sender| {
        // Errors are ignored: the receiver is gone if the search was stopped.
        let _ = sender.send(make(seed, number, cancel).context("no board can be made"));
    })
}

/// The game on the screen, and the source of the next boards.
struct Game {
    state: State,
    /// The file in which the game is saved.
    file: Option<PathBuf>,
    /// The next boards of the given file.
    boards: VecDeque<anyhow::Result<Session>>,
    make: Arc<Make>,
    seed: u64,
    /// The number of the next board to generate, from 0.
    number: u64,
    search: Option<Background<anyhow::Result<Session>>>,
}

impl Game {
    /// Takes the next board of the file, or starts to generate a board.
    fn begin(&mut self) {
        if let Some(game) = self.boards.pop_front() {
            return self.replace(game);
        }
        self.search = Some(start(&self.make, self.seed, self.number));
        self.number += 1;
        self.state.question = Some(Question::Wait);
    }

    /// Replaces the game on the screen, or shows the error.
    fn replace(&mut self, game: anyhow::Result<Session>) {
        match game {
            Ok(game) => self.state = State::new(game, self.state.depth),
            Err(error) => self.state.message = format!("{error:#}"),
        }
    }

    /// Saves the game if its turns have changed; shows an error as a message.
    fn keep(&mut self) {
        if let Some(file) = self.file.as_deref().filter(|_| self.state.is_unkept) {
            match kept::write(file, &self.state.game) {
                Ok(()) => self.state.is_unkept = false,
                Err(error) => self.state.message = format!("the game cannot be kept: {error:#}"),
            }
        }
    }
}

impl Scene for Game {
    fn draw(&mut self, frame: &mut Frame) {
        view::draw(&mut self.state, frame);
    }

    fn tick(&mut self) -> bool {
        let made = self.search.as_mut().and_then(Background::poll);
        let Some(made) = made else { return self.state.listen() };
        self.search = None;
        self.state.question = None;
        self.replace(made);
        true
    }

    fn handle(&mut self, event: &Event) -> anyhow::Result<ControlFlow<()>> {
        match self.state.handle(event) {
            Effect::Nothing => self.keep(),
            Effect::Quit => return Ok(ControlFlow::Break(())),
            Effect::New => self.begin(),
            Effect::Stay => self.search = None,
        }
        Ok(ControlFlow::Continue(()))
    }
}
