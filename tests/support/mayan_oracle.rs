//! Checks every claim of an answer of the Mayan solver against known facts about the board.

use super::mayan_brute_force::BruteForce;
use std::fmt::Debug;
use std::ops::ControlFlow;
use tilefall::internals::mayan::solve::{Request, solve_with};
use tilefall::mayan::{Event, InfeasibleReason, MAX_DEPTH, Outcome, Solutions};
use tilefall::rules::control::SearchLimits;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Mode, Move, Status, StopReason};

/// The known facts about a board.
#[derive(Debug, Default)]
pub struct Oracle {
    /// The number of lists of each length from 0.
    pub counts: Vec<u128>,
    /// All lists of each length from 0, if known.
    pub lists: Vec<Vec<Vec<Move>>>,
    /// The number of moves of a known list; shorter lists may exist.
    pub known: Option<u64>,
    /// Whether no list of any length empties the board.
    pub never: bool,
}

impl Oracle {
    /// Returns the facts that brute force found.
    pub fn of(mut brute_force: BruteForce) -> Oracle {
        let counts: Vec<u128> = (0..=brute_force.depth).map(|moves| brute_force.count(moves)).collect();
        let lists = (0..=brute_force.depth).map(|moves| brute_force.lists(moves)).collect();
        Oracle { known: first(&counts), counts, lists, never: brute_force.closed && !brute_force.clears() }
    }

    /// Like [`of`](Self::of) without the lists, which may be too many, and with counts up to 8 moves.
    pub fn without_lists(mut brute_force: BruteForce) -> Oracle {
        let mut counts = Vec::new();
        for moves in 0..=brute_force.depth.min(8) {
            counts.push(brute_force.count(moves));
        }
        let known = (0..=brute_force.depth).find(|&moves| moves < 9 && brute_force.count(moves) > 0);
        Oracle { known, counts, never: brute_force.closed && !brute_force.clears(), ..Oracle::default() }
    }

    /// Returns the minimum number of moves, if known.
    pub fn shortest(&self) -> Option<u64> {
        first(&self.counts)
    }

    /// Returns whether there is a list for the request, if known.
    fn solvable(&self, mode: Mode, moves: u64) -> Option<bool> {
        match (mode, self.counts.get(usize::try_from(moves).unwrap_or(usize::MAX))) {
            (Mode::Exactly, Some(&count)) => Some(count > 0),
            (Mode::Exactly, None) if self.known == Some(moves) => Some(true),
            (Mode::Exactly, None) => self.never.then_some(false),
            _ if self.known.is_some_and(|known| known <= moves) => Some(true),
            (_, Some(_)) => Some(false),
            _ => self.never.then_some(false),
        }
    }

    /// Returns all lists for a request, sorted, if known.
    fn wanted(&self, mode: Mode, moves: u64) -> Option<Vec<Vec<Move>>> {
        let at = usize::try_from(moves).ok()?;
        match mode {
            Mode::Exactly => self.lists.get(at).cloned(),
            Mode::Shortest => match self.shortest() {
                Some(length) if length <= moves => self.lists.get(length as usize).cloned(),
                _ => (at < self.lists.len()).then(Vec::new),
            },
            Mode::Within => {
                let mut all = self.lists.get(..=at)?.concat();
                all.sort();
                Some(all)
            }
        }
    }
}

fn first(counts: &[u128]) -> Option<u64> {
    counts.iter().position(|&count| count > 0).map(|length| length as u64)
}

