//! One search on several threads, with the answer of one thread.
//!
//! The upper part of the tree is walked in the order of the answer, and hands out the subtrees below it as
//! *tasks*, small ones, as workers ask for them. So the workers are always at neighbouring subtrees, just as
//! one thread would be, and what one proves is soon of use to the others: large tasks would overlap, for
//! the same boards are reached in them by other orders of moves. All share the table of failures.
//!
//! A solution of a task ends every task behind it; the solution of the first task that has one is the
//! answer. How deep a task goes is adapted to the nodes that tasks turn out to have: few enough that the
//! workers stay together, enough that they do not wait for each other. Facts are facts whoever found them, so
//! the answer does not depend on who was faster.
//!
//! Sleep sets speak of moves that *failed already*. What may be assumed of elder siblings is read off when
//! a node is reached: only those that are searched out count. A node of the upper part has failed when all
//! its children have; whoever is through with the last one notes it.

use super::expand::Expansion;
use super::node::{Candidate, Node};
use super::outcome::Searched;
use super::search::{Plan, Search, Verdict};
use super::sleep::MoveSet;
use super::stats::Stats;
use super::table::Table;
use crate::base::{Move, Side, StopFlag, StopReason};
use crate::bits::cpu::{Cpu, Instructions as _, Job, Portable};
use crate::control::lock;
use crate::mayan::moves::bit_of;
use crate::mayan::solve::bound::Measure;
use crate::mayan::solve::table::growing::Growing;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Tasks after which their depth is looked at again.
const TASKS: u64 = 16;

/// Nodes that a task should have at the most, in multiples of those it should have at the least.
const SPAN: u64 = 32;

/// A node of the upper part of the tree.
struct Upper<const B: usize, M> {
    parent: Option<(Arc<Upper<B, M>>, Move)>,
    node: Node<B, M>,
    left: u64,
    found: Expansion,
    /// Children that are not searched out, and one more while children are still handed out.
    open: AtomicUsize,
    /// Moves that failed since.
    failed: AtomicSet,
}

/// A subtree to search.
struct Task<const B: usize, M> {
    number: u64,
    parent: Arc<Upper<B, M>>,
    step: Move,
    node: Node<B, M>,
    left: u64,
    asleep: MoveSet,
    path: Vec<Move>,
}

/// Moves known to fail, added to by every thread.
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

/// A node of the upper part on the way to the next task, and its children to come, the next one last.
struct Level<const B: usize, M> {
    upper: Arc<Upper<B, M>>,
    rest: Vec<Candidate<B, M>>,
}

/// The walk through the upper part, behind a lock.
struct Walk<const B: usize, M> {
    levels: Vec<Level<B, M>>,
    path: Vec<Move>,
    next: u64,
    /// Moves left at the root of a task.
    depth: u64,
    /// Tasks of this depth that are searched out, and their nodes.
    tasks: u64,
    nodes: u64,
}

impl<const B: usize, M> Walk<B, M> {
    /// Adapts the depth of tasks, to at most `deepest`, after one of depth `depth` that had this many nodes;
    /// `least` are wanted.
    fn adapt(&mut self, (depth, nodes): (u64, u64), least: u64, deepest: u64) {
        if depth != self.depth {
            return;
        }
        (self.tasks, self.nodes) = (self.tasks + 1, self.nodes + nodes);
        let change = if self.nodes > self.tasks.max(TASKS) * least * SPAN && self.depth > 2 {
            self.depth - 1
        } else if self.tasks >= TASKS && self.nodes < self.tasks * least && self.depth < deepest {
            self.depth + 1
        } else if self.tasks >= TASKS {
            self.depth
        } else {
            return;
        };
        (self.depth, self.tasks, self.nodes) = (change, 0, 0);
    }
}

/// What workers share.
struct Shared<'a, const B: usize, const N: usize, M> {
    walk: Mutex<Walk<B, M>>,
    /// The number of the first task that has a solution so far.
    best: Apart<AtomicU64>,
    /// The list of that task.
    answer: Mutex<(u64, Option<Vec<Move>>)>,
    halted: AtomicBool,
    stopped: Mutex<Option<StopReason>>,
    stats: Mutex<Stats>,
    plan: Plan,
    table: Growing<N>,
    stop: &'a StopFlag,
    /// Moves left at the root of a task, at the most.
    deepest: u64,
    /// Nodes that a task should have at the least.
    least: u64,
}

