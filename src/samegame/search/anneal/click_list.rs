//! A list of clicks with the board before each: what an annealing chain holds.

use super::state::{Click, ListTally, State};
use crate::bits::cpu::Cpu;
use crate::bits::plane::Plane;
use crate::samegame::search::anneal::objective::Objective;

/// What all chains on a board share.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Values in tables, by which trials are kept.
    pub objective: Objective,
    /// Values by the rules, where `worth` may be steeper.
    pub rules_objective: Objective,
    /// The colour of each tile, by name.
    pub colours: Vec<u8>,
}

/// The value of clicks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gains {
    /// Of the tabu colour.
    pub tabu: i64,
    /// Of the others.
    pub others: i64,
}

impl Gains {
    /// Of all clicks.
    #[inline(always)]
    pub fn all(self) -> i64 {
        self.tabu + self.others
    }

    /// Adds the value of a click.
    #[inline(always)]
    pub fn click(&mut self, objective: &Objective, tabu: Option<u8>, click: &Click) {
        let tabu = tabu == Some(click.colour);
        let value = objective.value(click.size.into(), tabu);
        self.tabu += value & -i64::from(tabu);
        self.others += value & -i64::from(!tabu);
    }

    /// Adds what one list has gained, and another has not.
    #[inline(always)]
    pub fn shift(&mut self, one: Gains, other: Gains) {
        self.tabu += one.tabu - other.tabu;
        self.others += one.others - other.others;
    }
}

/// A place in a list, between two clicks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ListPosition {
    /// Where in the pool the board lies.
    pub board: u32,
    /// Its tiles that are not of the tabu colour.
    pub others: u16,
    /// What the clicks before it have gained.
    pub gains: Gains,
    /// The most that the tabu colour can come to: what it has gained, and the rest of it in one click.
    pub max_tabu: i64,
}

impl ListPosition {
    #[inline(always)]
    pub fn new<const COLOURS: usize>(
        objective: &Objective,
        tabu: Option<u8>,
        tally: &ListTally<COLOURS>,
        board: u32,
        gains: Gains,
    ) -> ListPosition {
        let kept = tally.of(tabu);
        ListPosition {
            board,
            others: tally.left - kept,
            gains,
            max_tabu: gains.tabu + objective.single_click(kept.into()),
        }
    }
}

/// A finished list: no move is left after its last click.
///
/// Boards lie in a pool; `places[k]` is what is known before click `k`, the last one of the final board.
#[derive(Clone, Debug)]
pub struct ClickList<V, const PLANES: usize, const COLOURS: usize> {
    pub(super) pool: Vec<State<V, PLANES, COLOURS>>,
    pub(super) free: Vec<u32>,
    pub(super) positions: Vec<ListPosition>,
    pub(super) clicks: Vec<Click>,
    /// The value of the whole list.
    pub(super) value: i64,
    /// How many clicks are of the tabu colour.
    pub(super) tabu_clicks: usize,
    /// The colour that is clicked only if nothing else can be, or by a rare insertion.
    pub(super) tabu: Option<u8>,
}

impl<V: Copy, const PLANES: usize, const COLOURS: usize> ClickList<V, PLANES, COLOURS> {
    /// The line that plays these names as far as they can be clicked, then any clicks until none is left.
    #[inline(always)]
    pub fn new<C: Cpu>(
        cpu: C,
        instance: &Instance,
        start: State<V, PLANES, COLOURS>,
        names: &[u16],
        tabu: Option<u8>,
        mut random: impl FnMut() -> u32,
    ) -> Self
    where
        V: Plane<C>,
    {
        let most = usize::from(start.tally.left) / 2 + 1;
        let mut list = ClickList {
            pool: vec![start; if Self::GROWS { 1 } else { 2 * most + 1 }],
            free: if Self::GROWS { Vec::new() } else { (1..2 * most as u32 + 1).collect() },
            positions: Vec::with_capacity(most + 1),
            clicks: Vec::with_capacity(most),
            value: 0,
            tabu_clicks: 0,
            tabu,
        };
        list.positions.push(ListPosition::new(&instance.objective, tabu, &start.tally, 0, Gains::default()));
        let mut state = start;
        let mut names = names.iter();
        let drawn = |state: &State<V, PLANES, COLOURS>, random: u32| {
            state.draw(cpu, state.clickable(cpu, tabu), random)
        };
        while let Some(name) = names.next().copied().or_else(|| drawn(&state, random())) {
            let colour = instance.colours[usize::from(name)];
            if let Some(click) = state.click(cpu, name, colour, None) {
                list.reserve(1);
                let slot = list.free.pop().expect("no list is longer than half the tiles");
                list.pool[slot as usize].copy_from(&state);
                list.append(&instance.objective, click, slot, list.of_clicks());
            }
        }
        let tally = &state.tally;
        list.value = list.of_clicks().all() + instance.objective.at_end(tally.left.into(), &tally.counts);
        list
    }

    /// Whether the pool grows as it has to. Most lists are far shorter than they could be, which counts where
    /// a board takes kilobytes; on small ones the test would cost 3 % of a trial.
    const GROWS: bool = size_of::<V>() > 128;

    /// Makes at least this many places free. Those that are keep their number, counted from the last.
    #[inline(always)]
    pub(super) fn reserve(&mut self, positions: usize) {
        if Self::GROWS && self.free.len() < positions {
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

    /// Writes a click behind the list, with the place of the pool of the board after it; `gained` is the value of the
    /// clicks before it. Gives the value with it.
    #[inline(always)]
    pub(super) fn append(
        &mut self,
        objective: &Objective,
        click: Click,
        slot: u32,
        mut gains: Gains,
    ) -> Gains {
        gains.click(objective, self.tabu, &click);
        self.tabu_clicks += usize::from(self.tabu == Some(click.colour));
        self.clicks.push(click);
        let tally = &self.pool[slot as usize].tally;
        self.positions.push(ListPosition::new(objective, self.tabu, tally, slot, gains));
        gains
    }

    /// The value of all clicks.
    #[inline(always)]
    pub(super) fn of_clicks(&self) -> Gains {
        self.positions.last().expect("one more than clicks").gains
    }

    /// The board before click `at`; the final one for the number of clicks.
    #[inline(always)]
    pub fn state(&self, at: usize) -> &State<V, PLANES, COLOURS> {
        &self.pool[self.positions[at].board as usize]
    }

    /// The value of the list: points, the soft bonus, the penalty, what clicks of the tabu colour cost.
    pub fn value(&self) -> i64 {
        self.value
    }

    /// The worth of the list in units of value: points, the bonus for an empty board, the penalty.
    #[inline(always)]
    pub fn objective_value(&self, instance: &Instance) -> i64 {
        let tally = &self.end().tally;
        self.of_clicks().all()
            + instance.objective.cost(self.tabu_clicks)
            + instance.objective.at_end_bare(tally.left.into(), &tally.counts)
    }

    /// The worth of the list by the rules, found click by click.
    pub fn rules_value(&self, instance: &Instance) -> i64 {
        let tally = &self.end().tally;
        let points = self.clicks.iter().map(|click| instance.rules_objective.points(click.size.into()));
        points.sum::<i64>() + instance.rules_objective.at_end_bare(tally.left.into(), &tally.counts)
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
