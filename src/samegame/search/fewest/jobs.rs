//! The work of the threads of a search. Each thread works until nothing is left.

use super::board::{Board, Shape};
use super::clicks::{Child, Expansion, Groups, expand};
use super::store::{Index, SHARDS, Shard, hash, shard_of};
use crate::bits::cpu::{Cpu, Kernel};
use crate::rules::StopReason;
use crate::samegame::search::budget::{Budget, PollCounter};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

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
}

impl Meter<'_> {
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
    /// The boards to be expanded, by shard.
    pub by_shard: Vec<Vec<Child>>,
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
    Stored(&'a Shard, usize, usize),
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

/// Clicks the boards of the chunks, a chunk at a time. Once a list is found, only the chunks before are searched to the
/// end, so that the first list of all is the same for any number of threads.
pub struct ExpandJob<'a> {
    pub shape: &'a Shape,
    pub meter: &'a Meter<'a>,
    /// The clicks left for each board.
    pub clicks: u32,
    pub chunks: &'a [Chunk<'a>],
    pub next: &'a AtomicUsize,
    pub done: &'a Mutex<Vec<(usize, Expanded)>>,
    /// The lowest number of a chunk after which nothing is needed.
    pub end: &'a AtomicUsize,
}

impl<C: Cpu> Kernel<C> for ExpandJob<'_> {
    type Out = ();

    #[inline(always)]
    fn run(self, cpu: C) {
        let mut polls = PollCounter::default();
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&chunk) = self.chunks.get(number) else { return };
            if number > self.end.load(Ordering::Relaxed) {
                return;
            }
            let (shape, meter, clicks, polls) = (self.shape, self.meter, self.clicks, &mut polls);
            let expanded = match chunk {
                Chunk::Stored(shard, start, end) => {
                    cpu.call(ExpandStored { shape, meter, clicks, shard, numbers: (start, end), polls })
                }
                Chunk::Loose(boards) => cpu.call(SearchLoose { shape, meter, clicks, boards, polls }),
            };
            if expanded.found.is_some() || expanded.stop.is_some() {
                self.end.fetch_min(number, Ordering::Relaxed);
            }
            if let Ok(mut done) = self.done.lock() {
                done.push((number, expanded));
            }
        }
    }
}

/// Collects the boards after clicks on stored boards.
struct ExpandStored<'a> {
    shape: &'a Shape,
    meter: &'a Meter<'a>,
    clicks: u32,
    shard: &'a Shard,
    numbers: (usize, usize),
    polls: &'a mut PollCounter,
}

impl<C: Cpu> Kernel<C> for ExpandStored<'_> {
    type Out = Expanded;

    #[inline(always)]
    fn run(self, cpu: C) -> Expanded {
        let mut expanded = Expanded { by_shard: vec![Vec::new(); SHARDS], ..Expanded::default() };
        let mut groups = Groups::new();
        for number in self.numbers.0..self.numbers.1 {
            expanded.stop = self.meter.count(self.polls);
            if expanded.stop.is_some() {
                break;
            }
            let child = self.shard.get(number);
            let by_shard = &mut expanded.by_shard;
            let expansion = expand(cpu, self.shape, child, self.clicks, &mut groups, |after, _| {
                by_shard[shard_of(hash(&after.board))].push(after);
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
struct SearchLoose<'a> {
    shape: &'a Shape,
    meter: &'a Meter<'a>,
    clicks: u32,
    boards: &'a [Child],
    polls: &'a mut PollCounter,
}

impl<C: Cpu> Kernel<C> for SearchLoose<'_> {
    type Out = Expanded;

    #[inline(always)]
    fn run(self, cpu: C) -> Expanded {
        let mut expanded = Expanded::default();
        let (mut groups, mut stack, mut path) = (Groups::new(), Vec::new(), Vec::new());
        for &root in self.boards {
            // Boards with the length of the path to them, and its last click.
            stack.clear();
            stack.push((root, 0, 0));
            while let Some((child, depth, at)) = stack.pop() {
                expanded.stop = self.meter.count(self.polls);
                if expanded.stop.is_some() {
                    return expanded;
                }
                if depth > 0 {
                    path.truncate(depth - 1);
                    path.push(at);
                }
                let clicks = self.clicks - depth as u32;
                let expansion = expand(cpu, self.shape, child, clicks, &mut groups, |after, at| {
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

/// A shard of the next layer.
pub struct Target<'a> {
    pub shard: &'a mut Shard,
    pub index: &'a mut Index,
    /// The bytes that the shard and its index may use.
    pub memory: usize,
    /// The boards for which there was no room.
    pub loose: Vec<Child>,
}

/// Inserts boards into shards, a shard at a time.
pub struct InsertJob<'a, 'b> {
    pub expanded: &'a [(usize, Expanded)],
    pub targets: &'a [Mutex<Target<'b>>],
    pub next: &'a AtomicUsize,
}

/// How many boards ahead the entry of the index is prefetched, and the stored board.
const PREFETCH_DISTANCES: [usize; 2] = [16, 8];

impl<C: Cpu> Kernel<C> for InsertJob<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run(self, cpu: C) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(Ok(mut target)) = self.targets.get(number).map(Mutex::lock) else { return };
            let Target { shard, index, memory, loose } = &mut *target;
            for (_, expanded) in self.expanded {
                let Some(list) = expanded.by_shard.get(number) else { continue };
                for at in 0..list.len() + PREFETCH_DISTANCES[0] {
                    if let Some(child) = list.get(at) {
                        index.prefetch(cpu, hash(&child.board));
                    }
                    let at = at.wrapping_sub(PREFETCH_DISTANCES[0] - PREFETCH_DISTANCES[1]);
                    if let Some(child) = list.get(at) {
                        index.prefetch_board(cpu, hash(&child.board), shard);
                    }
                    let at = at.wrapping_sub(PREFETCH_DISTANCES[1]);
                    if let Some(&child) = list.get(at)
                        && !index.insert(shard, child, hash(&child.board), *memory)
                    {
                        loose.push(child);
                    }
                }
            }
        }
    }
}
