//! Which searches a request takes.
//!
//! *Exactly* M moves is one search of that depth. *Shortest*, and any list of at most M, deepen move by
//! move from the bound of the first board: a level costs four to eight times the one before, the facts in
//! the table hold for the next level as well, and the first level with a solution has the shortest ones.
//! Beside a deepening that grows long the reachable boards are walked through ([`reach`](super::reach)):
//! if that comes to an end, there is no solution for any M.

use super::node::Node;
use super::outcome::{Counted, Level, Outcome, Request, Searched, Want, Why};
use super::parallel;
use super::reach::{Reach, Walk};
use super::search::{Plan, Search, Verdict};
use super::sleep::MoveSet;
use super::stats::Stats;
use super::switches::MAX_DEPTH;
use super::table::Table;
use crate::base::{Limits, Mode, Move, Status, StopReason, Threads};
use crate::bits::cpu::{Portable, dispatch_on};
use crate::grid::Grid;
use crate::mayan::board::{Packed, Settle, Unfit};
use crate::mayan::solve::bound::Measure;
use std::sync::Arc;

/// Boards of a walk between two looks at the stop flag: a few milliseconds.
const LOOK: u64 = 4096;

/// Solves a board that the forms named fit.
pub(super) fn solve<const B: usize, const N: usize, M: Measure<B>>(
    grid: &Grid,
    request: &Request,
    limits: &Limits,
    sink: &mut dyn FnMut(&[Move]) -> bool,
    told: &dyn Fn(Level),
) -> Result<Outcome, Unfit> {
    let mut board = Packed::<B>::from_grid(grid)?;
    dispatch_on(request.switches.path(), Settle(&mut board));
    let driver = Driver::<B, N, M> {
        grid,
        board,
        request,
        limits,
        nodes_left: limits.nodes.unwrap_or(u64::MAX),
        table: None,
        stats: Stats::default(),
        sink,
        told,
        alone: true,
    };
    Ok(driver.solve())
}

/// One request at work.
pub(super) struct Driver<'a, const B: usize, const N: usize, M> {
    pub(super) grid: &'a Grid,
    pub(super) board: Packed<B>,
    pub(super) request: &'a Request,
    pub(super) limits: &'a Limits<'a>,
    pub(super) nodes_left: u64,
    pub(super) table: Option<(Arc<Table<N>>, std::marker::PhantomData<M>)>,
    pub(super) stats: Stats,
    pub(super) sink: &'a mut dyn FnMut(&[Move]) -> bool,
    /// Is told how deep the search is.
    pub(super) told: &'a dyn Fn(Level),
    /// Whether one thread has been enough so far.
    pub(super) alone: bool,
}

