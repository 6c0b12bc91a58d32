//! The number of solutions of exactly r moves, without listing them.
//!
//! The number is a function of (board, r), so every board is counted once; the bound cuts as ever, sleep
//! sets would lose solutions and are not used. Numbers are exact in 128 bits.

use super::node::Node;
use super::search::Plan;
use super::stats::Stats;
use crate::base::{StopFlag, StopReason};
use crate::bits::cpu::{Cpu, Job};
use crate::mayan::board::Packed;
use crate::mayan::moves::{self, Moves};
use crate::mayan::solve::bound::Measure;
use rustc_hash::FxHashMap;

/// Boards that are visited for each number that there is room for, once the room is taken: without numbers to look up
/// the boards are visited again and again, and the time doubles with every move.
const PATIENCE: u64 = 1 << 10;
/// Boards that are visited in any case: a fraction of a second.
const LEAST_PATIENCE: u64 = 1 << 20;

/// A count in progress; the numbers found serve the next length as well.
pub struct Counter<'a, const B: usize> {
    plan: Plan,
    known: FxHashMap<([u64; B], u32), u128>,
    /// Boards that may be remembered.
    room: usize,
    /// Boards that may still be visited once no more are remembered.
    patience: u64,
    /// Nodes that may still be visited.
    pub nodes_left: u64,
    stop: &'a StopFlag,
    /// Counters.
    pub stats: Stats,
}

impl<'a, const B: usize> Counter<'a, B> {
    /// A counter that may use this many bytes and nodes.
    pub fn new(plan: Plan, memory: usize, nodes: u64, stop: &'a StopFlag) -> Self {
        // An entry takes its size, a control byte, and the empty places of a table three eighths full at
        // the worst, with the smaller table beside it while it moves.
        let room = memory / (size_of::<(([u64; B], u32), u128)>() * 4);
        // With much memory that is more than a lifetime.
        let patience = (room as u64).saturating_mul(PATIENCE.max(room as u64)).max(LEAST_PATIENCE);
        let (known, stats) = (FxHashMap::default(), Stats::default());
        Counter { plan, known, room, patience, nodes_left: nodes, stop, stats }
    }

    /// Solutions of exactly `left` moves from a node.
    ///
    /// # Errors
    /// The limit that came first; [`StopReason::Count`] if the number does not fit.
    pub fn exactly<M: Measure<B>>(&mut self, node: &Node<B, M>, left: u64) -> Result<u128, StopReason> {
        crate::bits::cpu::dispatch_on(self.plan.switches.path(), Visit { counter: self, node, left })
    }
}

struct Visit<'s, 'a, const B: usize, M> {
    counter: &'s mut Counter<'a, B>,
    node: &'s Node<B, M>,
    left: u64,
}

impl<const B: usize, M: Measure<B>> Job for Visit<'_, '_, B, M> {
    type Out = Result<u128, StopReason>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Self::Out {
        let Visit { counter, node, left } = self;
        let key = (node.board.planes, left as u32);
        if let Some(&count) = counter.known.get(&key) {
            counter.stats.cut_table += 1;
            return Ok(count);
        }
        if counter.nodes_left == 0 {
            return Err(StopReason::Nodes);
        }
        if let Some(reason) = counter.stop.raised() {
            return Err(reason);
        }
        counter.nodes_left -= 1;
        counter.stats.enter(left);
        let all = Moves::of(&node.board, counter.plan.cols);
        let noops = if counter.plan.noop { moves::noops(&node.board) } else { 0 };
        let mut sum = 0u128;
        for step in all.steps(noops) {
            counter.stats.tried += 1;
            let count = counter.child::<M, C>(step.on(&node.board), left - 1, cpu)?;
            sum = sum.checked_add(count).ok_or(StopReason::Count)?;
        }
        if counter.plan.switches.table {
            if counter.known.len() < counter.room {
                counter.known.insert(key, sum);
            } else if counter.patience == 0 {
                return Err(StopReason::Memory);
            } else {
                counter.patience -= 1;
            }
        }
        Ok(sum)
    }
}

impl<const B: usize> Counter<'_, B> {
    #[inline(always)]
    fn child<M: Measure<B>, C: Cpu>(
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
        let Some(measure) = M::of(&board, left, cpu) else {
            self.stats.cut_bound += 1;
            return Ok(0);
        };
        cpu.enter(Visit { counter: self, node: &Node { board, measure }, left })
    }
}