/// Alone on its cache lines: every node looks at what else would share them with a busy lock.
#[repr(align(128))]
struct Apart<T>(T);

/// Searches for one solution of `left` moves, three or more, with `threads` workers. Gives how it ended, and
/// what was counted. The table is shared; it grows between tasks, to at most 2ⁿ buckets for n = `grow_to`.
pub(super) fn run<const B: usize, const N: usize, M: Measure<B>>(
    plan: Plan,
    (table, grow_to): (&mut Arc<Table<N>>, u32),
    node: &Node<B, M>,
    left: u64,
    stop: &StopFlag,
    threads: usize,
) -> (Searched, Stats) {
    debug_assert!(!plan.all && left >= 3);
    let depth = plan.switches.task_depth.min(left - 2);
    let shared = Shared::<B, N, M> {
        walk: Mutex::new(Walk { levels: Vec::new(), path: Vec::new(), next: 0, depth, tasks: 0, nodes: 0 }),
        best: Apart(AtomicU64::new(u64::MAX)),
        answer: Mutex::new((u64::MAX, None)),
        halted: AtomicBool::new(false),
        stopped: Mutex::new(None),
        stats: Mutex::new(Stats::default()),
        plan,
        table: Growing::new(table.clone(), grow_to),
        stop,
        deepest: left - 2,
        least: plan.switches.task_nodes * threads as u64,
    };
    let mut sink = |_: &[Move]| true;
    let mut search = Search::<B, N, M>::new(plan, table.clone(), 0, u64::MAX, stop, &mut sink);
    let step = Step::Root { node, left };
    let begun = Portable.enter(Advance { shared: &shared, search: &mut search, step });
    if let Err(Verdict::Stopped(reason)) = begun {
        return (Searched::Stopped(reason, None), search.stats);
    }
    let worker = || shared.work();
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => {
            pool.broadcast(|_| worker());
        }
        // Without threads the work is done all the same.
        Err(_) => worker(),
    }
    *table = shared.table.into_inner();
    let mut stats = search.stats;
    stats.add(&lock(&shared.stats));
    let (_, list) = std::mem::take(&mut *lock(&shared.answer));
    (Searched::of(*lock(&shared.stopped), list, plan.any), stats)
}

/// What to do with the walk.
enum Step<'n, const B: usize, M> {
    /// Begin it.
    Root { node: &'n Node<B, M>, left: u64 },
    /// Go on to the next task, after one of this depth and this many nodes.
    Next { after: Option<(u64, u64)> },
}

/// Moves the walk on; `Ok(None)` when there are no more tasks. It takes so little of a search that it is compiled for the
/// portable path alone.
struct Advance<'s, 'a, 'n, const B: usize, const N: usize, M> {
    shared: &'s Shared<'a, B, N, M>,
    search: &'s mut Search<'a, B, N, M>,
    step: Step<'n, B, M>,
}

impl<const B: usize, const N: usize, M: Measure<B>> Job for Advance<'_, '_, '_, B, N, M> {
    type Out = Result<Option<Task<B, M>>, Verdict>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Self::Out {
        let Advance { shared, search, step } = self;
        let mut walk = lock(&shared.walk);
        let walk = &mut *walk;
        match step {
            Step::Root { node, left } => {
                push(walk, search, None, node, left, MoveSet::NONE, cpu)?;
                Ok(None)
            }
            Step::Next { after } => {
                if let Some(after) = after {
                    walk.adapt(after, shared.least, shared.deepest);
                }
                next(shared, walk, search, cpu)
            }
        }
    }
}

/// Enters a node of the upper part.
#[inline(always)]
fn push<'a, const B: usize, const N: usize, M: Measure<B>, C: Cpu>(
    walk: &mut Walk<B, M>,
    search: &mut Search<'a, B, N, M>,
    parent: Option<(Arc<Upper<B, M>>, Move)>,
    node: &Node<B, M>,
    left: u64,
    asleep: MoveSet,
    cpu: C,
) -> Result<(), Verdict> {
    search.enter_node(left)?;
    let (found, mut rest) = search.expand_apart(node, left, asleep, cpu);
    rest.reverse();
    let (open, failed) = (AtomicUsize::new(1), AtomicSet::default());
    let upper = Arc::new(Upper { parent, node: *node, left, found, open, failed });
    walk.levels.push(Level { upper, rest });
    Ok(())
}

