//! Expands the layers of a search from the top down, on several threads.
//!
//! A search expands all boards of a layer before the next lower layer, so that the best path to a board is known when
//! the board is expanded. A layer is cut into chunks of boards. The chunks of a round are expanded in parallel. Then
//! the new boards are inserted into lower layers in the order of the chunks, so that threads do not affect the result.

use super::pending::{Pending, Shard, insert_all};
use super::record::{BoardId, PathRecord};
use super::table::{SHARDS, Table, hash_of, shard_of};
use crate::bits::cpu::Cpu;
use crate::rules::threads::results_in_order;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of boards that justifies another thread: starting a thread takes as long as a few boards.
const BOARDS_PER_THREAD: usize = 256;

/// Inserting this number of words takes as long as expanding one board.
const WORDS_PER_BOARD: usize = 64;

/// The last click of the best path to each board of a table, by the board's index.
#[derive(Debug, Default)]
struct Steps {
    from: Vec<u32>,
    /// How many layers the click goes down, and the number of its cell.
    click: Vec<[u8; 2]>,
}

impl Steps {
    fn of(table: &Table) -> Steps {
        let records = || (0..table.len()).map(|place| table.get(place).1);
        let click = records().map(|record| [record.layers() as u8, record.cell()]).collect();
        Steps { from: records().map(|record| record.from().0).collect(), click }
    }

    fn bytes(&self) -> usize {
        self.from.len() * (size_of::<u32>() + 2)
    }
}

/// The boards that are to be expanded, and the paths to expanded boards.
#[derive(Debug)]
pub struct Layers {
    /// The boards to expand, by shard and layer.
    open: Vec<Vec<Table>>,
    /// The last clicks of the paths to expanded boards, by layer and shard.
    steps: Vec<Vec<Steps>>,
}

impl Layers {
    /// Creates layers 0 to `top`, with one board in layer `top`. `words` returns the words of a board in a given layer.
    pub fn new(first: &[u64], top: usize, words: impl Fn(usize) -> usize) -> Layers {
        let shard = || (0..=top).map(|layer| Table::new(words(layer))).collect();
        let mut open: Vec<Vec<_>> = (0..SHARDS).map(|_| shard()).collect();
        let hash = hash_of(first);
        let record = PathRecord::new(0, 0, 0, BoardId::default());
        open[shard_of(hash)][top].insert(hash, first, record, usize::MAX);
        Layers { open, steps: (0..=top).map(|_| Vec::new()).collect() }
    }

    /// Returns the bytes of boards and paths, by shard, without the layer that is being expanded.
    pub fn bytes(&self) -> [usize; SHARDS] {
        let mut bytes = [0; SHARDS];
        for (bytes, open) in bytes.iter_mut().zip(&self.open) {
            *bytes = open.iter().map(Table::bytes).sum();
        }
        for steps in &self.steps {
            for (bytes, steps) in bytes.iter_mut().zip(steps) {
                *bytes += steps.bytes();
            }
        }
        bytes
    }

    /// Returns the cells clicked on the path to a board, first to last. The board's layer must have been expanded.
    pub fn clicks(&self, mut layer: usize, mut id: BoardId) -> Vec<u8> {
        let mut clicks = Vec::new();
        while layer + 1 < self.steps.len() {
            let (shard, place) = id.shard_and_place();
            let steps = &self.steps[layer][shard];
            let [layers, cell] = steps.click[place];
            clicks.push(cell);
            (layer, id) = (layer + usize::from(layers), BoardId(steps.from[place]));
        }
        clicks.reverse();
        clicks
    }
}

/// Some boards of one shard of a layer.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    /// The boards of the layer in the shard.
    pub table: &'a Table,
    pub shard: usize,
    /// The index of the first board, and the index after the last.
    pub places: (usize, usize),
    pub layer: usize,
}

impl Chunk<'_> {
    pub fn len(&self) -> usize {
        self.places.1 - self.places.0
    }
}

/// The operations of a breadth-first search that [`search_layers`] calls.
pub trait LayerSearch<C: Cpu>: Sync {
    /// The result of expanding a chunk.
    type Expanded: Send;
    /// The reason why a search ends before its last layer.
    type End;
    /// The maximum number of boards of a chunk.
    const CHUNK_SIZE: usize;

