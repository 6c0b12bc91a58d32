//! A search on several threads that returns the same answer as on one thread.
//!
//! The search tree is divided at some depth. Its upper part is walked in search order, and each subtree that the walk
//! reaches below the upper part becomes a *task* for a worker. So the workers are always in neighbouring subtrees, and
//! a failure that one worker stores in the shared table soon helps the others. The tasks are small, because large tasks
//! would repeat work: different orders of moves lead to the same boards in several tasks.
//!
//! A solution of a task cancels all later tasks. The answer is the solution of the first task that has a solution. The
//! depth of tasks adapts: the nodes of a task must be few enough for the workers to stay close together, and many
//! enough that the workers do not wait for each other. Facts in the table are valid regardless of the thread that found
//! them, so the answer does not depend on timing.
//!
//! A sleep set contains moves that *already failed*. When the walk reaches a node, only the siblings that were searched
//! completely before count as failed. A node of the upper part has failed when all its children have failed; the worker
//! that completes the last child records the failure.

use super::expand::Expansion;
use super::node::{Candidate, Node};
use super::outcome::SearchResult;
use super::search::{Plan, Search, Verdict};
use super::sleep::MoveSet;
use super::stats::Stats;
use crate::bits::cpu::Portable;
use crate::mayan::moves::bit_of;
use crate::mayan::solve::bound::LowerBound;
use crate::mayan::solve::table::growing_table::GrowingTable;
use crate::rules::control::Budget;
use crate::rules::threads::on_threads;
use crate::rules::{Move, Side, StopReason, lock};
use crossbeam_utils::CachePadded;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// The depth of tasks is adapted after this many tasks.
const TASKS_PER_ADAPTATION: u64 = 16;

/// The maximum average number of nodes of a task, as a multiple of the minimum.
const MAX_TASK_RATIO: u64 = 32;

/// A node of the upper part of the tree, above the tasks.
struct UpperNode<const B: usize, M> {
    parent: Option<(Arc<UpperNode<B, M>>, Move)>,
    node: Node<B, M>,
    left: u64,
    found: Expansion,
    /// The number of children that are not completely searched, plus 1 until the walk has visited all children.
    open: AtomicUsize,
    /// Moves to children that failed since the expansion.
    failed: AtomicSet,
}

struct Task<const B: usize, M> {
    number: u64,
    parent: Arc<UpperNode<B, M>>,
    step: Move,
    node: Node<B, M>,
    left: u64,
    asleep: MoveSet,
    path: Vec<Move>,
}

/// A completed task: the moves left at its root, and its nodes.
#[derive(Clone, Copy)]
struct DoneTask {
    depth: u64,
    nodes: u64,
}

/// Right and left moves known to fail; every thread adds moves.
#[derive(Default)]
struct AtomicSet(AtomicU64, AtomicU64);

impl AtomicSet {
    fn add(&self, step: Move) {
        let set = if step.side == Side::Right { &self.0 } else { &self.1 };
        set.fetch_or(1 << bit_of(step), Ordering::AcqRel);
    }

    fn get(&self) -> MoveSet {
        MoveSet { right: self.0.load(Ordering::Acquire), left: self.1.load(Ordering::Acquire) }
    }
}

/// A node on the path to the next task, and the candidate moves that the walk has yet to visit, the next at the end.
struct Frame<const B: usize, M> {
    upper: Arc<UpperNode<B, M>>,
    rest: Vec<Candidate<B, M>>,
}

/// The walk over the upper part of the tree, which creates the tasks. Workers share the walk behind a lock.
struct Walk<const B: usize, M> {
    levels: Vec<Frame<B, M>>,
    path: Vec<Move>,
    next: u64,
    /// Moves left at the root of the next task.
    depth: u64,
    /// The number of completed tasks of this depth since the last adaptation; `nodes` is the sum of their nodes.
    tasks: u64,
    nodes: u64,
}

