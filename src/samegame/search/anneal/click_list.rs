//! A list of clicks with the board before each click: the state of an annealing chain.

use super::results::Results;
use super::state::{Click, ListTally, Play, State};
use crate::bits::plane::Plane;
use crate::samegame::search::anneal::objective::{Logs, Objective};

/// The data that all chains on a board share.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The objective that trials optimise.
    pub objective: Objective,
    /// Computes the results that are reported. `objective` may differ: it may give large groups more than their points.
    pub results: Results,
    /// The rules by which boards change.
    pub play: Play,
    /// The colour of each tile, indexed by the name of the tile.
    pub colours: Vec<u8>,
    /// Random draws for the Metropolis rule.
    pub logs: Logs,
}

/// The value of some clicks: of the tabu colour, and of all other colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gains {
    pub tabu: i64,
    pub others: i64,
}

impl Gains {
    /// Returns the value of all clicks.
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

    /// Adds `one` and subtracts `other`.
    #[inline(always)]
    pub fn shift(&mut self, one: Gains, other: Gains) {
        self.tabu += one.tabu - other.tabu;
        self.others += one.others - other.others;
    }
}

/// A position in a list, between two clicks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ListPosition {
    /// The index of the board in the pool.
    pub board: u32,
    /// The number of tiles on the board that are not of the tabu colour.
    pub others: u16,
    /// The value of the clicks before the position.
    pub gains: Gains,
    /// An upper limit on the value that the tabu colour gains in the whole list: the value of its clicks so far, plus
    /// the value of removing all its remaining tiles in one click.
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

/// A finished list: no click is possible after the last one.
///
/// Boards are stored in a pool. `positions[k]` is the position before click `k`; the last position is the end.
#[derive(Clone, Debug)]
pub struct ClickList<V, const PLANES: usize, const COLOURS: usize> {
    pub(super) pool: Vec<State<V, PLANES, COLOURS>>,
    pub(super) free: Vec<u32>,
    pub(super) positions: Vec<ListPosition>,
    pub(super) clicks: Vec<Click>,
    /// The value of the list: points, soft bonus, penalty, and the cost of clicks of the tabu colour.
    pub(super) value: i64,
    /// The number of clicks of the tabu colour.
    pub(super) tabu_clicks: usize,
    /// The colour that is clicked only if no other colour can be clicked, or by a rare insertion.
    pub(super) tabu: Option<u8>,
}

impl<V: Plane, const PLANES: usize, const COLOURS: usize> ClickList<V, PLANES, COLOURS> {
    /// Creates a list that clicks the tiles `names`, except tiles that cannot be clicked, then random tiles until no
    /// click is possible.
    #[inline(always)]
    pub fn new(
        cpu: V::Cpu,
        instance: &Instance,
        start: State<V, PLANES, COLOURS>,
        names: &[u16],
        tabu: Option<u8>,
        mut random: impl FnMut() -> u32,
    ) -> Self {
        let most = instance.play.most_clicks(start.tally.left) + 1;
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
        let Instance { play, colours, .. } = instance;
        let mut names = names.iter().map(|&name| (name, colours[usize::from(name)]));
        while let Some(tile) = names.next().or_else(|| state.draw(cpu, *play, colours, tabu, &mut random)) {
            if let Some(click) = state.click(cpu, *play, tile, None) {
                list.reserve(1);
                let slot = list.free.pop().expect("no list is longer than the tiles allow");
                list.pool[slot as usize].copy_from(&state);
                list.append(&instance.objective, click, slot, list.clicks_value());
            }
        }
        let tally = &state.tally;
        list.value =
            instance.objective.list_value(list.clicks_value().all(), tally.left.into(), &tally.counts);
        list
    }

    /// Whether the pool grows on demand. Most lists are far shorter than the longest possible one, which matters if a
    /// board takes kilobytes. If a board takes few bytes, the test for growth would cost 3 % of a trial.
    const GROWS: bool = size_of::<V>() > 128;

    /// Ensures that `positions` slots of the pool are free. New slots go to the front of `free`: the index of a free
    /// slot, counted from the end, does not change.
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

    /// Appends a click. `slot` is the pool slot of the board after the click, `gains` the value of all clicks before.
    /// Returns the value of all clicks, with the new click.
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

    #[inline(always)]
    pub(super) fn clicks_value(&self) -> Gains {
        self.positions.last().expect("one more position than clicks").gains
    }

    /// Returns the board before click `at`; the final board if `at` is the number of clicks.
    #[inline(always)]
    pub fn state(&self, at: usize) -> &State<V, PLANES, COLOURS> {
        &self.pool[self.positions[at].board as usize]
    }

    /// Returns the value of the list under the objective: points, bonus for an empty board, and penalty.
    #[inline(always)]
    pub fn objective_value(&self, instance: &Instance) -> i64 {
        let tally = &self.end().tally;
        let clicks = self.clicks_value().all() + instance.objective.cost(self.tabu_clicks);
        instance.objective.bare_value(clicks, tally.left.into(), &tally.counts)
    }

    /// Returns the best result of any prefix of the list by the rules, and the number of clicks of this prefix.
    pub fn result(&self, instance: &Instance) -> (i64, usize) {
        instance.results.best(&self.clicks, &self.end().tally.counts)
    }

    /// Returns the board after the last click.
    pub fn end(&self) -> &State<V, PLANES, COLOURS> {
        self.state(self.clicks.len())
    }

    /// Returns the names of the tiles clicked.
    pub fn names(&self) -> impl Iterator<Item = u16> + '_ {
        self.clicks.iter().map(|click| click.name)
    }
}

/// Replaces elements `from..to` by the elements at the end of the list, from index `behind` on, which move there.
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
