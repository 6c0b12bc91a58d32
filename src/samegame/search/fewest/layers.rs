//! Searches for a list with a given number of clicks. A layer is the boards with the same number of clicks left.

use super::board::LaneBoard;
use super::bound::lower_bound;
use super::clicks::Finish;
use super::expand::{ExpandStored, Expanded, Loose, Scope, SearchLoose};
use crate::bits::cpu::Cpu;
use crate::rules::StopReason;
use crate::rules::control::PollCounter;
use crate::samegame::search::layered::{
    self, BoardId, Chunk, ENTRY_HEAD, LayerSearch, Pending, SHARDS, Table, in_order, search_layers,
};

/// Number of boards in a chunk of boards that are not stored. Chunks are small, as each board takes a whole search.
const LOOSE_CHUNK_SIZE: usize = 8;

/// The search from one board that is not stored takes about as long as this number of expansions.
const LOOSE_BOARDS: usize = 16;

/// The most chunks that are expanded before the boards after their clicks are inserted.
const MAX_CHUNKS_PER_ROUND: usize = 64;

/// Approximate bytes of the boards after all clicks on the boards of a chunk.
const CHUNK_BYTES: usize = 128 * 40 * (ENTRY_HEAD + 3) * size_of::<u64>();

/// How a search for a number of clicks ended.
#[derive(Debug)]
pub enum TargetEnd {
    /// The cells of the clicks that clear the board.
    Found(Vec<u8>),
    /// No list of this number of clicks clears the board; `true` if no list of any length does.
    Refuted(bool),
    /// A limit was reached.
    Stopped(StopReason),
}

/// A search for one number of clicks.
struct TargetSearch<'a> {
    scope: &'a Scope<'a>,
    layers: layered::Layers,
    /// Whether boards were skipped because they need more clicks than are left.
    cut: bool,
}

/// Why a search ends early: with a list (its layer, the board there, and the clicks from this board on), or by a limit.
enum Exit {
    Found(usize, BoardId, Vec<u8>),
    Stopped(StopReason),
}

impl Scope<'_> {
    /// Searches for a list of `target` clicks that clears the board. The caller has ruled out shorter lists.
    #[inline(always)]
    pub fn search<C: Cpu>(&self, cpu: C, board: LaneBoard, target: u32) -> TargetEnd {
        let shape = &self.shape;
        let bound = lower_bound(shape, &board);
        if bound >= target {
            let found = (bound == target).then(|| cpu.call(Finish { shape, board, bound }));
            return found.flatten().map_or(TargetEnd::Refuted(false), TargetEnd::Found);
        }
        let layers = layered::Layers::new(&board.0, target as usize, |_| board.0.len());
        let mut search = TargetSearch { scope: self, layers, cut: false };
        match search_layers(cpu, &mut search) {
            Ok(()) => TargetEnd::Refuted(!search.cut),
            Err(Exit::Stopped(reason)) => TargetEnd::Stopped(reason),
            Err(Exit::Found(layer, id, rest)) => {
                TargetEnd::Found([search.layers.clicks(layer, id), rest].concat())
            }
        }
    }
}

impl TargetSearch<'_> {
    /// Adds the expansions of chunks of a layer, in order, up to the first one with a list or a limit.
    fn add(&mut self, layer: usize, expanded: &mut [Expanded]) -> Result<(), Exit> {
        for expanded in expanded {
            self.cut |= expanded.cut;
            self.scope.meter.add(expanded);
            if let Some((id, clicks)) = expanded.found.take() {
                return Err(Exit::Found(layer, id, clicks));
            }
            if let Some(reason) = expanded.stop {
                return Err(Exit::Stopped(reason));
            }
        }
        Ok(())
    }
}

impl<C: Cpu> LayerSearch<C> for TargetSearch<'_> {
    type Expanded = Expanded;
    type End = Exit;
    const CHUNK_SIZE: usize = 128;

    fn layers(&mut self) -> &mut layered::Layers {
        &mut self.layers
    }

    fn threads(&self) -> usize {
        self.scope.threads
    }

    fn pending(expanded: &Expanded) -> &Pending {
        &expanded.pending
    }

    fn begin(&mut self, _: C, _: &[Chunk<'_>], layer: &[Table]) -> (usize, [usize; SHARDS]) {
        // An eighth of the memory is for the boards between expansion and insertion.
        let memory = self.scope.meter.budget.limits.memory / 8;
        let mut quotas = self.layers.bytes();
        for (quota, table) in quotas.iter_mut().zip(layer) {
            *quota = (memory * 7 / SHARDS).saturating_sub(*quota + table.bytes());
        }
        ((memory / CHUNK_BYTES).clamp(1, MAX_CHUNKS_PER_ROUND), quotas)
    }

    #[inline(always)]
    fn expander(&self, cpu: C) -> impl FnMut(Chunk<'_>) -> Expanded {
        let (scope, mut polls) = (self.scope, PollCounter::default());
        move |chunk| cpu.call(ExpandStored(scope, chunk, &mut polls))
    }

    /// A list or a stop ends the round, so of several lists the list of the first chunk counts.
    fn is_last(expanded: &Expanded) -> bool {
        expanded.found.is_some() || expanded.stop.is_some()
    }

    fn expanded(&mut self, chunks: &[Chunk<'_>], expanded: &mut [Expanded]) -> Result<(), Exit> {
        self.add(chunks[0].layer, expanded)
    }

    #[inline(always)]
    fn inserted(
        &mut self,
        cpu: C,
        layer: usize,
        expanded: Vec<Expanded>,
        refused: Vec<Vec<u64>>,
    ) -> Result<(), Exit> {
        drop(expanded);
        let loose: Vec<_> =
            refused.iter().flat_map(|entries| entries.as_chunks().0).map(Loose::of_entry).collect();
        if !loose.is_empty() {
            let (scope, clicks) = (self.scope, layer as u32 - 1);
            let chunks: Vec<_> = loose.chunks(LOOSE_CHUNK_SIZE).collect();
            let mut expanded = in_order(
                (scope.threads, loose.len() * LOOSE_BOARDS),
                &chunks,
                PollCounter::default,
                |boards, polls| cpu.call(SearchLoose { scope, boards, clicks, polls }),
                <Self as LayerSearch<C>>::is_last,
            );
            self.add(layer, &mut expanded)?;
        }
        self.scope.meter.report();
        Ok(())
    }
}
