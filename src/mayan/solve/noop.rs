//! The effect of swaps of two equal blocks on an answer.

use super::{InfeasibleReason, Outcome, Request, Solutions, solve};
use crate::mayan::packed::BoardError;
use crate::rules::control::SearchLimits;
use crate::rules::grid::Grid;
use crate::rules::{Mode, Status};

/// The answer if a swap of two equal blocks were a move.
///
/// Such a swap changes nothing, so it matters only for lists of exactly M moves: a shorter list may become long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoopEffect {
    /// The same answer.
    None,
    /// Perhaps another answer: a limit was reached first.
    Possible,
    /// There is a list of exactly M moves.
    Solvable,
}

impl NoopEffect {
    /// Returns a clause for messages; `None` for [`NoopEffect::None`].
    pub fn describe(self) -> Option<&'static str> {
        match self {
            NoopEffect::None => None,
            NoopEffect::Possible => {
                Some("there may be a list if a swap of two equal blocks counts as a move")
            }
            NoopEffect::Solvable => Some("there is a list if a swap of two equal blocks counts as a move"),
        }
    }
}

/// Nodes of the search, in addition to as many as the answer took.
const NODES: u64 = 10_000;

/// Determines whether the answer that there is no list of exactly M moves depends on swaps of two equal blocks.
///
/// Searches about as long as the search for the answer took. Returns [`NoopEffect::None`] for every other answer.
///
/// # Errors
/// If the solver does not support the board.
pub fn noop_effect(
    grid: &Grid,
    request: &Request,
    limits: &SearchLimits,
    outcome: &Outcome,
) -> Result<NoopEffect, BoardError> {
    let infeasible =
        outcome.status == Status::Infeasible && outcome.reason == Some(InfeasibleReason::Searched);
    if request.mode != Mode::Exactly || request.noop || !infeasible {
        return Ok(NoopEffect::None);
    }
    let most = outcome.nodes.saturating_add(NODES);
    let limits = SearchLimits { nodes: Some(limits.nodes.map_or(most, |nodes| nodes.min(most))), ..*limits };
    let request = Request { noop: true, want: Solutions::One, ..*request };
    Ok(match solve(grid, &request, &limits)?.status {
        Status::Optimal | Status::Feasible => NoopEffect::Solvable,
        Status::Infeasible => NoopEffect::None,
        Status::Unknown | Status::Error => NoopEffect::Possible,
    })
}
