//! Thirty-two boards abreast, and which of them might surpass the best list.

use super::form::Form;
use super::store::Note;
use crate::bits::abreast::{ABREAST, Abreast, Each};
use crate::bits::cpu::Cpu;
use crate::samegame::board::abreast::{Boards, COLUMNS, Columns, Meetings};
use crate::samegame::board::packed::Packed;
use crate::samegame::search::exact::bound::barriers::Barriers;
use crate::samegame::search::exact::bound::counts;
use crate::samegame::search::exact::bound::least::{Least, Losses, Parts};
use crate::samegame::search::exact::bound::meetings::{MOST, SETS};
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
    /// What colours lose.
    pub parts: Parts,
    barriers: Barriers,
    /// The boards that are looked at.
    pub boards: Boards<V, 3>,
    meetings: Meetings<V>,
    /// Where a colour meets while those of a set are taken.
    meets: Box<[[V; SETS]; MOST]>,
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
            parts: Parts::new(&worth),
            worth,
            barriers: Barriers::default(),
            boards: Boards::new(cpu, form.cols),
            meetings: Meetings::new(cpu, form.cols),
            meets: Box::new([[V::every(cpu, 0); SETS]; MOST]),
        }
    }

    /// The colours of all boards.
    #[inline(always)]
    pub fn colours(&self) -> usize {
        self.colours.min(COLOURS)
    }

    /// Puts boards abreast.
    #[inline(always)]
    pub fn stand<C: Cpu>(&mut self, cpu: C, batch: &Batch)
    where
        V: Abreast<C>,
    {
        self.boards.load(cpu, &batch.columns);
    }

    /// Counts the tiles of each colour of the boards that stand abreast.
    #[inline(always)]
    pub fn count<C: Cpu>(&self, cpu: C, batch: &mut Batch)
    where
        V: Abreast<C>,
    {
        for colour in 0..self.colours() {
            let counts = self.boards.count(cpu, colour);
            for at in 0..ABREAST {
                batch.counts[at][colour] = counts[at].into();
            }
        }
    }

    /// The points of the way to a board, and the most that its tiles can bring.
    #[inline(always)]
    pub fn promise(&self, batch: &Batch, at: usize) -> i32 {
        batch.notes[at].gain() + counts::most(&batch.counts[at][..self.colours()], &self.worth)
    }

    /// Which of the boards that stand abreast might come to more than the floor: all bits. If they are to be clicked, it is told
    /// what their games lose after any click.
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
        let looks = self.colours <= MOST;
        let (mut first, mut after) = ([0; ABREAST], [[0; MOST]; ABREAST]);
        if looks {
            self.ask(cpu);
            first = self.first(cpu, 0);
            for colour in 0..if clicked.is_some() { self.colours() } else { 0 } {
                let first = self.first(cpu, 1 << colour);
                for at in 0..ABREAST {
                    after[at][colour] = first[at];
                }
            }
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
            if looks {
                let losses = Losses::of(counts, &self.parts);
                if losses.enough(first[at], single, rough - enough, &self.parts) {
                    continue;
                }
                if let Some(least) = &mut clicked {
                    least[at] = Some(losses.least(&after[at]));
                }
            }
            live[at] = u16::MAX;
        }
        live
    }

    /// Looks which colours meet. Tiles that do not meet while the colours of a set are taken do not while fewer are, so that
    /// large sets are asked about first.
    #[inline(always)]
    fn ask<C: Cpu>(&mut self, cpu: C)
    where
        V: Abreast<C>,
    {
        let all = (1usize << self.colours.min(MOST)) - 1;
        // The last colour always meets.
        for size in (0..self.colours.saturating_sub(1)).rev() {
            for set in 0..=all {
                if set.count_ones() as usize != size {
                    continue;
                }
                let mut taken = false;
                for colour in 0..self.colours.min(MOST) {
                    if set >> colour & 1 == 1 {
                        continue;
                    }
                    let mut perhaps = self.perhaps(cpu, colour, set);
                    if !perhaps.is_empty() {
                        if !taken {
                            self.meetings.take(cpu, &self.boards, set);
                            taken = true;
                        }
                        perhaps = self.meetings.meets(cpu, &self.boards, colour);
                    }
                    self.meets[colour][set] = perhaps;
                }
            }
        }
    }

    /// Where a colour may meet while those of a set are taken, as far as it is known of sets with one more.
    #[inline(always)]
    fn perhaps<C: Cpu>(&self, cpu: C, colour: usize, set: usize) -> V
    where
        V: Abreast<C>,
    {
        let mut perhaps = V::every(cpu, u16::MAX);
        // Nothing is asked of sets that lack one colour alone.
        if set.count_ones() as usize + 2 < self.colours {
            for more in 0..self.colours.min(MOST) {
                if (set | 1 << colour) >> more & 1 == 0 {
                    perhaps = perhaps.and(self.meets[colour][set | 1 << more]);
                }
            }
        }
        perhaps
    }

    /// The sets of colours that can come first when those of `clicked` are touched as well, each a bit: behind them all others
    /// meet one after the other.
    #[inline(always)]
    fn first<C: Cpu>(&self, cpu: C, clicked: usize) -> [u32; ABREAST]
    where
        V: Abreast<C>,
    {
        let all = (1usize << self.colours.min(MOST)) - 1;
        let (none, yes) = (V::every(cpu, 0), V::every(cpu, u16::MAX));
        let mut can = [none; SETS];
        let mut bits = [none; 2];
        for set in (0..=all).rev() {
            let rest = all & !set;
            // The last colour always meets.
            if rest & rest.wrapping_sub(1) == 0 {
                can[set] = yes;
            }
            for colour in 0..MOST {
                if rest >> colour & 1 == 0 {
                    continue;
                }
                let (touched, next) = (set | clicked, can[set | 1 << colour]);
                let always = touched >> colour & 1 == 1 || all & !touched == 1 << colour;
                can[set] = can[set].or(if always { next } else { next.and(self.meets[colour][touched]) });
            }
            bits[set / 16] = bits[set / 16].or(can[set].and(V::every(cpu, 1 << (set % 16))));
        }
        let (low, high) = (bits[0].numbers(), bits[1].numbers());
        let mut first = [0; ABREAST];
        for at in 0..ABREAST {
            first[at] = u32::from(high[at]) << 16 | u32::from(low[at]);
        }
        first
    }
}
