//! Boards in the format of the judge, the top row first: four spaces, then the cells of the row joined by one space. An
//! empty cell is a space, and nothing is trimmed.

use crate::rules::Cell;
use crate::rules::grid::Grid;

/// Appends a board of at most ten colours, each cell as the index of its colour.
pub(crate) fn grid(grid: &Grid, out: &mut Vec<u8>) {
    let code = |row, col| grid.get(Cell::new(row, col)).map_or(0, |colour| colour + 1);
    let codes: Vec<u8> =
        (0..grid.rows()).flat_map(|row| (0..grid.cols()).map(move |col| code(row, col))).collect();
    board(&codes, grid.cols(), grid.cols(), out);
}

/// Appends a board of `cols` columns. `codes` contains `width` cells for each row, the bottom row first.
pub(super) fn board(codes: &[u8], width: usize, cols: usize, out: &mut Vec<u8>) {
    let (start, line) = (out.len(), 4 + 2 * cols);
    out.resize(start + codes.len() / width * line, b' ');
    for (text, row) in out[start..].chunks_exact_mut(line).zip(codes.chunks_exact(width).rev()) {
        for (cell, &code) in text[4..].as_chunks_mut().0.iter_mut().zip(row) {
            *cell = [if code == 0 { b' ' } else { b'0' - 1 + code }, b' '];
        }
        text[line - 1] = b'\n';
    }
}
