//! Clearable boards, built backwards: each step inserts a group whose removal gives the previous board.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tilefall::rules::Cell;
use tilefall::rules::grid::Grid;

/// Colours by column, each column from the bottom.
type Columns = Vec<Vec<u64>>;

fn grid_of(rows: usize, cols: usize, columns: &Columns) -> Grid {
    let name = |cell: Cell| columns.get(cell.col).and_then(|column| column.get(cell.row)).copied();
    Grid::from_names(rows, cols, name).unwrap()
}

/// Returns a clearable board: groups are inserted until 300 attempts fail.
pub fn clearable(rows: usize, cols: usize, colours: u64, seed: u64) -> Grid {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut columns: Columns = Vec::new();
    let mut grid = grid_of(rows, cols, &columns);
    let mut failures = 0;
    while failures < 300 {
        let (size, colour) = (rng.random_range(2..=4), rng.random_range(1..=colours));
        let mut next = columns.clone();
        let cell = if columns.len() < cols && rng.random_range(0..4) == 0 {
            let col = rng.random_range(0..=columns.len());
            next.insert(col, vec![colour; size]);
            Cell::new(0, col)
        } else if columns.is_empty() {
            continue;
        } else {
            let col = rng.random_range(0..columns.len());
            let row = rng.random_range(0..=columns[col].len());
            if rng.random() {
                (0..size).for_each(|_| next[col].insert(row, colour));
            } else {
                let across = next.iter_mut().skip(col).take(size).filter(|column| column.len() >= row);
                across.for_each(|column| column.insert(row, colour));
            }
            Cell::new(row, col)
        };
        failures += 1;
        if next.iter().all(|column| column.len() <= rows) {
            let with = grid_of(rows, cols, &next);
            let mut without = with.clone();
            if without.click(cell) >= 2 && without == grid {
                (columns, grid, failures) = (next, with, 0);
            }
        }
    }
    grid
}
