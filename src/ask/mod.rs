//! Requests to the solvers as data, and their answers as result records: the same for the command line, the Python
//! package and the page.
//!
//! A request can be deserialized: a front end fills its fields from arguments or reads it as JSON
//! (`docs/request.schema.json`). [`SolveRequest::solve`] searches a puzzle, makes the record, and calls an observer
//! with better lists, solutions and progress. [`SolveRequest::analyser`] analyses lists of a puzzle.
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
//! - [`error`]: errors of requests

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
    /// A request for the best list of clicks by a goal.
    SameGame(SameGameRequest),
    /// A request for lists of moves that clear the board, or for their number.
    Mayan(MayanRequest),
}

/// The parameters of a search that differ between the puzzles of one request.
#[derive(Clone, Debug)]
pub struct Run {
    /// The `index` of the record; a front end counts its puzzles from 0.
    pub index: u64,
    /// The `id` of the record.
    pub id: String,
    /// The limits of this search; `None` for the limits of the request.
    pub limits: Option<Limits>,
    /// Whether the record of a Mayan puzzle contains all lists that are found, within the memory limit.
    pub keeps_lists: bool,
    /// Moves to play before the search; lists, scores and bounds then begin at the position reached. In a Mayan
    /// puzzle, M is reduced by the number of moves, and if the request has no mode, `within` becomes `shortest`.
    pub played: Option<Vec<Step>>,
}

impl Run {
    /// Creates a run with the limits of the request; the record gets this `index` and `id`.
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
        /// The list and its result.
        found: &'a Found,
        /// The nodes, trials or playouts so far.
        nodes: u64,
        /// The seconds since the search began.
        seconds: f64,
    },
    /// Mayan: the next list, if all lists are requested.
    Solution(&'a [Move]),
    /// Progress, at most a few times a second.
    Progress {
        /// The nodes, trials or playouts so far.
        nodes: u64,
        /// Mayan: the number of moves that every list needs at least.
        bound: Option<u64>,
    },
}

/// The return value of an observer: `Break` ends the search, with the reason for the record.
pub type Flow = ControlFlow<StopReason>;

/// The answer to a request for one puzzle.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The result record.
    pub record: ResultRecord,
    /// The duration of the search in seconds.
    pub seconds: f64,
    /// Seconds until the best list (SameGame) or the first list (Mayan) was found; `None` without a list.
    pub found_after: Option<f64>,
    /// The puzzle with the board and the task that were searched.
    pub puzzle: Puzzle,
    /// The solver that was used, and its outcome.
    pub solved: Solved,
}

/// The solver of either game with its outcome, for front ends that need more than the record.
#[derive(Clone, Debug)]
pub enum Solved {
    /// The solver and the outcome for a [`SolveRequest::SameGame`].
    SameGame(samegame_game::Solver, samegame_game::Outcome),
    /// The solver and the outcome for a [`SolveRequest::Mayan`].
    Mayan(mayan_game::Solver, mayan_game::Outcome),
}

/// Evaluates `$value` with `$request` bound to the request of the game.
macro_rules! either {
    ($asked:expr, $request:ident => $value:expr) => {
        match $asked {
            SolveRequest::SameGame($request) => $value,
            SolveRequest::Mayan($request) => $value,
        }
    };
}

impl SolveRequest {
    /// Creates a request for a game; all fields have their defaults.
    pub fn new(game: GameKind) -> SolveRequest {
        match game {
            GameKind::SameGame => SolveRequest::SameGame(SameGameRequest::default()),
            GameKind::Mayan => SolveRequest::Mayan(MayanRequest::default()),
        }
    }

    /// Reads a request for a game from JSON, and checks its fields.
    ///
    /// # Errors
    /// If a field is unknown, has a wrong value, or has no effect beside another field.
    pub fn from_json(game: GameKind, json: &str) -> Result<SolveRequest, RequestError> {
        let request = match game {
            GameKind::SameGame => SolveRequest::SameGame(error::read(json)?),
            GameKind::Mayan => SolveRequest::Mayan(error::read(json)?),
        };
        request.check()?;
        Ok(request)
    }

    /// Returns the game whose puzzles the request solves.
    pub fn game(&self) -> GameKind {
        match self {
            SolveRequest::SameGame(_) => GameKind::SameGame,
            SolveRequest::Mayan(_) => GameKind::Mayan,
        }
    }

    /// Returns the goal; for the Mayan puzzle [`Goal::Clear`].
    pub fn goal(&self) -> Goal {
        if let SolveRequest::SameGame(request) = self { request.goal() } else { Goal::Clear }
    }

    /// Returns the limits of each search.
    pub fn limits(&self) -> &LimitRequest {
        either!(self, request => &request.limits)
    }

    /// Returns which optional fields the record is to contain.
    pub fn record(&self) -> RecordRequest {
        either!(self, request => request.record)
    }

    /// Returns whether columns close or stay; `None` if the puzzle's own rules decide.
    pub fn columns(&self) -> Option<Columns> {
        if let SolveRequest::SameGame(request) = self { request.columns() } else { None }
    }

    /// Checks that each field has an allowed value and an effect.
    ///
    /// # Errors
    /// Returns the first field that is wrong.
    pub fn check(&self) -> Result<(), RequestError> {
        self.limits().check()?;
        self.record().check(self.limits())?;
        either!(self, request => request.check())
    }

    /// Returns a puzzle with the task of the request. Missing values are taken from the puzzle, or are the defaults.
    ///
    /// # Errors
    /// Returns the reason if the puzzle belongs to the other game, or if the mode is `exactly` and M is missing.
    pub fn asked(&self, puzzle: &Puzzle) -> Result<Puzzle, String> {
        either!(self, request => request.asked(puzzle))
    }

    /// Returns the value of the field `hash` in the record for a puzzle.
    ///
    /// # Errors
    /// Returns the errors of [`asked`](Self::asked).
    pub fn hash(&self, puzzle: &Puzzle) -> Result<String, String> {
        self.asked(puzzle).map(|puzzle| record::hash(&puzzle))
    }

    /// Returns the record's field `request`, without `threads`, which change no answer and may differ on `--resume`.
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

    /// Searches a puzzle, or the position after [`Run::played`]. `observe` is called with every event, from one thread
    /// at a time; `Break` ends the search.
    ///
    /// # Errors
    /// If the solver does not support the puzzle, or a `played` move is impossible: the reason, for [`error_record`].
    pub fn solve(
        &self,
        puzzle: &Puzzle,
        run: Run,
        observe: impl FnMut(Event<'_>) -> Flow + Send,
    ) -> Result<Answer, String> {
        #[cfg_attr(target_arch = "wasm32", allow(unused_mut))]
        let mut answer = either!(self, request => request.solve(puzzle, run, observe))?;
        // In browsers, `check` refuses the field `request`.
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

/// The observer of one search, and the time since the search began.
struct Watch<F> {
    observe: F,
    clock: Option<(fn() -> Duration, Duration)>,
    /// The time limit, which a search cannot check while the observer works.
    time: Option<Duration>,
    /// The reason why `notify` ended the search.
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

    /// Calls the observer, then checks the time limit.
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
