//! Requests to the solver, and their outcomes.

use super::stats::Stats;
use super::tuning::Tuning;
use crate::rules::grid::Grid;
use crate::rules::{Mode, Move, Status, StopReason, Threads, plural};
use serde::Serialize;

/// The solutions to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solutions {
    /// One list: any list in mode `within`, else the first that the mode allows.
    One,
    /// The lexicographically smallest list, also in mode `within`.
    First,
    /// All lists, up to this number. With 0 there is no search: unless the first board shows that there
    /// is no solution, the answer is `unknown`, stopped by [`Solutions`](StopReason::Solutions).
    All(u64),
    /// The number of solutions, without the lists.
    Count,
}

/// A request to the solver: which lists of moves to search for, and how.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// M, the number of moves.
    pub moves: u64,
    /// Whether lists have exactly M moves, at most M, or at most M and as few as possible.
    pub mode: Mode,
    /// Which solutions to return: one, the first, all, or only their number.
    pub want: Solutions,
    /// Whether swaps of equal blocks are skipped in mode `exactly`; the other modes always skip such swaps.
    pub skip_noop: bool,
    /// Threads to use. Only one thread is used if the number of nodes is limited.
    pub threads: Threads,
    /// Parts to disable, and internal parameters, for experiments.
    pub tuning: Tuning,
}

impl Request {
    /// Creates a request for one solution, on one thread and with default tuning.
    pub fn new(moves: u64, mode: Mode) -> Self {
        Request {
            moves,
            mode,
            want: Solutions::One,
            skip_noop: false,
            threads: Threads::Exactly(1),
            tuning: Tuning::default(),
        }
    }
}

/// An event of a running search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A solution, if all are requested.
    Solution(&'a [Move]),
    /// Progress, reported ten times a second and whenever a search one move deeper begins.
    Progress {
        /// The approximate number of boards visited so far.
        nodes: u64,
        /// A lower bound: no list of fewer moves clears the board.
        bound: u64,
    },
}

/// The reason why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "of", rename_all = "kebab-case")]
pub enum InfeasibleReason {
    /// The colour with this name has only one or two blocks.
    Colour(u64),
    /// The lower bound of the initial board: at least this many moves are needed; [`u64::MAX`] if no number of moves
    /// suffices.
    Bound(u64),
    /// Every list of moves was tried or known to fail.
    Searched,
    /// No board reachable with any number of moves is empty; this many boards were examined.
    Exhausted(u64),
    /// The initial board is empty, and no move can be played on it.
    Empty,
}

impl InfeasibleReason {
    /// Returns a clause for messages, with the colour labels of `board`: `colour 1 has only one or two blocks`.
    pub fn describe(self, board: &Grid) -> String {
        match self {
            InfeasibleReason::Colour(name) => {
                format!("colour {} has only one or two blocks", board.label_of(name))
            }
            InfeasibleReason::Bound(u64::MAX) => "the lower bound excludes every number of moves".into(),
            InfeasibleReason::Bound(least) => format!("a solution takes at least {}", plural(least, "move")),
            InfeasibleReason::Searched => "all lists of moves were tried".into(),
            InfeasibleReason::Exhausted(1) => "no other board can be reached".into(),
            InfeasibleReason::Exhausted(boards) => format!("none of the {boards} reachable boards is empty"),
            InfeasibleReason::Empty => "the board is empty from the start".into(),
        }
    }
}

/// The number of lists of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListCount {
    /// The length, in moves.
    pub moves: u64,
    /// The number of winning lists of this length.
    pub lists: u128,
}

/// The answer to a request, with its proof or the limit that stopped the search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The proven status. With `Feasible`, the list is a solution, but is not proven to be the first, or not all lists
    /// were reported.
    pub status: Status,
    /// The solution, if one was requested and found. If all were requested, the first solution that was reported.
    pub found: Option<Vec<Move>>,
    /// The number of solutions, if the number was requested and the count was completed.
    pub count: Option<u128>,
    /// The number of lists of each length, the shortest first, if the number was requested; only one length in mode
    /// `exactly`. If a limit was reached, only the lengths whose count was completed. Empty if it is proven that no
    /// length has lists.
    pub counts: Vec<ListCount>,
    /// No list of fewer moves than this clears the board, in any mode; [`u64::MAX`] if no list of any length does.
    pub bound: u64,
    /// The number of boards visited.
    pub nodes: u64,
    /// The reason why there is no solution, if that is proven.
    pub reason: Option<InfeasibleReason>,
    /// The limit that stopped the search; present exactly if the status is `Feasible` or `Unknown`.
    pub stopped_by: Option<StopReason>,
    /// Counters, summed over all searches and threads.
    pub stats: Stats,
}

pub(super) enum SearchResult {
    /// No solution.
    None,
    /// The first solution, or any solution if the plan accepts any.
    Found(Vec<Move>),
    /// A limit was reached first. The list, if any, is a solution, but maybe not the first.
    Stopped(StopReason, Option<Vec<Move>>),
}

impl SearchResult {
    /// Returns the result of a parallel search from the reason why it stopped, if any, and the list of the first task
    /// with a solution. `any` accepts any solution instead of the first.
    pub(super) fn of(stopped: Option<StopReason>, list: Option<Vec<Move>>, any: bool) -> SearchResult {
        match (stopped, list) {
            (None, None) => SearchResult::None,
            (None, Some(list)) => SearchResult::Found(list),
            (Some(_), Some(list)) if any => SearchResult::Found(list),
            // The list may not be the first solution, because tasks earlier in search order may have been stopped.
            (Some(reason), list) => SearchResult::Stopped(reason, list),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Side;

    #[test]
    fn reasons_are_clauses_for_messages() {
        let texts = [
            InfeasibleReason::Bound(1),
            InfeasibleReason::Bound(2),
            InfeasibleReason::Bound(u64::MAX),
            InfeasibleReason::Exhausted(1),
            InfeasibleReason::Exhausted(9),
        ];
        assert_eq!(
            texts.map(|why| why.describe(&Grid::parse("1").unwrap())),
            [
                "a solution takes at least 1 move",
                "a solution takes at least 2 moves",
                "the lower bound excludes every number of moves",
                "no other board can be reached",
                "none of the 9 reachable boards is empty",
            ]
        );
    }

    #[test]
    fn a_list_found_before_the_stop_is_not_called_the_first() {
        let list = || Some(vec![Move::new(1, 2, Side::Left)]);
        let time = Some(StopReason::Time);
        assert!(matches!(SearchResult::of(None, None, false), SearchResult::None));
        assert!(matches!(SearchResult::of(None, list(), false), SearchResult::Found(_)));
        assert!(matches!(SearchResult::of(time, None, true), SearchResult::Stopped(StopReason::Time, None)));
        assert!(matches!(SearchResult::of(time, list(), true), SearchResult::Found(_)));
        let kept = SearchResult::of(time, list(), false);
        assert!(matches!(kept, SearchResult::Stopped(StopReason::Time, found) if found == list()));
    }
}
