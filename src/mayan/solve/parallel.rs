//! A search on several threads that returns the same answer as on one thread.
//!
//! The upper part of the tree is walked in search order, and the subtrees below it become small *tasks* for
//! the workers. So the workers are always in neighbouring subtrees, and facts that one worker proves soon
//! help the others. Large tasks would overlap, because the same boards are reached in them by other orders
//! of moves. All workers share the table of failures.
//!
//! A solution of a task cancels every later task; the solution of the first task that has one is the answer. The depth
//! of tasks adapts so that tasks have few enough nodes for the workers to stay close together, and enough nodes that
//! the workers do not wait for each other. Facts in the table are valid regardless of the thread that found them, so
//! the answer does not depend on timing.
//!
//! Sleep sets need moves that *already failed*. The failed moves of earlier siblings are read when a node is
//! reached: only completely searched siblings count. A node of the upper part has failed when all its
//! children have; the worker that completes the last child records it.

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

/// The number of tasks after which their depth is adapted.
const TASKS_PER_ADAPTATION: u64 = 16;

/// The maximum average number of nodes of a task, as a multiple of the minimum.
const MAX_TASK_RATIO: u64 = 32;

/// A node of the upper part of the tree.
struct UpperNode<const B: usize, M> {
    parent: Option<(Arc<UpperNode<B, M>>, Move)>,
    node: Node<B, M>,
    left: u64,
    found: Expansion,
    /// Children not completely searched, plus one while the walk is still among the children.
    open: AtomicUsize,
    /// Moves that failed since the expansion.
    failed: AtomicSet,
}

/// A subtree to search.
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

/// A node of the upper tree on the path to the next task, with its remaining candidates; the last one is next.
struct Frame<const B: usize, M> {
    upper: Arc<UpperNode<B, M>>,
    rest: Vec<Candidate<B, M>>,
}

/// The walk over the upper part of the tree, behind a lock.
struct Walk<const B: usize, M> {
    levels: Vec<Frame<B, M>>,
    path: Vec<Move>,
    next: u64,
    /// Moves left at the root of the next task.
    depth: u64,
    /// Completed tasks of this depth since the last adaptation, and the sum of their nodes.
    tasks: u64,
    nodes: u64,
}

impl<const B: usize, M> Walk<B, M> {
    /// Counts a completed task, and adapts the depth of tasks, to at most `deepest`, so that they have at least `least`
    /// nodes on average.
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
    /// Pushes a node of the upper part. The walk takes so little time that it is compiled only for the portable path.
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

/// Called when a child of `upper` has been searched without a solution, and when the walk leaves `upper`. Records the
/// failure of each node whose last open child this was.
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
        // Once a task has a solution no later task can have the answer.
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

    /// Records a solution of task `number`; a solution that the walk finds has the number of the next task.
    fn found(&self, number: u64, path: &[Move]) {
        self.best.fetch_min(number, Ordering::Relaxed);
        let mut answer = lock(&self.answer);
        if number < answer.0 {
            *answer = (number, Some(path.to_vec()));
        }
    }

    /// Stops all workers.
    fn halt(&self, verdict: Verdict) {
        if let Verdict::Stopped(reason) = verdict {
            lock(&self.stopped).get_or_insert(reason);
        }
        self.halted.store(true, Ordering::Relaxed);
    }
}