impl<const B: usize, M> Walk<B, M> {
    /// Counts a completed task. After enough tasks, changes the depth of tasks, up to `deepest`, so that a task has at
    /// least `least` nodes on average.
    fn adapt(&mut self, DoneTask { depth, nodes }: DoneTask, least: u64, deepest: u64) {
        if depth != self.depth {
            return;
        }
        (self.tasks, self.nodes) = (self.tasks + 1, self.nodes + nodes);
        let change =
            if self.nodes > self.tasks.max(TASKS_PER_ADAPTATION) * least * MAX_TASK_RATIO && self.depth > 2 {
                self.depth - 1
            } else if self.tasks >= TASKS_PER_ADAPTATION
                && self.nodes < self.tasks * least
                && self.depth < deepest
            {
                self.depth + 1
            } else if self.tasks >= TASKS_PER_ADAPTATION {
                self.depth
            } else {
                return;
            };
        (self.depth, self.tasks, self.nodes) = (change, 0, 0);
    }
}

impl<const B: usize, M: LowerBound<B>> Walk<B, M> {
    /// Expands a node and pushes it. The walk takes so little time that it is compiled only for the portable path.
    fn push<const N: usize>(
        &mut self,
        search: &mut Search<'_, B, N, M>,
        parent: Option<(Arc<UpperNode<B, M>>, Move)>,
        node: &Node<B, M>,
        left: u64,
        asleep: MoveSet,
    ) -> Result<(), Verdict> {
        search.enter_node(left)?;
        let found = search.expand(node, left, asleep, Portable);
        let rest = search.candidates.drain(found.base..).rev().collect();
        let (open, failed) = (AtomicUsize::new(1), AtomicSet::default());
        let upper = Arc::new(UpperNode { parent, node: *node, left, found, open, failed });
        self.levels.push(Frame { upper, rest });
        Ok(())
    }
}

/// The state that the workers share.
struct Shared<'a, const B: usize, const N: usize, M> {
    walk: Mutex<Walk<B, M>>,
    /// The number of the first task that has a solution so far. On cache lines of its own: every node reads the number,
    /// and a contended lock must not share its lines.
    best: CachePadded<AtomicU64>,
    /// The number of the first task with a solution, and its list.
    answer: Mutex<(u64, Option<Vec<Move>>)>,
    halted: AtomicBool,
    stopped: Mutex<Option<StopReason>>,
    stats: Mutex<Stats>,
    plan: Plan,
    tables: &'a GrowingTable<N>,
    budget: &'a Budget<'a>,
    /// The maximum number of moves left at the root of a task.
    deepest: u64,
    /// The minimum number of nodes that a task should have.
    least: u64,
}

/// Searches for one solution of `left` moves, three or more, with `threads` workers. Returns the result and
/// the counters.
pub(super) fn run<const B: usize, const N: usize, M: LowerBound<B>>(
    plan: Plan,
    tables: &GrowingTable<N>,
    node: &Node<B, M>,
    left: u64,
    budget: &Budget<'_>,
    threads: usize,
) -> (SearchResult, Stats) {
    debug_assert!(!plan.all && left >= 3);
    let depth = plan.tuning.task_depth.min(left - 2);
    let shared = Shared::<B, N, M> {
        walk: Mutex::new(Walk { levels: Vec::new(), path: Vec::new(), next: 0, depth, tasks: 0, nodes: 0 }),
        best: CachePadded::new(AtomicU64::new(u64::MAX)),
        answer: Mutex::new((u64::MAX, None)),
        halted: AtomicBool::new(false),
        stopped: Mutex::new(None),
        stats: Mutex::new(Stats::default()),
        plan,
        tables,
        budget,
        deepest: left - 2,
        least: plan.tuning.task_nodes * threads as u64,
    };
    let mut sink = |_: &[Move]| true;
    let mut search = Search::<B, N, M>::new(plan, tables, u64::MAX, budget, &mut sink);
    let begun = lock(&shared.walk).push(&mut search, None, node, left, MoveSet::NONE);
    if let Err(Verdict::Stopped(reason)) = begun {
        return (SearchResult::Stopped(reason, None), search.stats);
    }
    on_threads(threads, || shared.work());
    let mut stats = search.stats;
    stats.add(&lock(&shared.stats));
    let (_, list) = std::mem::take(&mut *lock(&shared.answer));
    (SearchResult::of(*lock(&shared.stopped), list, plan.any), stats)
}

