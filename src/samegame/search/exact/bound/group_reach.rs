//! How many tiles of a colour can be one group, by how many tiles of other colours are gone.
//!
//! ```text
//!  1 . 1    The 1s are one group once the middle column has vanished. That costs two tiles; it costs one
//!  2 2 2    if 2s are free.
//!  2 3 2
//! ```
//!
//! Whatever was removed before, a board that a game comes to is given by the set of tiles that are gone: a tile falls by
//! as many as are gone below it, and a column vanishes when all of it is gone. So the largest group is looked for over
//! all such sets, whether a game can take them or not, which only finds larger ones. One rule is kept: equal tiles on
//! each other stay on each other, so that they go together. Such a run is a unit here.
//!
//! Tiles of some colours are free, as are those of the group's own colour that are not in it; each tile of the others
//! that is gone costs one. Columns are looked at from the left to the right. Of the columns so far there is kept, for
//! each way in which tiles of the group can lie in the last one, and in which these hang together by the columns left of
//! it, the largest group by cost. A part of the group that does not reach the next column is lost, unless it is all of
//! it. That is exact: nothing but the sets that no game can take makes the answer too large.

use super::columns::{Columns, MAX_ROWS, Unit};

/// The costs that are told apart.
pub const COSTS: usize = 32;

/// Most tiles of a colour.
pub const MAX_TILES: usize = 120;

/// The size of the largest group that costs no more than this, by cost.
pub type MaxByCost = [i8; COSTS];

/// The size of a group that cannot be.
const NEVER: i8 = i8::MIN;

/// No cost at all: there is no such way.
const NO_PLACEMENT: u8 = u8::MAX;

/// A way in which tiles of the group can lie in a column, and the least that it costs.
#[derive(Clone, Copy, Debug)]
struct Placement {
    rows: u16,
    cost: u8,
}

/// Ways to the same rows in the last column whose parts hang together in the same way.
#[derive(Clone, Copy, Debug)]
struct State {
    rows: u16,
    components: Components,
    /// The tiles of the group so far, by cost, behind as many that cannot be: what is dearer is a window on them.
    most: [i8; 2 * COSTS],
}

impl State {
    /// Without a group.
    #[inline(always)]
    fn new(rows: u16, components: Components) -> State {
        State { rows, components, most: [NEVER; 2 * COSTS] }
    }

    /// Takes over larger groups of another one, which cost more by so many and have so many tiles more.
    #[inline(always)]
    fn take(&mut self, other: &State, cost: usize, tiles: i8) {
        for at in COSTS..2 * COSTS {
            self.most[at] = self.most[at].max(other.most[at - cost].saturating_add(tiles));
        }
    }
}

/// Which runs of rows hang together: for each run from the bottom, four bits with the number of its part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Components {
    of_run: u32,
    count: u8,
}

/// The colour of the group, and the colours that are free.
#[derive(Clone, Copy, Debug)]
struct GroupQuery {
    colour: u8,
    free: usize,
}

impl GroupQuery {
    /// What it costs to take a unit.
    #[inline(always)]
    fn price(self, unit: Unit) -> u8 {
        if unit.colour == self.colour || self.free >> unit.colour & 1 == 1 { 0 } else { unit.tiles }
    }
}

/// Looks for groups; with room to work in.
#[derive(Clone, Debug, Default)]
pub struct GroupReach {
    placements: Vec<Placement>,
    /// For each set of rows the least cost of a way; [`NO_WAY`] between two columns.
    costs: Vec<u8>,
    before: Vec<State>,
    after: Vec<State>,
    /// Pairs of a state and a way that may still be looked at.
    pub work: usize,
    /// Pairs since it was asked whether to give up.
    pairs_since_poll: usize,
}

/// Pairs between two such questions: milliseconds.
const PAIRS_PER_POLL: usize = 1 << 18;

