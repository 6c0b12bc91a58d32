//! Breadth-first search, by the number of tiles left.
//!
//! Every click removes tiles, so a board can be reached only from boards with more tiles. Boards with the same number
//! of tiles form a layer. Layers are processed from the whole board down: when a layer is processed, all paths to its
//! boards are known, and the best path to each. So each board is expanded once, and boards that cannot surpass the best
//! list even by their best path are skipped. A depth-first search expands a board again when it reaches the board by a
//! better path, or when its memo has lost the board; but it needs no memory, and it finds lists early. So the search by
//! layers starts from a known list, and the depth-first search takes over if memory runs out.
//!
//! On boards whose layers may become large, narrow searches come first: they expand only the boards of each layer with
//! the highest sums of points and bound. They prove nothing, but they find better lists, which leaves less work
//! for the full search.
//!
//! - this file: the search and its outcome
//! - `expand`: all clicks on some boards
//! - `encoding`: boards as words in memory

mod encoding;
mod expand;
#[cfg(test)]
mod tests;

use super::points::PointTable;
use crate::bits::cpu::{Cpu, CpuPath, Kernel, Lanes, Layout, dispatch};
use crate::rules::control::Budget;
use crate::rules::grid::Grid;
use crate::rules::{Cell, StopReason, lock};
use crate::samegame::repr::BoardRepr as _;
use crate::samegame::repr::packed::Packed;
use crate::samegame::search::layered::{
    self, BoardId, Chunk, LayerSearch, MAX_MERIT, Pending, SHARDS, Table, search_layers,
};
use crate::samegame::search::{Found, Query, Report};
use encoding::Encoding;
use expand::{Children, Expand, Expander, UpperBounds};
use std::sync::Mutex;

/// The maximum number of tiles of a board: larger boards would need more memory than machines have.
pub const MAX_TILES: usize = 144;

/// The minimum number of tiles of a board for which narrow searches come first: smaller boards are proven as fast
/// without them.
const NARROW_MIN_TILES: usize = 81;

/// Approximate numbers of boards per layer that the narrow searches expand, which take about one and ten seconds.
const WIDTHS: [usize; 2] = [1 << 14, 1 << 17];

/// Number of chunks that are expanded before the boards after their clicks are inserted into their layers.
const CHUNKS_PER_ROUND: usize = 64;

/// Returns `true` if the board can be searched by layers.
pub fn fits(grid: &Grid, scores: &PointTable) -> bool {
    let tiles = grid.tiles();
    // No game may stop early, and points must fit into a record. One removal of all tiles has the most points.
    (2..=MAX_TILES).contains(&tiles)
        && Encoding::of(grid).is_some()
        && scores.is_superadditive
        && !scores.may_stop
        && scores.points(tiles) < MAX_MERIT
}

/// Returns the widths of the narrow searches of a board; none for a small board.
pub fn widths(grid: &Grid) -> &'static [usize] {
    if grid.tiles() < NARROW_MIN_TILES { &[] } else { &WIDTHS }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayersEnd {
    /// The best list is proven: no list has a higher value.
    Proven,
    /// A limit was reached. No list has a value above the bound in the second field.
    Stopped(StopReason, i64),
    /// The memory is too small.
    Full,
    /// A narrow search has skipped boards: nothing is proven.
    Narrow,
}

/// A search by layers for lists with a value above `floor`.
pub struct Layers<'a> {
    /// The query, for whose board [`fits`] returns `true`.
    pub query: &'a Query<'a>,
    pub scores: PointTable,
    /// The value to surpass.
    pub floor: i64,
    /// Approximate numbers of boards per layer that the narrow searches expand, one search after the other.
    pub widths: &'a [usize],
    /// The number of threads. The answer is the same for any number.
    pub threads: usize,
    /// The limits and the clock. Nodes must not be limited.
    pub budget: &'a Budget<'a>,
    /// Notified of better lists and of the progress.
    pub report: &'a dyn Report,
}

/// The result of a search by layers.
pub struct LayersResult {
    pub end: LayersEnd,
    /// The last improved list, and the number of nodes at which it was found.
    pub better: Option<(u64, Found)>,
    /// The number of boards that were expanded.
    pub nodes: u64,
}

