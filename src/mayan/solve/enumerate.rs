//! Enumerates or counts all solutions, going on where other searches stop at the first.

use crate::base::{Mode, Move, StopReason};
use crate::mayan::solve::bound::Measure;
use crate::mayan::solve::count::Counter;
use crate::mayan::solve::drive::{Driver, Ended};
use crate::mayan::solve::node::Node;
use crate::mayan::solve::outcome::{Counted, Level, Outcome, Searched, Why};
use crate::mayan::solve::search::{Plan, Search, Verdict};
use crate::mayan::solve::sleep::MoveSet;
use crate::mayan::solve::table::Table;
use std::sync::Arc;

impl<const B: usize, const N: usize, M: Measure<B>> Driver<'_, B, N, M> {
    pub(super) fn all_shortest(mut self, node: &Node<B, M>, least: u64, most: u64) -> Outcome {
        let plan = Plan { all: false, ..self.plan(false) };
        match self.shortest(node, least, plan) {
            // Facts stay true, but what is wanted now is every list of this one length.
            Ok((level, list)) => self.all(node, level, false, most, level, Some(list)),
            Err(Ended::None(why, bound)) => self.infeasible(bound, why),
            Err(Ended::Stopped(reason, bound, list)) => {
                list.iter().for_each(|list| {
                    (self.sink)(list);
                });
                self.stopped(list, bound, reason)
            }
        }
    }

    /// Every solution of exactly or at most this many moves, given to the sink. The first may be known; it is given
    /// if a limit comes before it is found again.
    pub(super) fn all(
        mut self,
        node: &Node<B, M>,
        moves: u64,
        exactly: bool,
        most: u64,
        least: u64,
        known: Option<Vec<Move>>,
    ) -> Outcome {
        if moves > self.deepest() {
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
            Verdict::Found => {
                debug_assert!(known.is_none() || known == first, "the first list is found again");
                self.optimal(first, least)
            }
            // Lists of fewer moves were not looked for if the number is to be met exactly.
            Verdict::None if exactly => self.infeasible(least, Why::Searched),
            Verdict::None => self.infeasible(moves.saturating_add(1), Why::Searched),
            Verdict::Stopped(reason) => {
                if first.is_none()
                    && let Some(list) = &known
                {
                    (self.sink)(list);
                }
                self.stopped(first.or(known), least, reason)
            }
            Verdict::Cancelled => unreachable!("only tasks are cancelled"),
        }
    }

    /// The number of solutions, by length. The shortest length that has solutions is found by a search, which ends with
    /// little memory, too; a count of 0 is never made.
    pub(super) fn count(mut self, node: &Node<B, M>, least: u64) -> Outcome {
        let (most, exactly, deepest) =
            (self.request.moves, self.request.mode == Mode::Exactly, self.deepest());
        if most > deepest && self.request.mode != Mode::Shortest {
            return self.beyond(least);
        }
        let none = |from, to| (from..to).map(|moves| Counted { moves, lists: 0 }).collect();
        let from = if exactly {
            match self.search(node, most, self.plan(true)) {
                Searched::Found(_) => most,
                Searched::Stopped(reason, _) => return self.stopped(None, least, reason),
                Searched::None => {
                    return Outcome { counts: none(most, most + 1), ..self.infeasible(least, Why::Searched) };
                }
            }
        } else {
            match self.shortest(node, least, self.plan(false)) {
                Ok((length, _)) => length,
                Err(Ended::Stopped(reason, bound, _)) => {
                    return Outcome { counts: none(least, bound), ..self.stopped(None, bound, reason) };
                }
                Err(Ended::None(why, bound)) => {
                    let counts = if bound == u64::MAX { Vec::new() } else { none(least, bound) };
                    return Outcome { counts, ..self.infeasible(bound, why) };
                }
            }
        };
        // From here on the memory is for numbers.
        self.table = None;
        let (memory, stop) = (self.limits.memory, self.limits.stop);
        let mut counter = Counter::<B>::new(self.plan(true), memory, self.nodes_left, stop);
        let mut counts = if exactly { Vec::new() } else { none(least, from) };
        let bound = if exactly { least } else { from };
        let to = if self.request.mode == Mode::Within { most } else { from };
        let (mut total, mut ended) = (0u128, None);
        for level in from..=to {
            (self.told)(Level { nodes: self.stats.nodes + counter.stats.nodes, bound });
            let sum = counter.exactly(node, level).and_then(|lists| {
                counts.push(Counted { moves: level, lists });
                total.checked_add(lists).ok_or(StopReason::Count)
            });
            match sum {
                Ok(sum) => total = sum,
                Err(reason) => {
                    ended = Some(reason);
                    break;
                }
            }
        }
        self.stats.add(&counter.stats);
        let outcome = match ended {
            Some(reason) => self.stopped(None, bound, reason),
            None => Outcome { count: Some(total), ..self.optimal(None, bound) },
        };
        Outcome { counts, ..outcome }
    }
}
