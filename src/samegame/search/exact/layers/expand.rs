//! Expands boards of a layer: makes all clicks on them.
//!
//! If two clicks far apart follow each other, one order is enough:
//!
//! ```text
//!  . . 2 . .    The last click took 2s; the 1s lie to the left of them, with a column between. The 1s could have
//!  1 . 2 . 3    gone first, and the 2s after them: both groups would be the same, and the same board would be
//!  1 3 2 1 3    reached with as many points. So the 1s need not be clicked now.
//! ```
//!
//! No board is lost by this rule. Of all clicks that reach a board by a best path, let A be the click whose group
//! begins farthest to the right. Suppose that the rule skips A because of the click B before. In the order A, B the
//! board would be reached with as many points, and the last group, that of B, would begin even farther to the right
//! than that of A: click A removes fewer columns than lie between the two beginnings. So A is not skipped. The board
//! before A is on a best path as well, so it was stored, or proven not to surpass the best list.

use super::encoding::{Encoding, MAX_WORDS};
use crate::bits::cpu::{Cpu, Kernel, Lanes, Layout};
use crate::rules::{Colour, Rules};
use crate::samegame::repr::packed::Packed;
use crate::samegame::repr::{BoardRepr as _, Cells as _};
use crate::samegame::search::Query;
use crate::samegame::search::exact::bound::BoundEvaluator;
use crate::samegame::search::exact::bound::merging::MergeFacts;
use crate::samegame::search::exact::points::{NEVER, PointTable};
use crate::samegame::search::layered::{BoardId, Chunk, ENTRY_HEAD, PathRecord, Pending, hash_of};

/// Most entries have at most this many words: two for the head, and four for a 10×10 board of up to 4 colours.
const COMMON_WORDS: usize = 6;

/// The result of expanding a chunk: the boards after the clicks on its boards.
#[derive(Debug, Default)]
pub struct Children {
    /// The boards that may lead to a value above the floor, to be inserted in a table.
    pub pending: Pending,
    /// Upper bounds on the values of games through the boards in `pending`, by the number of tiles left; [`NEVER`] if
    /// no board has this number.
    pub bounds: Vec<i64>,
    /// The best game that ends on a board of the chunk: its value, and the id of the board.
    pub best: Option<(i64, BoardId)>,
}

impl Children {
    /// Creates an empty result, for boards of at most this many tiles.
    pub fn new(tiles: usize) -> Children {
        Children { pending: Pending::default(), bounds: vec![NEVER; tiles + 1], best: None }
    }

    /// Removes all boards but keeps the memory.
    pub fn clear(&mut self) {
        self.pending.clear();
        self.bounds.fill(NEVER);
        self.best = None;
    }
}

/// Expands boards, with reusable memory.
#[derive(Clone, Debug)]
pub struct Expander {
    encoding: Encoding,
    rules: Rules,
    bounds: BoundEvaluator,
    /// The number of tiles of each colour on the board that was read last.
    counts: Vec<usize>,
}

impl Expander {
    /// Creates an expander for boards with this encoding after clicks on the board of a query.
    pub fn new(encoding: Encoding, query: &Query, scores: PointTable) -> Expander {
        let (grid, rules) = (query.grid(), query.rules);
        let bounds = BoundEvaluator::new(scores, rules, grid.cols());
        Expander { encoding, rules, bounds, counts: vec![0; grid.colours()] }
    }

    /// Reads a board and counts its tiles.
    #[inline(always)]
    fn read<const BITS: u32, const WORDS: usize>(&mut self, words: &[u64]) -> Packed<BITS, WORDS, 3>
    where
        Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
    {
        let board: Packed<BITS, WORDS, 3> = self.encoding.read(words);
        for (colour, count) in self.counts.iter_mut().enumerate() {
            *count = board.count(colour as Colour);
        }
        board
    }

    /// Appends the entry of a board, with its hash and record, to the list of its shard.
    #[inline(always)]
    fn store<const BITS: u32, const WORDS: usize>(
        &self,
        (board, tiles): (&Packed<BITS, WORDS, 3>, usize),
        record: PathRecord,
        pending: &mut Pending,
    ) where
        Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
    {
        let mut words = [0; ENTRY_HEAD + MAX_WORDS];
        let size = ENTRY_HEAD + self.encoding.words(tiles);
        self.encoding.write(board, &mut words[ENTRY_HEAD..size]);
        let hash = hash_of(&words[ENTRY_HEAD..size]);
        (words[0], words[1]) = (hash, record.0);
        let list = pending.list(hash);
        if size <= COMMON_WORDS {
            // A copy of a constant size needs no call; the excess words are cut off.
            list.extend_from_slice(&words[..COMMON_WORDS]);
            list.truncate(list.len() - (COMMON_WORDS - size));
        } else {
            list.extend_from_slice(&words[..size]);
        }
    }
}