/// Notes that a child of `upper` was searched without a solution, or that the walk has left `upper`. If no child of a
/// node is open any more, records the failure of the node and continues with its parent.
fn child_done<const B: usize, const N: usize, M: LowerBound<B>>(
    search: &mut Search<'_, B, N, M>,
    upper: &Arc<UpperNode<B, M>>,
) {
    let mut upper = upper;
    while upper.open.fetch_sub(1, Ordering::AcqRel) == 1 {
        search.record_failure(&upper.node.board, upper.left);
        let Some((parent, step)) = &upper.parent else { break };
        parent.failed.add(*step);
        upper = parent;
    }
}

impl<const B: usize, const N: usize, M: LowerBound<B>> Shared<'_, B, N, M> {
    /// Runs tasks until none is left that could have the answer.
    fn work(&self) {
        let mut sink = |_: &[Move]| true;
        let mut search = Search::<B, N, M>::new(self.plan, self.tables, u64::MAX, self.budget, &mut sink);
        let mut after = None;
        while !self.halted.load(Ordering::Relaxed) {
            search.update_table();
            search.cancel = None;
            let task = match self.next(&mut search, after) {
                Ok(Some(task)) => task,
                Ok(None) => break,
                Err(verdict) => {
                    self.halt(verdict);
                    break;
                }
            };
            search.path.clone_from(&task.path);
            search.cancel = Some((&*self.best, task.number));
            let before = search.stats.nodes;
            let verdict = search.run(&task.node, task.left, task.asleep);
            after = Some(DoneTask { depth: task.left, nodes: search.stats.nodes - before });
            match verdict {
                Verdict::None => {
                    task.parent.failed.add(task.step);
                    child_done(&mut search, &task.parent);
                }
                Verdict::Found => {
                    self.found(task.number, &search.path);
                }
                Verdict::Cancelled => {}
                stopped @ Verdict::Stopped(_) => self.halt(stopped),
            }
        }
        lock(&self.stats).add(&search.stats);
    }

    /// Returns the next task in search order, or `None` if there are no more. `after` is the worker's last task.
    fn next(
        &self,
        search: &mut Search<'_, B, N, M>,
        after: Option<DoneTask>,
    ) -> Result<Option<Task<B, M>>, Verdict> {
        let walk = &mut *lock(&self.walk);
        if let Some(after) = after {
            walk.adapt(after, self.least, self.deepest);
        }
        // Once a task has a solution, no later task can have the answer.
        while self.best.load(Ordering::Relaxed) == u64::MAX {
            let Some(level) = walk.levels.last_mut() else { return Ok(None) };
            let parent = level.upper.clone();
            let Some(candidate) = level.rest.pop() else {
                walk.levels.pop();
                walk.path.pop();
                child_done(search, &parent);
                continue;
            };
            let (step, left) = (candidate.step, parent.left - 1);
            walk.path.push(step);
            let node = match search.child(&candidate, left, Portable) {
                Ok(node) => node,
                Err(Verdict::Found) => {
                    self.found(walk.next, &walk.path);
                    return Ok(None);
                }
                Err(_) => {
                    parent.failed.add(step);
                    walk.path.pop();
                    continue;
                }
            };
            let failed = parent.found.failed.union(parent.failed.get());
            let known = Expansion { failed, ..parent.found };
            let asleep = search.asleep_below(&known, &candidate);
            parent.open.fetch_add(1, Ordering::AcqRel);
            if left > walk.depth {
                walk.push(search, Some((parent, step)), &node, left, asleep)?;
                continue;
            }
            let (number, path) = (walk.next, walk.path.clone());
            walk.next += 1;
            walk.path.pop();
            return Ok(Some(Task { number, parent, step, node, left, asleep, path }));
        }
        Ok(None)
    }

    /// Records a solution of task `number`. A solution that the walk itself finds has the number of the next task.
    fn found(&self, number: u64, path: &[Move]) {
        self.best.fetch_min(number, Ordering::Relaxed);
        let mut answer = lock(&self.answer);
        if number < answer.0 {
            *answer = (number, Some(path.to_vec()));
        }
    }

    fn halt(&self, verdict: Verdict) {
        if let Verdict::Stopped(reason) = verdict {
            lock(&self.stopped).get_or_insert(reason);
        }
        self.halted.store(true, Ordering::Relaxed);
    }
}
