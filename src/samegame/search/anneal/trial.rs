//! One trial: change a list at one place, play on from there, keep it or not.
//!
//! A list is changed by one click put in, taken out, moved later, or moved earlier. From that place on the
//! clicks of the old list are played again, but only as far as they feel the change: a click whose columns,
//! and the columns beside them, are as they were in the old list does there what it did, so only the books
//! are kept. Where the whole board is as it was, the rest of the old list holds: the trial
//! ends. It also ends where the old value does not look as if it could be reached any more: Metropolis' number is drawn
//! first.

use super::edit::{Edit, NEVER};
use super::state::{Click, State};
use super::trail::{Gained, Place, Setting, Trail, replace};
use crate::bits::cpu::Cpu;
use crate::bits::plane::Plane;
use crate::samegame::search::anneal::objective::{Logs, Objective};
use rand::Rng;
use std::ops::Range;

/// A part of the new list.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A click that was played: the board after it lies at this place of the pool.
    Anew(Click, u32),
    /// Clicks of the old list as they were there, when the columns of `mine` were not as in the old list.
    Same { from: u32, to: u32, mine: u64 },
}

/// Room for a trial.
#[derive(Clone, Debug, Default)]
pub struct TrialRoom(Vec<Step>);

impl<V: Copy, const PLANES: usize, const COLOURS: usize> Trail<V, PLANES, COLOURS> {
    /// Makes a trial; whether the list was changed.
    #[inline(always)]
    pub fn trial<C: Cpu, R: Rng>(
        &mut self,
        cpu: C,
        setting: &Setting,
        logs: &Logs,
        temperature: i64,
        scratch: &mut TrialRoom,
        rng: &mut R,
    ) -> bool
    where
        V: Plane<C>,
    {
        let Some(edit) = self.edit(cpu, setting, rng) else { return false };
        let random = rng.next_u64();
        let least = self.value - logs.slack(random, temperature);
        let mut run = Run {
            state: self.state(edit.place).copy(),
            stale: false,
            gained: self.places[edit.place].gained,
            changed: V::whole(cpu, 0),
            mine: 0,
            next: edit.from,
            used: 0,
        };
        scratch.0.clear();
        let worth = &setting.worth;
        if let Some(name) = edit.first {
            let colour = setting.colours[usize::from(name)];
            run.play(cpu, self, setting, (name, colour), edit.known, scratch);
        }
        run.compare(cpu, self);
        let end = self.of_clicks();
        let mut event = edit.event;
        let value = loop {
            if run.mine == 0 && event == NEVER {
                // The board is that of the old list again.
                break self.value + run.gained.all() - self.places[run.next].gained.all();
            }
            if run.is_hopeless(self, worth, end, least) {
                return false;
            }
            if run.next == event {
                event = NEVER;
                run.refresh(cpu, self);
                match edit.late {
                    Some(name) => {
                        let colour = setting.colours[usize::from(name)];
                        run.play(cpu, self, setting, (name, colour), None, scratch);
                    }
                    None => run.next += 1,
                }
                run.compare(cpu, self);
            } else if run.next < self.clicks.len() {
                if let Some(click) = run.skip(cpu, self, event, scratch) {
                    run.refresh(cpu, self);
                    let known = run.same_group(self);
                    run.play(cpu, self, setting, (click.name, click.colour), known, scratch);
                    run.next += 1;
                    run.compare(cpu, self);
                }
            } else {
                run.refresh(cpu, self);
                match run.state.draw(cpu, run.state.choices(cpu, self.tabu), rng.next_u32()) {
                    Some(name) => {
                        let colour = setting.colours[usize::from(name)];
                        run.play(cpu, self, setting, (name, colour), None, scratch);
                        run.mine = u64::MAX;
                    }
                    None => {
                        let tally = &run.state.tally;
                        break run.gained.all() + worth.at_end(tally.left.into(), &tally.counts);
                    }
                }
            }
        };
        if value < least {
            return false;
        }
        self.take(cpu, setting, &edit, run.next, run.used, scratch);
        self.value = value;
        true
    }

