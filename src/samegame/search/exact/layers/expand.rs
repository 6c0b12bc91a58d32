//! All clicks of many boards, thirty-two boards abreast.

use super::form::{Form, MOST as MOST_WORDS, hash};
use super::store::{Note, Number, SHARDS, Table, shard_of};
use crate::base::Colour;
use crate::bits::abreast::{ABREAST, Abreast, Each};
use crate::bits::cpu::Cpu;
use crate::samegame::board::abreast::{Boards, COLUMNS, Listed, Meetings, tiles};
use crate::samegame::board::packed::Packed;
use crate::samegame::search::exact::bound::barriers::Barriers;
use crate::samegame::search::exact::bound::counts;
use crate::samegame::search::exact::bound::least::{Least, Look};
use crate::samegame::search::exact::bound::meetings::{MOST, Present, SETS};
use crate::samegame::search::exact::points::Worth;

/// Room for the colours that a board can have.
const COLOURS: usize = 8;

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

/// Who clicks, with room to work in.
#[derive(Debug)]
pub struct Clicker<V> {
    form: Form,
    colours: usize,
    worth: Worth,
    barriers: Barriers,
    boards: Boards<V, 3>,
    meetings: Meetings<V>,
    /// Where a colour meets while those of a set are taken.
    meets: Box<[[Each; SETS]; MOST]>,
}

