//! Upper bounds on thirty-two boards at once, in SIMD lanes.

use super::encoding::Encoding;
use super::record::PathRecord;
use crate::bits::cpu::Cpu;
use crate::bits::lanes32::{BATCH, Lanes32, PerBoard};
use crate::samegame::repr::batch::{BoardBatch, COLUMNS, Columns, MergeAnalysis};
use crate::samegame::repr::packed::Packed;
use crate::samegame::search::exact::bound::barriers::Barriers;
use crate::samegame::search::exact::bound::click_losses::{ClickLosses, SetLosses, SplitLosses};
use crate::samegame::search::exact::bound::merging::{MAX_COLOURS, SETS};
use crate::samegame::search::exact::points::PointTable;

/// Room for the colours of a board.
pub const COLOURS: usize = 8;

/// Boards in SIMD lanes, with the best paths to them.
#[derive(Debug)]
pub struct Batch {
    /// The tiles as codes, by column, plane and board.
    pub columns: Columns<[PerBoard; 3]>,
    /// The best path to each board.
    pub records: [PathRecord; BATCH],
    /// The number of tiles of each colour, by board.
    pub counts: [[usize; COLOURS]; BATCH],
    /// The number of boards.
    pub len: usize,
}

impl Batch {
    /// Creates an empty batch.
    pub fn new() -> Batch {
        let columns = [[[0; BATCH]; 3]; COLUMNS];
        Batch { columns, records: [PathRecord(0); BATCH], counts: [[0; COLOURS]; BATCH], len: 0 }
    }

    fn packed_board(&self, at: usize) -> Packed<16, 4, 3> {
        let mut planes = [[0; 4]; 3];
        for (col, column) in self.columns[..16].iter().enumerate() {
            for (plane, cells) in planes.iter_mut().zip(column) {
                plane[col / 4] |= u64::from(cells[at]) << (col % 4 * 16);
            }
        }
        Packed::from_planes(planes)
    }
}

/// Computes bounds on the boards of a batch, with reusable memory.
#[derive(Debug)]
pub struct BatchBounds<V> {
    colours: usize,
    pub scores: PointTable,
    /// The losses of colours that are split.
    pub split: SplitLosses,
    barriers: Barriers,
    /// The boards in lanes.
    pub boards: BoardBatch<V, 3>,
    meetings: MergeAnalysis<V>,
    /// Whether the tiles of a colour may meet while the colours of a set are touched, by colour and set, in
    /// lanes.
    merges: Box<[[V; SETS]; MAX_COLOURS]>,
}

impl<V> BatchBounds<V> {
    /// Creates bounds for boards with this encoding and this many colours.
    #[inline(always)]
    pub fn new<C: Cpu>(cpu: C, encoding: Encoding, colours: usize, scores: PointTable) -> Self
    where
        V: Lanes32<C>,
    {
        BatchBounds {
            colours: colours.min(COLOURS),
            split: SplitLosses::new(&scores),
            scores,
            barriers: Barriers::default(),
            boards: BoardBatch::new(cpu, encoding.cols),
            meetings: MergeAnalysis::new(cpu, encoding.cols),
            merges: Box::new([[V::splat(cpu, 0); SETS]; MAX_COLOURS]),
        }
    }

    #[inline(always)]
    pub fn colours(&self) -> usize {
        self.colours.min(COLOURS)
    }

    /// Loads the boards of a batch into lanes.
    #[inline(always)]
    pub fn load<C: Cpu>(&mut self, cpu: C, batch: &Batch)
    where
        V: Lanes32<C>,
    {
        self.boards.load(cpu, &batch.columns);
    }

    /// Counts the tiles of each colour of the boards in lanes.
    #[inline(always)]
    pub fn count<C: Cpu>(&self, cpu: C, batch: &mut Batch)
    where
        V: Lanes32<C>,
    {
        for colour in 0..self.colours() {
            let counts = self.boards.count(cpu, colour);
            for at in 0..BATCH {
                batch.counts[at][colour] = counts[at].into();
            }
        }
    }

    /// Returns an upper bound on the score by way of a board: the points of the path to it, plus the bound from
    /// its numbers of tiles.
    #[inline(always)]
    pub fn upper_bound(&self, batch: &Batch, at: usize) -> i32 {
        batch.records[at].gain() + self.scores.upper_bound(&batch.counts[at][..self.colours()])
    }

