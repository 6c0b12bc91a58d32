//! All clicks of many boards, thirty-two boards abreast.
//!
//! What a click leads to waits until it is one of thirty-two; then they are looked at, and those that might surpass the best
//! list are kept.
//!
//! Where two clicks far apart follow each other, one order is enough:
//!
//! ```text
//!  . . 2 . .    The last click took 2s; the 1s lie to the left of them, with a column between. The 1s could have
//!  1 . 2 . 3    gone first, and the 2s after them: neither group would be another one, and the same board would
//!  1 3 2 1 3    be reached with as many points. So the 1s need not be clicked now.
//! ```
//!
//! No board is lost by that. Of all clicks that reach a board by a best way, take the one whose group begins farthest to the
//! right. If it were left out, the two clicks the other way round would reach the board by as good a way, with a last click
//! that begins farther to the right still: the group on the left takes fewer columns away than lie between the two
//! beginnings. The board before that click is on a best way as well, so it was kept, or proven not to surpass the best list.

use super::form::{Form, MOST as MOST_WORDS, hash};
use super::look::{Batch, Looker};
use super::store::{Note, Number, SHARDS, Table, shard_of};
use crate::bits::abreast::{ABREAST, Abreast, Each};
use crate::bits::cpu::Cpu;
use crate::samegame::board::abreast::{COLUMNS, Columns, Listed};
use crate::samegame::search::exact::bound::counts;
use crate::samegame::search::exact::bound::least::Least;
use crate::samegame::search::exact::points::Worth;

/// The words of most records of a board: up to 4 colours and 100 tiles.
const USUAL: usize = 6;

/// What clicks lead to.
#[derive(Debug, Default)]
pub struct Children {
    /// By shard: for each board its hash, the note of the way to it, and its words.
    pub by_shard: Vec<Vec<u64>>,
    /// The most that a way by one of them brings, as far as is known, by tiles; the least number without one.
    pub bounds: Vec<i32>,
    /// The best game that is over: what it brings, and its board.
    pub best: Option<(i32, Number)>,
}

impl Children {
    /// None yet, of boards that have at most so many tiles.
    pub fn new(tiles: usize) -> Children {
        Children { by_shard: vec![Vec::new(); SHARDS], bounds: vec![i32::MIN; tiles + 1], best: None }
    }

    /// None again, with the room for as many.
    pub fn clear(&mut self) {
        self.by_shard.iter_mut().for_each(Vec::clear);
        self.bounds.fill(i32::MIN);
        self.best = None;
    }
}

/// Boards of one shard, with so many tiles.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    /// The boards.
    pub table: &'a Table,
    /// The shard that they are.
    pub shard: usize,
    /// The first of them, and the first that is none of them.
    pub places: (usize, usize),
    /// Their tiles.
    pub tiles: usize,
}

impl<'a> Chunk<'a> {
    /// How many boards there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.places.1 - self.places.0
    }

    /// The same boards in chunks of so many, the last one of what is left.
    #[inline(always)]
    pub fn parts(self, size: usize) -> impl Iterator<Item = Chunk<'a>> {
        let (first, last) = self.places;
        (first..last)
            .step_by(size)
            .map(move |first| Chunk { places: (first, last.min(first + size)), ..self })
    }
}

/// Who clicks, with room to work in.
#[derive(Debug)]
pub struct Clicker<V> {
    form: Form,
    /// The boards that are clicked.
    looker: Looker<V>,
    batch: Batch,
    /// The boards that clicks lead to.
    after: Looker<V>,
    waiting: Batch,
    /// Boards after a click, before those that are asked for wait.
    clicked: Box<Columns<[Each; 3]>>,
}

impl<V> Clicker<V> {
    /// For boards of this form and these colours.
    #[inline(always)]
    pub fn new<C: Cpu>(cpu: C, form: Form, colours: usize, worth: Worth) -> Self
    where
        V: Abreast<C>,
    {
        Clicker {
            form,
            looker: Looker::new(cpu, form, colours, worth.clone()),
            batch: Batch::new(),
            after: Looker::new(cpu, form, colours, worth),
            waiting: Batch::new(),
            clicked: Box::new([[[0; ABREAST]; 3]; COLUMNS]),
        }
    }

    /// Clicks all groups of the boards that promise enough. Boards of which it is known that no way by them brings more than
    /// the floor are left out, before and after.
    #[inline(always)]
    pub fn click_all<C: Cpu>(
        &mut self,
        cpu: C,
        chunk: Chunk,
        (floor, choice): (i32, i32),
        children: &mut Children,
    ) where
        V: Abreast<C>,
    {
        for few in chunk.parts(ABREAST) {
            self.click_some(cpu, few, (floor, choice), children);
        }
        self.keep(cpu, chunk.tiles, floor, children);
    }

