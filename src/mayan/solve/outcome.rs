//! What is asked of the solver, and what it answers.

use super::stats::Stats;
use super::switches::Switches;
use crate::base::{Mode, Move, Status, StopReason, Threads, several};
use crate::grid::Grid;

/// Which of the solutions are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// One: the shortest, or any, as the mode says; the first of those where the mode has an order.
    One,
    /// The lexicographically smallest, also in mode `within`, where any would do.
    First,
    /// All, up to this number. With 0 there is no search: the answer is `unknown`, stopped by
    /// [`Solutions`](StopReason::Solutions), unless the first board shows that there is none.
    All(u64),
    /// Their number.
    Count,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// M.
    pub moves: u64,
    /// How M is meant.
    pub mode: Mode,
    /// Which solutions.
    pub want: Want,
    /// Whether swaps of equal blocks are moves.
    pub noop: bool,
    /// Threads to use; one if the nodes are limited.
    pub threads: Threads,
    /// Parts to leave out, for experiments.
    pub switches: Switches,
}

impl Request {
    /// One solution on one thread with everything switched on.
    pub fn new(moves: u64, mode: Mode) -> Self {
        Request {
            moves,
            mode,
            want: Want::One,
            noop: false,
            threads: Threads::Some(1),
            switches: Switches::default(),
        }
    }
}

/// How deep a search is: told when it begins, and when it goes a move deeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Boards visited so far.
    pub nodes: u64,
    /// No list of fewer moves clears the board.
    pub bound: u64,
}

/// Why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// This colour has one or two blocks, by name.
    Colour(u64),
    /// The lower bound of the first board: at least this many moves are needed, or [`u64::MAX`] if no number of moves is
    /// enough.
    Bound(u64),
    /// Every list of moves was tried, or known to fail.
    Searched,
    /// No board that can be reached with any number of moves is empty; this many were examined.
    Exhausted(u64),
    /// The board is empty from the start, and no move can be played on it.
    Empty,
}

impl Why {
    /// Returns a clause for people, with the colours of a board as its author wrote them: `colour 1 has only one or two
    /// blocks`.
    pub fn describe(self, board: &Grid) -> String {
        match self {
            Why::Colour(name) => format!("colour {} has only one or two blocks", board.label_of(name)),
            Why::Bound(u64::MAX) => "the lower bound excludes every number of moves".into(),
            Why::Bound(least) => format!("a solution takes at least {}", several(least, "move")),
            Why::Searched => "all lists of moves were tried".into(),
            Why::Exhausted(1) => "no other board can be reached".into(),
            Why::Exhausted(boards) => format!("none of the {boards} reachable boards is empty"),
            Why::Empty => "the board is empty from the start".into(),
        }
    }
}

/// The number of lists of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The length.
    pub moves: u64,
    /// The lists of this length.
    pub lists: u128,
}

/// The answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// What was proven. `Feasible`: the list is a solution, but not proven to be the first, or not all lists
    /// were told.
    pub status: Status,
    /// The solution, if one was wanted and found; the first that was told if all were wanted.
    pub list: Option<Vec<Move>>,
    /// The number of solutions, if it was wanted and counted to the end.
    pub count: Option<u128>,
    /// If the number was wanted: the lists of each length that was counted to the end, the shortest first;
    /// also when a limit came before the others. In mode `exactly` that is one length. Empty if it is proven that no
    /// length has lists.
    pub counts: Vec<Counted>,
    /// No list of fewer moves than this empties the board, in whatever mode; [`u64::MAX`] if no list of any length does.
    pub bound: u64,
    /// Why there is none, if that is proven.
    pub why: Option<Why>,
    /// What stopped the search; always there if the status is `Feasible` or `Unknown`, and only then.
    pub stopped_by: Option<StopReason>,
    /// Counters.
    pub stats: Stats,
}

/// How one search ended.
pub(super) enum Searched {
    /// No solution.
    None,
    /// The solution that was looked for.
    Found(Vec<Move>),
    /// A limit came first. If there is a list it is a solution, but maybe not the first.
    Stopped(StopReason, Option<Vec<Move>>),
}

impl Searched {
    /// How a search of several tasks ended that may have been stopped, with the list of the first task that has
    /// one. `any` says that it does not matter which list that is.
    pub(super) fn of(stopped: Option<StopReason>, list: Option<Vec<Move>>, any: bool) -> Searched {
        match (stopped, list) {
            (None, None) => Searched::None,
            (None, Some(list)) => Searched::Found(list),
            (Some(_), Some(list)) if any => Searched::Found(list),
            // Elder tasks may have an earlier list.
            (Some(reason), list) => Searched::Stopped(reason, list),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Side;

    #[test]
    fn reasons_are_clauses_for_people() {
        let texts =
            [Why::Bound(1), Why::Bound(2), Why::Bound(u64::MAX), Why::Exhausted(1), Why::Exhausted(9)];
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
        assert!(matches!(Searched::of(None, None, false), Searched::None));
        assert!(matches!(Searched::of(None, list(), false), Searched::Found(_)));
        assert!(matches!(Searched::of(time, None, true), Searched::Stopped(StopReason::Time, None)));
        assert!(matches!(Searched::of(time, list(), true), Searched::Found(_)));
        let kept = Searched::of(time, list(), false);
        assert!(matches!(kept, Searched::Stopped(StopReason::Time, found) if found == list()));
    }
}
