//! A policy that draws groups by learned weights, looked up by a hash of their cells. The list of groups is updated
//! from click to click.
//!
//! A click changes few groups. Groups where nothing changed stay in the list with their weight; only new ones are
//! flooded, hashed and looked up. A game is recorded as a [`Transcript`]: the groups that existed, from which click to
//! which, and the group clicked, so that a learner need not replay the game.

use super::Policy;
use super::playout_board::PlayoutBoard;
use crate::bits::cpu::Cpu;
use crate::rules::{Cell, Colour};
use rand::Rng;

/// The number of partial sums of weights. They are added in a fixed order, so that every path draws the same group.
const LANES: usize = 8;

/// A group that was clickable for some time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupRecord {
    /// The index in the table of weights.
    pub code: u32,
    /// The factor of the weight.
    pub bias: f32,
    /// The first click, from 0, at which the group was clickable.
    pub first_click: u32,
    /// The last click at which the group was clickable.
    pub last_click: u32,
}

/// The record of a game for a learner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transcript {
    /// All groups that existed. A group that vanishes and comes back has two records.
    pub records: Vec<GroupRecord>,
    /// For each click, the index of the group's record and the first cell of the group.
    pub clicks: Vec<(u32, Cell)>,
}

impl Transcript {
    /// Returns the first cells of the clicked groups.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.clicks.iter().map(|&(_, cell)| cell)
    }
}

/// The buffers of the policy, to be used for many games.
#[derive(Clone, Debug)]
pub struct SoftmaxState<S> {
    groups: Vec<S>,
    records: Vec<u32>,
    /// Padded with zeros to a multiple of [`LANES`].
    weights: Vec<f32>,
}

impl<S> Default for SoftmaxState<S> {
    fn default() -> Self {
        SoftmaxState { groups: Vec::new(), records: Vec::new(), weights: Vec::new() }
    }
}

impl<S> SoftmaxState<S> {
    fn clear(&mut self) {
        self.groups.clear();
        self.records.clear();
        self.weights.clear();
    }

    #[inline(always)]
    fn push(&mut self, group: S, record: u32, weight: f32) {
        let at = self.groups.len();
        if at == self.weights.len() {
            self.weights.extend([0.0; LANES]);
        }
        self.weights[at] = weight;
        self.groups.push(group);
        self.records.push(record);
    }

    #[inline(always)]
    fn swap_remove(&mut self, at: usize) -> u32 {
        let last = self.groups.len() - 1;
        self.weights[at] = self.weights[last];
        self.weights[last] = 0.0;
        if last.is_multiple_of(LANES) {
            self.weights.truncate(last);
        }
        self.groups.swap_remove(at);
        self.records.swap_remove(at)
    }

    /// Draws the index of a group by weight. The list must not be empty.
    #[inline(always)]
    fn draw<R: Rng>(&self, rng: &mut R) -> usize {
        let mut sums = [0f32; LANES];
        for chunk in self.weights.as_chunks::<LANES>().0 {
            for lane in 0..LANES {
                sums[lane] += chunk[lane];
            }
        }
        let mut total = 0.0;
        for sum in sums {
            total += sum;
        }
        let mut target = (rng.next_u64() >> 40) as f32 / (1u32 << 24) as f32 * total;
        // First the lane, then the group in it. Rounding may leave the target beyond the last group.
        let mut lane = 0;
        for at in 0..LANES {
            if sums[at] > 0.0 {
                lane = at;
                if target < sums[at] {
                    break;
                }
                target -= sums[at];
            }
        }
        let mut chosen = lane;
        while target >= self.weights[chosen] && chosen + LANES < self.groups.len() {
            target -= self.weights[chosen];
            chosen += LANES;
        }
        chosen
    }
}

/// A policy that draws each group with a probability proportional to its weight.
///
/// The weight is the entry of the table for the group, times the bias for its size. Groups of the tabu colour can be
/// clicked only when there is no other.
#[derive(Debug)]
pub struct Softmax<'a, C: Cpu, B: PlayoutBoard<C>> {
    /// Positive weights by code; the length is a power of two.
    table: &'a [f32],
    /// Factors by number of tiles, the last one for all larger groups; the tabu colour uses one index less.
    bias: &'a [f32],
    tabu: Option<Colour>,
    state: &'a mut SoftmaxState<B::Set>,
    transcript: &'a mut Transcript,
    touched: Option<B::Region>,
    /// Whether the list contains the groups of the tabu colour, because there are no others.
    tabu_listed: bool,
}