/// The next task in the order of the answer.
#[inline(always)]
fn next<'a, const B: usize, const N: usize, M: Measure<B>, C: Cpu>(
    shared: &Shared<'a, B, N, M>,
    walk: &mut Walk<B, M>,
    search: &mut Search<'a, B, N, M>,
    cpu: C,
) -> Result<Option<Task<B, M>>, Verdict> {
    // No later task can give the answer once an elder one has.
    while shared.best.0.load(Ordering::Relaxed) == u64::MAX {
        let Some(level) = walk.levels.last_mut() else { return Ok(None) };
        let upper = level.upper.clone();
        let Some(candidate) = level.rest.pop() else {
            walk.levels.pop();
            walk.path.pop();
            child_done(search, &upper);
            continue;
        };
        walk.path.push(candidate.step);
        let after = upper.left - 1;
        let node = match search.child(&candidate, after, cpu) {
            Ok(node) => node,
            Err(Verdict::Found) => {
                shared.found(walk.next, &walk.path);
                return Ok(None);
            }
            Err(_) => {
                upper.failed.add(candidate.step);
                walk.path.pop();
                continue;
            }
        };
        let known = upper.found.with_failed(upper.failed.get());
        let asleep = search.asleep_below(&known, &candidate);
        upper.open.fetch_add(1, Ordering::AcqRel);
        if after > walk.depth {
            push(walk, search, Some((upper, candidate.step)), &node, after, asleep, cpu)?;
            continue;
        }
        let (number, path) = (walk.next, walk.path.clone());
        walk.next += 1;
        walk.path.pop();
        return Ok(Some(Task {
            number,
            parent: upper,
            step: candidate.step,
            node,
            left: after,
            asleep,
            path,
        }));
    }
    Ok(None)
}

/// Counts off a child that is searched out without a solution (or the walk itself); nodes of which it was
/// the last have failed.
fn child_done<const B: usize, const N: usize, M: Measure<B>>(
    search: &mut Search<'_, B, N, M>,
    upper: &Arc<Upper<B, M>>,
) {
    let mut upper = upper;
    while upper.open.fetch_sub(1, Ordering::AcqRel) == 1 {
        search.note_failure(&upper.node.board, upper.left);
        let Some((parent, step)) = &upper.parent else { break };
        parent.failed.add(*step);
        upper = parent;
    }
}

impl<'a, const B: usize, const N: usize, M: Measure<B>> Shared<'a, B, N, M> {
    /// Takes tasks until there are none that could still give the answer.
    fn work(&self) {
        let mut sink = |_: &[Move]| true;
        let mut search =
            Search::<B, N, M>::new(self.plan, self.table.get(0), 0, u64::MAX, self.stop, &mut sink);
        let mut after = None;
        while !self.halted.load(Ordering::Relaxed) {
            search.table = self.table.get(std::mem::take(&mut search.stored));
            search.cancel = None;
            let advance = Advance { shared: self, search: &mut search, step: Step::Next { after } };
            let task = match Portable.enter(advance) {
                Ok(Some(task)) => task,
                Ok(None) => break,
                Err(verdict) => {
                    self.halt(verdict);
                    break;
                }
            };
            search.path.clone_from(&task.path);
            search.cancel = Some((&self.best.0, task.number));
            let before = search.stats.nodes;
            let verdict = search.run(&task.node, task.left, task.asleep);
            after = Some((task.left, search.stats.nodes - before));
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

    /// Notes a solution, of a task or of the walk in its place.
    fn found(&self, number: u64, path: &[Move]) {
        self.best.0.fetch_min(number, Ordering::Relaxed);
        let mut answer = lock(&self.answer);
        if number < answer.0 {
            *answer = (number, Some(path.to_vec()));
        }
    }

    /// Ends the work of all.
    fn halt(&self, verdict: Verdict) {
        if let Verdict::Stopped(reason) = verdict {
            lock(&self.stopped).get_or_insert(reason);
        }
        self.halted.store(true, Ordering::Relaxed);
    }
}