    /// Makes the trial's list the list: clicks from `edit.place` to `next` are replaced.
    #[inline(always)]
    fn take<C: Cpu>(
        &mut self,
        cpu: C,
        setting: &Setting,
        edit: &Edit<V>,
        next: usize,
        used: usize,
        scratch: &TrialRoom,
    ) where
        V: Plane<C>,
    {
        let worth = &setting.worth;
        // Written behind the list, then moved to its place.
        let (clicks, places) = (self.clicks.len(), self.places.len());
        let Place { mut board, mut gained, .. } = self.places[edit.place];
        let mut at = edit.place;
        self.free.truncate(self.free.len() - used);
        for &step in &scratch.0 {
            match step {
                Step::Anew(click, slot) => {
                    board = slot;
                    gained = self.append(worth, click, slot, gained);
                }
                Step::Same { from, to, mine } => {
                    self.drop_clicks(at, from as usize);
                    at = to as usize;
                    gained = self.keep_clicks(cpu, worth, from as usize..at, mine, board, gained);
                    board = self.places[at].board;
                }
            }
        }
        self.drop_clicks(at, next);
        let old = self.places[next].gained;
        if gained != old {
            for place in &mut self.places[next + 1..places] {
                place.gained.shift(gained, old);
                place.most_kept += gained.kept - old.kept;
            }
        }
        replace(&mut self.clicks, edit.place, next, clicks);
        replace(&mut self.places, edit.place + 1, next + 1, places);
    }

    /// Frees the boards after clicks of the old list.
    #[inline(always)]
    fn drop_clicks(&mut self, from: usize, to: usize) {
        for at in from..to {
            self.kept -= usize::from(self.tabu == Some(self.clicks[at].colour));
            self.free.push(self.places[at + 1].board);
        }
    }

    /// Writes clicks of the old list behind it, from this board on, of which they leave the columns of `mine` as they
    /// are; boards stay where they lie. `gained` is the value of the clicks before them. Gives the value with them.
    #[inline(always)]
    fn keep_clicks<C: Cpu>(
        &mut self,
        cpu: C,
        worth: &Objective,
        kept: Range<usize>,
        mine: u64,
        board: u32,
        mut gained: Gained,
    ) -> Gained
    where
        V: Plane<C>,
    {
        let Click { colour, size, .. } = self.clicks[kept.start];
        let mut first = self.pool[board as usize].copy();
        first.tally.count(colour, size);
        let old = self.pool[self.places[kept.start + 1].board as usize].tally;
        for at in kept.clone() {
            let board = self.places[at + 1].board;
            gained.shift(self.places[at + 1].gained, self.places[at].gained);
            let state = &mut self.pool[board as usize];
            let mut tally = first.tally;
            tally.advance(&old, &state.tally);
            state.tally = tally;
            state.take_columns(cpu, &first, mine);
            self.places.push(Place::new(worth, self.tabu, &tally, board, gained));
        }
        self.clicks.extend_from_within(kept);
        gained
    }
}

/// A trial under way.
struct Run<V, const PLANES: usize, const COLOURS: usize> {
    /// The board, but for columns that a `stale` one has to take from the old list.
    state: State<V, PLANES, COLOURS>,
    stale: bool,
    gained: Gained,
    /// The cells whose colours are not as in the old list before click `next`.
    changed: V,
    /// The columns that are not, in colour or name.
    mine: u64,
    next: usize,
    /// Places of the pool in use.
    used: usize,
}

impl<V: Copy, const PLANES: usize, const COLOURS: usize> Run<V, PLANES, COLOURS> {
    /// Brings the board up to date after clicks that were not played.
    #[inline(always)]
    fn refresh<C: Cpu>(&mut self, cpu: C, line: &Trail<V, PLANES, COLOURS>)
    where
        V: Plane<C>,
    {
        if self.stale {
            self.state.merge(cpu, line.state(self.next), self.mine);
            self.stale = false;
        }
    }

