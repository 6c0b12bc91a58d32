//! [`Solver`]: the SameGame searches for programs that embed them.

use super::Board;
use super::rest::RestOfGame;
use super::search::{BoardError, Found, Goal, Method, Outcome, Query, Report, Request, solve};
use crate::bits::cpu::CpuPath;
use crate::limit_setters::limit_setters;
use crate::rules::control::{Limits, Listener};
use crate::rules::grid::Grid;
use crate::rules::{Cell, Rules, Status};
use std::ops::ControlFlow;

/// A search for a high score, or for a list of clicks that clears the board.
///
/// Without `time` and `nodes`, a search makes a fixed number of trials, which takes seconds on a usual board, and
/// gives the same result on every machine.
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
    pub(crate) goal: Goal,
    rules: Rules,
    points_before: i64,
    pub(crate) target: Option<i64>,
    method: Method,
    seed: Option<u64>,
    start: Vec<Cell>,
    path: Option<CpuPath>,
    limits: Limits,
}

/// An event of a running search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A list that is better than all before.
    Better {
        /// The list with its result.
        found: &'a Found,
        /// The number of nodes, trials or playouts so far.
        nodes: u64,
    },
    /// Progress of the search, reported at most a few times per second.
    Progress {
        /// The number of nodes, trials or playouts so far.
        nodes: u64,
    },
}

impl Solver {
    /// Creates a solver for the highest score under the default rules, without limits.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Sets the goal; the highest score by default.
    pub fn goal(mut self, goal: Goal) -> Solver {
        self.goal = goal;
        self
    }

    /// Sets the rules; by default (n − 2)² points for n tiles and 1000 for an empty board.
    pub fn rules(mut self, rules: Rules) -> Solver {
        self.rules = rules;
        self
    }

    /// Sets the points made before this board, 0 by default. A factor for an empty board multiplies these points, too.
    /// Scores and bounds count only the clicks from this board on.
    ///
    /// ```
    /// use tilefall::samegame::{Board, Rules, Solver};
    /// let rules = Rules { clear_factor: 3, ..Rules::default() };
    /// let solver = Solver::new().rules(rules).points_before(7);
    /// let score = |board: &str| solver.solve(&board.parse().unwrap()).unwrap().found.unwrap().score;
    /// // The points of both games are multiplied by 3, with a bonus of 1000; two tiles that are left cost nothing.
    /// assert_eq!((score("111"), score("112")), ((7 + 1 + 1000) * 3 - 7, 0));
    /// ```
    pub fn points_before(mut self, points: i64) -> Solver {
        self.points_before = points;
        self
    }

    /// Sets a target in the units of the goal, usually a score. The search stops when a list reaches the target.
    pub fn target(mut self, score: i64) -> Solver {
        self.target = Some(score);
        self
    }

    /// Sets the search method; chosen by size and limits by default.
    pub fn method(mut self, method: Method) -> Solver {
        self.method = method;
        self
    }

    /// Sets the seed of all random numbers; 1 by default.
    pub fn seed(mut self, seed: u64) -> Solver {
        self.seed = Some(seed);
        self
    }

    /// Sets a list of clicks to start from. Clicks that remove nothing are skipped.
    pub fn start_from(mut self, clicks: Vec<Cell>) -> Solver {
        self.start = clicks;
        self
    }

    /// Sets the CPU path; the best one by default.
    #[doc(hidden)]
    pub fn cpu_path(mut self, path: CpuPath) -> Solver {
        self.path = Some(path);
        self
    }

    /// Searches a board within the limits for the best list by the goal.
    ///
    /// # Errors
    /// Returns an error if the board is too large for the method, or a list could score more than 2⁶³ − 1.
    pub fn solve(&self, board: &Board) -> Result<Outcome, BoardError> {
        self.solve_with(board, |_| ControlFlow::Continue(()))
    }

    /// Like [`solve`](Self::solve); also calls `events` with every better list and with the progress. The callback may
    /// be called from several threads, one at a time. [`ControlFlow::Break`] ends the search with
    /// [`Interrupt`](crate::StopReason::Interrupt) as `stopped_by`, and `events` is not called again.
    ///
    /// # Errors
    /// Returns the errors of [`solve`](Self::solve).
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
    ) -> Result<Outcome, BoardError> {
        self.solve_grid_with(&board.to_grid(), events)
    }

    /// Like [`solve`](Self::solve), for a board as a grid.
    ///
    /// # Errors
    /// Returns the errors of [`solve_grid_with`](Self::solve_grid_with).
    pub fn solve_grid(&self, grid: &Grid) -> Result<Outcome, BoardError> {
        self.solve_grid_with(grid, |_| ControlFlow::Continue(()))
    }

    /// Like [`solve_with`](Self::solve_with), for a board as a grid.
    ///
    /// # Errors
    /// Returns the errors of [`solve`](Self::solve), and an error if a tile floats or an empty column lies left of an
    /// occupied one.
    pub fn solve_grid_with(
        &self,
        grid: &Grid,
        mut events: impl FnMut(Event<'_>) -> ControlFlow<()> + Send,
    ) -> Result<Outcome, BoardError> {
        let (stop, clock) = (self.limits.start(false), self.limits.elapsed_share());
        let mut search = |rest: &RestOfGame, start: &[Cell]| {
            let query = Query { goal: self.goal, target: self.target, ..Query::score(grid, rest.rules)? };
            let from = (!start.is_empty()).then(|| Found::playable(grid, rest.rules, start));
            let request = Request {
                method: self.method,
                seed: self.seed.unwrap_or(1),
                threads: self.limits.threads().number().max(1),
                from: from.as_ref(),
                time: clock.as_ref().map(|clock| clock as _),
                path: self.path.unwrap_or_else(CpuPath::best),
            };
            let events = |event: Event<'_>| match event {
                Event::Better { found, nodes } if !rest.is_exact() => {
                    events(Event::Better { found: &rest.found(found.clone()), nodes })
                }
                event => events(event),
            };
            let outcome =
                solve(&query, &request, &self.limits.of_search(&stop), &Listener::new(&stop, 0, events))?;
            Ok::<_, BoardError>(rest.outcome(self.goal, outcome))
        };
        let outcome = search(&RestOfGame::new(&self.rules, self.points_before, false), &self.start)?;
        let is_rounded = outcome.status == Status::Feasible && outcome.stopped_by.is_none();
        let Some(best) = outcome.found.as_ref().filter(|_| is_rounded && self.goal == Goal::Score) else {
            return Ok(outcome);
        };
        // The bonus was rounded down. Rounding it up, too, may prove that a game that leaves tiles is best.
        let other = search(&RestOfGame::new(&self.rules, self.points_before, true), &best.clicks)?;
        Ok(outcome.or(other))
    }
}

limit_setters!(Solver, nodes: "The most nodes of a tree search, trials of an annealer, or playouts.");

/// The state of the listener is the number of nodes so far.
impl<F: FnMut(Event<'_>) -> ControlFlow<()> + Send> Report for Listener<'_, u64, F> {
    fn improved(&self, nodes: u64, found: &Found) {
        self.notify(|so_far| Some(Event::Better { found, nodes: nodes.max(*so_far) }));
    }

    fn advanced(&self, nodes: u64) {
        self.notify(|so_far| {
            *so_far += nodes;
            Some(Event::Progress { nodes: *so_far })
        });
    }
}
