//! Breadth-first search, by the number of tiles left.
//!
//! Every click removes tiles, so a board can be reached only from boards with more tiles. Boards with the same
//! number of tiles form a layer. Layers are processed from the whole board down: when a layer is processed, all
//! paths to its boards are known, and the best path to each. So each board is expanded once, and boards that
//! cannot surpass the best list even by their best path are skipped. A depth-first search expands a board again
//! when it reaches it by a better path, or when its memo has lost it; but it needs no memory, and it finds
//! lists early. So this search starts from a list, and if it runs out of memory, the depth-first search takes
//! over.
//!
//! Where layers may become large, narrow searches come first: they expand only the boards of each layer with
//! the highest sums of points and bound. They prove nothing, but they find better lists, which leaves less work
//! for the full search.
//!
//! - this file: layer after layer, on several threads
//! - `expand`: all clicks of some boards
//! - `encoding`: boards in memory
//! - `record`: the best paths to boards

mod encoding;
mod expand;
mod record;
#[cfg(test)]
mod tests;

use super::points::PointTable;
use crate::bits::cpu::{Cpu, CpuPath, Kernel, Lanes, Layout, dispatch};
use crate::rules::grid::Grid;
use crate::rules::threads::results_in_order;
use crate::rules::{Cell, StopReason, lock};
use crate::samegame::repr::BoardRepr as _;
use crate::samegame::repr::packed::Packed;
use crate::samegame::search::budget::Budget;
use crate::samegame::search::layered::{SHARDS, Shard, Table, hash_of, insert_all, shard_of};
use crate::samegame::search::{Found, Query, Report};
use encoding::Encoding;
use expand::{Children, Chunk, Expand, Expander, UpperBounds};
use record::{BoardId, MAX_POINTS, PathRecord, Step};
use std::sync::Mutex;

/// The maximum number of tiles of a board: larger boards would need more memory than machines have.
pub const MAX_TILES: usize = 144;

/// The minimum number of tiles of a board for which narrow searches come first: smaller boards are proven as fast
/// without them.
const NARROW_MIN_TILES: usize = 81;

/// Approximate numbers of boards per layer that the narrow searches expand, which take about one and ten seconds.
const WIDTHS: [usize; 2] = [1 << 14, 1 << 17];

/// The number of boards of a chunk, whose expansion takes about a millisecond.
const CHUNK_SIZE: usize = 512;

/// The chunks that are expanded before the boards after their clicks are inserted into their layers.
const CHUNKS_PER_ROUND: usize = 64;

/// Returns `true` if the board can be searched by layers.
pub fn fits(grid: &Grid, scores: &PointTable) -> bool {
    let tiles = grid.tiles();
    // Games end where no click is left, and none has more points than a single removal of all tiles.
    (2..=MAX_TILES).contains(&tiles)
        && Encoding::of(grid).is_some()
        && scores.is_superadditive()
        && !scores.may_stop()
        && scores.points(tiles) < MAX_POINTS
}

/// Returns the widths of the narrow searches of a board.
pub fn widths(grid: &Grid) -> &'static [usize] {
    if grid.tiles() < NARROW_MIN_TILES { &[] } else { &WIDTHS }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// No list has a value above the best one.
    Proven,
    /// A limit was reached; no list has a value above this.
    Stopped(StopReason, i64),
    /// The memory is too small.
    Full,
    /// Boards were skipped: nothing is proven.
    Narrow,
}

/// A search for lists with a value above a given one.
pub struct Layers<'a> {
    /// The query, for whose board [`fits`] returns `true`.
    pub query: &'a Query<'a>,
    pub scores: PointTable,
    /// The value to surpass.
    pub floor: i64,
    /// Approximate numbers of boards per layer that the narrow searches expand, one search after the other.
    pub widths: &'a [usize],
    /// The threads. The answer is the same for any number.
    pub threads: usize,
    /// The limits and the clock. Nodes are not limited.
    pub budget: &'a Budget<'a>,
    /// The receiver of reports.
    pub report: &'a dyn Report,
}

/// The result of a search by layers.
pub struct LayersResult {
    pub end: End,
    /// The last improved list, and the number of nodes at which it was found.
    pub better: Option<(u64, Found)>,
    /// The number of boards that were expanded.
    pub nodes: u64,
}

impl Layers<'_> {
    /// Searches on the smallest boards that hold the grid.
    pub fn run(self, path: CpuPath) -> LayersResult {
        let grid = self.query.grid();
        if grid.rows().max(grid.cols()) <= 8 {
            dispatch(path, OnBoards::<8, 1>(self))
        } else {
            dispatch(path, OnBoards::<16, 4>(self))
        }
    }
}

/// A search on boards of one kind.
struct OnBoards<'a, const BITS: u32, const WORDS: usize>(Layers<'a>);