impl<'a, C: Cpu, B: PlayoutBoard<C>> Softmax<'a, C, B> {
    /// Creates a policy for any number of consecutive games.
    ///
    /// # Panics
    /// Panics if the length of the table is not a power of two above 1, or `bias` is empty.
    #[inline(always)]
    pub fn new(
        table: &'a [f32],
        bias: &'a [f32],
        tabu: Option<Colour>,
        state: &'a mut SoftmaxState<B::Set>,
        transcript: &'a mut Transcript,
    ) -> Self {
        assert!(table.len().is_power_of_two() && table.len() > 1 && !bias.is_empty());
        Softmax { table, bias, tabu, state, transcript, touched: None, tabu_listed: false }
    }

    #[inline(always)]
    fn add(&mut self, board: &B, group: B::Set, less: usize) {
        let code = (board.hash(&group) >> (64 - self.table.len().trailing_zeros())) as usize;
        let bias = self.bias[(board.size(&group) - less).min(self.bias.len() - 1)];
        let record = self.transcript.records.len() as u32;
        let first_click = self.transcript.clicks.len() as u32;
        self.transcript.records.push(GroupRecord {
            code: code as u32,
            bias,
            first_click,
            last_click: u32::MAX,
        });
        // The mask lets the compiler see that the index is in bounds.
        self.state.push(group, record, self.table[code & (self.table.len() - 1)] * bias);
    }

    #[inline(always)]
    fn retire(&mut self, at: usize) {
        let record = self.state.swap_remove(at);
        self.transcript.records[record as usize].last_click = self.transcript.clicks.len() as u32 - 1;
    }

    /// Removes those of the first `old` groups that intersect the region, or all if they were listed for lack of
    /// others, and extends the region by them.
    #[inline(always)]
    fn remove_intersecting(&mut self, board: &B, region: &mut B::Region, mut old: usize) {
        // Groups do not overlap, so that extending the region by one removes no other. From the last to the first: the
        // group that takes the place of a removed one was already examined, or is new.
        while old > 0 {
            old -= 1;
            if self.tabu_listed || board.intersects(region, &self.state.groups[old]) {
                board.extend_region(region, &self.state.groups[old]);
                self.retire(old);
            }
        }
    }

    /// Updates the list to the board after the last click.
    #[inline(always)]
    fn update(&mut self, cpu: C, board: &B) {
        let links = board.links(cpu);
        let mut region = self.touched.take();
        // The rest of a changed group may lie outside the region, which is extended by the group.
        if let Some(region) = &mut region {
            self.remove_intersecting(board, region, self.state.groups.len());
        }
        let old = self.state.groups.len();
        let mut groups = board.groups(cpu, &links, region.as_ref(), self.tabu);
        while let Some(group) = board.next_group(cpu, &links, &mut groups) {
            if let Some(region) = &mut region {
                board.extend_region(region, &group);
            }
            self.add(board, group, 0);
        }
        // Groups that merged into a new one.
        if let Some(region) = &mut region {
            self.remove_intersecting(board, region, old);
        }
        self.tabu_listed = self.tabu.is_some() && self.state.groups.is_empty();
        if self.tabu_listed {
            let mut groups = board.groups(cpu, &links, None, None);
            while let Some(group) = board.next_group(cpu, &links, &mut groups) {
                self.add(board, group, 1);
            }
        }
    }
}

impl<C: Cpu, B: PlayoutBoard<C>> Policy<C, B> for Softmax<'_, C, B> {
    #[inline(always)]
    fn start(&mut self, _cpu: C, _live: &B) {
        self.state.clear();
        self.transcript.records.clear();
        self.transcript.clicks.clear();
        (self.touched, self.tabu_listed) = (None, false);
    }

    #[inline(always)]
    fn choose<R: Rng>(&mut self, cpu: C, board: &B, rng: &mut R) -> Option<B::Set> {
        self.update(cpu, board);
        if self.state.groups.is_empty() {
            return None;
        }
        let chosen = self.state.draw(rng);
        let group = self.state.groups[chosen].clone();
        self.touched = Some(board.changed_region(cpu, &group));
        self.transcript.clicks.push((self.state.records[chosen], board.first(&group)));
        Some(group)
    }
}
