//! Breadth first, by the number of tiles left.
//!
//! Every click takes tiles, so a board is reached from boards with more of them alone. Boards with the same number of
//! tiles are a layer. Layers are taken from the whole board down: when it is the turn of one, all ways to its boards are
//! known, and of each board the best. So each board is clicked once, and those that cannot surpass the best list with
//! the best way to them are left out. A depth-first search opens a board again when it comes by a better way, or when its
//! memo has forgotten it; but it needs no memory, and it finds lists. So this search begins with a list, and where it needs
//! more memory than there is, the depth-first one goes on.
//!
//! Where layers may grow large, narrow searches come first: of each layer only the boards with the highest sums of points
//! and bound are expanded. They prove nothing, but they find better lists, and so the whole search has less to do.
//!
//! The work of a layer is the same for each of its boards, so that thirty-two of them stand abreast.
//!
//! - this file: layer after layer, on several threads
//! - `expand`: all clicks of many boards
//! - `look`: which boards might surpass the best list
//! - `form`: boards as they are kept
//! - `store`: the boards of a layer, each once
//! - `work`: what each thread does

mod batch;
mod encoding;
mod expand;
mod jobs;
mod store;
#[cfg(test)]
mod tests;

use super::points::PointTable;
use crate::base::{Cell, StopReason};
use crate::bits::cpu::{Cpu, Kernel};
use crate::grid::Grid;
use crate::samegame::search::Report;
use crate::samegame::search::budget::Budget;
use encoding::{Encoding, hash};
use expand::{Children, Chunk};
use jobs::{ExpandJob, InsertJob, UpperBoundsJob, on_threads};
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use store::{BoardId, MAX_POINTS, PathRecord, SHARDS, Step, Table, shard_of};

/// The most tiles of a board that is taken on: larger ones need more memory than there is.
pub const MAX_TILES: usize = 144;

/// Tiles from which narrow searches come first: smaller boards are done as soon.
const NARROW_MIN_TILES: usize = 81;

/// How many boards of a layer narrow searches click, about: they take one second and ten.
const WIDTHS: [usize; 2] = [1 << 14, 1 << 17];

/// The boards of a chunk: a millisecond.
const CHUNK_SIZE: usize = 512;

/// The chunks between two times at which what they lead to is put into its layers.
const CHUNKS_PER_ROUND: usize = 64;

/// Whether a board is taken on.
pub fn fits(grid: &Grid, scores: &PointTable) -> bool {
    let tiles = grid.tiles();
    // All points of a game together are no more than those of one removal of everything.
    (2..=MAX_TILES).contains(&tiles) && Encoding::of(grid).is_some() && scores.points(tiles) < MAX_POINTS
}

/// The widths of the narrow searches of a board.
pub fn widths(grid: &Grid) -> &'static [usize] {
    if grid.tiles() < NARROW_MIN_TILES { &[] } else { &WIDTHS }
}

/// How a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// No list brings more than the best one.
    Proven,
    /// A limit came first; no list brings more than this.
    Stopped(StopReason, i32),
    /// More memory is needed than there is.
    Full,
    /// Boards were left out: nothing is proven.
    Narrow,
}

/// A search for lists that bring more than a given number of points.
pub struct Layers<'a> {
    /// The board: one that is taken on.
    pub grid: &'a Grid,
    /// What things are worth.
    pub scores: PointTable,
    /// What is to be surpassed.
    pub floor: i32,
    /// How many boards of a layer narrow searches click, about, one after the other.
    pub widths: &'a [usize],
    /// The threads. The answer is the same for any number.
    pub threads: usize,
    /// What may be spent. Nodes are not counted.
    pub budget: &'a Budget<'a>,
    /// Who is told what was spent.
    pub report: &'a dyn Report,
    /// Who is told of each better list, after so many nodes.
    pub improved: &'a dyn Fn(u64, &[Cell]),
}

