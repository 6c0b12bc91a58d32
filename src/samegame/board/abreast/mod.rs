//! Boards that are clicked in step, thirty-two abreast: each step of a flood or of a fall is made on all of them.
//!
//! A board alone mostly waits: for the last round of a flood, which cannot be foretold, and for one operation on its planes
//! after another. Abreast there is one last round for all, and a step to the next column is no operation at all.
//!
//! - this file: the boards, and the links between their tiles
//! - `flood`: the groups of tiles
//! - `fall`: groups taken off, tiles that fall, columns that close
//! - `list`: all groups, one after the other
//! - `meeting`: which colours might meet

mod fall;
mod flood;
mod list;
mod meeting;
#[cfg(test)]
mod tests;

pub use list::Listed;
pub use meeting::Meetings;

use crate::bits::abreast::{ABREAST, Abreast, Each};
use crate::bits::cpu::Cpu;
use crate::bits::plane::Plane as _;
use crate::samegame::playout::Planes;

/// The columns of a board, and one beyond them that stays empty.
pub const COLUMNS: usize = 17;

/// A value for each column of all boards.
pub type Columns<V> = [V; COLUMNS];

/// A group on each board, and the links along which it spreads.
#[derive(Clone, Debug)]
pub struct Groups<V> {
    /// The tiles of the group of each board.
    pub tiles: Columns<V>,
    /// The tiles that are linked to the one on the left.
    pub left: Columns<V>,
    /// The tiles that are linked to the one above.
    pub above: Columns<V>,
    /// The tiles that are linked to both above.
    two_above: Columns<V>,
    /// How many columns there are; what is beyond them is empty.
    cols: usize,
}

impl<V> Groups<V> {
    /// No groups and no links, on boards of this many columns, from 1 to 16.
    #[inline(always)]
    pub fn new<C: Cpu>(cpu: C, cols: usize) -> Self
    where
        V: Abreast<C>,
    {
        let nothing = [V::every(cpu, 0); COLUMNS];
        Groups { tiles: nothing, left: nothing, above: nothing, two_above: nothing, cols }
    }

    /// The columns: so the compiler knows that none is beyond the last.
    #[inline(always)]
    pub fn cols(&self) -> usize {
        self.cols.min(COLUMNS - 1)
    }

    /// Sets the links of a column: the tiles that are linked to the one above, and to the one on the left.
    #[inline(always)]
    fn set_links<C: Cpu>(&mut self, col: usize, above: V, left: V)
    where
        V: Abreast<C>,
    {
        self.above[col] = above;
        self.two_above[col] = above.and(above.down::<1>());
        self.left[col] = left;
    }
}

/// Boards of up to 16×16 cells, and a group on each of them.
#[derive(Clone, Debug)]
pub struct Boards<V, const PLANES: usize> {
    /// The colours as codes.
    pub planes: Columns<[V; PLANES]>,
    /// The groups.
    pub groups: Groups<V>,
}

impl<V, const PLANES: usize> Boards<V, PLANES> {
    /// Empty boards of this many columns, from 1 to 16.
    #[inline(always)]
    pub fn new<C: Cpu>(cpu: C, cols: usize) -> Self
    where
        V: Abreast<C>,
    {
        Boards { planes: [[V::every(cpu, 0); PLANES]; COLUMNS], groups: Groups::new(cpu, cols) }
    }

    /// The columns: so the compiler knows that none is beyond the last.
    #[inline(always)]
    pub fn cols(&self) -> usize {
        self.groups.cols()
    }

    /// Links equal neighbours.
    #[inline(always)]
    pub fn link<C: Cpu>(&mut self)
    where
        V: Abreast<C>,
    {
        // Beyond the edges lies code 0, which no tile is equal to.
        let mut before = &self.planes[COLUMNS - 1];
        for col in 0..self.cols() {
            let here = &self.planes[col];
            let mut up = here[0].xor(here[0].down::<1>());
            let mut across = here[0].xor(before[0]);
            for plane in 1..PLANES {
                up = up.or(here[plane].xor(here[plane].down::<1>()));
                across = across.or(here[plane].xor(before[plane]));
            }
            let tiles = tiles(here);
            self.groups.set_links(col, tiles.minus(up), tiles.minus(across));
            before = here;
        }
    }

    /// Puts boards here, by column, plane and board.
    #[inline(always)]
    pub fn load<C: Cpu>(&mut self, cpu: C, columns: &Columns<[Each; PLANES]>)
    where
        V: Abreast<C>,
    {
        for col in 0..self.cols() {
            for plane in 0..PLANES {
                self.planes[col][plane] = V::load(cpu, &columns[col][plane]);
            }
        }
    }

    /// The tiles of each column.
    #[inline(always)]
    pub fn heights<C: Cpu>(&self) -> Columns<Each>
    where
        V: Abreast<C>,
    {
        let mut heights = [[0; ABREAST]; COLUMNS];
        for col in 0..self.cols() {
            heights[col] = tiles(&self.planes[col]).count().numbers();
        }
        heights
    }

    /// The tiles of a colour.
    #[inline(always)]
    pub fn count<C: Cpu>(&self, cpu: C, colour: usize) -> Each
    where
        V: Abreast<C>,
    {
        let mut count = V::every(cpu, 0);
        for planes in &self.planes[..self.cols()] {
            count = count.plus(of_code(cpu, planes, colour as u32 + 1).count());
        }
        count.numbers()
    }

    /// Sets the group of one board.
    #[inline(always)]
    pub fn set_group<C: Cpu>(&mut self, cpu: C, board: usize, group: &[u64])
    where
        V: Abreast<C>,
    {
        for col in 0..self.cols() {
            let mut numbers = self.groups.tiles[col].numbers();
            numbers[board] = (group[col / 4] >> (col % 4 * 16)) as u16;
            self.groups.tiles[col] = V::load(cpu, &numbers);
        }
    }

    /// One of the boards by itself.
    #[inline(always)]
    pub fn board<C: Cpu>(&self, cpu: C, board: usize) -> Planes<C::Quad, PLANES>
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
pub fn tiles<C: Cpu, V: Abreast<C>, const PLANES: usize>(planes: &[V; PLANES]) -> V {
    let mut all = planes[0];
    for plane in 1..PLANES {
        all = all.or(planes[plane]);
    }
    all
}

/// The cells of a code that is not 0.
#[inline(always)]
pub fn of_code<C: Cpu, V: Abreast<C>, const PLANES: usize>(cpu: C, planes: &[V; PLANES], code: u32) -> V {
    let mut cells = V::every(cpu, if code >> PLANES == 0 { u16::MAX } else { 0 });
    for (number, &plane) in planes.iter().enumerate() {
        cells = if code >> number & 1 == 1 { cells.and(plane) } else { cells.minus(plane) };
    }
    cells
}
