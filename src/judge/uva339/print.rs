//! Boards in the format of the judge: four spaces, then the cells of a row joined by one space, an empty
//! cell a space, nothing trimmed, the top row first.

use crate::rules::grid::Grid;

/// Appends a settled board whose colours are values 0 to 9.
pub(crate) fn grid(grid: &Grid, out: &mut Vec<u8>) {
    let (start, line) = (out.len(), 4 + 2 * grid.cols());
    out.resize(start + grid.rows() * line, b' ');
    out[start..].chunks_exact_mut(line).for_each(|text| text[line - 1] = b'\n');
    let bottom = out.len() - line + 4;
    for (first, tiles) in (bottom..).step_by(2).zip(grid.columns()) {
        let mut at = first;
        for &tile in tiles.iter().take_while(|&&tile| tile <= 9) {
            out[at] = b'0' + tile;
            at = at.wrapping_sub(line);
        }
    }
}
