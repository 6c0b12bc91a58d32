//! The work of the threads of a search by layers. Each thread works until nothing is left.

use super::encoding::Encoding;
use super::expand::{Children, Chunk, Expander};
use super::store::{PathRecord, Table};
use crate::bits::cpu::{Cpu, Kernel};
use crate::rules::Threads;
use crate::samegame::search::exact::points::PointTable;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, scope};

/// Runs the work on this thread and on others. Threads that cannot be started are left out: the others do their
/// part.
///
/// # Panics
/// If one of the threads panics.
#[inline(always)]
pub fn on_threads<C: Cpu, K: Kernel<C, Out = ()> + Send>(cpu: C, threads: usize, work: impl Fn() -> K) {
    if !Threads::AVAILABLE || threads <= 1 {
        return cpu.call(work());
    }
    scope(|scope| {
        for _ in 1..threads {
            let kernel = work();
            // If the thread cannot be started, the others do its part.
            let _ = Builder::new().spawn_scoped(scope, move || cpu.call(kernel));
        }
        cpu.call(work());
    });
}

/// Clicks the boards of the chunks, a chunk at a time.
pub struct ExpandJob<'a> {
    pub encoding: Encoding,
    pub colours: usize,
    pub scores: PointTable,
    /// The most tiles of a board.
    pub tiles: usize,
    pub floor: i32,
    /// The least upper bound of the boards that are clicked.
    pub min_bound: i32,
    pub chunks: &'a [Chunk<'a>],
    pub spare: &'a Mutex<Vec<Children>>,
    pub next: &'a AtomicUsize,
    pub done: &'a Mutex<Vec<(usize, Children)>>,
}

impl<C: Cpu> Kernel<C> for ExpandJob<'_> {
    type Out = ();

    #[inline(always)]
    fn run(self, cpu: C) {
        let mut expander = Expander::<C::Lanes32>::new(cpu, self.encoding, self.colours, self.scores);
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&chunk) = self.chunks.get(number) else { return };
            let spare = self.spare.lock().ok().and_then(|mut spare| spare.pop());
            let mut children = spare.unwrap_or_else(|| Children::new(self.tiles));
            children.clear();
            expander.expand(cpu, chunk, (self.floor, self.min_bound), &mut children);
            if let Ok(mut done) = self.done.lock() {
                done.push((number, children));
            }
        }
    }
}

/// Computes the upper bounds of boards.
pub struct UpperBoundsJob<'a, 'b> {
    pub encoding: Encoding,
    pub colours: usize,
    pub scores: PointTable,
    pub chunks: &'a [Chunk<'a>],
    pub upper_bounds: &'b mut Vec<i32>,
}

impl<C: Cpu> Kernel<C> for UpperBoundsJob<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run(self, cpu: C) {
        let mut expander = Expander::<C::Lanes32>::new(cpu, self.encoding, self.colours, self.scores);
        for &chunk in self.chunks {
            expander.upper_bounds(cpu, chunk, self.upper_bounds);
        }
    }
}

/// Inserts boards into shards, a shard at a time.
pub struct InsertJob<'a, 'b> {
    /// The number of tiles of the boards that were clicked.
    pub tiles: usize,
    pub children: &'a [Children],
    pub shards: &'a [Mutex<&'b mut Vec<Table>>],
    pub next: &'a AtomicUsize,
    /// The number of boards for which there was no room.
    pub full: &'a AtomicUsize,
}

/// How many boards ahead the entry of the index is prefetched, and the stored board.
const PREFETCH_DISTANCE: [usize; 2] = [16, 8];

impl<C: Cpu> Kernel<C> for InsertJob<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run(self, cpu: C) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(Ok(mut tables)) = self.shards.get(number).map(Mutex::lock) else { return };
            for of_chunk in self.children {
                let list = &of_chunk.by_shard[number];
                let mut starts = [0; 3];
                let mut ahead = 0;
                // Three passes over the list, one behind the other.
                while starts[2] < list.len() {
                    for (run, start) in starts.iter_mut().enumerate() {
                        if *start >= list.len()
                            || ahead
                                < [0, PREFETCH_DISTANCE[0] - PREFETCH_DISTANCE[1], PREFETCH_DISTANCE[0]][run]
                        {
                            continue;
                        }
                        let (hash, record) = (list[*start], PathRecord(list[*start + 1]));
                        let table = &mut tables[self.tiles - record.tiles()];
                        let words = table.words();
                        match run {
                            0 => table.prefetch_index(cpu, hash),
                            1 => table.prefetch_board(cpu, hash),
                            _ => {
                                if !table.insert(hash, &list[*start + 2..][..words], record) {
                                    self.full.fetch_add(1, Ordering::Relaxed);
                                }
                            }
                        }
                        *start += 2 + words;
                    }
                    ahead += 1;
                }
            }
        }
    }
}
