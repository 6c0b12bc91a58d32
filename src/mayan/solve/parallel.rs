//! One search on several threads, with the answer of one thread.
//!
//! The tree is cut two moves below the root into *tasks*, in the order in which one thread would reach
//! them. Workers take them in that order and share the table of failures. A solution of a task ends
//! every task behind it; the solution of the first task that has one is the answer. Facts are facts
//! whoever found them, so the answer does not depend on who was faster.
//!
//! Tasks differ in size. A worker that finds no new one helps with one that another is at: it searches the
//! same subtree with the moves in another order. What it proves is in the table when the other gets there,
//! and whoever is through first has searched the task out for both. Only the one that goes in the order
//! of the answer may report a solution.
//!
//! Sleep sets speak of moves that *failed already*. What a task may assume of its elder siblings is
//! therefore read off when it starts: only those that are done count.

use super::measure::Measure;
use super::search::{Cancel, Candidate, Expansion, Node, Plan, Search, Verdict};
use super::sleep::MoveSet;
use super::stats::Stats;
use super::table::Table;
use crate::bits::cpu::{Cpu, Job, dispatch_on};
use crate::limits::{StopFlag, StopReason};
use crate::mayan::moves::bit_of;
use crate::mayan::{Move, Side};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// A node one move below the root.
struct Branch<const B: usize, M> {
    step: Move,
    /// What is known before anything below is searched.
    end: Result<Node<B, M>, Verdict>,
    found: Option<Expansion>,
    /// Whether the move that leads here is quiet at the root.
    candidate: Candidate<B, M>,
    /// Tasks below that are not done.
    open: AtomicUsize,
    failed: AtomicSet,
}

/// A node two moves below the root.
struct Task<const B: usize, M> {
    branch: usize,
    candidate: Candidate<B, M>,
    node: Node<B, M>,
    /// Whether it was searched out, or has a solution.
    done: AtomicBool,
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

/// What workers share.
struct Shared<'a, const B: usize, const N: usize, M> {
    root: Expansion,
    branches: Vec<Branch<B, M>>,
    tasks: Vec<Task<B, M>>,
    next: AtomicUsize,
    /// The number of the first task that has a solution so far.
    best: AtomicU64,
    answer: Mutex<(u64, Vec<Move>)>,
    stopped: Mutex<Option<StopReason>>,
    stats: Mutex<Stats>,
    root_failed: AtomicSet,
    plan: Plan,
    table: RwLock<Arc<Table<N>>>,
    /// Facts stored since the table was made.
    stored: AtomicUsize,
    /// Largest table allowed, as the n of 2ⁿ buckets.
    grow_to: u32,
    stop: &'a StopFlag,
}

/// Searches for one solution of `left` moves, three or more, with `threads` workers; there must be none
/// of fewer moves, or the plan must be `exactly`. Gives the verdict, the solution, and what was counted.
/// The table is shared; it grows between tasks, to at most 2ⁿ buckets for n = `grow_to`.
pub fn run<const B: usize, const N: usize, M: Measure<B>>(
    plan: Plan,
    (table, grow_to): (&mut Arc<Table<N>>, u32),
    node: &Node<B, M>,
    left: u64,
    stop: &StopFlag,
    threads: usize,
) -> (Verdict, Vec<Move>, Stats) {
    debug_assert!(!plan.all && left >= 3);
    let mut sink = |_: &[Move]| true;
    let mut search = Search::<B, N, M>::new(plan, table.clone(), 0, u64::MAX, stop, &mut sink);
    let shared = match dispatch_on(plan.switches.path(), Split { search: &mut search, node, left, grow_to }) {
        Ok(shared) => shared,
        Err(verdict) => return (verdict, search.path, search.stats),
    };
    let worker = |number| shared.work(left, number);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    match pool {
        Ok(pool) => {
            pool.broadcast(|context| worker(context.index()));
        }
        // Without threads the work is done all the same.
        Err(_) => worker(0),
    }
    if let Ok(grown) = shared.table.into_inner() {
        *table = grown;
    }
    let mut stats = search.stats;
    stats.add(&shared.stats.into_inner().unwrap_or_default());
    let (best, path) = shared.answer.into_inner().unwrap_or((u64::MAX, Vec::new()));
    let stopped = shared.stopped.into_inner().ok().flatten();
    match (best, stopped) {
        (_, Some(reason)) => (Verdict::Stopped(reason), path, stats),
        (u64::MAX, None) => (Verdict::None, path, stats),
        _ => (Verdict::Found, path, stats),
    }
}

