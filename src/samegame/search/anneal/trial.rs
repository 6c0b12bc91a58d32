//! A trial: edit a list at one place, play on from there, and accept or reject the result.
//!
//! An edit inserts a click, removes one, or moves one later or earlier. After the edited place, the clicks of the old
//! list are played again, but only where the change matters: if the columns of a click and the columns beside them are
//! as in the old list, the click has the same effect, so only the counts are updated. Once the whole board is as in the
//! old list, the rest of the list is valid, and the trial ends. The random number of the Metropolis rule is drawn
//! first, so the value needed for acceptance is known: a trial also ends once this value seems out of reach.

use super::click_list::{ClickList, Gains, Instance, ListPosition, replace};
use super::edit::{Edit, NEVER};
use super::state::{Click, State};
use crate::bits::plane::Plane;
use crate::samegame::search::anneal::objective::Objective;
use rand::Rng;
use std::ops::Range;

/// A section of the new list: a click that was played, or a range of clicks of the old list.
#[derive(Clone, Copy, Debug)]
pub(super) enum TrialStep {
    /// A click that was played, and the pool slot of the board after it.
    Played(Click, u32),
    /// Clicks `from..to` of the old list, which have the same effect in the new list. The boards after these clicks
    /// differ from those of the old list in `changed_columns` only.
    Reused { from: u32, to: u32, changed_columns: u64 },
}

/// The sections of the new list, in memory that the next trial reuses.
#[derive(Clone, Debug, Default)]
pub struct TrialScratch(Vec<TrialStep>);

impl<V: Plane, const PLANES: usize, const COLOURS: usize> ClickList<V, PLANES, COLOURS> {
    /// Makes a random edit if the Metropolis rule accepts the result. Returns `true` if the list has changed.
    #[inline(always)]
    pub fn trial<R: Rng>(
        &mut self,
        cpu: V::Cpu,
        instance: &Instance,
        temperature: i64,
        scratch: &mut TrialScratch,
        rng: &mut R,
    ) -> bool {
        let Some(edit) = self.edit(cpu, instance, rng) else { return false };
        let random = rng.next_u64();
        let least = self.value - instance.logs.slack(random, temperature);
        let mut run = Run {
            state: self.state(edit.place).copy(),
            stale: false,
            gains: self.positions[edit.place].gains,
            changed_cells: V::full_columns(cpu, 0),
            changed_columns: 0,
            next: edit.from,
            used: 0,
        };
        scratch.0.clear();
        let objective = &instance.objective;
        if let Some(name) = edit.first {
            let colour = instance.colours[usize::from(name)];
            run.play(cpu, self, instance, (name, colour), edit.known, scratch);
        }
        run.compare(cpu, self);
        let end = self.clicks_value();
        let mut late_at = edit.late_at;
        let value = loop {
            if run.changed_columns == 0 && late_at == NEVER {
                // From here on, boards and clicks are those of the old list.
                let gained = run.gains.all() - self.positions[run.next].gains.all();
                if objective.multiplies() {
                    let tally = &self.end().tally;
                    break objective.list_value(end.all() + gained, tally.left.into(), &tally.counts);
                }
                break self.value + gained;
            }
            if run.is_hopeless(self, instance, end, least) {
                return false;
            }
            if run.next == late_at {
                late_at = NEVER;
                run.refresh(cpu, self);
                match edit.late {
                    Some(name) => {
                        let colour = instance.colours[usize::from(name)];
                        run.play(cpu, self, instance, (name, colour), None, scratch);
                    }
                    None => run.next += 1,
                }
                run.compare(cpu, self);
            } else if run.next < self.clicks.len() {
                if let Some(click) = run.skip(cpu, self, late_at, scratch) {
                    run.refresh(cpu, self);
                    let known = run.same_group(self);
                    run.play(cpu, self, instance, (click.name, click.colour), known, scratch);
                    run.next += 1;
                    run.compare(cpu, self);
                }
            } else {
                run.refresh(cpu, self);
                let Instance { play, colours, .. } = instance;
                match run.state.draw(cpu, *play, colours, self.tabu, || rng.next_u32()) {
                    Some(tile) => {
                        run.play(cpu, self, instance, tile, None, scratch);
                        run.changed_columns = u64::MAX;
                    }
                    None => {
                        let tally = &run.state.tally;
                        break objective.list_value(run.gains.all(), tally.left.into(), &tally.counts);
                    }
                }
            }
        };
        if value < least {
            return false;
        }
        self.commit(cpu, instance, &edit, run.next, run.used, scratch);
        self.value = value;
        true
    }

