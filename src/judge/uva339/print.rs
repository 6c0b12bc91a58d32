//! Boards in the format of the judge: four spaces, then the cells of a row joined by one space, an empty
//! cell a space, nothing trimmed, the top row first.

use crate::rules::Cell;
use crate::rules::grid::Grid;

/// Returns the length of one row in bytes, including its newline.
fn line_length(cols: usize) -> usize {
    4 + 2 * cols
}

/// Appends blank lines for a board, and returns their cells.
fn lines(out: &mut Vec<u8>, rows: usize, cols: usize) -> impl Iterator<Item = &mut [[u8; 2]]> {
    let start = out.len();
    out.resize(start + rows * line_length(cols), b' ');
    out[start..].chunks_exact_mut(line_length(cols)).map(|text| {
        text[text.len() - 1] = b'\n';
        text[4..].as_chunks_mut::<2>().0
    })
}

/// Appends a board of columns of four bits per cell, 0 for empty, else the value plus one.
#[inline(always)]
pub(super) fn packed(columns: &[u64], rows: usize, out: &mut Vec<u8>) {
    for (i, cells) in lines(out, rows, columns.len()).enumerate() {
        let shift = 4 * (rows - 1 - i);
        for (text, column) in cells.iter_mut().zip(columns) {
            let code = (column >> shift) as u8 & 15;
            text[0] = if code == 0 { b' ' } else { b'0' - 1 + code };
        }
    }
}

/// Appends a board of values 0 to 9.
pub(super) fn grid(grid: &Grid, out: &mut Vec<u8>) {
    for (i, cells) in lines(out, grid.rows(), grid.cols()).enumerate() {
        let row = grid.rows() - 1 - i;
        for (col, text) in cells.iter_mut().enumerate() {
            text[0] = grid.name_at(Cell::new(row, col)).map_or(b' ', |value| b'0' + value as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_boards_print_the_same() {
        let board = Grid::parse("1.. / 20. / 390").unwrap();
        let (mut one, mut two) = (b"x".to_vec(), b"x".to_vec());
        grid(&board, &mut one);
        packed(&[0x234, 0x01a, 0x001], 3, &mut two);
        assert_eq!(one, b"x    1    \n    2 0  \n    3 9 0\n");
        assert_eq!(one, two);
    }
}
