//! Runs the searches for a request.
//!
//! Lists of *exactly* M moves need one search of depth M. The *shortest* lists, and any one list of at most M moves,
//! are found by iterative deepening from the lower bound of the initial board: each level costs four to eight times the
//! level before it, the table of failures stays valid for the next level, and the first level with a solution has the
//! shortest solutions. Between the levels, the reachable boards are enumerated ([`reach`](super::reach)): if none of
//! them is empty, there is no solution for any M.

use super::node::Node;
use super::outcome::{InfeasibleReason, ListCount, Outcome, Request, SearchResult, Solutions};
use super::parallel;
use super::reach::{Reach, ReachStatus};
use super::reporter::{EventCallback, Reporter};
use super::search::{Plan, Search, Verdict};
use super::sleep::MoveSet;
use super::stats::Stats;
use super::table::Table;
use super::table::growing_table::GrowingTable;
use super::tuning::MAX_DEPTH;
use crate::bits::cpu::{Portable, dispatch};
use crate::mayan::packed::{BoardError, Packed, Settle};
use crate::mayan::solve::bound::LowerBound;
use crate::rules::control::{Budget, SearchLimits};
use crate::rules::grid::Grid;
use crate::rules::{Mode, Move, Status, StopReason, Threads};

/// The number of boards that [`Reach`] expands between two polls of the stop flag, which takes a few milliseconds.
const POLL_INTERVAL: u64 = 4096;

/// Solves a board with one compiled variant of the search. The variant must support the board.
pub(super) fn solve<const B: usize, const N: usize, M: LowerBound<B>>(
    grid: &Grid,
    request: &Request,
    limits: &SearchLimits,
    events: &mut EventCallback<'_>,
) -> Result<Outcome, BoardError> {
    let mut board = Packed::<B>::from_grid(grid)?;
    dispatch(request.tuning.path(), Settle(&mut board));
    let reporter = Reporter::new(limits.stop, events);
    let on_tick = |nodes| reporter.repeat_progress(nodes);
    let driver = Driver::<B, N, M> {
        grid,
        board,
        request,
        nodes_left: limits.nodes.unwrap_or(u64::MAX),
        tables: growing_table(limits.memory),
        bound: std::marker::PhantomData,
        stats: Stats::default(),
        reporter: &reporter,
        budget: &Budget::new(limits, None).with_ticks(&on_tick),
        sequential: true,
    };
    Ok(driver.solve())
}

/// Returns an empty table that may grow to seven tenths of `memory` bytes. While the table grows, the old table, of a
/// quarter of the size, also exists. A tenth of the memory is for [`Reach`].
pub(super) fn growing_table<const N: usize>(memory: usize) -> GrowingTable<N> {
    let buckets = (memory / 10 * 7 / Table::<N>::bytes(0)).max(1);
    let max_bits = buckets.ilog2().min(32);
    GrowingTable::new(Table::new(max_bits.min(5)), max_bits)
}

/// The state of one request.
pub(super) struct Driver<'a, const B: usize, const N: usize, M> {
    pub(super) grid: &'a Grid,
    pub(super) board: Packed<B>,
    pub(super) request: &'a Request,
    pub(super) nodes_left: u64,
    /// The table of failures, kept from one search to the next.
    pub(super) tables: GrowingTable<N>,
    bound: std::marker::PhantomData<M>,
    pub(super) stats: Stats,
    pub(super) reporter: &'a Reporter<'a>,
    pub(super) budget: &'a Budget<'a>,
    /// Whether one thread has sufficed so far. If not, later searches use several threads.
    pub(super) sequential: bool,
}

