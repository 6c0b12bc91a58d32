//! All solutions, and their number: what goes on where other searches have their answer.

use super::count::{Counter, Uncounted};
use super::drive::{Driver, Ended, MAX_DEPTH};
use super::measure::Measure;
use super::outcome::{Outcome, Why};
use super::reach::{Reach, Walk};
use super::search::{Node, Plan, Search, Verdict};
use super::sleep::MoveSet;
use super::table::Table;
use crate::limits::StopReason;
use crate::mayan::{Mode, Move};
use crate::puzzle::Status;
use std::sync::Arc;

impl<const B: usize, const N: usize, M: Measure<B>> Driver<'_, B, N, M> {
    pub(super) fn all_shortest(mut self, node: &Node<B, M>, least: u64, most: u64) -> Outcome {
        let plan = Plan { all: false, ..self.plan(false) };
        match self.shortest(node, least, plan) {
            Ok((level, _)) => {
                // Facts stay true, but what is wanted now is every list of this one length.
                self.all(node, level, false, most, level)
            }
            Err(Ended::None(why, bound)) => self.infeasible(bound, why),
            Err(Ended::Stopped(reason, bound)) => self.unknown(bound, reason),
        }
    }

    /// Every solution of exactly or at most so many moves, told to the sink.
    pub(super) fn all(
        mut self,
        node: &Node<B, M>,
        moves: u64,
        exactly: bool,
        most: u64,
        least: u64,
    ) -> Outcome {
        if moves > MAX_DEPTH {
            return self.beyond(least);
        }
        let plan = self.plan(exactly);
        let mut first = None;
        let mut told = 0;
        let outer = self.table.take();
        let bits = self.table_bits();
        let (verdict, stats, nodes_left) = {
            let sink = &mut self.sink;
            let mut tell = |list: &[Move]| {
                first.get_or_insert_with(|| list.to_vec());
                told += 1;
                sink(list) && told < most
            };
            let table = match outer {
                Some((table, _)) => table,
                None => Arc::new(Table::new(5, !exactly)),
            };
            let mut search =
                Search::<B, N, M>::new(plan, table, bits, self.nodes_left, self.limits.stop, &mut tell);
            (search.run(node, moves, MoveSet::NONE), search.stats, search.nodes_left)
        };
        self.nodes_left = nodes_left;
        self.stats.add(&stats);
        match verdict {
            Verdict::None => self.infeasible(moves.saturating_add(1), Why::Searched),
            Verdict::Stopped(reason) if first.is_none() => self.unknown(least, reason),
            Verdict::Stopped(reason) => {
                self.outcome(Status::Feasible, first, Vec::new(), least, None, Some(reason))
            }
            _ => self.outcome(Status::Optimal, first, Vec::new(), 0, None, None),
        }
    }

    /// The number of solutions, by length.
    pub(super) fn count(mut self, node: &Node<B, M>, least: u64) -> Outcome {
        let (moves, mode) = (self.request.moves, self.request.mode);
        if moves > MAX_DEPTH && mode != Mode::Shortest {
            return self.beyond(least);
        }
        let plan = self.plan(true);
        let (memory, stop) = (self.limits.memory, self.limits.stop);
        let mut counter = Counter::<B>::new(plan, memory, self.nodes_left, stop);
        let from = if mode == Mode::Exactly { moves } else { least };
        let mut walk = Some(Reach::new(self.board, plan.cols));
        let mut counts = vec![0; from as usize];
        let mut ended = None;
        for level in from..=moves.min(MAX_DEPTH) {
            match counter.exactly(node, level) {
                Ok(count) => counts.push(count),
                Err(end) => {
                    ended = Some((end, level));
                    break;
                }
            }
            if mode == Mode::Shortest && counts.last() != Some(&0) {
                break;
            }
            self.stats = counter.stats.clone();
            self.nodes_left = counter.nodes_left;
            if mode != Mode::Exactly && level < moves && self.walk(&mut walk) == Walk::Exhausted {
                let seen = walk.map_or(0, |walk| walk.expanded);
                return self.infeasible(u64::MAX, Why::Exhausted(seen));
            }
            counter.nodes_left = self.nodes_left;
        }
        self.stats = counter.stats;
        match ended {
            Some((Uncounted::Stopped(reason), level)) => self.unknown(level, reason),
            Some((Uncounted::TooMany, level)) => self.unknown(level, StopReason::Count),
            None if counts.iter().all(|&count| count == 0) => {
                let mut none = self.infeasible(moves.saturating_add(1), Why::Searched);
                none.counts = counts;
                none
            }
            None => self.outcome(Status::Optimal, None, counts, 0, None, None),
        }
    }
}