impl<const B: usize, const N: usize, M: Measure<B>> Driver<'_, B, N, M> {
    fn solve(self) -> Outcome {
        let moves = self.request.moves;
        if self.board.is_empty() {
            return self.of_empty();
        }
        if let Some(name) = self.dead_colour() {
            return self.infeasible(u64::MAX, Why::Colour(name));
        }
        let node = match M::of(&self.board, u64::MAX, Portable) {
            Some(measure) => Node { board: self.board, measure },
            None => return self.infeasible(u64::MAX, Why::Bound(u64::MAX)),
        };
        let least = node.measure.moves().max(1);
        if least > moves {
            return self.infeasible(least, Why::Bound(least));
        }
        (self.told)(Level { nodes: 0, bound: least });
        match (self.request.want, self.request.mode) {
            (Want::Count, _) => self.count(&node, least),
            (Want::All(0), _) => self.stopped(None, least, StopReason::Solutions),
            (Want::All(most), Mode::Shortest) => self.all_shortest(&node, least, most),
            (Want::All(most), mode) => self.all(&node, moves, mode == Mode::Exactly, most, least, None),
            (Want::First, Mode::Within) => self.straight(&node, moves, false, least),
            (_, Mode::Exactly) => self.straight(&node, moves, true, least),
            (_, mode) => self.deepen(&node, least, mode == Mode::Within),
        }
    }

    /// An empty board is done with no move; no move can be played on it.
    fn of_empty(self) -> Outcome {
        if self.request.mode == Mode::Exactly && self.request.moves > 0 {
            return self.infeasible(0, Why::Empty);
        }
        let count = self.request.want == Want::Count;
        match self.request.want {
            Want::All(0) => return self.stopped(None, 0, StopReason::Solutions),
            Want::All(_) => {
                (self.sink)(&[]);
            }
            _ => {}
        }
        let none = Outcome { count: count.then_some(1), ..self.optimal((!count).then(Vec::new), 0) };
        let counts = if count { vec![Counted { moves: 0, lists: 1 }] } else { Vec::new() };
        Outcome { counts, ..none }
    }

    /// A colour of one or two blocks, by name.
    fn dead_colour(&self) -> Option<u64> {
        let all = self.board.occupied();
        let count = |code: usize| (self.board.of_code(code) & all).count_ones();
        (1..=self.grid.colours())
            .find(|&code| matches!(count(code), 1 | 2))
            .map(|code| self.grid.names()[code - 1])
    }

    pub(super) fn plan(&self, exactly: bool) -> Plan {
        let any = self.request.mode == Mode::Within && self.request.want == Want::One;
        let all = matches!(self.request.want, Want::All(_));
        let mut switches = self.request.switches;
        switches.sleep &= !all;
        let cols = self.grid.cols() as u32;
        Plan { cols, exactly, any, all, noop: self.request.noop, switches }
    }

    /// Largest table allowed, as the n of 2ⁿ buckets. While it grows the old one, a quarter, is there too,
    /// and a tenth of the memory is for the walk over reachable boards.
    pub(super) fn table_bits(&self) -> u32 {
        let buckets = (self.limits.memory / 10 * 7 / Table::<N>::bytes(0)).max(1);
        buckets.ilog2().min(32)
    }

    fn table(&mut self, within: bool) -> Arc<Table<N>> {
        let bits = self.table_bits().min(5);
        self.table
            .get_or_insert_with(|| (Arc::new(Table::new(bits, within)), std::marker::PhantomData))
            .0
            .clone()
    }

    /// Longest lists that are searched for.
    pub(super) fn deepest(&self) -> u64 {
        self.request.switches.depth.min(MAX_DEPTH)
    }

    /// One search for one solution of at most or exactly `left` moves.
    pub(super) fn search(&mut self, node: &Node<B, M>, left: u64, plan: Plan) -> Searched {
        let many = self.request.threads != Threads::Some(1) && self.limits.nodes.is_none() && left >= 3;
        if many && !self.alone {
            return self.search_parallel(node, left, plan);
        }
        let table = self.table(!plan.exactly);
        let budget = if many { self.request.switches.alone } else { self.nodes_left };
        let bits = self.table_bits();
        let (verdict, path, stats) = {
            let mut untold = |_: &[Move]| true;
            let stop = self.limits.stop;
            let mut search = Search::<B, N, M>::new(plan, table, bits, budget, stop, &mut untold);
            let verdict = search.run(node, left, MoveSet::NONE);
            self.table = Some((search.table, std::marker::PhantomData));
            if !many {
                self.nodes_left = search.nodes_left;
            }
            (verdict, search.path, search.stats)
        };
        self.stats.add(&stats);
        match verdict {
            Verdict::None => Searched::None,
            Verdict::Found => Searched::Found(path),
            Verdict::Stopped(StopReason::Nodes) if many => {
                self.alone = false;
                self.search_parallel(node, left, plan)
            }
            Verdict::Stopped(reason) => Searched::Stopped(reason, None),
            Verdict::Cancelled => unreachable!("only tasks are cancelled"),
        }
    }

    fn search_parallel(&mut self, node: &Node<B, M>, left: u64, plan: Plan) -> Searched {
        let mut table = self.table(!plan.exactly);
        let (stop, threads) = (self.limits.stop, self.request.threads.number());
        let room = (&mut table, self.table_bits());
        let (searched, stats) = parallel::run(plan, room, node, left, stop, threads);
        self.table = Some((table, std::marker::PhantomData));
        self.stats.add(&stats);
        searched
    }

    /// One search of the whole depth.
    fn straight(mut self, node: &Node<B, M>, moves: u64, exactly: bool, least: u64) -> Outcome {
        if moves > self.deepest() {
            return self.beyond(least);
        }
        let plan = self.plan(exactly);
        match self.search(node, moves, plan) {
            Searched::Found(list) => self.optimal(Some(list), least),
            Searched::Stopped(reason, list) => self.stopped(list, least, reason),
            // Lists of fewer moves were not looked for if the number is to be met exactly.
            Searched::None if exactly => self.infeasible(least, Why::Searched),
            Searched::None => self.infeasible(moves.saturating_add(1), Why::Searched),
        }
    }

    /// Deeper and deeper, until there is a solution.
    fn deepen(mut self, node: &Node<B, M>, least: u64, any: bool) -> Outcome {
        let plan = Plan { any, ..self.plan(false) };
        match self.shortest(node, least, plan) {
            Ok((level, list)) => self.optimal(Some(list), level),
            Err(Ended::None(why, bound)) => self.infeasible(bound, why),
            Err(Ended::Stopped(reason, bound, list)) => self.stopped(list, bound, reason),
        }
    }

    /// The least number of moves, and the first list of that length.
    pub(super) fn shortest(
        &mut self,
        node: &Node<B, M>,
        least: u64,
        plan: Plan,
    ) -> Result<(u64, Vec<Move>), Ended> {
        let mut walk = Some(Reach::new(self.board, plan.cols, plan.switches.path()));
        let mut longer = StopReason::Depth;
        let (most, deepest) = (self.request.moves, self.deepest());
        for level in least..=most.min(deepest) {
            (self.told)(Level { nodes: self.stats.nodes, bound: level });
            match self.search(node, level, plan) {
                Searched::Found(list) => return Ok((level, list)),
                Searched::Stopped(reason, list) => return Err(Ended::Stopped(reason, level, list)),
                Searched::None => {}
            }
            if level == most || walk.is_none() {
                continue;
            }
            match self.walk(&mut walk) {
                Walk::Exhausted => {
                    let seen = walk.map_or(0, |walk| walk.expanded);
                    return Err(Ended::None(Why::Exhausted(seen), u64::MAX));
                }
                // More memory might have shown that there is no list.
                Walk::Full => longer = StopReason::Memory,
                Walk::Cleared | Walk::Going => {}
            }
        }
        if most > deepest {
            if let Some(mut walk) = walk {
                match self.walk_on(&mut walk, self.limits.memory / 10) {
                    Ok(why) => return Err(Ended::None(why, u64::MAX)),
                    Err(reason) => longer = reason,
                }
            }
            return Err(Ended::Stopped(longer, least.max(deepest + 1), None));
        }
        Err(Ended::None(Why::Searched, most.saturating_add(1)))
    }

    /// Carries the walk over the reachable boards on for a share of the boards that the searches visited.
    pub(super) fn walk(&mut self, walk: &mut Option<Reach<B>>) -> Walk {
        let Some(reach) = walk else { return Walk::Full };
        // Many blocks have too many boards to see them all.
        let share = if self.board.occupied().count_ones() <= 14 { 8 } else { 256 };
        let portion = (self.stats.nodes / share).saturating_sub(reach.expanded).min(self.nodes_left);
        let until = reach.expanded + portion;
        let mut end = Walk::Going;
        while end == Walk::Going && reach.expanded < until && self.limits.stop.raised().is_none() {
            end = self.advance(reach, until - reach.expanded, self.limits.memory / 10);
        }
        if matches!(end, Walk::Full | Walk::Cleared) {
            *walk = None;
        }
        end
    }

    /// M is beyond what a search goes through: only that no board can be cleared at all may be proven.
    pub(super) fn beyond(mut self, least: u64) -> Outcome {
        let mut reach = Reach::new(self.board, self.grid.cols() as u32, self.request.switches.path());
        match self.walk_on(&mut reach, self.limits.memory) {
            Ok(why) => self.infeasible(u64::MAX, why),
            Err(reason) => self.stopped(None, least, reason),
        }
    }

    /// Carries the walk over the reachable boards on to its end: that no board can be cleared, or why that is not known.
    fn walk_on(&mut self, reach: &mut Reach<B>, memory: usize) -> Result<Why, StopReason> {
        loop {
            match self.advance(reach, self.nodes_left, memory) {
                Walk::Exhausted => return Ok(Why::Exhausted(reach.expanded)),
                Walk::Cleared => return Err(StopReason::Depth),
                Walk::Full => return Err(StopReason::Memory),
                Walk::Going => {}
            }
            if let Some(reason) = self.limits.stop.raised() {
                return Err(reason);
            }
            if self.nodes_left == 0 {
                return Err(StopReason::Nodes);
            }
        }
    }

    /// Carries the walk on by at most this many boards, and no further than the stop flag may wait.
    fn advance(&mut self, reach: &mut Reach<B>, boards: u64, memory: usize) -> Walk {
        let before = reach.expanded;
        let end = reach.advance::<M>(LOOK.min(boards), memory);
        let spent = reach.expanded - before;
        self.nodes_left = self.nodes_left.saturating_sub(spent);
        self.stats.nodes += spent;
        end
    }

    /// Proven: this list, or what the caller adds.
    pub(super) fn optimal(self, list: Option<Vec<Move>>, bound: u64) -> Outcome {
        self.outcome(Status::Optimal, list, bound)
    }

    /// Proven that there is no solution.
    pub(super) fn infeasible(self, bound: u64, why: Why) -> Outcome {
        let count = (self.request.want == Want::Count).then_some(0);
        Outcome { count, why: Some(why), ..self.outcome(Status::Infeasible, None, bound) }
    }

    /// Not proven, with a list if there is one.
    pub(super) fn stopped(self, list: Option<Vec<Move>>, bound: u64, reason: StopReason) -> Outcome {
        let status = if list.is_some() { Status::Feasible } else { Status::Unknown };
        Outcome { stopped_by: Some(reason), ..self.outcome(status, list, bound) }
    }

    fn outcome(self, status: Status, list: Option<Vec<Move>>, bound: u64) -> Outcome {
        let (count, counts, why, stopped_by) = (None, Vec::new(), None, None);
        Outcome { status, list, count, counts, bound, why, stopped_by, stats: self.stats }
    }
}

/// Why deepening has no answer: proven that there is none, or stopped, maybe with a list that is one of the
/// shortest but not proven to be the first of them. No solution has fewer moves than the bound.
pub(super) enum Ended {
    None(Why, u64),
    Stopped(StopReason, u64, Option<Vec<Move>>),
}