impl Kernel for Layers<'_> {
    /// How it ended, and the boards that were clicked.
    type Out = (End, u64);

    #[inline(always)]
    fn run<C: Cpu>(mut self, cpu: C) -> (End, u64) {
        let (mut end, mut nodes) = (End::Full, 0);
        let Some(encoding) = Encoding::of(self.grid) else { return (end, nodes) };
        for &width in self.widths.iter().chain(&[usize::MAX]) {
            let mut search = Search::new(&self, encoding, width);
            end = search.all(cpu);
            nodes += search.nodes;
            if let Some(best) = search.best {
                let clicks = search.clicks(best);
                self.floor = search.floor;
                (self.improved)(nodes, &clicks);
            }
            if end != End::Narrow {
                break;
            }
        }
        (end, nodes)
    }
}

/// A board that a way leads to: its tiles, and its number.
type Place = (usize, BoardId);

/// A search under way.
struct Search<'a> {
    task: &'a Layers<'a>,
    encoding: Encoding,
    /// How many boards of a layer are clicked at most, about, and whether some were left out.
    width: usize,
    narrow: bool,
    floor: i32,
    /// Boards that are still to be clicked, by shard and tiles.
    open: Vec<Vec<Table>>,
    /// What is known of each layer: no way by it brings more.
    bounds: Vec<i32>,
    /// The last clicks of the ways to boards that were clicked, by tiles and shard.
    steps: Vec<Vec<Steps>>,
    /// The end of the best game.
    best: Option<Place>,
    nodes: u64,
    /// Room for what clicks lead to.
    spare: Mutex<Vec<Children>>,
}

/// Last clicks, by place.
#[derive(Debug, Default)]
struct Steps {
    from: Vec<u32>,
    /// The tiles that it took, and its cell.
    click: Vec<[u8; 2]>,
}

