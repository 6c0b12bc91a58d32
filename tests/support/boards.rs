//! Small Mayan boards of every size for the tests of the solver, random or constructed backwards.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Colour, Move, Side};

/// Colours, numbered from 0, column by column, each column from the bottom.
type Columns = Vec<Vec<usize>>;

/// Returns a settled board of 2 to 8 columns and rows and 1 to 14 colours, possibly with runs. Half of the boards can
/// be cleared in a few moves. Some boards have unused colour names, so that the colours in use have high numbers.
pub fn any(dice: &mut Xoshiro256PlusPlus) -> Grid {
    let (rows, cols) = (dice.random_range(2..=8), dice.random_range(2..=8));
    let columns = match dice.random_range(0..4) {
        0 => drawn(dice, rows, cols),
        _ => {
            let (steps, colours) = (dice.random_range(1..=4), dice.random_range(1..=14));
            let mut columns = planted(dice, rows, cols, steps, colours);
            // Sometimes one block is changed, which mostly leaves a board that is nearly solvable, but not quite.
            if dice.random_range(0..5) == 0 && columns.iter().any(|column| !column.is_empty()) {
                let full: Vec<usize> = (0..cols).filter(|&col| !columns[col].is_empty()).collect();
                let col = full[dice.random_range(0..full.len())];
                let row = dice.random_range(0..columns[col].len());
                columns[col][row] = dice.random_range(0..colours);
            }
            columns
        }
    };
    let unused = [0, 0, 0, 1, 10, 15, 48][dice.random_range(0..7usize)];
    grid(rows, &columns, unused)
}

/// Returns the board of these columns, with `unused` more colour names below the names in use.
pub fn grid(rows: usize, columns: &Columns, unused: usize) -> Grid {
    let colours = columns.iter().flatten().max().map_or(0, |most| most + 1);
    let names: Vec<u64> = (1..=(unused + colours) as u64).collect();
    let mut grid = Grid::empty(rows, columns.len(), &names).unwrap();
    for (col, column) in columns.iter().enumerate() {
        for (row, &colour) in column.iter().enumerate() {
            grid.set(Cell::new(row, col), Some((unused + colour) as Colour));
        }
    }
    grid
}

/// Returns random columns in which blocks of a colour are close to each other.
fn drawn(dice: &mut Xoshiro256PlusPlus, rows: usize, cols: usize) -> Columns {
    let blocks = dice.random_range(0..=rows * cols);
    let colours = (blocks / dice.random_range(3..=5)).clamp(1, 14);
    let mut columns = vec![Vec::new(); cols];
    let spread = dice.random_range(1..=cols);
    for block in 0..blocks {
        let near = (block % colours + dice.random_range(0..spread)) % cols;
        let room = |col: &usize| columns[*col].len() < rows;
        let col = Some(near).filter(room).or_else(|| (0..cols).find(room)).unwrap();
        columns[col].push(block % colours);
    }
    let mix = dice.random_range(0.0..1.0);
    for column in &mut columns {
        for at in (1..column.len()).rev() {
            if dice.random_bool(mix) {
                column.swap(at, dice.random_range(0..=at));
            }
        }
    }
    columns
}

/// Returns columns that can be emptied in `steps` moves, or in fewer moves if no more blocks fit.
pub fn planted(
    dice: &mut Xoshiro256PlusPlus,
    rows: usize,
    cols: usize,
    steps: usize,
    colours: usize,
) -> Columns {
    let mut columns = vec![Vec::new(); cols];
    for _ in 0..steps {
        columns = (0..80).find_map(|_| back(dice, rows, &columns, colours)).unwrap_or(columns);
    }
    columns
}

/// Returns a random board from which one move leads to `after`: inserts up to two runs and undoes a move, if possible.
fn back(dice: &mut Xoshiro256PlusPlus, rows: usize, after: &Columns, colours: usize) -> Option<Columns> {
    let mut columns = after.clone();
    let cols = columns.len();
    let empty = columns.iter().all(Vec::is_empty);
    let runs = if empty { 1 } else { [0, 1, 1, 1, 2][dice.random_range(0..5usize)] };
    for _ in 0..runs {
        let (colour, x) = (dice.random_range(0..colours), dice.random_range(0..cols));
        if dice.random_bool(0.4) {
            let y = dice.random_range(0..=columns[x].len());
            columns[x].splice(y..y, [colour; 3]);
        } else {
            let covered = columns.get_mut(x..x + 3)?;
            let y = dice.random_range(0..=covered.iter().map(Vec::len).min()?);
            covered.iter_mut().for_each(|column| column.insert(y, colour));
        }
    }
    let x = dice.random_range(0..cols - 1);
    let (from, to) = if dice.random() { (x, x + 1) } else { (x + 1, x) };
    let step = if dice.random_bool(0.6) {
        let least = columns[x].len().min(columns[x + 1].len());
        let y = (least > 0).then(|| dice.random_range(0..least))?;
        let (one, other) = (columns[x][y], columns[x + 1][y]);
        (columns[x][y], columns[x + 1][y]) = (other, one);
        Move::new(x as u8, y as u8, Side::Right)
    } else {
        // The top block came from a neighbouring column, at the same height or higher.
        let block = columns[to].pop()?;
        let low = columns[to].len();
        let high = columns[from].len();
        let y = (low <= high).then(|| dice.random_range(low..=high))?;
        columns[from].insert(y, block);
        Move::new(from as u8, y as u8, if from < to { Side::Right } else { Side::Left })
    };
    if columns.iter().any(|column| column.len() > rows) {
        return None;
    }
    let (before, end) = (grid(rows, &columns, 0), grid(rows, after, 0));
    let mut played = before.clone();
    let leads = before.is_settled() && played.play(step).is_ok() && played == end && before != end;
    leads.then_some(columns)
}
