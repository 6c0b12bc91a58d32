//! Counts the solutions of exactly r moves without enumerating them.
//!
//! The number depends only on the board and r, so it is computed once per board and r. The bound prunes as in other
//! searches; sleep sets would lose solutions and are not used. Numbers are exact; a sum beyond 128 bits stops a count.

use super::node::Node;
use super::search::Plan;
use super::stats::Stats;
use crate::bits::cpu::{Cpu, Kernel};
use crate::mayan::moves::{self, Moves};
use crate::mayan::packed::Packed;
use crate::mayan::solve::bound::LowerBound;
use crate::rules::StopReason;
use crate::rules::control::{Budget, PollCounter};
use rustc_hash::FxHashMap;

/// After the memo is full, at least this many boards may be visited for each entry of the memo. The limit is needed
/// because boards without an entry are visited again and again, and the time doubles with every move.
const EXTRA_VISITS: u64 = 1 << 10;
/// After the memo is full, at least this many boards may be visited in total, which takes a fraction of a second.
const MIN_EXTRA_VISITS: u64 = 1 << 20;

/// A count in progress. The memo is kept from one length to the next.
pub struct Counter<'a, const B: usize> {
    plan: Plan,
    memo: FxHashMap<([u64; B], u32), u128>,
    /// The maximum number of entries of the memo.
    capacity: usize,
    /// Boards that may still be visited once the memo is full.
    extra_visits: u64,
    /// Nodes that may still be visited.
    pub nodes_left: u64,
    budget: &'a Budget<'a>,
    polls: PollCounter,
    /// Counters, summed over all lengths.
    pub stats: Stats,
}

impl<'a, const B: usize> Counter<'a, B> {
    /// Creates a counter that may use `memory` bytes and visit `nodes` nodes.
    pub fn new(plan: Plan, memory: usize, nodes: u64, budget: &'a Budget<'a>) -> Self {
        // Four times the size of an entry, because each slot has a control byte, the hash table has empty slots, and
        // the smaller table still exists while the table grows.
        let capacity = memory / (size_of::<(([u64; B], u32), u128)>() * 4);
        // With much memory, this limit is so large that it never stops a count in practice.
        let extra_visits =
            (capacity as u64).saturating_mul(EXTRA_VISITS.max(capacity as u64)).max(MIN_EXTRA_VISITS);
        Counter {
            plan,
            memo: FxHashMap::default(),
            capacity,
            extra_visits,
            nodes_left: nodes,
            budget,
            polls: PollCounter::default(),
            stats: Stats::default(),
        }
    }

    /// Returns the number of solutions of exactly `left` moves from a node.
    pub fn exactly<M: LowerBound<B>>(&mut self, node: &Node<B, M>, left: u64) -> Result<u128, StopReason> {
        crate::bits::cpu::dispatch(self.plan.tuning.path(), Visit { counter: self, node, left })
    }
}

struct Visit<'s, 'a, const B: usize, M> {
    counter: &'s mut Counter<'a, B>,
    node: &'s Node<B, M>,
    left: u64,
}

impl<C: Cpu, const B: usize, M: LowerBound<B>> Kernel<C> for Visit<'_, '_, B, M> {
    type Out = Result<u128, StopReason>;

    #[inline(always)]
    fn run(self, cpu: C) -> Self::Out {
        let Visit { counter, node, left } = self;
        let key = (node.board.planes, left as u32);
        if let Some(&count) = counter.memo.get(&key) {
            counter.stats.cut_table += 1;
            return Ok(count);
        }
        if counter.nodes_left == 0 {
            return Err(StopReason::Nodes);
        }
        if let Some(reason) = counter.polls.count(counter.budget, 1) {
            return Err(reason);
        }
        counter.nodes_left -= 1;
        counter.stats.enter(left);
        let all = Moves::of(&node.board, counter.plan.cols);
        let noops = if counter.plan.noop { moves::noops(&node.board) } else { 0 };
        let mut sum = 0u128;
        for step in all.iter(noops) {
            counter.stats.tried += 1;
            let count = counter.child::<M, C>(step.apply(&node.board), left - 1, cpu)?;
            sum = sum.checked_add(count).ok_or(StopReason::Count)?;
        }
        if counter.plan.tuning.table {
            if counter.memo.len() < counter.capacity {
                counter.memo.insert(key, sum);
            } else if counter.extra_visits == 0 {
                return Err(StopReason::Memory);
            } else {
                counter.extra_visits -= 1;
            }
        }
        Ok(sum)
    }
}

impl<const B: usize> Counter<'_, B> {
    #[inline(always)]
    fn child<M: LowerBound<B>, C: Cpu>(
        &mut self,
        mut board: Packed<B>,
        left: u64,
        cpu: C,
    ) -> Result<u128, StopReason> {
        board.settle(cpu);
        if board.is_empty() {
            return Ok(u128::from(left == 0));
        }
        if left == 0 {
            return Ok(0);
        }
        let Some(bound) = M::of(&board, left, cpu) else {
            self.stats.cut_bound += 1;
            return Ok(0);
        };
        cpu.call(Visit { counter: self, node: &Node { board, bound }, left })
    }
}
