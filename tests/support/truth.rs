//! Every claim that an answer of the Mayan solver makes, held against what is known of the board.

use super::book::Book;
use std::fmt::Debug;
use tilefall::base::{Limits, Mode, Move, Status, StopReason};
use tilefall::grid::Grid;
use tilefall::mayan::solve::{InfeasibleReason, MAX_DEPTH, Outcome, Request, Solutions, solve};

/// What is known of a board.
#[derive(Debug, Default)]
pub struct Truth {
    /// The number of lists of each length from 0.
    pub counts: Vec<u128>,
    /// All lists of these lengths, if they are known.
    pub lists: Vec<Vec<Vec<Move>>>,
    /// The length of a list that is known.
    pub known: Option<u64>,
    /// Whether no list of any length empties the board.
    pub never: bool,
}

impl Truth {
    /// What a book says.
    pub fn of(mut book: Book) -> Truth {
        let counts: Vec<u128> = (0..=book.depth).map(|moves| book.count(moves)).collect();
        let lists = (0..=book.depth).map(|moves| book.lists(moves)).collect();
        Truth { known: first(&counts), counts, lists, never: book.closed && !book.clears() }
    }

    /// What a book says but for the lists, of which there may be too many.
    pub fn without_lists(mut book: Book) -> Truth {
        let mut counts = Vec::new();
        for moves in 0..=book.depth.min(8) {
            counts.push(book.count(moves));
        }
        let known = (0..=book.depth).find(|&moves| moves < 9 && book.count(moves) > 0);
        Truth { known, counts, never: book.closed && !book.clears(), ..Truth::default() }
    }

    /// The least number of moves, if it is known.
    pub fn shortest(&self) -> Option<u64> {
        first(&self.counts)
    }

    /// Whether a list meets the question, as far as is known; `None` if nothing is.
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

    /// All lists that a question is about, in order, if they are known.
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

/// Asks, holds every claim of the answer against the truth, and gives the answer.
///
/// # Panics
/// If a claim is false, or a limit is named that was not there.
#[track_caller]
pub fn check(board: &Grid, truth: &Truth, request: &Request, limits: &Limits<'_>) -> Outcome {
    let mut told: Vec<Vec<Move>> = Vec::new();
    let outcome = solve(board, request, limits, &mut |list| {
        told.push(list.to_vec());
        true
    })
    .unwrap();
    let claims = Claims { board, truth, request, limits, outcome: &outcome, told: &told };
    claims.check();
    outcome
}

#[derive(Clone, Copy)]
struct Claims<'a> {
    board: &'a Grid,
    truth: &'a Truth,
    request: &'a Request,
    limits: &'a Limits<'a>,
    outcome: &'a Outcome,
    told: &'a [Vec<Move>],
}

