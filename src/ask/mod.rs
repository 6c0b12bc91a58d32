//! Requests to the solvers as data, and their answers as result records: the same for the command line, the Python
//! package and the page.
//!
//! A request can be deserialized: a front end fills its fields from arguments or reads it as JSON
//! (`docs/request.schema.json`). [`SolveRequest::solve`] searches a puzzle and makes the record, with one function for
//! better lists, solutions and progress; [`SolveRequest::analyser`] analyses lists of a puzzle.
//!
//! ```
//! use std::ops::ControlFlow;
//! use tilefall::ask::{Run, SolveRequest};
//! use tilefall::rules::GameKind;
//! use tilefall::text::formats::auto::read;
//!
//! let puzzle = read(b"2133\n2113\n1223\n").puzzles.remove(0).unwrap();
//! let request = SolveRequest::from_json(GameKind::SameGame, r#"{"goal":"clear","record":{"timings":false}}"#).unwrap();
//! let answer = request.solve(&puzzle, Run::new(0, "a"), |_| ControlFlow::Continue(())).unwrap();
//! assert_eq!(answer.record.cleared, Some(true));
//!
//! let wrong = SolveRequest::from_json(GameKind::SameGame, r#"{"limits":{"nodes":"many"}}"#).unwrap_err();
//! assert_eq!(wrong.to_string(), "nodes: found \"many\", expected a whole number from 0");
//! ```
//!
//! - this file: a request to either game, and the run that answers it
//! - [`samegame`], [`mayan`]: the request of a game, and its answer
//! - [`limits`]: the limits of a search, and the optional fields of its record
//! - [`generate`]: a request for new puzzles
//! - [`error`]: a field that is wrong

pub mod error;
pub mod generate;
pub mod limits;
pub mod mayan;
pub mod samegame;

pub use error::{RequestError, Wrong};
pub use generate::{GenerateRequest, Maker};
pub use limits::{LimitRequest, RecordRequest};
pub use mayan::MayanRequest;
pub use samegame::SameGameRequest;

use crate::insight::analysis::Analyser;
use crate::rules::puzzle::Puzzle;
use crate::rules::{Columns, GameKind, Goal, Move, Status, Step, StopReason};
use crate::samegame::Found;
use crate::text::record::{self, ResultRecord};
use crate::{Limits, mayan as mayan_game, samegame as samegame_game};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::time::Duration;

/// A request to solve puzzles of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SolveRequest {
    /// SameGame.
    SameGame(SameGameRequest),
    /// The Mayan puzzle.
    Mayan(MayanRequest),
}

/// The values that differ from puzzle to puzzle of one request.
#[derive(Clone, Debug)]
pub struct Run {
    /// The index of the record.
    pub index: u64,
    /// The id of the record.
    pub id: String,
    /// The limits; by default the limits of the request.
    pub limits: Option<Limits>,
    /// Whether all lists of a Mayan puzzle become a part of the record, within the memory of the limits.
    pub keeps_lists: bool,
    /// The moves after which the position is searched; the answer counts from there. The default mode of a Mayan
    /// position is `exactly` (the moves left) if that is the puzzle's mode, else `shortest`.
    pub played: Option<Vec<Step>>,
}

impl Run {
    /// Creates a run with the limits of the request, whose record gets this index and id.
    pub fn new(index: u64, id: impl Into<String>) -> Run {
        Run { index, id: id.into(), limits: None, keeps_lists: true, played: None }
    }
}

/// An event of a running search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// SameGame: a list that is better than all before.
    Better {
        /// The list.
        found: &'a Found,
        /// The nodes, trials or playouts so far.
        nodes: u64,
        /// The seconds so far.
        seconds: f64,
    },
    /// Mayan: the next of all lists.
    Solution(&'a [Move]),
    /// Progress, at most a few times a second.
    Progress {
        /// The nodes, trials or playouts so far.
        nodes: u64,
        /// Mayan: lists of fewer moves do not exist.
        bound: Option<u64>,
    },
}

/// The return value of an observer: `Break` ends the search for a reason.
pub type Flow = ControlFlow<StopReason>;

/// The answer to a request for one puzzle.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The result record.
    pub record: ResultRecord,
    /// The duration of the search in seconds.
    pub seconds: f64,
    /// Seconds to the best list, or to the first one of a Mayan puzzle.
    pub found_after: Option<f64>,
    /// The puzzle with the task that was asked.
    pub puzzle: Puzzle,
    /// The solver of the game, and its outcome.
    pub solved: Solved,
}

/// A solver and its outcome.
#[derive(Clone, Debug)]
pub enum Solved {
    /// SameGame.
    SameGame(samegame_game::Solver, samegame_game::Outcome),
    /// The Mayan puzzle.
    Mayan(mayan_game::Solver, mayan_game::Outcome),
}

/// Evaluates an expression for the request of whichever game.
macro_rules! either {
    ($asked:expr, $request:ident => $value:expr) => {
        match $asked {
            SolveRequest::SameGame($request) => $value,
            SolveRequest::Mayan($request) => $value,
        }
    };
}

impl SolveRequest {
    /// Returns a request for a game with the usual values.
    pub fn new(game: GameKind) -> SolveRequest {
        match game {
            GameKind::SameGame => SolveRequest::SameGame(SameGameRequest::default()),
            GameKind::Mayan => SolveRequest::Mayan(MayanRequest::default()),
        }
    }

