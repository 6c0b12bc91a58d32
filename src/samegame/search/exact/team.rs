//! A search by a lead and its helpers, each on a thread.

use super::memo::Memo;
use super::monitor::{SearchMonitor, new_tree};
use super::race::Race;
use super::tree::{Proved, Tree};
use crate::bits::cpu::{Cpu, Kernel};
use crate::samegame::repr::BoardRepr;
use crate::samegame::search::budget::Budget;
use crate::samegame::search::exact::points::PointTable;
use crate::samegame::search::{Query, Report};
use std::sync::Arc;
use std::thread::{Builder, scope};

/// One who searches.
pub struct Worker<'a, B> {
    /// The board.
    pub board: &'a B,
    /// What it searches with.
    pub tree: Tree<B>,
    /// Who watches it.
    pub monitor: SearchMonitor<'a>,
}

impl<'a, B: BoardRepr> Kernel for Worker<'a, B> {
    type Out = Done<'a, B>;

    #[inline(always)]
    fn run<C: Cpu>(mut self, cpu: C) -> Self::Out {
        let proved = self.tree.race_on(cpu, self.board, &mut self.monitor);
        self.monitor.report_nodes(proved.nodes);
        (proved, self)
    }
}

/// The trees of a lead and its helpers, which share the memory of one; only boards that have nothing outside themselves
/// have helpers.
pub fn trees_of<B: BoardRepr>(
    (board, heap): (&B, usize),
    scores: PointTable,
    query: &Query,
    budget: &Budget,
    threads: usize,
) -> (Tree<B>, Vec<Tree<B>>) {
    if threads <= 1 {
        return (new_tree(board, heap, scores, query, budget), Vec::new());
    }
    let memory = budget.limits.memory;
    let memo = Memo::shared(memory, board);
    let room = memory.max(1 << 22) / 2 / threads;
    let lead = Tree::new(scores, query.grid().colours(), Memo::Shared(memo.clone()), room);
    let helpers = (1..threads).map(|worker| lead.helper(Memo::Shared(memo.clone()), worker)).collect();
    (lead, helpers)
}

/// What helpers are made of.
pub fn helpers_of<'a, B: BoardRepr>(
    trees: Vec<Tree<B>>,
    board: &'a B,
    query: &'a Query,
    budget: &'a Budget,
    report: &'a dyn Report,
) -> Vec<Worker<'a, B>> {
    let monitor = || SearchMonitor::of_helper(query, budget, report);
    trees.into_iter().map(|tree| Worker { board, tree, monitor: monitor() }).collect()
}

/// Ends a race when the lead is done, also by a panic.
struct Ending<'a>(&'a Race);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// A member, and what it has proved.
pub type Done<'a, B> = (Proved, Worker<'a, B>);

/// Searches until the lead is done. Helpers for whom there is no thread are left out.
///
/// # Panics
/// If a helper panics.
#[inline(always)]
pub fn search<'a, C: Cpu, B: BoardRepr>(
    cpu: C,
    lead: Worker<'a, B>,
    helpers: Vec<Worker<'a, B>>,
) -> (Done<'a, B>, Vec<Done<'a, B>>) {
    if helpers.is_empty() {
        return (cpu.call(lead), Vec::new());
    }
    let race = Arc::clone(lead.tree.race());
    scope(|scope| {
        let start = |helper| Builder::new().spawn_scoped(scope, move || cpu.call(helper)).ok();
        let at_work: Vec<_> = helpers.into_iter().filter_map(start).collect();
        let ending = Ending(&race);
        let lead = cpu.call(lead);
        drop(ending);
        let done = at_work.into_iter().map(|helper| helper.join().expect("a helper panicked")).collect();
        (lead, done)
    })
}
