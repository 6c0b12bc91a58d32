//! Boards that are clicked in step, thirty-two abreast: each step of a flood or of a fall is made on all of them.
//!
//! A game alone mostly waits: for the last round of a flood, which cannot be foretold, and for one operation on its planes
//! after another. Abreast there is one last round for all, and a step to the next column is no operation at all.
//!
//! - this file: the boards, one by one and all at once
//! - `draw`: the tiles to draw from, and those drawn
//! - `flood`: the groups of tiles drawn
//! - `fall`: groups taken off, tiles that fall, columns that close

mod draw;
mod fall;
mod flood;

use super::live::{Live as _, Spots};
use super::planes::Planes;
use super::streams::Each;
use super::uniform::{Any, listed};
use crate::bits::abreast::{ABREAST, Abreast};
use crate::bits::cpu::Cpu;
use crate::bits::plane::Plane as _;
use rand::Rng;

/// The columns of a board, and one beyond them that stays empty.
const COLUMNS: usize = 17;

/// A value for each column of all boards.
type Columns<V> = [V; COLUMNS];

/// Boards of up to 16×16 cells, and a group on each of them that is to be taken off.
pub(super) struct Team<V, const PLANES: usize> {
    /// The colours as codes.
    planes: Columns<[V; PLANES]>,
    /// The group of each board.
    groups: Columns<V>,
    /// What a tile is drawn from.
    spots: Columns<V>,
    /// The tiles that are equal to the one on the left.
    left: Columns<V>,
    /// The tiles that are equal to the one above.
    above: Columns<V>,
    /// The tiles that are equal to both above.
    two_above: Columns<V>,
    /// How many spots there are up to a column, it included.
    until: Columns<V>,
    /// All bits for the boards that have no spots of the first kind.
    second: Each,
    /// The board that a game begins with.
    first: Columns<[V; PLANES]>,
    /// Its columns.
    cols: usize,
}

impl<V, const PLANES: usize> Team<V, PLANES> {
    /// Empty boards, and the one that games begin with.
    #[inline(always)]
    pub fn new<C: Cpu>(cpu: C, board: Planes<C::Quad, PLANES>) -> Self
    where
        V: Abreast<C>,
    {
        let none = V::every(cpu, 0);
        let (empty, nothing) = ([[none; PLANES]; COLUMNS], [none; COLUMNS]);
        let (mut first, mut cols) = (empty, 1);
        for (number, plane) in board.columns().into_iter().enumerate() {
            for (col, cells) in plane.into_iter().enumerate().filter(|&(_, cells)| cells > 0) {
                first[col][number] = V::every(cpu, cells);
                cols = cols.max(col + 1);
            }
        }
        Team {
            planes: empty,
            groups: nothing,
            spots: nothing,
            left: nothing,
            above: nothing,
            two_above: nothing,
            until: nothing,
            second: [0; ABREAST],
            first,
            cols,
        }
    }

    /// The columns: so the compiler knows that none is beyond the last.
    #[inline(always)]
    fn cols(&self) -> usize {
        self.cols.min(COLUMNS - 1)
    }

    /// Puts the first board where `places` has all bits.
    #[inline(always)]
    pub fn restart<C: Cpu>(&mut self, cpu: C, places: &Each)
    where
        V: Abreast<C>,
    {
        let places = V::load(cpu, places);
        for col in 0..self.cols() {
            for plane in 0..PLANES {
                self.planes[col][plane] = self.first[col][plane].pick(self.planes[col][plane], places);
            }
        }
    }

    /// Whether a board is empty.
    #[inline(always)]
    pub fn is_clear<C: Cpu>(&self, board: usize) -> bool
    where
        V: Abreast<C>,
    {
        tiles(&self.planes[0]).numbers()[board] == 0
    }

    /// Draws another group of a board from a list of all that have spots.
    #[inline(always)]
    pub fn list<C: Cpu>(&mut self, cpu: C, board: usize, from: [Spots; 2], rng: &mut impl Rng)
    where
        V: Abreast<C>,
    {
        let from = from[usize::from(self.second[board] > 0)];
        let planes = self.board(cpu, board);
        let group = listed(cpu, &planes, &planes.links(cpu), from, rng, Any);
        let group = group.unwrap_or(C::Quad::whole(cpu, 0)).words();
        for col in 0..self.cols() {
            let mut numbers = self.groups[col].numbers();
            numbers[board] = (group.as_ref()[col / 4] >> (col % 4 * 16)) as u16;
            self.groups[col] = V::load(cpu, &numbers);
        }
    }

    /// One of the boards by itself.
    #[inline(always)]
    fn board<C: Cpu>(&self, cpu: C, board: usize) -> Planes<C::Quad, PLANES>
    where
        V: Abreast<C>,
    {
        let mut planes = [C::Quad::whole(cpu, 0); PLANES];
        for (number, plane) in planes.iter_mut().enumerate() {
            let mut words = C::Quad::no_words();
            for col in 0..self.cols() {
                let cells = self.planes[col][number].numbers()[board];
                words[col / 4] |= u64::from(cells) << (col % 4 * 16);
            }
            *plane = C::Quad::load(cpu, &words);
        }
        Planes::new(planes)
    }

    /// Whether no tile floats and no empty column lies left of a full one.
    fn sound<C: Cpu>(&self, cpu: C) -> bool
    where
        V: Abreast<C>,
    {
        (0..ABREAST).all(|board| self.board(cpu, board).is_sound(cpu))
    }
}

/// The cells that hold a tile.
#[inline(always)]
fn tiles<C: Cpu, V: Abreast<C>, const PLANES: usize>(planes: &[V; PLANES]) -> V {
    let mut all = planes[0];
    for plane in 1..PLANES {
        all = all.or(planes[plane]);
    }
    all
}