    /// Reads a request to a game as JSON, and checks it.
    ///
    /// # Errors
    /// If a field is unknown, has a wrong value, or has no effect beside another one.
    pub fn from_json(game: GameKind, json: &str) -> Result<SolveRequest, RequestError> {
        let request = match game {
            GameKind::SameGame => SolveRequest::SameGame(error::read(json)?),
            GameKind::Mayan => SolveRequest::Mayan(error::read(json)?),
        };
        request.check()?;
        Ok(request)
    }

    /// Returns the game.
    pub fn game(&self) -> GameKind {
        match self {
            SolveRequest::SameGame(_) => GameKind::SameGame,
            SolveRequest::Mayan(_) => GameKind::Mayan,
        }
    }

    /// Returns the goal of SameGame.
    pub fn goal(&self) -> Goal {
        if let SolveRequest::SameGame(request) = self { request.goal() } else { Goal::Clear }
    }

    /// Returns the limits of each search.
    pub fn limits(&self) -> &LimitRequest {
        either!(self, request => &request.limits)
    }

    /// Returns the optional fields of the record.
    pub fn record(&self) -> RecordRequest {
        either!(self, request => request.record)
    }

    /// Returns whether columns close or stay; `None` leaves this to the puzzle.
    pub fn columns(&self) -> Option<Columns> {
        if let SolveRequest::SameGame(request) = self { request.columns() } else { None }
    }

    /// Checks the values, and that each has an effect.
    ///
    /// # Errors
    /// Returns the first field that is wrong.
    pub fn check(&self) -> Result<(), RequestError> {
        self.limits().check()?;
        self.record().check(self.limits())?;
        either!(self, request => request.check())
    }

    /// Returns a puzzle with the task that is asked: the request overrides the puzzle, and the puzzle the usual task.
    ///
    /// # Errors
    /// If the puzzle is one of the other game, or has no M that the request needs: the reason.
    pub fn asked(&self, puzzle: &Puzzle) -> Result<Puzzle, String> {
        either!(self, request => request.asked(puzzle))
    }

    /// Returns the `hash` of the record for a puzzle.
    ///
    /// # Errors
    /// Returns the errors of [`asked`](Self::asked).
    pub fn hash(&self, puzzle: &Puzzle) -> Result<String, String> {
        self.asked(puzzle).map(|puzzle| record::hash(&puzzle))
    }

    /// Returns the request for a record, without threads: they change no answer, and a resumed run may have others.
    #[cfg(not(target_arch = "wasm32"))]
    fn carried(&self) -> serde_json::Result<serde_json::Map<String, serde_json::Value>> {
        let mut asked = self.clone();
        either!(&mut asked, request => request.limits.threads = None);
        Ok(serde_json::to_value(asked)?.as_object().cloned().unwrap_or_default())
    }

    /// Returns the analyser of lists with the goal, the seed and the limits of the request.
    pub fn analyser(&self) -> Analyser {
        let analyser = Analyser::new().limits(self.limits().limits());
        match self {
            SolveRequest::SameGame(request) => analyser.goal(request.goal()).seed(request.seed()),
            SolveRequest::Mayan(_) => analyser,
        }
    }

    /// Searches a puzzle, or a position of it. `observe` is called with every event, from one thread at a time, until it returns a reason to end the
    /// search.
    ///
    /// # Errors
    /// If the solver does not support the puzzle, or a move cannot be played: the reason, for [`error_record`].
    pub fn solve(
        &self,
        puzzle: &Puzzle,
        run: Run,
        observe: impl FnMut(Event<'_>) -> Flow + Send,
    ) -> Result<Answer, String> {
        #[cfg_attr(target_arch = "wasm32", allow(unused_mut))]
        let mut answer = either!(self, request => request.solve(puzzle, run, observe))?;
        // In browsers it is refused.
        #[cfg(not(target_arch = "wasm32"))]
        if self.record().request {
            answer.record.request = Some(self.carried().map_err(|error| error.to_string())?);
        }
        Ok(answer)
    }
}

/// Returns the record of a puzzle that could not be read or solved.
pub fn error_record(index: u64, id: impl Into<String>, why: String) -> ResultRecord {
    ResultRecord { error: Some(why), ..ResultRecord::new(index, id, Status::Error) }
}

/// The observer of one search, with the clock of its limits.
struct Watch<F> {
    observe: F,
    clock: Option<(fn() -> Duration, Duration)>,
    /// The time limit, which a search cannot check while the observer works.
    time: Option<Duration>,
    /// The reason for which the observer ended the search.
    ended: Option<StopReason>,
}

impl<F: FnMut(Event<'_>) -> Flow> Watch<F> {
    fn start(limits: &Limits, observe: F) -> Watch<F> {
        Watch { observe, clock: limits.clock.map(|clock| (clock, clock())), time: limits.time, ended: None }
    }

    fn elapsed(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, |(clock, begun)| clock().saturating_sub(begun))
    }

    fn seconds(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }

    /// Calls the observer, and reads the clock when it returns.
    fn notify(&mut self, event: Event<'_>) -> ControlFlow<()> {
        self.ended = match (self.observe)(event) {
            ControlFlow::Break(reason) => Some(reason),
            ControlFlow::Continue(()) if self.time.is_some_and(|time| self.elapsed() >= time) => {
                Some(StopReason::Time)
            }
            ControlFlow::Continue(()) => return ControlFlow::Continue(()),
        };
        ControlFlow::Break(())
    }
}
