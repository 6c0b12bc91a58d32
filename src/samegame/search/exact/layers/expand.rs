//! All clicks of many boards, thirty-two boards at once.
//!
//! The boards after clicks are collected until there are thirty-two. Then they are bounded together, and those
//! that might surpass the best list are stored.
//!
//! If two clicks far apart follow each other, one order is enough:
//!
//! ```text
//!  . . 2 . .    The last click took 2s; the 1s lie to the left of them, with a column between. The 1s could have
//!  1 . 2 . 3    gone first, and the 2s after them: both groups would be the same, and the same board would be
//!  1 3 2 1 3    reached with as many points. So the 1s need not be clicked now.
//! ```
//!
//! No board is lost by this rule. Of all clicks that reach a board by a best path, take the one whose group
//! begins farthest to the right. If it were skipped, the two clicks in the other order would reach the board
//! with as many points, and their last click would begin even farther to the right: the group on the left
//! removes fewer columns than lie between the two beginnings. The board before that click is on a best path as
//! well, so it was stored, or proven not to surpass the best list.

use super::batch::{Batch, BatchBounds};
use super::encoding::{Encoding, MAX_WORDS};
use super::record::{BoardId, PathRecord};
use crate::bits::cpu::{Cpu, Kernel};
use crate::bits::lanes32::{BATCH, Lanes32, PerBoard};
use crate::samegame::repr::batch::{COLUMNS, Columns, ListedGroups};
use crate::samegame::search::exact::bound::click_losses::ClickLosses;
use crate::samegame::search::exact::points::PointTable;
use crate::samegame::search::layered::{ENTRY_HEAD, Pending, Table, hash_of};

/// The words of most entries of boards: enough for up to 4 colours and 100 tiles.
const COMMON_WORDS: usize = 6;

/// The boards after some clicks.
#[derive(Debug, Default)]
pub struct Children {
    /// The boards.
    pub pending: Pending,
    /// By number of tiles: an upper bound on the score of games that reach one of these boards with that many tiles;
    /// [`i32::MIN`] if there are none.
    pub bounds: Vec<i32>,
    /// The best finished game: its value, and its board.
    pub best: Option<(i32, BoardId)>,
}

impl Children {
    /// Creates an empty list, for boards of at most this many tiles.
    pub fn new(tiles: usize) -> Children {
        Children { pending: Pending::default(), bounds: vec![i32::MIN; tiles + 1], best: None }
    }

    /// Removes all boards but keeps the memory.
    pub fn clear(&mut self) {
        self.pending.clear();
        self.bounds.fill(i32::MIN);
        self.best = None;
    }
}

/// Some boards of one shard, all with the same number of tiles.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    /// The table of the boards.
    pub table: &'a Table<PathRecord>,
    pub shard: usize,
    /// The index of the first board, and the index after the last.
    pub places: (usize, usize),
    /// The number of tiles of each board.
    pub tiles: usize,
}

impl<'a> Chunk<'a> {
    /// Returns the number of boards.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.places.1 - self.places.0
    }

    /// Splits the boards into chunks of this size; the last one may be smaller.
    #[inline(always)]
    pub fn chunks(self, size: usize) -> impl Iterator<Item = Chunk<'a>> {
        let (first, last) = self.places;
        (first..last)
            .step_by(size)
            .map(move |first| Chunk { places: (first, last.min(first + size)), ..self })
    }
}

/// Expands boards, with reusable memory.
#[derive(Debug)]
pub struct Expander<V> {
    encoding: Encoding,
    /// The boards that are clicked.
    batch_bounds: BatchBounds<V>,
    batch: Batch,
    /// The boards after clicks.
    after: BatchBounds<V>,
    waiting: Batch,
    /// The boards after a click, before the open ones are queued.
    clicked: Box<Columns<[PerBoard; 3]>>,
}

/// Creates an expander for boards with this encoding and this many colours.
pub struct NewExpander<'a> {
    pub encoding: Encoding,
    pub colours: usize,
    pub scores: &'a PointTable,
}