impl<C: Cpu, const BITS: u32, const WORDS: usize> Kernel<C> for OnBoards<'_, BITS, WORDS>
where
    Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
{
    type Out = LayersResult;

    #[inline(always)]
    fn run(self, cpu: C) -> LayersResult {
        let OnBoards(mut task) = self;
        let mut result = LayersResult { end: End::Full, better: None, nodes: 0 };
        let grid = task.query.grid();
        let Some(encoding) = Encoding::of(grid) else { return result };
        for &width in task.widths.iter().chain(&[usize::MAX]) {
            let mut search = Search::<BITS, WORDS>::new(&task, encoding, width);
            result.end = search.all(cpu);
            result.nodes += search.nodes;
            if let Some(best) = search.best {
                let found = Found::replay(grid, task.query.rules, search.clicks(best));
                let found = found.expect("clicks that were played can be played");
                task.floor = search.floor;
                task.report.improved(result.nodes, &found);
                result.better = Some((result.nodes, found));
            }
            if result.end != End::Narrow {
                break;
            }
        }
        result
    }
}

/// The tiles and the id of a board.
type Place = (usize, BoardId);

/// A search in progress.
struct Search<'a, const BITS: u32, const WORDS: usize> {
    task: &'a Layers<'a>,
    grid: &'a Grid,
    expander: Expander,
    /// The approximate number of boards per layer that are expanded at most, and whether some were skipped.
    width: usize,
    narrow: bool,
    floor: i64,
    /// The boards to expand, by shard and tiles.
    open: Vec<Vec<Table<PathRecord>>>,
    /// For each layer, an upper bound on the score by way of its boards.
    bounds: Vec<i64>,
    /// The last clicks of the paths to expanded boards, by tiles and shard.
    steps: Vec<Vec<Steps>>,
    /// The last board of the best game.
    best: Option<Place>,
    nodes: u64,
    /// Reusable memory for boards after clicks.
    spare: Mutex<Vec<Children>>,
}

/// Last clicks of paths, by index of the board.
#[derive(Debug, Default)]
struct Steps {
    from: Vec<u32>,
    /// The number of tiles that the click removed, and its cell.
    click: Vec<[u8; 2]>,
}

impl Steps {
    fn of(table: &Table<PathRecord>) -> Steps {
        let steps = || (0..table.len()).map(|place| table.get(place).1.step());
        let click = steps().map(|step| [step.tiles, step.cell]).collect();
        Steps { from: steps().map(|step| step.from.0).collect(), click }
    }

    fn bytes(&self) -> usize {
        self.from.len() * (size_of::<u32>() + 2)
    }

    fn get(&self, place: usize) -> Step {
        let [tiles, cell] = self.click[place];
        Step { from: BoardId(self.from[place]), tiles, cell }
    }
}

