//! Games played in step, thirty-two abreast.
//!
//! - this file: the boards, one by one and all at once
//! - `draw`: the tiles to draw from, and those drawn

mod draw;

use super::live::{Live as _, Spots};
use super::planes::Planes;
use super::uniform::{Any, listed};
use crate::bits::abreast::{ABREAST, Abreast, Each};
use crate::bits::cpu::Cpu;
use crate::bits::plane::Plane as _;
use crate::samegame::board::abreast::{Boards, COLUMNS, Columns, tiles};
use rand::Rng;

/// Boards of up to 16×16 cells, and a group on each of them that is to be taken off.
pub(super) struct Team<V, const PLANES: usize> {
    boards: Boards<V, PLANES>,
    /// What a tile is drawn from.
    spots: Columns<V>,
    /// How many spots there are up to a column, it included.
    until: Columns<V>,
    /// All bits for the boards that have no spots of the first kind.
    second: Each,
    /// The board that a game begins with.
    first: Columns<[V; PLANES]>,
}

impl<V, const PLANES: usize> Team<V, PLANES> {
    /// Empty boards, and the one that games begin with.
    #[inline(always)]
    pub fn new<C: Cpu>(cpu: C, board: Planes<C::Quad, PLANES>) -> Self
    where
        V: Abreast<C>,
    {
        let none = V::every(cpu, 0);
        let (mut first, mut cols) = ([[none; PLANES]; COLUMNS], 1);
        for (number, plane) in board.columns().into_iter().enumerate() {
            for (col, cells) in plane.into_iter().enumerate().filter(|&(_, cells)| cells > 0) {
                first[col][number] = V::every(cpu, cells);
                cols = cols.max(col + 1);
            }
        }
        let boards = Boards::new(cpu, cols);
        Team { boards, spots: [none; COLUMNS], until: [none; COLUMNS], second: [0; ABREAST], first }
    }

    /// Puts the first board where `places` has all bits.
    #[inline(always)]
    pub fn restart<C: Cpu>(&mut self, cpu: C, places: &Each)
    where
        V: Abreast<C>,
    {
        let places = V::load(cpu, places);
        for col in 0..self.boards.cols() {
            for (plane, &first) in self.boards.planes[col].iter_mut().zip(&self.first[col]) {
                *plane = first.pick(*plane, places);
            }
        }
    }

    /// Whether a board is empty.
    #[inline(always)]
    pub fn is_clear<C: Cpu>(&self, board: usize) -> bool
    where
        V: Abreast<C>,
    {
        tiles(&self.boards.planes[0]).numbers()[board] == 0
    }

    /// Draws another group of a board from a list of all that have spots.
    #[inline(always)]
    pub fn list<C: Cpu>(&mut self, cpu: C, board: usize, from: [Spots; 2], rng: &mut impl Rng)
    where
        V: Abreast<C>,
    {
        let from = from[usize::from(self.second[board] > 0)];
        let planes = self.boards.board(cpu, board);
        let group = listed(cpu, &planes, &planes.links(cpu), from, rng, Any);
        let group = group.unwrap_or(C::Quad::whole(cpu, 0)).words();
        self.boards.set_group(cpu, board, group.as_ref());
    }

    /// Finds the groups of all tiles drawn.
    #[inline(always)]
    pub fn flood<C: Cpu>(&mut self, cpu: C)
    where
        V: Abreast<C>,
    {
        self.boards.groups.flood(cpu);
    }

    /// Takes the groups off. Says how many tiles those were.
    #[inline(always)]
    pub fn remove<C: Cpu>(&mut self, cpu: C) -> Each
    where
        V: Abreast<C>,
    {
        self.boards.remove(cpu)
    }
}
