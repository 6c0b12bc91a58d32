//! Edits of a list: one click is inserted, removed, moved later, or moved earlier.

use super::click_list::{ClickList, Instance};
use crate::bits::plane::{Plane, occupied};
use rand::Rng;

/// The maximum distance by which a click is moved in the list, in three of four edits that move a click.
const NEAR_DISTANCE: usize = 30;

/// An index beyond the end of every list.
pub(super) const NEVER: usize = usize::MAX;

/// An edit of a list: the clicks before `place` stay, `first` is clicked, and the old clicks follow from `from` on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edit<V> {
    /// The index of the first click of the old list that may change.
    pub place: usize,
    /// The name of the tile to click at `place`; `None` if the old clicks follow at once.
    pub first: Option<u16>,
    /// The group of the tile `first`, and the group with the cells beside it; `None` if they are not known.
    pub known: Option<(V, V)>,
    /// The index of the old click to play after `first`.
    pub from: usize,
    /// The index of the old click at which the list changes a second time; [`NEVER`] without a second change.
    pub late_at: usize,
    /// The tile to click just before the old click `late_at`; `None` leaves out this old click.
    pub late: Option<u16>,
}

#[cfg(test)]
impl<V: Plane> Edit<V> {
    /// Applies the edit to the names of a list, without playing the list.
    pub(super) fn apply(&self, old: &[u16]) -> Vec<u16> {
        let mut new = old[..self.place].to_vec();
        new.extend(self.first);
        for at in self.from..=old.len() {
            if at == self.late_at {
                new.extend(self.late);
            }
            if at < old.len() && (at != self.late_at || self.late.is_some()) {
                new.push(old[at]);
            }
        }
        new
    }
}

impl<V: Plane, const PLANES: usize, const COLOURS: usize> ClickList<V, PLANES, COLOURS> {
    /// Draws a random edit; `None` if no edit of the kind drawn is possible.
    #[inline(always)]
    pub(super) fn edit<R: Rng>(&self, cpu: V::Cpu, instance: &Instance, rng: &mut R) -> Option<Edit<V>> {
        let clicks = self.clicks.len();
        if clicks == 0 {
            return None;
        }
        let random = rng.next_u64();
        let place = (((random & 0xffff_ffff) * clicks as u64) >> 32) as usize;
        let kind = ((random >> 32 & 0xff) * 100) >> 8;
        let edit = Edit { place, first: None, known: None, from: place, late_at: NEVER, late: None };
        if kind < 45 || clicks == 1 {
            let state = self.state(place);
            let tabu = self.tabu.filter(|_| random >> 40 & 0x3f != 0);
            let play = instance.play;
            // If single tiles can be clicked, half of the insertions draw from all tiles. On boards of 15×15 with the
            // points of `tri1`, half scores 0.4 % more than a fourth of the insertions, and 3 % more than none.
            let cells = if play.min_group == 1 && random >> 46 & 1 == 0 {
                occupied(&state.planes)
            } else {
                state.clickable(cpu, play, tabu)
            };
            let drawn = state.draw_group(cpu, play, &instance.colours, cells, || rng.next_u32())?;
            return Some(Edit { first: Some(drawn.name), known: Some((drawn.group, drawn.near)), ..edit });
        }
        if kind < 60 {
            return Some(Edit { from: place + 1, ..edit });
        }
        let room = clicks - 1 - place;
        if room == 0 {
            return None;
        }
        let reach = if random >> 46 & 3 == 0 { room } else { room.min(NEAR_DISTANCE) };
        let other = place + 1 + (((random >> 48) * reach as u64) >> 16) as usize;
        Some(if kind < 80 {
            Edit { from: place + 1, late_at: other + 1, late: Some(self.clicks[place].name), ..edit }
        } else {
            Edit { first: Some(self.clicks[other].name), late_at: other, ..edit }
        })
    }
}