impl<C: Cpu> Kernel<C> for NewExpander<'_> {
    type Out = Expander<C::Lanes32>;

    #[inline(always)]
    fn run(self, cpu: C) -> Self::Out {
        let NewExpander { encoding, colours, scores } = self;
        Expander {
            encoding,
            batch_bounds: BatchBounds::new(cpu, encoding, colours, scores.clone()),
            batch: Batch::new(),
            after: BatchBounds::new(cpu, encoding, colours, scores.clone()),
            waiting: Batch::new(),
            clicked: Box::new([[[0; BATCH]; 3]; COLUMNS]),
        }
    }
}

/// Clicks all groups of the boards of a chunk that have a high enough upper bound. Skips boards that are proven not to
/// lead above the floor, both before and after the click.
pub struct Expand<'a, V> {
    pub expander: &'a mut Expander<V>,
    pub chunk: Chunk<'a>,
    /// The value to surpass.
    pub floor: i32,
    /// The least upper bound of the boards that are clicked.
    pub min_bound: i32,
    pub children: &'a mut Children,
}

impl<C: Cpu> Kernel<C> for Expand<'_, C::Lanes32> {
    type Out = ();

    #[inline(always)]
    fn run(self, cpu: C) {
        let Expand { expander, chunk, floor, min_bound, children } = self;
        for few in chunk.chunks(BATCH) {
            expander.expand_batch(cpu, few, (floor, min_bound), children);
        }
        expander.store_open(cpu, chunk.tiles, floor, children);
    }
}

/// Appends the upper bounds on the scores by way of the boards of a chunk.
pub struct UpperBounds<'a, V> {
    pub expander: &'a mut Expander<V>,
    pub chunk: Chunk<'a>,
    pub upper_bounds: &'a mut Vec<i32>,
}

impl<C: Cpu> Kernel<C> for UpperBounds<'_, C::Lanes32> {
    type Out = ();

    #[inline(always)]
    fn run(self, cpu: C) {
        let UpperBounds { expander, chunk, upper_bounds } = self;
        for few in chunk.chunks(BATCH) {
            expander.load(cpu, few);
            for at in 0..few.len() {
                upper_bounds.push(expander.batch_bounds.upper_bound(&expander.batch, at));
            }
        }
    }
}

impl<V> Expander<V> {
    /// Clicks at most thirty-two boards, and queues the boards after the clicks.
    #[inline(always)]
    fn expand_batch<C: Cpu>(
        &mut self,
        cpu: C,
        chunk: Chunk,
        (floor, min_bound): (i32, i32),
        children: &mut Children,
    ) where
        V: Lanes32<C>,
    {
        let Chunk { shard, places: (first, _), tiles: all, .. } = chunk;
        let boards = chunk.len().min(BATCH);
        self.load(cpu, chunk);
        let mut least: [Option<ClickLosses>; BATCH] = [const { None }; BATCH];
        let mut open = self.batch_bounds.open_boards(cpu, &self.batch, floor, Some(&mut least));
        for at in 0..boards {
            if min_bound > i32::MIN && self.batch_bounds.upper_bound(&self.batch, at) < min_bound {
                open[at] = 0;
            }
        }
        let colours = self.batch_bounds.colours();
        let mut over = open;
        self.batch_bounds.boards.link();
        let mut rest = self.batch_bounds.boards.list_groups(cpu, &open);
        while let Some(ListedGroups { sizes, cells, ends, codes }) =
            self.batch_bounds.boards.next_groups(cpu, &mut rest)
        {
            let mut entered = 0u32;
            let mut records = [PathRecord(0); BATCH];
            for at in 0..boards {
                let size = usize::from(sizes[at]);
                if size == 0 {
                    continue;
                }
                over[at] = 0;
                let record = self.batch.records[at];
                // The other order of the two clicks is as good.
                if ends[at] + 1 < record.column() {
                    continue;
                }
                let scores = &self.batch_bounds.scores;
                let colour = usize::from(codes[at]) - 1;
                let counts = &mut self.batch.counts[at][..colours];
                counts[colour] -= size;
                let gain = record.gain() + scores.points(size);
                let (rough, enough) = (scores.upper_bound(counts), floor - gain);
                // Not a closure: it would be compiled without the instructions of its CPU path.
                let mut enter = rough > enough;
                if enter && let Some(least) = &least[at] {
                    let single = counts.contains(&1);
                    enter = !least.enough(
                        colour,
                        counts[colour],
                        single,
                        rough - enough,
                        &self.batch_bounds.split,
                    );
                }
                if enter {
                    entered |= 1 << at;
                    records[at] =
                        PathRecord::new(gain, size, cells[at] as u8, BoardId::new(shard, first + at));
                }
                counts[colour] += size;
            }
            if entered != 0 {
                self.enqueue(cpu, (entered, &records, &codes), all, floor, children);
            }
        }
        for at in 0..boards {
            if over[at] > 0 {
                let counts = self.batch.counts[at].iter().copied();
                let value = self.batch.records[at].gain() + self.batch_bounds.scores.at_end(counts);
                if value > floor && children.best.is_none_or(|(best, _)| value > best) {
                    children.best = Some((value, BoardId::new(shard, first + at)));
                }
            }
        }
    }

