//! Analysis of a game: the best result still possible before and after each move, and what each move lost.
//!
//! [`Analyser`] searches every position of a list of moves. Positions of a game know a lot of each other, so that their
//! knowledge is exchanged: see [`Knowledge::exchange`].

mod game;
mod json;
mod knowledge;
mod mayan;
mod rounds;
mod samegame;

pub use knowledge::{Knowledge, Loss, Unit};

use crate::base::{Goal, Step, StopReason};
use crate::control::{Limits, limit_setters};
use crate::puzzle::Puzzle;
use crate::samegame::SearchError;
use game::Game;
use std::ops::ControlFlow;

/// An analysis of games of either puzzle.
///
/// Without limits, an analysis makes a fixed number of searches of a fixed size, which takes up to a minute for a game on a
/// usual board, and gives the same result on every machine.
///
/// ```
/// use tilefall::analysis::Analyser;
/// use tilefall::record::PuzzleRecord;
/// let puzzle: PuzzleRecord = serde_json::from_str(r#"{"game":"samegame","rows":["2..","112","221"]}"#).unwrap();
/// let list = ["2 1", "1 1"].map(|click| click.parse().unwrap());
/// let analysis = Analyser::new().analyse(&puzzle.puzzle().unwrap(), &list).unwrap();
/// assert_eq!((analysis.result, analysis.known[0].best()), (Some(1), Some(1)));
/// assert!(analysis.known.iter().all(|known| known.is_proven()));
/// ```
#[derive(Clone, Debug)]
#[must_use = "an analyser does nothing until `analyse` is called"]
pub struct Analyser {
    goal: Goal,
    seed: u64,
    limits: Limits,
}

impl Default for Analyser {
    fn default() -> Analyser {
        Analyser { goal: Goal::Score, seed: 1, limits: Limits::default() }
    }
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub step: Step,
    /// SameGame: the points of the removal.
    pub points: Option<i64>,
    /// The number of tiles or blocks that vanished.
    pub tiles: usize,
}

/// The analysis of a game of n moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Analysis {
    /// The unit of all results.
    pub unit: Unit,
    /// The moves.
    pub played: Vec<Played>,
    /// The knowledge of the positions from 0, before the first move, to n, after the last one.
    pub known: Vec<Knowledge>,
    /// The result of the game as it was played; `None` if the game does not reach the goal.
    pub result: Option<i64>,
    /// The number of nodes of all searches.
    pub nodes: u64,
    /// The limit that stopped the analysis; `None` if everything is proven.
    pub stopped_by: Option<StopReason>,
}

/// The move that threw the win away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostMove {
    /// The number of the move, from 0.
    pub at: usize,
    /// Whether it is proven that there is no list after the move; otherwise none was found.
    pub proven: bool,
}

/// An event of a running analysis: new knowledge, or progress.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Event<'a> {
    /// The analysis so far.
    pub analysis: &'a Analysis,
    /// The positions whose knowledge, or whose loss of the next move, has changed since the last event.
    pub changed: &'a [usize],
}

/// The error of a game that cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// A move cannot be played.
    #[error("{0}")]
    Moves(String),
    /// The board cannot be searched.
    #[error(transparent)]
    SameGame(#[from] SearchError),
    /// The board cannot be searched.
    #[error(transparent)]
    Mayan(#[from] crate::mayan::BoardError),
}

impl Analyser {
    /// Creates an analyser for the highest score, without limits.
    pub fn new() -> Analyser {
        Analyser::default()
    }

    /// Sets the goal of SameGame; the highest score by default. The goal of a Mayan puzzle is a shortest list, or any list
    /// of exactly M moves.
    pub fn goal(mut self, goal: Goal) -> Analyser {
        self.goal = goal;
        self
    }

    /// Sets the seed of all random numbers; 1 by default.
    pub fn seed(mut self, seed: u64) -> Analyser {
        self.seed = seed;
        self
    }

    /// Analyses a list of moves on a puzzle.
    ///
    /// # Errors
    /// If a move cannot be played, or the board cannot be searched.
    pub fn analyse(&self, puzzle: &Puzzle, moves: &[Step]) -> Result<Analysis, AnalysisError> {
        self.analyse_with(puzzle, moves, &mut |_| ControlFlow::Continue(()))
    }

    /// Like [`analyse`](Self::analyse); also calls `events` with the first knowledge, and after each search. The callback may
    /// be called from several threads, one at a time. [`ControlFlow::Break`] ends the analysis.
    ///
    /// # Errors
    /// Returns the errors of [`analyse`](Self::analyse).
    pub fn analyse_with(
        &self,
        puzzle: &Puzzle,
        moves: &[Step],
        events: &mut (dyn FnMut(&Event<'_>) -> ControlFlow<()> + Send),
    ) -> Result<Analysis, AnalysisError> {
        let (game, played) = Game::new(puzzle, moves, self.goal, self.seed)?;
        rounds::run(&game, Analysis::of_game(&game, played), &self.limits, events)
    }
}

limit_setters!(Analyser, nodes: "The most nodes, trials or boards of all searches together.");

impl Analysis {
    /// Returns the analysis that knows the game as it was played.
    fn of_game(game: &Game, played: Vec<Played>) -> Analysis {
        let (unit, result) = (game.unit(), game.result());
        let mut known = vec![Knowledge::new(unit); played.len() + 1];
        if let (Some(result), Some(last)) = (result, known.last_mut()) {
            last.add_list(result, &[]);
        }
        let mut analysis = Analysis { unit, played, known, result, nodes: 0, stopped_by: None };
        analysis.exchange();
        analysis
    }

    /// Exchanges the knowledge of neighbouring positions, after knowledge was added to some.
    pub fn exchange(&mut self) {
        let Analysis { known, played, .. } = self;
        let mut at = |at: usize| {
            let (before, after) = known.split_at_mut(at + 1);
            before[at].exchange(played[at].step, &mut after[0]);
        };
        // Lists go to earlier positions, then lists and bounds to later ones.
        (0..played.len()).rev().for_each(&mut at);
        (0..played.len()).for_each(at);
    }

    /// Returns the loss of a move.
    ///
    /// # Panics
    /// If there is no move of this number, from 0.
    pub fn loss(&self, at: usize) -> Loss {
        self.known[at].loss(&self.known[at + 1])
    }

    /// Returns the move that threw the win away: before the move a list that reaches the goal is known, and after it none.
    pub fn lost_at(&self) -> Option<LostMove> {
        let at = (0..self.played.len()).find(|&at| self.loss(at).win)?;
        Some(LostMove { at, proven: self.loss(at).proven })
    }
}
