//! [`Analysis`]: the outcome of an analysis, its events and its errors; [`PositionOutcome`]: the outcome of one search.

use super::knowledge::{Knowledge, Loss, Unit};
use crate::rules::{Step, StopFlag, StopReason};
use crate::samegame::BoardError;
use std::ops::ControlFlow;

/// A move of the analysed game, and what the move removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The click or the Mayan move.
    pub step: Step,
    /// The points of the removal; `None` in the Mayan puzzle.
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
    /// The moves of the game, in order.
    pub played: Vec<Played>,
    /// The knowledge of the n + 1 positions; position 0 is before the first move, position n after the last move.
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
    /// Whether it is proven that no list after the move reaches the goal; otherwise no such list was found.
    pub proven: bool,
}

/// An event of a running analysis: new knowledge, or progress.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Event<'a> {
    /// The analysis so far.
    pub analysis: &'a Analysis,
    /// The numbers of the positions for which the knowledge, or the loss of the next move, is new since the last event.
    pub changed: &'a [usize],
}

/// The error of a game that cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// A move cannot be played; the text contains its number.
    #[error("{0}")]
    Moves(String),
    /// SameGame: the board cannot be searched.
    #[error(transparent)]
    SameGame(#[from] BoardError),
    /// Mayan puzzle: the board cannot be searched.
    #[error(transparent)]
    Mayan(#[from] crate::mayan::BoardError),
}

impl Analysis {
    /// Creates an analysis that contains only the result of the game as it was played.
    pub(super) fn new(unit: Unit, result: Option<i64>, played: Vec<Played>) -> Analysis {
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

    /// Returns the loss of move `at`, from 0.
    ///
    /// # Panics
    /// If there is no move `at`.
    pub fn loss(&self, at: usize) -> Loss {
        self.known[at].loss(&self.known[at + 1])
    }

    /// Returns the move that threw the win away: a list to the goal is known before the move, but none after the move.
    pub fn lost_at(&self) -> Option<LostMove> {
        let at = (0..self.played.len()).find(|&at| self.loss(at).win)?;
        Some(LostMove { at, proven: self.loss(at).proven })
    }
}

/// Returns the value for a solver's callback to return: `Break` if the stop flag is raised.
pub fn poll(stop: &StopFlag) -> ControlFlow<()> {
    if stop.poll().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The outcome of the search of one position.
pub struct PositionOutcome {
    /// The knowledge found.
    pub known: Knowledge,
    pub nodes: u64,
    /// Whether more nodes would not help: the search ended with a proof, or at a limit such as memory.
    pub ended: bool,
}

impl PositionOutcome {
    /// Creates the outcome of a search of `nodes` nodes, which the limit `stopped_by` stopped, if any.
    pub fn new(known: Knowledge, nodes: u64, stopped_by: Option<StopReason>) -> PositionOutcome {
        use StopReason::{Interrupt, Nodes, Time, Trials};
        let ended = !matches!(stopped_by, Some(Nodes | Time | Trials | Interrupt));
        PositionOutcome { known, nodes, ended }
    }
}
