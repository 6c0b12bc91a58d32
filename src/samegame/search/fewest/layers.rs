//! Searches for a list with a given number of clicks, one layer of boards after the other.

use super::board::{Board, Shape};
use super::bound::lower_bound;
use super::clicks::{Child, Finish, Groups, LastClick};
use super::expand::{Chunk, Expand, Expanded, Meter};
use crate::bits::cpu::Cpu;
use crate::rules::StopReason;
use crate::rules::threads::results_in_order;
use crate::samegame::search::budget::PollCounter;
use crate::samegame::search::layered::{ENTRY_HEAD, SHARDS, Shard, Table, hash_of, insert_all, shard_of};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of boards of a chunk.
const CHUNK_SIZE: usize = 128;

/// The boards of a chunk of those that are not stored.
const LOOSE_CHUNK_SIZE: usize = 8;

/// The boards that are worth another thread: starting one takes as long as a few boards.
const BOARDS_PER_THREAD: usize = 256;

/// The most chunks that are expanded before the boards after their clicks are inserted.
const MAX_CHUNKS_PER_ROUND: usize = 64;

/// Approximate bytes of the boards after the clicks on a chunk.
const CHUNK_BYTES: usize = CHUNK_SIZE * 40 * (ENTRY_HEAD + 3) * size_of::<u64>();

/// How a search for a number of clicks ended.
#[derive(Debug)]
pub enum End {
    /// The clicks that clear the board.
    Found(Vec<u8>),
    /// There is no such list; `true` if the board cannot be cleared.
    Refuted(bool),
    /// A limit was reached.
    Stopped(StopReason),
}

/// A search for the fewest clicks.
pub struct Layers<'a> {
    pub shape: &'a Shape,
    pub meter: &'a Meter<'a>,
    pub threads: usize,
    pub memory: usize,
    /// Called after each round.
    pub advanced: &'a dyn Fn(),
}

/// All that a search for one number of clicks has found.
struct Search {
    /// The boards after each number of clicks, by shard.
    layers: Vec<Vec<Table<LastClick>>>,
    cut: bool,
}

/// Why the boards of a layer are not all expanded: a list is found, or a limit is reached.
enum Exit {
    Found(Board, Vec<u8>),
    Stopped(StopReason),
}

