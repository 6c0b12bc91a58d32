//! The expansion of some boards of a layer.

use super::board::{LaneBoard, Shape};
use super::clicks::{Expansion, Groups, expand};
use crate::bits::cpu::{Cpu, Kernel};
use crate::rules::StopReason;
use crate::rules::control::{Budget, PollCounter};
use crate::samegame::search::Report;
use crate::samegame::search::layered::{BoardId, Chunk, ENTRY_HEAD, PathRecord, Pending, hash_of};
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of boards expanded between two progress reports.
const REPORT_INTERVAL: u64 = 1 << 17;

/// The limits of a search, and the number of boards that were expanded so far.
pub struct Meter<'a> {
    pub budget: &'a Budget<'a>,
    pub report: &'a dyn Report,
    /// The number of boards whose expansion has begun; counted only if nodes are limited.
    begun: AtomicU64,
    /// The number of boards of chunks whose results were used; the same for any number of threads.
    needed: AtomicU64,
    /// The part of `needed` that was reported.
    reported: AtomicU64,
}

impl<'a> Meter<'a> {
    pub fn new(budget: &'a Budget<'a>, report: &'a dyn Report) -> Meter<'a> {
        let [begun, needed, reported] = [0; 3].map(AtomicU64::new);
        Meter { budget, report, begun, needed, reported }
    }

    /// Returns the number of boards of chunks whose results were used.
    pub fn nodes(&self) -> u64 {
        self.needed.load(Ordering::Relaxed)
    }

    /// Adds the boards of a chunk whose result is used.
    pub fn add(&self, expanded: &Expanded) {
        self.needed.fetch_add(expanded.nodes, Ordering::Relaxed);
    }

    /// Reports the boards since the last report, once there are at least `REPORT_INTERVAL`.
    pub fn report(&self) {
        let new = self.nodes() - self.reported.load(Ordering::Relaxed);
        if new >= REPORT_INTERVAL {
            self.reported.fetch_add(new, Ordering::Relaxed);
            self.report.advanced(new);
        }
    }

    /// Counts a board before it is expanded, and returns the reason to stop, if any.
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
    /// The boards to be expanded in the next layer.
    pub pending: Pending,
    /// A board of the layer, and the clicks that clear it, if some were found.
    pub found: Option<(BoardId, Vec<u8>)>,
    /// Whether boards were skipped because they need more clicks than are left.
    pub cut: bool,
    /// The limit at which the expansion stopped.
    pub stop: Option<StopReason>,
    /// The number of boards that were expanded.
    nodes: u64,
}

impl Expanded {
    fn add(&mut self, board: BoardId, path: &[u8], expansion: Expansion) {
        self.nodes += 1;
        self.cut |= expansion.cut;
        if let Some(last) = expansion.found {
            self.found = Some((board, [path, &last].concat()));
        }
    }
}

/// A board that is not stored in its table, because there was no memory left.
#[derive(Clone, Copy, Debug)]
pub struct Loose {
    board: LaneBoard,
    record: PathRecord,
}

impl Loose {
    /// Returns the board of an entry of a pending list.
    pub fn of_entry(&[_, record, a, b, c]: &[u64; ENTRY_HEAD + 3]) -> Loose {
        Loose { board: LaneBoard([a, b, c]), record: PathRecord(record) }
    }
}

/// The shape, the limits and the threads of all searches of one board. Each search tries one number of clicks.
pub struct Scope<'a> {
    pub shape: Shape,
    pub meter: Meter<'a>,
    pub threads: usize,
}

/// Clicks all groups on the boards of a chunk. The field `layer` of the chunk is the number of clicks that are left.
pub struct ExpandStored<'a>(pub &'a Scope<'a>, pub Chunk<'a>, pub &'a mut PollCounter);

impl<C: Cpu> Kernel<C> for ExpandStored<'_> {
    type Out = Expanded;

    #[inline(always)]
    fn run(self, cpu: C) -> Expanded {
        let ExpandStored(Scope { shape, meter, .. }, Chunk { table, shard, places, layer }, polls) = self;
        let (mut expanded, mut groups) = (Expanded::default(), Groups::new());
        for place in places.0..places.1 {
            expanded.stop = meter.count(polls);
            if expanded.stop.is_some() {
                break;
            }
            let (words, record) = table.get(place);
            let (board, from) = (LaneBoard([words[0], words[1], words[2]]), BoardId::new(shard, place));
            let (clicked, pending) = ((board, record.merit() as u32), &mut expanded.pending);
            let expansion = expand(cpu, shape, clicked, layer as u32, &mut groups, |after, first, at| {
                let (LaneBoard([a, b, c]), hash) = (after, hash_of(&after.0));
                // The merit is the first column of the clicked group. Of several paths, the highest merit is kept.
                let record = PathRecord::new(first.into(), 1, at, from);
                pending.list(hash).extend_from_slice(&[hash, record.0, a, b, c]);
            });
            expanded.add(from, &[], expansion);
            if expanded.found.is_some() {
                break;
            }
        }
        expanded
    }
}

/// Searches depth-first from boards that are not stored, each with `clicks` clicks left.
pub struct SearchLoose<'a> {
    pub scope: &'a Scope<'a>,
    pub boards: &'a [Loose],
    pub clicks: u32,
    pub polls: &'a mut PollCounter,
}

impl<C: Cpu> Kernel<C> for SearchLoose<'_> {
    type Out = Expanded;

    #[inline(always)]
    fn run(self, cpu: C) -> Expanded {
        let SearchLoose { scope: Scope { shape, meter, .. }, boards, clicks: all, polls } = self;
        let mut expanded = Expanded::default();
        let (mut groups, mut stack, mut path) = (Groups::new(), Vec::new(), Vec::new());
        for &Loose { board, record } in boards {
            // Each board with the first column of the last group, the length of the path to it, and the last click.
            stack.clear();
            stack.push((board, record.merit() as u32, 0, record.cell()));
            while let Some((board, first, depth, at)) = stack.pop() {
                expanded.stop = meter.count(polls);
                if expanded.stop.is_some() {
                    return expanded;
                }
                path.truncate(depth);
                path.push(at);
                let clicks = all - depth as u32;
                let expansion =
                    expand(cpu, shape, (board, first), clicks, &mut groups, |after, first, at| {
                        stack.push((after, first, depth + 1, at));
                    });
                expanded.add(record.from(), &path, expansion);
                if expanded.found.is_some() {
                    return expanded;
                }
            }
        }
        expanded
    }
}