impl Layers<'_> {
    /// Searches on packed boards of 8×8 cells if the grid fits, else of 16×16.
    pub fn run(self, path: CpuPath) -> LayersResult {
        let grid = self.query.grid();
        if grid.rows().max(grid.cols()) <= 8 {
            dispatch(path, OnBoards::<8, 1>(self))
        } else {
            dispatch(path, OnBoards::<16, 4>(self))
        }
    }
}

/// A search on packed boards of `WORDS` words with lanes of `BITS` bits.
struct OnBoards<'a, const BITS: u32, const WORDS: usize>(Layers<'a>);

impl<C: Cpu, const BITS: u32, const WORDS: usize> Kernel<C> for OnBoards<'_, BITS, WORDS>
where
    Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
{
    type Out = LayersResult;

    #[inline(always)]
    fn run(self, cpu: C) -> LayersResult {
        let OnBoards(mut task) = self;
        let mut result = LayersResult { end: LayersEnd::Full, better: None, nodes: 0 };
        let grid = task.query.grid();
        let Some(encoding) = Encoding::of(grid) else { return result };
        for &width in task.widths.iter().chain(&[usize::MAX]) {
            let mut search = ScoreLayers::<BITS, WORDS>::new(&task, encoding, width);
            let ended = search_layers(cpu, &mut search).err();
            result.end = ended.unwrap_or(if search.narrow { LayersEnd::Narrow } else { LayersEnd::Proven });
            result.nodes += search.nodes;
            if let Some((tiles, id)) = search.best {
                let cell = |cell: u8| Cell::new(usize::from(cell % 16), usize::from(cell / 16));
                let clicks = search.layers.clicks(tiles, id).into_iter().map(cell).collect();
                let found = Found::replay(grid, task.query.rules, clicks);
                let found = found.expect("clicks that were played can be played");
                task.floor = search.floor;
                task.report.improved(result.nodes, &found);
                result.better = Some((result.nodes, found));
            }
            if result.end != LayersEnd::Narrow {
                break;
            }
        }
        result
    }
}

/// A narrow or full search in progress.
struct ScoreLayers<'a, const BITS: u32, const WORDS: usize> {
    task: &'a Layers<'a>,
    expander: Expander,
    /// The approximate maximum number of boards to expand per layer; `narrow` is set once boards are skipped.
    width: usize,
    narrow: bool,
    floor: i64,
    /// Boards of the layer with a smaller upper bound are not expanded.
    min_bound: i64,
    layers: layered::Layers,
    /// For each layer, an upper bound on the score of games through its boards.
    bounds: Vec<i64>,
    /// The number of tiles and the id of the board on which the best game ends.
    best: Option<(usize, BoardId)>,
    nodes: u64,
    /// The bytes of the layer that is being expanded, and the bytes of the boards that its last round added.
    layer_bytes: usize,
    round_bytes: usize,
    /// Results of earlier rounds, whose memory is reused.
    spare: Mutex<Vec<Children>>,
}