    /// Accepts a trial: replaces clicks `edit.place..next` with those of the trial, which took `used` pool slots.
    #[inline(always)]
    fn commit(
        &mut self,
        cpu: V::Cpu,
        instance: &Instance,
        edit: &Edit<V>,
        next: usize,
        used: usize,
        scratch: &TrialScratch,
    ) {
        let objective = &instance.objective;
        // The new clicks are appended to the old list, then moved to their place.
        let (clicks, positions) = (self.clicks.len(), self.positions.len());
        let ListPosition { mut board, mut gains, .. } = self.positions[edit.place];
        let mut at = edit.place;
        self.free.truncate(self.free.len() - used);
        for &step in &scratch.0 {
            match step {
                TrialStep::Played(click, slot) => {
                    board = slot;
                    gains = self.append(objective, click, slot, gains);
                }
                TrialStep::Reused { from, to, changed_columns } => {
                    self.drop_clicks(at, from as usize);
                    at = to as usize;
                    gains =
                        self.reuse_clicks(cpu, objective, from as usize..at, changed_columns, board, gains);
                    board = self.positions[at].board;
                }
            }
        }
        self.drop_clicks(at, next);
        let old = self.positions[next].gains;
        if gains != old {
            for place in &mut self.positions[next + 1..positions] {
                place.gains.shift(gains, old);
                place.max_tabu += gains.tabu - old.tabu;
            }
        }
        replace(&mut self.clicks, edit.place, next, clicks);
        replace(&mut self.positions, edit.place + 1, next + 1, positions);
    }

    /// Frees the pool slots of the boards after clicks `from..to` of the old list; adjusts the count of tabu clicks.
    #[inline(always)]
    fn drop_clicks(&mut self, from: usize, to: usize) {
        for at in from..to {
            self.tabu_clicks -= usize::from(self.tabu == Some(self.clicks[at].colour));
            self.free.push(self.positions[at + 1].board);
        }
    }

    /// Appends the clicks `kept` of the old list, to be played after `board`. The boards after these clicks keep their
    /// pool slots, but take `changed_columns`, which the clicks do not touch, from `board`. `gains` is the value of the
    /// new list so far; returns the value with the appended clicks.
    #[inline(always)]
    fn reuse_clicks(
        &mut self,
        cpu: V::Cpu,
        objective: &Objective,
        kept: Range<usize>,
        changed_columns: u64,
        board: u32,
        mut gains: Gains,
    ) -> Gains {
        let Click { colour, size, .. } = self.clicks[kept.start];
        let mut first = self.pool[board as usize].copy();
        first.tally.count(colour, size);
        let old = self.pool[self.positions[kept.start + 1].board as usize].tally;
        for at in kept.clone() {
            let board = self.positions[at + 1].board;
            gains.shift(self.positions[at + 1].gains, self.positions[at].gains);
            let state = &mut self.pool[board as usize];
            let mut tally = first.tally;
            tally.advance(&old, &state.tally);
            state.tally = tally;
            state.take_columns(cpu, &first, changed_columns);
            self.positions.push(ListPosition::new(objective, self.tabu, &tally, board, gains));
        }
        self.clicks.extend_from_within(kept);
        gains
    }
}

/// A trial in progress.
struct Run<V, const PLANES: usize, const COLOURS: usize> {
    /// The board. If `stale`, only `changed_columns` are valid, and `refresh` copies the others from the old list.
    state: State<V, PLANES, COLOURS>,
    stale: bool,
    gains: Gains,
    /// The cells whose colours differ from the board before click `next` of the old list.
    changed_cells: V,
    /// The columns in which the boards of the new and the old list differ: a tile has another colour or another name
    /// (see [`state`](super::state)).
    changed_columns: u64,
    next: usize,
    /// The number of free pool slots that the trial has taken.
    used: usize,
}

impl<V: Plane, const PLANES: usize, const COLOURS: usize> Run<V, PLANES, COLOURS> {
    /// Completes a stale board: copies the unchanged columns from the old list.
    #[inline(always)]
    fn refresh(&mut self, cpu: V::Cpu, list: &ClickList<V, PLANES, COLOURS>) {
        if self.stale {
            self.state.merge(cpu, list.state(self.next), self.changed_columns);
            self.stale = false;
        }
    }

