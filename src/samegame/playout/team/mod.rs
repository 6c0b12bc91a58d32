//! Games played in step, thirty-two abreast.
//!
//! - this file: the boards, one by one and all at once
//! - `draw`: the tiles to draw from, and those drawn

mod draw;

use super::plane_board::PlaneBoard;
use super::playout_board::{Candidates, PlayoutBoard as _};
use super::uniform::{AllowAll, draw_from_list};
use crate::bits::cpu::Cpu;
use crate::bits::lanes32::{BATCH, Lanes32, PerBoard};
use crate::bits::plane::Plane as _;
use crate::samegame::repr::batch::{BoardBatch, COLUMNS, Columns, tiles};
use rand::Rng;

/// Boards of up to 16×16 cells, and a group on each of them that is to be taken off.
pub(super) struct Team<V, const PLANES: usize> {
    boards: BoardBatch<V, PLANES>,
    /// What a tile is drawn from.
    spots: Columns<V>,
    /// How many spots there are up to a column, it included.
    until: Columns<V>,
    /// All bits for the boards that have no spots of the first kind.
    second: PerBoard,
    /// The board that a game begins with.
    first: Columns<[V; PLANES]>,
}

impl<V, const PLANES: usize> Team<V, PLANES> {
    /// Empty boards, and the one that games begin with.
    #[inline(always)]
    pub fn new<C: Cpu>(cpu: C, board: PlaneBoard<C::Plane16x16, PLANES>) -> Self
    where
        V: Lanes32<C>,
    {
        let none = V::splat(cpu, 0);
        let (mut first, mut cols) = ([[none; PLANES]; COLUMNS], 1);
        for (number, plane) in board.columns().into_iter().enumerate() {
            for (col, cells) in plane.into_iter().enumerate().filter(|&(_, cells)| cells > 0) {
                first[col][number] = V::splat(cpu, cells);
                cols = cols.max(col + 1);
            }
        }
        let boards = BoardBatch::new(cpu, cols);
        Team { boards, spots: [none; COLUMNS], until: [none; COLUMNS], second: [0; BATCH], first }
    }

    /// Puts the first board where `places` has all bits.
    #[inline(always)]
    pub fn restart<C: Cpu>(&mut self, cpu: C, places: &PerBoard)
    where
        V: Lanes32<C>,
    {
        let places = V::load(cpu, places);
        for col in 0..self.boards.cols() {
            for (plane, &first) in self.boards.planes[col].iter_mut().zip(&self.first[col]) {
                *plane = first.select(*plane, places);
            }
        }
    }

    /// Whether a board is empty.
    #[inline(always)]
    pub fn is_clear<C: Cpu>(&self, board: usize) -> bool
    where
        V: Lanes32<C>,
    {
        tiles(&self.boards.planes[0]).to_array()[board] == 0
    }

    /// Draws another group of a board from a list of all that have spots.
    #[inline(always)]
    pub fn list<C: Cpu>(&mut self, cpu: C, board: usize, from: [Candidates; 2], rng: &mut impl Rng)
    where
        V: Lanes32<C>,
    {
        let from = from[usize::from(self.second[board] > 0)];
        let planes = self.boards.board(cpu, board);
        let group = draw_from_list(cpu, &planes, &planes.links(cpu), from, rng, AllowAll);
        let group = group.unwrap_or(C::Plane16x16::full_columns(cpu, 0)).words();
        self.boards.set_group(cpu, board, group.as_ref());
    }

    /// Finds the groups of all tiles drawn.
    #[inline(always)]
    pub fn flood<C: Cpu>(&mut self, cpu: C)
    where
        V: Lanes32<C>,
    {
        self.boards.groups.flood(cpu);
    }

    /// Takes the groups off. Says how many tiles those were.
    #[inline(always)]
    pub fn remove<C: Cpu>(&mut self, cpu: C) -> PerBoard
    where
        V: Lanes32<C>,
    {
        self.boards.remove(cpu)
    }
}
