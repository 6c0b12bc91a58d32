//! Enumerates or counts all solutions, going on where other searches stop at the first.

use crate::base::{Mode, Move, StopReason};
use crate::mayan::solve::bound::Measure;
use crate::mayan::solve::count::{Counter, Uncounted};
use crate::mayan::solve::drive::{Driver, Ended};
use crate::mayan::solve::node::Node;
use crate::mayan::solve::outcome::{Counted, Level, Outcome, Why};
use crate::mayan::solve::reach::{Reach, Walk};
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

    /// The number of solutions, by length.
    pub(super) fn count(mut self, node: &Node<B, M>, least: u64) -> Outcome {
        let (most, mode, deepest) = (self.request.moves, self.request.mode, self.deepest());
        if most > deepest && mode != Mode::Shortest {
            return self.beyond(least);
        }
        let plan = self.plan(true);
        // A tenth of the memory is for the walk.
        let (memory, stop) = (self.limits.memory / 10 * 9, self.limits.stop);
        let mut counter = Counter::<B>::new(plan, memory, self.nodes_left, stop);
        let from = if mode == Mode::Exactly { most } else { least };
        let mut walk = Some(Reach::new(self.board, plan.cols, plan.switches.path()));
        let mut walked = 0;
        let mut counts = Vec::new();
        let mut total = 0u128;
        let mut ended = (most > deepest).then_some(StopReason::Depth);
        let mut exhausted = None;
        for level in from..=most.min(deepest) {
            let bound = if total == 0 && mode != Mode::Exactly { level } else { least };
            (self.told)(Level { nodes: self.stats.nodes, bound });
            let counted = counter.exactly(node, level);
            self.stats = counter.stats.clone();
            self.stats.nodes += walked;
            let lists = match counted {
                Ok(lists) => lists,
                Err(Uncounted::Stopped(reason)) => {
                    ended = Some(reason);
                    break;
                }
                Err(Uncounted::TooMany) => {
                    ended = Some(StopReason::Count);
                    break;
                }
            };
            counts.push(Counted { moves: level, lists });
            let Some(sum) = total.checked_add(lists) else {
                ended = Some(StopReason::Count);
                break;
            };
            total = sum;
            if mode == Mode::Shortest && total > 0 {
                ended = None;
                break;
            }
            if mode != Mode::Exactly && level < most && total == 0 {
                let before = self.stats.nodes;
                self.nodes_left = counter.nodes_left;
                let end = self.walk(&mut walk);
                walked += self.stats.nodes - before;
                counter.nodes_left = self.nodes_left;
                if end == Walk::Exhausted {
                    exhausted = walk.map(|walk| walk.expanded);
                    break;
                }
            }
        }
        // A length that has lists is the least; else it is one that was not counted to the end.
        let shortest = counts.iter().find(|counted| counted.lists > 0).map(|counted| counted.moves);
        let bound = match mode {
            Mode::Exactly => least,
            _ => shortest.unwrap_or(from + counts.len() as u64),
        };
        let outcome = match (exhausted, ended) {
            (Some(seen), _) => self.infeasible(u64::MAX, Why::Exhausted(seen)),
            (None, Some(reason)) => self.stopped(None, bound, reason),
            (None, None) if total == 0 => self.infeasible(bound, Why::Searched),
            (None, None) => Outcome { count: Some(total), ..self.optimal(None, bound) },
        };
        Outcome { counts, ..outcome }
    }
}