/// Expands the root and the nodes below it.
struct Split<'s, 'a, const B: usize, const N: usize, M> {
    search: &'s mut Search<'a, B, N, M>,
    node: &'s Node<B, M>,
    left: u64,
    grow_to: u32,
}

impl<'a, const B: usize, const N: usize, M: Measure<B>> Job for Split<'_, 'a, B, N, M> {
    type Out = Result<Shared<'a, B, N, M>, Verdict>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Self::Out {
        let Split { search, node, left, grow_to } = self;
        search.enter_node(left)?;
        let (root, firsts) = search.expand_apart(node, left, MoveSet::NONE, cpu);
        let mut branches = Vec::new();
        let mut tasks = Vec::new();
        for candidate in firsts {
            search.path.push(candidate.step);
            let end = search.child(&candidate, left - 1, cpu);
            let mut branch = Branch {
                step: candidate.step,
                end,
                found: None,
                candidate,
                open: AtomicUsize::new(0),
                failed: AtomicSet::default(),
            };
            debug_assert!(!matches!(end, Err(Verdict::Found)), "there is no shorter solution");
            if let Ok(child) = end {
                search.enter_node(left - 1)?;
                let asleep = search.asleep_below(&root, &candidate);
                let (found, seconds) = search.expand_apart(&child, left - 1, asleep, cpu);
                for second in seconds {
                    search.path.push(second.step);
                    match search.child(&second, left - 2, cpu) {
                        Ok(node) => {
                            *branch.open.get_mut() += 1;
                            let done = AtomicBool::new(false);
                            tasks.push(Task { branch: branches.len(), candidate: second, node, done });
                        }
                        Err(_) => branch.failed.add(second.step),
                    }
                    search.path.pop();
                }
                if *branch.open.get_mut() == 0 {
                    search.note_failure(&child.board, left - 1);
                    branch.end = Err(Verdict::None);
                }
                branch.found = Some(found);
            }
            search.path.pop();
            branches.push(branch);
        }
        let root_failed = AtomicSet::default();
        for branch in branches.iter().filter(|branch| branch.end.is_err()) {
            root_failed.add(branch.step);
        }
        Ok(Shared {
            root,
            branches,
            tasks,
            next: AtomicUsize::new(0),
            best: AtomicU64::new(u64::MAX),
            answer: Mutex::new((u64::MAX, Vec::new())),
            stopped: Mutex::new(None),
            stats: Mutex::new(Stats::default()),
            root_failed,
            plan: search.plan,
            table: RwLock::new(search.table.clone()),
            stored: AtomicUsize::new(search.stored),
            grow_to,
            stop: search.stop,
        })
    }
}

