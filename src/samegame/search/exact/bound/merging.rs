//! Which colours of a board can still be removed in one click after other colours were touched, that is, lost tiles.
//!
//! [`BoardRepr::may_merge`] examines whether tiles may meet while the colours of a set are touched. If they may meet,
//! they may also meet while more colours are touched. If they cannot, they cannot while fewer colours are touched, nor,
//! after a click of a colour of the set, while only the rest of the set is touched. So known facts often give the
//! answer without the board.

use crate::bits::cpu::Cpu;
use crate::rules::Colour;
use crate::samegame::repr::{BoardRepr, Cells};

/// The largest number of colours on a board for which facts are stored.
pub const MAX_COLOURS: usize = 5;

/// The number of sets of colours. A set is a mask with a bit for each colour; a set of sets has a bit for each set.
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

    /// Returns the number of a colour that must be present: its index in [`colours`](Self::colours).
    #[inline(always)]
    pub fn number(&self, colour: Colour) -> usize {
        self.colours().iter().take_while(|&&here| here != colour).count()
    }

    /// Returns the set of all colours that are present.
    #[inline(always)]
    pub fn all(&self) -> usize {
        (1 << self.count) - 1
    }
}

/// Known facts about a board. For each colour, `yes` has the sets of touched colours with which all tiles of the
/// colour may become one group, and `no` has the sets with which they cannot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MergeFacts {
    yes: [u32; MAX_COLOURS],
    no: [u32; MAX_COLOURS],
}

impl MergeFacts {
    /// No facts: nothing is known about the board.
    pub const NONE: MergeFacts = MergeFacts { yes: [0; MAX_COLOURS], no: [0; MAX_COLOURS] };
}

/// Queries whether colours of a board may merge, answered from known facts if possible.
#[derive(Debug)]
pub struct MergeQueries<'a, B: BoardRepr> {
    board: &'a B,
    tiles: [B::Mask; MAX_COLOURS],
    /// The facts known so far, which queries extend.
    pub facts: MergeFacts,
}

impl<'a, B: BoardRepr> MergeQueries<'a, B> {
    /// Wraps a board with the facts known about it. Colours in `present` may have no tiles on the board.
    #[inline(always)]
    pub fn of(board: &'a B, present: &PresentColours, facts: MergeFacts) -> Self {
        let none = B::Mask::default;
        let mut tiles = [none(), none(), none(), none(), none()];
        for (at, &colour) in present.colours().iter().enumerate() {
            tiles[at] = board.tiles(colour);
        }
        MergeQueries { board, tiles, facts }
    }

    /// Returns `true` if all tiles of colour `i` may become one group while only the colours of `set` are touched.
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
