//! A search by a lead and its helpers, each on its own thread.

use super::memo::{Memo, heap_of};
use super::monitor::SearchMonitor;
use super::race::Race;
use super::tree::{Tree, TreeResult};
use crate::bits::cpu::{Cpu, Kernel};
use crate::rules::threads::results_in_order;
use crate::rules::{Threads, lock};
use crate::samegame::repr::BoardRepr;
use crate::samegame::search::budget::Budget;
use crate::samegame::search::exact::points::PointTable;
use crate::samegame::search::{Query, Report};
use std::sync::{Arc, Mutex};

/// One thread's part of a search.
pub struct Worker<'a, B> {
    pub board: &'a B,
    /// The tree search.
    pub tree: Tree<B>,
    /// The observer of the search.
    pub monitor: SearchMonitor<'a>,
}

impl<'a, C: Cpu, B: BoardRepr> Kernel<C> for Worker<'a, B> {
    type Out = Done<'a, B>;

    #[inline(always)]
    fn run(mut self, cpu: C) -> Self::Out {
        let proved = self.tree.race_on(cpu, self.board, &mut self.monitor);
        self.monitor.report_nodes(proved.nodes);
        (proved, self)
    }
}

/// Creates a tree search with the memory of the limits. A board on the heap takes as much memory in the memo as
/// on the path, so each of the two gets half.
pub fn new_tree<B: BoardRepr>(board: &B, scores: PointTable, query: &Query, budget: &Budget) -> Tree<B> {
    let (memory, heap) = (budget.limits.memory, heap_of::<B>(query.grid()));
    let memo = Memo::new(if heap > 0 { memory / 2 } else { memory }, heap, board.clone());
    Tree::new(scores, query.grid().colours(), memo, memory.max(1 << 22) / 2)
}

/// Creates a lead, whose monitor is given, and its helpers, all with one memo. Boards on the heap have no helpers.
pub fn new_workers<'a, B: BoardRepr>(
    board: &'a B,
    scores: PointTable,
    monitor: SearchMonitor<'a>,
    (query, budget, report): (&'a Query<'a>, &'a Budget<'a>, &'a dyn Report),
    threads: usize,
) -> Vec<Worker<'a, B>> {
    if !Threads::AVAILABLE || threads <= 1 {
        return vec![Worker { board, tree: new_tree(board, scores, query, budget), monitor }];
    }
    let memory = budget.limits.memory;
    let memo = Memo::shared(memory, board);
    let stack_bytes = memory.max(1 << 22) / 2 / threads;
    let lead = Tree::new(scores, query.grid().colours(), Memo::Shared(memo.clone()), stack_bytes);
    let helper = |worker| {
        let tree = lead.helper(Memo::Shared(memo.clone()), worker);
        Worker { board, tree, monitor: SearchMonitor::of_helper(query, budget, report) }
    };
    let helpers: Vec<_> = (1..threads).map(helper).collect();
    std::iter::once(Worker { board, tree: lead, monitor }).chain(helpers).collect()
}

/// Ends a race when the lead is done or panics.
struct EndOnDrop<'a>(&'a Race);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

pub type Done<'a, B> = (TreeResult, Worker<'a, B>);

/// Searches until the lead, the first of the workers, is done. Returns the workers with their results in the same order.
///
/// # Panics
/// If a worker panics.
#[inline(always)]
pub fn search<C: Cpu, B: BoardRepr>(cpu: C, workers: Vec<Worker<'_, B>>) -> Vec<Done<'_, B>> {
    let race = Arc::clone(workers[0].tree.race());
    let workers: Vec<_> = workers.into_iter().map(|worker| Mutex::new(Some(worker))).collect();
    results_in_order(workers.len(), || {
        |number| {
            let worker = lock(workers.get(number)?).take()?;
            let _end = (number == 0).then(|| EndOnDrop(&race));
            Some(cpu.call(worker))
        }
    })
}