impl<const B: usize, const N: usize, M: LowerBound<B>> Driver<'_, B, N, M> {
    fn solve(self) -> Outcome {
        let moves = self.request.moves;
        if self.board.is_empty() {
            return self.of_empty();
        }
        if let Some(name) = self.dead_colour() {
            return self.infeasible(u64::MAX, InfeasibleReason::Colour(name));
        }
        let node = match M::of(&self.board, u64::MAX, Portable) {
            Some(bound) => Node { board: self.board, bound },
            None => return self.infeasible(u64::MAX, InfeasibleReason::Bound(u64::MAX)),
        };
        let least = node.bound.moves().max(1);
        if least > moves {
            return self.infeasible(least, InfeasibleReason::Bound(least));
        }
        self.reporter.progress(0, least);
        match (self.request.want, self.request.mode) {
            (Solutions::Count, _) => self.count(&node, least),
            (Solutions::All(0), _) => self.stopped(None, least, StopReason::Solutions),
            (Solutions::All(most), Mode::Shortest) => self.all_shortest(&node, least, most),
            (Solutions::All(most), mode) => self.all(&node, moves, mode == Mode::Exactly, most, least, None),
            (Solutions::First, Mode::Within) => self.straight(&node, moves, false, least),
            (_, Mode::Exactly) => self.straight(&node, moves, true, least),
            (_, mode) => self.deepen(&node, least, mode == Mode::Within),
        }
    }

    /// Returns the outcome for an empty board: it is cleared by a list of no moves, and no move can be played on it.
    fn of_empty(self) -> Outcome {
        if self.request.mode == Mode::Exactly && self.request.moves > 0 {
            return self.infeasible(0, InfeasibleReason::Empty);
        }
        match self.request.want {
            Solutions::All(0) => self.stopped(None, 0, StopReason::Solutions),
            Solutions::Count => {
                let counts = vec![ListCount { moves: 0, lists: 1 }];
                Outcome { count: Some(1), counts, ..self.optimal(None, 0) }
            }
            want => {
                if matches!(want, Solutions::All(_)) {
                    self.reporter.solution(&[]);
                }
                self.optimal(Some(Vec::new()), 0)
            }
        }
    }

    /// Returns the name of the first colour with only one or two blocks, which can never vanish.
    fn dead_colour(&self) -> Option<u64> {
        let all = self.board.occupied();
        let count = |code: usize| (self.board.of_code(code) & all).count_ones();
        (1..=self.grid.colours())
            .find(|&code| matches!(count(code), 1 | 2))
            .map(|code| self.grid.names()[code - 1])
    }

    pub(super) fn plan(&self, exactly: bool) -> Plan {
        let any = self.request.mode == Mode::Within && self.request.want == Solutions::One;
        let all = matches!(self.request.want, Solutions::All(_));
        let mut tuning = self.request.tuning;
        tuning.sleep &= !all;
        let cols = self.grid.cols() as u32;
        let noop = self.request.mode == Mode::Exactly && !self.request.skip_noop;
        Plan { cols, exactly, any, all, noop, tuning }
    }

    /// Returns the maximum length of lists to search for.
    pub(super) fn deepest(&self) -> u64 {
        self.request.tuning.max_depth.min(MAX_DEPTH)
    }

    /// Searches for one solution of at most or exactly `left` moves.
    pub(super) fn search(&mut self, node: &Node<B, M>, left: u64, plan: Plan) -> SearchResult {
        let several = Threads::AVAILABLE && self.request.threads != Threads::Exactly(1);
        let many = several && self.budget.limits.nodes.is_none() && left >= 3;
        if many && !self.sequential {
            return self.search_parallel(node, left, plan);
        }
        let budget = if many { self.request.tuning.sequential_nodes } else { self.nodes_left };
        let mut sink = |_: &[Move]| true;
        let mut search = Search::<B, N, M>::new(plan, &self.tables, budget, self.budget, &mut sink);
        let verdict = search.run(node, left, MoveSet::NONE);
        let Search { path, stats, nodes_left, .. } = search;
        self.stats.add(&stats);
        if !many {
            self.nodes_left = nodes_left;
        }
        match verdict {
            Verdict::None => SearchResult::None,
            Verdict::Found => SearchResult::Found(path),
            Verdict::Stopped(StopReason::Nodes) if many => {
                self.sequential = false;
                self.search_parallel(node, left, plan)
            }
            Verdict::Stopped(reason) => SearchResult::Stopped(reason, None),
            Verdict::Cancelled => unreachable!("only tasks are cancelled"),
        }
    }

    fn search_parallel(&mut self, node: &Node<B, M>, left: u64, plan: Plan) -> SearchResult {
        let threads = self.request.threads.number();
        let (searched, stats) = parallel::run(plan, &self.tables, node, left, self.budget, threads);
        self.stats.add(&stats);
        searched
    }

    /// Runs a single search for lists of at most or exactly `moves` moves, without deepening.
    fn straight(mut self, node: &Node<B, M>, moves: u64, exactly: bool, least: u64) -> Outcome {
        if moves > self.deepest() {
            return self.beyond(least);
        }
        let plan = self.plan(exactly);
        match self.search(node, moves, plan) {
            SearchResult::Found(list) => self.optimal(Some(list), least),
            SearchResult::Stopped(reason, list) => self.stopped(list, least, reason),
            // In mode `exactly` shorter lists were not searched for, so the bound stays `least`.
            SearchResult::None if exactly => self.infeasible(least, InfeasibleReason::Searched),
            SearchResult::None => self.infeasible(moves.saturating_add(1), InfeasibleReason::Searched),
        }
    }

    /// Runs iterative deepening until there is a solution. `any` accepts any shortest list, not only the first.
    fn deepen(mut self, node: &Node<B, M>, least: u64, any: bool) -> Outcome {
        let plan = Plan { any, ..self.plan(false) };
        match self.shortest(node, least, plan) {
            Ok((level, list)) => self.optimal(Some(list), level),
            Err(Unsolved::None(why, bound)) => self.infeasible(bound, why),
            Err(Unsolved::Stopped(reason, bound, list)) => self.stopped(list, bound, reason),
        }
    }

    /// Returns the length of the shortest lists, and the first of these lists, or any of them if `plan.any` is set.
    pub(super) fn shortest(
        &mut self,
        node: &Node<B, M>,
        least: u64,
        plan: Plan,
    ) -> Result<(u64, Vec<Move>), Unsolved> {
        let mut walk = Some(Reach::new(self.board, plan.cols, plan.tuning.path()));
        let mut longer = StopReason::Depth;
        let (most, deepest) = (self.request.moves, self.deepest());
        for level in least..=most.min(deepest) {
            self.reporter.progress(self.stats.nodes, level);
            match self.search(node, level, plan) {
                SearchResult::Found(list) => return Ok((level, list)),
                SearchResult::Stopped(reason, list) => return Err(Unsolved::Stopped(reason, level, list)),
                SearchResult::None => {}
            }
            if level == most || walk.is_none() {
                continue;
            }
            match self.walk(&mut walk) {
                ReachStatus::Exhausted => {
                    let seen = walk.map_or(0, |walk| walk.expanded);
                    return Err(Unsolved::None(InfeasibleReason::Exhausted(seen), u64::MAX));
                }
                // More memory might have shown that there is no list.
                ReachStatus::OutOfMemory => longer = StopReason::Memory,
                ReachStatus::Cleared | ReachStatus::Running => {}
            }
        }
        if most > deepest {
            if let Some(mut walk) = walk {
                match self.walk_on(&mut walk, self.budget.limits.memory / 10) {
                    Ok(why) => return Err(Unsolved::None(why, u64::MAX)),
                    Err(reason) => longer = reason,
                }
            }
            return Err(Unsolved::Stopped(longer, least.max(deepest + 1), None));
        }
        Err(Unsolved::None(InfeasibleReason::Searched, most.saturating_add(1)))
    }

    /// Continues the walk until it has expanded one board for every 8 boards visited so far, or for every 256 if there
    /// are many blocks. Sets `walk` to `None` if the walk can no longer prove anything.
    pub(super) fn walk(&mut self, walk: &mut Option<Reach<B>>) -> ReachStatus {
        let Some(reach) = walk else { return ReachStatus::OutOfMemory };
        // With many blocks the walk gets a small share: there are too many reachable boards to visit all.
        let share = if self.board.occupied().count_ones() <= 14 { 8 } else { 256 };
        let portion = (self.stats.nodes / share).saturating_sub(reach.expanded).min(self.nodes_left);
        let until = reach.expanded + portion;
        let mut end = ReachStatus::Running;
        while end == ReachStatus::Running && reach.expanded < until && self.budget.poll_after(0).is_none() {
            end = self.advance(reach, until - reach.expanded, self.budget.limits.memory / 10);
        }
        if matches!(end, ReachStatus::OutOfMemory | ReachStatus::Cleared) {
            *walk = None;
        }
        end
    }

    /// Handles an M beyond the maximum depth: the only possible proof is that no reachable board is empty.
    pub(super) fn beyond(mut self, least: u64) -> Outcome {
        let mut reach = Reach::new(self.board, self.grid.cols() as u32, self.request.tuning.path());
        match self.walk_on(&mut reach, self.budget.limits.memory) {
            Ok(why) => self.infeasible(u64::MAX, why),
            Err(reason) => self.stopped(None, least, reason),
        }
    }

    /// Runs the walk over the reachable boards to its end, or to a limit.
    fn walk_on(&mut self, reach: &mut Reach<B>, memory: usize) -> Result<InfeasibleReason, StopReason> {
        loop {
            match self.advance(reach, self.nodes_left, memory) {
                ReachStatus::Exhausted => return Ok(InfeasibleReason::Exhausted(reach.expanded)),
                ReachStatus::Cleared => return Err(StopReason::Depth),
                ReachStatus::OutOfMemory => return Err(StopReason::Memory),
                ReachStatus::Running => {}
            }
            if let Some(reason) = self.budget.poll_after(0) {
                return Err(reason);
            }
            if self.nodes_left == 0 {
                return Err(StopReason::Nodes);
            }
        }
    }

    /// Continues the walk by at most `boards` boards, and at most [`POLL_INTERVAL`].
    fn advance(&mut self, reach: &mut Reach<B>, boards: u64, memory: usize) -> ReachStatus {
        let before = reach.expanded;
        let end = reach.advance::<M>(POLL_INTERVAL.min(boards), memory);
        let spent = reach.expanded - before;
        self.nodes_left = self.nodes_left.saturating_sub(spent);
        self.stats.nodes += spent;
        end
    }

    /// Returns the outcome of a completed search, with `list`. A caller that counts lists sets the counts.
    pub(super) fn optimal(self, list: Option<Vec<Move>>, bound: u64) -> Outcome {
        self.outcome(Status::Optimal, list, bound)
    }

    /// Returns the outcome of a proof that there is no solution.
    pub(super) fn infeasible(self, bound: u64, reason: InfeasibleReason) -> Outcome {
        let count = (self.request.want == Solutions::Count).then_some(0);
        Outcome { count, reason: Some(reason), ..self.outcome(Status::Infeasible, None, bound) }
    }

    /// Returns an outcome without a proof, with a list if there is one.
    pub(super) fn stopped(self, list: Option<Vec<Move>>, bound: u64, reason: StopReason) -> Outcome {
        let status = if list.is_some() { Status::Feasible } else { Status::Unknown };
        Outcome { stopped_by: Some(reason), ..self.outcome(status, list, bound) }
    }

    fn outcome(self, status: Status, list: Option<Vec<Move>>, bound: u64) -> Outcome {
        let (count, counts, reason, stopped_by) = (None, Vec::new(), None, None);
        let (nodes, stats) = (self.stats.nodes, self.stats);
        Outcome { status, found: list, count, counts, bound, nodes, reason, stopped_by, stats }
    }
}

/// The reason why deepening found no answer. The `u64` is a lower bound on the moves of any solution.
pub(super) enum Unsolved {
    /// A proof that there is no solution.
    None(InfeasibleReason, u64),
    /// A limit was reached first. The list, if any, is a shortest one, but not proven to be the first.
    Stopped(StopReason, u64, Option<Vec<Move>>),
}
