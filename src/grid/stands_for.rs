//! Accessors of packed boards that are answered by the grid that they stand for.

/// Gives a board its size, its names, its cells and their planes, and has it read, drawn and compared as a grid. It has
/// the fields `rows`, `cols`, `names` and the packed one that is named, and the methods `get` and `to_grid`.
macro_rules! stands_for_grid {
    ($board:ident, $packed:ident, $unfit:ident) => {
        impl $board {
            /// Rows, empty ones included.
            pub fn rows(&self) -> usize {
                self.rows
            }

            /// Columns, empty ones included.
            pub fn cols(&self) -> usize {
                self.cols
            }

            /// The names of the colours of the first board, ascending; a [`Colour`] is an index into these.
            pub fn names(&self) -> &[u64] {
                &self.names
            }

            /// The length of a slice that describes every cell: rows × columns.
            pub fn cells(&self) -> usize {
                self.rows * self.cols
            }

            /// Where a cell stands in a slice that describes every cell; `None` outside the board.
            pub fn index(&self, cell: Cell) -> Option<usize> {
                (cell.row < self.rows && cell.col < self.cols).then(|| cell.col * self.rows + cell.row)
            }

            /// The cell at a place in a slice that describes every cell; `None` beyond the last.
            pub fn cell(&self, index: usize) -> Option<Cell> {
                (index < self.cells()).then(|| Cell::new(index % self.rows, index / self.rows))
            }

            /// Writes a plane for each colour, one after the other: whether each cell is of it.
            ///
            /// # Panics
            /// If the slice does not have [`cells`](Self::cells) elements for each of [`names`](Self::names).
            pub fn planes(&self, planes: &mut [bool]) {
                assert_eq!(planes.len(), self.cells() * self.names.len(), "a plane a colour");
                planes.fill(false);
                let cells = self.cells();
                for index in 0..cells {
                    if let Some(colour) = self.cell(index).and_then(|cell| self.get(cell)) {
                        planes[usize::from(colour) * cells + index] = true;
                    }
                }
            }
        }

        impl std::str::FromStr for $board {
            type Err = $unfit;

            /// Reads a drawing; rows end with a newline or `/`, spaces are skipped.
            fn from_str(drawing: &str) -> Result<$board, $unfit> {
                $board::try_from(&$crate::grid::Grid::parse(drawing).ok_or($unfit::Drawing)?)
            }
        }

        impl std::fmt::Display for $board {
            /// Rows, the top one first, without a newline at the end.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.to_grid().drawn("\n"))
            }
        }

        impl std::fmt::Debug for $board {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "Board({:?})", self.to_grid())
            }
        }

        impl PartialEq for $board {
            fn eq(&self, other: &$board) -> bool {
                if (self.rows, self.cols) != (other.rows, other.cols) {
                    return false;
                }
                if self.names == other.names {
                    self.$packed == other.$packed
                } else {
                    self.to_grid() == other.to_grid()
                }
            }
        }

        impl Eq for $board {}
    };
}

pub(crate) use stands_for_grid;