    /// The same for at most thirty-two boards.
    #[inline(always)]
    fn click_some<C: Cpu>(
        &mut self,
        cpu: C,
        chunk: Chunk,
        (floor, choice): (i32, i32),
        children: &mut Children,
    ) where
        V: Abreast<C>,
    {
        let Chunk { shard, places: (first, _), tiles: all, .. } = chunk;
        let boards = chunk.len().min(ABREAST);
        self.load(cpu, chunk);
        let mut least: [Option<Least>; ABREAST] = [const { None }; ABREAST];
        let mut live = self.looker.look(cpu, &self.batch, floor, Some(&mut least));
        for at in 0..boards {
            if choice > i32::MIN && self.looker.promise(&self.batch, at) < choice {
                live[at] = 0;
            }
        }
        let colours = self.looker.colours();
        let mut over = live;
        self.looker.boards.link();
        let mut rest = self.looker.boards.list(cpu, &live);
        while let Some(Listed { sizes, cells, ends, codes }) = self.looker.boards.next(cpu, &mut rest) {
            let mut entered = 0u32;
            let mut notes = [Note(0); ABREAST];
            for at in 0..boards {
                let size = usize::from(sizes[at]);
                if size == 0 {
                    continue;
                }
                over[at] = 0;
                let note = self.batch.notes[at];
                // The other way round is as good.
                if ends[at] + 1 < note.column() {
                    continue;
                }
                let worth = &self.looker.worth;
                let colour = usize::from(codes[at]) - 1;
                let counts = &mut self.batch.counts[at][..colours];
                counts[colour] -= size;
                let gain = note.gain() + worth.points(size);
                let (rough, enough) = (counts::most(counts, worth), floor - gain);
                // No closure: it would be compiled without the instructions of its CPU path.
                let mut enter = rough > enough;
                if enter && let Some(least) = &least[at] {
                    let (after, single) = ((colour, counts[colour]), counts.contains(&1));
                    enter = !least.enough(after, single, rough - enough, &self.looker.parts);
                }
                if enter {
                    entered |= 1 << at;
                    notes[at] = Note::new(gain, size, cells[at] as u8, Number::new(shard, first + at));
                }
                counts[colour] += size;
            }
            if entered != 0 {
                self.wait(cpu, (entered, &notes, &codes), all, floor, children);
            }
        }
        for at in 0..boards {
            if over[at] > 0 {
                let counts = self.batch.counts[at].iter().copied();
                let value = self.batch.notes[at].gain() + self.looker.worth.at_end(counts);
                if value > floor && children.best.is_none_or(|(best, _)| value > best) {
                    children.best = Some((value, Number::new(shard, first + at)));
                }
            }
        }
    }

    /// Puts at most thirty-two boards abreast, and counts their tiles.
    #[inline(always)]
    fn load<C: Cpu>(&mut self, cpu: C, chunk: Chunk)
    where
        V: Abreast<C>,
    {
        self.batch.len = chunk.len().min(ABREAST);
        for at in 0..self.batch.len {
            let (words, note) = chunk.table.get(chunk.places.0 + at);
            self.form.read(words, at, &mut self.batch.columns);
            self.batch.notes[at] = note;
        }
        self.looker.stand(cpu, &self.batch);
        self.looker.count(cpu, &mut self.batch);
    }

    /// Lists what the boards promise: the points so far, and the most that the tiles of a board can bring.
    #[inline(always)]
    pub fn promises<C: Cpu>(&mut self, cpu: C, chunk: Chunk, promises: &mut Vec<i32>)
    where
        V: Abreast<C>,
    {
        for few in chunk.parts(ABREAST) {
            self.load(cpu, few);
            for at in 0..few.len() {
                promises.push(self.looker.promise(&self.batch, at));
            }
        }
    }

    /// Takes the groups off; boards after it that are asked for, each a bit, wait until they are thirty-two.
    #[inline(always)]
    fn wait<C: Cpu>(
        &mut self,
        cpu: C,
        (mut entered, notes, codes): (u32, &[Note; ABREAST], &Each),
        all: usize,
        floor: i32,
        children: &mut Children,
    ) where
        V: Abreast<C>,
    {
        let cols = self.form.cols.min(16);
        let planes = self.looker.boards.planes;
        self.looker.boards.remove(cpu);
        for col in 0..cols {
            for plane in 0..3 {
                self.clicked[col][plane] = self.looker.boards.planes[col][plane].numbers();
            }
        }
        self.looker.boards.planes = planes;
        while entered != 0 {
            let from = entered.trailing_zeros() as usize;
            entered &= entered - 1;
            let waiting = &mut self.waiting;
            let to = waiting.len.min(ABREAST - 1);
            for col in 0..cols {
                for plane in 0..3 {
                    waiting.columns[col][plane][to] = self.clicked[col][plane][from];
                }
            }
            waiting.notes[to] = notes[from];
            waiting.counts[to] = self.batch.counts[from];
            waiting.counts[to][usize::from(codes[from]) - 1] -= notes[from].tiles();
            waiting.len = to + 1;
            if waiting.len == ABREAST {
                self.keep(cpu, all, floor, children);
            }
        }
    }

    /// Keeps those of the boards that wait which might surpass the floor.
    #[inline(always)]
    fn keep<C: Cpu>(&mut self, cpu: C, all: usize, floor: i32, children: &mut Children)
    where
        V: Abreast<C>,
    {
        self.after.stand(cpu, &self.waiting);
        let live = self.after.look(cpu, &self.waiting, floor, None);
        let heights = self.after.boards.heights();
        for at in 0..self.waiting.len.min(ABREAST) {
            if live[at] == 0 {
                continue;
            }
            let note = self.waiting.notes[at];
            let left = all - note.tiles();
            let rough = counts::most(&self.waiting.counts[at][..self.after.colours()], &self.after.worth);
            let bound = &mut children.bounds[left];
            *bound = (*bound).max(note.gain() + rough);
            let mut record = [0; 2 + MOST_WORDS];
            let size = 2 + self.form.words(left);
            self.form.write((&heights, &self.waiting.columns), at, &mut record[2..size]);
            let hash = hash(&record[2..size]);
            (record[0], record[1]) = (hash, note.0);
            let list = &mut children.by_shard[shard_of(hash)];
            if size <= USUAL {
                // A copy of a size that is known takes no call.
                list.extend_from_slice(&record[..USUAL]);
                list.truncate(list.len() - (USUAL - size));
            } else {
                list.extend_from_slice(&record[..size]);
            }
        }
        self.waiting.len = 0;
    }
}
