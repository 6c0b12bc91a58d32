//! Enumerates or counts all solutions.

use crate::mayan::solve::bound::LowerBound;
use crate::mayan::solve::count::Counter;
use crate::mayan::solve::drive::{Driver, Unsolved, growing_table};
use crate::mayan::solve::node::Node;
use crate::mayan::solve::outcome::{InfeasibleReason, ListCount, Outcome, SearchResult};
use crate::mayan::solve::search::{Plan, Search, Verdict};
use crate::mayan::solve::sleep::MoveSet;
use crate::rules::{Mode, Move, StopReason};

impl<const B: usize, const N: usize, M: LowerBound<B>> Driver<'_, B, N, M> {
    pub(super) fn all_shortest(mut self, node: &Node<B, M>, least: u64, most: u64) -> Outcome {
        let plan = Plan { all: false, ..self.plan(false) };
        match self.shortest(node, least, plan) {
            // The failures in the table stay valid for the search for all lists of this length.
            Ok((level, list)) => self.all(node, level, false, most, level, Some(list)),
            Err(Unsolved::None(why, bound)) => self.infeasible(bound, why),
            Err(Unsolved::Stopped(reason, bound, list)) => {
                list.iter().for_each(|list| {
                    self.reporter.solution(list);
                });
                self.stopped(list, bound, reason)
            }
        }
    }

    /// Reports up to `most` solutions of exactly or at most `moves` moves as events. If a limit is reached before any
    /// solution is found, reports the list `known`.
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
        let mut reported = 0;
        let reporter = self.reporter;
        let mut report = |list: &[Move]| {
            first.get_or_insert_with(|| list.to_vec());
            reported += 1;
            reporter.solution(list) && reported < most
        };
        let mut search =
            Search::<B, N, M>::new(plan, &self.tables, self.nodes_left, self.budget, &mut report);
        let verdict = search.run(node, moves, MoveSet::NONE);
        self.stats.add(&search.stats);
        match verdict {
            Verdict::Found => {
                debug_assert!(known.is_none() || known == first, "the first list is found again");
                self.optimal(first, least)
            }
            // In mode `exactly` shorter lists were not searched for, so the bound stays `least`.
            Verdict::None if exactly => self.infeasible(least, InfeasibleReason::Searched),
            Verdict::None => self.infeasible(moves.saturating_add(1), InfeasibleReason::Searched),
            Verdict::Stopped(reason) => {
                if first.is_none()
                    && let Some(list) = &known
                {
                    self.reporter.solution(list);
                }
                self.stopped(first.or(known), least, reason)
            }
            Verdict::Cancelled => unreachable!("only tasks are cancelled"),
        }
    }

    /// Counts the solutions by length. A search, which needs little memory, first finds the shortest length that has
    /// solutions: the counter starts there.
    pub(super) fn count(mut self, node: &Node<B, M>, least: u64) -> Outcome {
        let (most, exactly, deepest) =
            (self.request.moves, self.request.mode == Mode::Exactly, self.deepest());
        if most > deepest && self.request.mode != Mode::Shortest {
            return self.beyond(least);
        }
        let none = |from, to| (from..to).map(|moves| ListCount { moves, lists: 0 }).collect();
        let from = if exactly {
            match self.search(node, most, self.plan(true)) {
                SearchResult::Found(_) => most,
                SearchResult::Stopped(reason, _) => return self.stopped(None, least, reason),
                SearchResult::None => {
                    return Outcome {
                        counts: none(most, most + 1),
                        ..self.infeasible(least, InfeasibleReason::Searched)
                    };
                }
            }
        } else {
            match self.shortest(node, least, self.plan(false)) {
                Ok((length, _)) => length,
                Err(Unsolved::Stopped(reason, bound, _)) => {
                    return Outcome { counts: none(least, bound), ..self.stopped(None, bound, reason) };
                }
                Err(Unsolved::None(why, bound)) => {
                    let counts = if bound == u64::MAX { Vec::new() } else { none(least, bound) };
                    return Outcome { counts, ..self.infeasible(bound, why) };
                }
            }
        };
        // Frees the table: from here on the counter uses the memory.
        self.tables = growing_table(0);
        let memory = self.budget.limits.memory;
        let mut counter = Counter::<B>::new(self.plan(true), memory, self.nodes_left, self.budget);
        let mut counts = if exactly { Vec::new() } else { none(least, from) };
        let bound = if exactly { least } else { from };
        let to = if self.request.mode == Mode::Within { most } else { from };
        let (mut total, mut ended) = (0u128, None);
        for level in from..=to {
            self.reporter.progress(self.stats.nodes + counter.stats.nodes, bound);
            let sum = counter.exactly(node, level).and_then(|lists| {
                counts.push(ListCount { moves: level, lists });
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