impl Layers<'_> {
    /// Searches for a list of `target` clicks. There must be none with fewer.
    #[inline(always)]
    pub fn search<C: Cpu>(&self, cpu: C, board: Board, target: u32) -> End {
        let shape = self.shape;
        let bound = lower_bound(shape, &board);
        if bound >= target {
            let found = (bound == target).then(|| cpu.call(Finish { shape, board, bound }));
            return found.flatten().map_or(End::Refuted(false), End::Found);
        }
        let mut root: Vec<_> = (0..SHARDS).map(|_| Table::new(board.0.len())).collect();
        let hash = hash_of(&board.0);
        root[shard_of(hash)].insert(hash, &board.0, LastClick(0), usize::MAX);
        let mut search = Search { layers: vec![root], cut: false };
        for clicks in (1..=target).rev() {
            match self.expand_layer(cpu, &mut search, clicks) {
                Ok(0) => break,
                Ok(_) => {}
                Err(Exit::Stopped(reason)) => return End::Stopped(reason),
                Err(Exit::Found(board, clicks)) => {
                    let before = (target as usize).saturating_sub(clicks.len()).min(search.layers.len());
                    return End::Found([self.path_to(cpu, &search.layers[..before], board), clicks].concat());
                }
            }
        }
        End::Refuted(!search.cut)
    }

    /// Expands the last layer into a new one, and returns the number of boards of the new layer.
    #[inline(always)]
    fn expand_layer<C: Cpu>(&self, cpu: C, search: &mut Search, clicks: u32) -> Result<usize, Exit> {
        let mut next: Vec<_> = search.layers.last_mut().into_iter().flatten().map(Table::next).collect();
        // A part of the memory is for the boards between expansion and insertion.
        let mut quotas = [self.memory / 8 * 7 / SHARDS; SHARDS];
        for layer in &search.layers {
            for (quota, table) in quotas.iter_mut().zip(layer) {
                *quota = quota.saturating_sub(table.bytes());
            }
        }
        let chunks: Vec<Chunk> = search.layers.last().into_iter().flatten().flat_map(chunks_of).collect();
        let per_round = (self.memory / 8 / CHUNK_BYTES).clamp(1, MAX_CHUNKS_PER_ROUND);
        for round in chunks.chunks(per_round) {
            let expanded = self.expand_chunks(cpu, round, clicks, &mut search.cut)?;
            let loose = self.insert(cpu, &expanded, &mut next, &quotas);
            drop(expanded);
            if !loose.is_empty() {
                let chunks: Vec<Chunk> = loose.chunks(LOOSE_CHUNK_SIZE).map(Chunk::Loose).collect();
                self.expand_chunks(cpu, &chunks, clicks - 1, &mut search.cut)?;
            }
            (self.advanced)();
        }
        search.layers.push(next);
        Ok(search.layers.last().into_iter().flatten().map(Table::len).sum())
    }

    /// Expands chunks of boards; `clicks` are left for each board. Of several lists, the one of the first chunk counts:
    /// once a list is found, only the chunks before are expanded to the end.
    #[inline(always)]
    fn expand_chunks<C: Cpu>(
        &self,
        cpu: C,
        chunks: &[Chunk],
        clicks: u32,
        cut: &mut bool,
    ) -> Result<Vec<Expanded>, Exit> {
        let boards: usize = chunks.iter().map(Chunk::cost).sum();
        let (shape, meter) = (self.shape, self.meter);
        // The lowest number of a chunk after which nothing is needed.
        let end = AtomicUsize::new(usize::MAX);
        let mut done = results_in_order(self.threads_for(boards), || {
            let (mut polls, end) = (PollCounter::default(), &end);
            move |number| {
                let &chunk = chunks.get(number).filter(|_| number <= end.load(Ordering::Relaxed))?;
                let expanded = Expand { shape, meter, clicks, chunk, polls: &mut polls }.run(cpu);
                if expanded.found.is_some() || expanded.stop.is_some() {
                    end.fetch_min(number, Ordering::Relaxed);
                }
                Some(expanded)
            }
        });
        for expanded in &mut done {
            *cut |= expanded.cut;
            self.meter.add(expanded);
            if let Some((board, clicks)) = expanded.found.take() {
                return Err(Exit::Found(board, clicks));
            }
            if let Some(reason) = expanded.stop {
                return Err(Exit::Stopped(reason));
            }
        }
        Ok(done)
    }

    /// Returns the number of threads for work like the expansion of this many boards.
    fn threads_for(&self, boards: usize) -> usize {
        self.threads.min(boards / BOARDS_PER_THREAD + 1)
    }

    /// Inserts boards into a layer, and returns those for which there is no room.
    #[inline(always)]
    fn insert<C: Cpu>(
        &self,
        cpu: C,
        expanded: &[Expanded],
        layer: &mut [Table<LastClick>],
        quotas: &[usize],
    ) -> Vec<Child> {
        let pending: Vec<_> = expanded.iter().map(|expanded| &expanded.pending).collect();
        let boards = pending.iter().map(|pending| pending.words()).sum::<usize>() / (ENTRY_HEAD + 3);
        let shards = layer.iter_mut().zip(quotas);
        let shards = shards.map(|(table, &memory)| Shard { tables: std::slice::from_mut(table), memory });
        let refused = insert_all(cpu, self.threads_for(boards / 16), &pending, shards);
        refused.iter().flat_map(|entries| entries.as_chunks().0).map(Child::of_entry).collect()
    }

    /// Returns the clicks that lead to a board after the last of these layers.
    ///
    /// Each layer contains a board from which the one after it was reached. A click takes tiles of one colour
    /// only, so that few boards need to be clicked.
    #[inline(always)]
    fn path_to<C: Cpu>(&self, cpu: C, layers: &[Vec<Table<LastClick>>], mut board: Board) -> Vec<u8> {
        let mut path = Vec::new();
        let mut groups = Groups::new();
        for layer in layers.iter().rev() {
            let boards =
                layer.iter().flat_map(|table| (0..table.len()).map(|place| Child::of(table, place).board));
            let mut before = boards.filter_map(|before| {
                let taken = self.only_colour_taken(&before, &board)?;
                groups.clear();
                groups.find_of(self.shape, before.colour(taken));
                let leads = |group: &&u64| self.shape.remove(cpu, &before, **group) == board;
                let group = groups.as_slice().iter().find(leads)?;
                Some((before, group.trailing_zeros() as u8))
            });
            let Some((before, at)) = before.next() else { break };
            path.push(at);
            board = before;
        }
        path.reverse();
        path
    }

    /// Returns the colour of which a board has fewer tiles than another board, if there is exactly one and the other
    /// colours have equal numbers of tiles.
    #[inline(always)]
    fn only_colour_taken(&self, before: &Board, after: &Board) -> Option<usize> {
        let mut taken = None;
        for number in 1..=self.shape.colours {
            let counts = [before, after].map(|board| board.colour(number).count_ones());
            if counts[0] < counts[1] || (counts[0] > counts[1] && taken.is_some()) {
                return None;
            }
            if counts[0] > counts[1] {
                taken = Some(number);
            }
        }
        taken
    }
}

/// Returns the boards of a table in chunks.
fn chunks_of(table: &Table<LastClick>) -> impl Iterator<Item = Chunk<'_>> {
    (0..table.len())
        .step_by(CHUNK_SIZE)
        .map(move |start| Chunk::Stored(table, start, (start + CHUNK_SIZE).min(table.len())))
}