impl<'a, const BITS: u32, const WORDS: usize> ScoreLayers<'a, BITS, WORDS>
where
    Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
{
    /// Creates a search with only the whole board to expand.
    fn new(task: &'a Layers<'a>, encoding: Encoding, width: usize) -> Self {
        let grid = task.query.grid();
        let tiles = grid.tiles();
        let mut words = vec![0; encoding.words(tiles)];
        let board = Packed::<BITS, WORDS, 3>::from_grid(grid).expect("the board fits");
        encoding.write(&board, &mut words);
        let mut bounds = vec![i64::MIN; tiles + 1];
        bounds[tiles] = i64::MAX;
        ScoreLayers {
            floor: task.floor,
            task,
            expander: Expander::new(encoding, task.query, task.scores.clone()),
            width,
            narrow: false,
            min_bound: i64::MIN,
            layers: layered::Layers::new(&words, tiles, |tiles| encoding.words(tiles)),
            bounds,
            best: None,
            nodes: 0,
            layer_bytes: 0,
            round_bytes: 0,
            spare: Mutex::default(),
        }
    }

    /// Returns a `min_bound` that leaves about `width` boards of the layer; [`i64::MIN`] if the layer has no more.
    #[inline(always)]
    fn min_bound<C: Cpu>(&mut self, cpu: C, chunks: &[Chunk<'_>]) -> i64 {
        let boards: usize = chunks.iter().map(Chunk::len).sum();
        if boards <= self.width {
            return i64::MIN;
        }
        self.narrow = true;
        let mut upper_bounds = Vec::with_capacity(boards);
        for &chunk in chunks {
            let expander = &mut self.expander;
            cpu.call(UpperBounds::<BITS, WORDS> { expander, chunk, upper_bounds: &mut upper_bounds });
        }
        let (_, &mut least, _) =
            upper_bounds.select_nth_unstable_by_key(self.width, |&upper_bound| -upper_bound);
        let as_good = upper_bounds.iter().filter(|&&upper_bound| upper_bound >= least).count();
        let better = upper_bounds.iter().filter(|&&upper_bound| upper_bound > least).count();
        // Boards with the bound `least` are all expanded, or all skipped if they are many and some bound is higher.
        if as_good <= self.width.saturating_mul(2) || better == 0 { least } else { least + 1 }
    }
}

impl<C: Cpu, const BITS: u32, const WORDS: usize> LayerSearch<C> for ScoreLayers<'_, BITS, WORDS>
where
    Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
{
    type Expanded = Children;
    type End = LayersEnd;
    /// The expansion of this many boards takes about a millisecond.
    const CHUNK_SIZE: usize = 512;

    fn layers(&mut self) -> &mut layered::Layers {
        &mut self.layers
    }

    fn threads(&self) -> usize {
        self.task.threads
    }

    fn pending(expanded: &Children) -> &Pending {
        &expanded.pending
    }

    fn begin(&mut self, cpu: C, chunks: &[Chunk<'_>], layer: &[Table]) -> (usize, [usize; SHARDS]) {
        self.min_bound = self.min_bound(cpu, chunks);
        self.layer_bytes = layer.iter().map(Table::bytes).sum();
        (CHUNKS_PER_ROUND, [usize::MAX; SHARDS])
    }

    fn stop(&self, layer: usize) -> Option<LayersEnd> {
        let reason = self.task.budget.poll()?;
        let bound = self.bounds[..=layer].iter().copied().max().unwrap_or(i64::MIN);
        // `bounds` does not cover boards that were skipped.
        let bound = if self.narrow { i64::MAX } else { bound };
        Some(LayersEnd::Stopped(reason, bound.max(self.floor)))
    }

    #[inline(always)]
    fn expander(&self, cpu: C) -> impl FnMut(Chunk<'_>) -> Children {
        let (floor, min_bound, spare) = (self.floor, self.min_bound, &self.spare);
        let (tiles, mut expander) = (self.task.query.grid().tiles(), self.expander.clone());
        move |chunk| {
            let mut children = lock(spare).pop().unwrap_or_else(|| Children::new(tiles));
            children.clear();
            let (expander, of_chunk) = (&mut expander, &mut children);
            cpu.call(Expand::<BITS, WORDS> { expander, chunk, floor, min_bound, children: of_chunk });
            children
        }
    }

    fn expanded(&mut self, chunks: &[Chunk<'_>], expanded: &mut [Children]) -> Result<(), LayersEnd> {
        let boards = chunks.iter().map(Chunk::len).sum::<usize>() as u64;
        self.nodes += boards;
        self.task.report.advanced(boards);
        for (chunk, children) in chunks.iter().zip(&*expanded) {
            if let Some((value, id)) = children.best
                && value > self.floor
            {
                (self.floor, self.best) = (value, Some((chunk.layer, id)));
            }
            for (bound, &more) in self.bounds.iter_mut().zip(&children.bounds) {
                *bound = (*bound).max(more);
            }
        }
        // Counts lengths instead of capacities, which depend on the number of threads.
        let words: usize = expanded.iter().map(|children| children.pending.words()).sum();
        self.round_bytes = words * size_of::<u64>();
        Ok(())
    }

    fn inserted(
        &mut self,
        _: C,
        _: usize,
        expanded: Vec<Children>,
        refused: Vec<Vec<u64>>,
    ) -> Result<(), LayersEnd> {
        if let Ok(spare) = self.spare.get_mut() {
            spare.extend(expanded);
        }
        let bytes = self.layer_bytes + self.round_bytes + self.layers.bytes().iter().sum::<usize>();
        let fits = refused.iter().all(Vec::is_empty) && bytes <= self.task.budget.limits.memory;
        if fits { Ok(()) } else { Err(LayersEnd::Full) }
    }

    /// A search that ends early needs only the paths of the layer in which the best game ends.
    fn needs_paths(&self, layer: usize) -> bool {
        self.best.is_some_and(|(of_best, _)| of_best == layer)
    }
}
