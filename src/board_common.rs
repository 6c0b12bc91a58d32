//! Methods that the boards of both games share.

/// Implements size, names, cell indexes and colour planes of a board, and its parsing, display and equality. The board
/// must have the fields `rows`, `cols`, `names` and the packed representation given as `$packed`, and the methods `get`
/// and `to_grid`.
macro_rules! impl_board_common {
    ($board:ident, $game:expr, $packed:ident, $error:ident) => {
        impl $board {
            /// Returns the number of rows, including empty ones.
            pub fn rows(&self) -> usize {
                self.rows
            }

            /// Returns the number of columns, including empty ones.
            pub fn cols(&self) -> usize {
                self.cols
            }

            /// Returns the colour names of the initial board, ascending; a [`Colour`] is an index into this slice.
            pub fn names(&self) -> &[u64] {
                &self.names
            }

            /// Returns the number of cells, rows × columns, which is the length of a slice with one element per cell.
            pub fn cells(&self) -> usize {
                self.rows * self.cols
            }

            /// Returns the index of a cell in a slice with one element per cell; `None` outside the board.
            pub fn index(&self, cell: Cell) -> Option<usize> {
                (cell.row < self.rows && cell.col < self.cols).then(|| cell.col * self.rows + cell.row)
            }

            /// Returns the cell at an index of a slice with one element per cell; `None` beyond the last.
            pub fn cell(&self, index: usize) -> Option<Cell> {
                (index < self.cells()).then(|| Cell::new(index % self.rows, index / self.rows))
            }

            /// Writes one plane per colour, one after the other: `true` for the cells of the plane's colour.
            ///
            /// # Panics
            /// If the slice does not have [`cells`](Self::cells) elements for each of [`names`](Self::names).
            pub fn planes(&self, planes: &mut [bool]) {
                assert_eq!(planes.len(), self.cells() * self.names.len(), "one plane per colour");
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
            type Err = $error;

            /// Parses a drawing; rows end with a newline or `/`, spaces are skipped.
            fn from_str(drawing: &str) -> Result<$board, $error> {
                $board::try_from(&$crate::rules::grid::Grid::parse_of(drawing, $game).ok_or($error::Drawing)?)
            }
        }

        impl std::fmt::Display for $board {
            /// Formats the rows, the top one first, without a trailing newline.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.to_grid().text_of("\n", $game))
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

pub(crate) use impl_board_common;