impl<const B: usize, const N: usize, M: Measure<B>> Shared<'_, B, N, M> {
    /// Takes tasks, then helps with those of others, until none could still give the answer.
    fn work(&self, left: u64, worker: usize) {
        let mut sink = |_: &[Move]| true;
        let mut search = Search::<B, N, M>::new(self.plan, self.table(0), 0, u64::MAX, self.stop, &mut sink);
        let mut stopped = None;
        while stopped.is_none() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.tasks.len() || self.best.load(Ordering::Relaxed) < number as u64 {
                break;
            }
            search.turned = 0;
            stopped = self.search_task(&mut search, number, left);
        }
        while stopped.is_none() {
            let best = self.best.load(Ordering::Relaxed).min(self.tasks.len() as u64) as usize;
            let open: Vec<_> = (0..best).filter(|&n| !self.tasks[n].done.load(Ordering::Acquire)).collect();
            let Some(&number) = open.get(worker % open.len().max(1)) else { break };
            search.turned = 1 + (worker / open.len()) as u32;
            stopped = self.search_task(&mut search, number, left);
        }
        if let (Some(reason), Ok(mut shared)) = (stopped, self.stopped.lock()) {
            *shared = Some(reason);
        }
        if let Ok(mut stats) = self.stats.lock() {
            stats.add(&search.stats);
        }
    }

    /// Searches a task, and makes known what came of it; the reason if it was stopped.
    fn search_task<'t>(
        &'t self,
        search: &mut Search<'t, B, N, M>,
        number: usize,
        left: u64,
    ) -> Option<StopReason> {
        let task = &self.tasks[number];
        let branch = &self.branches[task.branch];
        search.table = self.table(std::mem::take(&mut search.stored));
        search.path.clear();
        search.path.extend([branch.step, task.candidate.step]);
        search.cancel = Some(Cancel { best: (&self.best, number as u64), done: &task.done });
        match self.search_below(search, task, branch, left) {
            Verdict::None if !task.done.swap(true, Ordering::AcqRel) => {
                branch.failed.add(task.candidate.step);
                if branch.open.fetch_sub(1, Ordering::AcqRel) == 1 {
                    self.root_failed.add(branch.step);
                    if let Ok(node) = &branch.end {
                        search.note_failure(&node.board, left - 1);
                    }
                }
            }
            Verdict::Found if search.turned == 0 => {
                self.best.fetch_min(number as u64, Ordering::Relaxed);
                task.done.store(true, Ordering::Release);
                if let Ok(mut answer) = self.answer.lock()
                    && (number as u64) < answer.0
                {
                    *answer = (number as u64, search.path.clone());
                }
            }
            // A helper has met a solution, not the first perhaps: the other one finds that.
            Verdict::Found => self.wait_for(task, number),
            Verdict::Stopped(reason) => return Some(reason),
            Verdict::None | Verdict::Cancelled => {}
        }
        None
    }

    /// Waits until a task is searched out, pointless, or stopped.
    fn wait_for(&self, task: &Task<B, M>, number: usize) {
        while !task.done.load(Ordering::Acquire)
            && self.best.load(Ordering::Relaxed) > number as u64
            && self.stop.raised().is_none()
        {
            std::thread::sleep(std::time::Duration::from_micros(200));
        }
    }

    /// The table to use, after so many more facts were stored. What others store in a table while a larger
    /// one is made of it is lost: that costs time, not truth.
    fn table(&self, stored: usize) -> Arc<Table<N>> {
        let current = self.table.read().unwrap_or_else(PoisonError::into_inner).clone();
        let all = self.stored.fetch_add(stored, Ordering::Relaxed) + stored;
        if all <= current.capacity() || current.bits() >= self.grow_to {
            return current;
        }
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        if table.bits() == current.bits() {
            *table = Arc::new(table.grown((table.bits() + 2).min(self.grow_to)));
            self.stored.store(0, Ordering::Relaxed);
        }
        table.clone()
    }

    fn search_below<'t>(
        &'t self,
        search: &mut Search<'t, B, N, M>,
        task: &Task<B, M>,
        branch: &Branch<B, M>,
        left: u64,
    ) -> Verdict {
        let Some(found) = &branch.found else { return Verdict::None };
        // What is known to fail at the root by now, then what that lets sleep below this branch.
        let root = self.root.with_failed(self.root_failed.get());
        let asleep = search.asleep_below(&root, &branch.candidate);
        if asleep.contains(task.candidate.step) {
            return Verdict::None;
        }
        let legal_asleep = asleep.and(found.legal);
        let here = found.with_failed(branch.failed.get()).with_failed(legal_asleep);
        let asleep = search.asleep_below(&here, &task.candidate);
        search.run(&task.node, left - 2, asleep)
    }
}