/// Clicks all groups of the boards of a chunk. Skips boards whose upper bound is too low, and drops a board after a
/// click if no game through it has a value above the floor.
pub struct Expand<'a, const BITS: u32, const WORDS: usize> {
    pub expander: &'a mut Expander,
    pub chunk: Chunk<'a>,
    /// The value to surpass.
    pub floor: i64,
    /// Boards with a smaller upper bound are not clicked.
    pub min_bound: i64,
    pub children: &'a mut Children,
}

impl<C: Cpu, const BITS: u32, const WORDS: usize> Kernel<C> for Expand<'_, BITS, WORDS>
where
    Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
{
    type Out = ();

    #[inline(always)]
    fn run(self, cpu: C) {
        let Expand { expander, chunk, floor, min_bound, children } = self;
        let Chunk { table, shard, places: (first, end), layer: all } = chunk;
        for place in first..end {
            let (words, record) = table.get(place);
            let board: Packed<BITS, WORDS, 3> = expander.read(words);
            let (gain, from) = (record.merit(), BoardId::new(shard, place));
            let rough = gain + expander.bounds.rough(&expander.counts);
            if rough <= floor || rough < min_bound {
                continue;
            }
            let mut over = true;
            let mut before = expander.bounds.before(&board, &expander.counts, MergeFacts::NONE);
            let mut groups = board.groups(cpu, expander.rules.min_group);
            while let Some(group) = board.next_group(cpu, &mut groups) {
                over = false;
                // This click and the last one, in the other order, reach the same board with as many points.
                if group.last_column() + 1 < usize::from(record.cell() / 16) {
                    continue;
                }
                let Some(cell) = group.first() else { continue };
                let Some(colour) = board.get(cell).map(usize::from) else { continue };
                let tiles = group.count();
                let gain = gain + expander.bounds.scores.points(tiles);
                let Expander { rules, bounds, counts, .. } = expander;
                counts[colour] -= tiles;
                let click = bounds.before_click(cpu, before.as_mut(), counts, colour, floor - gain);
                if let Ok(click) = click {
                    let mut after = board;
                    after.remove_by(cpu, rules.columns, &group);
                    let rough = click.cutoff.rough;
                    if bounds.after_click(cpu, (&after, counts), click, &mut MergeFacts::NONE.clone())
                        > floor - gain
                    {
                        let cell = (cell.col * 16 + cell.row) as u8;
                        let (record, left) = (PathRecord::new(gain, tiles, cell, from), all - tiles);
                        children.bounds[left] = children.bounds[left].max(gain + rough);
                        expander.store((&after, left), record, &mut children.pending);
                    }
                }
                expander.counts[colour] += tiles;
            }
            if over {
                let value = gain + expander.bounds.scores.at_end(&expander.counts);
                if value > floor && children.best.is_none_or(|(best, _)| value > best) {
                    children.best = Some((value, from));
                }
            }
        }
    }
}

/// Appends an upper bound for each board of a chunk: the points of its best path, plus the rough bound of the board.
pub struct UpperBounds<'a, const BITS: u32, const WORDS: usize> {
    pub expander: &'a mut Expander,
    pub chunk: Chunk<'a>,
    pub upper_bounds: &'a mut Vec<i64>,
}

impl<C: Cpu, const BITS: u32, const WORDS: usize> Kernel<C> for UpperBounds<'_, BITS, WORDS>
where
    Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
{
    type Out = ();

    #[inline(always)]
    fn run(self, _cpu: C) {
        let UpperBounds { expander, chunk, upper_bounds } = self;
        for place in chunk.places.0..chunk.places.1 {
            let (words, record) = chunk.table.get(place);
            let _: Packed<BITS, WORDS, 3> = expander.read(words);
            upper_bounds.push(record.merit() + expander.bounds.rough(&expander.counts));
        }
    }
}
