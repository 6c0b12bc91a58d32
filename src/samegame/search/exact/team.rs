//! A search by a lead and its helpers, each on a thread.

use super::memo::Memo;
use super::race::Race;
use super::tree::{Proved, Tree};
use super::watcher::{Watcher, tree_of};
use crate::bits::cpu::{Cpu, Job};
use crate::samegame::board::AtRest;
use crate::samegame::search::exact::points::Worth;
use crate::samegame::search::gate::Gate;
use crate::samegame::search::{Query, Report};
use std::sync::Arc;
use std::thread::{Builder, scope};

/// One who searches.
pub struct Member<'a, B> {
    /// The board.
    pub board: &'a B,
    /// What it searches with.
    pub tree: Tree<B>,
    /// Who watches it.
    pub watcher: Watcher<'a>,
}

impl<'a, B: AtRest> Job for Member<'a, B> {
    type Out = Done<'a, B>;

    #[inline(always)]
    fn run<C: Cpu>(mut self, cpu: C) -> Self::Out {
        let proved = self.tree.race_on(cpu, self.board, &mut self.watcher);
        self.watcher.tell(proved.nodes);
        (proved, self)
    }
}

/// The trees of a lead and its helpers, which share the memory of one; only boards that have nothing outside themselves
/// have helpers.
pub fn trees_of<B: AtRest>(
    (board, heap): (&B, usize),
    worth: Worth,
    query: &Query,
    gate: &Gate,
    threads: usize,
) -> (Tree<B>, Vec<Tree<B>>) {
    if threads <= 1 {
        return (tree_of(board, heap, worth, query, gate), Vec::new());
    }
    let memory = gate.limits.memory;
    let memo = Memo::shared(memory, board);
    let room = memory.max(1 << 22) / 2 / threads;
    let lead = Tree::new(worth, query.grid().colours(), Memo::Shared(memo.clone()), room);
    let helpers = (1..threads).map(|place| lead.helper(Memo::Shared(memo.clone()), place)).collect();
    (lead, helpers)
}

/// What helpers are made of.
pub fn helpers_of<'a, B: AtRest>(
    trees: Vec<Tree<B>>,
    board: &'a B,
    query: &'a Query,
    gate: &'a Gate,
    report: &'a dyn Report,
) -> Vec<Member<'a, B>> {
    let watcher = || Watcher::of_helper(query, gate, report);
    trees.into_iter().map(|tree| Member { board, tree, watcher: watcher() }).collect()
}

/// Ends a race when the lead is done, also by a panic.
struct Ending<'a>(&'a Race);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// A member, and what it has proved.
pub type Done<'a, B> = (Proved, Member<'a, B>);

/// Searches until the lead is done. Helpers for whom there is no thread are left out.
///
/// # Panics
/// If a helper panics.
#[inline(always)]
pub fn search<'a, C: Cpu, B: AtRest>(
    cpu: C,
    lead: Member<'a, B>,
    helpers: Vec<Member<'a, B>>,
) -> (Done<'a, B>, Vec<Done<'a, B>>) {
    if helpers.is_empty() {
        return (cpu.enter(lead), Vec::new());
    }
    let race = Arc::clone(lead.tree.race());
    scope(|scope| {
        let start = |helper| Builder::new().spawn_scoped(scope, move || cpu.enter(helper)).ok();
        let at_work: Vec<_> = helpers.into_iter().filter_map(start).collect();
        let ending = Ending(&race);
        let lead = cpu.enter(lead);
        drop(ending);
        let done = at_work.into_iter().map(|helper| helper.join().expect("a helper panicked")).collect();
        (lead, done)
    })
}