impl Steps {
    fn of(table: &Table) -> Steps {
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

impl<'a> Search<'a> {
    /// The whole board is to be clicked.
    fn new(task: &'a Layers<'a>, encoding: Encoding, width: usize) -> Search<'a> {
        let tiles = task.grid.tiles();
        let shard = || (0..=tiles).map(|tiles| Table::new(encoding.words(tiles))).collect();
        let mut open: Vec<Vec<Table>> = (0..SHARDS).map(|_| shard()).collect();
        let mut words = vec![0; encoding.words(tiles)];
        encoding.write_grid(task.grid, &mut words);
        let hash = hash(&words);
        open[shard_of(hash)][tiles].insert(hash, &words, PathRecord::new(0, 0, 0, BoardId::default()));
        let mut bounds = vec![i32::MIN; tiles + 1];
        bounds[tiles] = i32::MAX;
        let steps = (0..=tiles).map(|_| Vec::new()).collect();
        Search {
            floor: task.floor,
            task,
            encoding,
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

    /// Layer after layer.
    #[inline(always)]
    fn all<C: Cpu>(&mut self, cpu: C) -> End {
        for tiles in (0..=self.task.grid.tiles()).rev() {
            let layer: Vec<Table> =
                self.open.iter_mut().map(|shard| std::mem::take(&mut shard[tiles])).collect();
            let end = self.layer(cpu, tiles, &layer);
            // Whoever has stopped a search does not wait for ways that nobody asks for.
            if end.is_none() || self.best.is_some_and(|(of_best, _)| of_best == tiles) {
                self.steps[tiles] = layer.iter().map(Steps::of).collect();
            }
            if let Some(end) = end {
                return end;
            }
        }
        if self.narrow { End::Narrow } else { End::Proven }
    }

    /// What boards of a layer have to promise to be clicked: the least number if all are.
    #[inline(always)]
    fn min_bound<C: Cpu>(&mut self, cpu: C, chunks: &[Chunk]) -> i32 {
        let boards: usize = chunks.iter().map(Chunk::len).sum();
        if boards <= self.width {
            return i32::MIN;
        }
        self.narrow = true;
        let mut upper_bounds = Vec::with_capacity(boards);
        let (encoding, colours, scores) = (self.encoding, self.task.grid.colours(), self.task.scores.clone());
        cpu.call(UpperBoundsJob { encoding, colours, scores, chunks, upper_bounds: &mut upper_bounds });
        let (_, &mut least, _) =
            upper_bounds.select_nth_unstable_by_key(self.width, |&upper_bound| -upper_bound);
        let as_good = upper_bounds.iter().filter(|&&upper_bound| upper_bound >= least).count();
        let better = upper_bounds.iter().filter(|&&upper_bound| upper_bound > least).count();
        // Of boards that promise the same, all or none, unless there are no others.
        if as_good <= self.width.saturating_mul(2) || better == 0 { least } else { least + 1 }
    }

    /// All boards of so many tiles.
    #[inline(always)]
    fn layer<C: Cpu>(&mut self, cpu: C, tiles: usize, layer: &[Table]) -> Option<End> {
        let mut chunks = Vec::new();
        for (shard, table) in layer.iter().enumerate() {
            chunks.extend(Chunk { table, shard, places: (0, table.len()), tiles }.chunks(CHUNK_SIZE));
        }
        let below: usize = layer.iter().map(Table::bytes).sum();
        let min_bound = self.min_bound(cpu, &chunks);
        for round in chunks.chunks(CHUNKS_PER_ROUND) {
            if let Some(reason) = self.task.budget.poll() {
                let bound = self.bounds[..=tiles].iter().copied().max().unwrap_or(i32::MIN);
                // Nothing is known of boards that were left out.
                let bound = if self.narrow { i32::MAX } else { bound };
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
            // Sizes, not what is set aside: the same for any number of threads.
            let buffers: usize = children.iter().flat_map(|of_chunk| &of_chunk.by_shard).map(Vec::len).sum();
            let room = self.insert(cpu, tiles, &children);
            if let Ok(spare) = self.spare.get_mut() {
                spare.extend(children);
            }
            if !room || below + buffers * size_of::<u64>() + self.bytes() > self.task.budget.limits.memory {
                return Some(End::Full);
            }
        }
        None
    }

    /// Bytes that all boards take but those of the layer that is clicked.
    fn bytes(&self) -> usize {
        let open: usize = self.open.iter().flatten().map(Table::bytes).sum();
        let steps: usize = self.steps.iter().flatten().map(Steps::bytes).sum();
        open + steps
    }

    /// What the boards of some chunks lead to, chunk by chunk.
    #[inline(always)]
    fn clicked<C: Cpu>(&self, cpu: C, chunks: &[Chunk], min_bound: i32) -> Vec<Children> {
        let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || ExpandJob {
            encoding: self.encoding,
            colours: self.task.grid.colours(),
            scores: self.task.scores.clone(),
            tiles: self.task.grid.tiles(),
            floor: self.floor,
            min_bound,
            chunks,
            spare: &self.spare,
            next: &next,
            done: &done,
        };
        on_threads(cpu, self.task.threads.min(chunks.len()), work);
        let mut done = done.into_inner().unwrap_or_default();
        done.sort_unstable_by_key(|&(number, _)| number);
        done.into_iter().map(|(_, children)| children).collect()
    }

    /// Puts boards into their layers, in the order of the chunks that they come from; whether there was room.
    #[inline(always)]
    fn insert<C: Cpu>(&mut self, cpu: C, tiles: usize, children: &[Children]) -> bool {
        let (next, full) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let shards: Vec<Mutex<&mut Vec<Table>>> = self.open.iter_mut().map(Mutex::new).collect();
        let work = || InsertJob { tiles, children, shards: &shards, next: &next, full: &full };
        on_threads(cpu, self.task.threads.min(SHARDS), work);
        full.into_inner() == 0
    }

    /// The clicks to a board whose layer was clicked.
    fn clicks(&self, (mut tiles, number): Place) -> Vec<Cell> {
        let mut clicks = Vec::new();
        let (mut shard, mut place) = number.shard_and_place();
        while tiles < self.task.grid.tiles() {
            let step = self.steps[tiles][shard].get(place);
            clicks.push(Cell::new(usize::from(step.cell % 16), usize::from(step.cell / 16)));
            tiles += usize::from(step.tiles);
            (shard, place) = step.from.shard_and_place();
        }
        clicks.reverse();
        clicks
    }
}
