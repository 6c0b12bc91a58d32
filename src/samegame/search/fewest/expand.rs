//! The expansion of some boards of a layer.

use super::board::{Board, Shape};
use super::clicks::{Child, Expansion, Groups, LastClick, expand};
use crate::bits::cpu::{Cpu, Kernel};
use crate::rules::StopReason;
use crate::samegame::search::budget::{Budget, PollCounter};
use crate::samegame::search::layered::{Pending, Table, hash_of};
use std::sync::atomic::{AtomicU64, Ordering};

/// The limits of a search, and the boards that were expanded so far.
pub struct Meter<'a> {
    budget: &'a Budget<'a>,
    /// The boards that were begun, if nodes are limited.
    begun: AtomicU64,
    /// The boards without those of chunks that were not needed, which is the same for any number of threads.
    needed: AtomicU64,
}

impl<'a> Meter<'a> {
    /// Creates the meter of a search.
    pub fn new(budget: &'a Budget<'a>) -> Meter<'a> {
        Meter { budget, begun: AtomicU64::new(0), needed: AtomicU64::new(0) }
    }

    /// Returns the boards that were expanded and needed.
    pub fn nodes(&self) -> u64 {
        self.needed.load(Ordering::Relaxed)
    }

    /// Adds the boards of a chunk that was needed.
    pub fn add(&self, expanded: &Expanded) {
        self.needed.fetch_add(expanded.nodes, Ordering::Relaxed);
    }

    /// Counts a board before it is expanded, and returns the reason to stop.
    #[inline(always)]
    fn count(&self, polls: &mut PollCounter) -> Option<StopReason> {
        let stop = polls.count(self.budget, 1);
        if stop.is_some() {
            return stop;
        }
        let over = |limit| self.begun.fetch_add(1, Ordering::Relaxed) >= limit;
        self.budget.limits.nodes.is_some_and(over).then_some(StopReason::Nodes)
    }
}

/// The boards after clicks on the boards of a chunk.
#[derive(Debug, Default)]
pub struct Expanded {
    /// The boards to be expanded.
    pub pending: Pending,
    /// A board of the chunk, and the clicks that clear it.
    pub found: Option<(Board, Vec<u8>)>,
    /// Whether boards were skipped because they need more clicks.
    pub cut: bool,
    /// The limit that was reached.
    pub stop: Option<StopReason>,
    /// The boards that were expanded.
    nodes: u64,
}

impl Expanded {
    fn add(&mut self, board: Board, path: &[u8], expansion: Expansion) {
        self.nodes += 1;
        self.cut |= expansion.cut;
        if let Some(last) = expansion.found {
            self.found = Some((board, [path, &last].concat()));
        }
    }
}

/// Some boards of a layer.
#[derive(Clone, Copy)]
pub enum Chunk<'a> {
    /// Boards whose clicks are to be collected, from the first number to before the second.
    Stored(&'a Table<LastClick>, usize, usize),
    /// Boards that are not stored: all boards that can be reached from them are searched.
    Loose(&'a [Child]),
}

impl Chunk<'_> {
    /// Returns the approximate work of expanding the chunk, in boards.
    pub fn cost(&self) -> usize {
        match self {
            Chunk::Stored(_, start, end) => end - start,
            // Many boards can be reached from each.
            Chunk::Loose(boards) => boards.len() * 16,
        }
    }
}

/// Expands the boards of a chunk.
pub struct Expand<'a> {
    pub shape: &'a Shape,
    pub meter: &'a Meter<'a>,
    /// The clicks left for each board.
    pub clicks: u32,
    pub chunk: Chunk<'a>,
    pub polls: &'a mut PollCounter,
}

impl Expand<'_> {
    /// Expands the boards.
    #[inline(always)]
    pub fn run<C: Cpu>(self, cpu: C) -> Expanded {
        match self.chunk {
            Chunk::Stored(table, start, end) => cpu.call(ExpandStored(self, table, (start, end))),
            Chunk::Loose(boards) => cpu.call(SearchLoose(self, boards)),
        }
    }
}

/// Collects the boards after clicks on stored boards.
struct ExpandStored<'a>(Expand<'a>, &'a Table<LastClick>, (usize, usize));

impl<C: Cpu> Kernel<C> for ExpandStored<'_> {
    type Out = Expanded;

    #[inline(always)]
    fn run(self, cpu: C) -> Expanded {
        let ExpandStored(Expand { shape, meter, clicks, polls, .. }, table, (start, end)) = self;
        let (mut expanded, mut groups) = (Expanded::default(), Groups::new());
        for place in start..end {
            expanded.stop = meter.count(polls);
            if expanded.stop.is_some() {
                break;
            }
            let child = Child::of(table, place);
            let pending = &mut expanded.pending;
            let expansion = expand(cpu, shape, child, clicks, &mut groups, |after, _| {
                let (Board([a, b, c]), hash) = (after.board, hash_of(&after.board.0));
                pending.list(hash).extend_from_slice(&[hash, after.last.0.into(), a, b, c]);
            });
            expanded.add(child.board, &[], expansion);
            if expanded.found.is_some() {
                break;
            }
        }
        expanded
    }
}

/// Searches depth-first from boards that are not stored.
struct SearchLoose<'a>(Expand<'a>, &'a [Child]);

impl<C: Cpu> Kernel<C> for SearchLoose<'_> {
    type Out = Expanded;

    #[inline(always)]
    fn run(self, cpu: C) -> Expanded {
        let SearchLoose(Expand { shape, meter, clicks: all, polls, .. }, boards) = self;
        let mut expanded = Expanded::default();
        let (mut groups, mut stack, mut path) = (Groups::new(), Vec::new(), Vec::new());
        for &root in boards {
            // Boards with the length of the path to them, and its last click.
            stack.clear();
            stack.push((root, 0, 0));
            while let Some((child, depth, at)) = stack.pop() {
                expanded.stop = meter.count(polls);
                if expanded.stop.is_some() {
                    return expanded;
                }
                if depth > 0 {
                    path.truncate(depth - 1);
                    path.push(at);
                }
                let clicks = all - depth as u32;
                let expansion = expand(cpu, shape, child, clicks, &mut groups, |after, at| {
                    stack.push((after, depth + 1, at));
                });
                expanded.add(root.board, &path[..depth], expansion);
                if expanded.found.is_some() {
                    return expanded;
                }
            }
        }
        expanded
    }
}
