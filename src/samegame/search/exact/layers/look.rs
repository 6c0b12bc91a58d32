//! Thirty-two boards abreast, and which of them might surpass the best list.

use super::form::Form;
use super::store::Note;
use crate::bits::abreast::{ABREAST, Abreast, Each};
use crate::bits::cpu::Cpu;
use crate::samegame::board::abreast::{Boards, COLUMNS, Columns, Meetings};
use crate::samegame::board::packed::Packed;
use crate::samegame::search::exact::bound::barriers::Barriers;
use crate::samegame::search::exact::bound::counts;
use crate::samegame::search::exact::bound::least::{Least, Look};
use crate::samegame::search::exact::bound::meetings::{MOST, Present, SETS};
use crate::samegame::search::exact::points::Worth;

/// Room for the colours that a board can have.
pub const COLOURS: usize = 8;

/// Boards as they are put abreast, and what is known of them.
#[derive(Debug)]
pub struct Batch {
    /// Their tiles as codes, by column, plane and board.
    pub columns: Columns<[Each; 3]>,
    /// The best way to each.
    pub notes: [Note; ABREAST],
    /// Their tiles of each colour.
    pub counts: [[usize; COLOURS]; ABREAST],
    /// How many there are.
    pub len: usize,
}

impl Batch {
    /// No boards.
    pub fn new() -> Batch {
        let columns = [[[0; ABREAST]; 3]; COLUMNS];
        Batch { columns, notes: [Note(0); ABREAST], counts: [[0; COLOURS]; ABREAST], len: 0 }
    }

    /// One of the boards by itself.
    fn alone(&self, at: usize) -> Packed<16, 4, 3> {
        let mut planes = [[0; 4]; 3];
        for (col, column) in self.columns[..16].iter().enumerate() {
            for (plane, cells) in planes.iter_mut().zip(column) {
                plane[col / 4] |= u64::from(cells[at]) << (col % 4 * 16);
            }
        }
        Packed::of_planes(planes)
    }
}

/// Who looks at boards, with room to work in.
#[derive(Debug)]
pub struct Looker<V> {
    colours: usize,
    /// What things are worth.
    pub worth: Worth,
    barriers: Barriers,
    /// The boards that are looked at.
    pub boards: Boards<V, 3>,
    meetings: Meetings<V>,
    /// Where a colour meets while those of a set are taken.
    meets: Box<[[Each; SETS]; MOST]>,
}

impl<V> Looker<V> {
    /// For boards of this form and these colours.
    #[inline(always)]
    pub fn new<C: Cpu>(cpu: C, form: Form, colours: usize, worth: Worth) -> Self
    where
        V: Abreast<C>,
    {
        Looker {
            colours: colours.min(COLOURS),
            worth,
            barriers: Barriers::default(),
            boards: Boards::new(cpu, form.cols),
            meetings: Meetings::new(cpu, form.cols),
            meets: Box::new([[[0; ABREAST]; SETS]; MOST]),
        }
    }

    /// The colours of all boards.
    #[inline(always)]
    pub fn colours(&self) -> usize {
        self.colours.min(COLOURS)
    }

    /// Counts the tiles of each colour.
    #[inline(always)]
    pub fn count<C: Cpu>(&mut self, cpu: C, batch: &mut Batch)
    where
        V: Abreast<C>,
    {
        self.boards.load(cpu, &batch.columns);
        for colour in 0..self.colours() {
            let counts = self.boards.count(cpu, colour);
            for (of_board, count) in batch.counts.iter_mut().zip(counts) {
                of_board[colour] = count.into();
            }
        }
    }

    /// Which boards might come to more than the floor: all bits. Those stand abreast then, and if they are to be clicked, it is
    /// told what their games lose after any click.
    #[inline(always)]
    pub fn look<C: Cpu>(
        &mut self,
        cpu: C,
        batch: &Batch,
        floor: i32,
        mut clicked: Option<&mut [Option<Least>; ABREAST]>,
    ) -> Each
    where
        V: Abreast<C>,
    {
        self.boards.load(cpu, &batch.columns);
        let looks = self.colours <= MOST;
        if looks {
            self.ask(cpu);
        }
        let mut live = [0; ABREAST];
        for at in 0..batch.len.min(ABREAST) {
            let counts = &batch.counts[at][..self.colours()];
            let (rough, enough) = (counts::most(counts, &self.worth), floor - batch.notes[at].gain());
            let single = counts.contains(&1);
            if rough <= enough {
                continue;
            }
            if single && self.barriers.most(&batch.alone(at), self.colours, &self.worth) <= enough {
                continue;
            }
            let rows = if looks { self.rows(at, counts) } else { [0; SETS] };
            if looks && let Some(look) = Look::of(counts, &self.worth, &rows) {
                if look.loses(single, rough - enough, &self.worth) {
                    continue;
                }
                if let Some(least) = &mut clicked {
                    least[at] = Some(look.least());
                }
            }
            live[at] = u16::MAX;
        }
        live
    }

    /// Looks which colours meet.
    #[inline(always)]
    fn ask<C: Cpu>(&mut self, cpu: C)
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
}