    /// Loads at most thirty-two boards into lanes, and counts their tiles.
    #[inline(always)]
    fn load<C: Cpu>(&mut self, cpu: C, chunk: Chunk)
    where
        V: Lanes32<C>,
    {
        self.batch.len = chunk.len().min(BATCH);
        for at in 0..self.batch.len {
            let (words, record) = chunk.table.get(chunk.places.0 + at);
            self.encoding.read(words, at, &mut self.batch.columns);
            self.batch.records[at] = record;
        }
        self.batch_bounds.load(cpu, &self.batch);
        self.batch_bounds.count(cpu, &mut self.batch);
    }

    /// Removes the groups, and queues the boards of the lanes in `entered` (a bit each). A full queue is
    /// processed.
    #[inline(always)]
    fn enqueue<C: Cpu>(
        &mut self,
        cpu: C,
        (mut entered, records, codes): (u32, &[PathRecord; BATCH], &PerBoard),
        all: usize,
        floor: i32,
        children: &mut Children,
    ) where
        V: Lanes32<C>,
    {
        let cols = self.encoding.cols.min(16);
        let planes = self.batch_bounds.boards.planes;
        self.batch_bounds.boards.remove(cpu);
        for col in 0..cols {
            for plane in 0..3 {
                self.clicked[col][plane] = self.batch_bounds.boards.planes[col][plane].to_array();
            }
        }
        self.batch_bounds.boards.planes = planes;
        while entered != 0 {
            let from = entered.trailing_zeros() as usize;
            entered &= entered - 1;
            let waiting = &mut self.waiting;
            let to = waiting.len.min(BATCH - 1);
            for col in 0..cols {
                for plane in 0..3 {
                    waiting.columns[col][plane][to] = self.clicked[col][plane][from];
                }
            }
            waiting.records[to] = records[from];
            waiting.counts[to] = self.batch.counts[from];
            waiting.counts[to][usize::from(codes[from]) - 1] -= records[from].tiles();
            waiting.len = to + 1;
            if waiting.len == BATCH {
                self.store_open(cpu, all, floor, children);
            }
        }
    }

    /// Stores the queued boards that might surpass the floor.
    #[inline(always)]
    fn store_open<C: Cpu>(&mut self, cpu: C, all: usize, floor: i32, children: &mut Children)
    where
        V: Lanes32<C>,
    {
        self.after.load(cpu, &self.waiting);
        let open = self.after.open_boards(cpu, &self.waiting, floor, None);
        let heights = self.after.boards.heights();
        for at in 0..self.waiting.len.min(BATCH) {
            if open[at] == 0 {
                continue;
            }
            let record = self.waiting.records[at];
            let left = all - record.tiles();
            let rough = self.after.scores.upper_bound(&self.waiting.counts[at][..self.after.colours()]);
            let bound = &mut children.bounds[left];
            *bound = (*bound).max(record.gain() + rough);
            let mut words = [0; ENTRY_HEAD + MAX_WORDS];
            let size = ENTRY_HEAD + self.encoding.words(left);
            self.encoding.write(&heights, &self.waiting.columns, at, &mut words[ENTRY_HEAD..size]);
            let hash = hash_of(&words[ENTRY_HEAD..size]);
            (words[0], words[1]) = (hash, record.0);
            let list = children.pending.list(hash);
            if size <= COMMON_WORDS {
                // A copy of a constant size needs no call.
                list.extend_from_slice(&words[..COMMON_WORDS]);
                list.truncate(list.len() - (COMMON_WORDS - size));
            } else {
                list.extend_from_slice(&words[..size]);
            }
        }
        self.waiting.len = 0;
    }
}