impl<'a, const BITS: u32, const WORDS: usize> Search<'a, BITS, WORDS>
where
    Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
{
    /// Creates a search with only the whole board to expand.
    fn new(task: &'a Layers<'a>, encoding: Encoding, width: usize) -> Self {
        let grid = task.query.grid();
        let tiles = grid.tiles();
        let shard = || (0..=tiles).map(|tiles| Table::new(encoding.words(tiles))).collect();
        let mut open: Vec<Vec<_>> = (0..SHARDS).map(|_| shard()).collect();
        let mut words = vec![0; encoding.words(tiles)];
        let board = Packed::<BITS, WORDS, 3>::from_grid(grid).expect("the board fits");
        encoding.write(&board, &mut words);
        let hash = hash_of(&words);
        let record = PathRecord::new(0, 0, 0, BoardId::default());
        open[shard_of(hash)][tiles].insert(hash, &words, record, usize::MAX);
        let mut bounds = vec![i64::MIN; tiles + 1];
        bounds[tiles] = i64::MAX;
        let steps = (0..=tiles).map(|_| Vec::new()).collect();
        Search {
            floor: task.floor,
            task,
            grid,
            expander: Expander::new(encoding, task.query, task.scores.clone()),
            width,
            narrow: false,
            open,
            bounds,
            steps,
            best: None,
            nodes: 0,
            spare: Mutex::default(),
        }
    }

    /// Processes layer after layer.
    #[inline(always)]
    fn all<C: Cpu>(&mut self, cpu: C) -> End {
        for tiles in (0..=self.grid.tiles()).rev() {
            let layer: Vec<_> = self.open.iter_mut().map(|shard| std::mem::take(&mut shard[tiles])).collect();
            let end = self.layer(cpu, tiles, &layer);
            // When a search is stopped, paths are stored only if they are needed for the best list.
            if end.is_none() || self.best.is_some_and(|(of_best, _)| of_best == tiles) {
                self.steps[tiles] = layer.iter().map(Steps::of).collect();
            }
            if let Some(end) = end {
                return end;
            }
        }
        if self.narrow { End::Narrow } else { End::Proven }
    }

    /// Returns the least upper bound of the boards of a layer that are expanded; [`i64::MIN`] to expand all.
    #[inline(always)]
    fn min_bound<C: Cpu>(&mut self, cpu: C, chunks: &[Chunk]) -> i64 {
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
        // Of the boards with equal bounds all are expanded or none, unless there are no others.
        if as_good <= self.width.saturating_mul(2) || better == 0 { least } else { least + 1 }
    }

    /// Expands all boards with this many tiles.
    #[inline(always)]
    fn layer<C: Cpu>(&mut self, cpu: C, tiles: usize, layer: &[Table<PathRecord>]) -> Option<End> {
        let mut chunks = Vec::new();
        for (shard, table) in layer.iter().enumerate() {
            chunks.extend(Chunk { table, shard, places: (0, table.len()), tiles }.chunks(CHUNK_SIZE));
        }
        let below: usize = layer.iter().map(Table::bytes).sum();
        let min_bound = self.min_bound(cpu, &chunks);
        for round in chunks.chunks(CHUNKS_PER_ROUND) {
            if let Some(reason) = self.task.budget.poll() {
                let bound = self.bounds[..=tiles].iter().copied().max().unwrap_or(i64::MIN);
                // Boards that were skipped have no bound.
                let bound = if self.narrow { i64::MAX } else { bound };
                return Some(End::Stopped(reason, bound.max(self.floor)));
            }
            let children = self.clicked(cpu, round, min_bound);
            let boards = round.iter().map(Chunk::len).sum::<usize>() as u64;
            self.nodes += boards;
            self.task.report.advanced(boards);
            for of_chunk in &children {
                if let Some((value, number)) = of_chunk.best
                    && value > self.floor
                {
                    self.floor = value;
                    self.best = Some((tiles, number));
                }
                for (bound, &more) in self.bounds.iter_mut().zip(&of_chunk.bounds) {
                    *bound = (*bound).max(more);
                }
            }
            // Lengths instead of capacities: the same for any number of threads.
            let buffers: usize = children.iter().map(|of_chunk| of_chunk.pending.words()).sum();
            let inserted = self.insert(cpu, tiles, &children);
            if let Ok(spare) = self.spare.get_mut() {
                spare.extend(children);
            }
            if !inserted || below + buffers * size_of::<u64>() + self.bytes() > self.task.budget.limits.memory
            {
                return Some(End::Full);
            }
        }
        None
    }

    /// Returns the bytes of all boards except the layer that is being expanded.
    fn bytes(&self) -> usize {
        let open: usize = self.open.iter().flatten().map(Table::bytes).sum();
        let steps: usize = self.steps.iter().flatten().map(Steps::bytes).sum();
        open + steps
    }

    /// Returns the boards after the clicks of some chunks, chunk by chunk.
    #[inline(always)]
    fn clicked<C: Cpu>(&self, cpu: C, chunks: &[Chunk], min_bound: i64) -> Vec<Children> {
        let (floor, tiles, spare) = (self.floor, self.grid.tiles(), &self.spare);
        results_in_order(self.task.threads.min(chunks.len()), || {
            let mut expander = self.expander.clone();
            move |number| {
                let &chunk = chunks.get(number)?;
                let mut children = lock(spare).pop().unwrap_or_else(|| Children::new(tiles));
                children.clear();
                let (expander, children_of) = (&mut expander, &mut children);
                cpu.call(Expand::<BITS, WORDS> { expander, chunk, floor, min_bound, children: children_of });
                Some(children)
            }
        })
    }

    /// Inserts boards into their layers, in the order of their chunks. Returns `true` if there was room.
    #[inline(always)]
    fn insert<C: Cpu>(&mut self, cpu: C, tiles: usize, children: &[Children]) -> bool {
        let pending: Vec<_> = children.iter().map(|of_chunk| &of_chunk.pending).collect();
        let shards = self.open.iter_mut();
        let shards = shards.map(|tables| Shard { tables: &mut tables[..=tiles], memory: usize::MAX });
        insert_all(cpu, self.task.threads.min(SHARDS), &pending, shards).iter().all(Vec::is_empty)
    }

    /// Returns the clicks to a board whose layer was expanded.
    fn clicks(&self, (mut tiles, number): Place) -> Vec<Cell> {
        let mut clicks = Vec::new();
        let (mut shard, mut place) = number.shard_and_place();
        while tiles < self.grid.tiles() {
            let step = self.steps[tiles][shard].get(place);
            clicks.push(Cell::new(usize::from(step.cell % 16), usize::from(step.cell / 16)));
            tiles += usize::from(step.tiles);
            (shard, place) = step.from.shard_and_place();
        }
        clicks.reverse();
        clicks
    }
}