/// Solves, checks every claim of the answer, and returns the answer.
///
/// # Panics
/// If a claim is false, or the answer names a limit that was not set.
#[track_caller]
pub fn check(board: &Grid, oracle: &Oracle, request: &Request, limits: &SearchLimits<'_>) -> Outcome {
    let mut reported: Vec<Vec<Move>> = Vec::new();
    let outcome = solve_with(board, request, limits, &mut |event| {
        if let Event::Solution(list) = event {
            reported.push(list.to_vec());
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    let claims = Claims { board, oracle, request, limits, outcome: &outcome, reported: &reported };
    claims.check();
    outcome
}

#[derive(Clone, Copy)]
struct Claims<'a> {
    board: &'a Grid,
    oracle: &'a Oracle,
    request: &'a Request,
    limits: &'a SearchLimits<'a>,
    outcome: &'a Outcome,
    reported: &'a [Vec<Move>],
}

impl Claims<'_> {
    #[track_caller]
    fn holds(self, claim: bool, what: impl Debug) {
        let Claims { board, request, limits, outcome, reported, .. } = self;
        let reported = &reported[..reported.len().min(20)];
        assert!(claim, "{what:?}: {board:?} {request:?} {limits:?} {outcome:?} reported {reported:?}");
    }

    #[track_caller]
    fn check(self) {
        let Claims { oracle, request, outcome, reported, .. } = self;
        let (mode, moves) = (request.mode, request.moves);
        let solvable = oracle.solvable(mode, moves);
        let all = matches!(request.want, Solutions::All(_));
        self.bound();
        self.stop();
        self.counts();
        self.holds(all || reported.is_empty(), "reported unasked");
        self.holds(!all || outcome.found.as_ref() == reported.first(), "the list is the first reported");
        for list in outcome.found.iter().chain(reported) {
            self.wins(list);
        }
        self.holds(reported.is_sorted_by(|a, b| a < b), "lists in order, none doubled");
        let wanted = oracle.wanted(mode, moves);
        match outcome.status {
            Status::Infeasible => {
                self.holds(solvable != Some(true), "infeasible");
                self.holds(outcome.found.is_none() && outcome.reason.is_some(), "no list, and why");
                self.why();
            }
            Status::Unknown => self.holds(outcome.found.is_none(), "unknown with a list"),
            Status::Feasible => {
                self.holds(outcome.found.is_some(), "feasible without a list");
                // The lists are the first of all lists. A single list may be another one if several threads search.
                if let Some(wanted) = wanted.filter(|_| reported.len() > 1) {
                    self.holds(wanted.starts_with(reported), "lists left out");
                }
            }
            Status::Optimal => {
                self.holds(solvable != Some(false), "optimal");
                self.holds(outcome.found.is_some() != outcome.count.is_some(), "a list or a count");
                let any = mode == Mode::Within && request.want == Solutions::One;
                match (wanted, &outcome.found) {
                    (Some(wanted), _) if all => self.holds(reported == wanted, "all lists"),
                    (Some(wanted), Some(list)) if any => self.holds(wanted.contains(list), "any list"),
                    (Some(wanted), Some(list)) => self.holds(wanted.first() == Some(list), "the first list"),
                    _ => {}
                }
            }
            Status::Error => self.holds(false, "no such answer"),
        }
    }

    /// Checks that no list of fewer moves than the bound empties the board.
    fn bound(self) {
        let Claims { oracle, outcome, request, .. } = self;
        let known = oracle.known.is_none_or(|known| outcome.bound <= known);
        self.holds(
            known && (outcome.bound != u64::MAX || !oracle.lists.iter().any(|l| !l.is_empty())),
            "bound",
        );
        if request.mode == Mode::Shortest && outcome.status == Status::Optimal {
            let length = outcome.found.as_ref().map_or(outcome.bound, |list| list.len() as u64);
            self.holds(outcome.bound == length, "the bound of a shortest list is its length");
            self.holds(oracle.known.is_none_or(|known| length <= known), "shortest");
        }
        if request.mode != Mode::Exactly {
            // A bound above the moves asked for would prove that there is no list.
            let open = matches!(outcome.status, Status::Unknown | Status::Feasible);
            self.holds(!open || outcome.bound <= request.moves, "an open answer with all levels searched");
            let none = outcome.status == Status::Infeasible;
            self.holds(
                !none || outcome.bound > request.moves || request.moves == u64::MAX,
                "none, and a bound",
            );
        }
    }

    /// Checks that the answer names a limit exactly if it is open, and that the limit was set.
    fn stop(self) {
        let Claims { outcome, request, limits, reported, .. } = self;
        let open = matches!(outcome.status, Status::Unknown | Status::Feasible);
        self.holds(open == outcome.stopped_by.is_some(), "stopped");
        if let Some(nodes) = limits.nodes {
            self.holds(outcome.stats.nodes <= nodes, "nodes");
        }
        let there = match outcome.stopped_by {
            None => true,
            Some(StopReason::Nodes) => limits.nodes == Some(outcome.stats.nodes),
            Some(StopReason::Time | StopReason::Interrupt) => outcome.stopped_by == limits.stop.raised(),
            Some(StopReason::Depth) => request.moves > request.tuning.max_depth.min(MAX_DEPTH),
            Some(StopReason::Memory) => {
                request.want == Solutions::Count || request.moves > request.tuning.max_depth.min(MAX_DEPTH)
            }
            Some(StopReason::Solutions) => request.want == Solutions::All(reported.len() as u64),
            Some(StopReason::Count | StopReason::Target | StopReason::Trials) => false,
        };
        self.holds(there, "the limit that is named");
    }

    /// Checks the counts of every reported length and of the lengths between.
    fn counts(self) {
        let Claims { oracle, request, outcome, .. } = self;
        let counts = &outcome.counts;
        for counted in counts {
            let oracle = oracle.counts.get(counted.moves as usize);
            self.holds(oracle.is_none_or(|&lists| lists == counted.lists), ("counted", counted));
        }
        self.holds(counts.is_sorted_by(|a, b| a.moves + 1 == b.moves), "lengths in order");
        self.holds(
            request.want == Solutions::Count || (counts.is_empty() && outcome.count.is_none()),
            "unasked",
        );
        let closed = matches!(outcome.status, Status::Optimal | Status::Infeasible);
        self.holds(request.want != Solutions::Count || outcome.count.is_some() == closed, "a number");
        if let Some(count) = outcome.count {
            let sum = counts.iter().map(|counted| counted.lists).sum::<u128>();
            self.holds(count == sum, "the sum");
            let all = oracle.wanted(request.mode, request.moves);
            self.holds(all.is_none_or(|all| all.len() as u128 == count), "the number");
        }
        if let (Some(begin), true) = (counts.first(), request.mode != Mode::Exactly) {
            let before = oracle.counts.iter().take(begin.moves as usize);
            self.holds(before.sum::<u128>() == 0, "no list below the lengths that are reported");
        }
    }

    /// Checks that a list answers the request and clears the board.
    fn wins(self, list: &[Move]) {
        let Claims { board, oracle, request, .. } = self;
        let length = list.len() as u64;
        let fits = match request.mode {
            Mode::Exactly => length == request.moves,
            Mode::Within => length <= request.moves,
            Mode::Shortest => length <= request.moves && oracle.known.is_none_or(|known| length <= known),
        };
        self.holds(fits, ("the length", list));
        let mut played = board.clone();
        played.settle();
        let noop = request.mode == Mode::Exactly && !request.skip_noop;
        for &step in list {
            self.holds(played.canonical_moves(noop).contains(&step), ("a move", step, list));
            played.play(step).unwrap();
        }
        self.holds(played.is_empty(), ("a list that wins", list));
    }

    /// Checks that the facts in the reason are true.
    fn why(self) {
        let Claims { board, oracle, request, outcome, .. } = self;
        let mut settled = board.clone();
        settled.settle();
        let fact = match outcome.reason {
            Some(InfeasibleReason::Colour(name)) => {
                let blocks = settled.cells().filter(|&cell| settled.name_at(cell) == Some(name)).count();
                matches!(blocks, 1 | 2)
            }
            Some(InfeasibleReason::Empty) => settled.is_empty(),
            Some(InfeasibleReason::Bound(least)) => least > request.moves && least == outcome.bound,
            Some(InfeasibleReason::Exhausted(_)) => oracle.known.is_none(),
            Some(InfeasibleReason::Searched) | None => true,
        };
        self.holds(fact, "why");
    }
}
