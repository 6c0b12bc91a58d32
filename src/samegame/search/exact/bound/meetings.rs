//! Which colours of a board can still go whole, by the colours that were touched before.
//!
//! Tiles that meet while the colours of a set are touched meet as well while more are; see [`AtRest::meeting`]. And tiles
//! that cannot meet on a board while a colour and others are touched cannot do so after a click of that colour, either,
//! while the others are. So an answer is often known before it is asked for.

use crate::base::Colour;
use crate::bits::cpu::Cpu;
use crate::samegame::board::{AtRest, Cells, Meeting};

/// Most colours on a board that is looked at.
pub const MOST: usize = 5;

/// The number of sets of that many colours. A set has a bit for each colour, a set of sets a bit for each set.
pub const SETS: usize = 1 << MOST;

/// For each set, the sets that hold it, itself among them.
const LARGER: [u32; SETS] = around(true);

/// For each set, the sets that it holds, itself among them.
pub const SMALLER: [u32; SETS] = around(false);

const fn around(larger: bool) -> [u32; SETS] {
    let mut around = [0; SETS];
    let mut set = 0;
    while set < SETS {
        let mut other = 0;
        while other < SETS {
            if set & other == if larger { set } else { other } {
                around[set] |= 1 << other;
            }
            other += 1;
        }
        set += 1;
    }
    around
}

/// The colours of which there are tiles, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Present {
    colours: [Colour; MOST],
    count: usize,
}

impl Present {
    /// The colours of which there are tiles; `None` if they are too many.
    #[inline(always)]
    pub fn of(counts: &[usize]) -> Option<Present> {
        let mut present = Present { colours: [0; MOST], count: 0 };
        for (colour, &count) in counts.iter().enumerate() {
            if count > 0 {
                *present.colours.get_mut(present.count)? = colour as Colour;
                present.count += 1;
            }
        }
        Some(present)
    }

    /// The colours in their order.
    #[inline(always)]
    pub fn colours(&self) -> &[Colour] {
        &self.colours[..self.count]
    }

    /// The number of a colour, which is one of them.
    #[inline(always)]
    pub fn number(&self, colour: Colour) -> usize {
        self.colours().iter().take_while(|&&here| here != colour).count()
    }

    /// The set of all.
    #[inline(always)]
    pub fn all(&self) -> usize {
        (1 << self.count) - 1
    }
}

/// What is known: for each colour a set of sets with which it meets, and one of those with which it does not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Answers {
    yes: [u32; MOST],
    no: [u32; MOST],
}

impl Answers {
    /// Nothing is known.
    pub const NONE: Answers = Answers { yes: [0; MOST], no: [0; MOST] };

    /// Whether nothing is known.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.yes == [0; MOST] && self.no == [0; MOST]
    }
}

/// A board with its colours, and what was asked about them.
#[derive(Debug)]
pub struct Meetings<'a, B: AtRest> {
    board: &'a B,
    tiles: [B::Mask; MOST],
    /// What is known by now.
    pub answers: Answers,
}

impl<'a, B: AtRest> Meetings<'a, B> {
    /// A board of these colours, and what is known of it. Colours that are not there any more may be among them.
    #[inline(always)]
    pub fn of(board: &'a B, present: &Present, answers: Answers) -> Self {
        let none = B::Mask::default;
        let mut tiles = [none(), none(), none(), none(), none()];
        for (at, &colour) in present.colours().iter().enumerate() {
            tiles[at] = board.tiles(colour);
        }
        Meetings { board, tiles, answers }
    }

    /// Whether all tiles of colour i may come together while only the colours of a set are touched.
    #[inline(always)]
    pub fn meets<C: Cpu>(&mut self, cpu: C, i: usize, set: usize) -> bool {
        let Answers { yes, no } = &mut self.answers;
        if (yes[i] | no[i]) >> set & 1 == 0 {
            let mut gone = B::Mask::default();
            for (j, tiles) in self.tiles.iter().enumerate() {
                if set >> j & 1 == 1 {
                    gone.add(tiles);
                }
            }
            if self.board.meeting(cpu, &self.tiles[i], &gone) == Meeting::All {
                yes[i] |= LARGER[set];
            } else {
                no[i] |= SMALLER[set];
            }
        }
        yes[i] >> set & 1 == 1
    }
}