impl GroupReach {
    /// The most of the `count` tiles of a colour that can be one group, by the tiles of colours that are not `free` which
    /// are gone; `None` if the work is used up before, or it is given up.
    #[inline(always)]
    pub fn most(
        &mut self,
        columns: &Columns,
        (colour, free): (usize, usize),
        count: usize,
        give_up: &mut dyn FnMut() -> bool,
    ) -> Option<MaxByCost> {
        let query = GroupQuery { colour: colour as u8, free };
        self.costs.resize(1 << MAX_ROWS, NO_PLACEMENT);
        self.before.clear();
        let mut best = [0; COSTS];
        let mut start = 0;
        for at in 0..columns.ends.len() {
            let units = &columns.units[start..columns.ends[at]];
            start = columns.ends[at];
            self.list_placements(units, query);
            self.extend(give_up)?;
            for state in &self.after {
                if state.components.count == 1 {
                    for cost in 0..COSTS {
                        best[cost] = best[cost].max(state.most[COSTS + cost]);
                    }
                }
            }
            let mut all = 0;
            for &unit in units {
                all += usize::from(query.price(unit));
            }
            self.vanish(all);
        }
        for cost in 0..COSTS {
            let cheaper = if cost > 0 { best[cost - 1] } else { 0 };
            best[cost] = best[cost].max(cheaper).min(count as i8);
        }
        Some(best)
    }

    /// Lists all ways in which tiles of the group can lie in a column, each set of rows once.
    #[inline(always)]
    fn list_placements(&mut self, units: &[Unit], query: GroupQuery) {
        self.placements.clear();
        add_placements(&mut self.placements, &mut self.costs, units, query, 0, (0, 0, 0));
        for placement in &mut self.placements {
            placement.cost = self.costs[usize::from(placement.rows)];
            self.costs[usize::from(placement.rows)] = NO_PLACEMENT;
        }
    }

    /// From the states of the columns before to those of one more, by the ways in which the group lies in it; `None` if
    /// that is not finished.
    #[inline(always)]
    fn extend(&mut self, give_up: &mut dyn FnMut() -> bool) -> Option<()> {
        self.after.clear();
        for at in 0..self.placements.len() {
            let placement = self.placements[at];
            // A way takes about as long to list as a pair.
            let pairs = 1 + self.before.len();
            self.work = self.work.checked_sub(pairs)?;
            self.pairs_since_poll += pairs;
            if self.pairs_since_poll > PAIRS_PER_POLL {
                self.pairs_since_poll = 0;
                if give_up() {
                    return None;
                }
            }
            let (size, cost) = (placement.rows.count_ones() as i8, usize::from(placement.cost));
            let runs = Runs::of(placement.rows);
            // States of these rows stand together.
            let first = self.after.len();
            let mut alone = State::new(placement.rows, runs.separate());
            alone.most[COSTS + cost] = size;
            self.after.push(alone);
            for old in 0..self.before.len() {
                let before = &self.before[old];
                if before.rows & placement.rows == 0 {
                    continue;
                }
                let Some(components) = runs.connected(before.rows, before.components) else { continue };
                let mut to = first;
                while to < self.after.len() && self.after[to].components != components {
                    to += 1;
                }
                if to == self.after.len() {
                    self.after.push(State::new(placement.rows, components));
                }
                self.after[to].take(before, cost, size);
            }
        }
        Some(())
    }

    /// What is before the next column: the states of this one, and those before it if it vanishes at a cost.
    #[inline(always)]
    fn vanish(&mut self, cost: usize) {
        let mut kept = 0;
        for at in 0..if cost < COSTS { self.before.len() } else { 0 } {
            let state = self.before[at];
            let mut dearer = State::new(state.rows, state.components);
            dearer.take(&state, cost, 0);
            let mut any = false;
            for at in COSTS..2 * COSTS {
                any |= dearer.most[at] > 0;
            }
            if any {
                self.before[kept] = dearer;
                kept += 1;
            }
        }
        self.before.truncate(kept);
        for at in 0..self.after.len() {
            let state = &self.after[at];
            let mut to = 0;
            while to < kept
                && (self.before[to].rows != state.rows || self.before[to].components != state.components)
            {
                to += 1;
            }
            if to == kept {
                self.before.push(*state);
            } else {
                self.before[to].take(state, 0, 0);
            }
        }
    }
}

