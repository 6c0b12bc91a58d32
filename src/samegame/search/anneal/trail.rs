//! A list of clicks with the board before each: what an annealing chain holds.

use super::state::{Click, State};
use crate::bits::cpu::Cpu;
use crate::bits::plane::Plane;
use crate::samegame::search::anneal::objective::Objective;

/// What all chains on a board share.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Values in tables.
    pub worth: Objective,
    /// The colour of each tile, by name.
    pub colours: Vec<u8>,
}

/// A finished list: no move is left after its last click.
///
/// Boards lie in a pool; `order[k]` is the place of the board before click `k`, the last one that of the
/// final board.
#[derive(Clone, Debug)]
pub struct Trail<V, const PLANES: usize, const COLOURS: usize> {
    pub(super) pool: Vec<State<V, PLANES, COLOURS>>,
    pub(super) free: Vec<u32>,
    pub(super) order: Vec<u32>,
    pub(super) clicks: Vec<Click>,
    /// The value of the clicks before each click, and of all.
    pub(super) gained: Vec<i64>,
    /// The value of the whole list.
    pub(super) value: i64,
    /// How many clicks are of the tabu colour.
    pub(super) kept: usize,
    /// The colour that is clicked only if nothing else can be, or by a rare insertion.
    pub(super) tabu: Option<u8>,
}

impl<V: Copy, const PLANES: usize, const COLOURS: usize> Trail<V, PLANES, COLOURS> {
    /// The line that plays these names as far as they can be clicked, then any clicks until none is left.
    #[inline(always)]
    pub fn new<C: Cpu>(
        cpu: C,
        setting: &Setting,
        start: State<V, PLANES, COLOURS>,
        names: &[u16],
        tabu: Option<u8>,
        mut random: impl FnMut() -> u32,
    ) -> Self
    where
        V: Plane<C>,
    {
        let most = usize::from(start.tally.left) / 2 + 1;
        let mut line = Trail {
            pool: vec![start; if Self::GROWS { 1 } else { 2 * most + 1 }],
            free: if Self::GROWS { Vec::new() } else { (1..2 * most as u32 + 1).collect() },
            order: vec![0],
            clicks: Vec::with_capacity(most),
            gained: vec![0],
            value: 0,
            kept: 0,
            tabu,
        };
        let mut state = start;
        let mut names = names.iter();
        let drawn = |state: &State<V, PLANES, COLOURS>, random: u32| {
            state.draw(cpu, state.choices(cpu, tabu), random)
        };
        while let Some(name) = names.next().copied().or_else(|| drawn(&state, random())) {
            let colour = setting.colours[usize::from(name)];
            if let Some(click) = state.click(cpu, &setting.worth, name, colour, None) {
                line.reserve(1);
                let slot = line.free.pop().expect("no list is longer than half the tiles");
                line.pool[slot as usize].take(&state);
                line.append(&setting.worth, click, slot, line.of_clicks());
            }
        }
        let tally = &state.tally;
        line.value = line.of_clicks() + setting.worth.at_end(tally.left.into(), &tally.counts);
        line
    }

    /// Whether the pool grows as it has to. Most lists are far shorter than they could be, which counts where
    /// a board takes kilobytes; on small ones the test would cost 3 % of a trial.
    const GROWS: bool = size_of::<V>() > 128;

    /// Makes at least this many places free. Those that are keep their number, counted from the last.
    #[inline(always)]
    pub(super) fn reserve(&mut self, places: usize) {
        if Self::GROWS && self.free.len() < places {
            self.grow();
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let (before, more) = (self.pool.len(), self.pool.len() / 4 + 32);
        self.pool.resize(before + more, self.pool[0]);
        self.free.splice(0..0, before as u32..(before + more) as u32);
    }

    /// Writes a click behind the list, with the place of the board after it; `gained` is the value of the clicks before it.
    /// Gives the value with it.
    #[inline(always)]
    pub(super) fn append(&mut self, worth: &Objective, click: Click, slot: u32, gained: i64) -> i64 {
        let gained = gained + self.value_of(worth, &click);
        self.kept += usize::from(self.tabu == Some(click.colour));
        self.order.push(slot);
        self.clicks.push(click);
        self.gained.push(gained);
        gained
    }

    /// The value of all clicks.
    fn of_clicks(&self) -> i64 {
        *self.gained.last().expect("one more than clicks")
    }

    /// The value of a click.
    #[inline(always)]
    pub(super) fn value_of(&self, worth: &Objective, click: &Click) -> i64 {
        worth.value(click.size.into(), self.tabu == Some(click.colour))
    }

    /// The board before click `at`; the final one for the number of clicks.
    #[inline(always)]
    pub fn state(&self, at: usize) -> &State<V, PLANES, COLOURS> {
        &self.pool[self.order[at] as usize]
    }

    /// The value of the list: points, the soft bonus, the penalty, what clicks of the tabu colour cost.
    pub fn value(&self) -> i64 {
        self.value
    }

    /// The worth of the list in units of value: points, the bonus for an empty board, the penalty.
    #[inline(always)]
    pub fn worth(&self, setting: &Setting) -> i64 {
        let tally = &self.end().tally;
        self.of_clicks()
            + setting.worth.cost(self.kept)
            + setting.worth.at_end_bare(tally.left.into(), &tally.counts)
    }

    /// What is left after the last click.
    pub fn end(&self) -> &State<V, PLANES, COLOURS> {
        self.state(self.clicks.len())
    }

    /// The names of the tiles clicked.
    pub fn names(&self) -> impl Iterator<Item = u16> + '_ {
        self.clicks.iter().map(|click| click.name)
    }
}

/// Moves what lies behind `behind` into the place of `from..to`.
#[inline(always)]
pub(super) fn replace<T: Copy>(list: &mut Vec<T>, from: usize, to: usize, behind: usize) {
    let new = list.len() - behind;
    if new == to - from {
        list.copy_within(behind.., from);
        list.truncate(behind);
        return;
    }
    list[to..].rotate_right(new);
    list.copy_within(to.., from);
    list.truncate(list.len() - (to - from));
}