/// What is known of boards that stand abreast.
struct Known {
    /// The most points of a way to them.
    gains: [i32; ABREAST],
    /// Their tiles of each colour.
    counts: [[usize; COLOURS]; ABREAST],
    /// What their games lose, where it is known.
    least: [Option<Least>; ABREAST],
    /// The first column of the group that led to them.
    from: [u16; ABREAST],
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
            colours: colours.min(COLOURS),
            worth,
            barriers: Barriers::default(),
            boards: Boards::new(cpu, form.cols),
            meetings: Meetings::new(cpu, form.cols),
            meets: Box::new([[[0; ABREAST]; SETS]; MOST]),
        }
    }

    /// Clicks all groups of the boards. Boards of which it is known that no way by them brings more than `floor` are left
    /// out, before and after.
    #[inline(always)]
    pub fn click_all<C: Cpu>(&mut self, cpu: C, chunk: Chunk, floor: i32, children: &mut Children)
    where
        V: Abreast<C>,
    {
        let mut first = chunk.places.0;
        while first < chunk.places.1 {
            let last = chunk.places.1.min(first + ABREAST);
            self.click_some(cpu, Chunk { places: (first, last), ..chunk }, floor, children);
            first = last;
        }
    }

    /// The same for at most thirty-two boards.
    #[inline(always)]
    fn click_some<C: Cpu>(&mut self, cpu: C, chunk: Chunk, floor: i32, children: &mut Children)
    where
        V: Abreast<C>,
    {
        let Chunk { shard, places: (first, last), tiles: all, .. } = chunk;
        let mut known = Known {
            gains: [0; ABREAST],
            counts: [[0; COLOURS]; ABREAST],
            least: [const { None }; ABREAST],
            from: [0; ABREAST],
        };
        self.load(cpu, chunk, &mut known);
        let live = self.look(cpu, chunk, floor, &mut known);
        let mut over = live;
        let mut rest = self.boards.list(cpu, &live);
        while let Some(Listed { sizes, cells, ends, codes }) = self.boards.next(cpu, &mut rest) {
            let mut kept = 0u32;
            let mut notes = [Note(0); ABREAST];
            for at in 0..last - first {
                let size = usize::from(sizes[at]);
                if size == 0 {
                    continue;
                }
                over[at] = 0;
                // With the clicks the other way round the same board comes by another way, which is as good.
                if ends[at] + 1 < known.from[at] {
                    continue;
                }
                let colour = usize::from(codes[at]) - 1;
                let counts = &mut known.counts[at][..self.colours];
                counts[colour] -= size;
                let gain = known.gains[at] + self.worth.points(size);
                let (rough, enough) = (counts::most(counts, &self.worth), floor - gain);
                // No closure: it would be compiled without the instructions of its CPU path.
                let mut enter = rough > enough;
                if enter && let Some(least) = &known.least[at] {
                    let number = least.present().number(colour as Colour);
                    let (after, single) = ((number, counts[colour]), counts.contains(&1));
                    enter = !least.loses(after, single, rough - enough, &self.worth);
                }
                if enter {
                    kept |= 1 << at;
                    notes[at] = Note::new(gain, size, cells[at] as u8, Number::new(shard, first + at));
                    let bound = &mut children.bounds[all - size];
                    *bound = (*bound).max(gain + rough);
                }
                counts[colour] += size;
            }
            if kept != 0 {
                self.keep(cpu, kept, all, &notes, children);
            }
        }
        for at in 0..last - first {
            if over[at] > 0 {
                let value = known.gains[at] + self.worth.at_end(known.counts[at].iter().copied());
                if value > floor && children.best.is_none_or(|(best, _)| value > best) {
                    children.best = Some((value, Number::new(shard, first + at)));
                }
            }
        }
    }

    /// Puts boards abreast, and notes what is known of them.
    #[inline(always)]
    fn load<C: Cpu>(&mut self, cpu: C, Chunk { table, places: (first, last), .. }: Chunk, known: &mut Known)
    where
        V: Abreast<C>,
    {
        let mut columns = [[[0; ABREAST]; 3]; COLUMNS];
        for place in first..last {
            let at = place - first;
            let (words, note) = table.get(place);
            self.form.read(words, at, &mut columns);
            known.gains[at] = note.gain();
            known.from[at] = note.column();
        }
        self.boards.load(cpu, &columns);
        self.boards.link();
        for colour in 0..self.colours {
            let counts = self.boards.count(cpu, colour);
            for (of_board, count) in known.counts.iter_mut().zip(counts) {
                of_board[colour] = count.into();
            }
        }
    }

    /// All bits for the boards that might surpass the floor.
    #[inline(always)]
    fn look<C: Cpu>(&mut self, cpu: C, chunk: Chunk, floor: i32, known: &mut Known) -> Each
    where
        V: Abreast<C>,
    {
        let looks = self.colours <= MOST;
        if looks {
            self.look_who_meets(cpu);
        }
        let mut live = [0; ABREAST];
        let (first, last) = chunk.places;
        for at in 0..last - first {
            let counts = &known.counts[at][..self.colours];
            let (mut most, enough) = (counts::most(counts, &self.worth), floor - known.gains[at]);
            let single = counts.contains(&1);
            if single && most > enough {
                let alone = self.alone(chunk.table.get(first + at).0);
                most = most.min(self.barriers.most(&alone, self.colours, &self.worth));
            }
            if most <= enough {
                continue;
            }
            if looks {
                let rough = counts::most(counts, &self.worth);
                let rows = self.rows(at, counts);
                if let Some(look) = Look::of(counts, &self.worth, &rows) {
                    if look.loses(single, rough - enough, &self.worth) {
                        continue;
                    }
                    known.least[at] = Some(look.least());
                }
            }
            live[at] = u16::MAX;
        }
        live
    }

    /// Looks which colours meet.
    #[inline(always)]
    fn look_who_meets<C: Cpu>(&mut self, cpu: C)
    where
        V: Abreast<C>,
    {
        for set in 0usize..1 << self.colours {
            // The last colour always meets.
            if set.count_ones() as usize + 2 > self.colours {
                continue;
            }
            self.meetings.take(cpu, &self.boards, set);
            for colour in 0..self.colours {
                if set >> colour & 1 == 0 {
                    self.meets[colour][set] = self.meetings.meets(cpu, &self.boards, colour);
                }
            }
        }
    }

    /// The colours of a board that meet, by set, as they are numbered on it.
    #[inline(always)]
    fn rows(&self, at: usize, counts: &[usize]) -> [u8; SETS] {
        let mut rows = [0; SETS];
        let Some(present) = Present::of(counts) else { return rows };
        let colours = present.colours();
        for (set, row) in rows.iter_mut().enumerate().take(1 << colours.len()) {
            let set = present.absolute(set);
            for (number, &colour) in colours.iter().enumerate() {
                // What was not asked about is not looked at.
                *row |= ((self.meets[usize::from(colour)][set][at] & 1) << number) as u8;
            }
        }
        rows
    }

    /// Takes the groups off, and keeps those of the boards after it that are asked for, each a bit.
    #[inline(always)]
    fn keep<C: Cpu>(
        &mut self,
        cpu: C,
        mut kept: u32,
        all: usize,
        notes: &[Note; ABREAST],
        children: &mut Children,
    ) where
        V: Abreast<C>,
    {
        let planes = self.boards.planes;
        self.boards.remove(cpu);
        let mut columns = [[[0; ABREAST]; 3]; 16];
        let mut heights = [[0; ABREAST]; 16];
        for col in 0..self.form.cols.min(16) {
            let here = &self.boards.planes[col];
            for plane in 0..self.form.planes() {
                columns[col][plane] = here[plane].numbers();
            }
            heights[col] = tiles(here).count().numbers();
        }
        self.boards.planes = planes;
        while kept != 0 {
            let at = kept.trailing_zeros() as usize;
            kept &= kept - 1;
            let mut record = [0; 2 + MOST_WORDS];
            let record = &mut record[..2 + self.form.words(all - notes[at].tiles())];
            self.form.write((&heights, &columns), at, &mut record[2..]);
            let hash = hash(&record[2..]);
            (record[0], record[1]) = (hash, notes[at].0);
            children.by_shard[shard_of(hash)].extend_from_slice(record);
        }
    }

    /// A board by itself.
    fn alone(&self, words: &[u64]) -> Packed<16, 4, 3> {
        let mut columns = [[[0; ABREAST]; 3]; COLUMNS];
        self.form.read(words, 0, &mut columns);
        let mut planes = [[0; 4]; 3];
        for (col, column) in columns[..16].iter().enumerate() {
            for (plane, cells) in planes.iter_mut().zip(column) {
                plane[col / 4] |= u64::from(cells[0]) << (col % 4 * 16);
            }
        }
        Packed::of_planes(planes)
    }
}
