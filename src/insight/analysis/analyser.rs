//! [`Analyser`]: the analysis of a game for programs that embed it.

use super::game::PlayedGame;
use super::outcome::{Analysis, AnalysisError, Event};
use super::rounds;
use crate::limit_setters::limit_setters;
use crate::rules::control::Limits;
use crate::rules::puzzle::Puzzle;
use crate::rules::{Goal, Step};
use std::ops::ControlFlow;

/// Analyses a game of either puzzle: finds the best result still possible at each position.
///
/// Without limits, an analysis searches a fixed number of nodes, so the result is the same on every machine. A game on
/// a usual board takes up to a minute.
///
/// ```
/// use tilefall::insight::analysis::Analyser;
/// use tilefall::text::record::PuzzleRecord;
/// let puzzle: PuzzleRecord = serde_json::from_str(r#"{"game":"samegame","rows":["2..","112","221"]}"#).unwrap();
/// let list = ["2 1", "1 1"].map(|click| click.parse().unwrap());
/// let analysis = Analyser::new().analyse(&puzzle.puzzle().unwrap(), &list).unwrap();
/// assert_eq!((analysis.result, analysis.known[0].best()), (Some(1), Some(1001)));
/// assert!(analysis.known.iter().all(|known| known.is_proven()));
/// ```
#[derive(Clone, Debug)]
#[must_use = "an analyser does nothing until `analyse` is called"]
pub struct Analyser {
    goal: Goal,
    seed: u64,
    part: (usize, usize),
    limits: Limits,
}

impl Default for Analyser {
    fn default() -> Analyser {
        Analyser { goal: Goal::Score, seed: 1, part: (0, 1), limits: Limits::default() }
    }
}

impl Analyser {
    /// Creates an analyser for the highest score, without limits.
    pub fn new() -> Analyser {
        Analyser::default()
    }

    /// Sets the goal of SameGame; the highest score by default. A Mayan puzzle is searched for a shortest list, or for
    /// any list of exactly M moves if its mode is `exactly`.
    pub fn goal(mut self, goal: Goal) -> Analyser {
        self.goal = goal;
        self
    }

    /// Sets the seed of all random numbers; 1 by default.
    pub fn seed(mut self, seed: u64) -> Analyser {
        self.seed = seed;
        self
    }

    /// Searches only the positions `part`, `part + of`, `part + 2 * of` and so on, as worker `part` of `of` workers
    /// that share an analysis. Workers are numbered from 0; a `part` out of range counts as the last worker.
    pub fn part(mut self, part: usize, of: usize) -> Analyser {
        let of = of.max(1);
        self.part = (part.min(of - 1), of);
        self
    }

    /// Analyses a list of moves on a puzzle.
    ///
    /// # Errors
    /// If a move cannot be played, or the board cannot be searched.
    pub fn analyse(&self, puzzle: &Puzzle, moves: &[Step]) -> Result<Analysis, AnalysisError> {
        self.analyse_with(puzzle, moves, &mut |_| ControlFlow::Continue(()))
    }

    /// Like [`analyse`](Self::analyse); also calls `events` before the first search and after each search. The callback
    /// may be called from several threads, one at a time. [`ControlFlow::Break`] ends the analysis.
    ///
    /// # Errors
    /// Returns the errors of [`analyse`](Self::analyse).
    pub fn analyse_with(
        &self,
        puzzle: &Puzzle,
        moves: &[Step],
        events: &mut (dyn FnMut(&Event<'_>) -> ControlFlow<()> + Send),
    ) -> Result<Analysis, AnalysisError> {
        let (game, played) = PlayedGame::new(puzzle, moves, self.goal, self.seed)?;
        let analysis = Analysis::new(game.unit(), game.result(), played);
        rounds::run(&game, analysis, self.part, &self.limits, events)
    }
}

limit_setters!(Analyser, nodes: "The most nodes, trials or boards of all searches together.");