    /// Returns the boards that might score above the floor, all bits set for each. Stores the least losses of
    /// their games after any click in `clicked`, if it is given.
    #[inline(always)]
    pub fn open_boards<C: Cpu>(
        &mut self,
        cpu: C,
        batch: &Batch,
        floor: i32,
        mut clicked: Option<&mut [Option<ClickLosses>; BATCH]>,
    ) -> PerBoard
    where
        V: Lanes32<C>,
    {
        let bounded = self.colours <= MAX_COLOURS;
        let (mut first, mut after) = ([0; BATCH], [[0; MAX_COLOURS]; BATCH]);
        if bounded {
            self.find_merges(cpu);
            first = self.first_sets(cpu, 0);
            for colour in 0..if clicked.is_some() { self.colours() } else { 0 } {
                let first = self.first_sets(cpu, 1 << colour);
                for at in 0..BATCH {
                    after[at][colour] = first[at];
                }
            }
        }
        let mut open = [0; BATCH];
        for at in 0..batch.len.min(BATCH) {
            let counts = &batch.counts[at][..self.colours()];
            let (rough, enough) = (self.scores.upper_bound(counts), floor - batch.records[at].gain());
            let single = counts.contains(&1);
            if rough <= enough {
                continue;
            }
            if single
                && self.barriers.upper_bound(&batch.packed_board(at), self.colours, &self.scores) <= enough
            {
                continue;
            }
            if bounded {
                let losses = SetLosses::of(counts, &self.split);
                if losses.enough(first[at], single, rough - enough, &self.split) {
                    continue;
                }
                if let Some(least) = &mut clicked {
                    least[at] = Some(losses.after_click(&after[at]));
                }
            }
            open[at] = u16::MAX;
        }
        open
    }

    /// Finds out which colours meet. Tiles that do not meet while the colours of a set are touched do not meet
    /// while fewer are, so large sets come first.
    #[inline(always)]
    fn find_merges<C: Cpu>(&mut self, cpu: C)
    where
        V: Lanes32<C>,
    {
        let all = (1usize << self.colours.min(MAX_COLOURS)) - 1;
        // The last colour always meets.
        for size in (0..self.colours.saturating_sub(1)).rev() {
            for set in 0..=all {
                if set.count_ones() as usize != size {
                    continue;
                }
                let mut taken = false;
                for colour in 0..self.colours.min(MAX_COLOURS) {
                    if set >> colour & 1 == 1 {
                        continue;
                    }
                    let mut merging = self.may_merge(cpu, colour, set);
                    if !merging.is_empty() {
                        if !taken {
                            self.meetings.set_removable(cpu, &self.boards, set);
                            taken = true;
                        }
                        merging = self.meetings.may_merge(cpu, &self.boards, colour);
                    }
                    self.merges[colour][set] = merging;
                }
            }
        }
    }

    /// Returns the boards on which a colour may meet while the colours of a set are touched, as far as the
    /// larger sets show.
    #[inline(always)]
    fn may_merge<C: Cpu>(&self, cpu: C, colour: usize, set: usize) -> V
    where
        V: Lanes32<C>,
    {
        let mut merging = V::splat(cpu, u16::MAX);
        // Sets that lack a single colour are not computed.
        if set.count_ones() as usize + 2 < self.colours {
            for more in 0..self.colours.min(MAX_COLOURS) {
                if (set | 1 << colour) >> more & 1 == 0 {
                    merging = merging.and(self.merges[colour][set | 1 << more]);
                }
            }
        }
        merging
    }

    /// Returns the sets of colours that can come first when the colours of `clicked` are touched as well, a bit
    /// each: after them all others meet one after the other.
    #[inline(always)]
    fn first_sets<C: Cpu>(&self, cpu: C, clicked: usize) -> [u32; BATCH]
    where
        V: Lanes32<C>,
    {
        let all = (1usize << self.colours.min(MAX_COLOURS)) - 1;
        let (none, yes) = (V::splat(cpu, 0), V::splat(cpu, u16::MAX));
        let mut can = [none; SETS];
        let mut bits = [none; 2];
        for set in (0..=all).rev() {
            let rest = all & !set;
            // The last colour always meets.
            if rest & rest.wrapping_sub(1) == 0 {
                can[set] = yes;
            }
            for colour in 0..MAX_COLOURS {
                if rest >> colour & 1 == 0 {
                    continue;
                }
                let (touched, next) = (set | clicked, can[set | 1 << colour]);
                let always = touched >> colour & 1 == 1 || all & !touched == 1 << colour;
                can[set] = can[set].or(if always { next } else { next.and(self.merges[colour][touched]) });
            }
            bits[set / 16] = bits[set / 16].or(can[set].and(V::splat(cpu, 1 << (set % 16))));
        }
        let (low, high) = (bits[0].to_array(), bits[1].to_array());
        let mut first = [0; BATCH];
        for at in 0..BATCH {
            first[at] = u32::from(high[at]) << 16 | u32::from(low[at]);
        }
        first
    }
}
