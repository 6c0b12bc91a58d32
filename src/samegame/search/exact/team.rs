//! A search by a lead and its helpers, each on its own thread.

use super::memo::Memo;
use super::monitor::{SearchMonitor, new_tree};
use super::race::Race;
use super::tree::{Tree, TreeResult};
use crate::bits::cpu::{Cpu, Kernel};
use crate::rules::Threads;
use crate::samegame::repr::BoardRepr;
use crate::samegame::search::budget::Budget;
use crate::samegame::search::exact::points::PointTable;
use crate::samegame::search::{Query, Report};
use std::sync::Arc;
use std::thread::{Builder, scope};

/// One thread's part of a search.
pub struct Worker<'a, B> {
    /// The board.
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

/// Creates the trees of a lead and its helpers, which share one memo. Boards on the heap have no helpers.
pub fn new_trees<B: BoardRepr>(
    board: &B,
    scores: PointTable,
    query: &Query,
    budget: &Budget,
    threads: usize,
) -> (Tree<B>, Vec<Tree<B>>) {
    if !Threads::AVAILABLE || threads <= 1 {
        return (new_tree(board, scores, query, budget), Vec::new());
    }
    let memory = budget.limits.memory;
    let memo = Memo::shared(memory, board);
    let stack_bytes = memory.max(1 << 22) / 2 / threads;
    let lead = Tree::new(scores, query.grid().colours(), Memo::Shared(memo.clone()), stack_bytes);
    let helpers = (1..threads).map(|worker| lead.helper(Memo::Shared(memo.clone()), worker)).collect();
    (lead, helpers)
}

/// Creates the helpers from their trees.
pub fn new_helpers<'a, B: BoardRepr>(
    trees: Vec<Tree<B>>,
    board: &'a B,
    query: &'a Query,
    budget: &'a Budget,
    report: &'a dyn Report,
) -> Vec<Worker<'a, B>> {
    let monitor = || SearchMonitor::of_helper(query, budget, report);
    trees.into_iter().map(|tree| Worker { board, tree, monitor: monitor() }).collect()
}

/// Ends a race when the lead is done or panics.
struct EndOnDrop<'a>(&'a Race);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// The result of a worker, and the worker.
pub type Done<'a, B> = (TreeResult, Worker<'a, B>);

/// Searches until the lead is done. Helpers whose thread cannot be started are left out.
///
/// # Panics
/// If a helper panics.
#[inline(always)]
pub fn search<'a, C: Cpu, B: BoardRepr>(
    cpu: C,
    lead: Worker<'a, B>,
    helpers: Vec<Worker<'a, B>>,
) -> (Done<'a, B>, Vec<Done<'a, B>>) {
    if !Threads::AVAILABLE || helpers.is_empty() {
        return (cpu.call(lead), Vec::new());
    }
    let race = Arc::clone(lead.tree.race());
    scope(|scope| {
        let start = |helper| Builder::new().spawn_scoped(scope, move || cpu.call(helper)).ok();
        let running: Vec<_> = helpers.into_iter().filter_map(start).collect();
        let guard = EndOnDrop(&race);
        let lead = cpu.call(lead);
        drop(guard);
        let done = running.into_iter().map(|helper| helper.join().expect("a helper panicked")).collect();
        (lead, done)
    })
}
