//! [`Solver`]: the searches of SameGame for a program that embeds them.

use super::Board;
use super::search::{Found, Goal, Method, Outcome, Query, Report, Request, Unfit, solve};
use crate::base::{Cell, Rules};
use crate::bits::cpu::Path;
use crate::control::{Limits, Listener, clock, limit_setters};
use std::ops::ControlFlow;

/// Searches for a high score, or for a list of clicks that clears the board.
///
/// A search without `time` and `nodes` makes a fixed number of trials, which takes seconds on a usual board, and gives
/// the same answer on every machine.
///
/// ```
/// use tilefall::samegame::{Board, Solver};
/// let board: Board = "2133 / 2113 / 1223".parse().unwrap();
/// let outcome = Solver::new().nodes(10_000).solve(&board).unwrap();
/// let found = outcome.found.unwrap();
/// assert!(found.cleared && found.score >= 1000);
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "a solver does nothing until `solve` is called"]
pub struct Solver {
    goal: Goal,
    rules: Rules,
    target: Option<i64>,
    method: Method,
    seed: Option<u64>,
    from: Vec<Cell>,
    limits: Limits,
}

/// What a search tells on its way.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A better list than all before.
    Better {
        /// The list.
        found: &'a Found,
        /// Nodes, trials or playouts so far.
        nodes: u64,
    },
    /// The search goes on; comes a few times a second or rarer.
    Progress {
        /// Nodes, trials or playouts so far.
        nodes: u64,
    },
}

impl Solver {
    /// A solver for the highest score under the default rules, without limits.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// What is wanted: the highest score by default.
    pub fn goal(mut self, goal: Goal) -> Solver {
        self.goal = goal;
        self
    }

    /// How a list is scored: (n − 2)² and 1000 for an empty board by default.
    pub fn rules(mut self, rules: Rules) -> Solver {
        self.rules = rules;
        self
    }

    /// A score that is enough: the search stops when it has it.
    pub fn target(mut self, score: i64) -> Solver {
        self.target = Some(score);
        self
    }

    /// How to search: by size and limits by default.
    pub fn method(mut self, method: Method) -> Solver {
        self.method = method;
        self
    }

    /// The seed of all random numbers: 1 by default.
    pub fn seed(mut self, seed: u64) -> Solver {
        self.seed = Some(seed);
        self
    }

    /// Clicks to start from; those that remove nothing are left out.
    pub fn from(mut self, clicks: Vec<Cell>) -> Solver {
        self.from = clicks;
        self
    }

    /// Searches a board.
    ///
    /// # Errors
    /// If the board is too large for the method, or a list could score more than 2⁶³ − 1.
    pub fn solve(&self, board: &Board) -> Result<Outcome, Unfit> {
        self.solve_with(board, |_| ControlFlow::Continue(()))
    }

    /// As [`solve`](Self::solve), and hands over every better list and the progress. The function may be called from
    /// several threads, one at a time; [`ControlFlow::Break`] ends the search, which is then `stopped_by` an
    /// [`Interrupt`](crate::StopReason::Interrupt), and the function is not called again.
    /// With `nodes` and several threads, NRPA and nested search may tell lists beyond the limit, which are not in the
    /// answer.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilefall::samegame::{Board, Event, Solver};
    /// let board: Board = "2133 / 2113 / 1223".parse().unwrap();
    /// let mut scores = Vec::new();
    /// let outcome = Solver::new().solve_with(&board, |event| {
    ///     if let Event::Better { found, .. } = event {
    ///         scores.push(found.score);
    ///     }
    ///     ControlFlow::Continue(())
    /// });
    /// assert!(scores.is_sorted());
    /// assert_eq!(scores.last().copied(), outcome.unwrap().found.map(|found| found.score));
    /// ```
    pub fn solve_with(
        &self,
        board: &Board,
        events: impl FnMut(Event<'_>) -> ControlFlow<()> + Send,
    ) -> Result<Outcome, Unfit> {
        let grid = board.to_grid();
        let stop = self.limits.cancel.flag();
        let query = Query { goal: self.goal, target: self.target, ..Query::score(&grid, self.rules)? };
        let clock = clock(self.limits.time);
        let from = Some(&self.from).filter(|clicks| !clicks.is_empty());
        let from = from.map(|clicks| Found::playable(&grid, self.rules, clicks));
        let request = Request {
            method: self.method,
            seed: self.seed.unwrap_or(1),
            threads: self.limits.threads().number().max(1),
            from: from.as_ref(),
            time: clock.as_ref().map(|clock| clock as _),
            path: Path::best(),
        };
        solve(&query, &request, &self.limits.bounds(&stop), &Listener::new(&stop, 0, events))
    }
}

limit_setters!(Solver, nodes: "The most nodes of a tree search, trials of an annealer, or playouts.");

/// What is known between events is the nodes so far.
impl<F: FnMut(Event<'_>) -> ControlFlow<()> + Send> Report for Listener<'_, u64, F> {
    fn better(&self, nodes: u64, found: &Found) {
        self.tell(|so_far| Some(Event::Better { found, nodes: nodes.max(*so_far) }));
    }

    fn spent(&self, nodes: u64) {
        self.tell(|so_far| {
            *so_far += nodes;
            Some(Event::Progress { nodes: *so_far })
        });
    }
}