impl Claims<'_> {
    #[track_caller]
    fn holds(self, claim: bool, what: impl Debug) {
        let Claims { board, request, limits, outcome, told, .. } = self;
        let told = &told[..told.len().min(20)];
        assert!(claim, "{what:?}: {board:?} {request:?} {limits:?} {outcome:?} told {told:?}");
    }

    #[track_caller]
    fn check(self) {
        let Claims { truth, request, outcome, told, .. } = self;
        let (mode, moves) = (request.mode, request.moves);
        let solvable = truth.solvable(mode, moves);
        let all = matches!(request.want, Solutions::All(_));
        self.bound();
        self.stop();
        self.counts();
        self.holds(all || told.is_empty(), "told unasked");
        self.holds(!all || outcome.list.as_ref() == told.first(), "the list is the first told");
        for list in outcome.list.iter().chain(told) {
            self.wins(list);
        }
        self.holds(told.is_sorted_by(|a, b| a < b), "lists in order, none doubled");
        let wanted = truth.wanted(mode, moves);
        match outcome.status {
            Status::Infeasible => {
                self.holds(solvable != Some(true), "infeasible");
                self.holds(outcome.list.is_none() && outcome.reason.is_some(), "no list, and why");
                self.why();
            }
            Status::Unknown => self.holds(outcome.list.is_none(), "unknown with a list"),
            Status::Feasible => {
                self.holds(outcome.list.is_some(), "feasible without a list");
                // What was told is a beginning of all lists, but for one found by several threads.
                if let Some(wanted) = wanted.filter(|_| told.len() > 1) {
                    self.holds(wanted.starts_with(told), "lists left out");
                }
            }
            Status::Optimal => {
                self.holds(solvable != Some(false), "optimal");
                self.holds(outcome.list.is_some() != outcome.count.is_some(), "a list or a count");
                let any = mode == Mode::Within && request.want == Solutions::One;
                match (wanted, &outcome.list) {
                    (Some(wanted), _) if all => self.holds(told == wanted, "all lists"),
                    (Some(wanted), Some(list)) if any => self.holds(wanted.contains(list), "any list"),
                    (Some(wanted), Some(list)) => self.holds(wanted.first() == Some(list), "the first list"),
                    _ => {}
                }
            }
            Status::Error => self.holds(false, "no such answer"),
        }
    }

    /// No list of fewer moves than the bound empties the board.
    fn bound(self) {
        let Claims { truth, outcome, request, .. } = self;
        let known = truth.known.is_none_or(|known| outcome.bound <= known);
        self.holds(
            known && (outcome.bound != u64::MAX || !truth.lists.iter().any(|l| !l.is_empty())),
            "bound",
        );
        if request.mode == Mode::Shortest && outcome.status == Status::Optimal {
            let length = outcome.list.as_ref().map_or(outcome.bound, |list| list.len() as u64);
            self.holds(outcome.bound == length, "the bound of a shortest list is its length");
            self.holds(truth.known.is_none_or(|known| length <= known), "shortest");
        }
        if request.mode != Mode::Exactly {
            // Otherwise it would be proven that there is none.
            let open = matches!(outcome.status, Status::Unknown | Status::Feasible);
            self.holds(!open || outcome.bound <= request.moves, "an open answer with all levels searched");
            let none = outcome.status == Status::Infeasible;
            self.holds(
                !none || outcome.bound > request.moves || request.moves == u64::MAX,
                "none, and a bound",
            );
        }
    }

    /// A limit is named exactly if the answer is open, and it was there.
    fn stop(self) {
        let Claims { outcome, request, limits, told, .. } = self;
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
            Some(StopReason::Solutions) => request.want == Solutions::All(told.len() as u64),
            Some(StopReason::Count | StopReason::Target | StopReason::Trials) => false,
        };
        self.holds(there, "the limit that is named");
    }

    /// Every length that is told was counted right, and those in between too.
    fn counts(self) {
        let Claims { truth, request, outcome, .. } = self;
        let counts = &outcome.counts;
        for counted in counts {
            let truth = truth.counts.get(counted.moves as usize);
            self.holds(truth.is_none_or(|&lists| lists == counted.lists), ("counted", counted));
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
            let all = truth.wanted(request.mode, request.moves);
            self.holds(all.is_none_or(|all| all.len() as u128 == count), "the number");
        }
        if let (Some(begin), true) = (counts.first(), request.mode != Mode::Exactly) {
            let before = truth.counts.iter().take(begin.moves as usize);
            self.holds(before.sum::<u128>() == 0, "no list below the lengths that are told");
        }
    }

    /// A list that is given meets the question and clears the board.
    fn wins(self, list: &[Move]) {
        let Claims { board, truth, request, .. } = self;
        let length = list.len() as u64;
        let fits = match request.mode {
            Mode::Exactly => length == request.moves,
            Mode::Within => length <= request.moves,
            Mode::Shortest => length <= request.moves && truth.known.is_none_or(|known| length <= known),
        };
        self.holds(fits, ("the length", list));
        let mut played = board.clone();
        played.settle();
        for &step in list {
            self.holds(played.canonical_moves(request.noop).contains(&step), ("a move", step, list));
            played.play(step).unwrap();
        }
        self.holds(played.is_empty(), ("a list that wins", list));
    }

    /// A reason that names a fact tells the truth.
    fn why(self) {
        let Claims { board, truth, request, outcome, .. } = self;
        let mut settled = board.clone();
        settled.settle();
        let fact = match outcome.reason {
            Some(InfeasibleReason::Colour(name)) => {
                let blocks = settled.cells().filter(|&cell| settled.name_at(cell) == Some(name)).count();
                matches!(blocks, 1 | 2)
            }
            Some(InfeasibleReason::Empty) => settled.is_empty(),
            Some(InfeasibleReason::Bound(least)) => least > request.moves && least == outcome.bound,
            Some(InfeasibleReason::Exhausted(_)) => truth.known.is_none(),
            Some(InfeasibleReason::Searched) | None => true,
        };
        self.holds(fact, "why");
    }
}
