//! Boards and legal clicks as arrays.

use super::{Board, ClickSet, Repr};
use crate::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
use crate::rules::Cell;
use crate::samegame::repr::BoardRepr;

/// Writes the codes of cells, and the clicks of a set.
struct WriteObservation<'a, B, T> {
    board: &'a B,
    size: (usize, usize),
    clicks: ClickSet,
    codes: &'a mut [u8],
    legal: &'a mut [T],
}

impl<C: Cpu, B: BoardRepr, T: From<bool> + Copy> Kernel<C> for WriteObservation<'_, B, T> {
    type Out = bool;

    #[inline(always)]
    fn run(self, cpu: C) -> bool {
        let WriteObservation { board, size, clicks, codes, legal } = self;
        board.write_observation(cpu, size, clicks, codes, legal)
    }
}

impl Board {
    /// Writes the board with rows from the top and each from the left: the colour of every cell, 0 for empty, 1 for
    /// colour 0 and so on, and whether the cell is one of `clicks`, as `bool` or as a number. Returns whether there is a
    /// legal click.
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
        let size = (self.rows, self.cols);
        let any = with!(&self.repr, board => {
            dispatch(CpuPath::best(), WriteObservation { board, size, clicks, codes: &mut *cells, legal: &mut *legal })
        });
        if self.min_group == 2 {
            return any;
        }
        if self.min_group <= 1 && clicks == ClickSet::All {
            legal.iter_mut().zip(&*cells).for_each(|(legal, &colour)| *legal = T::from(colour > 0));
            return !self.is_empty();
        }
        legal.fill(T::from(false));
        let groups = self.groups();
        let mut mark = |cell: Cell| legal[(self.rows - 1 - cell.row) * self.cols + cell.col] = T::from(true);
        for group in &groups {
            match clicks {
                ClickSet::First => mark(group.cell),
                ClickSet::All => self.group(group.cell).into_iter().for_each(&mut mark),
            }
        }
        !groups.is_empty()
    }
}