/// Notes the ways in which the group can hold some of these units from number `from` on, above `rows` of it, when
/// `gone` tiles are gone below them at this cost.
fn add_placements(
    placements: &mut Vec<Placement>,
    costs: &mut [u8],
    units: &[Unit],
    query: GroupQuery,
    from: usize,
    (rows, gone, cost): (u16, usize, usize),
) {
    // The least cost to take so many of the tiles between.
    let mut between = [NO_PLACEMENT; MAX_ROWS + 1];
    between[0] = 0;
    let mut most = 0;
    for at in from..units.len() {
        let unit = units[at];
        let tiles = usize::from(unit.tiles);
        if unit.colour == query.colour {
            for more in 0..=most {
                let cost = cost + usize::from(between[more]);
                if between[more] == NO_PLACEMENT || cost >= COSTS {
                    continue;
                }
                let gone = gone + more;
                let run = ((1u32 << tiles) - 1) << (usize::from(unit.row) - gone);
                let rows = rows | run as u16;
                let known = &mut costs[usize::from(rows)];
                if *known == NO_PLACEMENT {
                    placements.push(Placement { rows, cost: 0 });
                }
                *known = (*known).min(cost as u8);
                add_placements(placements, costs, units, query, at + 1, (rows, gone, cost));
            }
        }
        // The unit is not in the group: it stays, or it is gone.
        let price = query.price(unit);
        for more in (0..=most).rev() {
            if between[more] != NO_PLACEMENT {
                between[more + tiles] = between[more + tiles].min(between[more] + price);
            }
        }
        most += tiles;
    }
}

/// The lowest run of rows, which is taken off them.
#[inline(always)]
fn lowest_run(rows: &mut u16) -> u16 {
    // The carry goes through the run.
    let run = *rows & !rows.wrapping_add(*rows & rows.wrapping_neg());
    *rows &= !run;
    run
}

/// The runs of rows of a way.
#[derive(Clone, Copy, Debug)]
struct Runs {
    rows: [u16; MAX_ROWS / 2],
    count: usize,
}

impl Runs {
    #[inline(always)]
    fn of(mut rows: u16) -> Runs {
        let mut runs = Runs { rows: [0; MAX_ROWS / 2], count: 0 };
        while rows != 0 {
            runs.rows[runs.count] = lowest_run(&mut rows);
            runs.count += 1;
        }
        runs
    }

    /// Each by itself.
    #[inline(always)]
    fn separate(&self) -> Components {
        let mut components = Components { of_run: 0, count: self.count as u8 };
        for run in 0..self.count {
            components.of_run |= (run as u32) << (4 * run);
        }
        components
    }

    /// How they hang together, if all parts of the rows before reach them.
    #[inline(always)]
    fn connected(&self, before: u16, components: Components) -> Option<Components> {
        // For each run the parts that it touches.
        let mut touched = [0u8; MAX_ROWS / 2];
        let (mut rest, mut number, mut all) = (before, 0, 0);
        while rest != 0 {
            let other = lowest_run(&mut rest);
            let component = 1 << (components.of_run >> (4 * number) & 15);
            for run in 0..self.count {
                if self.rows[run] & other != 0 {
                    touched[run] |= component;
                    all |= component;
                }
            }
            number += 1;
        }
        if all.count_ones() != u32::from(components.count) {
            return None;
        }
        if self.count == 1 {
            return Some(Components { of_run: 0, count: 1 });
        }
        let (mut connected, mut named) = (Components { of_run: 0, count: 0 }, 0u32);
        for first in 0..self.count {
            if named >> first & 1 == 1 {
                continue;
            }
            // All runs that share a part with this one, or with one that does.
            let (mut set, mut more) = (touched[first], touched[first] != 0);
            named |= 1 << first;
            connected.of_run |= u32::from(connected.count) << (4 * first);
            while more {
                more = false;
                for run in first + 1..self.count {
                    if named >> run & 1 == 0 && touched[run] & set != 0 {
                        (set, more) = (set | touched[run], true);
                        named |= 1 << run;
                        connected.of_run |= u32::from(connected.count) << (4 * run);
                    }
                }
            }
            connected.count += 1;
        }
        Some(connected)
    }
}
