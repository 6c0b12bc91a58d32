//! Which colours of a board can still be removed at once, by the colours that were touched before.
//!
//! Tiles that meet while the colours of a set are touched also meet while more colours are touched; see
//! [`BoardRepr::may_merge`]. Tiles that cannot meet while a colour c and some others are touched still cannot
//! meet after a click of c, while the others are touched. So many answers follow from known facts, without the
//! board.

use crate::bits::cpu::Cpu;
use crate::rules::Colour;
use crate::samegame::repr::{BoardRepr, Cells};

/// Most colours of a board.
pub const MAX_COLOURS: usize = 5;

/// The number of sets of this many colours. A set has a bit for each colour, a set of sets a bit for each set.
pub const SETS: usize = 1 << MAX_COLOURS;

/// For each set, its supersets, including itself.
const SUPERSETS: [u32; SETS] = related(true);

/// For each set, its subsets, including itself.
pub const SUBSETS: [u32; SETS] = related(false);

const fn related(larger: bool) -> [u32; SETS] {
    let mut related = [0; SETS];
    let mut set = 0;
    while set < SETS {
        let mut other = 0;
        while other < SETS {
            if set & other == if larger { set } else { other } {
                related[set] |= 1 << other;
            }
            other += 1;
        }
        set += 1;
    }
    related
}

/// The colours with tiles on a board, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresentColours {
    colours: [Colour; MAX_COLOURS],
    count: usize,
}

impl PresentColours {
    /// Finds the colours with tiles; `None` if there are more than [`MAX_COLOURS`].
    #[inline(always)]
    pub fn of(counts: &[usize]) -> Option<PresentColours> {
        let mut present = PresentColours { colours: [0; MAX_COLOURS], count: 0 };
        for (colour, &count) in counts.iter().enumerate() {
            if count > 0 {
                *present.colours.get_mut(present.count)? = colour as Colour;
                present.count += 1;
            }
        }
        Some(present)
    }

    /// Returns the colours in ascending order.
    #[inline(always)]
    pub fn colours(&self) -> &[Colour] {
        &self.colours[..self.count]
    }

    /// Returns the number of a colour, which must be present.
    #[inline(always)]
    pub fn number(&self, colour: Colour) -> usize {
        self.colours().iter().take_while(|&&here| here != colour).count()
    }

    /// Returns the set of all colours.
    #[inline(always)]
    pub fn all(&self) -> usize {
        (1 << self.count) - 1
    }
}

/// Known facts: for each colour, the sets of touched colours with which its tiles meet, and the sets with
/// which they do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MergeFacts {
    yes: [u32; MAX_COLOURS],
    no: [u32; MAX_COLOURS],
}

impl MergeFacts {
    /// No facts.
    pub const NONE: MergeFacts = MergeFacts { yes: [0; MAX_COLOURS], no: [0; MAX_COLOURS] };
}

/// A board with its colours, and the facts known about them.
#[derive(Debug)]
pub struct MergeQueries<'a, B: BoardRepr> {
    board: &'a B,
    tiles: [B::Mask; MAX_COLOURS],
    /// The facts known so far.
    pub facts: MergeFacts,
}

impl<'a, B: BoardRepr> MergeQueries<'a, B> {
    /// Wraps a board with these colours and the facts known about it. Colours without tiles may be among them.
    #[inline(always)]
    pub fn of(board: &'a B, present: &PresentColours, facts: MergeFacts) -> Self {
        let none = B::Mask::default;
        let mut tiles = [none(), none(), none(), none(), none()];
        for (at, &colour) in present.colours().iter().enumerate() {
            tiles[at] = board.tiles(colour);
        }
        MergeQueries { board, tiles, facts }
    }

    /// Returns `true` if all tiles of colour i may become one group while only the colours of a set are touched.
    #[inline(always)]
    pub fn may_merge<C: Cpu>(&mut self, cpu: C, i: usize, set: usize) -> bool {
        let MergeFacts { yes, no } = &mut self.facts;
        if (yes[i] | no[i]) >> set & 1 == 0 {
            let mut gone = B::Mask::default();
            for (j, tiles) in self.tiles.iter().enumerate() {
                if set >> j & 1 == 1 {
                    gone.add(tiles);
                }
            }
            if self.board.may_merge(cpu, &self.tiles[i], &gone) {
                yes[i] |= SUPERSETS[set];
            } else {
                no[i] |= SUBSETS[set];
            }
        }
        yes[i] >> set & 1 == 1
    }
}