    /// Returns the boards and paths of the search.
    fn layers(&mut self) -> &mut Layers;
    /// Returns the maximum number of threads.
    fn threads(&self) -> usize;
    /// Returns the boards that the expansion of a chunk adds to lower layers.
    fn pending(expanded: &Self::Expanded) -> &Pending;
    /// Called before a layer is expanded. Returns the number of chunks per round, and for each shard the bytes that a
    /// table may use.
    fn begin(&mut self, cpu: C, chunks: &[Chunk<'_>], layer: &[Table]) -> (usize, [usize; SHARDS]);
    /// Called before each round of a layer; returns the reason to stop, if any.
    fn stop(&self, _layer: usize) -> Option<Self::End> {
        None
    }
    /// Called by each thread of a round; returns the function with which the thread expands chunks.
    fn expander(&self, cpu: C) -> impl FnMut(Chunk<'_>) -> Self::Expanded;
    /// Returns whether the chunks after this one need not be expanded.
    fn is_last(_expanded: &Self::Expanded) -> bool {
        false
    }
    /// Called with the expansions of a round, one for each chunk, before their boards are inserted.
    fn expanded(&mut self, chunks: &[Chunk<'_>], expanded: &mut [Self::Expanded]) -> Result<(), Self::End>;
    /// Called after the boards of a round are inserted, with the entries that did not fit, by shard.
    fn inserted(
        &mut self,
        cpu: C,
        layer: usize,
        expanded: Vec<Self::Expanded>,
        refused: Vec<Vec<u64>>,
    ) -> Result<(), Self::End>;
    /// Returns whether the paths to the boards of a layer are needed after the search has ended early in this layer.
    fn needs_paths(&self, _layer: usize) -> bool {
        true
    }
}

/// Expands all layers from the top down, until the search ends.
#[inline(always)]
pub fn search_layers<C: Cpu, S: LayerSearch<C>>(cpu: C, search: &mut S) -> Result<(), S::End> {
    for layer in (0..search.layers().steps.len()).rev() {
        let open = &mut search.layers().open;
        let tables: Vec<_> = open.iter_mut().map(|shard| std::mem::take(&mut shard[layer])).collect();
        let done = expand_layer(cpu, search, layer, &tables);
        if done.is_ok() || search.needs_paths(layer) {
            search.layers().steps[layer] = tables.iter().map(Steps::of).collect();
        }
        done?;
    }
    Ok(())
}

/// Expands the boards of a layer in rounds of chunks.
#[inline(always)]
fn expand_layer<C: Cpu, S: LayerSearch<C>>(
    cpu: C,
    search: &mut S,
    layer: usize,
    tables: &[Table],
) -> Result<(), S::End> {
    let mut chunks = Vec::new();
    for (shard, table) in tables.iter().enumerate() {
        for first in (0..table.len()).step_by(S::CHUNK_SIZE) {
            let places = (first, table.len().min(first + S::CHUNK_SIZE));
            chunks.push(Chunk { table, shard, places, layer });
        }
    }
    let (per_round, memory) = search.begin(cpu, &chunks, tables);
    for round in chunks.chunks(per_round) {
        if let Some(end) = search.stop(layer) {
            return Err(end);
        }
        let threads = search.threads();
        let boards = round.iter().map(Chunk::len).sum();
        let mut expanded = in_order(
            (threads, boards),
            round,
            || search.expander(cpu),
            |&chunk, expand| expand(chunk),
            S::is_last,
        );
        search.expanded(round, &mut expanded)?;
        let pending: Vec<_> = expanded.iter().map(S::pending).collect();
        let boards = pending.iter().map(|pending| pending.words()).sum::<usize>() / WORDS_PER_BOARD;
        let shards = search.layers().open.iter_mut().zip(memory);
        let shards = shards.map(|(tables, memory)| Shard { tables: &mut tables[..=layer], memory });
        let refused = insert_all(cpu, threads_for(threads, boards), &pending, shards);
        search.inserted(cpu, layer, expanded, refused)?;
    }
    Ok(())
}

/// Returns the number of threads, at most `threads`, for work that takes as long as expanding `boards` boards.
fn threads_for(threads: usize, boards: usize) -> usize {
    threads.min(boards / BOARDS_PER_THREAD + 1)
}

/// Returns the results of `work` in the order of `items`, on at most `threads` threads. The work takes as long as
/// expanding `boards` boards. Once `is_last` returns `true` for a result, later items are not begun.
#[inline(always)]
pub fn in_order<I: Sync, T: Send, W>(
    (threads, boards): (usize, usize),
    items: &[I],
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&I, &mut W) -> T + Sync,
    is_last: impl Fn(&T) -> bool + Sync,
) -> Vec<T> {
    // The lowest index of an item whose result is the last one needed.
    let end = AtomicUsize::new(usize::MAX);
    results_in_order(threads_for(threads, boards), || {
        let (mut worker, work, end, is_last) = (worker(), &work, &end, &is_last);
        move |number| {
            let item = items.get(number).filter(|_| number <= end.load(Ordering::Relaxed))?;
            let result = work(item, &mut worker);
            if is_last(&result) {
                end.fetch_min(number, Ordering::Relaxed);
            }
            Some(result)
        }
    })
}
