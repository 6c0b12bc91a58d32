//! The effect of swaps of two equal blocks on an answer.

use super::{InfeasibleReason, Outcome, Request, Solutions, solve};
use crate::mayan::packed::BoardError;
use crate::rules::control::SearchLimits;
use crate::rules::grid::Grid;
use crate::rules::{Mode, Status};

/// How the answer changes if swaps of two equal blocks count as moves instead of being skipped, or the reverse.
///
/// Such a swap only makes a list longer, without changing the board, so it matters only for lists of exactly M moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoopEffect {
    /// The answer is the same with `skip_noop` reversed.
    None,
    /// The answer may change: a limit stopped a search.
    Possible,
    /// The answer has a list; with `skip_noop` reversed, there is no list of exactly M moves.
    Infeasible,
    /// The answer has no list; with `skip_noop` reversed, there is a list of exactly M moves.
    Solvable,
    /// With `skip_noop` reversed, another list is the first.
    OtherList,
    /// With `skip_noop` reversed, there are this many lists.
    Lists(u128),
}

impl NoopEffect {
    /// Returns a clause for messages: `there is no list if a swap of two equal blocks is no move`. `skipped` is whether
    /// the search for the answer skipped such swaps. `None` for [`NoopEffect::None`].
    pub fn describe(self, skipped: bool) -> Option<String> {
        let what = match self {
            NoopEffect::None => return None,
            NoopEffect::Possible => "the answer may be another one".into(),
            NoopEffect::Infeasible => "there is no list".into(),
            NoopEffect::Solvable => "there is a list".into(),
            NoopEffect::OtherList => "the first list is another one".into(),
            NoopEffect::Lists(number) => format!("the number of lists is {number}"),
        };
        let counts = if skipped { "counts as a move" } else { "is no move" };
        Some(format!("{what} if a swap of two equal blocks {counts}"))
    }
}

/// The number of nodes that the second search may visit in addition to the nodes of the first.
const NODES: u64 = 10_000;

/// For lists of exactly M moves, solves the board again with the opposite of `skip_noop`, and compares the answers.
///
/// If swaps of equal blocks counted as moves but the list of the answer contains no such swap, the answer stays the
/// same, and nothing is searched. Otherwise the search takes about as long as the search for the answer.
pub fn noop_effect(
    grid: &Grid,
    request: &Request,
    limits: &SearchLimits,
    outcome: &Outcome,
) -> Result<NoopEffect, BoardError> {
    let is_searched = match (outcome.status, request.skip_noop) {
        _ if request.mode != Mode::Exactly => false,
        (Status::Infeasible, skipped) => skipped && outcome.reason == Some(InfeasibleReason::Searched),
        (Status::Optimal | Status::Feasible, true) => true,
        (Status::Optimal | Status::Feasible, false) => match (request.want, &outcome.found) {
            (Solutions::One | Solutions::First, Some(list)) => grid.has_noop(list),
            _ => true,
        },
        (Status::Unknown | Status::Error, _) => false,
    };
    if !is_searched {
        return Ok(NoopEffect::None);
    }
    let (want, number) = match request.want {
        Solutions::All(_) if outcome.status == Status::Feasible => return Ok(NoopEffect::Possible),
        Solutions::All(_) => (Solutions::Count, Some(outcome.stats.solutions.into())),
        Solutions::Count => (Solutions::Count, Some(outcome.count.unwrap_or(0))),
        one => (one, None),
    };
    let most = outcome.nodes.saturating_add(NODES);
    let limits = SearchLimits { nodes: Some(limits.nodes.map_or(most, |nodes| nodes.min(most))), ..*limits };
    let request = Request { skip_noop: !request.skip_noop, want, ..*request };
    let other = solve(grid, &request, &limits)?;
    Ok(match (other.status, other.count) {
        (Status::Unknown | Status::Error, _) => NoopEffect::Possible,
        (_, count @ Some(lists)) if count != number => NoopEffect::Lists(lists),
        (_, Some(_)) => NoopEffect::None,
        (Status::Infeasible, _) if outcome.found.is_some() => NoopEffect::Infeasible,
        (_, None) if outcome.found.is_none() && other.found.is_some() => NoopEffect::Solvable,
        (_, None) if outcome.found != other.found => NoopEffect::OtherList,
        _ => NoopEffect::None,
    })
}
