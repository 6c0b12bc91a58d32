//! Groups drawn by learned weights, each group known by a code of its cells; the groups are kept from click
//! to click.
//!
//! A click changes few groups. Those that lie where nothing changed stay in the list with their weight; only
//! the new ones are flooded, hashed and looked up. A game is written down as a [`Transcript`]: which groups there
//! were, from which click to which, and which was clicked, so that a learner need not play it again.

use super::Policy;
use super::live::Live;
use crate::base::{Cell, Colour};
use crate::bits::cpu::Cpu;
use rand::Rng;

/// Lanes of the sum of weights: they are added in a fixed order, so that every path draws the same.
const LANES: usize = 8;

/// A group that could be clicked for some time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// Its place in the table of weights.
    pub code: u32,
    /// What its weight is multiplied by.
    pub bias: f32,
    /// The first click, from 0, at which it could be clicked.
    pub born: u32,
    /// The last one.
    pub died: u32,
}

/// A game, as a learner wants it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transcript {
    /// Every group that there was; one that vanishes and comes back is there twice.
    pub records: Vec<Record>,
    /// The group clicked, by its record, and its first cell.
    pub clicks: Vec<(u32, Cell)>,
}

impl Transcript {
    /// The first cells of the groups clicked.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.clicks.iter().map(|&(_, cell)| cell)
    }
}

/// What the policy keeps between clicks and between games: make one, use it for many games.
#[derive(Clone, Debug)]
pub struct Kept<S> {
    groups: Vec<S>,
    records: Vec<u32>,
    /// Zeros behind the last group up to a multiple of [`LANES`].
    weights: Vec<f32>,
}

impl<S> Default for Kept<S> {
    fn default() -> Self {
        Kept { groups: Vec::new(), records: Vec::new(), weights: Vec::new() }
    }
}

impl<S> Kept<S> {
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
    fn drop_at(&mut self, at: usize) -> u32 {
        let last = self.groups.len() - 1;
        self.weights[at] = self.weights[last];
        self.weights[last] = 0.0;
        if last.is_multiple_of(LANES) {
            self.weights.truncate(last);
        }
        self.groups.swap_remove(at);
        self.records.swap_remove(at)
    }

    /// The groups now in the list.
    pub fn groups(&self) -> &[S] {
        &self.groups
    }

    /// The number of a group, by weight; there must be one.
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
        // First the lane, then the group in it; rounding may leave the target behind the last one.
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

/// Draws a group with a chance in proportion to its weight.
///
/// The weight is the table's at the group's code, times the bias for its size. A tabu colour's groups can
/// be clicked only when there is no other.
#[derive(Debug)]
pub struct Softmax<'a, C: Cpu, L: Live<C>> {
    /// A weight a code, above 0; the length is a power of two.
    table: &'a [f32],
    /// A factor a number of tiles, the last for all above; one number less for the tabu colour.
    bias: &'a [f32],
    tabu: Option<Colour>,
    kept: &'a mut Kept<L::Set>,
    line: &'a mut Transcript,
    touched: Option<L::Region>,
    /// Whether the list holds the tabu groups, there being no others.
    tabu_listed: bool,
}

impl<'a, C: Cpu, L: Live<C>> Softmax<'a, C, L> {
    /// A policy for one game after another.
    ///
    /// # Panics
    /// If the table's length is no power of two above 1, or the bias table is empty.
    #[inline(always)]
    pub fn new(
        table: &'a [f32],
        bias: &'a [f32],
        tabu: Option<Colour>,
        kept: &'a mut Kept<L::Set>,
        line: &'a mut Transcript,
    ) -> Self {
        assert!(table.len().is_power_of_two() && table.len() > 1 && !bias.is_empty());
        Softmax { table, bias, tabu, kept, line, touched: None, tabu_listed: false }
    }

    /// The groups that could be clicked at the last choice.
    pub fn groups(&self) -> &[L::Set] {
        self.kept.groups()
    }

    #[inline(always)]
    fn add(&mut self, live: &L, group: L::Set, less: usize) {
        let code = (live.code(&group) >> (64 - self.table.len().trailing_zeros())) as usize;
        let bias = self.bias[(live.size(&group) - less).min(self.bias.len() - 1)];
        let record = self.line.records.len() as u32;
        let born = self.line.clicks.len() as u32;
        self.line.records.push(Record { code: code as u32, bias, born, died: u32::MAX });
        // The mask is for the compiler: no code is past the table.
        self.kept.push(group, record, self.table[code & (self.table.len() - 1)] * bias);
    }

    #[inline(always)]
    fn bury(&mut self, at: usize) {
        let record = self.kept.drop_at(at);
        self.line.records[record as usize].died = self.line.clicks.len() as u32 - 1;
    }

    /// Drops those of the first `old` groups that hit the region, or all if they were listed for lack of others;
    /// the region grows by them.
    #[inline(always)]
    fn drop_hit(&mut self, live: &L, region: &mut L::Region, mut old: usize) {
        // Groups do not overlap, so that widening by one drops no other.
        // From the last to the first: what takes the place of a dropped group was looked at already, or is new.
        while old > 0 {
            old -= 1;
            if self.tabu_listed || live.hits(region, &self.kept.groups[old]) {
                live.widen(region, &self.kept.groups[old]);
                self.bury(old);
            }
        }
    }

    /// Makes the list that of the board after the last click.
    #[inline(always)]
    fn follow(&mut self, cpu: C, live: &L) {
        let links = live.links(cpu);
        let mut region = self.touched.take();
        // What is left of a group that changed may lie outside the region: it counts as changed too.
        if let Some(region) = &mut region {
            self.drop_hit(live, region, self.kept.groups.len());
        }
        let old = self.kept.groups.len();
        let mut pool = live.pool(cpu, &links, region.as_ref(), self.tabu);
        while let Some(group) = live.next(cpu, &links, &mut pool) {
            if let Some(region) = &mut region {
                live.widen(region, &group);
            }
            self.add(live, group, 0);
        }
        // Groups that a new one swallowed.
        if let Some(region) = &mut region {
            self.drop_hit(live, region, old);
        }
        self.tabu_listed = self.tabu.is_some() && self.kept.groups.is_empty();
        if self.tabu_listed {
            let mut pool = live.pool(cpu, &links, None, None);
            while let Some(group) = live.next(cpu, &links, &mut pool) {
                self.add(live, group, 1);
            }
        }
    }
}

impl<C: Cpu, L: Live<C>> Policy<C, L> for Softmax<'_, C, L> {
    #[inline(always)]
    fn start(&mut self, _cpu: C, _live: &L) {
        self.kept.clear();
        self.line.records.clear();
        self.line.clicks.clear();
        (self.touched, self.tabu_listed) = (None, false);
    }

    #[inline(always)]
    fn choose<R: Rng>(&mut self, cpu: C, live: &L, rng: &mut R) -> Option<L::Set> {
        self.follow(cpu, live);
        if self.kept.groups.is_empty() {
            return None;
        }
        let chosen = self.kept.draw(rng);
        let group = self.kept.groups[chosen].clone();
        self.touched = Some(live.touched(cpu, &group));
        self.line.clicks.push((self.kept.records[chosen], live.first(&group)));
        Some(group)
    }
}
