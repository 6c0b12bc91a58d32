//! The largest possible group of a colour, by the number of tiles of other colours that are gone.
//!
//! ```text
//!  1 . 1    The 1s are one group once the middle column has vanished. That costs two tiles; it costs one
//!  2 2 2    if 2s are free.
//!  2 3 2
//! ```
//!
//! Whatever was removed before, the board is determined by the set of tiles that are gone: a tile falls by the
//! number of tiles gone below it, and a column vanishes when all its tiles are gone. So the largest group is
//! computed over all such sets, whether a game can remove them or not, which can only make it larger. One rule
//! is respected: vertical runs of equal tiles stay together, and are removed together. Such a run is a unit
//! here.
//!
//! The tiles of some colours are free, and so are the tiles of the group's own colour that are not in it; each
//! other tile that is gone costs one. Columns are processed from left to right. For the columns so far, a state
//! is a set of rows of the last column that belong to the group, and the way in which they are connected
//! through the columns left of it. For each state the largest group is stored by cost. A part of the group that
//! does not reach the next column is lost, unless it is the whole group. The result is exact, except for the
//! sets that no game can remove.

use super::columns::{Columns, MAX_ROWS, Unit};

/// The number of different costs.
pub const COSTS: usize = 32;

/// The maximum number of tiles of a colour.
pub const MAX_TILES: usize = 120;

/// The size of the largest group that is possible at each cost or below.
pub type MaxByCost = [i8; COSTS];

/// The size of an impossible group.
const NEVER: i8 = i8::MIN;

/// The cost of an impossible placement.
const NO_PLACEMENT: u8 = u8::MAX;

/// A placement of tiles of the group in a column, with its least cost.
#[derive(Clone, Copy, Debug)]
struct Placement {
    rows: u16,
    cost: u8,
}

/// All placements with the same rows in the last column and the same connected components.
#[derive(Clone, Copy, Debug)]
struct State {
    rows: u16,
    components: Components,
    /// The tiles of the group so far, by cost, after [`COSTS`] impossible entries: a shift of the costs is a
    /// window on the array.
    most: [i8; 2 * COSTS],
}

impl State {
    /// Creates a state without a group.
    #[inline(always)]
    fn new(rows: u16, components: Components) -> State {
        State { rows, components, most: [NEVER; 2 * COSTS] }
    }

    /// Merges the groups of another state, with a cost and a number of tiles added, where these are larger.
    #[inline(always)]
    fn take(&mut self, other: &State, cost: usize, tiles: i8) {
        for at in COSTS..2 * COSTS {
            self.most[at] = self.most[at].max(other.most[at - cost].saturating_add(tiles));
        }
    }
}

/// The connected components of the runs of rows: for each run from the bottom, four bits with the number of its
/// component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Components {
    of_run: u32,
    count: u8,
}

/// The colour of the group, and the free colours.
#[derive(Clone, Copy, Debug)]
struct GroupQuery {
    colour: u8,
    free: usize,
}

impl GroupQuery {
    /// Returns the cost of removing a unit.
    #[inline(always)]
    fn price(self, unit: Unit) -> u8 {
        if unit.colour == self.colour || self.free >> unit.colour & 1 == 1 { 0 } else { unit.tiles }
    }
}

/// Computes the largest groups, with reusable memory.
#[derive(Clone, Debug, Default)]
pub struct GroupReach {
    placements: Vec<Placement>,
    /// For each set of rows the least cost of a placement; [`NO_PLACEMENT`] between two columns.
    costs: Vec<u8>,
    before: Vec<State>,
    after: Vec<State>,
    /// The number of pairs of a state and a placement that may still be processed.
    pub work: usize,
    /// Pairs since the last call of `give_up`.
    pairs_since_poll: usize,
}

/// Pairs between two calls of `give_up`: milliseconds.
const PAIRS_PER_POLL: usize = 1 << 18;

impl GroupReach {
    /// Returns the size of the largest group of a colour with `count` tiles, by the number of tiles gone of
    /// colours that are not `free`; `None` if the work is used up first, or `give_up` returns `true`.
    #[inline(always)]
    pub fn max_sizes(
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

    /// Lists all placements of tiles of the group in a column, each set of rows once.
    #[inline(always)]
    fn list_placements(&mut self, units: &[Unit], query: GroupQuery) {
        self.placements.clear();
        add_placements(&mut self.placements, &mut self.costs, units, query, 0, (0, 0, 0));
        for placement in &mut self.placements {
            placement.cost = self.costs[usize::from(placement.rows)];
            self.costs[usize::from(placement.rows)] = NO_PLACEMENT;
        }
    }

    /// Computes the states of the next column from the states before it and its placements; `None` if it is
    /// given up.
    #[inline(always)]
    fn extend(&mut self, give_up: &mut dyn FnMut() -> bool) -> Option<()> {
        self.after.clear();
        for at in 0..self.placements.len() {
            let placement = self.placements[at];
            // Listing a placement takes about as long as a pair.
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
            // States with these rows are contiguous.
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

    /// Prepares the states before the next column: those after this column, and, in case this column vanishes at
    /// a cost, those before it.
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

/// Adds the placements that contain some of the units from index `from` on, above `rows`, with `gone` tiles
/// gone below them at this cost.
fn add_placements(
    placements: &mut Vec<Placement>,
    costs: &mut [u8],
    units: &[Unit],
    query: GroupQuery,
    from: usize,
    (rows, gone, cost): (u16, usize, usize),
) {
    // The least cost of removing each number of the tiles between.
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
        // The unit is not in the group: it stays or is gone.
        let price = query.price(unit);
        for more in (0..=most).rev() {
            if between[more] != NO_PLACEMENT {
                between[more + tiles] = between[more + tiles].min(between[more] + price);
            }
        }
        most += tiles;
    }
}

/// Removes the lowest run from the rows, and returns it.
#[inline(always)]
fn lowest_run(rows: &mut u16) -> u16 {
    // The carry passes through the run.
    let run = *rows & !rows.wrapping_add(*rows & rows.wrapping_neg());
    *rows &= !run;
    run
}

/// The runs of rows of a placement.
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

    /// Returns each run as a component of its own.
    #[inline(always)]
    fn separate(&self) -> Components {
        let mut components = Components { of_run: 0, count: self.count as u8 };
        for run in 0..self.count {
            components.of_run |= (run as u32) << (4 * run);
        }
        components
    }

    /// Returns how the runs are connected, if every component before touches at least one of them.
    #[inline(always)]
    fn connected(&self, before: u16, components: Components) -> Option<Components> {
        // For each run, the components that it touches.
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
            // All runs that share a component with this one, directly or through others.
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