    /// Whether the value does not look as if it could come up to `least`.
    ///
    /// A guess, not a bound. At most, one click takes all that is left of the tabu colour; but where the old list goes
    /// on to break it up, the new one is expected to do so too, unless it has already. The other colours are expected
    /// to gain what they gain in the old list from here on, and a margin. One trial in 300 that would be kept is
    /// ended, and a fifth of all clicks is saved.
    #[inline(always)]
    fn is_hopeless(
        &self,
        line: &Trail<V, PLANES, COLOURS>,
        worth: &Objective,
        end: Gained,
        least: i64,
    ) -> bool {
        let tally = &self.state.tally;
        let kept = tally.of(line.tabu);
        let most_kept = self.gained.kept + worth.alone(kept.into());
        let Place { others, gained, most_kept: old, .. } = line.places[self.next];
        let broken = (most_kept - old).max((most_kept - end.kept).min(0));
        let tiles = i64::from(tally.left - kept) - i64::from(others);
        let promise = worth.promises(self.gained.others - gained.others, tiles);
        end.all() + broken + promise + worth.most_at_end(tally.lone()) < least
    }

    /// Goes on to the next click of the old list that feels the change, or to `event`, or to the end of the old
    /// list; gives that click.
    #[inline(always)]
    fn skip<C: Cpu>(
        &mut self,
        cpu: C,
        line: &Trail<V, PLANES, COLOURS>,
        event: usize,
        scratch: &mut TrialRoom,
    ) -> Option<Click>
    where
        V: Plane<C>,
    {
        let from = self.next;
        let mut felt = None;
        for click in &line.clicks[from..line.clicks.len().min(event)] {
            let columns = click.columns;
            let beside = columns << 1 | columns >> 1;
            if columns & self.mine != 0 || beside & self.mine != 0 && self.grew(cpu, line, click.colour) {
                felt = Some(*click);
                break;
            }
            self.next += 1;
        }
        if self.next > from {
            self.state.tally.advance(&line.state(from).tally, &line.state(self.next).tally);
            self.gained.shift(line.places[self.next].gained, line.places[from].gained);
            self.stale = true;
            scratch.0.push(Step::Same { from: from as u32, to: self.next as u32, mine: self.mine });
        }
        felt
    }

    /// Plays a click on a tile, given by name and colour, if it can be played.
    #[inline(always)]
    fn play<C: Cpu>(
        &mut self,
        cpu: C,
        line: &mut Trail<V, PLANES, COLOURS>,
        setting: &Setting,
        (name, colour): (u16, u8),
        known: Option<(V, V)>,
        scratch: &mut TrialRoom,
    ) where
        V: Plane<C>,
    {
        if let Some(click) = self.state.click(cpu, name, colour, known) {
            self.used += 1;
            line.reserve(self.used);
            let slot = line.free[line.free.len() - self.used];
            line.pool[slot as usize].take(&self.state);
            self.gained.click(&setting.worth, line.tabu, &click);
            scratch.0.push(Step::Anew(click, slot));
        }
    }

    /// Whether the group of the old click, whose columns are as they were, is larger now: a changed cell beside it
    /// has its colour.
    #[inline(always)]
    fn grew<C: Cpu>(&self, cpu: C, line: &Trail<V, PLANES, COLOURS>, colour: u8) -> bool
    where
        V: Plane<C>,
    {
        let old = line.state(self.next + 1);
        // Changed cells are in columns that are up to date.
        !old.near.and(self.changed).and(self.state.of_colour(cpu, colour)).is_empty()
    }

    /// The group of the old click, with the cells beside it, if none of them has changed.
    #[inline(always)]
    fn same_group<C: Cpu>(&self, line: &Trail<V, PLANES, COLOURS>) -> Option<(V, V)>
    where
        V: Plane<C>,
    {
        let old = line.state(self.next + 1);
        old.near.and(self.changed).is_empty().then_some((old.group, old.near))
    }

    /// Finds the columns that are not as in the old list.
    #[inline(always)]
    fn compare<C: Cpu>(&mut self, cpu: C, line: &Trail<V, PLANES, COLOURS>)
    where
        V: Plane<C>,
    {
        (self.changed, self.mine) = self.state.differs(cpu, line.state(self.next));
    }
}