    /// Returns `true` if the value of the finished list is unlikely to reach `least`.
    ///
    /// A heuristic, not a bound. At best, one click removes all tiles left of the tabu colour. But if the old list
    /// splits these tiles later, the new list is expected to split them too, unless it already has. The other colours
    /// are expected to gain as much as in the old list from here on, plus a margin. One in 300 acceptable trials is
    /// ended early, and a fifth of all clicks is saved.
    #[inline(always)]
    fn is_hopeless(
        &self,
        list: &ClickList<V, PLANES, COLOURS>,
        instance: &Instance,
        end: Gains,
        least: i64,
    ) -> bool {
        let Instance { objective, play, .. } = instance;
        let tally = &self.state.tally;
        let kept = tally.of(list.tabu);
        let max_tabu = self.gains.tabu + objective.single_click(kept.into());
        let ListPosition { others, gains, max_tabu: old, .. } = list.positions[self.next];
        let broken = (max_tabu - old).max((max_tabu - end.tabu).min(0));
        let tiles = i64::from(tally.left - kept) - i64::from(others);
        let estimate = objective.estimated_gain(self.gains.others - gains.others, tiles);
        objective.most(end.all() + broken + estimate, tally.stuck(play.min_group)) < least
    }

    /// Skips clicks of the old list up to the next click that the change may affect, and returns this click; `None` if
    /// `late_at` or the end of the list comes first. The skipped clicks become a section of the new list.
    #[inline(always)]
    fn skip(
        &mut self,
        cpu: V::Cpu,
        list: &ClickList<V, PLANES, COLOURS>,
        late_at: usize,
        scratch: &mut TrialScratch,
    ) -> Option<Click> {
        let from = self.next;
        let mut felt = None;
        for click in &list.clicks[from..list.clicks.len().min(late_at)] {
            let columns = click.columns;
            let beside = columns << 1 | columns >> 1;
            if columns & self.changed_columns != 0
                || beside & self.changed_columns != 0 && self.has_grown(cpu, list, click.colour)
            {
                felt = Some(*click);
                break;
            }
            self.next += 1;
        }
        if self.next > from {
            self.state.tally.advance(&list.state(from).tally, &list.state(self.next).tally);
            self.gains.shift(list.positions[self.next].gains, list.positions[from].gains);
            self.stale = true;
            scratch.0.push(TrialStep::Reused {
                from: from as u32,
                to: self.next as u32,
                changed_columns: self.changed_columns,
            });
        }
        felt
    }

    /// Clicks a tile, given by name and colour, if it can be clicked, and stores the board in a free slot. `known` is a
    /// group of the board with the cells beside it, used if the tile is in this group.
    #[inline(always)]
    fn play(
        &mut self,
        cpu: V::Cpu,
        list: &mut ClickList<V, PLANES, COLOURS>,
        instance: &Instance,
        tile: (u16, u8),
        known: Option<(V, V)>,
        scratch: &mut TrialScratch,
    ) {
        if let Some(click) = self.state.click(cpu, instance.play, tile, known) {
            self.used += 1;
            list.reserve(self.used);
            let slot = list.free[list.free.len() - self.used];
            list.pool[slot as usize].copy_from(&self.state);
            self.gains.click(&instance.objective, list.tabu, &click);
            scratch.0.push(TrialStep::Played(click, slot));
        }
    }

    /// Returns `true` if click `next` of the old list, in unchanged columns, removes a larger group now: a changed cell
    /// beside the old group has the colour of the group.
    #[inline(always)]
    fn has_grown(&self, cpu: V::Cpu, list: &ClickList<V, PLANES, COLOURS>, colour: u8) -> bool {
        let old = list.state(self.next + 1);
        // The columns of changed cells are never stale.
        !old.near.and(self.changed_cells).and(self.state.of_colour(cpu, colour)).is_empty()
    }

    /// Returns the group of old click `next`, and the group with the cells beside it; `None` if any cell changed.
    #[inline(always)]
    fn same_group(&self, list: &ClickList<V, PLANES, COLOURS>) -> Option<(V, V)> {
        let old = list.state(self.next + 1);
        old.near.and(self.changed_cells).is_empty().then_some((old.group, old.near))
    }

    /// Finds the cells and columns in which the board differs from the board before click `next` of the old list.
    #[inline(always)]
    fn compare(&mut self, cpu: V::Cpu, list: &ClickList<V, PLANES, COLOURS>) {
        (self.changed_cells, self.changed_columns) = self.state.difference(cpu, list.state(self.next));
    }
}
