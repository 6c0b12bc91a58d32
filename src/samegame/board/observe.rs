//! Boards and legal clicks as arrays.

use super::{Board, ClickSet, Repr};
use crate::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
use crate::samegame::repr::BoardRepr;

struct WriteObservation<'a, B, T> {
    board: &'a B,
    size: (usize, usize),
    min_group: u32,
    clicks: ClickSet,
    codes: &'a mut [u8],
    legal: &'a mut [T],
}

impl<C: Cpu, B: BoardRepr, T: From<bool> + Copy> Kernel<C> for WriteObservation<'_, B, T> {
    type Out = bool;

    #[inline(always)]
    fn run(self, cpu: C) -> bool {
        let WriteObservation { board, size, min_group, clicks, codes, legal } = self;
        board.write_observation(cpu, size, min_group, clicks, codes, legal)
    }
}

impl Board {
    /// Writes two arrays of cells, by rows from the top, each from the left. `cells` gets 0 for an empty cell, else the
    /// colour plus one. `legal` gets `true` or 1 for a cell of the set `clicks`, else `false` or 0. Returns whether
    /// there is a legal click.
    ///
    /// # Panics
    /// Panics if a slice does not have [`cells`](Self::cells) elements.
    ///
    /// ```
    /// use tilefall::samegame::{Board, ClickSet};
    /// let board: Board = "1.. / 122".parse().unwrap();
    /// let (mut cells, mut legal, mut first) = ([0; 6], [false; 6], [0_i8; 6]);
    /// assert!(board.write_observation(ClickSet::All, &mut cells, &mut legal));
    /// assert_eq!((cells, legal), ([1, 0, 0, 1, 2, 2], [true, false, false, true, true, true]));
    /// assert!(board.write_observation(ClickSet::First, &mut cells, &mut first));
    /// assert_eq!(first, [0, 0, 0, 1, 1, 0]);
    /// ```
    pub fn write_observation<T: From<bool> + Copy>(
        &self,
        clicks: ClickSet,
        cells: &mut [u8],
        legal: &mut [T],
    ) -> bool {
        assert_eq!(cells.len(), self.cells(), "the slice describes every cell");
        assert_eq!(legal.len(), self.cells(), "the mask describes every cell");
        let (size, min_group) = ((self.rows, self.cols), self.min_group);
        with!(&self.repr, board => {
            let (codes, legal) = (&mut *cells, &mut *legal);
            dispatch(CpuPath::best(), WriteObservation { board, size, min_group, clicks, codes, legal })
        })
    }
}
